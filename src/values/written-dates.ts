// Dates in running text: every written form, in every language of data/cues/months.json. The callers decide the meaning of a date.
import { fold } from '../text/fold.ts'
import { keptList } from '../text/kept-list.ts'
import type { ScannedText } from '../text/scanned.ts'
import { EN_DASH, FULL_STOP, HYPHEN, SLASH, SPACE, UNDERSCORE, ZERO } from '../text/signs.ts'
import { TokenKind } from '../text/tokens.ts'
import { isLetterOrNumberUnit } from '../text/unit-classes.ts'
import { type TextBits, WordBits } from '../text/word-bits.ts'
import type { Word } from '../text/words.ts'
import { dateWords, fullYear, isDay, monthNames } from './date.ts'

const isWord = (kind: number | undefined): boolean => kind !== undefined && kind <= TokenKind.upper

/** Day, month and year; the year may have two digits. */
interface Day {
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
const LONGEST_ORDINAL = 16

/** The role of a word in dates, as bits: the month that it names, or its Roman numeral, ... */
const MONTH = 15
const ROMAN_MONTH = 15 << 4
/** ... a link between the parts of a date, an ordinal suffix after a day's number, ... */
const LINK = 1 << 8
const ORDINAL = 1 << 9
/** ... and the day of an ordinal such as "5th". */
const DAY_SHIFT = 10
const bits = new WordBits(({ raw, folded }) => {
  const { links, ordinals } = dateWords()
  const ordinal = /^(\d{1,2})(\p{L}{1,3})$/u.exec(folded)
  return (
    (monthNames().get(folded) ?? 0) |
    ((ROMAN.indexOf(raw) + 1) << 4) |
    (links.has(folded) ? LINK : 0) |
    (ordinals.has(folded) ? ORDINAL : 0) |
    (ordinal !== null && ordinals.has(ordinal[2]!) ? Number(ordinal[1]) << DAY_SHIFT : 0)
  )
})

/** True if a word can be a month in a date, also as a Roman numeral. */
export const isMonthWord = (word: Word): boolean => (bits.of(word) & (MONTH | ROMAN_MONTH)) !== 0

/** The role of the word at token `index` in dates; 0 outside the text. */
const wordBits = (scanned: ScannedText, index: number): number =>
  index >= 0 && index < scanned.tokens.count ? bits.at(scanned, index) : 0

/** The month that token `index` names, 1 to 12; 0 if it is not a month. */
const monthOf = (scanned: ScannedText, index: number): number => wordBits(scanned, index) & MONTH

/** 7.V.1965: a month in Roman numerals has a full stop next to it; 0 for other words. */
function romanMonth(scanned: ScannedText, index: number): number {
  if (separatorAt(scanned, index - 1) !== FULL_STOP && separatorAt(scanned, index + 1) !== FULL_STOP) return 0
  return (wordBits(scanned, index) & ROMAN_MONTH) >> 4
}

/** Day of the month, also as "5th" or "1er"; 0 if it is not a day. */
function dayOf(scanned: ScannedText, index: number): number {
  if (scanned.tokens.kind[index] === TokenKind.number) return width(scanned, index) <= 2 ? numberAt(scanned, index) : 0
  if (width(scanned, index) > LONGEST_ORDINAL) return 0
  return wordBits(scanned, index) >> DAY_SHIFT
}

const width = (scanned: ScannedText, index: number): number => scanned.tokens.end[index]! - scanned.tokens.start[index]!

function numberAt(scanned: ScannedText, index: number, digits = width(scanned, index)): number {
  const { units, start } = scanned.tokens
  const from = start[index]!
  let value = 0
  for (let at = from; at < from + digits; at++) value = value * 10 + units[at]! - ZERO
  return value
}

/** What touches the last number of a date: an abbreviation of "year" (03.04.1970r.), or a time (ISO 8601: 1970-04-03T00:00:00.000Z). */
const LAST_PART = /^(\d{1,4})(?:T\d{2}|(\p{L}{1,2}))$/u
const TIME = /T\d{2}(?::?\d{2}){0,2}(?:[.,]\d{1,9})?(?:Z|[+-]\d{2}(?::?\d{2})?)?/uy

/** Number of digits of the last number of a date; 0 if the token is something else. */
function lastDigits(scanned: ScannedText, index: number): number {
  const { kind, start, end } = scanned.tokens
  if (kind[index] === TokenKind.number) return width(scanned, index)
  if (kind[index] !== TokenKind.mixed) return 0
  const part = LAST_PART.exec(scanned.text.slice(start[index]!, end[index]!))
  return part !== null && (part[2] === undefined || dateWords().links.has(fold(part[2]))) ? part[1]!.length : 0
}

/** The code unit of token `index` if it is a separator between numbers of a date; 0 otherwise. */
function separatorAt(scanned: ScannedText, index: number): number {
  const { units, kind, start } = scanned.tokens
  if (kind[index] !== TokenKind.sign) return 0
  const unit = units[start[index]!]!
  return unit === FULL_STOP || unit === SLASH || unit === HYPHEN || unit === EN_DASH ? unit : 0
}

function dateOf(scanned: ScannedText, first: number, last: number, day: Day, bare = false): WrittenDate {
  const { start, end } = scanned.tokens
  return new WrittenDate(first, last, start[first]!, end[last]!, day, bare)
}

/** A date whose last number has `digits` of its token; with the time of a timestamp, it is a date only after a cue. */
function datedTo(scanned: ScannedText, first: number, last: number, digits: number, day: Day): WrittenDate {
  const { start, end, count } = scanned.tokens
  const behind = start[last]! + digits
  if (behind === end[last]) return dateOf(scanned, first, last, day)
  TIME.lastIndex = behind
  if (!TIME.test(scanned.text)) return new WrittenDate(first, last, start[first]!, behind, day, false)
  let token = last
  while (token + 1 < count && end[token]! < TIME.lastIndex) token++
  return new WrittenDate(first, token, start[first]!, TIME.lastIndex, day, true)
}

// Dates with the month in words or in Roman numerals, with the day, the month or the year first.
const LINK_SIGNS = ".,'\u2019\u00ba\u00b0-"

/** A day and its month from a token on: "5 May", "5. mai", "5th of May", "5 de mayo"; `at`: the token of the month. */
function dayAndMonth(scanned: ScannedText, first: number): { day: number; month: number; at: number } | null {
  const { kind, start, end } = scanned.tokens
  const day = dayOf(scanned, first)
  if (day === 0) return null
  let next = first + 1
  const isOrdinal = (at: number) => isWord(kind[at]) && (wordBits(scanned, at) & ORDINAL) !== 0
  // "3:e april": Swedish and Finnish write the ending of a number after a colon.
  const isColon = scanned.text[end[first]!] === ':' && start[next + 1] === end[first]! + 1 && isOrdinal(next + 1)
  if (isColon) next += 2
  else if (isOrdinal(next) && monthOf(scanned, next) === 0 && start[next]! - end[next - 1]! <= 1) next++
  const at = skip(scanned, next)
  if (at < 0 || !isWord(kind[at])) return null
  const month = monthOf(scanned, at) || romanMonth(scanned, at)
  return month === 0 ? null : { day, month, at }
}

/** 5 May 1980, 5. mai 1980, 5th of May, 1980, 05-MAY-1980, 5 de mayo de 1980. */
function dayFirst(scanned: ScannedText, first: number): WrittenDate | null {
  const begun = dayAndMonth(scanned, first)
  const yearAt = begun === null ? -1 : skip(scanned, begun.at + 1)
  const wide = begun === null || yearAt < 0 ? 0 : lastDigits(scanned, yearAt)
  if (begun === null || (wide !== 4 && wide !== 2)) return null
  const { day, month } = begun
  const year = numberAt(scanned, yearAt, wide)
  return isDay(year, month, day) ? datedTo(scanned, first, yearAt, wide, { year, month, day }) : null
}

/** May 5, 1980; May 5th 1980. */
function monthFirst(scanned: ScannedText, first: number): WrittenDate | null {
  const month = monthOf(scanned, first)
  if (month === 0) return null
  const dayAt = skip(scanned, first + 1)
  if (dayAt < 0) return null
  const day = dayOf(scanned, dayAt)
  if (day === 0) return null
  const yearAt = skip(scanned, dayAt + 1)
  if (yearAt < 0 || scanned.tokens.kind[yearAt] !== TokenKind.number || width(scanned, yearAt) !== 4) return null
  const year = numberAt(scanned, yearAt)
  return isDay(year, month, day) ? dateOf(scanned, first, yearAt, { year, month, day }) : null
}

/** 1992. május 16.; 1980 m. gegužės 5 d.; 1980. gada 5. maijs; 1980-May-05. */
function yearFirst(scanned: ScannedText, first: number): WrittenDate | null {
  if (width(scanned, first) !== 4) return null
  const { kind, start, end } = scanned.tokens
  const year = numberAt(scanned, first)
  const second = skip(scanned, first + 1)
  if (second < 0) return null
  if (isWord(kind[second])) {
    const month = monthOf(scanned, second)
    const dayAt = month === 0 ? -1 : skip(scanned, second + 1)
    if (dayAt < 0) return null
    const day = dayOf(scanned, dayAt)
    if (day === 0 || !isDay(year, month, day)) return null
    const found = dateOf(scanned, first, dayAt, { year, month, day })
    // "16." in Hungarian, "5 d." in Lithuanian.
    const dayWord = dayAt + 1
    const isWorded =
      isWord(kind[dayWord]) && (wordBits(scanned, dayWord) & LINK) !== 0 && start[dayWord]! - end[dayAt]! === 1
    const stop = isWorded ? dayWord + 1 : dayWord
    return separatorAt(scanned, stop) === FULL_STOP && start[stop] === end[stop - 1]
      ? dateOf(scanned, first, stop, found)
      : found
  }
  const day = dayOf(scanned, second)
  const monthAt = day === 0 ? -1 : skip(scanned, second + 1)
  if (monthAt < 0) return null
  const month = monthOf(scanned, monthAt)
  return month > 0 && isDay(year, month, day) ? dateOf(scanned, first, monthAt, { year, month, day }) : null
}

/** Skips spaces, full stops, commas and link words; at most four tokens. */
function skip(scanned: ScannedText, index: number): number {
  const { kind, start, end, count } = scanned.tokens
  let at = index
  for (let step = 0; step < 4 && at < count; step++) {
    if (start[at]! - end[at - 1]! > 2) return -1
    const isLink =
      kind[at] === TokenKind.sign
        ? LINK_SIGNS.includes(scanned.text[start[at]!]!)
        : kind[at] === TokenKind.newline
          ? step < 3
          : isWord(kind[at]) && (wordBits(scanned, at) & LINK) !== 0
    if (!isLink) break
    at++
  }
  return at < count ? at : -1
}

/** 14.05.1980, 14/5/80, 1980-05-14, 1953.12.01. (the last full stop is part of Hungarian dates), 14. 05. 1980, 19800514. */
function numeric(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, count } = scanned.tokens
  const wide = width(scanned, first)
  if (wide === 8 || wide === 6) return unseparated(scanned, first, wide)
  // A space or a sign, and the next number.
  if (first + 2 >= count) return null
  if (kind[first + 1] === TokenKind.number) return spacedDate(scanned, first)
  const sign = separatorAt(scanned, first + 1)
  if (sign === 0 || lastDigits(scanned, first + 2) === 0) return null
  return (sign === SLASH ? mixedDate(scanned, first) : null) ?? separated(scanned, first, wide, sign)
}

