// The measures every name comparison shares (organisations, places, titles): overlap by information, what is left over on
// both sides, numbers that agree or contradict, initials.
import { jaroWinkler } from '../../text/similarity.ts'
import { type AlignOptions, align } from './align.ts'
import { NOTHING, unit } from './comparators/comparator.ts'
import type { Word } from './words.ts'

/** A name made ready: its words without noise, and what is compared as a whole. */
export interface Name {
  readonly words: readonly Word[]
  readonly compact: string
  readonly initials: string
  readonly numbers: readonly string[]
}

export const NAME_MEASURES = ['', 'tftoken', 'subset', 'rarity', 'rival', 'extra', 'number', 'lead', 'acronym'] as const

/** Bits that a rarity of 1 stands for. */
export const RARE = 20

export function nameOf(words: readonly Word[], skipped: ReadonlySet<string>): Name {
  const kept = words.length > 1 ? words.filter((word) => !skipped.has(word.text)) : words
  const used = kept.length > 0 ? kept : words
  return {
    words: used,
    compact: used.map((word) => word.text).join(''),
    initials: used.map((word) => (word.numeric ? word.text : word.text.charAt(0))).join(''),
    numbers: used.filter((word) => word.numeric).map((word) => word.text),
  }
}

const ROMAN: Readonly<Record<string, string>> = { ii: '2', iii: '3', iv: '4', vi: '6', vii: '7', viii: '8', ix: '9' }
const ORDINAL: Readonly<Record<string, string>> = { first: '1', second: '2', third: '3', one: '1', two: '2', three: '3', four: '4', '1st': '1', '2nd': '2', '3rd': '3', '4th': '4', '5th': '5' }

/** A number word as digits: "ii", "second" and "2nd" are "2". */
export function asNumber(text: string): string {
  return ROMAN[text] ?? ORDINAL[text] ?? text
}

function numberAgreement(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return NOTHING
  if (a.length === 0 || b.length === 0) return 0.5
  let shared = 0
  for (const text of a) if (b.includes(text)) shared++
  return shared / Math.min(a.length, b.length) === 0 ? 0 : 0.6 + (0.4 * shared) / Math.max(a.length, b.length)
}

function acronym(a: Name, b: Name): number {
  const [short, long] = a.compact.length <= b.compact.length ? [a, b] : [b, a]
  if (short.words.length !== 1 || short.compact.length < 2 || short.compact.length > 7 || long.words.length < 2) return NOTHING
  if (long.initials === short.compact) return 1
  return long.initials.startsWith(short.compact) || short.compact.startsWith(long.initials) ? 0.6 : 0
}

/** Measures in the order of NAME_MEASURES, and the information of what agrees. */
export function measureNames(a: Name, b: Name, options: AlignOptions, rest: number): { measures: number[]; bits: number } {
  const aligned = align(a.words, b.words, options)
  const { shared, restA, restB } = aligned
  const whole = jaroWinkler(a.compact, b.compact)
  const least = Math.min(restA, restB)
  const most = Math.max(restA, restB)
  const initials = acronym(a, b)
  const exact = a.compact === b.compact
  const first = a.words[0]
  const other = b.words[0]
  const measures = [
    exact ? 1 : Math.min(0.99, whole),
    shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB),
    shared === 0 ? 0 : shared / (shared + least),
    unit(aligned.rarest / RARE),
    1 - unit(Math.min(aligned.rarestRestA, aligned.rarestRestB) / RARE),
    1 - unit(most / (2 * RARE)),
    numberAgreement(a.numbers, b.numbers),
    first && other ? jaroWinkler(first.text, other.text) : NOTHING,
    initials,
  ]
  let bits = aligned.rarest + rest * (shared - aligned.rarest)
  if (initials === 1) bits = Math.max(bits, 4.7 * Math.min(a.compact.length, b.compact.length))
  // A spelling that differs inside one long word still names it.
  if (whole >= 0.92 && shared === 0) bits = Math.max(bits, Math.min(restA, restB) * whole)
  return { measures, bits }
}
