// Text to bytes, in the encoding that a file came in.
import type { OpenCopy } from '../shared/format.ts'
import { Source } from '../shared/source.ts'
import { decodeText, markOf, textOf } from './encoding.ts'

/** A file that is text, as a source that is written again in its encoding. */
export function openSource(
  bytes: Uint8Array,
  { languages }: { readonly languages: readonly string[] },
): { readonly source: Source; readonly copy: OpenCopy } {
  const { text, encoding } = decodeText(bytes, { languages })
  const source = new Source(text)
  const write = () => (source.isChanged ? encodedAs(source.written(), encoding, markOf(bytes) !== null) : bytes)
  return { source, copy: { write } }
}

/** Bytes of one unit -> the character, by encoding; the other way round of what was decoded. */
const tables = new Map<string, ReadonlyMap<string, number>>()

/**
 * The bytes of a text in an encoding that encoding.ts reads, with its mark where it had one. Every character must be one that the
 * encoding has: what was decoded from it, and Basic Latin. Throws RangeError otherwise.
 */
export function encodedAs(text: string, encoding: string, withMark: boolean): Uint8Array {
  const marked = withMark ? `\ufeff${text}` : text
  if (encoding === 'utf-8') return Buffer.from(marked, 'utf8')
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16()
  if (encoding.startsWith('utf-32')) return utf32(marked, encoding.endsWith('le'))
  const table = tableOf(encoding)
  const bytes = Buffer.alloc(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = table.get(text[i]!)
    if (byte === undefined) throw new RangeError(`a character that ${encoding} does not have`)
    bytes[i] = byte
  }
  return bytes
}

function tableOf(encoding: string): ReadonlyMap<string, number> {
  let table = tables.get(encoding)
  if (table === undefined) {
    // Every single byte is one that encoding.ts reads, and means there what it means here.
    const made = new Map<string, number>()
    for (let byte = 255; byte >= 0; byte--) {
      const sign = textOf(Uint8Array.of(byte), encoding)
      if (sign !== null) made.set(sign, byte)
    }
    table = made
    tables.set(encoding, table)
  }
  return table
}

function utf32(text: string, isLittle: boolean): Uint8Array {
  const points = [...text]
  const bytes = Buffer.alloc(points.length * 4)
  points.forEach((character, i) => {
    const point = character.codePointAt(0)!
    if (isLittle) bytes.writeUInt32LE(point, i * 4)
    else bytes.writeUInt32BE(point, i * 4)
  })
  return bytes
}
