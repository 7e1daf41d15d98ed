// Decodes values as URLs and web forms write them: %40 for @ (RFC 3986 2.1), and + for a space between the words of a pair
// "name=Mary+Smith" (URL Standard 5, application/x-www-form-urlencoded).
import { ESCAPE, escapedBytes, putCharacters, utf8Characters } from './byte-runs.ts'
import { Rewriter, type Rewritten } from './rewriting.ts'

/** Escapes may be escaped again: %2540 represents %40. */
export const MOST_ESCAPED = 2
const ESCAPED = /%[\da-f]{2}/i
/** A pair with a + between letters or digits. */
const PAIR = /=[^\s&=]{0,200}[^\s&=+]\+[\p{L}\p{N}%]/u
const WORD = /[\p{L}\p{N}]/u
/** Characters directly before an escape in a value: letters, and the signs of a URL. */
const LEADS = /[\p{L}=&?/:._~@+,;-]/u
/** Maximum characters before an escape after a number that are searched for the signs of a URL. */
const RUN = 48
/** printf conversion specifications (ISO C 7.21.6.1): "%20s", "%05d". */
const FORMAT = /^%\d{2}l{0,2}[sdifuxXeEgGcp]/
/** Maximum letters in the name of a pair. */
const LONGEST_KEY = 40
/** Maximum characters in the value of a pair. */
const LONGEST_VALUE = 500
const KEY = /^[\p{L}_][\p{L}\d_.[\]-]*$/u
/** Names, or parts of names, of pairs that contain a secret. */
const SECRET = /pass|pwd|secret|token|key|auth|sig/i
/** Characters that end the value of a pair. */
const PAIR_END = /[\s&"'<>#;|)]/

export function mayHoldUrlEscapes(source: string): boolean {
  return (source.includes('%') && ESCAPED.test(source)) || (source.includes('+') && PAIR.test(source))
}

/** Returns the text without percent escapes and without the plus signs of forms; null if it has none. Linear. */
export function withoutUrlEscapes(source: string): Rewritten | null {
  if (!mayHoldUrlEscapes(source)) return null
  const rewriter = new Rewriter(source)
  let pairEnd = 0
  for (let at = 0; at < source.length; ) {
    const sign = source[at]
    if (sign === '=' && at >= pairEnd) {
      const pair = readPair(source, at)
      if (pair.isForm) pairEnd = pair.end
      // A secret is kept as sent: a decoded space would end it.
      at = pair.isSecret ? pair.end : at + 1
    } else if (sign === '+' && at < pairEnd && WORD.test(source[at - 1]!) && isWordAhead(source, at + 1)) {
      rewriter.put(' ', at, at + 1)
      at++
    } else if (sign === '%') at = takeEscapes(source, at, rewriter)
    else at++
  }
  return rewriter.done()
}

function isWordAhead(source: string, at: number): boolean {
  return WORD.test(source[at] ?? '') || ESCAPED.test(source.slice(at, at + 3))
}

interface Pair {
  /** Index after its value. */
  readonly end: number
  /** True if + in the value represents a space: its parts are words, numbers or groups of an account number. */
  readonly isForm: boolean
  readonly isSecret: boolean
}

/** The pair with its "=" at `at`. */
function readPair(source: string, at: number): Pair {
  let from = at
  while (from > 0 && at - from < LONGEST_KEY && !/[\s?&"'`({,;/]/.test(source[from - 1]!)) from--
  const key = source.slice(from, at)
  let end = at + 1
  while (end < source.length && end - at < LONGEST_VALUE && !PAIR_END.test(source[end]!)) end++
  const value = source.slice(at + 1, end)
  // An email address may contain a +: "mail=ada+news@example.org".
  const isForm = KEY.test(key) && value.includes('+') && !/@|%40/.test(value) && value.split('+').every(isPart)
  return { end, isForm, isSecret: SECRET.test(key) }
}

/** True for words, numbers and groups of an account number ("Mary", "O%27Brien", "020"); false for mixed letters and digits as in keys and hashes. */
function isPart(part: string): boolean {
  const plain = part.replace(/%[\da-fA-F]{2}/g, '')
  return /^[\p{L}\p{M}'.,-]*$/u.test(plain) || /^[\d(),./-]*$/.test(plain) || /^[A-Z\d]{1,4}$/.test(plain)
}

/** Writes the decoded escapes from `at`; returns the index after them, or after the sign if they decode to nothing. */
function takeEscapes(source: string, at: number, to: Rewriter): number {
  const bytes = escapedBytes(source, at, '%')
  if (bytes.length === 0) return at + 1
  const end = at + ESCAPE * bytes.length
  if (!isEscaped(source, at, bytes.length) || isOfCredentials(source, at, end)) return end
  const characters = utf8Characters(bytes)
  if (characters !== null) putCharacters(characters, at, to)
  return end
}

/** True if a percent sign begins an escape; "100%20" and "%20s" are not escapes. */
function isEscaped(source: string, at: number, count: number): boolean {
  const before = source[at - 1] ?? ' '
  if (LEADS.test(before) || count > 1) return true
  if (!/\d/.test(before)) return !FORMAT.test(source.slice(at, at + 8)) && isWordAhead(source, at + 3)
  let from = at
  while (from > 0 && at - from < RUN && !/[\s"]/.test(source[from - 1]!)) from--
  return /[=/&?@%]/.test(source.slice(from, at))
}

/** Text before the host of a URL names a user: "https://user:p%40ss@host"; the @ before the host is not escaped. */
const CREDENTIALS = /\/\/[^\s/?#@"'<>]{0,64}$/
const BEFORE_HOST = /^[^\s/?#@"'<>]{0,64}@/

function isOfCredentials(source: string, from: number, to: number): boolean {
  return CREDENTIALS.test(source.slice(Math.max(0, from - RUN), from)) && BEFORE_HOST.test(source.slice(to, to + RUN))
}

/** Decodes a whole address: its delimiters stay escaped. A text with a literal percent sign stays as it is. */
export function decodedAddress(text: string): string {
  return decodedBy(decodeURI, text)
}

/** Decodes one component, such as a name or the value of a parameter. */
export function decodedComponent(text: string): string {
  return decodedBy(decodeURIComponent, text)
}

function decodedBy(decode: (text: string) => string, text: string): string {
  try {
    return decode(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
