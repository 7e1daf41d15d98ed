// The parts of the engine's decision that a person's decision keeps, so that it can be explained and run again without it.
import { z } from 'zod'
import { noLedger, SelfsameError } from '../../errors.ts'
import type { DecisionEntry, ReviewStore } from '../../ledger/store.ts'
import type { Context } from './context.ts'

/** Schema bound by every decision of a person. */
export const REVIEW_SCHEMA = 'selfsame.review.v1'

const Answered = z.object({
  decision_id: z.string(),
  verb: z.enum(['compare', 'documents']),
  explanation: z.string(),
  pins: z.record(z.string(), z.unknown()),
})
export type Answered = z.infer<typeof Answered>

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
