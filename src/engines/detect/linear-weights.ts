// Weights of a logistic regression, as data/weights keeps them: a feature and its weight in hundredths of log-odds a line.
import { SelfsameError } from '../../errors.ts'

export class LinearWeights {
  readonly threshold: number
  readonly #weights = new Map<string, number>()

  /** `text`: the file `name` of data/weights, whose line `*threshold` says from which score on. Throws facts_invalid where it is something else. */
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

  /** Hundredths of log-odds. */
  score(features: readonly string[]): number {
    let sum = 0
    for (const feature of features) sum += this.#weights.get(feature) ?? 0
    return sum
  }
}
