// Dates in running text, numeric and with month names: found here, judged by whoever knows what they mean.

import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { codeAt, isLetterOrNumberUnit } from '../../text/unit-classes.ts'
import { WordBits } from '../../text/word-bits.ts'
import { isDay, monthNames } from '../../values/date.ts'
import { isWord } from './token-questions.ts'

export interface WrittenDate {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
  readonly year: number
  /** Six digits without signs (811228): a date only where one is announced. */
  readonly bare?: boolean
}

/** Words that stand between day, month and year: "5 de mayo de 1980", "5 ta' Mejju 1980", "1980 m. gegužės 5 d.". */
const LINKS = new Set([
  'de',
  'del',
  'of',
  'ta',
  'di',
  'the',
  'a',
  'den',
  'the',
  'm',
  'd',
  'gada',
  'g',
  'r',
  'года',
  'г',
  'da',
  'na',
  'ya',
])
const ORDINALS = new Set([
  'st',
  'nd',
  'rd',
  'th',
  'er',
  'ere',
  'o',
  'a',
  'e',
  'ste',
  'de',
  'an',
  'en',
  'ι',
  'ης',
  'η',
  'ης',
  'и',
  'ти',
  'ри',
  'во',
  'ma',
  'mad',
])

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
/** Signs between the words of a date. */
const LINK_SIGNS = ".,'\u2019\u00ba\u00b0-"
/** "31st", "1er", with marks: longer ones are codes. */
const LONGEST_ORDINAL = 16
const SPACE = 32
const HYPHEN = 45
const STOP = 46
const SLASH = 47
const ZERO = 48
const UNDERSCORE = 95
const EN_DASH = 0x2013

/** What a word is in dates, as bits: the month that it names, alone or as a Roman number, ... */
const MONTH = 15
const ROMAN_MONTH = 15 << 4
/** ... one that stands between the parts of a date, one behind a day's number, ... */
const LINK = 1 << 8
const ORDINAL = 1 << 9
/** ... and the day it numbers itself, as "5th" does. */
const DAY_SHIFT = 10
const dateWords = new WordBits(({ raw, folded }) => {
  const ordinal = /^(\d{1,2})(\p{L}{1,3})$/u.exec(folded)
  return (
    (monthNames().get(folded) ?? 0) |
    ((ROMAN.indexOf(raw) + 1) << 4) |
    (LINKS.has(folded) ? LINK : 0) |
    (ORDINALS.has(folded) ? ORDINAL : 0) |
    (ordinal !== null && ORDINALS.has(ordinal[2]!) ? Number(ordinal[1]) << DAY_SHIFT : 0)
  )
})

/** Every date of a text, left to right, not overlapping. Most numbers are passed over by how long they are. */
export function datesOf(scanned: ScannedText): WrittenDate[] {
  const found: WrittenDate[] = []
  const { kind } = scanned.tokens
  const { digits } = scanned
  const hasMonth = (dateWords.over(scanned).any & (MONTH | ROMAN_MONTH)) !== 0
  let next = 0
  for (let n = 0; n < digits.length; n++) {
    // A date begins with its number, or with the month right before one.
    for (let i = digits[n]! - (hasMonth ? 1 : 0); i <= digits[n]!; i++) {
      if (i < next || (i < digits[n]! && !isWord(kind[i])) || !mayBegin(scanned, i) || isTied(scanned, i)) continue
      const date = hasMonth ? dateAt(scanned, i) : kind[i] === TokenKind.number ? numeric(scanned, i) : null
      if (date === null) continue
      found.push(date)
      next = date.last + 1
    }
  }
  return found
}

/** Whether a date can begin with token `index` by its kind and length alone. */
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

/** Does a letter, a digit or a sign stand right before token `index`, so that it is the rest of something else? */
function isTied(scanned: ScannedText, index: number): boolean {
  const { kind, start } = scanned.tokens
  const at = start[index]! - 1
  if (at < 0 || codeAt(scanned.text, at) === SPACE) return false
  const unit = codeAt(scanned.text, at)
  if (unit === STOP) return !isWord(kind[index - 2])
  // "fid-3 ta' Mejju": Maltese ties its preposition to the day.
  if (unit === HYPHEN) return kind[index - 2] !== TokenKind.lower
  return unit === SLASH || unit === UNDERSCORE || isLetterOrNumberUnit(unit)
}

