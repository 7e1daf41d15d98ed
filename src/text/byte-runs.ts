// Decodes characters that a text writes byte by byte: percent escapes, quoted-printable, encoded words, \x escapes.
import type { Rewriter } from './rewriting.ts'

/** A decoded character: its text, and the range [from, to) of its bytes. */
export interface ByteCharacter {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Lowest code point of a sequence by its number of bytes; a lower code point would be an overlong encoding (Unicode 3.9, table 3-7). */
const LEAST = [0, 0, 0x80, 0x800, 0x10000]

/** Length of the UTF-8 sequence that begins with `byte`; 0 if none does. */
function lengthOf(byte: number): number {
  if (byte < 0x80) return 1
  if (byte >= 0xc2 && byte < 0xe0) return 2
  if (byte >= 0xe0 && byte < 0xf0) return 3
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0
}

export function utf8Characters(bytes: readonly number[]): ByteCharacter[] | null {
  const found: ByteCharacter[] = []
  for (let from = 0; from < bytes.length; ) {
    const length = lengthOf(bytes[from]!)
    if (length === 0 || from + length > bytes.length) return null
    let point = length === 1 ? bytes[from]! : bytes[from]! & (0x7f >> length)
    for (let i = from + 1; i < from + length; i++) {
      if ((bytes[i]! & 0xc0) !== 0x80) return null
      point = (point << 6) | (bytes[i]! & 0x3f)
    }
    if (point < LEAST[length]! || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null
    found.push({ text: String.fromCodePoint(point), from, to: from + length })
    from += length
  }
  return found
}

/** Decodes bytes in a single-byte charset, given by its label (Encoding Standard 4.2); null for other charsets. */
export function singleByteCharacters(bytes: readonly number[], label: string): ByteCharacter[] | null {
  const decoder = decoderOf(label)
  if (decoder === null) return null
  const text = decoder.decode(Uint8Array.from(bytes))
  // In a multi-byte charset, the bytes of a single character are unknown.
  if (text.length !== bytes.length) return null
  return bytes.map((_, i) => ({ text: text[i]!, from: i, to: i + 1 }))
}

/** Decodes bytes in a charset as one string; null if the charset is unknown. */
export const wholeText = (bytes: readonly number[], label: string): string | null =>
  decoderOf(label)?.decode(Uint8Array.from(bytes)) ?? null

const decoders = new Map<string, InstanceType<typeof TextDecoder> | null>()
/** Maximum number of cached decoders: more labels occur only in a hostile text. */
const MOST_LABELS = 64

function decoderOf(label: string): InstanceType<typeof TextDecoder> | null {
  const name = label.toLowerCase()
  const known = decoders.get(name)
  if (known !== undefined) return known
  let decoder: InstanceType<typeof TextDecoder> | null = null
  try {
    decoder = new TextDecoder(name)
  } catch {
    // Unknown charset: its text is left as it is.
  }
  if (decoders.size === MOST_LABELS) decoders.clear()
  decoders.set(name, decoder)
  return decoder
}

export function hexValue(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48
  const letter = unit | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

export function hexByte(text: string, at: number): number {
  if (at + 2 > text.length) return -1
  const high = hexValue(text.charCodeAt(at))
  const low = hexValue(text.charCodeAt(at + 1))
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** The bytes of the escapes from `at`, each of `sign` and two hexadecimal digits; of quoted-printable the digits are capitals. */
export function escapedBytes(text: string, at: number, sign: '%' | '='): number[] {
  const bytes: number[] = []
  for (let i = at; text[i] === sign; i += ESCAPE) {
    const byte = hexByte(text, i + 1)
    // Lower-case hexadecimal digits are not allowed (RFC 2045 6.7, rule 1).
    if (byte < 0 || (sign === '=' && /[a-f]/.test(text.slice(i + 1, i + ESCAPE)))) break
    bytes.push(byte)
  }
  return bytes
}

/** Units of an escape of one byte. */
export const ESCAPE = 3

/** Writes the characters that the escapes from `at` represent. */
export function putCharacters(characters: readonly ByteCharacter[], at: number, to: Rewriter): void {
  for (const { text, from, to: stop } of characters)
    if (isShown(text)) to.put(text, at + ESCAPE * from, at + ESCAPE * stop)
}

/** True if a text may contain the decoded character: control characters are excluded, except white space. */
export function isShown(text: string): boolean {
  const unit = text.charCodeAt(0)
  return unit >= 0x20 ? unit !== 0x7f : unit === 9 || unit === 10 || unit === 13
}
