// Memory for numbers by token. Those of short texts lie in one block after another: a block for each costs more than filling it.

const BLOCK = 1 << 13
let block = new Int32Array(BLOCK)
let taken = 0

/** Room for `count` numbers, all 0. */
export function numbersFor(count: number): Int32Array {
  if (count > BLOCK >> 3) return new Int32Array(count)
  if (taken + count > BLOCK) {
    block = new Int32Array(BLOCK)
    taken = 0
  }
  taken += count
  // Twice as fast as to ask the block for a part of it.
  return new Int32Array(block.buffer, 4 * (taken - count), count)
}