/** 19800514; 07051965 and 800514 only after words that introduce a date. */
function unseparated(scanned: ScannedText, first: number, wide: number): WrittenDate | null {
  const value = numberAt(scanned, first)
  const [head, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100]
  const isShort = wide === 6
  if ((isShort || head >= FIRST_YEAR) && isDay(head, month, day))
    return dateOf(scanned, first, first, { year: head, month, day }, isShort)
  const written = { year: value % 10_000, month: head % 100, day: Math.floor(head / 100) }
  if (isShort || written.year < FIRST_YEAR || written.year >= FIRST_YEAR + 200) return null
  return isDay(written.year, written.month, written.day) ? dateOf(scanned, first, first, written, true) : null
}
const FIRST_YEAR = 1900

/** Three numbers with one sign: "14. 05. 1980" and "14 / 05 / 1980" have up to one space on each side of it. */
function separated(scanned: ScannedText, first: number, wide: number, sign: number): WrittenDate | null {
  const { kind, start, end, count } = scanned.tokens
  const second = nextPart(scanned, first, sign)
  const at = second < 0 || kind[second] !== TokenKind.number ? -1 : nextPart(scanned, second, sign)
  if (at < 0 || width(scanned, second) > 2) return null
  const found = partsDate(scanned, first, second, at)
  if (found === null || found.end !== end[at]) return found
  if (at + 1 >= count || start[at + 1] !== end[at] || separatorAt(scanned, at + 1) !== sign) return found
  // Further groups after it make it a version or an address.
  if (at + 2 < count && kind[at + 2] === TokenKind.number && start[at + 2] === end[at + 1]) return null
  return sign === FULL_STOP && wide === 4 ? dateOf(scanned, first, at + 1, found) : found
}

