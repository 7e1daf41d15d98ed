// A text with encoded forms decoded, and the position of each character in the source: one layer of the view.

/** A text derived from another, with the source range of each of its UTF-16 units. */
export interface Rewritten {
  readonly text: string
  /** Start index in the source of the form that a unit represents; text.length + 1 entries, the last is the length of the source. */
  readonly starts: Int32Array
  /** End index (exclusive); text.length + 1 entries. */
  readonly ends: Int32Array
}

/** Builds a layer from left to right. A replacement never has more units than the form it replaces. */
export class Rewriter {
  readonly #source: string
  readonly #pieces: string[] = []
  #starts: Int32Array | null = null
  #ends: Int32Array | null = null
  #count = 0
  #kept = 0

  constructor(source: string) {
    this.#source = source
  }

  /** The source is copied up to this index. */
  get taken(): number {
    return this.#kept
  }

  /** Replaces [from, to) of the source with `form`; the source before it is copied unchanged. */
  put(form: string, from: number, to: number): void {
    this.#keepTo(from)
    this.#kept = to
    if (form === '') return
    this.#pieces.push(form)
    for (let i = 0; i < form.length; i++) this.#add(from, to)
  }

  /** The layer; null if nothing was replaced. */
  done(): Rewritten | null {
    if (this.#starts === null || this.#ends === null) return null
    const { length } = this.#source
    this.#keepTo(length)
    this.#starts[this.#count] = length
    this.#ends[this.#count] = length
    return {
      text: this.#pieces.join(''),
      starts: this.#starts.subarray(0, this.#count + 1),
      ends: this.#ends.subarray(0, this.#count + 1),
    }
  }

  #keepTo(to: number): void {
    this.#starts ??= new Int32Array(this.#source.length + 1)
    this.#ends ??= new Int32Array(this.#source.length + 1)
    if (to <= this.#kept) return
    this.#pieces.push(this.#source.slice(this.#kept, to))
    for (let i = this.#kept; i < to; i++) this.#add(i, i + 1)
    this.#kept = to
  }

  #add(start: number, end: number): void {
    this.#starts![this.#count] = start
    this.#ends![this.#count++] = end
  }
}

/** Composes two layers: maps `upper`, whose source is the text of `lower`, to the source of `lower`. */
export function laidOver(upper: Rewritten, lower: Rewritten | null): Rewritten {
  if (lower === null) return upper
  const count = upper.starts.length
  const starts = new Int32Array(count)
  const ends = new Int32Array(count)
  for (let i = 0; i < count - 1; i++) {
    starts[i] = lower.starts[upper.starts[i]!]!
    ends[i] = lower.ends[upper.ends[i]! - 1]!
  }
  starts[count - 1] = lower.starts.at(-1)!
  ends[count - 1] = starts[count - 1]!
  return { text: upper.text, starts, ends }
}
