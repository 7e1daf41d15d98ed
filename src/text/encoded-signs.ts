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
import { unitAt } from './text-units.ts'
import { TokenKind, type Tokens } from './tokens.ts'
import { mayHoldUrlEscapes } from './url-escapes.ts'

/** Minimum number of single digits in a row, and of lines with one group of digits, that may be one number. */
const LEAST_SINGLES = 10
const LEAST_LINES = 3
const LONGEST_GROUP = 6
/** Equal signs that are looked through at once: those behind them are looked at for themselves. */
const LONGEST_RUN = 100

/** True if the view of a text that needs no folding may differ from the text. */
export function mayBeEncoded(tokens: Tokens): boolean {
  const { signs, start, units, text } = tokens
  let hasMarkup = false
  let hasEquals = false
  let hasJoined = false
  for (let n = 0; n < signs.length; n++) {
    const at = signs[n]!
    switch (units[start[at]!]) {
      case BACKSLASH:
        return true
      case LESS_THAN:
      case AMPERSAND:
        hasMarkup = true
        break
      case EQUALS:
        hasEquals = true
        break
      case PERCENT:
      case PLUS:
        hasJoined = true
        break
      case ASTERISK:
      case UNDERSCORE:
      case GRAVE:
      case TILDE:
        if (opensEmphasis(tokens, at)) return true
        break
      case BAR:
      case MIDDLE_DOT:
      case GREATER_THAN:
        if (isBetweenNumbers(tokens, at)) return true
        break
      case FULL_STOP:
      case SLASH:
        if (endsLineInNumber(tokens, at)) return true
        break
      case AT:
        if (isNearLineBreak(tokens, at)) return true
    }
  }
  return (
    (hasMarkup && mayHoldMarkup(text)) ||
    (hasEquals && mayHoldMailEncodings(text)) ||
    (hasJoined && mayHoldUrlEscapes(text)) ||
    hasSplitNumber(tokens)
  )
}

/** True if a sign follows a space or another sign and directly precedes a value. */
function opensEmphasis({ kind, start, end, units, count }: Tokens, at: number): boolean {
  const from = start[at]!
  if (at > 0 && end[at - 1] === from && kind[at - 1] !== TokenKind.sign && kind[at - 1] !== TokenKind.newline)
    return false
  const most = Math.min(count, at + LONGEST_RUN)
  let next = at + 1
  while (next < most && units[start[next]!] === units[from] && start[next] === end[next - 1]) next++
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