/** 18/5-1966, 22/7 1984: day and month with a slash, as in Danish, Swedish and Norwegian handwriting; with a space only after a cue. */
function mixedDate(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, start, end } = scanned.tokens
  const second = nextPart(scanned, first, SLASH)
  if (second < 0 || kind[second] !== TokenKind.number) return null
  if (width(scanned, first) > 2 || width(scanned, second) > 2) return null
  const isDashed = separatorAt(scanned, second + 1) === HYPHEN && start[second + 1] === end[second]
  const last = isDashed ? second + 2 : second + 1
  if (kind[last] !== TokenKind.number || width(scanned, last) !== 4) return null
  if (start[last]! - end[last - 1]! !== (isDashed ? 0 : 1)) return null
  const [year, month, day] = [numberAt(scanned, last), numberAt(scanned, second), numberAt(scanned, first)]
  return isDay(year, month, day) ? dateOf(scanned, first, last, { year, month, day }, !isDashed) : null
}

/** The date of three numbers with one separator: the year first or last, the day before or after the month. */
function partsDate(scanned: ScannedText, first: number, second: number, last: number): WrittenDate | null {
  const a = numberAt(scanned, first)
  const b = numberAt(scanned, second)
  const wideA = width(scanned, first)
  const wideC = lastDigits(scanned, last)
  const c = numberAt(scanned, last, wideC)
  const from = (year: number, month: number, day: number) =>
    isDay(year, month, day) ? datedTo(scanned, first, last, wideC, { year, month, day }) : null
  if (wideA === 4 && wideC <= 2) return from(a, b, c)
  if (wideA > 2 || (wideC !== 4 && wideC !== 2)) return null
  return from(c, b, a) ?? from(c, a, b) ?? (wideC === 2 ? from(a, b, c) : null)
}

