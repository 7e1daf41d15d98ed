// Dates in running text, numeric and with month names: found here, judged by whoever knows what they mean.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { isoDate, monthNames } from '../../values/date.ts'
import { isNumeric, isWord, signAt } from './reading.ts'

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

/** Every date of a text, left to right, not overlapping. */
export function datesOf(scanned: ScannedText): WrittenDate[] {
  const found: WrittenDate[] = []
  const { kind, count, start } = scanned.tokens
  for (let i = 0; i < count; i++) {
    if (!isNumeric(kind[i]) && !(isWord(kind[i]) && isNumeric(kind[i + 1]))) continue
    const previous = scanned.text[start[i]! - 1] ?? ' '
    // "fid-3 ta' Mejju": Maltese ties its preposition to the day.
    const isTied = (previous === '.' && isWord(kind[i - 2])) || (previous === '-' && kind[i - 2] === TokenKind.lower)
    if (/[\p{L}\p{N}_./-]/u.test(previous) && !isTied) continue
    const date = dateAt(scanned, i)
    if (date === null) continue
    found.push(date)
    i = date.last
  }
  return found
}

/** The date that begins at token `index`, or null. Bounded work. */
export function dateAt(scanned: ScannedText, index: number): WrittenDate | null {
  const { kind } = scanned.tokens
  if (kind[index] === TokenKind.number)
    return numeric(scanned, index) ?? dayFirst(scanned, index) ?? yearFirst(scanned, index)
  if (kind[index] === TokenKind.mixed) return dayFirst(scanned, index)
  return isWord(kind[index]) ? monthFirst(scanned, index) : null
}

function width(scanned: ScannedText, index: number): number {
  return scanned.tokens.end[index]! - scanned.tokens.start[index]!
}

function numberAt(scanned: ScannedText, index: number): number {
  return Number(scanned.text.slice(scanned.tokens.start[index], scanned.tokens.end[index]))
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
  const { kind, start, end, count } = scanned.tokens
  if (width(scanned, first) === 8) {
    const value = numberAt(scanned, first)
    const year = Math.floor(value / 10_000)
    if (year >= 1900 && isoDate(year, Math.floor(value / 100) % 100, value % 100) !== null)
      return dateOf(scanned, first, first, year)
    // 07051965: only behind words that announce a date.
    const last = value % 10_000
    return last >= 1900 && last < 2100 && isoDate(last, Math.floor(value / 10_000) % 100, Math.floor(value / 1_000_000))
      ? { ...dateOf(scanned, first, first, last), bare: true }
      : null
  }
  if (width(scanned, first) === 6) {
    const value = numberAt(scanned, first)
    const isDay = isoDate(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100) !== null
    return isDay ? { ...dateOf(scanned, first, first, Math.floor(value / 10_000)), bare: true } : null
  }
  const spaced = spacedDate(scanned, first)
  if (spaced !== null) return spaced
  const sign = signAt(scanned, first + 1)
  if (!/^[-./\u2013]$/.test(sign)) return null
  const places = [first]
  let at = first
  while (places.length < 3) {
    // "14. 05. 1980" and "14 / 05 / 1980": up to one space on each side of the sign.
    if (signAt(scanned, at + 1) !== sign || start[at + 1]! - end[at]! > 1) return null
    if (at + 2 >= count || kind[at + 2] !== TokenKind.number || start[at + 2]! - end[at + 1]! > 1) return null
    at += 2
    places.push(at)
  }
  const [a, b, c] = places.map((place) => numberAt(scanned, place)) as [number, number, number]
  const [wideA, wideB, wideC] = places.map((place) => width(scanned, place)) as [number, number, number]
  if (wideB > 2) return null
  let found: WrittenDate | null = null
  if (wideA === 4 && wideC <= 2) found = isoDate(a, b, c) === null ? null : dateOf(scanned, first, at, a)
  else if (wideA <= 2 && (wideC === 4 || wideC === 2)) {
    if (isoDate(c, b, a) !== null || isoDate(c, a, b) !== null) found = dateOf(scanned, first, at, c)
    else if (wideC === 2 && isoDate(a, b, c) !== null) found = dateOf(scanned, first, at, a)
  }
  if (found === null) return null
  // More groups behind make it a version or an address.
  if (
    signAt(scanned, at + 1) === sign &&
    start[at + 1] === end[at] &&
    kind[at + 2] === TokenKind.number &&
    start[at + 2] === end[at + 1]
  )
    return null
  return wideA === 4 && sign === '.' && signAt(scanned, at + 1) === '.' && start[at + 1] === end[at]
    ? { ...found, last: at + 1, end: end[at + 1]! }
    : found
}

