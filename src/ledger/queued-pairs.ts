// Derives from an engine decision the pair it is about, whether the pair needs a review, and its state in the queue.
import { round4 } from '../records/canonical.ts'
import { sha256Hex } from '../records/ids.ts'
import type { DecisionRow } from './chain.ts'
import { pairOfRecords, type RecordPair } from './review-rows.ts'

/** Expected number of record pairs that an answer changes: the n * m pairs between the clusters times min(score, 1 - score). */
export const effectOf = (score: number, recordsA: number, recordsB: number): number =>
  round4(Math.min(score, 1 - score) * recordsA * recordsB)

/** Position of a decision in the order of the audit sample, in [0, 2^48): a pseudo-random number that is the same on every machine. */
export const drawOf = (text: string): number => Number.parseInt(sha256Hex(text).slice(0, 12), 16)

/** The change that a decision about two records makes to the queue; null for none. */
export interface Queued extends RecordPair {
  readonly decision_id: string
  readonly entity: string
  readonly score: number
  /** False if the engine no longer requests a review. */
  readonly asks: boolean
}

/** A body keeps the order of its members; the first is the verdict. */
const ASKS = '{"identity":"review"'

/** The queue entry for the row of an engine decision. */
export function queuedOf({ decision_id, verb, record_a, record_b, supersedes, body }: DecisionRow): Queued | null {
  if (record_a === null || record_b === null || record_a === record_b) return null
  if (verb !== 'compare' && verb !== 'documents') return null
  const asks = body.startsWith(ASKS)
  if (!asks && supersedes === null) return null
  const { score, call } = JSON.parse(body) as { score: number | null; call: { entity?: unknown } }
  const entity = typeof call.entity === 'string' ? call.entity : ''
  return { ...pairOfRecords(record_a, record_b), decision_id, entity, score: score ?? 0, asks }
}
