// The UTF-16 units of a text as an array: V8 keeps strings in a dozen forms and asks at every character which it is, but
// reads an array with one load.
import { codeAt } from './unit-classes.ts'

/** A text and its units. */
export interface TextUnits {
  readonly text: string
  readonly units: Uint16Array
}

/** Short texts share a block, one behind the other: memory of its own costs more than copying. */
const BLOCK = 1 << 14
const LONGEST_SHARED = BLOCK >> 2
let block = new Uint16Array(BLOCK)
let taken = 0

/** The units of a text. */
export function unitsOf(text: string): Uint16Array {
  const units = roomFor(text.length)
  copyUnits(text, units)
  return units
}

/** Writes the units of a text to the start of an array that has room for them. */
export function copyUnits(text: string, to: Uint16Array): void {
  const { length } = text
  for (let i = 0; i < length; i++) to[i] = codeAt(text, i)
}

function roomFor(length: number): Uint16Array {
  if (length > LONGEST_SHARED) return new Uint16Array(length)
  if (taken + length > BLOCK) {
    block = new Uint16Array(BLOCK)
    taken = 0
  }
  taken += length
  return block.subarray(taken - length, taken)
}

/** The unit at an index of a text's units, -1 outside: a look past the end makes every later look of that place slow in V8. */
export function unitAt(units: Uint16Array, index: number): number {
  return index >= 0 && index < units.length ? units[index]! : -1
}
