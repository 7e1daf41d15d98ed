// How two personal names are related, part by part: the levels that hypotheses about a pair are weighed by (data/entities, `stories`).
import { editDistance, jaroWinkler } from '../../../text/similarity.ts'
import { meet } from '../words/name-forms.ts'
import type { Word } from '../words/value-words.ts'
import { rememberPairs } from '../words/word-pairs.ts'
import { sharesMeaning } from '../words/word-similarity.ts'
import { areParentAndChild, type Descent } from './descent.ts'
import { isSpouse, nameSimilarity } from './name-similarity.ts'
import type { NameLabel, PersonWords } from './person-words.ts'

/** The part of a name that a word belongs to; `either` if nothing decides. */
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
  /** All letters of the name without blanks, and those of them that are Chinese characters. */
  readonly compact: string
  readonly characters: string
  readonly label: NameLabel | null
  /** 1 the elder, 2 the younger of one name; 0 where nothing says so. */
  readonly generation: number
  readonly descent: Descent | null
  /** The given name is that of the husband: "Mrs John Hill". */
  readonly isHusbands: boolean
}

/** How one word stands to another, the closest first. */
const STANDINGS = [
  'same',
  'variant',
  'short',
  'cognate',
  'gendered',
  'typo',
  'slip',
  'initial',
  'alike',
  'unlike',
  'other',
] as const
type Standing = (typeof STANDINGS)[number]

/** Levels of the given name, the family name, the label, the generation and the family name at birth; null where nothing is known. */
export type NameLevels = readonly (string | null)[]

/** Likeness from which one word stands for another by a lexicon or a rule, and from which no misspelling of a name comes as near. */
const [VARIANT, RULED] = [0.9, 0.93]
/** Least similarity of a rare word that is a misspelling of the other. */
const MISSPELT = 0.75
/** Likeness of letters from which two names of their own look like one. */
const LOOKS_LIKE = 0.8
/** Information of a particle, in bits. */
const PARTICLE = 1
/** Letters from which two names of the same letters, two neighbours swapped, are one name and a typo. */
const SWAPPED = 5

/** How much more a word is a given than a family name: levels of a factor of four each. */
const leaning = ({ forms }: Word) => (forms === null ? 0 : forms.levels.given - forms.levels.family)
/** Two words with this difference are the two parts of a name in any order. */
const TELLING = 3

/** Is one name written with two letters for one with a mark: "Aase" and "Åse"? */
const isSpelledOut = ({ forms: a }: Word, { forms: b }: Word) =>
  a !== null && b !== null && (a.expanded === b.expanded || a.expanded === b.self || b.expanded === a.self)

/** Returns how word `a` stands to word `b`, both of the given name if `isGiven`; the same for (b, a). */
function standingOf(a: Word, b: Word, isGiven = false): Standing {
  if (a.text === b.text || isSpelledOut(a, b)) return 'same'
  if (Math.min(a.text.length, b.text.length) === 1) return a.text.charAt(0) === b.text.charAt(0) ? 'initial' : 'other'
  if (isSpouse(a, b)) return 'other'
  const typo = isGiven && isSlip(a, b) ? 'slip' : 'typo'
  return areSwapped(a, b) ? typo : standingByForm(a, b, typo)
}

/** The standing of two words by its number: of two given names, and of two other words. */
const rankOfGiven = rememberPairs((a, b) => STANDINGS.indexOf(standingOf(a, b, true)))
const rankOf = rememberPairs((a, b) => STANDINGS.indexOf(standingOf(a, b)))

/** Are two long words the same letters, two neighbours swapped? */
const areSwapped = (a: Word, b: Word) =>
  a.letters === b.letters &&
  a.text.length === b.text.length &&
  a.text.length >= SWAPPED &&
  editDistance(a.text, b.text, 1) === 1

