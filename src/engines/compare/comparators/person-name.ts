// Personal names: order, initials, particles, short forms, other languages' forms, and what each side leaves over.
import { wordSet } from '../../../lists.ts'
import { jaroWinkler } from '../../../text/similarity.ts'
import { areOfTwoParents, areParentAndChild, areTurned, type Descent } from '../persons/descent.ts'
import { NameHomes } from '../persons/name-homes.ts'
import {
  charactersShared,
  fieldParts,
  maidenParts,
  type NameParts,
  nameLevels,
  wholeParts,
} from '../persons/name-relation.ts'
import { nameSimilarity } from '../persons/name-similarity.ts'
import { partSimilarity } from '../persons/part-similarity.ts'
import { PersonWords } from '../persons/person-words.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { type Alignment, type AlignOptions, align } from '../words/align.ts'
import { NOTHING, unit } from '../words/measures.ts'
import { tokensOf, type Word } from '../words/value-words.ts'
import { type Agreement, type Comparator, disputes, Effect, severalOf, when } from './comparator.ts'
import { graded, stated } from './statement.ts'

interface PersonName {
  /** Its parts, made on demand: few pairs need them. */
  readonly parted: () => NameParts
  readonly compact: string
  /** Its Chinese characters, the family name first. */
  readonly characters: string
  /** 1 the elder, 2 the younger of one name; 0 where nothing says so. */
  readonly generation: number
  readonly words: readonly Word[]
  readonly given: readonly Word[]
  readonly family: readonly Word[]
  /** Man or woman, as a title says it; empty where none does. */
  readonly sex: string
  /** The parent that the name states; null if none. */
  readonly descent: Descent | null
  /** The given name is that of the husband: "Mrs John Hill". */
  readonly isHusbands: boolean
  /** The words with a patronymic that weighs little; null where there is none. */
  readonly light: readonly Word[] | null
  /** No more than one of its words is written in full. */
  readonly initialled: boolean
  /** Share of its information where it is most common, in (0, 1]; -1 until it is first needed. */
  home: number
  /** It names who only resembles the bearer or works after him: a tribute band, a workshop, a follower. */
  readonly imitates: boolean
}

const MEASURES = [
  '',
  'tf',
  'subset',
  'rival',
  'spelling',
  'given',
  'family',
  'whole',
  'generation',
  'imitation',
  'parent',
] as const
const LEVELS = ['given', 'family', 'label', 'generation', 'maiden', 'title', 'rarity']
const TITLE = LEVELS.indexOf('title')
/** Bits of a full name shared by two people by chance at most once: log2 of mankind. */
const FULL = 33

/** Least agreement of one part of two equal names, and least overlap of two names that are alike. */
const SAME = 0.9
const ALIKE = 0.6

/** Their numbers among the measures. */
const [GENERATION, PARENT] = [MEASURES.indexOf('generation'), MEASURES.indexOf('parent')]
/** The code of a woman's title. */
const WOMAN = 'female'

/** Level of two names whose order may be that of a parent and a child. */
const TURNED = 'turned'

/** Not an initial. */
const isFull = ({ text }: Word) => text.length > 1

/** Factor for half of a name: twins share a family name and a date of birth too, but not a given name. */
const FAMILY_HALF = 0.3
const GIVEN_HALF = 0.5

/** Factor for agreement where given and family name are exchanged. */
const CROSSED = 0.97

interface Likeness {
  readonly given: number
  readonly family: number
}

const UNPARTED: Likeness = { given: NOTHING, family: NOTHING }

/** 1 if both names say the same generation, 0 if they say two; NaN if one says none. */
function generationsAgree(x: PersonName, y: PersonName): number {
  if (areParentAndChild(x.descent, y.descent)) return 0
  const [a, b] = [x.generation, y.generation]
  if (a === 0 || b === 0) return NOTHING
  return a === b ? 1 : 0
}

/** A patronymic is often left out: on one side alone, it is not another name. */
function alignNames(x: PersonName, y: PersonName): Alignment {
  const oneSided = (x.light === null) !== (y.light === null)
  return oneSided ? align(x.light ?? x.words, y.light ?? y.words, OPTIONS) : align(x.words, y.words, OPTIONS)
}

