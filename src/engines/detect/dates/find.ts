// Finds dates in running text; other detectors decide what a date means.
import { keptList } from '../../../text/kept-list.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { COLON, SPACE, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isLetterOrNumberUnit } from '../../../text/unit-classes.ts'
import type { TextBits } from '../../../text/word-bits.ts'
import { isDay } from '../../../values/date.ts'
import { isWord } from '../token-questions.ts'
import {
  dateOf,
  dateWithTail,
  dayOf,
  digitsOf,
  HYPHEN,
  LINK,
  LONGEST_ORDINAL,
  monthOf,
  numberAt,
  ORDINAL,
  romanMonth,
  SLASH,
  STOP,
  separatorAt,
  type WrittenDate,
  width,
  wordBits,
} from './parts.ts'

// Dates with the month in words or in Roman numerals, with the day, the month or the year first.
const LINK_SIGNS = ".,'\u2019\u00ba\u00b0-"

/** 5 May 1980, 5. mai 1980, 5th of May, 1980, 05-MAY-1980, 5 de mayo de 1980. */
function dayFirst(scanned: ScannedText, first: number): WrittenDate | null {
  const day = dayOf(scanned, first)
  if (day === 0) return null
  // "3:e" in Swedish: the colon is no separator.
  let at = scanned.tokens.units[scanned.tokens.end[first]!] === COLON ? first + 2 : first + 1
  if (
    isWord(scanned.tokens.kind[at]) &&
    (wordBits(scanned, at) & ORDINAL) !== 0 &&
    scanned.tokens.start[at]! - scanned.tokens.end[at - 1]! <= 1 &&
    monthOf(scanned, at) === 0
  )
    at++
  else at = first + 1
  const monthAt = skip(scanned, at)
  if (monthAt < 0 || !isWord(scanned.tokens.kind[monthAt])) return null
  const month = monthOf(scanned, monthAt) || romanMonth(scanned, monthAt)
  if (month === 0) return null
  const yearAt = skip(scanned, monthAt + 1)
  const wide = yearAt < 0 ? 0 : digitsOf(scanned, yearAt)
  if (wide !== 4 && wide !== 2) return null
  const year = numberAt(scanned, yearAt, wide)
  return isDay(year, month, day) ? dateWithTail(scanned, first, yearAt, { year, month, day }) : null
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
    return separatorAt(scanned, stop) === STOP && start[stop] === end[stop - 1]
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
  const { kind, start, end, count } = scanned.tokens
  const wide = width(scanned, first)
  if (wide === 8) {
    const value = numberAt(scanned, first)
    const [head, middle, tail] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100]
    if (head >= 1900 && isDay(head, middle, tail))
      return dateOf(scanned, first, first, { year: head, month: middle, day: tail })
    // 07051965: only after words that introduce a date.
    const written = { year: value % 10_000, month: head % 100, day: Math.floor(head / 100) }
    return written.year >= 1900 && written.year < 2100 && isDay(written.year, written.month, written.day)
      ? dateOf(scanned, first, first, written, true)
      : null
  }
  if (wide === 6) {
    const value = numberAt(scanned, first)
    const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100]
    return isDay(year, month, day) ? dateOf(scanned, first, first, { year, month, day }, true) : null
  }
  // A space or a sign, and the next number.
  if (first + 2 >= count) return null
  if (kind[first + 1] === TokenKind.number) return spacedDate(scanned, first)
  if (kind[first + 2] !== TokenKind.number) return null
  const sign = separatorAt(scanned, first + 1)
  if (sign === 0) return null
  const mixed = sign === SLASH ? mixedDate(scanned, first) : null
  if (mixed !== null) return mixed
  // "14. 05. 1980" and "14 / 05 / 1980": up to one space on each side of the sign.
  const second = nextPart(scanned, first, sign)
  const at = second < 0 ? -1 : nextPart(scanned, second, sign, true)
  if (at < 0 || width(scanned, second) > 2) return null
  const found = partsDate(scanned, first, second, at)
  if (found === null) return null
  if (at + 1 >= count || start[at + 1] !== end[at] || separatorAt(scanned, at + 1) !== sign) return found
  // Further groups after it make it a version or an address.
  if (at + 2 < count && kind[at + 2] === TokenKind.number && start[at + 2] === end[at + 1]) return null
  return sign === STOP && wide === 4 ? dateOf(scanned, first, at + 1, found) : found
}

/** 18/5-1966, 22/7 1984: day and month with a slash, as in Danish, Swedish and Norwegian handwriting; with a space only after a cue. */
function mixedDate(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, start, end } = scanned.tokens
  const second = nextPart(scanned, first, SLASH)
  if (second < 0 || width(scanned, first) > 2 || width(scanned, second) > 2) return null
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
  const wideC = digitsOf(scanned, last)
  const c = numberAt(scanned, last, wideC)
  const from = (year: number, month: number, day: number) =>
    isDay(year, month, day) ? dateWithTail(scanned, first, last, { year, month, day }) : null
  if (wideA === 4 && wideC <= 2) return from(a, b, c)
  if (wideA > 2 || (wideC !== 4 && wideC !== 2)) return null
  return from(c, b, a) ?? from(c, a, b) ?? (wideC === 2 ? from(a, b, c) : null)
}

/** The number that follows `sign` after the number at token `at`; -1 if there is none. `isLast`: it may have a tail ("1970r"). */
function nextPart(scanned: ScannedText, at: number, sign: number, isLast = false): number {
  const { kind, start, end, count } = scanned.tokens
  if (at + 2 >= count || separatorAt(scanned, at + 1) !== sign) return -1
  if (kind[at + 2] !== TokenKind.number && !(isLast && digitsOf(scanned, at + 2) > 0)) return -1
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
    // A date begins with its number, or with the month before it, also over a hyphen.
    const before = at > next + 1 && separatorAt(scanned, at - 1) === HYPHEN ? at - 2 : at - 1
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
  if (at < 0) return false
  const unit = units[at]!
  if (unit === SPACE) return false
  if (unit === STOP) return !isWord(kind[index - 2])
  // "fid-3 ta' Mejju": in Maltese, a hyphen joins the preposition to the day.
  if (unit === HYPHEN) return kind[index - 2] !== TokenKind.lower
  return unit === SLASH || unit === UNDERSCORE || isLetterOrNumberUnit(unit)
}