/** The relation of two words by their forms and their likeness; `typo` is the relation of a misspelling. */
function standingByForm(a: Word, b: Word, typo: 'slip' | 'typo'): Standing {
  const similarity = nameSimilarity(a, b)
  const isVariant = similarity >= VARIANT
  if (isVariant && areGenders(a, b)) return 'gendered'
  if (isGendered(a, b)) return 'alike'
  if (!isVariant && isShort(a, b)) return 'short'
  const areNames = isName(a) && isName(b)
  // Two names, each of some, are two however alike: Jana is not Hana, Marek is not Marko.
  if (areNames && !isVariant) return looksLike(a, b) ? (typo === 'slip' ? 'slip' : 'alike') : 'other'
  if (similarity >= RULED || (isVariant && isOneName(a, b))) return areOfOneCountry(a, b) ? 'cognate' : 'variant'
  if (areNames) return 'other'
  return similarity >= MISSPELT || looksLike(a, b) ? typo : 'unlike'
}

const looksLike = (a: Word, b: Word) => jaroWinkler(a.text, b.text) >= LOOKS_LIKE

/** Is one name a form of the other by the lexicons: of a man and of a woman? */
const areGenders = ({ forms: x }: Word, { forms: y }: Word) =>
  x !== null && y !== null && (x.bases.includes(y.self) || y.bases.includes(x.self))

/** A word that is hardly a misspelling, as people are called so. */
const isName = ({ forms }: Word) => forms !== null && Math.max(forms.levels.given, forms.levels.family) >= NAMED
/** Level of a name that more than a few have: 12 to 50 words in a million. */
const NAMED = 3

/** Levels of a given name, a factor of four each, from which the rarer of two that are one letter apart is a misspelling of the other: Dyan of Dylan. */
const RARER = 3
const givenLevel = ({ forms }: Word) => forms?.levels.given ?? 0
const isRarer = (rare: Word, common: Word) => givenLevel(common) - givenLevel(rare) >= RARER
const isSlip = (a: Word, b: Word) => (isRarer(a, b) || isRarer(b, a)) && editDistance(a.text, b.text, 1) === 1
const byLength = (a: Word, b: Word): [Word, Word] => (a.text.length < b.text.length ? [a, b] : [b, a])

/** Letters by which a short form is shorter than its name, at the least: "Kate" of "Katherine". */
const SHORTER = 2

/** Are both common given names of one country, neither a spelling nor a short form of the other? Siblings are named so: Anna and Hanna. */
function areOfOneCountry(p: Word, q: Word): boolean {
  const [x, y] = [p.forms, q.forms]
  if (x === null || y === null || !meet(x.countries, y.countries)) return false
  if (x.expanded === y.expanded || x.spelled === y.spelled || meet(x.romanised, y.romanised)) return false
  const [short, long] = byLength(p, q)
  return long.text.length - short.text.length < SHORTER || !(sharesMeaning(p, q) || long.text.startsWith(short.text))
}

/** The ending of a short form that is not in the name: "Cat-i", "Mik". */
const CLOSING = /[aeiouy]{1,2}$/
/** Least level of a short form that is also a full name: 200 words in a million. */
const FULL_NAME = 5

/** Is one the beginning of the other, rarer by itself than a full name is: "Cati" of "Catarina"? */
function isShort(a: Word, b: Word): boolean {
  const [short, long] = byLength(a, b)
  if (long.text.length - short.text.length < SHORTER || (short.forms?.levels.given ?? 0) >= FULL_NAME) return false
  const stem = short.text.replace(CLOSING, '')
  return stem.length >= STEM && long.text.startsWith(stem)
}

/** Letters that two names share before the ending that makes one of a man and one of a woman. */
const STEM = 3

