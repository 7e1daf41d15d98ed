// The text in the bytes of a PDF for readers that ignore its structure: every stream unpacked, every string decoded (ISO 32000-1, 7.3.4).
import { inflateSync } from 'node:zlib'
import { ESCAPES } from './pdf-content.ts'

const STREAM = /stream\r?\n/g
const ESCAPE = /\\(?:([0-7]{1,3})|\r\n|([\s\S]))/g

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

/** A longer string is none that a page shows. */
const LONGEST = 16_000

/** The strings of a text: those of an array as one, others parted by spaces. Every sign is read once. */
function stringsIn(text: string): string {
  const parts: string[] = []
  let isArray = false
  let start = -1
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const opening = start < 0 ? '' : text[start]!
    if (opening === '(' && sign === '\\') at++
    else if (sign === '(' || (sign === '<' && opening !== '(')) start = at
    else if ((sign === ')' && opening === '(') || (sign === '>' && opening === '<')) {
      const inside = at - start > LONGEST ? '' : text.slice(start + 1, at)
      parts.push(textOf(opening === '(' ? Buffer.from(unescaped(inside), 'latin1') : digitsOf(inside)))
      if (!isArray) parts.push(' ')
      start = -1
    } else if (opening === '' && (sign === '[' || sign === ']')) {
      isArray = sign === '['
      parts.push(' ')
    }
  }
  return parts.join('')
}

function digitsOf(text: string): Buffer {
  return Buffer.from(text.replace(/[^0-9a-fA-F]/g, ''), 'hex')
}

function unescaped(literal: string): string {
  return literal.replace(ESCAPE, (_, octal: string | undefined, sign: string | undefined) =>
    octal === undefined ? (ESCAPES[sign ?? '\r'] ?? sign!) : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
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
