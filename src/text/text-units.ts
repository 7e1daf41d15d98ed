// The UTF-16 units of a text as an array, which V8 reads with one load; a string has a dozen representations.
import { codeAt } from './unit-classes.ts'

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