/** Do the names differ in what makes one of a man and one of a woman alone: "Antonio" and "Antonia", "Josef" and "Josefa", "Kiprono" and "Cherono"? */
function isGendered(a: Word, b: Word): boolean {
  const [{ text: s }, { text: t }] = [a, b]
  if (SON.test(s) !== SON.test(t)) return isOpened(s, t) || isOpened(t, s)
  if (Math.min(s.length, t.length) < STEM || Math.abs(s.length - t.length) > 1) return false
  const [short, long] = byLength(a, b)
  // "Rebecc" is not a man's name. Arabic letters end the woman's with a sign that is read h.
  if (s.length !== t.length)
    return long.text === short.text + (VOWELS.test(short.text) ? 'a' : 'h') && !isRarer(short, long)
  const stem = s.slice(0, -1)
  return (
    s.length > STEM &&
    stem === t.slice(0, -1) &&
    (s.endsWith('a') || t.endsWith('a')) &&
    /[oeiy]$/.test(s.endsWith('a') ? t : s)
  )
}

const VOWELS = /[aeiou]/
/** Openings of the names of sons and daughters among the Kalenjin. */
const [SON, DAUGHTER] = [/^kip?(?=.{3})/, /^chep?(?=.{3})/]
const isOpened = (son: string, daughter: string) =>
  SON.test(son) && DAUGHTER.test(daughter) && son.replace(SON, '') === daughter.replace(DAUGHTER, '')

/** A misspelling may come as near as a variant does: only where both are names is a likeness that of variants. */
function isOneName(a: Word, b: Word): boolean {
  return (isName(a) && isName(b)) || editDistance(a.text, b.text, 1) !== 1
}

function withoutParticles(words: readonly Word[]): readonly Word[] {
  const named = words.filter(({ bits }) => bits > PARTICLE)
  return named.length > 0 ? named : words
}

/** The parts of a name in separate fields. */
export function fieldParts(given: readonly Word[], family: readonly Word[]): Part[] {
  const partsOf = (words: readonly Word[], role: Role): Part[] =>
    withoutParticles(words).map((word) => ({ word, role, certainty: 2, maiden: false }))
  return [...partsOf(given, 'given'), ...partsOf(family, 'family')]
}

/** The parts of a whole name; `families` first words are the family name (before a comma), 0 where no comma says so. */
export function wholeParts(
  words: readonly Word[],
  families: number,
  isMother: boolean,
  { isTwin, isPatronymic }: Pick<PersonWords, 'isTwin' | 'isPatronymic'>,
): Part[] {
  const all = withoutParticles(words)
  const last = all.length - 1
  const isGiven = (word: Word) => isTwin(word) || (last > 1 && isPatronymic(word))
  const leaningOf = (word: Word) => (isGiven(word) ? Math.max(leaning(word), TELLING) : leaning(word))
  const lead = last > 0 ? leaningOf(all[0]!) - leaningOf(all[last]!) : 0
  const familyFirst = lead <= -TELLING
  // A first word without a frequency does not give the order: the second name of an Ethiopian or an Arab is a given name, too.
  const isTold = familyFirst ? leaning(all[0]!) < 0 || isGiven(all[last]!) : lead >= TELLING
  const certainty = families > 0 ? 2 : isTold ? 1 : 0
  const roleAt = (word: Word, i: number): Role => {
    if (families > 0) return i > last - families ? 'family' : 'given'
    if (last === 0) return isMother || leaning(word) < 0 ? 'family' : 'given'
    if (i === 0 || i === last) return (i === 0) === familyFirst ? 'family' : 'given'
    return leaning(word) >= 0 ? 'given' : 'family'
  }
  return all.map((word, i) => ({ word, role: roleAt(word, i), certainty, maiden: false }))
}

/** Words of a name that are read at most. */
const MOST = 8
const [GIVEN, FAMILY, OPEN] = [0, 1, 2]
const NONE = STANDINGS.length
const UNLIKE = STANDINGS.indexOf('unlike')
const [ALIKE, INITIAL] = [STANDINGS.indexOf('alike'), STANDINGS.indexOf('initial')]

