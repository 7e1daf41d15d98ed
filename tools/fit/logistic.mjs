// Logistic regression with an L2 penalty by AdaGrad (Duchi, Hazan and Singer 2011), over rows of named features.
import { randomOf } from '../names/crf.mjs'

/** Weights are written as so many times the logarithm of odds; a lighter one says nothing. */
const SCALE = 100
const LEAST_WEIGHT = 3
/** Least rows with a feature. */
const LEAST_ROWS = 3
const EPOCHS = 40
const RATE = 0.1

/** Weights by feature of rows {features: string[], isRight: 0 | 1, weight}; the same rows give the same weights. */
export function fitted(rows, ridge) {
  const numbers = new Map()
  const numbered = rows.map(({ features }) =>
    Int32Array.from(features, (feature) => {
      if (!numbers.has(feature)) numbers.set(feature, numbers.size)
      return numbers.get(feature)
    }),
  )
  const weights = new Float64Array(numbers.size)
  const squares = new Float64Array(numbers.size).fill(1e-6)
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
      const { isRight, weight } = rows[index]
      let sum = 0
      for (const feature of numbered[index]) sum += weights[feature]
      const error = weight * (1 / (1 + Math.exp(-sum)) - isRight)
      for (const feature of numbered[index]) {
        const old = weights[feature]
        const gradient = error + ridge * old
        squares[feature] += gradient * gradient
        weights[feature] = old - (RATE * gradient) / Math.sqrt(squares[feature])
      }
    }
  }
  return new Map([...numbers].map(([feature, number]) => [feature, weights[number]]))
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
