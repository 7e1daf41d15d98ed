// Decides from the signs and numbers of a text alone whether it may contain encoded values. Most texts do not, and pay for one
// check of each sign.
import { mayHoldMailEncodings } from './mail-encodings.ts'
import { mayHoldMarkup } from './markup.ts'
import {
  AMPERSAND,
  ASTERISK,
  AT,
  BACKSLASH,
  BAR,
  EQUALS,
  FULL_STOP,
  GRAVE,
  GREATER_THAN,
  LESS_THAN,
  MIDDLE_DOT,
  PERCENT,
  PLUS,
  SLASH,
  TAB,
  TILDE,
  UNDERSCORE,
} from './signs.ts'
import { TokenKind, type Tokens } from './tokens.ts'
import { unitAt } from './unit-classes.ts'
import { mayHoldUrlEscapes } from './url-escapes.ts'

/** Minimum number of single digits in a row, and of lines with one group of digits, that may be one number. */
const LEAST_SINGLES = 10
const LEAST_LINES = 3
const LONGEST_GROUP = 6

/** Encodings that a sign may be part of; each is checked once for the whole text. */
const MARKUP = 1
const MAIL = 2
const URL = 4

/** Number of units in the tables below. */
const LISTED = 256
/** The encodings that a sign may be part of, by its unit. */
const MAY_BE = new Uint8Array(LISTED)
for (const unit of [LESS_THAN, AMPERSAND]) MAY_BE[unit] = MARKUP
for (const unit of [EQUALS]) MAY_BE[unit] = MAIL
MAY_BE[PERCENT] = URL
MAY_BE[PLUS] = URL | MAIL
/** The test whether a sign is a code at its place, by its unit; undefined for other signs. */
const IS_CODE: (((tokens: Tokens, at: number) => boolean) | undefined)[] = new Array(LISTED).fill(undefined)
IS_CODE[BACKSLASH] = () => true
for (const unit of [ASTERISK, UNDERSCORE, GRAVE, TILDE]) IS_CODE[unit] = opensEmphasis
for (const unit of [BAR, MIDDLE_DOT, GREATER_THAN]) IS_CODE[unit] = isBetweenNumbers
for (const unit of [FULL_STOP, SLASH]) IS_CODE[unit] = endsLineInNumber
IS_CODE[AT] = isNearLineBreak

/** True if the view of a text that needs no folding may differ from the text. */
export function mayBeEncoded(tokens: Tokens): boolean {
  const { signs, start, units, text } = tokens
  let found = 0
  for (let n = 0; n < signs.length; n++) {
    const at = signs[n]!
    const unit = units[start[at]!]!
    if (unit >= LISTED) continue
    found |= MAY_BE[unit]!
    if (IS_CODE[unit]?.(tokens, at)) return true
  }
  return (
    ((found & MARKUP) !== 0 && mayHoldMarkup(text)) ||
    ((found & MAIL) !== 0 && mayHoldMailEncodings(text)) ||
    ((found & URL) !== 0 && mayHoldUrlEscapes(text)) ||
    hasSplitNumber(tokens)
  )
}

/** True if a sign follows a space or another sign and directly precedes a value. */
function opensEmphasis({ kind, start, end, units, count }: Tokens, at: number): boolean {
  const from = start[at]!
  if (at > 0 && end[at - 1] === from && kind[at - 1] !== TokenKind.newline) {
    // The first of a run of one sign answers for all.
    if (kind[at - 1] !== TokenKind.sign || units[start[at - 1]!] === units[from]) return false
  }
  let next = at + 1
  while (next < count && units[start[next]!] === units[from] && start[next] === end[next - 1]) next++
  return next < count && start[next] === end[next - 1] && kind[next] !== TokenKind.newline
}

/** True if numbers, or mixed letters and digits, are on both sides of a sign; for the sign of a quoted reply, also across a line break. */
function isBetweenNumbers({ kind, start, units }: Tokens, at: number): boolean {
  const isQuote = units[start[at]!] === GREATER_THAN
  let before = at - 1
  let after = at + 1
  if (isQuote && kind[before] !== TokenKind.newline) return false
  while (isQuote && units[start[after] ?? 0] === GREATER_THAN && kind[after] === TokenKind.sign) after++
  if (isQuote) before--
  return isGroup(kind[before]) && isGroup(kind[after])
}

/** True if a line ends with a number and the sign, and the next begins with a number. */
function endsLineInNumber({ kind }: Tokens, at: number): boolean {
  return kind[at - 1] === TokenKind.number && kind[at + 1] === TokenKind.newline && kind[at + 2] === TokenKind.number
}

/** Tokens of a host name before a line break: a label, a full stop. */
const HOST_TOKENS = 5

function isNearLineBreak({ kind }: Tokens, at: number): boolean {
  return kind[at - 1] === TokenKind.newline || kind.subarray(at, at + HOST_TOKENS).includes(TokenKind.newline)
}

/** Digits, mixed tokens, or upper-case letters as in account numbers. */
function isGroup(kind: number | undefined): boolean {
  return kind === TokenKind.number || kind === TokenKind.mixed || kind === TokenKind.upper
}

/** True if tabs, line breaks or single spaces separate the digits of a number. */
function hasSplitNumber({ digits, kind, start, end, units }: Tokens): boolean {
  let singles = 0
  let lines = 1
  for (let n = 1; n < digits.length; n++) {
    const at = digits[n]!
    const before = digits[n - 1]!
    const length = end[at]! - start[at]!
    if (at === before + 1 && unitAt(units, end[before]!) === TAB) return true
    const isSingle = length === 1 && start[at]! - end[before]! <= 2
    singles = isSingle ? singles + 1 : 0
    const isNextLine = at === before + 2 && kind[before + 1] === TokenKind.newline && length <= LONGEST_GROUP
    lines = isNextLine ? lines + 1 : 1
    if (singles + 1 >= LEAST_SINGLES || lines >= LEAST_LINES) return true
  }
  return false
}
