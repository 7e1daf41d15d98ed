// The UTF-16 units of a text as an array: V8 keeps strings in a dozen forms and asks at every character which it is, but
// reads an array with one load.
import { codeAt } from './unit-classes.ts'

/** A text and its units. */
export interface TextUnits {
  readonly text: string
  readonly units: Uint16Array
}

/** Units and the same memory by byte. */
interface Block {
  readonly units: Uint16Array
  readonly bytes: Buffer
}

/** Short texts share a block, one behind the other: memory of its own costs more than copying. */
const BLOCK = 1 << 14
const LONGEST_SHARED = BLOCK >> 2
let block = blockOf(BLOCK)
let taken = 0

/** Whether numbers lie in memory as UTF-16LE has them, as on nearly every machine. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** The units of a text. */
export function unitsOf(text: string): Uint16Array {
  const { length } = text
  if (length > LONGEST_SHARED) {
    const own = blockOf(length)
    copy(text, own, 0)
    return own.units
  }
  if (taken + length > BLOCK) {
    block = blockOf(BLOCK)
    taken = 0
  }
  const from = taken
  taken += length
  copy(text, block, from)
  return block.units.subarray(from, taken)
}

function blockOf(length: number): Block {
  const units = new Uint16Array(length)
  return { units, bytes: Buffer.from(units.buffer) }
}

/** One call that copies all is a tenth of the price of a look at each character. */
function copy(text: string, { units, bytes }: Block, from: number): void {
  if (IS_LITTLE_ENDIAN) bytes.write(text, 2 * from, 'utf16le')
  else copyUnits(text, units.subarray(from))
}

/** Writes the units of a short text to the start of an array that has room for them. */
export function copyUnits(text: string, to: Uint16Array): void {
  const { length } = text
  for (let i = 0; i < length; i++) to[i] = codeAt(text, i)
}

/** The unit at an index of a text's units, -1 outside: a look past the end makes every later look of that place slow in V8. */
export function unitAt(units: Uint16Array, index: number): number {
  return index >= 0 && index < units.length ? units[index]! : -1
}
