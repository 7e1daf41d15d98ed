// Evidence of a scored pair for or against one entity: its log-odds in whole thousandths, so that sums do not depend on the order.
import { DIFFERENT, type Edges, SAME } from '../model.ts'

/** Maximum log-odds in thousandths: a score of 0.9995, beyond which scores of four decimals are not precise. */
const MOST = 7600

/** Log-odds of a probability in thousandths, limited to -MOST..MOST. */
function thousandths(probability: number): number {
  if (probability <= 0) return -MOST
  if (probability >= 1) return MOST
  return Math.max(-MOST, Math.min(MOST, Math.round(1000 * Math.log(probability / (1 - probability)))))
}

/**
 * Log-odds of edge `at` in thousandths, at least -against: above 0 for one entity. A `same` pair is never evidence against it; a
 * `different` pair never for it: if its score alone were, the pair has a conflict.
 */
export function evidenceOf(edges: Edges, at: number, against: number): number {
  const odds = thousandths(edges.score[at]!)
  const identity = edges.identity[at]!
  if (identity === SAME) return Math.max(odds, 1)
  return identity === DIFFERENT && odds >= 0 ? -against : Math.max(odds, -against)
}
