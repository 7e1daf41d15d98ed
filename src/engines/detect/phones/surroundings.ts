// Context and format of a possible telephone number: connecting signs, words that name or count it, dates and amounts.
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT, COLON, COMMA, EN_DASH, FULL_STOP, HYPHEN, PERCENT, SLASH, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, isLetterOrNumberUnit, isLetterUnit, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import type { WordFacts } from '../../../text/words.ts'
import type { Evidence } from '../evidence.ts'
import type { Label } from '../fields/label.ts'
import { isNumeric, signCodeAt } from '../token-questions.ts'

/** Decimals, but not a date in the next cell of a row: ",22.09.1986", ",1 August 1974". */
const DECIMALS = /^,\d{1,2}(?!\d|[./-]\d{1,2}[./-]\d{2}| \p{L}{3,10} \d{4}|\. ?\p{L}{3,10} \d{4})/u
const DATE_WITHIN = 20
const ONE = 49
const TWO = 50
/** Number of digits of a day, a month and a two-digit year. */
const DAY_DIGITS = 6
const YEAR_DIGITS = 4

/** True if a sign or word continues the last group, so that the number does not end there. A known telephone number has no decimals. */
export function isOpenEnd({ text, tokens }: ScannedText, last: number, isPhone: boolean): boolean {
  const at = tokens.end[last]!
  const next = unitOf(text, at)
  switch (next) {
    case COMMA:
      return !isPhone && DECIMALS.test(text.slice(at, at + DATE_WITHIN))
    case PERCENT:
    case HYPHEN:
    case FULL_STOP:
    case SLASH:
    case COLON:
      return isLetterOrNumberUnit(unitOf(text, at + 1))
    case AT:
    case UNDERSCORE:
      return true
    default:
      return isLetterUnit(next)
  }
}

/** "0171 2345678 mobile", "050-12345-Fax": a telephone cue directly follows the number. */
export function isNamedBehind(scanned: ScannedText, last: number, { hits }: Evidence, group: number): boolean {
  if (!hits.has(group)) return false
  const { start, end, count } = scanned.tokens
  const next = signCodeAt(scanned, last + 1) === HYPHEN ? last + 2 : last + 1
  if (next >= count || start[next]! - end[last]! > 1) return false
  const { all } = hits
  for (let i = hits.endedBy(start[next]!); i < all.length && all[i]!.end <= start[next]! + 16; i++)
    if (all[i]!.start === start[next] && all[i]!.says.has(group)) return true
  return false
}

/** "op 06-12620676": a short word of one language that is a label in another. */
export const isSmallWord = (text: string, { isDoubtful, start, end }: Label): boolean =>
  isDoubtful && /^\p{Ll}{1,3}$/u.test(sliceOf(text, start, end))

/** "Tel. 030 901820, Aktenz.: 3446182139": a separate field, with the telephone number or a line end between it and `cue`. */
export function isOwnField(scanned: ScannedText, first: number, cue: PhraseHit | null): boolean {
  if (cue === null || signCodeAt(scanned, first - 1) !== COLON) return false
  const { kind } = scanned.tokens
  for (let i = cue.endToken; i < first; i++) if (isNumeric(kind[i]) || kind[i] === TokenKind.newline) return true
  return false
}

export function digitsOf({ tokens: { kind, start, end }, text }: ScannedText, first: number, last: number): number {
  let digits = 0
  for (let i = first; i <= last; i++) {
    if (kind[i] === TokenKind.number) digits += end[i]! - start[i]!
    else if (kind[i] === TokenKind.mixed) digits += text.slice(start[i], end[i]).toLowerCase().indexOf('x')
  }
  return digits
}

export function isZero({ tokens: { kind, start }, text }: ScannedText, first: number): boolean {
  const index = kind[first] === TokenKind.number ? first : first + 1
  return text[start[index]!] === '0'
}

/** True if a line end, a wider gap or a slash follows token `last`. */
export function breaksBehind(scanned: ScannedText, last: number): boolean {
  const { kind, start, end } = scanned.tokens
  return (
    kind[last + 1] === TokenKind.newline || signCodeAt(scanned, last + 1) === SLASH || start[last + 1]! - end[last]! > 1
  )
}

/** What the signs and first digits of a value can be part of. */
const Sign = { slash: 1, stop: 2, dash: 4, year: 8, short: 16 } as const

interface OtherValue {
  readonly name: string
  /** The bits of Sign that the pattern needs, so that most patterns are not tested. */
  readonly needs: number
  readonly pattern: RegExp
  /** A telephone cue is stronger evidence. */
  readonly isAmount?: boolean
}

