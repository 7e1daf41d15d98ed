// Counts of one line: words, numbers, programming signs, and the time at its start.
import type { ScannedText } from '../../../text/scanned.ts'
import {
  AMPERSAND,
  AT,
  BACKSLASH,
  BAR,
  CLOSE_BRACE,
  CLOSE_PARENTHESIS,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  EQUALS,
  EXCLAMATION,
  FULL_STOP,
  GREATER_THAN,
  HYPHEN,
  LESS_THAN,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  OPEN_SQUARE,
  PLUS,
  QUESTION,
  QUOTE,
  SEMICOLON,
  SLASH,
  signSet,
  UNDERSCORE,
} from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { signCodeAt } from '../token-questions.ts'
import { CAMEL, DOSE, LEVEL, LOG_MEMBER, MONTH, SMALL_LEVEL } from './words.ts'

/** Maximum number of tokens from the start of a line to the end of its time: a host, a user and a date may precede it. */
const HEAD = 28
/** Maximum number of words other than months before the time of a log: a weekday, a host, a user. */
const HEAD_WORDS = 4

/** The counts of one line. One object is reused for all lines of a text. */
export class LineSigns {
  first = 0
  end = 0
  words = 0
  /** Numbers, including those with letters. */
  numbers = 0
  /** Numbers with a point and decimals. */
  decimals = 0
  /** Words joined by signs without spaces, as in program identifiers: a.b, a_b, a::b, /usr/lib. */
  joins = 0
  camels = 0
  calls = 0
  /** "=>", "==", "&&", "::" and the like. */
  operators = 0
  assigns = 0
  /** Opening and closing tags, and markup comments. */
  tags = 0
  bars = 0
  members = 0
  /** A word and a number in square brackets, as syslog writes a process: sshd[19939]. */
  processes = 0
  doses = 0
  /** The token after the time at the start of the line, in seconds (10:11:12) or minutes; -1 without a time. */
  behindTime = -1
  hasSeconds = false
  /** True if fractions of a second follow it, which people do not write. */
  hasFraction = false
  /** The token of the first log level; -1 if there is none. */
  level = -1
  /** Number of joins before the current unbroken run of tokens, and whether the run is a link or e-mail address, whose full stops are not joins. */
  joinsBeforeRun = 0
  isAddress = false

  /** Number of programming signs in the line. */
  get technical(): number {
    return this.joins + this.camels + this.operators + this.assigns + this.processes
  }
}

function reset(signs: LineSigns, first: number): void {
  signs.first = first
  signs.end = first
  signs.words = signs.numbers = signs.decimals = signs.joins = signs.camels = signs.calls = 0
  signs.operators = signs.assigns = signs.tags = signs.bars = signs.members = signs.processes = signs.doses = 0
  signs.behindTime = -1
  signs.hasSeconds = signs.hasFraction = false
  signs.level = -1
  signs.joinsBeforeRun = 0
  signs.isAddress = false
}

/** Reads the line that begins with token `first` into `signs`; `bits`: word bits by token. */
export function readLine(text: ScannedText, bits: Int32Array, first: number, signs: LineSigns): void {
  const { kind, count, start, end } = text.tokens
  reset(signs, first)
  let at = first
  for (; at < count; at++) {
    const known = kind[at]!
    if (known === TokenKind.newline) break
    if (at > first && start[at]! > end[at - 1]!) {
      signs.joinsBeforeRun = signs.joins
      signs.isAddress = false
    }
    if (known === TokenKind.sign) readSign(text, at, signs)
    else if (known === TokenKind.number) signs.numbers++
    else readWord(text, bits[at]!, at, known, signs)
  }
  signs.end = at
  if (signs.numbers > 1) readTime(text, bits, signs)
}

