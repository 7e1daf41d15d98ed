// The kind of each line of a text, by the counts of its tokens and by the adjacent lines. Linear, computed once per text.
import type { ScannedText } from '../../../text/scanned.ts'
import {
  AT,
  CLOSE_BRACE,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  EQUALS,
  FULL_STOP,
  GREATER_THAN,
  LESS_THAN,
  NUMBER_SIGN,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  OPEN_SQUARE,
  QUOTE,
  SEMICOLON,
  SLASH,
  signSet,
  UNDERSCORE,
} from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { sliceOf } from '../../../text/unit-classes.ts'
import { signCodeAt } from '../token-questions.ts'
import { LineKind, TextKinds } from './kind.ts'
import { LineSigns, readLine } from './line-signs.ts'
import { kindWords, LEVEL, LOG_VERB, MONTH, OPENER } from './words.ts'

/** A line without words and numbers, or without evidence: it takes the kind of its neighbours. */
const OPEN = 0xff
const MAYBE_HEADER = 0xfe
/** Maximum number of tokens of a label, and of words of a line with a label. */
const LABEL_TOKENS = 8
const FORM_WORDS = 24
const LONGEST_HEADER = 40
/** Least number of programming signs that make a line with a time a log message. */
const LEAST_TECHNICAL = 2
const LEAST_CODE = 4

const owner = {}
const signs = new LineSigns()

/** The kinds of the lines of a text, computed on first use and kept with it. */
export function textKinds(text: ScannedText): TextKinds {
  const known = text.note(owner) as TextKinds | undefined
  if (known !== undefined) return known
  const found = readKinds(text)
  text.keepNote(owner, found)
  return found
}

function readKinds(text: ScannedText): TextKinds {
  const { bits } = kindWords()
  const { each } = bits.over(text)
  const { count, end } = text.tokens
  const starts: number[] = []
  const kinds: number[] = []
  for (let first = 0, from = 0; ; first = signs.end + 1) {
    readLine(text, each, first, signs)
    starts.push(from)
    kinds.push(signs.end === first ? OPEN : kindOf(text, each, signs))
    if (signs.end >= count) break
    from = end[signs.end]!
  }
  settle(kinds)
  return new TextKinds(Int32Array.from(starts), Uint8Array.from(kinds))
}

/** Assigns a kind to open lines: that of their neighbours if both are equal, else prose. */
function settle(kinds: number[]): void {
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== MAYBE_HEADER) continue
    const isBeside = (other: number | undefined) => other === LineKind.header || other === MAYBE_HEADER
    kinds[i] = isBeside(kinds[i - 1]) || isBeside(kinds[i + 1]) ? LineKind.header : LineKind.form
  }
  let before: number = LineKind.prose
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== OPEN) {
      before = kinds[i]!
      continue
    }
    let next = i
    while (next < kinds.length && kinds[next] === OPEN) next++
    const kind = next < kinds.length && kinds[next] === before ? before : LineKind.prose
    kinds.fill(kind, i, next)
    i = next - 1
  }
}

function kindOf(text: ScannedText, bits: Int32Array, line: LineSigns): number {
  if (line.words + line.numbers === 0) return OPEN
  const speech = isSpeech(text, line)
  if (isLog(text, bits, line, speech)) return LineKind.log
  if (speech) return LineKind.chat
  const header = headerKind(text, line)
  if (header !== null) return header
  if (line.tags > 0 && line.tags * 8 >= line.words) return LineKind.markup
  if (line.decimals > 2 && line.numbers >= 2 * line.words) return LineKind.numbers
  if (isRecord(text, line)) return LineKind.config
  if (isCode(text, bits, line)) return LineKind.code
  const form = formKind(text, line)
  if (form !== null) return form
  return line.doses > 0 && line.numbers > 0 ? LineKind.leaflet : LineKind.prose
}

/** True for program output: a time or a level at its start and programming signs after it, a record, or a stack trace. */
function isLog(text: ScannedText, bits: Int32Array, line: LineSigns, isSpoken: boolean): boolean {
  const { first, end } = line
  if (line.members >= LEAST_TECHNICAL) return true
  if (line.hasSeconds && isStamped(bits, line, isSpoken)) return true
  // "081109 203615 148 INFO dfs.DataNode: ...", "ERROR [main] a.b.C: ..."
  const isNumberHead = line.level === first + 3 && line.numbers >= 3
  if (line.level >= first && line.level <= first + 3 && (bits[line.level]! & LEVEL) !== 0)
    return (isNumberHead || line.level <= first + 1) && line.technical > 0
  if (isKernelTime(text, first)) return true
  // "\tat org.example.Main.run(Main.java:12)", `File "main.py", line 12, in run`
  if (end - first < 4 || text.word(first).raw !== 'at') return false
  return line.calls > 0 && line.joins >= LEAST_TECHNICAL
}

function isStamped(bits: Int32Array, line: LineSigns, isSpoken: boolean): boolean {
  const { first, behindTime } = line
  // "Jun 14 15:16:01 combo kernel: ...": RFC 3164 4.1.2, a syslog message begins with a month, a day and a time.
  if ((bits[first]! & MONTH) !== 0 && behindTime <= first + 7) return line.words > 1
  if (line.level >= 0 || line.processes > 0) return true
  if (behindTime < line.end && (bits[behindTime]! & LOG_VERB) !== 0) return true
  return !isSpoken && (line.hasFraction || line.technical >= LEAST_TECHNICAL)
}

