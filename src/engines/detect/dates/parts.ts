// Parts of dates: months, also in Roman numerals, ordinal days, and separators.
import type { ScannedText } from '../../../text/scanned.ts'
import { EN_DASH, ZERO } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { WordBits } from '../../../text/word-bits.ts'
import type { Word } from '../../../text/words.ts'
import { dateWords, fullYear, monthNames } from '../../../values/date.ts'

/** Day, month and year, of which the last may have two digits. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A class, because it is kept with the text: see text/kept-list.ts. Objects of one shape are also faster to read. */
export class WrittenDate {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
  readonly year: number
  /** 1 to 12, and 1 to 31: of 03/04/1970 as the day and the month are written in Europe and Africa. */
  readonly month: number
  readonly day: number
  /** Six digits without separators (811228): a date only after a cue. */
  readonly bare: boolean

  constructor(first: number, last: number, start: number, end: number, { year, month, day }: Day, bare: boolean) {
    this.first = first
    this.last = last
    this.start = start
    this.end = end
    this.year = fullYear(year)
    this.month = month
    this.day = day
    this.bare = bare
  }
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
/** Maximum length of ordinals such as "31st" or "1er", with marks; longer words are codes. */
export const LONGEST_ORDINAL = 16
/** Maximum length of a number with a link word after it. */
const LONGEST_TAILED = 8
const SMALL_T = 116
export const HYPHEN = 45
export const STOP = 46
export const SLASH = 47

/** The role of a word in dates, as bits: the month that it names, or its Roman numeral, ... */
export const MONTH = 15
export const ROMAN_MONTH = 15 << 4
/** ... a link between the parts of a date, an ordinal suffix after a day's number, ... */
export const LINK = 1 << 8
export const ORDINAL = 1 << 9
/** ... and the day of an ordinal such as "5th". */
const DAY_SHIFT = 10
const DAY = 31
/** Digits of a number with a link word or a time after it: "1970r", "03T12" (ISO 8601). */
const DIGITS_SHIFT = 15
const bits = new WordBits(({ raw, folded }) => {
  const { links, ordinals } = dateWords()
  const ordinal = /^(\d{1,2})(\p{L}{1,3})$/u.exec(folded)
  const tailed = /^(\d{1,4})(t\d{2}|\p{L}{1,4})$/u.exec(folded)
  return (
    (monthNames().get(folded) ?? 0) |
    ((ROMAN.indexOf(raw) + 1) << 4) |
    (links.has(folded) ? LINK : 0) |
    (ordinals.has(folded) ? ORDINAL : 0) |
    (ordinal !== null && ordinals.has(ordinal[2]!) ? Number(ordinal[1]) << DAY_SHIFT : 0) |
    (tailed !== null && (/^t\d/.test(tailed[2]!) || links.has(tailed[2]!)) ? tailed[1]!.length << DIGITS_SHIFT : 0)
  )
})

/** True if a word can be a month in a date, also as a Roman numeral. */
export const isMonthWord = (word: Word): boolean => (bits.of(word) & (MONTH | ROMAN_MONTH)) !== 0

/** The role of the word at token `index` in dates; 0 outside the text. */
export const wordBits = (scanned: ScannedText, index: number): number =>
  index >= 0 && index < scanned.tokens.count ? bits.at(scanned, index) : 0

/** The month that token `index` names, 1 to 12; 0 if it is not a month. */
export const monthOf = (scanned: ScannedText, index: number): number => wordBits(scanned, index) & MONTH

/** 7.V.1965: a month in Roman numerals has a full stop next to it; 0 for other words. */
export function romanMonth(scanned: ScannedText, index: number): number {
  if (separatorAt(scanned, index - 1) !== STOP && separatorAt(scanned, index + 1) !== STOP) return 0
  return (wordBits(scanned, index) & ROMAN_MONTH) >> 4
}

/** Day of the month, also as "5th" or "1er"; 0 if it is not a day. */
export function dayOf(scanned: ScannedText, index: number): number {
  if (scanned.tokens.kind[index] === TokenKind.number) return width(scanned, index) <= 2 ? numberAt(scanned, index) : 0
  if (width(scanned, index) > LONGEST_ORDINAL) return 0
  return (wordBits(scanned, index) >> DAY_SHIFT) & DAY
}

/** Digits of the last number of a date, also of one with a link word or a time after it; 0 for other tokens. */
export function digitsOf(scanned: ScannedText, index: number): number {
  const kind = scanned.tokens.kind[index]
  if (kind === TokenKind.number) return width(scanned, index)
  return kind === TokenKind.mixed && width(scanned, index) <= LONGEST_TAILED
    ? wordBits(scanned, index) >> DIGITS_SHIFT
    : 0
}

export const width = (scanned: ScannedText, index: number): number =>
  scanned.tokens.end[index]! - scanned.tokens.start[index]!

export function numberAt(scanned: ScannedText, index: number, digits = width(scanned, index)): number {
  const { units, start } = scanned.tokens
  const behind = start[index]! + digits
  let value = 0
  for (let at = start[index]!; at < behind; at++) value = value * 10 + units[at]! - ZERO
  return value
}

/** The code unit of token `index` if it is a separator between numbers of a date; 0 otherwise. */
export function separatorAt(scanned: ScannedText, index: number): number {
  const { units, kind, start } = scanned.tokens
  if (kind[index] !== TokenKind.sign) return 0
  const unit = units[start[index]!]!
  return unit === STOP || unit === SLASH || unit === HYPHEN || unit === EN_DASH ? unit : 0
}

export function dateOf(
  scanned: ScannedText,
  first: number,
  last: number,
  day: Day,
  bare = false,
  end = scanned.tokens.end[last]!,
): WrittenDate {
  return new WrittenDate(first, last, scanned.tokens.start[first]!, end, day, bare)
}

/** The date that ends with the number of token `last`; one with a time after it is a date only after a cue, as programs write everything so. */
export function dateWithTail(scanned: ScannedText, first: number, last: number, day: Day): WrittenDate {
  const { start, end, units } = scanned.tokens
  const behind = start[last]! + digitsOf(scanned, last)
  return dateOf(scanned, first, last, day, behind < end[last]! && (units[behind]! | 32) === SMALL_T, behind)
}
