// Ledger access of operations: the ledger, the decision with an id, the review of a pair; and requests of a batch that are refused.
import { z } from 'zod'
import { noLedger, SelfsameError } from '../../errors.ts'
import type { DecisionEntry, LedgerRecord, LedgerStore, RecordedDecision, ReviewStore } from '../../ledger/store.ts'
import type { RecordContent } from '../../records/ids.ts'
import type { Context } from './context.ts'

/** Takes the place of a request that cannot be answered. */
export class Refused {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

/** Schema bound by every decision of a person. */
export const REVIEW_SCHEMA = 'selfsame.review.v1'
/** Schema bound by every decision about the entity of a record. */
export const RESOLVE_SCHEMA = 'selfsame.resolve.v1'
/** Schemas of decisions over two records, two texts and two documents. */
export const COMPARE_SCHEMA = 'selfsame.compare.records.v1'
export const TEXT_COMPARE_SCHEMA = 'selfsame.compare.texts.v1'
export const DOCUMENT_PAIR_SCHEMA = 'selfsame.documents.v1'
/** Schema of a decision over whole tables. */
export const TABLES_SCHEMA = 'selfsame.tables.v1'

/** The schema that the id of a decision binds, of every operation but deidentify. */
export function schemaOf({ verb, decision_id }: Pick<DecisionEntry, 'verb' | 'decision_id'>): string {
  if (verb === 'resolve') return RESOLVE_SCHEMA
  if (verb === 'review') return REVIEW_SCHEMA
  if (verb === 'documents') return DOCUMENT_PAIR_SCHEMA
  if (verb === 'tables') return TABLES_SCHEMA
  return decision_id.startsWith('xwd:') ? COMPARE_SCHEMA : TEXT_COMPARE_SCHEMA
}

const Answered = z.object({
  decision_id: z.string(),
  verb: z.enum(['compare', 'documents']),
  explanation: z.string(),
  pins: z.record(z.string(), z.unknown()),
})
type Answered = z.infer<typeof Answered>

/** The engine's decision for a decision: itself, or the one that people have answered. */
export function answeredDecision({ decision_id, verb, explanation, pins }: DecisionEntry): Answered {
  if (verb === 'compare' || verb === 'documents') return { decision_id, verb, explanation, pins: { ...pins } }
  const kept = Answered.safeParse(pins['of'])
  if (kept.success) return kept.data
  throw new SelfsameError(
    'review_unknown',
    'this decision is not a comparison, so it has no review; pass the id of a comparison',
  )
}

/** The record that holds the reason of a person's decision; null for any other decision. */
export function reasonOf({ verb, pins }: DecisionEntry): string | null {
  const { reason } = pins
  return verb === 'review' && typeof reason === 'string' ? reason : null
}

/** The review queue of the installation's ledger. Throws no_ledger. */
export function requireReviews(context: Context): ReviewStore {
  const reviews = context.ledger?.reviews ?? null
  if (reviews === null) throw noLedger()
  return reviews
}

/** The installation's ledger. Throws no_ledger. */
export function requireLedger(context: Context): LedgerStore {
  if (context.ledger !== null) return context.ledger
  throw noLedger()
}

/** The decision with an id. Throws no_ledger, decision_unknown. */
export async function recordedDecision(id: string, context: Context): Promise<RecordedDecision> {
  const stored = await requireLedger(context).decision(id)
  if (stored !== null) return stored
  throw new SelfsameError('decision_unknown', 'there is no decision with that id in this ledger')
}

/** Ids of the records of a decision, each once, a before b. */
export const recordIdsOf = (stored: RecordedDecision): string[] => [
  ...new Set([stored.record_a, stored.record_b].filter((id) => id !== null)),
]

/** The values of the records of a decision, a before b; null for erased ones. Throws no_ledger, ledger_corrupt. */
export async function contentsOf(stored: RecordedDecision, context: Context): Promise<(RecordContent | null)[]> {
  const ledger = requireLedger(context)
  const contents: (RecordContent | null)[] = []
  for (const id of [stored.record_a, stored.record_b]) {
    if (id === null) continue
    contents.push((await recordOf(id, ledger)).content)
  }
  return contents
}

/** The record of a decision. Throws ledger_corrupt if the ledger lacks it. */
export async function recordOf(id: string, ledger: LedgerStore): Promise<LedgerRecord> {
  const record = await ledger.record(id)
  if (record !== null) return record
  throw new SelfsameError('ledger_corrupt', `the record ${id} of this decision is missing from the ledger`)
}
