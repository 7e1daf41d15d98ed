// Fits weights without labels: expectation maximisation (Winkler 1988), from the pack's verdicts, held near them by pseudo-counts.
import type { FactorWeights } from './table-run.ts'

/** Limits between the levels of one comparison, in log-odds that it adds under the pack. */
export const LEVEL_BOUNDS: readonly number[] = [-3, -1, -0.2, 0.2, 1, 2.5, 4.5]
const LEVELS = LEVEL_BOUNDS.length + 1
/** Level of a comparison without a result, e.g. because a value is missing. */
export const SILENT = 255

/** Comparison levels of a sample of pairs: that of comparison c of pair i is at i * width + c; and the pack's probabilities. */
export interface FitSample {
  readonly width: number
  readonly levels: Uint8Array
  readonly scores: Float32Array
}

export interface Fit {
  /** Share of the sampled pairs that are one entity. */
  readonly share: number
  /** Log-odds of comparison c at level l: weights[c * LEVELS + l]. */
  readonly weights: Float64Array
  /** Mean log-odds that the pack gives at each level in the sample; NaN if the level does not occur. */
  readonly shipped: Float64Array
  readonly pairs: number
}

/** Levels and log-odds of every comparison of some pairs, row by row, with score and name conflict of each pair. */
export interface Measured {
  readonly names: readonly string[]
  readonly levels: Uint8Array
  readonly added: Float32Array
  readonly scores: Float32Array
  /** 1 where a name conflicts; statistics must not overrule it. */
  readonly named: Uint8Array
}

/** The same with the pairs of the rows. */
export type MeasuredPairs = Measured & { readonly a: Uint32Array; readonly b: Uint32Array }

export function levelOf(added: number): number {
  let level = 0
  while (level < LEVEL_BOUNDS.length && added >= LEVEL_BOUNDS[level]!) level++
  return level
}

/** Weight of the pack's verdicts in pairs of the sample: a table outweighs them with a moderate number of pairs, but not with a few. */
const PSEUDO = 20
const ROUNDS = 25
/** Probabilities are kept at least this far from 0 and 1 for fitting. */
const EDGE = 1e-4

/** Fits in a fixed number of rounds, in sample order: the same sample gives the same bytes. */
export function fitWeights({ width, levels, scores }: FitSample, added: Float32Array): Fit {
  const pairs = scores.length
  const belief = Float64Array.from(scores, (score) => Math.min(1 - EDGE, Math.max(EDGE, score)))
  const first = countLevels(belief, levels, width)
  const weights = new Float64Array(width * LEVELS)
  let share = 0
  for (let round = 0; round < ROUNDS; round++) {
    const counts = round === 0 ? first : countLevels(belief, levels, width)
    share = 0
    for (const value of belief) share += value
    share /= Math.max(1, pairs)
    setWeights(weights, counts, first, width)
    const prior = Math.log(share / (1 - share))
    for (let i = 0; i < pairs; i++) belief[i] = bounded(prior + sumOf(weights, levels, i, width))
  }
  return { share, weights, shipped: means(levels, added, width), pairs }
}

/** Probability of one pair under a fit. `levels`: levels of its comparisons. */
export const fittedProbability = ({ share, weights }: Fit, levels: Uint8Array, width: number): number =>
  bounded(Math.log(share / (1 - share)) + sumOf(weights, levels, 0, width))

function sumOf(weights: Float64Array, levels: Uint8Array, pair: number, width: number): number {
  let sum = 0
  for (let c = 0; c < width; c++) {
    const level = levels[pair * width + c]!
    if (level !== SILENT) sum += weights[c * LEVELS + level]!
  }
  return sum
}

const bounded = (logOdds: number): number => Math.min(1 - EDGE, Math.max(EDGE, 1 / (1 + Math.exp(-logOdds))))

interface Counts {
  readonly same: Float64Array
  readonly other: Float64Array
}

function countLevels(belief: Float64Array, levels: Uint8Array, width: number): Counts {
  const same = new Float64Array(width * LEVELS)
  const other = new Float64Array(width * LEVELS)
  for (let i = 0; i < belief.length; i++)
    for (let c = 0; c < width; c++) {
      const level = levels[i * width + c]!
      if (level === SILENT) continue
      same[c * LEVELS + level]! += belief[i]!
      other[c * LEVELS + level]! += 1 - belief[i]!
    }
  return { same, other }
}

function setWeights(weights: Float64Array, counts: Counts, first: Counts, width: number): void {
  for (let c = 0; c < width; c++) {
    const same = shares(counts.same, first.same, c)
    const other = shares(counts.other, first.other, c)
    for (let level = 0; level < LEVELS; level++) weights[c * LEVELS + level] = Math.log(same[level]! / other[level]!)
  }
}

/** Frequency of each level of a comparison, with pseudo-counts from the first round. */
function shares(counts: Float64Array, first: Float64Array, c: number): number[] {
  const own = Array.from(counts.subarray(c * LEVELS, (c + 1) * LEVELS))
  const before = Array.from(first.subarray(c * LEVELS, (c + 1) * LEVELS))
  const sum = own.reduce((total, count) => total + count, 0)
  const sumBefore = before.reduce((total, count) => total + count, 0)
  const even = 1 / LEVELS
  return own.map((count, level) => {
    const prior = sumBefore === 0 ? even : (before[level]! + even) / (sumBefore + 1)
    return (count + PSEUDO * prior) / (sum + PSEUDO)
  })
}

function means(levels: Uint8Array, added: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(width * LEVELS)
  const counts = new Float64Array(width * LEVELS)
  for (let at = 0; at < levels.length; at++) {
    if (levels[at] === SILENT) continue
    const place = (at % width) * LEVELS + levels[at]!
    sums[place]! += added[at]!
    counts[place]!++
  }
  return sums.map((sum, place) => sum / counts[place]!)
}

/** The fitted and the shipped weights by level for the report; only levels in the sample. */
export function weightsOf(found: Fit, names: readonly string[]): FactorWeights[] {
  return names.map((factor, c) => {
    const levels = Array.from({ length: LEVELS }, (_, level) => c * LEVELS + level).filter(
      (place) => !Number.isNaN(found.shipped[place]!),
    )
    return {
      factor,
      at: levels.map((place) => place - c * LEVELS),
      shipped: levels.map((place) => found.shipped[place]!),
      fitted: levels.map((place) => found.weights[place]!),
    }
  })
}