// Kept from call to call: nothing is paired while something is.
const RANKS = new Uint8Array(MOST * MOST)
/** By word of either side the role it is counted under, once it is paired or left over; by match its words, standing and role. */
const LEFT = new Int8Array(MOST)
const RIGHT = new Int8Array(MOST)
const MATCHES = {
  x: new Uint8Array(MOST),
  y: new Uint8Array(MOST),
  standing: new Uint8Array(MOST),
  role: new Uint8Array(MOST),
}

/** Pairs every word with the one it stands closest to, each once, words of one role first; returns how many were paired. */
function pairWords(xs: readonly Part[], ys: readonly Part[], n: number, m: number): number {
  /** One bit for each rank that occurs. */
  let met = 0
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const [x, y] = [xs[i]!, ys[j]!]
      const crossed = x.role === y.role ? 0 : 1
      const standing = crossed === 0 && x.role === 'given' ? rankOfGiven(x.word, y.word) : rankOf(x.word, y.word)
      // Two names that only look alike are in one place of the name, or chance.
      const rank = standing >= UNLIKE || (standing === ALIKE && crossed === 1) ? 2 * NONE : 2 * standing + crossed
      RANKS[i * MOST + j] = rank
      met |= 1 << rank
    }
  LEFT.fill(-1)
  RIGHT.fill(-1)
  let matches = 0
  for (let rank = 0; rank < 2 * UNLIKE; rank++)
    for (let i = 0; i < n && (met & (1 << rank)) !== 0; i++)
      for (let j = 0; j < m && LEFT[i]! < 0; j++) {
        if (RANKS[i * MOST + j] !== rank || RIGHT[j]! >= 0) continue
        MATCHES.x[matches] = i
        MATCHES.y[matches] = j
        MATCHES.standing[matches] = rank >> 1
        MATCHES.role[matches++] = roleOf(xs[i]!, ys[j]!)
        LEFT[i] = OPEN
        RIGHT[j] = OPEN
      }
  return matches
}

/** The part of two matching words, by the side that is more certain. */
function roleOf(x: Part, y: Part): number {
  if (x.role !== y.role && x.certainty === y.certainty) return OPEN
  return (x.certainty >= y.certainty ? x.role : y.role) === 'given' ? GIVEN : FAMILY
}

/** If nothing decides, the first of two matching words in one order is the given name, as is the closer match in another; a single one is the family name. */
function decideRoles(matches: number): void {
  let open = 0
  let given = -1
  for (let k = 0; k < matches; k++) {
    if (MATCHES.role[k] !== OPEN) continue
    open++
    const inOrder = given >= 0 && MATCHES.x[k] === MATCHES.y[k] && MATCHES.x[given] === MATCHES.y[given]
    if (given < 0 || (inOrder && MATCHES.x[k]! < MATCHES.x[given]!)) given = k
  }
  for (let k = 0; k < matches; k++)
    if (MATCHES.role[k] === OPEN) MATCHES.role[k] = open > 1 && k === given ? GIVEN : FAMILY
}

/** Counts words under roles: those that match nothing turned round where the matches say that the name is in the other order. */
function countRest(
  parts: readonly Part[],
  count: number,
  roles: Int8Array,
  matched: Uint8Array,
  matches: number,
): void {
  let turned = false
  for (let k = 0; k < matches; k++) {
    const { certainty, role } = parts[matched[k]!]!
    if (certainty < 2 && (role === 'given' ? GIVEN : FAMILY) !== MATCHES.role[k]) turned = true
  }
  for (let i = 0; i < count; i++) {
    if (roles[i]! >= 0) continue
    const { certainty, role } = parts[i]!
    const own = role === 'given' ? GIVEN : FAMILY
    roles[i] = turned && certainty < 2 ? FAMILY - own : own
  }
}

/** How many words of a role one side leaves over; of the family name those at birth are not missed. */
function left(parts: readonly Part[], count: number, roles: Int8Array, role: number, isKnown: boolean): number {
  let words = 0
  for (let i = 0; i < count; i++) {
    const part = parts[i]!
    if (roles[i] === role && !part.maiden && (!isKnown || isName(part.word))) words++
  }
  return words
}

