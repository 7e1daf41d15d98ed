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
