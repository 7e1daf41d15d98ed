// Converts between the two kinds of offset: engines count UTF-16 units, the contract counts Unicode code points.
import { codeAt } from './unit-classes.ts'

/** Converts UTF-16 indexes of one text to code-point indexes. O(n) once, O(log n) per look-up; free for texts without astral characters. */
export class CodePoints {
  /** UTF-16 indexes of the low halves of surrogate pairs, ascending: each one shifts everything after it by one. */
  readonly #lows: number[] = []
  readonly length: number

  constructor(text: string) {
    const { length } = text
    for (let i = 0; i < length - 1; i++) {
      const unit = codeAt(text, i)
      if (unit < 0xd800 || unit > 0xdbff) continue
      const next = codeAt(text, i + 1)
      if (next >= 0xdc00 && next <= 0xdfff) this.#lows.push(++i)
    }
    this.length = length - this.#lows.length
  }

  /** Code-point index of a UTF-16 index; an index inside a surrogate pair counts as the position after the character. */
  of(index: number): number {
    let low = 0
    let high = this.#lows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#lows[middle]! < index) low = middle + 1
      else high = middle
    }
    return index - low
  }
}