/** The date that begins at token `index`, or null. Bounded work. */
export function dateAt(scanned: ScannedText, index: number): WrittenDate | null {
  const { kind } = scanned.tokens
  if (kind[index] === TokenKind.number)
    return numeric(scanned, index) ?? dayFirst(scanned, index) ?? yearFirst(scanned, index)
  if (kind[index] === TokenKind.mixed) return dayFirst(scanned, index)
  return isWord(kind[index]) ? monthFirst(scanned, index) : null
}

/** The month that token `index` names, 1 to 12; 0 when it names none. */
function monthOf(scanned: ScannedText, index: number): number {
  return wordBits(scanned, index) & MONTH
}

/** What the word at token `index` is in dates; 0 outside the text. */
function wordBits(scanned: ScannedText, index: number): number {
  return index >= 0 && index < scanned.tokens.count ? dateWords.over(scanned).each[index]! : 0
}

function width(scanned: ScannedText, index: number): number {
  return scanned.tokens.end[index]! - scanned.tokens.start[index]!
}

function numberAt(scanned: ScannedText, index: number): number {
  const { text, start, end } = scanned.tokens
  let value = 0
  for (let at = start[index]!; at < end[index]!; at++) value = value * 10 + codeAt(text, at) - ZERO
  return value
}

function dateOf(scanned: ScannedText, first: number, last: number, year: number): WrittenDate {
  return {
    first,
    last,
    start: scanned.tokens.start[first]!,
    end: scanned.tokens.end[last]!,
    year: year < 100 ? (year < 30 ? 2000 : 1900) + year : year,
  }
}

/** 14.05.1980, 14/5/80, 1980-05-14, 1953.12.01. (the last full stop is part of Hungarian dates), 14. 05. 1980, 19800514. */
function numeric(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, start, end } = scanned.tokens
  if (width(scanned, first) === 8) {
    const value = numberAt(scanned, first)
    const year = Math.floor(value / 10_000)
    if (year >= 1900 && isDay(year, Math.floor(value / 100) % 100, value % 100))
      return dateOf(scanned, first, first, year)
    // 07051965: only behind words that announce a date.
    const last = value % 10_000
    return last >= 1900 && last < 2100 && isDay(last, Math.floor(value / 10_000) % 100, Math.floor(value / 1_000_000))
      ? { ...dateOf(scanned, first, first, last), bare: true }
      : null
  }
  if (width(scanned, first) === 6) {
    const value = numberAt(scanned, first)
    return isDay(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100)
      ? { ...dateOf(scanned, first, first, Math.floor(value / 10_000)), bare: true }
      : null
  }
  const spaced = spacedDate(scanned, first)
  if (spaced !== null) return spaced
  const sign = separatorAt(scanned, first + 1)
  if (sign === 0) return null
  // "14. 05. 1980" and "14 / 05 / 1980": up to one space on each side of the sign.
  const second = nextPart(scanned, first, sign)
  const at = second < 0 ? -1 : nextPart(scanned, second, sign)
  if (at < 0 || width(scanned, second) > 2) return null
  const found = partsDate(scanned, first, second, at)
  if (found === null) return null
  // More groups behind make it a version or an address.
  if (
    start[at + 1] === end[at] &&
    separatorAt(scanned, at + 1) === sign &&
    kind[at + 2] === TokenKind.number &&
    start[at + 2] === end[at + 1]
  )
    return null
  const hasStop = start[at + 1] === end[at] && sign === STOP && separatorAt(scanned, at + 1) === STOP
  return hasStop && width(scanned, first) === 4 ? { ...found, last: at + 1, end: end[at + 1]! } : found
}

/** The date of three numbers with one sign between: the year first or last, the day before the month or behind it. */
function partsDate(scanned: ScannedText, first: number, second: number, last: number): WrittenDate | null {
  const a = numberAt(scanned, first)
  const b = numberAt(scanned, second)
  const c = numberAt(scanned, last)
  const wideA = width(scanned, first)
  const wideC = width(scanned, last)
  if (wideA === 4 && wideC <= 2) return isDay(a, b, c) ? dateOf(scanned, first, last, a) : null
  if (wideA > 2 || (wideC !== 4 && wideC !== 2)) return null
  if (isDay(c, b, a) || isDay(c, a, b)) return dateOf(scanned, first, last, c)
  return wideC === 2 && isDay(a, b, c) ? dateOf(scanned, first, last, a) : null
}

