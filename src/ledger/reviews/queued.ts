// What a decision of the engine means for the review queue: which pair it is about, whether it asks, and where the pair then stands.
import { round4 } from '../../records/canonical.ts'
import { sha256Hex } from '../../records/ids.ts'
import type { DecisionRow } from '../chain.ts'
import { pairOfRecords, type RecordPair } from './row.ts'

/**
 * What an answer is expected to change: two clusters of so many records each have as many pairs between them as the product, and the
 * engine's score is wrong about them with probability min(score, 1 - score).
 */
export function effectOf(score: number, recordsA: number, recordsB: number): number {
  return round4(Math.min(score, 1 - score) * recordsA * recordsB)
}

/** Where a decision stands in the order of the audit sample, in [0, 2^48): as good as drawn at random, and the same everywhere. */
export function drawOf(text: string): number {
  return Number.parseInt(sha256Hex(text).slice(0, 12), 16)
}

/** How a decision about two records touches the queue; null when it does not. */
export interface Queued extends RecordPair {
  readonly decision_id: string
  readonly entity: string
  readonly score: number
  /** False: the engine no longer asks. */
  readonly asks: boolean
}

/** Members of a body stand in the order in which they are written: the first says what was decided. */
const ASKS = '{"identity":"review"'

/** What the row of an engine's decision means for the queue. */
export function queuedOf({ decision_id, verb, record_a, record_b, supersedes, body }: DecisionRow): Queued | null {
  if (record_a === null || record_b === null || record_a === record_b) return null
  if (verb !== 'compare' && verb !== 'documents') return null
  const asks = body.startsWith(ASKS)
  if (!asks && supersedes === null) return null
  const { score, call } = JSON.parse(body) as { score: number | null; call: { entity?: unknown } }
  const entity = typeof call.entity === 'string' ? call.entity : ''
  return { ...pairOfRecords(record_a, record_b), decision_id, entity, score: score ?? 0, asks }
}
