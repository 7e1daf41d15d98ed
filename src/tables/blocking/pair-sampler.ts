// Compares a sample of pairs that share a block; the match weights are fitted to the results.
import type { Threads } from '../../workers/threads.ts'
import type { Sampled, Weighted } from './candidates.ts'
import { scoresOf } from './measure.ts'

export interface JudgedPairs extends Weighted {
  /** 1 where the comparison reports the same entity or a review. */
  readonly told: Uint8Array
}

const BEST = 10_000
const OTHERS = 10_000
const LEAST_POSITIVE = 100

/** `worth`: weight of each pair, which determines the best. `review`: least score of a positive pair. Null if too few pairs are positive for a fit. */
export async function judged(
  threads: Threads,
  pairs: Sampled,
  worth: Float64Array,
  review: number,
): Promise<JudgedPairs | null> {
  const order = Uint32Array.from(worth.keys()).sort((x, y) => worth[y]! - worth[x]! || x - y)
  const every = Math.max(1, Math.ceil((order.length - BEST) / OTHERS))
  const standing = new Float64Array(order.length)
  order.forEach((pair, rank) => {
    standing[pair] = rank < BEST ? 1 : (rank - BEST) % every === 0 ? every : 0
  })
  // In the order of their records, so that each record is read once for all its pairs.
  const taken = order.filter((pair) => standing[pair]! > 0).sort()
  const [a, b] = [taken.map((pair) => pairs.a[pair]!), taken.map((pair) => pairs.b[pair]!)]
  const scores = await scoresOf(threads, { a, b })
  const told = Uint8Array.from(scores, (score) => Number(score >= review))
  if (told.reduce((sum, one) => sum + one, 0) < LEAST_POSITIVE) return null
  return { a, b, stands: Float64Array.from(taken, (pair) => standing[pair]!), told }
}