/** The number that follows `sign` after the number at token `at`; -1 if there is none. */
function nextPart(scanned: ScannedText, at: number, sign: number): number {
  const { start, end, count } = scanned.tokens
  if (at + 2 >= count || separatorAt(scanned, at + 1) !== sign || lastDigits(scanned, at + 2) === 0) return -1
  return start[at + 1]! - end[at]! > 1 || start[at + 2]! - end[at + 1]! > 1 ? -1 : at + 2
}

/** 05 08 1991, 1980 06 03: a date only after a cue. The caller has checked that a number follows the first. */
function spacedDate(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, start, end } = scanned.tokens
  const last = first + 2
  if (kind[last] !== TokenKind.number) return null
  const isYearFirst = width(scanned, first) === 4
  const yearAt = isYearFirst ? first : last
  const dayAt = isYearFirst ? last : first
  if (width(scanned, dayAt) > 2 || width(scanned, first + 1) > 2 || width(scanned, yearAt) !== 4) return null
  if (start[first + 1]! - end[first]! !== 1 || start[last]! - end[first + 1]! !== 1) return null
  const [year, month, day] = [numberAt(scanned, yearAt), numberAt(scanned, first + 1), numberAt(scanned, dayAt)]
  // Many values begin with four digits, so a leading year must be within a lifetime.
  if (isYearFirst && (year < 1900 || year > 2100)) return null
  return isDay(year, month, day) ? dateOf(scanned, first, last, { year, month, day }, true) : null
}

/** Maximum number of tokens from a number to the month after it: an optional day, and up to four tokens on either side of it. */
const MONTH_WITHIN = 10