/** 05 08 1991: a date only where one is announced. */
function spacedDate(scanned: ScannedText, first: number): WrittenDate | null {
  const { kind, start, end } = scanned.tokens
  const last = first + 2
  if (kind[first + 1] !== TokenKind.number || kind[last] !== TokenKind.number) return null
  if (width(scanned, first) > 2 || width(scanned, first + 1) > 2 || width(scanned, last) !== 4) return null
  if (start[first + 1]! - end[first]! !== 1 || start[last]! - end[first + 1]! !== 1) return null
  const year = numberAt(scanned, last)
  if (isoDate(year, numberAt(scanned, first + 1), numberAt(scanned, first)) === null) return null
  return { ...dateOf(scanned, first, last, year), bare: true }
}

/** 7.V.1965: months in Roman numbers stand between full stops. */
function romanMonth(scanned: ScannedText, index: number): number | undefined {
  if (signAt(scanned, index - 1) !== '.' && signAt(scanned, index + 1) !== '.') return undefined
  const { start, end } = scanned.tokens
  const at = ROMAN.indexOf(scanned.text.slice(start[index], end[index]))
  return at < 0 ? undefined : at + 1
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** Skips spaces, full stops, commas and link words; at most four tokens. */
function skip(scanned: ScannedText, index: number): number {
  const { kind, start, end, count } = scanned.tokens
  let at = index
  for (let step = 0; step < 4 && at < count; step++) {
    if (start[at]! - end[at - 1]! > 2) return -1
    const sign = signAt(scanned, at)
    const isLink =
      sign !== ''
        ? /^[.,'\u2019\u00ba\u00b0-]$/.test(sign)
        : kind[at] === TokenKind.newline
          ? step < 3
          : isWord(kind[at]) && LINKS.has(scanned.folded(at))
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
    ORDINALS.has(scanned.folded(at)) &&
    scanned.tokens.start[at]! - scanned.tokens.end[at - 1]! <= 1 &&
    monthNames().get(scanned.folded(at)) === undefined
  )
    at++
  const monthAt = skip(scanned, at)
  if (monthAt < 0 || !isWord(scanned.tokens.kind[monthAt])) return null
  const month = monthNames().get(scanned.folded(monthAt)) ?? romanMonth(scanned, monthAt)
  if (month === undefined) return null
  const yearAt = skip(scanned, monthAt + 1)
  if (yearAt < 0 || scanned.tokens.kind[yearAt] !== TokenKind.number) return null
  const wide = width(scanned, yearAt)
  const year = numberAt(scanned, yearAt)
  if ((wide !== 4 && wide !== 2) || isoDate(year, month, day) === null) return null
  return dateOf(scanned, first, yearAt, year)
}

/** Day of the month, also as "5th" or "1er"; 0 when it is none. */
function dayOf(scanned: ScannedText, index: number): number {
  if (scanned.tokens.kind[index] === TokenKind.number) return width(scanned, index) <= 2 ? numberAt(scanned, index) : 0
  const match = /^(\d{1,2})(\p{L}{1,3})$/u.exec(scanned.folded(index))
  return match !== null && ORDINALS.has(match[2]!) ? Number(match[1]) : 0
}

/** May 5, 1980; May 5th 1980. */
function monthFirst(scanned: ScannedText, first: number): WrittenDate | null {
  const month = monthNames().get(scanned.folded(first))
  if (month === undefined) return null
  const dayAt = skip(scanned, first + 1)
  if (dayAt < 0) return null
  const day = dayOf(scanned, dayAt)
  if (day === 0) return null
  const yearAt = skip(scanned, dayAt + 1)
  if (yearAt < 0 || scanned.tokens.kind[yearAt] !== TokenKind.number || width(scanned, yearAt) !== 4) return null
  const year = numberAt(scanned, yearAt)
  return isoDate(year, month, day) === null ? null : dateOf(scanned, first, yearAt, year)
}

/** 1992. május 16.; 1980 m. gegužės 5 d.; 1980. gada 5. maijs; 1980-May-05. */
function yearFirst(scanned: ScannedText, first: number): WrittenDate | null {
  if (width(scanned, first) !== 4) return null
  const { kind, start, end } = scanned.tokens
  const year = numberAt(scanned, first)
  const second = skip(scanned, first + 1)
  if (second < 0) return null
  if (isWord(kind[second])) {
    const month = monthNames().get(scanned.folded(second))
    const dayAt = month === undefined ? -1 : skip(scanned, second + 1)
    if (month === undefined || dayAt < 0) return null
    const day = dayOf(scanned, dayAt)
    if (day === 0 || isoDate(year, month, day) === null) return null
    const found = dateOf(scanned, first, dayAt, year)
    // "16." of Hungarian, "5 d." of Lithuanian.
    return signAt(scanned, dayAt + 1) === '.' && start[dayAt + 1] === end[dayAt]
      ? { ...found, last: dayAt + 1, end: end[dayAt + 1]! }
      : found
  }
  const day = dayOf(scanned, second)
  const monthAt = day === 0 ? -1 : skip(scanned, second + 1)
  if (monthAt < 0) return null
  const month = monthNames().get(scanned.folded(monthAt))
  return month === undefined || isoDate(year, month, day) === null ? null : dateOf(scanned, first, monthAt, year)
}
