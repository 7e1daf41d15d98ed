// The UTF-16 units of a text: read one by one, classified by a table instead of a regular expression (surrogates are neither letters nor
// numbers), and as an array, which V8 reads with one load; a string has a dozen representations.

const LETTER = 1
const NUMBER = 2
const OTHER = 4

/** Filled on first use, so that start-up costs nothing. */
const classes = new Uint8Array(65536)

function classify(unit: number): number {
  const character = String.fromCharCode(unit)
  const found = /^\p{L}$/u.test(character) ? LETTER : /^\p{N}$/u.test(character) ? NUMBER : OTHER
  classes[unit] = found
  return found
}

const { charCodeAt, slice } = String.prototype

/** The unit at an index of a text. Avoids the method lookup, which is slow where a call site sees more than four representations of strings. */
export const codeAt = (text: string, index: number): number => charCodeAt.call(text, index)

/** The part [start, end) of a text; avoids the method lookup for the same reason. */
export const sliceOf = (text: string, start: number, end?: number): string => slice.call(text, start, end)

/** The length of a text: V8 knows that a concatenation is a string, and reads its length without a property lookup. */
export function lengthOf(text: string): number {
  // biome-ignore lint/style/useTemplate: a template would call a conversion.
  return ('' + text).length
}

/** A text in upper case; the text itself if it has no lower-case letter, as most codes. */
export function upperOf(text: string): string {
  const length = lengthOf(text)
  for (let i = 0; i < length; i++) {
    const unit = codeAt(text, i)
    if (isSmallLetterUnit(unit) || unit >= 0x80) return text.toUpperCase()
  }
  return text
}

/** The unit at an index, -1 outside: in V8, one read past the end makes every later read at that place slow. */
export const unitOf = (text: string, index: number): number =>
  index >= 0 && index < lengthOf(text) ? codeAt(text, index) : -1

/** True for a letter (\p{L}); false outside a text (-1, NaN). */
export const isLetterUnit = (unit: number): boolean => unit >= 0 && (classes[unit] || classify(unit)) === LETTER

/** True for a letter or a number of any kind (\p{L}, \p{N}); false outside a text. */
export const isLetterOrNumberUnit = (unit: number): boolean => unit >= 0 && (classes[unit] || classify(unit)) !== OTHER

export const isDigitUnit = (unit: number): boolean => unit >= 48 && unit <= 57

export const isSmallLetterUnit = (unit: number): boolean => unit >= 97 && unit <= 122

export const isCapitalUnit = (unit: number): boolean => unit >= 65 && unit <= 90

/** One bit for each of the letters a to z that occurs in a text. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i++) {
    const letter = codeAt(text, i) - 97
    if (letter >= 0 && letter < 26) letters |= 1 << letter
  }
  return letters
}

export interface TextUnits {
  readonly text: string
  readonly units: Uint16Array
}

interface Block {
  readonly memory: ArrayBuffer
  readonly bytes: Buffer
}

/** Short texts share a block, one after the other: separate memory costs more than copying. */
const BLOCK = 1 << 14
const LONGEST_SHARED = BLOCK >> 2
let block = blockOf(BLOCK)
let taken = 0

/** True if numbers in memory have the byte order of UTF-16LE, as on nearly every machine. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

export function unitsOf(text: string): Uint16Array {
  const { length } = text
  if (length > LONGEST_SHARED) return copied(text, blockOf(length), 0)
  if (taken + length > BLOCK) {
    block = blockOf(BLOCK)
    taken = 0
  }
  const from = taken
  taken += length
  return copied(text, block, from)
}

function blockOf(length: number): Block {
  const memory = new ArrayBuffer(length * Uint16Array.BYTES_PER_ELEMENT)
  return { memory, bytes: Buffer.from(memory) }
}

const { write } = Buffer.prototype

/** The units of a text, copied to a block. One call that copies all units costs a tenth of reading each character. */
function copied(text: string, { memory, bytes }: Block, from: number): Uint16Array {
  const at = from * Uint16Array.BYTES_PER_ELEMENT
  const units = new Uint16Array(memory, at, text.length)
  if (IS_LITTLE_ENDIAN) write.call(bytes, text, at, 'utf16le')
  else copyUnits(text, units)
  return units
}

export function copyUnits(text: string, to: Uint16Array): void {
  const { length } = text
  for (let i = 0; i < length; i++) to[i] = codeAt(text, i)
}

/** The unit at an index, -1 outside: in V8, one read past the end makes every later read at that place slow. */
export const unitAt = (units: Uint16Array, index: number): number =>
  index >= 0 && index < units.length ? units[index]! : -1