/** Every date of a text in order, without overlaps. `words` has the bit `month` for words that can be a month; without one, digits only. */
export function datesOf(scanned: ScannedText, words: TextBits, month: number): WrittenDate[] {
  const found: WrittenDate[] = keptList()
  const { count, digits } = scanned.tokens
  const { each } = words
  let next = 0
  /** Token of the nearest month after the current number. */
  let monthAt = (words.any & month) === 0 ? count : 0
  for (let n = 0; n < digits.length; n++) {
    const at = digits[n]!
    if (at < next) continue
    while (monthAt < count && (monthAt <= at || (each[monthAt]! & month) === 0)) monthAt++
    // A date begins with its number, or with the month before it, also with a hyphen between: Apr-03-1970.
    const before = separatorAt(scanned, at - 1) === HYPHEN ? at - 2 : at - 1
    const isBehindMonth = before >= next && (each[before]! & month) !== 0
    const date =
      (isBehindMonth ? worded(scanned, before) : null) ??
      (monthAt < count && monthAt - at <= MONTH_WITHIN ? worded(scanned, at) : digitsAlone(scanned, at))
    if (date === null) continue
    found.push(date)
    next = date.last + 1
  }
  return found
}

const worded = (scanned: ScannedText, index: number): WrittenDate | null =>
  mayBegin(scanned, index) && !isRestOfWord(scanned, index) ? dateAt(scanned, index) : null

/** The date without a written month that begins at token `index`. */
function digitsAlone(scanned: ScannedText, index: number): WrittenDate | null {
  if (scanned.tokens.kind[index] !== TokenKind.number || !mayBegin(scanned, index)) return null
  return isRestOfWord(scanned, index) ? null : numeric(scanned, index)
}

/** The date that begins at token `index`, or null. Bounded work. */
export function dateAt(scanned: ScannedText, index: number): WrittenDate | null {
  const { kind } = scanned.tokens
  if (kind[index] === TokenKind.number)
    return numeric(scanned, index) ?? dayFirst(scanned, index) ?? yearFirst(scanned, index)
  if (kind[index] === TokenKind.mixed) return dayFirst(scanned, index)
  return isWord(kind[index]) ? monthFirst(scanned, index) : null
}

function mayBegin(scanned: ScannedText, index: number): boolean {
  const wide = width(scanned, index)
  switch (scanned.tokens.kind[index]) {
    case TokenKind.number:
      return wide <= 2 || wide === 4 || wide === 6 || wide === 8
    case TokenKind.mixed:
      return wide <= LONGEST_ORDINAL
    default:
      return monthOf(scanned, index) > 0
  }
}

/** True if a letter, digit or sign touches the start of token `index`, so that the token is a part of something else. */
function isRestOfWord(scanned: ScannedText, index: number): boolean {
  const { kind, start, units } = scanned.tokens
  const at = start[index]! - 1
  if (at < 0 || units[at] === SPACE) return false
  const unit = units[at]!
  if (unit === FULL_STOP) return !isWord(kind[index - 2])
  // "fid-3 ta' Mejju": in Maltese, a hyphen joins the preposition to the day.
  if (unit === HYPHEN) return kind[index - 2] !== TokenKind.lower
  return unit === SLASH || unit === UNDERSCORE || isLetterOrNumberUnit(unit)
}

/** Years of a month without a day. */
const isYear = (year: number): boolean => year >= 1800 && year <= 2150

/** A month with its day or its year, where the third is missing: "5 May", "May 5", "May 1980", "1980. május"; null without one. Bounded work. */
export function partialAt(
  scanned: ScannedText,
  first: number,
): { last: number; month: number; isYear: boolean } | null {
  const { kind } = scanned.tokens
  const begun = kind[first] === TokenKind.number || kind[first] === TokenKind.mixed ? dayAndMonth(scanned, first) : null
  if (begun !== null) return begun.day <= 31 ? { last: begun.at, month: begun.at, isYear: false } : null
  const isMonthFirst = isWord(kind[first]) && monthOf(scanned, first) > 0
  const next = skip(scanned, first + 1)
  if (next < 0) return null
  const yearAt = isMonthFirst ? next : first
  if (kind[yearAt] === TokenKind.number && width(scanned, yearAt) === 4 && isYear(numberAt(scanned, yearAt))) {
    if (isMonthFirst) return { last: next, month: first, isYear: true }
    // The year is in a sentence before: a month after it needs a sign or a word between.
    return next > first + 1 && isWord(kind[next]) && monthOf(scanned, next) > 0
      ? { last: next, month: next, isYear: true }
      : null
  }
  const day = isMonthFirst ? dayOf(scanned, next) : 0
  return day > 0 && day <= 31 ? { last: next, month: first, isYear: false } : null
}
