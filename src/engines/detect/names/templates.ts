// Features of a place in a text that are numbers by nature: a template is a kind of such a feature, whose values are looked up
// in a dense table, so that no feature is spelt out while a text is read.
import type { FeatureNumbers } from './weights.ts'

/** Stands in a template's table for a value nobody asked for, and for one without weights. */
const NOT_ASKED = 0
const WEIGHTLESS = 1
const FIRST = 2

export class Template {
  readonly #numbers: FeatureNumbers
  readonly #spell: (value: number) => string
  readonly #table: Int32Array

  /** Values are 0 to `size` - 1; `spell` is the feature as the file of weights has it. */
  constructor(numbers: FeatureNumbers, size: number, spell: (value: number) => string) {
    this.#numbers = numbers
    this.#spell = spell
    this.#table = new Int32Array(size)
  }

  /** The number of the feature; -1 for one without weights. */
  of(value: number): number {
    const known = this.#table[value]!
    if (known >= FIRST) return known - FIRST
    return known === NOT_ASKED ? this.#ask(value) : -1
  }

  #ask(value: number): number {
    const number = this.#numbers.numberOf(this.#spell(value))
    this.#table[value] = number < 0 ? WEIGHTLESS : number + FIRST
    return number
  }
}
