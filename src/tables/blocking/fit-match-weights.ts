// Fits match weights to the tables without labels: a sample of pairs that share a block is compared, and a logistic regression predicts from
// the column features whether the comparison reports the same entity or a review. A penalty keeps the weights near those of the pack, so that
// columns with little evidence in the sample change little.

import { sharedBits, type Weighed, type WeighedColumn } from './match-weights.ts'
import type { JudgedPairs } from './pair-sampler.ts'

/** Parameters per column: base and slope where values agree and where they share features, and a base where they differ. */
const A_COLUMN = 5
/** Natural units (nats) per bit. */
const BIT = Math.LN2
/** Strength of the penalty: the weight of this many pairs towards the weights of the pack. */
const PENALTY = 1
const ROUNDS = 30
const SMALL_STEP = 1e-6

/** Fits by Newton's method (Hosmer and Lemeshow, Applied Logistic Regression, 1.2), in pair order: the same pairs give the same bytes. */
export function fitWorth(weighed: Weighed, pairs: JudgedPairs): Weighed {
  const { columns, bias } = weighed
  const rows = rowsOf(columns, pairs)
  const prior = priorOf(columns, bias)
  let now = prior.slice()
  let loss = lossOf(now, prior, rows, pairs.told)
  for (let round = 0; round < ROUNDS; round++) {
    const step = newtonStep(now, prior, rows, pairs.told)
    let share = 1
    let next = now.map((value, i) => value - step[i]!)
    let nextLoss = lossOf(next, prior, rows, pairs.told)
    while (nextLoss > loss && share > SMALL_STEP) {
      share /= 2
      next = now.map((value, i) => value - share * step[i]!)
      nextLoss = lossOf(next, prior, rows, pairs.told)
    }
    if (nextLoss > loss) break
    const gained = loss - nextLoss
    now = next
    loss = nextLoss
    if (gained < SMALL_STEP * loss) break
  }
  return { ...weighed, ...numbersOf(columns, now) }
}

/** Column features of each pair: of pair i, parameter indices `at` and their `values` from starts[i] to starts[i + 1]. */
interface Rows {
  readonly starts: Uint32Array
  readonly at: Uint16Array
  readonly values: Float64Array
  /** Weights of the pairs, with mean 1. */
  readonly weights: Float64Array
}

function rowsOf(columns: readonly WeighedColumn[], { a, b, stands }: JudgedPairs): Rows {
  const count = a.length
  const starts = new Uint32Array(count + 1)
  const at = new Uint16Array(count * (2 * columns.length + 1))
  const values = new Float64Array(at.length)
  let length = 0
  const push = (place: number, value: number) => {
    at[length] = place
    values[length++] = value
  }
  for (let i = 0; i < count; i++) {
    push(0, 1)
    columns.forEach((column, c) => {
      const [x, y] = [column.codes[a[i]!]!, column.codes[b[i]!]!]
      if (x === 0 || y === 0) return
      const first = 1 + A_COLUMN * c
      const shared = x === y ? column.bits[x]! : sharedBits(column, x, y)
      const line = x === y ? first : first + 2
      if (shared < 0) push(first + 4, 1)
      else {
        push(line, 1)
        push(line + 1, shared)
      }
    })
    starts[i + 1] = length
  }
  const sum = stands.reduce((total, one) => total + one, 0)
  return { starts, at, values, weights: stands.map((one) => (one * count) / sum) }
}

/** Prior parameters in natural units, as the regression uses them. */
function priorOf(columns: readonly WeighedColumn[], bias: number): Float64Array {
  const prior = [bias]
  for (const { weighing } of columns) {
    const { agree, partly, differ } = weighing
    prior.push(agree.base, agree.slope, partly.base, partly.slope, differ)
  }
  return Float64Array.from(prior, (bits) => bits * BIT)
}

function numbersOf(columns: readonly WeighedColumn[], fitted: Float64Array): Pick<Weighed, 'bias' | 'columns'> {
  const at = (place: number) => fitted[place]! / BIT
  return {
    bias: at(0),
    columns: columns.map((column, c) => {
      const first = 1 + A_COLUMN * c
      return {
        ...column,
        weighing: {
          agree: { base: at(first), slope: at(first + 1) },
          partly: { base: at(first + 2), slope: at(first + 3) },
          differ: at(first + 4),
        },
      }
    }),
  }
}

const sumOf = ({ starts, at, values }: Rows, pair: number, by: Float64Array): number => {
  let sum = 0
  for (let e = starts[pair]!; e < starts[pair + 1]!; e++) sum += values[e]! * by[at[e]!]!
  return sum
}

function lossOf(by: Float64Array, prior: Float64Array, rows: Rows, told: Uint8Array): number {
  let loss = 0
  for (let i = 0; i < told.length; i++) {
    const sum = sumOf(rows, i, by)
    const against = told[i] === 1 ? -sum : sum
    loss += rows.weights[i]! * (Math.max(0, against) + Math.log1p(Math.exp(-Math.abs(against))))
  }
  // Parameter 0 is the base rate of matches, which has no prior.
  for (let p = 1; p < by.length; p++) loss += (PENALTY / 2) * (by[p]! - prior[p]!) ** 2
  return loss
}

function newtonStep(by: Float64Array, prior: Float64Array, rows: Rows, told: Uint8Array): Float64Array {
  const width = by.length
  const gradient = new Float64Array(width)
  const hessian = Array.from({ length: width }, () => new Float64Array(width))
  const { starts, at, values, weights } = rows
  for (let i = 0; i < told.length; i++) {
    const share = 1 / (1 + Math.exp(-sumOf(rows, i, by)))
    const slope = weights[i]! * (share - told[i]!)
    const bend = weights[i]! * share * (1 - share)
    for (let e = starts[i]!; e < starts[i + 1]!; e++) {
      gradient[at[e]!]! += slope * values[e]!
      const row = hessian[at[e]!]!
      for (let f = starts[i]!; f <= e; f++) row[at[f]!]! += bend * values[e]! * values[f]!
    }
  }
  for (let p = 0; p < width; p++) {
    if (p > 0) gradient[p]! += PENALTY * (by[p]! - prior[p]!)
    hessian[p]![p]! += p > 0 ? PENALTY : SMALL_STEP
  }
  return solved(hessian, gradient)
}

/** Solves a symmetric positive definite system, given by its lower half, by Cholesky's method. */
function solved(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const width = right.length
  for (let i = 0; i < width; i++)
    for (let j = 0; j <= i; j++) {
      let sum = lower[i]![j]!
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!
      lower[i]![j] = i === j ? Math.sqrt(Math.max(Number.EPSILON, sum)) : sum / lower[j]![j]!
    }
  const found = right.slice()
  for (let i = 0; i < width; i++) {
    for (let k = 0; k < i; k++) found[i]! -= lower[i]![k]! * found[k]!
    found[i]! /= lower[i]![i]!
  }
  for (let i = width - 1; i >= 0; i--) {
    for (let k = i + 1; k < width; k++) found[i]! -= lower[k]![i]! * found[k]!
    found[i]! /= lower[i]![i]!
  }
  return found
}
