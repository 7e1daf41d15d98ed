// Answers of the ledger: stored decisions, explanations and replays.
import { z } from 'zod'
import { Span } from './detection.ts'
import { Factors, Gate, Pins } from './receipt.ts'
import { ServiceId } from './service-id.ts'

export const RevealedRecord = z.object({
  record_id: ServiceId,
  entity: z.string(),
  attributes: z.record(z.string(), z.string()).nullable().optional(),
  text: z.string().nullable().optional(),
  erased: z.boolean(),
})
export type RevealedRecord = z.infer<typeof RevealedRecord>

export const StoredDecision = z.object({
  decision_id: ServiceId,
  verb: z.string(),
  identity: z.string().nullable(),
  action: z.string(),
  score: z.number().nullable(),
  explanation: z.string(),
  factors: Factors,
  pins: Pins,
  call: z.record(z.string(), z.unknown()),
  recorded_at: z.string(),
  supersedes: ServiceId.nullable(),
  superseded_by: ServiceId.nullable(),
  record_a: ServiceId.nullable(),
  record_b: ServiceId.nullable(),
  records: z.array(RevealedRecord).optional(),
})
export type StoredDecision = z.infer<typeof StoredDecision>

/** A decision in a list: no factors, no pins, no values. */
export const ListedDecision = StoredDecision.pick({
  decision_id: true,
  verb: true,
  identity: true,
  action: true,
  score: true,
  explanation: true,
  recorded_at: true,
  supersedes: true,
  superseded_by: true,
  record_a: true,
  record_b: true,
})
export type ListedDecision = z.infer<typeof ListedDecision>

export const ComparisonExplanation = z.object({
  identity: z.string(),
  action: z.string(),
  basis: z.string(),
  explanation: z.string(),
  supporting: z.array(z.string()),
  refuting: z.array(z.string()),
  missing: z.array(z.string()),
  shared: z.record(z.string(), z.string()),
  gate: Gate,
})
export type ComparisonExplanation = z.infer<typeof ComparisonExplanation>

export const DeidentifyExplanation = z.object({
  identity: z.null(),
  action: z.string(),
  basis: z.string(),
  explanation: z.string(),
  statute: z.string(),
  jurisdiction: z.string().nullable(),
  by_category: z.record(z.string(), z.int()),
  citations: z.array(z.string()),
  spans: z.array(Span),
})
export type DeidentifyExplanation = z.infer<typeof DeidentifyExplanation>

export const Explanation = z.union([ComparisonExplanation, DeidentifyExplanation])
export type Explanation = z.infer<typeof Explanation>

export const ReplayAnswer = z.object({
  decision_id: ServiceId,
  reproduced: z.boolean(),
  // biome-ignore lint/suspicious/noThenProperty: the contract names the pair then and now
  changed: z.record(z.string(), z.object({ then: z.unknown(), now: z.unknown() })),
  now: z.object({
    decision_id: ServiceId,
    identity: z.string().nullable(),
    action: z.string(),
    score: z.number().nullable(),
    factors: Factors,
  }),
})
export type ReplayAnswer = z.infer<typeof ReplayAnswer>