/** Similarity of given to given and family to family name, or crosswise; NaN where a record does not distinguish them. */
function likenessOfParts(x: PersonName, y: PersonName): Likeness {
  if (x.given.length === 0 || x.family.length === 0 || y.given.length === 0 || y.family.length === 0) return UNPARTED
  const given = partSimilarity(x.given, y.given)
  const family = partSimilarity(x.family, y.family)
  // Crossed, two parts come to no more than that.
  if (given + family >= 2 * CROSSED) return { given, family }
  const crossed = (partSimilarity(x.given, y.family) + partSimilarity(x.family, y.given)) * CROSSED
  return crossed > given + family ? { given: crossed / 2, family: crossed / 2 } : { given, family }
}

/** A single given or family name, where the record has a field for each; null: more than that. */
type Half = 'given' | 'family' | null

function shareOf(a: Half, b: Half): number {
  return a === null || b === null ? 1 : a === 'given' && b === 'given' ? GIVEN_HALF : FAMILY_HALF
}

/** A record's name, with the other names it goes by. */
interface Bearer {
  readonly name: PersonName
  readonly half: Half
  readonly aliases: readonly PersonName[]
}

/** Least information of a full name with few bearers where it is most common, and of one with hardly a second bearer; in bits. */
const UNCOMMON = 18
const RARE = 26
const UNIQUE = FULL

/** The words of a whole name except those of the one part that has a separate field. */
function without(words: readonly Word[], part: readonly Word[]): readonly Word[] {
  return words.filter(({ text }) => part.every((word) => word.text !== text))
}

/** Highest levels of one part of a name that make it another name. */
const OTHER: ReadonlySet<string | null> = new Set(['other', 'unlike', 'alike'])

/** The one part that two names share; null if they share both or none, or one is a single word. */
function sharedPart([given = null, family = null]: readonly (string | null)[]): 'given' | 'family' | null {
  if (given === null || family === null || OTHER.has(given) === OTHER.has(family)) return null
  return OTHER.has(given) ? 'family' : 'given'
}

/** The whole name with the name at birth after it, if that is different: "Ana Horvat née Kos". */
function withMaiden(full?: string, given?: string, family?: string, maiden?: string): string | undefined {
  if (maiden === undefined || maiden === family || full?.includes(maiden)) return full
  return `${full ?? `${given ?? ''} ${family ?? ''}`} née ${maiden}`
}

function titleLevel(x: PersonName, y: PersonName): string | null {
  if (areSpouses(x, y)) return 'apart'
  return x.sex === '' || y.sex === '' ? null : x.sex === y.sex ? 'same' : 'apart'
}

const givenNameOf = ({ given, words }: Pick<PersonName, 'given' | 'words'>): Word => given[0] ?? words[0]!

/** Is one of two names that of a man, and the other that of his wife under his name? */
const areSpouses = (x: PersonName, y: PersonName): boolean =>
  x.isHusbands !== y.isHusbands && nameSimilarity(givenNameOf(x), givenNameOf(y)) >= SAME

/** How rare a name of so many bits is where it is most common. */
function rarityOf(bits: number): string {
  return bits >= UNIQUE ? 'unique' : bits >= RARE ? 'rare' : bits >= UNCOMMON ? 'uncommon' : 'common'
}

const NO_TOKENS: readonly string[] = []
const NO_ALIASES: readonly PersonName[] = []

const OPTIONS: AlignOptions = { initials: true, prefixes: false, similarity: nameSimilarity }

