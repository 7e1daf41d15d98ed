// Lists with the lifetime of a text. If most objects of an allocation site survive a collection, V8 allocates the later literals of that
// site directly in its old generation, where they are freed late and at high cost; this happens when many texts are read at once.
// Copies of a list, and instances of a class, are freed with the text.
// Memory for one number per token. Short texts share a block, because allocating a block costs more than filling it.
const BLOCK = 1 << 13
let block = new ArrayBuffer(BLOCK * Int32Array.BYTES_PER_ELEMENT)
let taken = 0

export function numbersFor(count: number): Int32Array {
  if (count > BLOCK >> 3) return new Int32Array(count)
  if (taken + count > BLOCK) {
    block = new ArrayBuffer(BLOCK * Int32Array.BYTES_PER_ELEMENT)
    taken = 0
  }
  taken += count
  return new Int32Array(block, Int32Array.BYTES_PER_ELEMENT * (taken - count), count)
}

/** Empty, and already typed by V8 as a list of objects: adding the first object to a copy causes no transition. */
const EMPTY: unknown[] = [null]
EMPTY.pop()

/** A new empty list with the lifetime of a text. */
export const keptList = <T>(): T[] => EMPTY.slice() as T[]

/** A copy of a list, with the lifetime of a text. */
export const keptCopy = <T>(list: readonly T[]): T[] => list.slice()
