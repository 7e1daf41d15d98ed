// Decodes the mail encodings of non-ASCII text: encoded words in headers (RFC 2047), quoted-printable in bodies (RFC 2045 6.7), and UTF-7 (RFC 2152).
import {
  type ByteCharacter,
  ESCAPE,
  escapedBytes,
  hexByte,
  putCharacters,
  singleByteCharacters,
  utf8Characters,
  wholeText,
} from './byte-runs.ts'
import { Rewriter, type Rewritten } from './rewriting.ts'

/** =?charset?Q?...?= with a language or without (RFC 2231 5); 75 characters long by the standard, longer in the wild. */
const ENCODED_WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([QqBb])\?([^?\s]{0,400})\?=/y
/** A UTF-8 letter of two bytes or more, or a soft line break: forms that only quoted-printable has. */
const QUOTED = /=(?:[C-F][\dA-F]=[89AB][\dA-F]|\r?\n)/
const DECLARED = /^content-transfer-encoding:[ \t]{0,8}quoted-printable/im
const SOFT_BREAK = /=[ \t]{0,4}\r?\n/y
const CHARSET = /^content-type:[^\n]{0,200}charset="?([\w.:-]{1,40})/im
/** A shifted sequence of UTF-7, with its end if it has one. */
const SHIFTED = /\+([A-Za-z\d+/]{3,400})-?/g
/** The text of a shifted sequence if nothing declares UTF-7, since words as "a+b/c-d" would be Chinese. */
const EUROPEAN = /^[\x20-\u05ff\u2010-\u2027]+$/
/** Charset of bytes that are not UTF-8 and have no declared charset: the usual one in mail of Western Europe. */
const WESTERN = 'windows-1252'

const isQuotedPrintable = (source: string): boolean =>
  source.includes('=') && (QUOTED.test(source) || DECLARED.test(source))

export const mayHoldMailEncodings = (source: string): boolean =>
  source.includes('=?') || isQuotedPrintable(source) || source.search(SHIFTED) >= 0

/** The text of a shifted sequence of UTF-7; null for other letters and digits: six bits each, the last ones empty. */
export function shiftedText(coded: string): string | null {
  const bytes = Buffer.from(coded, 'base64')
  const units = bytes.subarray(0, bytes.length & ~1)
  const isWhole = coded.length === Math.ceil((4 * units.length) / 3) && units.toString('base64').startsWith(coded)
  return isWhole ? units.swap16().toString('utf16le') : null
}

/** Returns the text without shifted sequences; null if it has none. Linear. */
export function withoutUtf7(source: string): Rewritten | null {
  const rewriter = new Rewriter(source)
  for (const { index, 0: whole, 1: coded } of source.matchAll(SHIFTED)) {
    const text = shiftedText(coded!)
    if (text !== null && EUROPEAN.test(text)) rewriter.put(text, index, index + whole.length)
  }
  return rewriter.done()
}

/** Returns the text without encoded words and, if it is quoted-printable, without its escapes; null if it has none. Linear. */
export function withoutMailEncodings(source: string): Rewritten | null {
  if (!mayHoldMailEncodings(source)) return null
  const rewriter = new Rewriter(source)
  const isQuoted = isQuotedPrintable(source)
  const charset = isQuoted ? (CHARSET.exec(source)?.[1] ?? WESTERN) : WESTERN
  let wordEnd = -1
  for (let at = source.indexOf('='); at >= 0; ) {
    const end = source[at + 1] === '?' ? takeWord(source, at, wordEnd, rewriter) : at
    if (end > at) {
      wordEnd = end
      at = source.indexOf('=', end)
      continue
    }
    const stop = isQuoted ? takeQuoted(source, at, charset, rewriter) : at
    at = source.indexOf('=', stop > at ? stop : at + 1)
  }
  return rewriter.done()
}

/** Writes the decoded word at `at`; `before` is the end of the last word. Returns the index after it, or `at` if it is not an encoded word. */
function takeWord(source: string, at: number, before: number, to: Rewriter): number {
  ENCODED_WORD.lastIndex = at
  const word = ENCODED_WORD.exec(source)
  if (word === null) return at
  const [whole, charset, encoding, content] = word as unknown as [string, string, string, string]
  const end = at + whole.length
  const from = end - 2 - content.length
  const isBase64 = encoding.toUpperCase() === 'B'
  const read = isBase64 ? null : quotedBytes(content)
  const bytes = isBase64 ? base64Bytes(content) : read!.bytes
  if (bytes === null) return at
  const characters = charactersOf(bytes, charset)
  // White space between two encoded words is ignored (RFC 2047 6.2).
  const start = before >= 0 && /^\s{1,80}$/.test(source.slice(before, at)) ? before : at
  if (characters === null || read === null) {
    const text = characters?.map((one) => one.text).join('') ?? wholeText(bytes, charset)
    if (text === null || text.length > end - start) return at
    to.put(text, start, end)
    return end
  }
  // The delimiters of the word have no decoded form; each character maps to its own bytes.
  to.put('', start, from)
  for (const { text, from: first, to: stop } of characters)
    to.put(text, from + read.places[first]!, from + read.places[stop]!)
  to.put('', end - 2, end)
  return end
}

const charactersOf = (bytes: readonly number[], charset: string): ByteCharacter[] | null =>
  /^utf-?8$/i.test(charset) ? utf8Characters(bytes) : singleByteCharacters(bytes, charset)

/** The bytes of the Q encoding (RFC 2047 4.2), and the index of each; `places` has one more entry, the end. */
function quotedBytes(content: string): { bytes: number[]; places: number[] } {
  const bytes: number[] = []
  const places: number[] = []
  for (let at = 0; at < content.length; ) {
    places.push(at)
    const byte = content[at] === '=' ? hexByte(content, at + 1) : -1
    if (byte >= 0) {
      bytes.push(byte)
      at += 3
    } else {
      bytes.push(content[at] === '_' ? 0x20 : content.charCodeAt(at) & 0xff)
      at++
    }
  }
  places.push(content.length)
  return { bytes, places }
}

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/

const base64Bytes = (content: string): number[] | null =>
  BASE64.test(content) ? [...Buffer.from(content, 'base64')] : null

/** Writes the decoded quoted-printable escapes from `at`; returns the index after them, or `at` if there are none. */
function takeQuoted(source: string, at: number, charset: string, to: Rewriter): number {
  SOFT_BREAK.lastIndex = at
  const soft = SOFT_BREAK.exec(source)
  if (soft !== null) {
    to.put('', at, at + soft[0].length)
    return at + soft[0].length
  }
  const bytes = escapedBytes(source, at, '=')
  const characters = utf8Characters(bytes) ?? charactersOf(bytes, charset)
  if (characters !== null) putCharacters(characters, at, to)
  return at + ESCAPE * bytes.length
}
