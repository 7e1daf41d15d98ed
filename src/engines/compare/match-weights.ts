// The model of a pack: Fellegi and Sunter's sum of log-odds over graded levels of agreement, read as a probability.
import type { Level } from '../../packs/schemas/entity-pack.ts'

/** Log-odds (natural) of a similarity: interpolated between the levels of its factor, so that more agreement never weighs less. */
export function weightAt(levels: readonly Level[], similarity: number): number {
  const first = levels[0]!
  if (similarity <= first.at) return first.weight
  for (let i = 1; i < levels.length; i++) {
    const level = levels[i]!
    if (similarity > level.at) continue
    const below = levels[i - 1]!
    return below.weight + ((level.weight - below.weight) * (similarity - below.at)) / (level.at - below.at)
  }
  return levels[levels.length - 1]!.weight
}

/** The levels of a factor as two rows of numbers, which are read faster than objects. */
export interface Curve {
  readonly at: Float64Array
  readonly weights: Float64Array
}

export function curveOf(levels: readonly Level[]): Curve {
  return { at: Float64Array.from(levels, ({ at }) => at), weights: Float64Array.from(levels, ({ weight }) => weight) }
}

/** The same as weightAt. */
export function weightOn({ at, weights }: Curve, similarity: number): number {
  const last = at.length - 1
  if (similarity <= at[0]!) return weights[0]!
  if (similarity > at[last]!) return weights[last]!
  let i = 1
  while (similarity > at[i]!) i++
  const below = weights[i - 1]!
  return below + ((weights[i]! - below) * (similarity - at[i - 1]!)) / (at[i]! - at[i - 1]!)
}

export interface Knot {
  readonly at: number
  readonly to: number
}

/**
 * Log-odds (natural) as they turned out on development pairs: evidence that is not independent adds up to too much. Straight
 * between two knots, shifted as the first below it, unchanged above the last.
 */
export function calibrated(knots: readonly Knot[] | undefined, logOdds: number): number {
  if (knots === undefined || knots.length === 0 || logOdds >= knots[knots.length - 1]!.at) return logOdds
  const first = knots[0]!
  if (logOdds <= first.at) return logOdds + first.to - first.at
  let i = 1
  while (logOdds > knots[i]!.at) i++
  const below = knots[i - 1]!
  const above = knots[i]!
  return below.to + ((above.to - below.to) * (logOdds - below.at)) / (above.at - below.at)
}

/** Beyond these log-odds the logistic curve is cut off: its tail runs out of decimals long before evidence runs out. */
const KNEE = 4
const TAIL = 1 / (1 + Math.exp(KNEE))

/**
 * Probability of log-odds in (0, 1). Logistic up to 98.2 %, then a tail that falls with the inverse of the evidence, so that
 * stronger evidence still shows in four decimals.
 */
export function probabilityOf(logOdds: number): number {
  if (logOdds > KNEE) return 1 - TAIL / (1 + (logOdds - KNEE) * (1 - TAIL))
  if (logOdds < -KNEE) return TAIL / (1 + (-logOdds - KNEE) * (1 - TAIL))
  return 1 / (1 + Math.exp(-logOdds))
}
