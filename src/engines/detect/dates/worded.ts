// Dates with the month in words or in Roman numerals, with the day, the month or the year first.

import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isDay } from '../../../values/date.ts'
import { isWord } from '../token-questions.ts'
import {
  dateOf,
  dayOf,
  LINK,
  monthOf,
  numberAt,
  ORDINAL,
  romanMonth,
  STOP,
  separatorAt,
  type WrittenDate,
  width,
  wordBits,
} from './parts.ts'

const LINK_SIGNS = ".,'\u2019\u00ba\u00b0-"

/** 5 May 1980, 5. mai 1980, 5th of May, 1980, 05-MAY-1980, 5 de mayo de 1980. */
export function dayFirst(scanned: ScannedText, first: number): WrittenDate | null {
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

/** May 5, 1980; May 5th 1980. */
export function monthFirst(scanned: ScannedText, first: number): WrittenDate | null {
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
export function yearFirst(scanned: ScannedText, first: number): WrittenDate | null {
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
    // "16." in Hungarian, "5 d." in Lithuanian.
    const dayWord = dayAt + 1
    const isWorded =
      isWord(kind[dayWord]) && (wordBits(scanned, dayWord) & LINK) !== 0 && start[dayWord]! - end[dayAt]! === 1
    const stop = isWorded ? dayWord + 1 : dayWord
    return separatorAt(scanned, stop) === STOP && start[stop] === end[stop - 1]
      ? dateOf(scanned, first, stop, year)
      : found
  }
  const day = dayOf(scanned, second)
  const monthAt = day === 0 ? -1 : skip(scanned, second + 1)
  if (monthAt < 0) return null
  const month = monthOf(scanned, monthAt)
  return month > 0 && isDay(year, month, day) ? dateOf(scanned, first, monthAt, year) : null
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
