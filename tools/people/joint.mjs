// Logistic regression with an offset and an L2 penalty by L-BFGS (Nocedal and Wright, Numerical Optimization, 2006, 7.4): natural log-odds of
// "the same" that are added to those of the hypotheses. Deterministic: the same rows give the same weights.

/** Pairs of steps and slopes that the curvature is estimated from, and steps at most. */
const [KEPT, STEPS] = [8, 300]
/** Slope below which a fit is done, in shares of the number of rows. */
const DONE = 1e-7

/**
 * Weights of named features. `rows`: {features: Map<string, number>, offset, isSame, weight}; `penalty` gives the weight of the penalty of a
 * feature, in rows. Returns feature -> weight.
 */
export function fitted(rows, penalty) {
  const numbers = new Map()
  const read = rows.map(({ features, offset, isSame, weight }) => {
    const at = []
    const values = []
    for (const [feature, value] of features) {
      if (!numbers.has(feature)) numbers.set(feature, numbers.size)
      at.push(numbers.get(feature))
      values.push(value)
    }
    return { at: Uint32Array.from(at), values: Float64Array.from(values), offset, isSame, weight }
  })
  const ridge = Float64Array.from(numbers.keys(), penalty)
  const size = numbers.size
  const slopeOf = (weights, slope) => {
    let loss = 0
    for (let i = 0; i < size; i++) {
      slope[i] = ridge[i] * weights[i]
      loss += 0.5 * ridge[i] * weights[i] * weights[i]
    }
    for (const { at, values, offset, isSame, weight } of read) {
      let sum = offset
      for (let i = 0; i < at.length; i++) sum += weights[at[i]] * values[i]
      const signed = isSame ? sum : -sum
      loss += weight * (signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed)
      const error = weight * (1 / (1 + Math.exp(-sum)) - (isSame ? 1 : 0))
      for (let i = 0; i < at.length; i++) slope[at[i]] += error * values[i]
    }
    return loss
  }
  const dot = (x, y) => {
    let sum = 0
    for (let i = 0; i < size; i++) sum += x[i] * y[i]
    return sum
  }
  let weights = new Float64Array(size)
  let slope = new Float64Array(size)
  let loss = slopeOf(weights, slope)
  const kept = []
  for (let step = 0; step < STEPS && Math.sqrt(dot(slope, slope)) > DONE * rows.length; step++) {
    const direction = slope.slice()
    const shares = []
    for (let k = kept.length - 1; k >= 0; k--) {
      const { moved, turned, curvature } = kept[k]
      shares[k] = dot(moved, direction) / curvature
      for (let i = 0; i < size; i++) direction[i] -= shares[k] * turned[i]
    }
    const last = kept.at(-1)
    const scale = last === undefined ? 1 / Math.sqrt(dot(slope, slope)) : last.curvature / dot(last.turned, last.turned)
    for (let i = 0; i < size; i++) direction[i] *= scale
    kept.forEach(({ moved, turned, curvature }, k) => {
      const share = shares[k] - dot(turned, direction) / curvature
      for (let i = 0; i < size; i++) direction[i] += share * moved[i]
    })
    const down = dot(slope, direction)
    let rate = 1
    const next = new Float64Array(size)
    const nextSlope = new Float64Array(size)
    let nextLoss = Number.POSITIVE_INFINITY
    // Armijo's condition: the loss falls by a share of what the slope promises.
    for (; rate > 1e-10; rate /= 2) {
      for (let i = 0; i < size; i++) next[i] = weights[i] - rate * direction[i]
      nextLoss = slopeOf(next, nextSlope)
      if (nextLoss <= loss - 1e-4 * rate * down) break
    }
    if (!(nextLoss < loss)) break
    const moved = next.map((x, i) => x - weights[i])
    const turned = nextSlope.map((x, i) => x - slope[i])
    const curvature = dot(moved, turned)
    if (curvature > 1e-12) {
      kept.push({ moved, turned, curvature })
      if (kept.length > KEPT) kept.shift()
    }
    weights = next
    slope = nextSlope
    loss = nextLoss
  }
  return new Map([...numbers].map(([feature, i]) => [feature, weights[i]]))
}