function readWord(text: ScannedText, bits: number, at: number, kind: number, signs: LineSigns): void {
  if (kind === TokenKind.mixed) signs.numbers++
  else signs.words++
  if (bits === 0) return
  if ((bits & CAMEL) !== 0) signs.camels++
  if ((bits & DOSE) !== 0) signs.doses++
  if ((bits & (LEVEL | SMALL_LEVEL)) !== 0 && signs.level < 0 && isLevel(text, bits, at)) signs.level = at
  if ((bits & LOG_MEMBER) !== 0 && leadsToValue(text, at)) signs.members++
}

/** "ERROR", "[error]", "level=error", "<warning>": in lower case only with such signs. */
function isLevel(text: ScannedText, bits: number, at: number): boolean {
  if ((bits & LEVEL) !== 0) return true
  const before = signCodeAt(text, at - 1)
  const behind = signCodeAt(text, at + 1)
  return (
    (before === OPEN_SQUARE && behind === CLOSE_SQUARE) ||
    (before === LESS_THAN && behind === GREATER_THAN) ||
    before === EQUALS
  )
}

/** `"msg":`, `ts=`: true if a colon or an equals sign follows, with an optional quote. */
function leadsToValue(text: ScannedText, at: number): boolean {
  const next = signCodeAt(text, at + 1)
  if (next === QUOTE) return signCodeAt(text, at - 1) === QUOTE && signCodeAt(text, at + 2) === COLON
  return next === EQUALS
}

/** Counts a sign by its neighbours. */
function readSign(text: ScannedText, at: number, signs: LineSigns): void {
  const { kind, start, end, units } = text.tokens
  const from = start[at]!
  const unit = units[from]!
  const isTiedBefore = at > signs.first && end[at - 1] === from
  const isTiedBehind = at + 1 < kind.length && start[at + 1] === end[at]
  if (unit === BAR) signs.bars++
  else if (unit === EQUALS) readEquals(text, at, isTiedBefore, isTiedBehind, signs)
  else if (unit === LESS_THAN && isTiedBehind && isTag(text, at)) signs.tags++
  else if (unit === OPEN_PARENTHESIS && isTiedBefore && kind[at - 1]! <= TokenKind.mixed) signs.calls++
  else if (unit === OPEN_SQUARE && isTiedBefore) readSquare(text, at, signs)
  else if (isTiedBefore && isTiedBehind) readTied(text, at, unit, signs)
}

const changesEquals = signSet('!+-:<')

function readEquals(
  text: ScannedText,
  at: number,
  isTiedBefore: boolean,
  isTiedBehind: boolean,
  signs: LineSigns,
): void {
  const next = isTiedBehind ? signCodeAt(text, at + 1) : 0
  const before = isTiedBefore ? signCodeAt(text, at - 1) : 0
  // "a => b", "a == b", "a != b", "a += b"
  if (next === GREATER_THAN || next === EQUALS) signs.operators++
  else if (before === EQUALS) return
  else if (changesEquals(before)) signs.operators++
  else signs.assigns++
}

/** "</a>", "<a ", "<a>", "<!--", "<?xml"; "<ada@example.org>" is an address. */
function isTag(text: ScannedText, at: number): boolean {
  const { kind, start, end } = text.tokens
  const sign = signCodeAt(text, at + 1)
  if (sign !== 0) return sign === SLASH || sign === EXCLAMATION || sign === QUESTION
  if (kind[at + 1]! > TokenKind.mixed) return false
  const behind = signCodeAt(text, at + 2)
  if (behind === AT || behind === FULL_STOP) return false
  return behind === GREATER_THAN || behind === SLASH || behind === COLON || start[at + 2] !== end[at + 1]
}

/** "sshd[19939]", "xs[0]": a process, or an index of a list. */
function readSquare(text: ScannedText, at: number, signs: LineSigns): void {
  const { kind } = text.tokens
  if (kind[at + 1] === TokenKind.number && signCodeAt(text, at + 2) === CLOSE_SQUARE) signs.processes++
}

