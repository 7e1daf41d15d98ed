// Removes backslash escapes of string literals (RFC 8259 7, ECMA-262 12.9.4) and Markdown (CommonMark 2.4). Windows paths stay.
import { hexByte, hexValue, isShown, utf8Characters } from './byte-runs.ts'
import { Rewriter, type Rewritten } from './rewriting.ts'

const BACKSLASH = '\\'
/** String literals can be nested (JSON in JSON); deeper nesting than this does not occur in practice. */
export const MOST_NESTED = 3
/** Escapes that occur only in string literals: `\"`, `\uXXXX`. */
const LITERAL = /\\(?:"|u[\da-f]{4}|u\{[\da-f]{1,6}\})/i
/** Start of a path: "C:\", "\\host\". */
const FOLDER = /^(?:[a-z]:\\|\\\\[\w.$-])/i
/** The same in a literal, where two backslashes represent one. */
const FOLDER_IN_LITERAL = /^[a-z]:\\/i
const ANY_FOLDER = /[a-z]:\\|\\\\[\w.$-]/i
/** A \n or \r that can only be a line end. */
const SURE_BREAK = /[.,;!?)\]}"'\d>]\\[nr]/
const FOLDER_WITHIN = 4
const RUN_EDGE = /[\s"'`<>()[\]{},;=|]/
const WORD = /[\p{L}\p{N}]/u
/** Signs that Markdown escapes and that occur inside values. */
const MARKDOWN = '_*.@+-#~'
/** A character at the end of a line or cell: a \n or \t after it ends the line or cell. */
const ENDS_LINE = /[.,;:!?)\]}"'\d>\\]/

const mayHoldBackslashes = (source: string): boolean => source.includes(BACKSLASH)

/** Returns the text without its backslash escapes, or null if it has none. Linear: one pass for each level of nesting. */
export function withoutBackslashes(source: string): Rewritten | null {
  if (!mayHoldBackslashes(source)) return null
  const rewriter = new Rewriter(source)
  const isLiteral = LITERAL.test(source)
  const isLines = isLiteral || breaksLines(source)
  const folder = isLiteral ? FOLDER_IN_LITERAL : FOLDER
  let run = 0
  let at = 0
  while (at < source.length) {
    if (source[at] !== BACKSLASH) {
      if (RUN_EDGE.test(source[at]!)) run = at + 1
      at++
      continue
    }
    if (folder.test(source.slice(run, run + FOLDER_WITHIN))) {
      at = endOfRun(source, at)
      run = at
      continue
    }
    const end = takeEscape(source, at, rewriter, isLiteral, isLines)
    at = end > at ? end : at + 1
  }
  return rewriter.done()
}

/** True if \n ends lines in a text: one certainly does, or it occurs twice in a text without paths. */
const breaksLines = (source: string): boolean =>
  SURE_BREAK.test(source) || (countOf(source, '\\n') > 1 && !ANY_FOLDER.test(source))

function countOf(source: string, part: string): number {
  let count = 0
  for (let at = source.indexOf(part); at >= 0 && count < 2; at = source.indexOf(part, at + 1)) count++
  return count
}

function endOfRun(source: string, from: number): number {
  let at = from
  while (at < source.length && !RUN_EDGE.test(source[at]!)) at++
  return at
}

/** Writes the decoded form of the escape at `at`; returns the index after it, or `at` if none is found. */
function takeEscape(source: string, at: number, to: Rewriter, isLiteral: boolean, isLines: boolean): number {
  const next = source[at + 1]
  switch (next) {
    case undefined:
    case '\n':
    case '\r':
      // A backslash at the end of a line continues the line: "Okonkwo\".
      to.put('', at, at + 1)
      return at + 1
    case 'u':
    case 'U':
    case 'x':
      return takeCode(source, at, to)
    case '"':
    case "'":
    case '/':
      to.put(next, at, at + 2)
      return at + 2
    case BACKSLASH:
      if (!isLiteral && !/["\\nrtux/]/.test(source[at + 2] ?? '')) return at + 2
      to.put(BACKSLASH, at, at + 2)
      return at + 2
    default:
      return takeSign(source, at, next, to, isLines)
  }
}

/** A line break, a tab, or a sign that Markdown escapes. */
function takeSign(source: string, at: number, sign: string, to: Rewriter, isLines: boolean): number {
  const isBreak = BREAKS.has(sign)
  if (isBreak ? !breaksHere(source, at, isLines) : !MARKDOWN.includes(sign) || !isInValue(source, at)) return at
  const isPair = sign === 'r' && source.startsWith('\\n', at + 2)
  to.put(isPair ? '' : (BREAKS.get(sign) ?? sign), at, at + 2)
  return at + 2
}

const BREAKS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\n'],
  ['t', '\t'],
])

/** True if \n, \r or \t at `at` ends a line or a cell and is not part of a name such as CORP\nadia or \newpage. */
function breaksHere(source: string, at: number, isUsual: boolean): boolean {
  const before = source[at - 1] ?? '"'
  const after = source[at + 2] ?? '"'
  if (ENDS_LINE.test(before)) return true
  return /\S/.test(before) && (isUsual || !/\p{Ll}/u.test(after))
}

/** True for an escaped sign next to a value: "john\_smith@example.org", "\+44 20". */
const isInValue = (source: string, at: number): boolean =>
  WORD.test(source[at + 2] ?? '') || (WORD.test(source[at - 1] ?? '') && /\S/.test(source[at + 2] ?? ''))

/** Decodes \u00e9, \u{e9}, \U000000e9 and \x41, and several \x that encode one character in UTF-8 (\xc3\xa9). */
function takeCode(source: string, at: number, to: Rewriter): number {
  if (source[at + 1] === 'x') return takeBytes(source, at, to)
  const isBraced = source[at + 2] === '{'
  const digits = isBraced ? 6 : source[at + 1] === 'U' ? 8 : 4
  let end = isBraced ? at + 3 : at + 2
  let point = 0
  let read = 0
  for (; read < digits && end < source.length; read++, end++) {
    const value = hexValue(source.charCodeAt(end))
    if (value < 0) break
    point = point * 16 + value
  }
  const isWhole = isBraced ? read > 0 && source[end] === '}' : read === digits
  if (!isWhole || point > 0x10ffff) return at
  const decoded = point > 0xffff ? String.fromCodePoint(point) : String.fromCharCode(point)
  if (!isShown(decoded)) return at
  if (isBraced) end++
  to.put(decoded, at, end)
  return end
}

function takeBytes(source: string, at: number, to: Rewriter): number {
  const bytes: number[] = []
  // The first byte of a UTF-8 sequence gives the number of bytes that follow.
  let end = at
  while (bytes.length < 4 && source[end] === BACKSLASH && source[end + 1] === 'x') {
    const byte = hexByte(source, end + 2)
    if (byte < 0 || (bytes.length > 0 && (byte & 0xc0) !== 0x80)) break
    bytes.push(byte)
    end += 4
    if (byte < 0x80) break
  }
  if (bytes.length === 0) return at
  const characters = utf8Characters(bytes)
  const decoded = characters?.[0]?.text ?? String.fromCharCode(bytes[0]!)
  const stop = characters === null ? at + 4 : end
  if (!isShown(decoded)) return at
  to.put(decoded, at, stop)
  return stop
}
