// Dates in digits only, with or without separators between the numbers.

import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isDay } from '../../../values/date.ts'
import { dateOf, HYPHEN, numberAt, SLASH, STOP, separatorAt, type WrittenDate, width } from './parts.ts'

/** 14.05.1980, 14/5/80, 1980-05-14, 1953.12.01. (the last full stop is part of Hungarian dates), 14. 05. 1980, 19800514. */
export function numeric(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, start, end, count } = scanned.tokens
  const wide = width(scanned, first)
  if (wide === 8) {
    const value = numberAt(scanned, first)
    const year = Math.floor(value / 10_000)
    if (year >= 1900 && isDay(year, Math.floor(value / 100) % 100, value % 100))
      return dateOf(scanned, first, first, year)
    // 07051965: only after words that introduce a date.
    const last = value % 10_000
    return last >= 1900 && last < 2100 && isDay(last, Math.floor(value / 10_000) % 100, Math.floor(value / 1_000_000))
      ? dateOf(scanned, first, first, last, true)
      : null
  }
  if (wide === 6) {
    const value = numberAt(scanned, first)
    return isDay(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100)
      ? dateOf(scanned, first, first, Math.floor(value / 10_000), true)
      : null
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
  const at = second < 0 ? -1 : nextPart(scanned, second, sign)
  if (at < 0 || width(scanned, second) > 2) return null
  const found = partsDate(scanned, first, second, at)
  if (found === null) return null
  if (at + 1 >= count || start[at + 1] !== end[at] || separatorAt(scanned, at + 1) !== sign) return found
  // Further groups after it make it a version or an address.
  if (at + 2 < count && kind[at + 2] === TokenKind.number && start[at + 2] === end[at + 1]) return null
  return sign === STOP && wide === 4 ? dateOf(scanned, first, at + 1, found.year) : found
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
  const year = numberAt(scanned, last)
  return isDay(year, numberAt(scanned, second), numberAt(scanned, first))
    ? dateOf(scanned, first, last, year, !isDashed)
    : null
}

/** The date of three numbers with one separator: the year first or last, the day before or after the month. */
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

/** The number that follows `sign` after the number at token `at`; -1 if there is none. */
function nextPart(scanned: ScannedText, at: number, sign: number): number {
  const { kind, start, end, count } = scanned.tokens
  if (at + 2 >= count || kind[at + 2] !== TokenKind.number || separatorAt(scanned, at + 1) !== sign) return -1
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
  const year = numberAt(scanned, yearAt)
  // Many values begin with four digits, so a leading year must be within a lifetime.
  if (isYearFirst && (year < 1900 || year > 2100)) return null
  if (!isDay(year, numberAt(scanned, first + 1), numberAt(scanned, dayAt))) return null
  return dateOf(scanned, first, last, year, true)
}