/** "[    0.000000] Linux version": seconds since the kernel started. */
function isKernelTime(text: ScannedText, first: number): boolean {
  const { kind, start, end } = text.tokens
  return (
    signCodeAt(text, first) === OPEN_SQUARE &&
    kind[first + 1] === TokenKind.number &&
    kind[first + 3] === TokenKind.number &&
    end[first + 3]! - start[first + 3]! === 6 &&
    signCodeAt(text, first + 4) === CLOSE_SQUARE
  )
}

/** "[14:02] Ada: ...", "12/03/2024, 14:02 - Ada Obi: ...", "14:02 <ada> ...": the speaker follows the time. */
function isSpeech(text: ScannedText, line: LineSigns): boolean {
  const { kind } = text.tokens
  if (line.behindTime < 0 || line.processes > 0) return false
  let at = line.behindTime
  // Skips the end of the time: "]", " -", "PM".
  while (at < line.end && kind[at] === TokenKind.sign && signCodeAt(text, at) !== LESS_THAN && at < line.behindTime + 3)
    at++
  if (signCodeAt(text, at) === LESS_THAN) return signCodeAt(text, at + 2) === GREATER_THAN
  let words = 0
  while (at < line.end && words <= 5 && kind[at]! <= TokenKind.upper) {
    at++
    words++
  }
  return words > 0 && words <= 5 && signCodeAt(text, at) === COLON && at + 1 < line.end
}

/** A mail header field: certain, possible if an adjacent line is one, or null. */
function headerKind(text: ScannedText, line: LineSigns): number | null {
  const { start, kind } = text.tokens
  const { first, end } = line
  if (kind[first]! > TokenKind.mixed) return null
  const stop = Math.min(end, first + LABEL_TOKENS)
  let colon = first + 1
  while (colon < stop && signCodeAt(text, colon) !== COLON) colon++
  if (colon >= stop) return null
  const from = start[first]!
  const to = start[colon]!
  if (to - from > LONGEST_HEADER) return null
  const name = sliceOf(text.text, from, to).toLowerCase()
  const { headers, plainHeaders } = kindWords()
  if (headers.has(name)) return LineKind.header
  return plainHeaders.has(name) ? MAYBE_HEADER : null
}

/** `{"name": ...`: JSON on one line. */
function isRecord(text: ScannedText, { first, end }: LineSigns): boolean {
  const opening = signCodeAt(text, first)
  if (opening !== OPEN_BRACE && opening !== OPEN_SQUARE) return false
  return (
    signCodeAt(text, first + 1) === QUOTE ||
    (end - first > 2 && signCodeAt(text, first + 2) === QUOTE && opening === OPEN_SQUARE)
  )
}

/** Scores signs of program code; a sentence with one call in it has too low a score for its words. */
function isCode(text: ScannedText, bits: Int32Array, line: LineSigns): boolean {
  const { first, end } = line
  const last = signCodeAt(text, end - 1)
  let points = line.operators * 2 + line.camels + line.joins + Math.min(1, line.assigns)
  if (line.calls > 0) points += signCodeAt(text, end - 1) === OPEN_PARENTHESIS ? 2 : 1
  if (last === SEMICOLON || last === OPEN_BRACE || last === CLOSE_BRACE) points += 2
  else if (last === COMMA && signCodeAt(text, end - 2) === CLOSE_BRACE) points += 2
  const isOpened = (bits[first]! & OPENER) !== 0
  if (isOpened && (points > 0 || last === COLON)) points += 2
  // "#include", "@Override"
  const opening = signCodeAt(text, first)
  if ((opening === NUMBER_SIGN || opening === AT) && first + 1 < end && (bits[first + 1]! & OPENER) !== 0) points += 4
  return points >= LEAST_CODE && points * 4 >= line.words
}

/** A setting, or a label and its value; null for neither. */
function formKind(text: ScannedText, line: LineSigns): number | null {
  const { kind, start, end } = text.tokens
  let at = line.first
  // "- key: value", `"key": value`, "export KEY=value"
  while (at < line.end && isListSign(signCodeAt(text, at))) at++
  if (isSection(text, line)) return LineKind.config
  if (at >= line.end || kind[at]! > TokenKind.mixed) return null
  const stop = Math.min(line.end, at + LABEL_TOKENS)
  let isParted = false
  let joined = 0
  for (let i = at; i < stop; i++) {
    const unit = signCodeAt(text, i)
    if (unit === EQUALS) return isParted ? null : LineKind.config
    if (unit === COLON) return labelKind(text, line, at, isParted, joined)
    if (unit === UNDERSCORE || unit === FULL_STOP || unit === SLASH) joined++
    if (unit === 0 && i > at && start[i]! > end[i - 1]! && signCodeAt(text, i - 1) !== QUOTE) isParted = true
  }
  return null
}

/** The kind of a line with a colon: the text before it, from token `at`, is a key of settings or a label of a form. */
function labelKind(text: ScannedText, line: LineSigns, at: number, isParted: boolean, joined: number): number | null {
  if (line.words > FORM_WORDS) return null
  if (signCodeAt(text, at - 1) === QUOTE) return LineKind.config
  const isTechnical = joined > 0 || (text.tokens.kind[at] === TokenKind.lower && line.technical > 0)
  return !isParted && isTechnical ? LineKind.config : LineKind.form
}

/** "[global]": the section heading of a settings file. */
function isSection({ tokens }: ScannedText, { first, end }: LineSigns): boolean {
  const { start, text } = tokens
  if (end - first > LABEL_TOKENS) return false
  return SECTION.test(sliceOf(text, start[first]!, tokens.end[end - 1]!))
}
const SECTION = /^\[[\w.:-]{2,60}\]$/

const isListSign = signSet('-"{,')
