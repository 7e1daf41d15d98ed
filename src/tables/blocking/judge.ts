// A sample of pairs that meet, compared: what the worth of a pair is fitted to.
import type { Threads } from '../../workers/threads.ts'
import { measure } from '../measure.ts'
import type { Sampled, Weighted } from './candidates.ts'

/** Pairs that were compared. */
export interface JudgedPairs extends Weighted {
  /** 1 where the comparison finds the two the same or leaves them to a person. */
  readonly told: Uint8Array
}

/** Pairs that are compared: all of those worth most, and some of the others. */
const BEST = 10_000
const OTHERS = 10_000
/** Pairs that must be told for a fit. */
const LEAST_TOLD = 100

/** `worth`: of each pair, by which the best are known. `review`: least score of a pair that is told. Null where too few are told to fit anything to. */
export async function judged(
  threads: Threads,
  pairs: Sampled,
  worth: Float64Array,
  review: number,
): Promise<JudgedPairs | null> {
  const order = Uint32Array.from(worth.keys()).sort((x, y) => worth[y]! - worth[x]! || x - y)
  const every = Math.max(1, Math.ceil((order.length - BEST) / OTHERS))
  const taken = order.filter((_, rank) => rank < BEST || (rank - BEST) % every === 0)
  const [a, b] = [taken.map((pair) => pairs.a[pair]!), taken.map((pair) => pairs.b[pair]!)]
  const { scores } = await measure(threads, { a, b })
  const told = Uint8Array.from(scores, (score) => Number(score >= review))
  if (told.reduce((sum, one) => sum + one, 0) < LEAST_TOLD) return null
  return { a, b, stands: Float64Array.from(taken, (_, rank) => (rank < BEST ? 1 : every)), told }
}
