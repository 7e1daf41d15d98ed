// The measures every name comparison shares (organisations, places, titles): overlap by information, what is left over on
// both sides, numbers that agree or contradict, initials.
import { jaroWinkler } from '../../../text/similarity.ts'
import { type Alignment, type AlignOptions, align } from '../words/align.ts'
import { NOTHING, unit } from '../words/measures.ts'
import type { Word } from '../words/value-words.ts'

/** A name made ready: its words without noise, and what is compared as a whole. */
export interface Name {
  readonly words: readonly Word[]
  readonly compact: string
  /** Ways its initials may be written. */
  readonly initials: readonly string[]
  readonly numbers: readonly string[]
  /** Its words as written without noise, the legal form last, and the number of them that are not a form: the parts of a blend. */
  readonly written?: { readonly words: readonly string[]; readonly least: number } | undefined
}

export const NAME_MEASURES = [
  '',
  'tftoken',
  'subset',
  'rarity',
  'evidence',
  'rival',
  'extra',
  'number',
  'lead',
  'acronym',
  'special',
] as const

/** Information of a letter among initials, in bits. */
const LETTER_BITS = 3.5

/** Bits for which a rarity, and a total evidence, is 1. */
const RARE = 20
const AMPLE = 60

/** A name of these words, without its initials. */
export function nameOf(words: readonly Word[]): Omit<Name, 'initials'> {
  const texts: string[] = []
  let numbers: string[] | null = null
  for (const { text, numeric } of words) {
    texts.push(text)
    if (numeric) {
      numbers ??= []
      numbers.push(text)
    }
  }
  // Joined at once: a string added to piece by piece is slow to read character by character.
  return { words, compact: texts.join(''), numbers: numbers ?? NONE }
}

const NONE: readonly string[] = []

const YEAR = /^(?:1[89]|20)\d\d$/

/** How far numbers agree, years and others apart: a year on one side says nothing against a "2" on the other. */
function numberAgreement(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return NOTHING
  let least = NOTHING
  for (const years of [false, true]) {
    const ours = a.filter((text) => YEAR.test(text) === years)
    const theirs = b.filter((text) => YEAR.test(text) === years)
    if (ours.length === 0 && theirs.length === 0) continue
    let agreement = years ? 0.6 : 0.45
    if (ours.length > 0 && theirs.length > 0) {
      let shared = 0
      for (const text of ours) if (theirs.includes(text)) shared++
      agreement = shared === 0 ? 0 : 0.7 + (0.3 * shared) / Math.max(ours.length, theirs.length)
    }
    if (Number.isNaN(least) || agreement < least) least = agreement
  }
  return least
}

/** Similarity of a blend of beginnings as an acronym; full initials count 1. */
const BLEND = 0.9

/**
 * Is the word made of beginnings of the words in order, of `least` at the least: "TANESCO" of "Tanzania Electric Supply Company"?
 * At most four letters of each, so that a few steps decide.
 */
function isBlend(text: string, words: readonly string[], least: number, from = 0, at = 0): boolean {
  if (from === text.length) return at >= least
  if (at === words.length) return false
  const word = words[at]!
  for (let length = Math.min(4, word.length); length > 0; length--)
    if (text.startsWith(word.slice(0, length), from) && isBlend(text, words, least, from + length, at + 1)) return true
  return false
}

/** Does one name stand as initials for the other? NaN when neither could. */
function acronym(a: Name, b: Name): number {
  const [short, long] = a.compact.length <= b.compact.length ? [a, b] : [b, a]
  if (long.words.length < 2) return NOTHING
  let best = NOTHING
  const isSingle = short.words.length === 1
  for (const { text, numeric } of short.words) {
    if (numeric || text.length < (isSingle ? 2 : 3) || text.length > 7) continue
    let found = initialsOf(text, long.initials)
    if (found < 1 && isSingle && text.length >= 5 && mayBeBlend(text, long)) found = BLEND
    if (!isSingle) found *= 0.8
    if (Number.isNaN(best) || found > best) best = found
  }
  return best
}

/** Agreement of a word with the initials of a name: 1 the same, .6 one begins with the other, 0 neither. */
function initialsOf(text: string, ways: readonly string[]): number {
  let found = 0
  for (const initials of ways) {
    if (initials === text) return 1
    if (Math.min(text.length, initials.length) < 3) continue
    if (initials.startsWith(text) || text.startsWith(initials)) found = 0.6
  }
  return found
}

const mayBeBlend = (text: string, { written }: Name): boolean =>
  written !== undefined &&
  written.words.length >= 3 &&
  written.least < text.length &&
  isBlend(text, written.words, written.least)

/**
 * Measures in the order of NAME_MEASURES, the information of what agrees, how the words were aligned, and whether one name stands
 * as initials for the other.
 */
export function measureNames(
  a: Name,
  b: Name,
  options: AlignOptions,
  rest: number,
): { measures: number[]; bits: number; abbreviated: boolean; aligned: Alignment } {
  const aligned = align(a.words, b.words, options)
  const { shared, restA, restB } = aligned
  const whole = jaroWinkler(a.compact, b.compact)
  const least = Math.min(restA, restB)
  const most = Math.max(restA, restB)
  const initials = acronym(a, b)
  const first = a.words[0]
  const other = b.words[0]
  const measures = [
    a.compact === b.compact ? 1 : Math.min(0.99, whole),
    shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB),
    shared === 0 ? 0 : shared / (shared + least),
    unit(aligned.rarest / RARE),
    unit(shared / AMPLE),
    1 - unit(Math.min(aligned.rarestRestA, aligned.rarestRestB) / RARE),
    1 - unit(most / (2 * RARE)),
    numberAgreement(a.numbers, b.numbers),
    first && other ? jaroWinkler(first.text, other.text) : NOTHING,
    initials,
    aligned.special + aligned.specialRest === 0
      ? NOTHING
      : (2 * aligned.special) / (2 * aligned.special + aligned.specialRest),
  ]
  let bits = aligned.rarest + rest * (shared - aligned.rarest)
  if (initials >= BLEND) {
    const [short, long] = a.compact.length <= b.compact.length ? [a, b] : [b, a]
    // Initials are few, and many bodies share those of three letters.
    const told = LETTER_BITS * short.compact.length
    bits = long.words.some(({ text }) => text === short.compact) ? Math.max(bits, told) : told
  }
  // A spelling that differs inside one long word still names it.
  if (whole >= 0.92 && shared === 0) bits = Math.max(bits, Math.min(restA, restB) * whole)
  return { measures, bits, abbreviated: initials >= BLEND, aligned }
}
