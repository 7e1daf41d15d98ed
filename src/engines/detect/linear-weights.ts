// Weights of a logistic regression from data/weights: one feature per line with its weight in hundredths of log-odds.
import { SelfsameError } from '../../errors.ts'

/** Lists of features that are kept. */
const MOST_LISTS = 20_000

/** Features that always come together, and the sum of their weights once it is known. */
export class FeatureList {
  readonly names: readonly string[]
  sum: number | null = null

  constructor(names: readonly string[]) {
    this.names = names
  }
}

/** Weights are hundredths of log-odds. */
const SCALE = 100

/** The probability of a sum of weights. */
export function probabilityOf(sum: number): number {
  return 1 / (1 + Math.exp(-sum / SCALE))
}

/** How many of the steps, in ascending order, a value reaches. */
export function stepOf(value: number, steps: readonly number[]): number {
  let at = 0
  while (at < steps.length && value >= steps[at]!) at++
  return at
}

/** Lists of features by a number, made when they are first asked for. */
export class FeatureLists {
  readonly #lists = new Map<number, FeatureList>()

  of(key: number, make: () => string[]): FeatureList {
    let known = this.#lists.get(key)
    if (known === undefined) {
      if (this.#lists.size >= MOST_LISTS) this.#lists.clear()
      known = new FeatureList(make())
      this.#lists.set(key, known)
    }
    return known
  }
}

export class LinearWeights {
  readonly threshold: number
  readonly #weights = new Map<string, number>()

  /** `text`: content of the file `name` of data/weights; its line `*threshold` is the least score of a positive. Throws facts_invalid for an invalid file. */
  constructor(text: string, name: string) {
    let threshold = 0
    for (const line of text.split('\n')) {
      if (line === '' || line.startsWith('#')) continue
      const [feature, number] = line.split('\t') as [string, string]
      const weight = Number(number)
      if (!Number.isFinite(weight))
        throw new SelfsameError('facts_invalid', `data/weights/${name} has a line without a number: ${feature}`)
      if (feature === '*threshold') threshold = weight
      else this.#weights.set(feature, weight)
    }
    this.threshold = threshold
  }

  /** Score in hundredths of log-odds. */
  score(features: readonly string[]): number {
    let sum = 0
    for (const feature of features) sum += this.#weights.get(feature) ?? 0
    return sum
  }

  /** Score of several lists of features; the sum of each is computed once, so a list belongs to one file of weights. */
  scoreOf(lists: readonly FeatureList[]): number {
    let sum = 0
    for (const list of lists) {
      list.sum ??= this.score(list.names)
      sum += list.sum
    }
    return sum
  }
}
