// Dates in running text: found here, judged by whoever knows what they mean.

import type { ScannedText } from '../../../text/scanned.ts'
import { SPACE, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isLetterOrNumberUnit } from '../../../text/unit-classes.ts'
import { isWord } from '../token-questions.ts'
import { numeric } from './numeric.ts'
import { HYPHEN, hasMonth, LONGEST_ORDINAL, monthOf, SLASH, STOP, type WrittenDate, width } from './parts.ts'
import { dayFirst, monthFirst, yearFirst } from './worded.ts'

/** Every date of a text, left to right, not overlapping. Most numbers are passed over by how long they are. */
export function datesOf(scanned: ScannedText): WrittenDate[] {
  const found: WrittenDate[] = []
  const { kind } = scanned.tokens
  const { digits } = scanned
  // Every date has a number.
  const isWorded = digits.length > 0 && hasMonth(scanned)
  let next = 0
  for (let n = 0; n < digits.length; n++) {
    // A date begins with its number, or with the month right before one.
    for (let i = digits[n]! - (isWorded ? 1 : 0); i <= digits[n]!; i++) {
      if (i < next || (i < digits[n]! && !isWord(kind[i])) || !mayBegin(scanned, i) || isRestOfWord(scanned, i))
        continue
      const date = isWorded ? dateAt(scanned, i) : kind[i] === TokenKind.number ? numeric(scanned, i) : null
      if (date === null) continue
      found.push(date)
      next = date.last + 1
    }
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
function isRestOfWord(scanned: ScannedText, index: number): boolean {
  const { kind, start, units } = scanned.tokens
  const at = start[index]! - 1
  if (at < 0) return false
  const unit = units[at]!
  if (unit === SPACE) return false
  if (unit === STOP) return !isWord(kind[index - 2])
  // "fid-3 ta' Mejju": Maltese ties its preposition to the day.
  if (unit === HYPHEN) return kind[index - 2] !== TokenKind.lower
  return unit === SLASH || unit === UNDERSCORE || isLetterOrNumberUnit(unit)
}
