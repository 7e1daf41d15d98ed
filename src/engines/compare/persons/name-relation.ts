// How two personal names are related, part by part: the levels that hypotheses about a pair are weighed by (data/entities, `stories`).
import { editDistance, jaroWinkler } from '../../../text/similarity.ts'
import type { Word } from '../words/value-words.ts'
import { sharesMeaning } from '../words/word-similarity.ts'
import { meet } from './name-forms.ts'
import { isSpouse, nameSimilarity } from './name-similarity.ts'
import type { NameLabel } from './person-words.ts'

/** Which part of a name a word belongs to; `either` where nothing decides. */
type Role = 'given' | 'family'

/** A word of a name with its part, and how certain that is: 2 a field says so, 1 a lexicon, 0 its place alone. */
interface Part {
  readonly word: Word
  readonly role: Role
  readonly certainty: 0 | 1 | 2
  /** A family name at birth, noted next to the name. */
  readonly maiden: boolean
}

/** A name as its parts. */
export interface NameParts {
  readonly parts: readonly Part[]
  /** All letters of the name without blanks. */
  readonly compact: string
  readonly label: NameLabel | null
  /** 1 the elder, 2 the younger of one name; 0 where nothing says so. */
  readonly generation: number
}

/** How one word stands to another, the closest first. */
const STANDINGS = [
  'same',
  'variant',
  'short',
  'cognate',
  'gendered',
  'typo',
  'initial',
  'alike',
  'unlike',
  'other',
] as const
type Standing = (typeof STANDINGS)[number]
const rankOf = (standing: Standing) => STANDINGS.indexOf(standing)

/** Levels of the given name, the family name, the label, the generation and the family name at birth; null where nothing is known. */
export type NameLevels = readonly (string | null)[]

/** Likeness from which one word stands for another by a lexicon or a rule, and from which no misspelling of a name comes as near. */
const [VARIANT, RULED] = [0.9, 0.93]
/** Likeness of two spellings from which a rare word is a misspelling of the other. */
const MISSPELT = 0.75
/** Likeness of letters from which two names of their own look like one. */
const LOOKS_LIKE = 0.8
/** Information of a particle, in bits. */
const PARTICLE = 1
/** Letters from which two names of the same letters, two neighbours swapped, are one name and a typo. */
const SWAPPED = 5

/** By how much a word is rather a given than a family name: levels of a factor of four each. */
const leaning = ({ forms }: Word) => (forms === null ? 0 : forms.levels.given - forms.levels.family)
/** Two words whose leanings lie so far apart are the two parts of a name, whatever their order. */
const TELLING = 3

/** Returns how word `a` stands to word `b`; the same for (b, a). */
function standingOf(a: Word, b: Word): Standing {
  if (a.text === b.text) return 'same'
  if (Math.min(a.text.length, b.text.length) === 1) return a.text.charAt(0) === b.text.charAt(0) ? 'initial' : 'other'
  if (isSpouse(a, b)) return 'other'
  const swapped =
    a.letters === b.letters &&
    a.text.length === b.text.length &&
    a.text.length >= SWAPPED &&
    editDistance(a.text, b.text, 1) === 1
  if (swapped) return 'typo'
  const similarity = nameSimilarity(a, b)
  const [x, y] = [a.forms, b.forms]
  if (similarity >= VARIANT && x !== null && y !== null && (x.bases.includes(y.self) || y.bases.includes(x.self)))
    return 'gendered'
  if (isGendered(a.text, b.text)) return 'alike'
  if (similarity < VARIANT && isShort(a, b)) return 'short'
  // Two names, each of some, are two however alike: Jana is not Hana, Marek is not Marko.
  if (isName(a) && isName(b) && similarity < VARIANT)
    return jaroWinkler(a.text, b.text) >= LOOKS_LIKE ? 'alike' : 'other'
  if (similarity >= RULED || (similarity >= VARIANT && isOneName(a, b)))
    return areOfOneCountry(a, b) ? 'cognate' : 'variant'
  if (isName(a) && isName(b)) return 'other'
  if (similarity >= MISSPELT || jaroWinkler(a.text, b.text) >= LOOKS_LIKE) return 'typo'
  return 'unlike'
}

/** A word that is hardly a misspelling, as people are called so. */
const isName = ({ forms }: Word) => forms !== null && Math.max(forms.levels.given, forms.levels.family) >= NAMED
/** Level of a name that more than a few have: 12 to 50 words in a million. */
const NAMED = 3

/** Letters by which a short form is shorter than its name, at the least: "Kate" of "Katherine". */
const SHORTER = 2

