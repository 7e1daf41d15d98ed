// Finds dates in running text; other detectors decide what a date means.

import { keptList } from '../../../text/kept-list.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { SPACE, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isLetterOrNumberUnit } from '../../../text/unit-classes.ts'
import type { TextBits } from '../../../text/word-bits.ts'
import { isWord } from '../token-questions.ts'
import { numeric } from './numeric.ts'
import { HYPHEN, LONGEST_ORDINAL, monthOf, SLASH, STOP, type WrittenDate, width } from './parts.ts'
import { dayFirst, monthFirst, yearFirst } from './worded.ts'

/** Maximum number of tokens from a number to the month after it: an optional day, and up to four tokens on either side of it. */
const MONTH_WITHIN = 10

/**
 * Every date of a text, left to right, without overlaps. `words` has the bit `month` for each word that can be a month: if
 * none is near, a date has digits only. Most numbers are skipped because of their length.
 */
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
    // A date begins with its number, or with the month directly before it.
    const isBehindMonth = at > next && (each[at - 1]! & month) !== 0
    const date =
      (isBehindMonth ? worded(scanned, at - 1) : null) ??
      (monthAt < count && monthAt - at <= MONTH_WITHIN ? worded(scanned, at) : digitsAlone(scanned, at))
    if (date === null) continue
    found.push(date)
    next = date.last + 1
  }
  return found
}

function worded(scanned: ScannedText, index: number): WrittenDate | null {
  return mayBegin(scanned, index) && !isRestOfWord(scanned, index) ? dateAt(scanned, index) : null
}

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