/** The share of Chinese characters that two names read alike have in common; 1 where one has none. One reading is that of many names: 王伟 and 王威. */
export function charactersShared(a: Pick<NameParts, 'compact' | 'characters'>, b: typeof a): number {
  const [s, t] = [a.characters, b.characters]
  if (s === t || s === '' || t === '' || a.compact !== b.compact) return 1
  let shared = 0
  for (let i = 0; i < s.length; i++) if (s.charAt(i) === t.charAt(i)) shared++
  return shared / Math.max(s.length, t.length)
}

/** Returns the levels of two names; the same for (b, a). */
export function nameLevels(a: NameParts, b: NameParts): NameLevels {
  const label = labelLevel(a.label, b.label)
  const generation = generationLevel(a, b)
  const maiden = maidenLevel(a.parts, b.parts)
  // A mother's given name is not her child's, nor a husband's his wife's; "Unknown" is not a name.
  const silent = isNameless(a.label) || isNameless(b.label) || a.isHusbands !== b.isHusbands
  if (label === 'unknown') return [null, null, label, generation, maiden]
  if (charactersShared(a, b) < 1) {
    const isOther = a.characters.charAt(0) !== b.characters.charAt(0)
    return [silent || isOther ? null : 'alike', isOther ? 'alike' : 'same', label, generation, maiden]
  }
  if (a.compact === b.compact && maiden === null && a.parts.length + b.parts.length > 2)
    return [silent ? null : 'same', 'same', label, generation, maiden]
  const [n, m] = [Math.min(MOST, a.parts.length), Math.min(MOST, b.parts.length)]
  const matches = pairWords(a.parts, b.parts, n, m)
  decideRoles(matches)
  countRest(a.parts, n, LEFT, MATCHES.x, matches)
  countRest(b.parts, m, RIGHT, MATCHES.y, matches)
  const partOf = (role: number): string | null => {
    let worst: number = -1
    let best: number = NONE
    for (let k = 0; k < matches; k++) {
      if (MATCHES.role[k] !== role) continue
      worst = Math.max(worst, MATCHES.standing[k]!)
      best = Math.min(best, MATCHES.standing[k]!)
    }
    // "Grace W." says no less than "Grace".
    if (worst === INITIAL && best === 0) return 'part'
    const [x, y] = [left(a.parts, n, LEFT, role, false), left(b.parts, m, RIGHT, role, false)]
    if (worst >= 0) return partLevel(STANDINGS[worst]!, x, y)
    if (x === 0 || y === 0) return null
    // A word that is not a name may be a misspelling of any name.
    return left(a.parts, n, LEFT, role, true) > 0 && left(b.parts, m, RIGHT, role, true) > 0 ? 'other' : 'unlike'
  }
  return [silent ? null : partOf(GIVEN), partOf(FAMILY), label, generation, maiden]
}

const isNameless = (label: NameLabel | null) => label !== null && label.kind !== 'twin'

/** The level of one part: the farthest of its matches, and what either side leaves over. */
function partLevel(standing: Standing, left: number, right: number): string {
  if (standing === 'alike' || standing === 'cognate') return standing
  if (left > 0 && right > 0) return 'mixed'
  return standing === 'same' && left + right > 0 ? 'part' : standing
}

function labelLevel(a: NameLabel | null, b: NameLabel | null): string {
  if (a?.kind === 'unknown' || b?.kind === 'unknown') return 'unknown'
  if (a === null || b === null) return a === b ? 'none' : 'one'
  return a.mark !== '' && b.mark !== '' ? (a.mark === b.mark ? 'both' : 'apart') : 'both'
}

function generationLevel(x: NameParts, y: NameParts): string {
  const [a, b] = [x.generation, y.generation]
  if (areParentAndChild(x.descent, y.descent)) return 'apart'
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