export const personName: Comparator = {
  summary:
    'Personal names by their parts: order, initials, particles, short and foreign forms, spelling; rare names weigh more.',
  evidence: 'distinctive',
  measures: MEASURES,
  levels: LEVELS,
  bind(rule, tools) {
    const reader = new PersonWords(tools)
    const known = tools.remember<readonly Word[]>()
    const names = tools.remember<PersonName>()
    const wholes = tools.remember<PersonName>()
    const plains = tools.remember<{ readonly words: readonly Word[] | null }>()
    const wordsOf = (value: string) => known.get(value, (text) => reader.of(text))
    const plainOf = (value = '') =>
      value === '' ? [] : plains.get(value, (text) => ({ words: reader.plainWords(text) })).words
    const partOf = (value: string) => wordsOf(value).filter((word) => !reader.isTitle(word))
    const imitations = tools.list('imitations')
    let homes: NameHomes | null = null
    const fathers = wordSet(tools.nameRules().descent.countries)
    const isOfFathers = ({ words }: PersonName) => {
      homes ??= new NameHomes(tools.nameTables())
      return fathers.has(homes.home(words))
    }
    const homeShare = (name: PersonName) => {
      if (name.home < 0) {
        homes ??= new NameHomes(tools.nameTables())
        name.home = homes.share(name.words)
      }
      return name.home
    }
    const [givenField = '', familyField = '', aliasField = '', middleField = '', maidenField = ''] = rule.with
    const partsOf = (
      text: string,
      tokens: readonly string[],
      words: readonly Word[],
      given: readonly Word[],
      family: readonly Word[],
    ) => {
      const [main, maiden] = reader.maidenOf(text)
      const { label } = reader.labelled(tokens)
      const isMother = label !== null && label.kind !== 'unknown'
      const comma = main.indexOf(',')
      const families = comma < 0 || main.includes(',', comma + 1) ? 0 : reader.of(main.slice(0, comma)).length
      const named = main === text ? words : reader.of(main)
      const parts =
        given.length + family.length > 0
          ? fieldParts(
              reader.withoutGeneration(given.length > 0 ? given : without(named, family)),
              reader.withoutGeneration(family.length > 0 ? family : without(named, given)),
            )
          : wholeParts(reader.withoutGeneration(named), families, isMother, reader)
      return { parts: maiden === '' ? parts : parts.concat(maidenParts(reader.of(maiden))), label }
    }
    const made = (
      text: string,
      words: readonly Word[],
      given: readonly Word[],
      family: readonly Word[],
      familyFirst = text,
      isPlain = false,
    ): PersonName => {
      const tokens = isPlain ? NO_TOKENS : tokensOf(text)
      let compact = ''
      let full = 0
      for (const word of words) {
        compact += word.text
        if (isFull(word)) full++
      }
      const characters = isPlain ? '' : reader.charactersOf(familyFirst)
      const generation = isPlain ? 0 : reader.generationOf(text, tokens)
      let known: NameParts | null = null
      const sex = isPlain ? '' : reader.sexOf(tokens)
      const isHusbands = sex === WOMAN && words.length > 1 && givenNameOf({ given, words }).forms?.isMan === true
      const descent = isPlain ? null : reader.descentOf(words)
      return {
        words,
        descent,
        isHusbands,
        parted: () => {
          if (known !== null) return known
          // No rule is about the words of a plain name.
          const { parts, label } = isPlain
            ? { parts: fieldParts(given, family), label: null }
            : partsOf(text, tokens, words, given, family)
          known = { parts, compact, characters, label, generation, descent, isHusbands }
          return known
        },
        compact,
        characters,
        generation,
        light: reader.lightened(words),
        given,
        family,
        sex,
        home: -1,
        initialled: words.length > 1 && full < 2,
        imitates: imitations.size > 0 && words.length > 1 && words.some((word) => imitations.has(word.text)),
      }
    }
    const halfOf = (record: Fields): Half =>
      record.has(rule.field) || record.has(givenField) === record.has(familyField)
        ? null
        : record.has(givenField)
          ? 'given'
          : 'family'
    const readWhole = (text: string): PersonName => {
      const full = reader.withoutParent(text)
      return made(full, reader.isNobody(full) ? [] : wordsOf(full), [], [])
    }
    const read = (record: Fields): PersonName | null => {
      const middle = record.get(middleField)
      const first = record.get(givenField)
      const given = middle === undefined ? first : `${first ?? ''} ${middle}`.trim()
      const family = record.get(familyField)
      const full = withMaiden(record.get(rule.field), given, family, record.get(maidenField))
      if (given === undefined && family === undefined) return full === undefined ? null : wholes.get(full, readWhole)
      return names.get(`${full ?? ''}\u0000${given ?? ''}\u0000${family ?? ''}`, () => {
        const named = full ?? `${given ?? ''} ${family ?? ''}`
        if (reader.isNobody(named)) return made(named, [], [], [])
        const [plainGiven, plainFamily] = [plainOf(given), plainOf(family)]
        if (full === undefined && plainGiven !== null && plainFamily !== null) {
          return made(named, [...plainGiven, ...plainFamily], plainGiven, plainFamily, named, true)
        }
        // "Family, Given" is one person; the comma is dropped with the signs, order does not matter to the alignment.
        return made(
          named,
          full === undefined ? reader.of(named) : wordsOf(named),
          given === undefined ? [] : partOf(given),
          family === undefined ? [] : partOf(family),
          full ?? `${family ?? ''}${given ?? ''}`,
        )
      })
    }
    const compare = (x: PersonName, y: PersonName, shareA: Half, shareB: Half): Agreement => {
      const aligned = alignNames(x, y)
      const written = charactersShared(x, y)
      const shared = aligned.shared * written
      const unlike = aligned.shared - shared
      const [restA, restB] = [aligned.restA + unlike, aligned.restB + unlike]
      const least = Math.min(restA, restB)
      const worst = Math.min(aligned.worst, written)
      const { given, family } = likenessOfParts(x, y)
      const whole = Math.max(jaroWinkler(x.compact, y.compact), 0)
      const measures = [
        shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB),
        unit(shared / FULL),
        shared === 0 ? 0 : shared / (shared + least),
        1 - unit(Math.min(aligned.rarestRestA, aligned.rarestRestB) / 20),
        aligned.pairs === 0 ? NOTHING : worst,
        given * written,
        family,
        x.compact === y.compact ? written : Math.min(0.99, whole),
        generationsAgree(x, y),
        x.imitates === y.imitates ? NOTHING : 0,
        areOfTwoParents(x, y) ? 0 : NOTHING,
      ]
      const isOther = measures[GENERATION] === 0 || measures[PARENT] === 0 || areSpouses(x, y)
      const imitated = x.imitates !== y.imitates && shared > 0
      // A single word may be the name of a whole family.
      const alone = () => (aligned.pairs > 1 ? shared * Math.min(homeShare(x), homeShare(y)) : 0)
      const isWhole = least === 0 && worst >= SAME && aligned.pairs > 1
      let known: readonly (string | null)[] | null = null
      const levels = () => {
        if (known !== null) return known
        const [given = null, family = null, label = null, generation, maiden = null] = nameLevels(
          x.parted(),
          y.parted(),
        )
        const born =
          generation === 'none' && areTurned(x.words, y.words) && isOfFathers(x) ? TURNED : (generation ?? null)
        known = [given, family, label, born, maiden, titleLevel(x, y), isWhole ? rarityOf(alone()) : null]
        return known
      }
      return {
        measures,
        bits: (aligned.rarest + tools.pack.gate.rest * (shared - aligned.rarest)) * shareOf(shareA, shareB),
        alone,
        levels,
        conflict: imitated,
        effects:
          when(x.initialled || y.initialled, Effect.initialled) |
          // A name with every part of the other, at least two, does not contradict it.
          disputes(isOther || !(worst >= 0.9) || least !== 0 || (aligned.pairs <= 1 && restA + restB !== 0)),
      }
    }
    /** The other names of a record, as separate names. */
    const aliasesOf = (record: Fields): readonly PersonName[] => {
      const other = record.get(aliasField)
      if (other === undefined) return NO_ALIASES
      return severalOf(other)
        .map((text) => wholes.get(text, readWhole))
        .filter(({ words }) => words.length > 0)
    }
    const prepare = (record: Fields): Bearer | null => {
      const name = read(record)
      if (name === null || name.words.length === 0) return null
      return { name, half: halfOf(record), aliases: aliasField === '' ? [] : aliasesOf(record) }
    }
    const compareBearers = (a: Bearer, b: Bearer): Agreement => {
      let best = compare(a.name, b.name, a.half, b.half)
      if (best.measures[0] === 1 || a.aliases.length + b.aliases.length === 0) return best
      // An alias on one side matches the name on the other.
      for (const [p, q] of [
        ...a.aliases.map((name) => [name, b.name] as const),
        ...b.aliases.map((name) => [a.name, name] as const),
      ]) {
        const found = compare(p, q, a.half, b.half)
        if (found.measures[0]! > best.measures[0]!) best = found
      }
      return best
    }
    const reads = [rule.field, ...rule.with].filter((field) => field !== '')
    return { reads, prepare, compare: compareBearers }
  },
  says({ measure, conflict, levels }) {
    if (conflict) return [stated('differ', 'one {one} says that it only follows the other')]
    if (measure('generation') === 0) return [stated('differ', 'the {many} are those of an elder and a younger')]
    if (measure('parent') === 0) return [stated('differ', 'the {many} are those of children of two parents')]
    if (levels[TITLE] === 'apart') return [stated('differ', 'the {many} are those of a man and a woman')]
    const part = sharedPart(levels)
    if (part === 'family') return [stated('differ', 'the {many} agree in the family name, not in the given name')]
    if (part === 'given') return [stated('differ', 'the {many} agree in the given name, not in the family name')]
    const overlap = measure('')
    if (overlap >= 0.999) {
      if (measure('spelling') >= 0.999) return [stated('same')]
      return [stated('alike', 'the {many} agree except for spelling, initials or short forms')]
    }
    if (measure('subset') >= 0.999) return [stated('alike', 'one {one} has parts that the other lacks')]
    return graded(Math.max(overlap, measure('whole') >= 0.9 ? ALIKE : 0), [
      [ALIKE, 'alike'],
      [0.001, 'differ', 'the {many} agree only in part'],
      [0, 'differ'],
    ])
  },
}