/** Values that have separated groups of digits as telephone numbers have. */
const OTHER_VALUES: readonly OtherValue[] = [
  { name: 'a date', needs: Sign.short, pattern: /^\d{1,2}([./-])\d{1,2}\1(?:19|20)?\d{2}\.?$/ },
  { name: 'a date after its year', needs: Sign.year, pattern: /^(?:19|20)\d{2}([./-])\d{1,2}\1\d{1,2}/ },
  {
    name: 'a day and a time with full stops, as in Finnish',
    needs: Sign.stop | Sign.short,
    pattern: /^\d{1,2}\.\d{1,2}\.(?:19|20)\d{2} \d{1,2}\.\d{2}/,
  },
  { name: 'an act by number and year: 1415/2006, 2.200-2/2001', needs: Sign.slash, pattern: /\/(?:19|20)\d{2}$/ },
  { name: 'a file by year and number: 2026/00381', needs: Sign.slash | Sign.year, pattern: /^20[0-4]\d\/\d{3,6}$/ },
  {
    name: 'the end of a period',
    needs: Sign.stop,
    pattern: /\.\s?[-\u2013]\s?\d{1,2}\.|\d{1,2}\.\d{1,2}\.(?:19|20)\d{2}$/,
  },
  { name: 'two years', needs: Sign.year, pattern: /^(?:19|20)\d{2}\s?[-/\u2013]\s?(?:19|20)\d{2}$/ },
  {
    // Four numbers, the first of three digits or any of one; "12.348.46.62" and "012.34.87.82" are telephone numbers.
    name: 'a network address: 192.0.2.154, 10.1.20.3',
    needs: Sign.stop,
    pattern: /^(?!0\d)(?=\d{3}|(?:[\d.]{0,12}\.)?\d(?:\.|$))\d{1,3}(?:\.\d{1,3}){3}$/,
  },
  { name: 'a number with thousands', needs: Sign.stop, pattern: /^\d{1,3}(?:\.\d{3})+$/, isAmount: true },
  { name: 'two times', needs: Sign.dash, pattern: /^\d{1,2}[.:]\d{2}\s?[-\u2013]\s?\d{1,2}[.:]\d{2}$/ },
]

function signsOf(value: string): number {
  let signs = 0
  for (let i = 0; i < value.length; i++) {
    const unit = codeAt(value, i)
    if (unit === SLASH) signs |= Sign.slash
    else if (unit === FULL_STOP) signs |= Sign.stop
    else if (unit === HYPHEN || unit === EN_DASH) signs |= Sign.dash
  }
  // All other values have a separator between their parts.
  if (signs === 0) return 0
  const first = codeAt(value, 0)
  // The years 1900 to 2099.
  if ((first === ONE || first === TWO) && !isDigitUnit(unitOf(value, YEAR_DIGITS))) signs |= Sign.year
  if (!isDigitUnit(unitOf(value, 1)) || !isDigitUnit(unitOf(value, 2))) signs |= Sign.short
  return signs
}

/** True for dates, times, decimals and thousands, which also have groups. */
export function looksOtherwise(value: string, isPhone: boolean): boolean {
  const signs = signsOf(value)
  if (signs === 0) return false
  for (let i = 0; i < OTHER_VALUES.length; i++) {
    const { needs, pattern, isAmount } = OTHER_VALUES[i]!
    if ((signs & needs) === needs && !(isAmount && isPhone) && pattern.test(value)) return true
  }
  return false
}

/** "081299-5209", "120381-12345": a day, month and year with four or five digits, as in Nordic and Latvian personal numbers. */
export const isDatedNumber = (value: string): boolean =>
  unitOf(value, DAY_DIGITS) === HYPHEN && /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}-\d{4,5}$/.test(value)

/** True for an amount: a currency or unit directly before or after the number. */
export function isQuantity(scanned: ScannedText, first: number, last: number, units: WordFacts<boolean>): boolean {
  const { kind, start, end, count } = scanned.tokens
  const before = first - 1
  if (before >= 0 && start[first]! - end[before]! <= 1 && kind[before] !== TokenKind.lower)
    if (isUnit(scanned, before, units)) return true
  return last + 1 < count && start[last + 1]! - end[last]! <= 1 && isUnit(scanned, last + 1, units)
}

const isUnit = (scanned: ScannedText, index: number, units: WordFacts<boolean>): boolean =>
  scanned.tokens.kind[index] !== TokenKind.number && units.of(scanned.word(index))

/** A complete date that begins with its year. */
const WHOLE_DATE = /(?<!\d)(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/
const COMPACT_DATE = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/
/** Digits in keyboard order: an alphabet of digits, or test input. */
const COUNTED = '01234567890'
/** The rest of a time: "17:37:" before "07 2007 -0800", "09:" before "51 1155291". */
const TIME_BEFORE = /(?<!\d)\d{1,2}:(?:[0-5]\d:)?$/
const TIME_WITHIN = 7
/** A group of hexadecimal digits with a letter, next to the number. */
const HEX_BEFORE = /(?<![\dA-Za-z])(?=[\dA-F]{0,3}[A-F])[\dA-F]{4}[ \n]$/
const HEX_BEHIND = /^[ \n](?=[\dA-F]{0,3}[A-F])[\dA-F]{4}(?![\dA-Za-z])/

/** Digit groups that programs write: the rest of a time, a date after a number, a row of hexadecimal numbers, ascending digits. */
export function isOfProgram({ text }: ScannedText, from: number, to: number): boolean {
  const value = sliceOf(text, from, to)
  if (WHOLE_DATE.test(value) || COMPACT_DATE.test(value) || COUNTED.startsWith(value)) return true
  const before = sliceOf(text, Math.max(0, from - TIME_WITHIN), from)
  return (
    (/^[0-5]\d(?!\d)/.test(value) && TIME_BEFORE.test(before)) ||
    HEX_BEFORE.test(before) ||
    HEX_BEHIND.test(sliceOf(text, to, to + TIME_WITHIN))
  )
}
