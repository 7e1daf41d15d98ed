// Shares and priors of hypotheses moved so that verdicts on labelled pairs are likeliest: logistic loss of P(same) over all hypotheses,
// with a penalty on the distance from where the expectation maximisation left them, by Adam (Kingma and Ba 2015) over the whole set.
// Shares of one fact stay a distribution, as they are moved as the logarithms under a softmax.

/** Weight of the penalty, in shares of the weight of all examples. */
const PENALTY = 5e-5
const STEPS = 250
const RATE = 0.05
/** Decay of the mean of gradients and of their squares. */
const [MEAN, SQUARES] = [0.9, 0.999]

/**
 * `tables`: for each hypothesis fact -> level -> share; `prior`: log prior of each; `isSame`: whether a hypothesis is of one entity.
 * `examples`: `facts` as [fact, level], `logOdds` of "same" over strangers, `target` probability, `weight`. Returns both moved.
 */
export function refined(tables, prior, isSame, examples) {
  const columns = new Map()
  const ofFact = new Map()
  for (const [fact, levels] of Object.entries(tables[0]))
    for (const level of Object.keys(levels)) {
      ofFact.set(fact, [...(ofFact.get(fact) ?? []), columns.size])
      columns.set(`${fact}/${level}`, columns.size)
    }
  const [count, width] = [tables.length, columns.size]
  const start = new Float64Array(count * (width + 1)).fill(Number.NaN)
  tables.forEach((table, k) => {
    for (const [fact, levels] of Object.entries(table))
      for (const [level, share] of Object.entries(levels)) {
        const column = columns.get(`${fact}/${level}`)
        if (column !== undefined) start[k * width + column] = Math.log(share)
      }
  })
  prior.forEach((logPrior, k) => {
    start[count * width + k] = logPrior
  })
  const read = examples.map(({ facts, ...rest }) => ({
    ...rest,
    hits: facts.map(([fact, level]) => columns.get(`${fact}/${level}`)).filter((column) => column !== undefined),
  }))
  const whole = read.reduce((sum, { weight }) => sum + weight, 0)
  const at = start.slice()
  const [mean, squares] = [new Float64Array(at.length), new Float64Array(at.length)]
  for (let step = 1; step <= STEPS; step++) {
    const slope = slopeAt(at, { count, width, ofFact, isSame, start }, read)
    for (let i = 0; i < at.length; i++) {
      if (Number.isNaN(start[i])) continue
      const all = slope[i] + PENALTY * whole * (at[i] - start[i])
      mean[i] = MEAN * mean[i] + (1 - MEAN) * all
      squares[i] = SQUARES * squares[i] + (1 - SQUARES) * all * all
      at[i] -= (RATE * (mean[i] / (1 - MEAN ** step))) / (Math.sqrt(squares[i] / (1 - SQUARES ** step)) + 1e-9)
    }
  }
  const logs = logShares(at, count, width, ofFact)
  return {
    tables: tables.map((table, k) =>
      Object.fromEntries(
        Object.entries(table).map(([fact, levels]) => [
          fact,
          Object.fromEntries(
            Object.keys(levels).map((level) => [level, Math.exp(logs[k * width + columns.get(`${fact}/${level}`)])]),
          ),
        ]),
      ),
    ),
    prior: Array.from(at.subarray(count * width)),
  }
}

/** Logarithms of the shares: a softmax over the levels of each fact; NaN where a hypothesis does not know the fact. */
function logShares(at, count, width, ofFact) {
  const logs = new Float64Array(count * width).fill(Number.NaN)
  for (let k = 0; k < count; k++)
    for (const levels of ofFact.values()) {
      const own = levels.map((column) => k * width + column).filter((i) => !Number.isNaN(at[i]))
      const most = Math.max(...own.map((i) => at[i]))
      const sum = own.reduce((all, i) => all + Math.exp(at[i] - most), 0)
      for (const i of own) logs[i] = at[i] - most - Math.log(sum)
    }
  return logs
}

/** The slope of the loss over all examples. */
function slopeAt(at, { count, width, ofFact, isSame, start }, examples) {
  const logs = logShares(at, count, width, ofFact)
  const slope = new Float64Array(at.length)
  const ratios = new Float64Array(count)
  const knows = (k, column) => !Number.isNaN(start[k * width + column]) && !Number.isNaN(start[column])
  for (const { hits, logOdds, target, weight } of examples) {
    for (let k = 1; k < count; k++) {
      ratios[k] = at[count * width + k] - at[count * width]
      for (const column of hits) if (knows(k, column)) ratios[k] += logs[k * width + column] - logs[column]
    }
    const most = Math.max(-logOdds, ...ratios)
    let same = 0
    let others = 0
    for (let k = 0; k < count; k++)
      if (isSame[k]) same += Math.exp(ratios[k] - most)
      else others += Math.exp(ratios[k] - most)
    const strangers = same * Math.exp(-logOdds)
    others += strangers
    const error = weight * (1 / (1 + others / same) - target)
    for (let k = 1; k < count; k++) {
      const share = Math.exp(ratios[k] - most)
      const moved = error * (isSame[k] ? (share / same) * (1 - strangers / others) : -share / others)
      slope[count * width + k] += moved
      slope[count * width] -= moved
      for (const column of hits)
        if (knows(k, column)) {
          slope[k * width + column] += moved
          slope[column] -= moved
        }
    }
  }
  // Through the softmax: what all levels of a fact gain together moves nothing.
  for (let k = 0; k < count; k++)
    for (const levels of ofFact.values()) {
      const own = levels.map((column) => k * width + column).filter((i) => !Number.isNaN(start[i]))
      const sum = own.reduce((all, i) => all + slope[i], 0)
      for (const i of own) slope[i] -= Math.exp(logs[i]) * sum
    }
  return slope
}