/** The number behind `sign` behind the number at token `at`; -1 when there is none. */
function nextPart(scanned: ScannedText, at: number, sign: number): number {
  const { kind, start, end, count } = scanned.tokens
  if (at + 2 >= count || kind[at + 2] !== TokenKind.number || separatorAt(scanned, at + 1) !== sign) return -1
  return start[at + 1]! - end[at]! > 1 || start[at + 2]! - end[at + 1]! > 1 ? -1 : at + 2
}

/** The code unit of the sign at token `index` when it is one that stands between the numbers of a date; 0 otherwise. */
function separatorAt(scanned: ScannedText, index: number): number {
  const { text, kind, start } = scanned.tokens
  if (kind[index] !== TokenKind.sign) return 0
  const unit = codeAt(text, start[index]!)
  return unit === STOP || unit === SLASH || unit === HYPHEN || unit === EN_DASH ? unit : 0
}

/** 05 08 1991: a date only where one is announced. */
function spacedDate(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, start, end } = scanned.tokens
  const last = first + 2
  if (kind[first + 1] !== TokenKind.number || kind[last] !== TokenKind.number) return null
  if (width(scanned, first) > 2 || width(scanned, first + 1) > 2 || width(scanned, last) !== 4) return null
  if (start[first + 1]! - end[first]! !== 1 || start[last]! - end[first + 1]! !== 1) return null
  const year = numberAt(scanned, last)
  if (!isDay(year, numberAt(scanned, first + 1), numberAt(scanned, first))) return null
  return { ...dateOf(scanned, first, last, year), bare: true }
}

/** 7.V.1965: months in Roman numbers stand between full stops; 0 for other words. */
function romanMonth(scanned: ScannedText, index: number): number {
  if (separatorAt(scanned, index - 1) !== STOP && separatorAt(scanned, index + 1) !== STOP) return 0
  return (wordBits(scanned, index) & ROMAN_MONTH) >> 4
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

/** 5 May 1980, 5. mai 1980, 5th of May, 1980, 05-MAY-1980, 5 de mayo de 1980. */
function dayFirst(scanned: ScannedText, first: number): WrittenDate | null {
  const day = dayOf(scanned, first)
  if (day === 0) return null
  let at = first + 1
  if (
    isWord(scanned.tokens.kind[at]) &&
    (wordBits(scanned, at) & ORDINAL) !== 0 &&
    scanned.tokens.start[at]! - scanned.tokens.end[at - 1]! <= 1 &&
    monthOf(scanned, at) === 0
  )
    at++
  const monthAt = skip(scanned, at)
  if (monthAt < 0 || !isWord(scanned.tokens.kind[monthAt])) return null
  const month = monthOf(scanned, monthAt) || romanMonth(scanned, monthAt)
  if (month === 0) return null
  const yearAt = skip(scanned, monthAt + 1)
  if (yearAt < 0 || scanned.tokens.kind[yearAt] !== TokenKind.number) return null
  const wide = width(scanned, yearAt)
  if (wide !== 4 && wide !== 2) return null
  const year = numberAt(scanned, yearAt)
  return isDay(year, month, day) ? dateOf(scanned, first, yearAt, year) : null
}

/** Day of the month, also as "5th" or "1er"; 0 when it is none. */
function dayOf(scanned: ScannedText, index: number): number {
  if (scanned.tokens.kind[index] === TokenKind.number) return width(scanned, index) <= 2 ? numberAt(scanned, index) : 0
  if (width(scanned, index) > LONGEST_ORDINAL) return 0
  return wordBits(scanned, index) >> DAY_SHIFT
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
  return isDay(year, month, day) ? dateOf(scanned, first, yearAt, year) : null
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
    const found = dateOf(scanned, first, dayAt, year)
    // "16." of Hungarian, "5 d." of Lithuanian.
    return separatorAt(scanned, dayAt + 1) === STOP && start[dayAt + 1] === end[dayAt]
      ? { ...found, last: dayAt + 1, end: end[dayAt + 1]! }
      : found
  }
  const day = dayOf(scanned, second)
  const monthAt = day === 0 ? -1 : skip(scanned, second + 1)
  if (monthAt < 0) return null
  const month = monthOf(scanned, monthAt)
  return month > 0 && isDay(year, month, day) ? dateOf(scanned, first, monthAt, year) : null
}
