// Calendar dates as entities: a day and a month, or a month and a year, in digits or with the month's name in any language.
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { dateWords, isoDate, monthNames } from '../../values/date.ts'
import { type Proposal, Rank } from './proposal.ts'

const NUMERIC =
  /(?<![\p{L}\p{N}.,/-])(?:(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})|(\d{1,2})\. (\d{1,2})\. (\d{4})|(\d{4})([./-])(\d{1,2})\9(\d{1,2}))(?![\p{L}\p{N}]|[./-]\d)/gu

export function findDates(text: ScannedText): Proposal[] {
  const found: Proposal[] = []
  const add = (start: number, end: number, confidence: number): void => {
    found.push({ type: 'DATE', start, end, confidence, source: 'rule', metadata: {}, rank: Rank.shaped })
  }
  for (const match of text.text.matchAll(NUMERIC)) {
    const [, d1, , m1, y1, d2, m2, y2, y3, , m3, d3] = match
    const day = Number(d1 ?? d2 ?? d3)
    const month = Number(m1 ?? m2 ?? m3)
    const year = Number(y1 ?? y2 ?? y3)
    if (isoDate(year, month, day) === null && isoDate(year, day, month) === null) continue
    add(match.index, match.index + match[0].length, 0.9)
  }
  const months = monthNames()
  const { tokens } = text
  for (let index = 0; index < tokens.count; index++) {
    const kind = tokens.kind[index]!
    if (kind !== TokenKind.lower && kind !== TokenKind.capital && kind !== TokenKind.upper) continue
    if (!months.has(text.folded(index))) continue
    const date = aroundMonth(text, index)
    if (date !== null) add(date.start, date.end, 0.9)
  }
  return found
}

function aroundMonth(text: ScannedText, index: number): { start: number; end: number } | null {
  const { tokens } = text
  const before = dayBefore(text, index)
  const yearBefore = before === null ? yearLeft(text, index) : yearLeft(text, before)
  const after = dayOrYearAfter(text, index)
  const isShort = tokens.end[index]! - tokens.start[index]! <= 3
  if (before !== null) {
    const end = after?.isYear && yearBefore === null ? after.end : tokens.end[index]!
    if (isShort && end === tokens.end[index]! && yearBefore === null)
      return isMonthSpelled(text, index) ? { start: tokens.start[before]!, end: stop(text, index) } : null
    return { start: tokens.start[yearBefore ?? before]!, end }
  }
  if (after === null) return null
  if (isShort && !after.isYear && !isMonthSpelled(text, index)) return null
  return { start: tokens.start[yearBefore ?? index]!, end: yearBefore === null ? after.end : (after.day ?? after.end) }
}

function stop(text: ScannedText, index: number): number {
  const end = text.tokens.end[index]!
  return text.text[end] === '.' && text.text[end + 1] === ' ' ? end + 1 : end
}

/** A short month name alone counts only if it is written as one: capitalised, or with a full stop. */
const isMonthSpelled = (text: ScannedText, index: number): boolean =>
  text.tokens.kind[index] === TokenKind.capital || text.text[text.tokens.end[index]!] === '.'

const gapBefore = (text: ScannedText, index: number): number =>
  index === 0 ? 99 : text.tokens.start[index]! - text.tokens.end[index - 1]!

/** Token index of the day directly before the month (or before a connecting word), or null. */
function dayBefore(text: ScannedText, index: number): number | null {
  const { tokens } = text
  let at = index - 1
  if (at >= 0 && gapBefore(text, index) > 1) return null
  if (at >= 1 && tokens.kind[at] === TokenKind.sign && /['\u2019]/.test(text.text[tokens.start[at]!]!)) at--
  if (
    at >= 1 &&
    tokens.kind[at] === TokenKind.lower &&
    dateWords().links.has(text.folded(at)) &&
    gapBefore(text, at) <= 1
  )
    at--
  if (
    at >= 1 &&
    tokens.kind[at] === TokenKind.sign &&
    /[.\u00ba\u00b0\u00aa-]/.test(text.text[tokens.start[at]!]!) &&
    gapBefore(text, at) === 0
  )
    at--
  if (at < 0 || gapBefore(text, at + 1) > 1) return null
  return isDay(text, at) ? at : null
}

function isDay(text: ScannedText, at: number): boolean {
  const { tokens } = text
  const value = text.text.slice(tokens.start[at], tokens.end[at])
  const match = /^(\d{1,2})(\p{L}{0,3})$/u.exec(value)
  if (match === null || (match[2] !== '' && !dateWords().ordinals.has(fold(match[2]!)))) return false
  const day = Number(match[1])
  const previous = tokens.start[at]! > 0 ? text.text[tokens.start[at]! - 1]! : ' '
  return day >= 1 && day <= 31 && !/[\d.,:/]/.test(previous)
}

/** The token of a year before the month or its day, or null: "2023. október", "2025. gada 3. martā", "2025 m. kovo". */
function yearLeft(text: ScannedText, index: number): number | null {
  const { tokens } = text
  let at = index - 1
  let marks = 0
  for (let step = 0; step < 3 && at > 0; step++) {
    if (gapBefore(text, at + 1) > 1) return null
    const isStop = tokens.kind[at] === TokenKind.sign && text.text[tokens.start[at]!] === '.'
    const isWord = tokens.kind[at] === TokenKind.lower && dateWords().yearWords.has(text.folded(at))
    if (!isStop && !isWord) break
    marks++
    at--
  }
  return marks > 0 && isYear(text, at) && gapBefore(text, at + 1) <= 1 ? at : null
}

function isYear(text: ScannedText, at: number): boolean {
  const { tokens } = text
  if (at < 0 || at >= tokens.count || tokens.kind[at] !== TokenKind.number || tokens.end[at]! - tokens.start[at]! !== 4)
    return false
  const year = Number(text.text.slice(tokens.start[at], tokens.end[at]))
  return year >= 1800 && year <= 2150
}

/** The text after the month name: a year, or a day with an optional year. */
function dayOrYearAfter(text: ScannedText, index: number): { end: number; isYear: boolean; day?: number } | null {
  const { tokens } = text
  let at = index + 1
  let comma = false
  // A full stop of an abbreviation, a comma, a hyphen, a connecting word.
  for (let step = 0; step < 2 && at < tokens.count; step++) {
    if (gapBefore(text, at) > 1) return null
    const value = text.text.slice(tokens.start[at], tokens.end[at])
    if (
      /^[.,'\u2019-]$/.test(value) ||
      (tokens.kind[at] === TokenKind.lower && dateWords().links.has(text.folded(at)))
    ) {
      if (value === ',') comma = true
      at++
    } else break
  }
  if (at >= tokens.count || gapBefore(text, at) > 1) return null
  if (isYear(text, at)) return { end: tokens.end[at]!, isYear: true }
  // A comma may only separate the month from a year: "in May, 20 people".
  if (comma || !isDay(text, at) || /^[:.,]\d|^%/.test(text.text.slice(tokens.end[at]!, tokens.end[at]! + 2)))
    return null
  let next = at + 1
  if (next < tokens.count && gapBefore(text, next) === 0 && text.text[tokens.start[next]!] === ',') next++
  if (isYear(text, next) && gapBefore(text, next) <= 1)
    return { end: tokens.end[next]!, isYear: true, day: tokens.end[at]! }
  return { end: tokens.end[at]!, isYear: false }
}
