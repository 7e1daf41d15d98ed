// A table in memory: for each field, a code for every record, and the values of the codes as bytes that threads share.

/** UTF-8 of many values, one after the other. Value n is from offsets[n] to offsets[n + 1]; code 0 means no value. */
export interface SharedValues {
  readonly bytes: Uint8Array
  readonly offsets: Float64Array | Uint32Array
  readonly count: number
}

export interface SharedColumn {
  readonly field: string
  /** Code of each record's value, 0 if it has none. */
  readonly codes: Uint32Array
  readonly values: SharedValues
}

/** The bytes of values as a buffer, which makes a string in one call. */
const BUFFERS = new WeakMap<Uint8Array, Buffer>()

function bufferOf(bytes: Uint8Array): Buffer {
  let buffer = BUFFERS.get(bytes)
  if (buffer === undefined) {
    buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    BUFFERS.set(bytes, buffer)
  }
  return buffer
}

/** The value of a code above 0. */
export function textAt({ bytes, offsets }: SharedValues, code: number): string {
  const [from, to] = [offsets[code]!, offsets[code + 1]!]
  let bits = 0
  for (let i = from; i < to; i++) bits |= bytes[i]!
  const buffer = bufferOf(bytes)
  return buffer.toString(bits < 0x80 ? 'latin1' : 'utf8', from, to)
}

/** Bytes from here on begin a character whose order differs between UTF-16 and UTF-8. */
const HIGH = 0xee

/** Is a value, as a string, less than another one of the same values? */
export function isLess(values: SharedValues, code: number, other: number): boolean {
  const { bytes, offsets } = values
  const from = offsets[code]!
  const start = offsets[other]!
  const length = offsets[code + 1]! - from
  const otherLength = offsets[other + 1]! - start
  for (let i = 0; i < length && i < otherLength; i++) {
    const [x, y] = [bytes[from + i]!, bytes[start + i]!]
    if (x !== y) return x < HIGH || y < HIGH ? x < y : textAt(values, code) < textAt(values, other)
  }
  return length < otherLength
}

/** Collects distinct values and assigns codes in the order of first occurrence. */
export class ValueCollector {
  #numbers = new Map<string, number>()
  #bytes = Buffer.allocUnsafe(1 << 16)
  #length = 0
  #offsets = new Float64Array(1 << 10)
  #count = 1

  /** The code of a value, from 1. */
  numberOf(value: string): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const number = this.#count++
    this.#numbers.set(value, number)
    const room = this.#length + 3 * value.length
    if (room > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, room))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#length += this.#bytes.write(value, this.#length, 'utf8')
    if (number + 1 >= this.#offsets.length) {
      const larger = new Float64Array(2 * this.#offsets.length)
      larger.set(this.#offsets)
      this.#offsets = larger
    }
    this.#offsets[number + 1] = this.#length
    return number
  }

  /** The values in shared memory. The collector is empty afterwards. */
  shared(): SharedValues {
    const bytes = new Uint8Array(new SharedArrayBuffer(this.#length))
    bytes.set(this.#bytes.subarray(0, this.#length))
    const narrow = this.#length < 2 ** 32
    const room = this.#count + 1
    const offsets = narrow
      ? new Uint32Array(new SharedArrayBuffer(4 * room))
      : new Float64Array(new SharedArrayBuffer(8 * room))
    offsets.set(this.#offsets.subarray(0, room))
    const count = this.#count
    this.#numbers = new Map()
    this.#bytes = Buffer.alloc(0)
    this.#offsets = new Float64Array(0)
    return { bytes, offsets, count }
  }
}

export const sharedNumbers = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * length))