/** Are both common given names of one country, neither a spelling nor a short form of the other? Siblings are named so: Anna and Hanna. */
function areOfOneCountry(p: Word, q: Word): boolean {
  const [x, y] = [p.forms, q.forms]
  if (x === null || y === null || !meet(x.countries, y.countries)) return false
  if (x.expanded === y.expanded || x.spelled === y.spelled || meet(x.romanised, y.romanised)) return false
  const [short, long] = p.text.length < q.text.length ? [p, q] : [q, p]
  return long.text.length - short.text.length < SHORTER || !(sharesMeaning(p, q) || long.text.startsWith(short.text))
}

/** What closes a short form and is no letter of the name: "Cat-i", "Mik". */
const CLOSING = /[aeiouy]{1,2}$/
/** Level from which a short form is a name by itself: 200 words in a million. */
const FULL_NAME = 5

/** Is one the beginning of the other, rarer by itself than a full name is: "Cati" of "Catarina"? */
function isShort(a: Word, b: Word): boolean {
  const [short, long] = a.text.length < b.text.length ? [a, b] : [b, a]
  if (long.text.length - short.text.length < SHORTER || (short.forms?.levels.given ?? 0) >= FULL_NAME) return false
  const stem = short.text.replace(CLOSING, '')
  return stem.length >= STEM && long.text.startsWith(stem)
}

/** Letters that two names share before the ending that makes one of a man and one of a woman. */
const STEM = 3

/** Do the names differ in the closing "a" of a woman's name alone: "Antonio" and "Antonia", "Josef" and "Josefa"? */
function isGendered(s: string, t: string): boolean {
  const [short, long] = s.length < t.length ? [s, t] : [t, s]
  if (short.length <= STEM - 1 || long.length - short.length > 1) return false
  if (long.length > short.length) return long === `${short}a`
  const stem = s.slice(0, -1)
  return (
    s.length > STEM &&
    stem === t.slice(0, -1) &&
    (s.endsWith('a') || t.endsWith('a')) &&
    /[oeiy]$/.test(s.endsWith('a') ? t : s)
  )
}

/** A misspelling may come as near as a variant does: only where both are names is a likeness that of variants. */
function isOneName(a: Word, b: Word): boolean {
  return (isName(a) && isName(b)) || editDistance(a.text, b.text, 1) !== 1
}

function withoutParticles(words: readonly Word[]): readonly Word[] {
  const named = words.filter(({ bits }) => bits > PARTICLE)
  return named.length > 0 ? named : words
}

/** The parts of a name that stands in fields of its own. */
export function fieldParts(given: readonly Word[], family: readonly Word[]): Part[] {
  const partsOf = (words: readonly Word[], role: Role): Part[] =>
    withoutParticles(words).map((word) => ({ word, role, certainty: 2, maiden: false }))
  return [...partsOf(given, 'given'), ...partsOf(family, 'family')]
}

/** The parts of a whole name; `families` first words are the family name (before a comma), 0 where no comma says so. */
export function wholeParts(words: readonly Word[], families: number, isMother: boolean): Part[] {
  const all = withoutParticles(words)
  const last = all.length - 1
  const lead = last > 0 ? leaning(all[0]!) - leaning(all[last]!) : 0
  const familyFirst = lead <= -TELLING
  const certainty = families > 0 ? 2 : Math.abs(lead) >= TELLING ? 1 : 0
  const roleAt = (word: Word, i: number): Role => {
    if (families > 0) return i > last - families ? 'family' : 'given'
    if (last === 0) return isMother || leaning(word) < 0 ? 'family' : 'given'
    if (i === 0 || i === last) return (i === 0) === familyFirst ? 'family' : 'given'
    return leaning(word) >= 0 ? 'given' : 'family'
  }
  return all.map((word, i) => ({ word, role: roleAt(word, i), certainty, maiden: false }))
}

interface Match {
  readonly x: Part
  readonly y: Part
  readonly standing: Standing
}

/** Words of a name that are read at most. */
const MOST = 8

/** Pairs every word with the one it stands closest to, each once, words of one role first; the rest stays on its side. */
function matched(xs: readonly Part[], ys: readonly Part[]): { matches: Match[]; restX: Part[]; restY: Part[] } {
  const offers: (Match & { readonly rank: number })[] = []
  for (const x of xs)
    for (const y of ys) {
      const standing = standingOf(x.word, y.word)
      // Two names that only look alike are in one place of the name, or chance.
      if (rankOf(standing) >= rankOf('unlike') || (standing === 'alike' && x.role !== y.role)) continue
      offers.push({ x, y, standing, rank: 2 * rankOf(standing) + (x.role === y.role ? 0 : 1) })
    }
  offers.sort((p, q) => p.rank - q.rank)
  const taken = new Set<Part>()
  const matches: Match[] = []
  for (const offer of offers) {
    if (taken.has(offer.x) || taken.has(offer.y)) continue
    taken.add(offer.x)
    taken.add(offer.y)
    matches.push(offer)
  }
  const isLeft = (part: Part) => !taken.has(part)
  return { matches, restX: xs.filter(isLeft), restY: ys.filter(isLeft) }
}

