// House numbers in text. Each reader returns the end of the number, or 0, and reads a bounded number of tokens.
import { COLON, COMMA, EN_DASH, FULL_STOP, HYPHEN, SLASH, ZERO } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './address-reader.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { Role, Trait } from './word-roles.ts'

/** Suffixes for further houses with one number: "12 bis". */
const REPEATED = new Set(['bis', 'ter', 'quater'])

/** A Roman numeral of up to four letters: I, IV, XVI. */
export const isShortRoman = (r: AddressReader, i: number): boolean =>
  (r.bits(i) & Trait.roman) !== 0 && r.length(i) <= 4

const isRepeated = (r: AddressReader, i: number): boolean => r.isWord(i) && REPEATED.has(r.text.folded(i))

/** A house number: 12, 7B, 57/5, 26/2/1, 51-2, 79 a. */
export function houseNumber(r: AddressReader, i: number): number {
  if (!opensHouse(r, i) || !isNumberStart(r, i)) return 0
  let at = i + 1
  for (let more = 0; more < MOST_PARTS && isRangeSign(r.signCode(at)) && r.isTightBetween(at); more++) {
    const part = numberPart(r, at + 1)
    if (part === 0) return 0
    at = part
  }
  if (!isNumberEnd(r, at) || isWrittenDate(r, i, at)) return 0
  return isSpacedFlat(r, at) ? at + 2 : withLetter(r, at)
}

const MOST_PARTS = 3

const isRangeSign = (sign: number): boolean => sign === SLASH || sign === HYPHEN || sign === EN_DASH

/** The first token of a house number: up to five digits without a leading zero, or digits with a letter. */
function opensHouse(r: AddressReader, i: number): boolean {
  const kind = r.kind(i)
  if (kind !== TokenKind.number) return kind === TokenKind.mixed && (r.bits(i) & Trait.house) !== 0
  const length = r.length(i)
  return length <= 5 && (length === 1 || r.unitAt(i) !== ZERO)
}

/** The end of a further part of a house number at token `at`; 0 if the token is none. */
function numberPart(r: AddressReader, at: number): number {
  // The flat as written in Vienna: "12/Top 5".
  if ((r.roles(at) & Role.unit) !== 0 && r.isNumber(at + 1, 3)) return at + 2
  return isNumberPart(r, at) ? at + 1 : 0
}

function isNumberPart(r: AddressReader, at: number): boolean {
  const length = r.length(at)
  switch (r.kind(at)) {
    case TokenKind.number:
      return length <= 4
    case TokenKind.mixed:
      return length <= 5
    case TokenKind.upper:
      // The floor as written in Amsterdam: "123-II".
      return length === 1 || isShortRoman(r, at) || isRepeated(r, at)
    default:
      return r.isWord(at) && (length === 1 || isRepeated(r, at))
  }
}

/** The end of a house number with the word or single letter after it: "12 bis", "79 a". */
function withLetter(r: AddressReader, at: number): number {
  if (!r.isWord(at)) return at
  if (isRepeated(r, at)) return at + 1
  if (r.length(at) !== 1 || !r.endsPart(at + 1)) return at
  // The letter is a unit word and not part of the number: "47 m. 4".
  return r.signCode(at + 1) === FULL_STOP && (r.roles(at) & Role.unit) !== 0 ? at : at + 1
}

/** A dash between spaces, and the flat up to a comma: "107 - 5, Rīga". */
function isSpacedFlat(r: AddressReader, at: number): boolean {
  if (!r.isSpacedDash(at)) return false
  return r.isNumber(at + 1, 3) && r.signCode(at + 2) === COMMA
}

/** A year, a month and a day: "2026-03-05". */
const isWrittenDate = (r: AddressReader, i: number, end: number): boolean =>
  end - i === 5 && r.length(i) === 4 && r.length(i + 2) === 2 && r.length(i + 4) === 2

function isNumberStart(r: AddressReader, i: number): boolean {
  if (i === 0 || !r.isTight(i)) return true
  if (r.kind(i - 1) !== TokenKind.sign) return r.isNewline(i - 1)
  const before = r.signCode(i - 1)
  if (before === FULL_STOP) return i < 2 || r.kind(i - 2) !== TokenKind.number
  return (signsOf(before) & Signs.beforeNumber) === 0 || (before === COLON && r.isWord(i - 2))
}

function isNumberEnd(r: AddressReader, at: number): boolean {
  const sign = r.signCode(at)
  if (sign === 0 || !r.isTight(at)) return true
  if ((signsOf(sign) & Signs.behindNumber) !== 0) return false
  const isPoint = sign === FULL_STOP || sign === COMMA
  if (!isPoint && sign !== SLASH && sign !== HYPHEN) return true
  const next = r.kind(at + 1)
  return !(r.isTight(at + 1) && (next === TokenKind.number || (!isPoint && next !== TokenKind.newline)))
}

/** Marks for a street without numbers: "s/n", "S/N". */
export function noNumber(r: AddressReader, i: number): number {
  const isIt =
    r.text.folded(i) === 's' && r.signCode(i + 1) === SLASH && i + 2 < r.count && r.text.folded(i + 2) === 'n'
  return isIt && r.isTight(i + 1) && r.isTight(i + 2) ? i + 3 : 0
}
