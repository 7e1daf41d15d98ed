// Personal names: order, initials, particles, short forms, other languages' forms, and what each side leaves over.
import { jaroWinkler } from '../../../text/similarity.ts'
import { type Alignment, type AlignOptions, align } from '../align.ts'
import { nameSimilarity, TWO_NAMES } from '../name-similarity.ts'
import { PersonWords } from '../person-words.ts'
import { graded, stated } from '../statement.ts'
import type { Word } from '../words.ts'
import { type Comparator, type Fields, NOTHING, unit } from './comparator.ts'

interface PersonName {
  readonly words: readonly Word[]
  /** The words with a patronymic that weighs little; null where there is none. */
  readonly light: readonly Word[] | null
  readonly compact: string
  readonly given: readonly Word[]
  readonly family: readonly Word[]
}

const MEASURES = ['', 'tf', 'subset', 'rival', 'spelling', 'given', 'family', 'whole'] as const
/** Bits of a full name shared by two people by chance at most once: log2 of mankind. */
const FULL = 33

/** What is left of agreement where given and family name stand for one another. */
const CROSSED = 0.97

/** What the likeness of two spellings counts for. */
const SPELLED = 0.9

function partSimilarity(a: readonly Word[], b: readonly Word[], likeness = nameSimilarity): number {
  let best = 0
  for (const x of a)
    for (const y of b) {
      if (x.text === y.text) return 1
      best = Math.max(best, likeness(x, y))
      // Spelling alone never comes to more than that.
      if (best < SPELLED) best = Math.max(best, jaroWinkler(x.text, y.text) * SPELLED)
    }
  return best
}

/**
 * One family name, two given names that have nothing to do with each other: parent and child, siblings, a couple. Whatever
 * else they share (address, telephone), that is two people or a question, not a merge; only one date of birth lifts it, since
 * a given name is sooner mistyped or replaced than twins are met.
 */
function otherGivenName(x: PersonName, y: PersonName, given: number, family: number, aligned: Alignment): boolean {
  if (!Number.isNaN(given))
    return (
      family >= 0.9 &&
      given < UNRELATED &&
      isName(x.given) &&
      isName(y.given) &&
      !standsIn(x.given, y.words) &&
      !standsIn(y.given, x.words)
    )
  if (x.words.length !== 2 || y.words.length !== 2 || aligned.pairs !== 1 || aligned.worst < 0.9) return false
  const [p, q] = [x.words, y.words].map((words, side) =>
    words.find((word) => !(side === 0 ? y : x).words.some((other) => nameSimilarity(word, other) >= 0.9)),
  )
  return p !== undefined && q !== undefined && isName([p]) && isName([q]) && partSimilarity([p], [q]) < UNRELATED
}

/** Pairs of words that are asked about again: given and family names, once among all words of a name, once by themselves. */
const RECENT = 8

/** `nameSimilarity` with a memory of the last few pairs of words. */
function likenessOf(): (a: Word, b: Word) => number {
  const firsts: Word[] = []
  const seconds: Word[] = []
  const likenesses: number[] = []
  let next = 0
  return (a, b) => {
    for (let k = 0; k < firsts.length; k++) if (firsts[k] === a && seconds[k] === b) return likenesses[k]!
    const likeness = nameSimilarity(a, b)
    firsts[next] = a
    seconds[next] = b
    likenesses[next] = likeness
    next = (next + 1) % RECENT
    return likeness
  }
}

/** Below this the best likeness of two given names is chance. */
const UNRELATED = 0.6

function isName(words: readonly Word[]): boolean {
  return words.every(({ text, numeric }) => text.length >= 3 && !numeric)
}

/** Is one of the words among the others: somebody who goes by a middle name? */
function standsIn(words: readonly Word[], others: readonly Word[]): boolean {
  return words.some((word) => others.some((other) => nameSimilarity(word, other) >= 0.9))
}

