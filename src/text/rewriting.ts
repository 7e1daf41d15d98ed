// A text in which written forms stand replaced by what they say, with the place of each character in the text before: one
// layer of the view. Layers are laid one over another.

/** A text made of another, and where each of its UTF-16 units stands written there. */
export interface Rewritten {
  readonly text: string
  /** Index in the other text at which what a unit stands for begins; text.length + 1 entries, the last is the other text's length. */
  readonly starts: Int32Array
  /** Index behind it; text.length + 1 entries. */
  readonly ends: Int32Array
}

/** Makes a layer from left to right. What is put never has more units than what it stands for. */
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

  /** Index up to which the source is taken over. */
  get taken(): number {
    return this.#kept
  }

  /** Lets `said` stand for [from, to) of the source; what lies before and was not taken over yet stays as it is. */
  put(said: string, from: number, to: number): void {
    this.#keepTo(from)
    this.#kept = to
    if (said === '') return
    this.#pieces.push(said)
    for (let i = 0; i < said.length; i++) this.#add(from, to)
  }

  /** The layer; null when nothing was put: the source stays as it is. */
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

/** `upper`, made of the text of `lower`, as made of what `lower` was made of. */
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
