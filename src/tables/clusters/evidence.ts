// How much a scored pair speaks for or against one entity: its log-odds, as whole thousandths, so that sums depend on no order.
import { DIFFERENT, type Edges, SAME } from '../model.ts'

/** Log-odds at the most: a score of 0.9995, beyond which four decimals say nothing. In thousandths. */
const MOST = 7600

/** Log-odds of a probability in thousandths, in -MOST..MOST. */
function thousandths(probability: number): number {
  if (probability <= 0) return -MOST
  if (probability >= 1) return MOST
  return Math.max(-MOST, Math.min(MOST, Math.round(1000 * Math.log(probability / (1 - probability)))))
}

/**
 * Log-odds of edge `at` in thousandths, -against at the least: above 0 for one entity. A pair found the same never speaks against it; one found
 * different never for it: where its score alone would, something in it is a conflict.
 */
export function evidenceOf(edges: Edges, at: number, against: number): number {
  const odds = thousandths(edges.score[at]!)
  const identity = edges.identity[at]!
  if (identity === SAME) return Math.max(odds, 1)
  return identity === DIFFERENT && odds >= 0 ? -against : Math.max(odds, -against)
}