function readTied(text: ScannedText, at: number, unit: number, signs: LineSigns): void {
  const { kind, end, start } = text.tokens
  const before = kind[at - 1]!
  const behind = kind[at + 1]!
  // "https://www.example.org/a_b", "ada_obi@mail.example.org"
  if (unit === AT || (unit === COLON && signCodeAt(text, at + 1) === SLASH && signCodeAt(text, at + 2) === SLASH)) {
    signs.joins = signs.joinsBeforeRun
    signs.isAddress = true
  }
  if (signs.isAddress) return
  if (before > TokenKind.mixed || behind > TokenKind.mixed) {
    if (behind === TokenKind.sign && isOperator(unit, signCodeAt(text, at + 1))) signs.operators++
    else if (unit === SLASH && before === TokenKind.sign && behind <= TokenKind.upper) signs.joins++
    return
  }
  switch (unit) {
    case FULL_STOP:
      if (before === TokenKind.number && behind === TokenKind.number) {
        if (isDecimal(text, at)) signs.decimals++
      } else if (isJoined(end[at - 1]! - start[at - 1]!, end[at + 1]! - start[at + 1]!)) signs.joins++
      break
    case UNDERSCORE:
    case BACKSLASH:
      signs.joins++
  }
}

/** "nova.wsgi", but not an abbreviation like "z.B" or "e.g". */
const isJoined = (before: number, behind: number): boolean => before > 1 && behind > 1

/** "0.25": two numbers around one full stop, with no further one before or after. */
function isDecimal(text: ScannedText, at: number): boolean {
  const { start, end } = text.tokens
  const isChained =
    (signCodeAt(text, at + 2) === FULL_STOP &&
      end[at + 1] === start[at + 2] &&
      text.tokens.kind[at + 3] === TokenKind.number) ||
    (signCodeAt(text, at - 2) === FULL_STOP && end[at - 2] === start[at - 1])
  return !isChained
}

function isOperator(first: number, second: number): boolean {
  switch (first) {
    case COLON:
      return second === COLON
    case HYPHEN:
      return second === GREATER_THAN || second === HYPHEN
    case AMPERSAND:
    case PLUS:
      return second === first
    case CLOSE_PARENTHESIS:
      return second === SEMICOLON || second === OPEN_BRACE || second === CLOSE_BRACE
    default:
      return false
  }
}

/** Finds the time at the start of a line: numbers joined by colons, after a date, a host and similar. */
function readTime(text: ScannedText, bits: Int32Array, signs: LineSigns): void {
  const { kind } = text.tokens
  const stop = Math.min(signs.end, signs.first + HEAD)
  let words = 0
  for (let at = signs.first; at < stop; at++) {
    const known = kind[at]!
    if (known <= TokenKind.upper && (bits[at]! & MONTH) === 0 && ++words > HEAD_WORDS) return
    if ((known !== TokenKind.number && known !== TokenKind.mixed) || !isTied(text, at, COLON)) continue
    if (kind[at + 2] !== TokenKind.number && kind[at + 2] !== TokenKind.mixed) continue
    signs.behindTime = at + 3
    if (
      isTied(text, at + 2, COLON) &&
      at + 4 < signs.end &&
      kind[at + 4]! >= TokenKind.number &&
      kind[at + 4]! <= TokenKind.mixed
    ) {
      signs.behindTime = at + 5
      signs.hasSeconds = true
      signs.hasFraction = isTied(text, at + 4, FULL_STOP) || isTied(text, at + 4, COMMA) || isTied(text, at + 4, COLON)
    }
    return
  }
}

/** True if the sign `unit` directly follows token `at` and is directly followed by another token. */
function isTied(text: ScannedText, at: number, unit: number): boolean {
  const { start, end } = text.tokens
  return signCodeAt(text, at + 1) === unit && end[at] === start[at + 1] && end[at + 1] === start[at + 2]
}
