// Arrays of 32-bit numbers: one that grows, and a radix sort of keys with their positions.

export class Numbers {
  #held: Uint32Array
  length = 0

  constructor(room: number) {
    this.#held = new Uint32Array(Math.max(16, room))
  }

  push(number: number): void {
    if (this.length === this.#held.length) {
      const larger = new Uint32Array(this.length + (this.length >> 1) + 16)
      larger.set(this.#held)
      this.#held = larger
    }
    this.#held[this.length++] = number
  }

  set(index: number, number: number): void {
    this.#held[index] = number
  }

  at(index: number): number {
    return this.#held[index]!
  }

  /** The numbers so far, without a copy: valid until the next push. */
  taken(): Uint32Array {
    return this.#held.subarray(0, this.length)
  }

  /** A copy that threads share. */
  shared(): Uint32Array {
    const copy = new Uint32Array(new SharedArrayBuffer(4 * this.length))
    copy.set(this.taken())
    return copy
  }
}

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS
const MASK = DIGITS - 1
const ROUNDS = Math.ceil(32 / DIGIT_BITS)

export interface Sorted {
  /** The keys, ascending. */
  readonly keys: Uint32Array
  /** For each key in `keys`, its position in the input; equal keys keep their input order. */
  readonly places: Uint32Array
}

/** Radix sort of keys with their positions (Knuth, The Art of Computer Programming 3, 5.2.5). Linear; reads memory sequentially. */
export function sorted(given: Uint32Array): Sorted {
  const { length } = given
  const rows = [0, 1].map(() => ({ keys: new Uint32Array(length), places: new Uint32Array(length) }))
  const places = rows[1]!.places
  for (let i = 0; i < length; i++) places[i] = i
  let from: Sorted = { keys: given, places }
  const counts = new Uint32Array(DIGITS)
  for (let round = 0; round < ROUNDS; round++) {
    const into = rows[round & 1]!
    distribute(from, into, round * DIGIT_BITS, counts)
    from = into
  }
  return from
}

function distribute({ keys, places }: Sorted, into: Sorted, shift: number, counts: Uint32Array): void {
  counts.fill(0)
  for (let i = 0; i < keys.length; i++) counts[(keys[i]! >>> shift) & MASK]!++
  let sum = 0
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = counts[digit]!
    counts[digit] = sum
    sum += count
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    const place = counts[(key >>> shift) & MASK]!++
    into.keys[place] = key
    into.places[place] = places[i]!
  }
}

/** Positions 0..keys.length-1 in the order of their keys; equal keys keep their input order. */
export const orderOf = (keys: Uint32Array): Uint32Array => sorted(keys).places

/** Deterministic hash of a pair of numbers; not symmetric. */
export function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
