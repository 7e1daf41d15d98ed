// Logistic regression with an L2 penalty by AdaGrad (Duchi, Hazan and Singer 2011), over rows of named features.
import { randomOf } from '../names/crf.mjs'

/** Weights are written as so many times the logarithm of odds; a lighter one says nothing. */
const SCALE = 100
const LEAST_WEIGHT = 3
/** Rows that a feature stands in at least. */
const LEAST_ROWS = 3
const EPOCHS = 40
const RATE = 0.1

/** Weights by feature of rows {features: string[], isRight: 0 | 1, weight}; the same rows give the same weights. */
export function fitted(rows, ridge) {
  const weights = new Map()
  const squares = new Map()
  const random = randomOf(11)
  const order = rows.map((_, i) => i)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      const held = order[i]
      order[i] = order[j]
      order[j] = held
    }
    for (const index of order) {
      const { features, isRight, weight } = rows[index]
      const error = weight * (chance(weights, features) - isRight)
      for (const feature of features) {
        const old = weights.get(feature) ?? 0
        const gradient = error + ridge * old
        const sum = (squares.get(feature) ?? 1e-6) + gradient * gradient
        squares.set(feature, sum)
        weights.set(feature, old - (RATE * gradient) / Math.sqrt(sum))
      }
    }
  }
  return weights
}

/** The probability that weights give to features. */
export function chance(weights, features) {
  let sum = 0
  for (const feature of features) sum += weights.get(feature) ?? 0
  return 1 / (1 + Math.exp(-sum))
}

/** The file of data/weights: `about` as a comment, the threshold, a feature and its weight a line. */
export function written(rows, weights, threshold, about) {
  const counts = new Map()
  for (const { features } of rows) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const lines = [...weights]
    .map(([feature, weight]) => [feature, Math.round(SCALE * weight)])
    .filter(([feature, weight]) => counts.get(feature) >= LEAST_ROWS && Math.abs(weight) >= LEAST_WEIGHT)
    .map((line) => line.join('\t'))
    .sort((a, b) => (a < b ? -1 : 1))
  const least = Math.round(SCALE * Math.log(threshold / (1 - threshold)))
  return { text: `# ${about}\n*threshold\t${least}\n${lines.join('\n')}\n`, features: lines.length }
}