export const personName: Comparator = {
  kind: 'person_name',
  summary:
    'Personal names by their parts: order, initials, particles, short and foreign forms, spelling; rare names weigh more.',
  evidence: 'distinctive',
  measures: MEASURES,
  bind(rule, tools) {
    const reader = new PersonWords(tools)
    const likeness = likenessOf()
    const options: AlignOptions = { initials: true, prefixes: false, similarity: likeness }
    const distinct = tools.pack.settings['distinct_names'] === true
    const known = tools.remember<readonly Word[]>()
    const names = tools.remember<PersonName>()
    const wholes = tools.remember<PersonName>()
    const wordsOf = (value: string) => known.get(value, (text) => reader.of(text))
    const partOf = (value: string) => wordsOf(value).filter((word) => !reader.isTitle(word))
    const [givenField, familyField, birthField] = [rule.with[0] ?? '', rule.with[1] ?? '', rule.with[2] ?? '']
    const sameBirth = (a: Fields, b: Fields) => a.has(birthField) && a.get(birthField) === b.get(birthField)
    const compactOf = (words: readonly Word[]) => words.map((word) => word.text).join('')
    const readWhole = (full: string): PersonName => {
      const words = wordsOf(full)
      return { words, light: reader.lightened(words), compact: compactOf(words), given: [], family: [] }
    }
    const read = (record: Fields): PersonName | null => {
      const full = record.get(rule.field)
      const given = record.get(givenField)
      const family = record.get(familyField)
      if (given === undefined && family === undefined) return full === undefined ? null : wholes.get(full, readWhole)
      return names.get(`${full ?? ''}\u0000${given ?? ''}\u0000${family ?? ''}`, () => {
        // "Family, Given" is one person; the comma is dropped with the signs, order does not matter to the alignment.
        const words = full === undefined ? reader.of(`${given ?? ''} ${family ?? ''}`) : wordsOf(full)
        return {
          words,
          light: reader.lightened(words),
          compact: compactOf(words),
          given: given === undefined ? [] : partOf(given),
          family: family === undefined ? [] : partOf(family),
        }
      })
    }
    return (a, b) => {
      const x = read(a)
      const y = read(b)
      if (x === null || y === null || x.words.length === 0 || y.words.length === 0) return null
      // Whose child somebody is, is often left out: said on one side alone, it is no other name.
      const oneSided = (x.light === null) !== (y.light === null)
      const aligned = align(
        oneSided ? (x.light ?? x.words) : x.words,
        oneSided ? (y.light ?? y.words) : y.words,
        options,
      )
      const { shared, restA, restB } = aligned
      const least = Math.min(restA, restB)
      let given = NOTHING
      let family = NOTHING
      if (x.given.length > 0 && x.family.length > 0 && y.given.length > 0 && y.family.length > 0) {
        given = partSimilarity(x.given, y.given, likeness)
        family = partSimilarity(x.family, y.family, likeness)
        // Crossed, two parts come to no more than that.
        if (given + family < 2 * CROSSED) {
          const crossed =
            (partSimilarity(x.given, y.family, likeness) + partSimilarity(x.family, y.given, likeness)) * CROSSED
          if (crossed > given + family) given = family = crossed / 2
        }
      }
      const whole = Math.max(jaroWinkler(x.compact, y.compact), 0)
      const measures = [
        shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB),
        unit(shared / FULL),
        shared === 0 ? 0 : shared / (shared + least),
        1 - unit(Math.min(aligned.rarestRestA, aligned.rarestRestB) / 20),
        aligned.pairs === 0 ? NOTHING : aligned.worst,
        given,
        family,
        x.compact === y.compact ? 1 : Math.min(0.99, whole),
      ]
      return {
        measures,
        bits: aligned.rarest + tools.pack.gate.rest * (shared - aligned.rarest),
        // Two names that are both well known, however alike, are two people or a question; see otherGivenName.
        conflict:
          !sameBirth(a, b) && (otherGivenName(x, y, given, family, aligned) || (distinct && aligned.worst < TWO_NAMES)),
      }
    }
  },
  says({ measure, conflict }) {
    if (conflict && measure('spelling') < TWO_NAMES)
      return [stated('differ', 'the {many} are alike, but differ in a part where both are names of their own')]
    if (conflict) return [stated('differ', 'the {many} agree in the family name, not in the given name')]
    const overlap = measure('')
    if (overlap >= 0.999) {
      if (measure('spelling') >= 0.999) return [stated('same')]
      return [stated('alike', 'the {many} agree except for spelling, initials or short forms')]
    }
    if (measure('subset') >= 0.999) return [stated('alike', 'one {one} has parts that the other lacks')]
    return graded(Math.max(overlap, measure('whole') >= 0.9 ? 0.6 : 0), [
      [0.6, 'alike'],
      [0.001, 'differ', 'the {many} agree only in part'],
      [0, 'differ'],
    ])
  },
}
