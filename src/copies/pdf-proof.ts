// What the bytes of a PDF say to readers that follow none of its structure: every stream unpacked, every string decoded (ISO 32000-1, 7.3.4).
import { inflateSync } from 'node:zlib'

const STREAM = /stream\r?\n/g
/** A string in parentheses or in hexadecimal digits, an operator or a sign of an array. */
const TOKEN = /\(((?:[^()\\]|\\[\s\S]){0,8000})\)|<([0-9a-fA-F\s]{2,16000})>|[[\]]/g
const ESCAPE = /\\(?:([0-7]{1,3})|\r\n|([\s\S]))/g
const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '' }

/** `most`: bytes that it may unpack to. */
export function* textsInPdf(bytes: Uint8Array, most: number): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const raw = buffer.toString('latin1')
  yield raw.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  yield stringsIn(raw)
  let left = most
  for (const { 0: opening, index } of raw.matchAll(STREAM)) {
    const start = index + opening.length
    let unpacked: Buffer
    try {
      unpacked = inflateSync(buffer.subarray(start), { maxOutputLength: Math.max(left, 1) })
    } catch {
      // Not packed this way: its bytes are read as they are.
      continue
    }
    left -= unpacked.length
    const text = unpacked.toString('latin1')
    yield text
    yield stringsIn(text)
  }
}

/** The strings of a text: those of an array as one, others parted by spaces. */
function stringsIn(text: string): string {
  const parts: string[] = []
  let isArray = false
  for (const [sign, literal, digits] of text.matchAll(TOKEN)) {
    if (sign === '[' || sign === ']') {
      isArray = sign === '['
      parts.push(' ')
      continue
    }
    parts.push(
      textOf(
        literal === undefined
          ? Buffer.from(digits!.replace(/\s/g, ''), 'hex')
          : Buffer.from(unescaped(literal), 'latin1'),
      ),
    )
    if (!isArray) parts.push(' ')
  }
  return parts.join('')
}

function unescaped(literal: string): string {
  return literal.replace(ESCAPE, (_, octal: string | undefined, sign: string | undefined) =>
    octal === undefined ? (SIGNS[sign ?? '\r'] ?? sign!) : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
  )
}

/** Strings in UTF-16 begin with its mark; codes of two bytes are mostly letters between zeros. */
function textOf(bytes: Buffer): string {
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  return bytes.toString('latin1').replaceAll('\0', '')
}
