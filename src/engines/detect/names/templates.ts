// Templates of numeric features, looked up in a dense table, so that no feature is spelled out while a text is read.
import type { FeatureNumbers } from './weights.ts'

/** Entries of a template's table: not computed, and without weights. */
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

/** The same for values too many for a dense table: pairs of a feature and a small number. */
export class PairTemplate {
  readonly #numbers: FeatureNumbers
  readonly #size: number
  readonly #spell: (feature: number, value: number) => string
  readonly #known = new Map<number, number>()

  /** The second of a pair is less than `size`. */
  constructor(numbers: FeatureNumbers, size: number, spell: (feature: number, value: number) => string) {
    this.#numbers = numbers
    this.#size = size
    this.#spell = spell
  }

  /** The number of the pair's feature; -1 for one without weights, and for a feature that has none itself. */
  of(feature: number, value: number): number {
    if (feature < 0) return -1
    const key = feature * this.#size + value
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.numberOf(this.#spell(feature, value))
    this.#known.set(key, number)
    return number
  }
}