/** Which part two words that match belong to: as the side says that is more certain of it. */
function roleOf({ x, y }: Match): Role | null {
  if (x.role === y.role) return x.role
  if (x.certainty === y.certainty) return null
  return x.certainty > y.certainty ? x.role : y.role
}

/** The farthest standing among matches of one part; null where there is none. */
function farthest(matches: readonly Match[]): Standing | null {
  let worst = -1
  for (const { standing } of matches) worst = Math.max(worst, rankOf(standing))
  return worst < 0 ? null : STANDINGS[worst]!
}

const other = (role: Role): Role => (role === 'given' ? 'family' : 'given')

/** Roles of the words of one side that match nothing: turned round where its matches say that the name is written in the other order. */
function rolesOfRest(rest: readonly Part[], own: readonly (readonly [Part, Role])[]): Role[] {
  const turned = own.some(([part, role]) => part.certainty < 2 && part.role !== role)
  return rest.map(({ role, certainty }) => (turned && certainty < 2 ? other(role) : role))
}

/** Returns the levels of two names; the same for (b, a). */
export function nameLevels(a: NameParts, b: NameParts): NameLevels {
  const label = labelLevel(a.label, b.label)
  const generation = generationLevel(a.generation, b.generation)
  const xs = a.parts.length > MOST ? a.parts.slice(0, MOST) : a.parts
  const ys = b.parts.length > MOST ? b.parts.slice(0, MOST) : b.parts
  const maiden = maidenLevel(xs, ys)
  // A mother's given name is not her child's; of "Unknown" nothing is.
  const silent = [a.label, b.label].some((one) => one !== null && one.kind !== 'twin')
  if (a.compact === b.compact && maiden === null && xs.length + ys.length > 2)
    return [silent ? null : 'same', 'same', label, generation, maiden]
  const { matches, restX, restY } = matched(xs, ys)
  const roles = matches.map(roleOf)
  // Where nothing decides, two words that both match are one name in another order; one that matches alone is the family name.
  const open = roles.filter((role) => role === null).length
  let isFirst = true
  const decided = roles.map((role): Role => {
    if (role !== null) return role
    const given = open > 1 && isFirst
    isFirst = false
    return given ? 'given' : 'family'
  })
  const restA = rolesOfRest(
    restX,
    matches.map(({ x }, i) => [x, decided[i]!] as const),
  )
  const restB = rolesOfRest(
    restY,
    matches.map(({ y }, i) => [y, decided[i]!] as const),
  )
  const partOf = (role: Role): string | null => {
    const mine = matches.filter((_, i) => decided[i] === role)
    const left = restX.filter((part, i) => restA[i] === role && !part.maiden).length
    const right = restY.filter((part, i) => restB[i] === role && !part.maiden).length
    if (mine.length > 0) return partLevel(farthest(mine), left, right)
    if (left === 0 || right === 0) return null
    // A word that nobody is called may be a misspelling of any name.
    const isKnown = (rest: readonly Part[], roles: readonly Role[]) =>
      rest.some(({ word }, i) => roles[i] === role && isName(word))
    return isKnown(restX, restA) && isKnown(restY, restB) ? 'other' : 'unlike'
  }
  return [silent ? null : partOf('given'), partOf('family'), label, generation, maiden]
}

/** The level of one part: the farthest of its matches, and what either side leaves over. */
function partLevel(standing: Standing | null, left: number, right: number): string | null {
  if (standing === 'alike' || standing === 'cognate') return standing
  if (left > 0 && right > 0) return 'mixed'
  return standing === 'same' && left + right > 0 ? 'part' : standing
}

function labelLevel(a: NameLabel | null, b: NameLabel | null): string {
  if (a === null || b === null) return a === b ? 'none' : 'one'
  if (a.kind === 'unknown' || b.kind === 'unknown') return 'unknown'
  return a.mark !== '' && b.mark !== '' ? (a.mark === b.mark ? 'both' : 'apart') : 'both'
}

function generationLevel(a: number, b: number): string {
  if (a === 0 && b === 0) return 'none'
  return a === b ? 'same' : a === 0 || b === 0 ? 'one' : 'apart'
}

/** Family names at birth, where both names note one. */
function maidenLevel(xs: readonly Part[], ys: readonly Part[]): string | null {
  const [a, b] = [xs.filter(({ maiden }) => maiden), ys.filter(({ maiden }) => maiden)]
  if (a.length === 0 || b.length === 0) return null
  return a.some((x) => b.some((y) => standingOf(x.word, y.word) !== 'other')) ? 'same' : 'other'
}

/** Maiden names as parts of the name they are noted next to. */
export function maidenParts(words: readonly Word[]): Part[] {
  return withoutParticles(words).map((word) => ({ word, role: 'family', certainty: 2, maiden: true }))
}
