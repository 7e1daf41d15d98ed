// Finding one record among many: the request, and the answer with the candidates, each with the receipt of its comparison.
import { z } from 'zod'
import { Pins, Receipt } from './receipt.ts'
import { ServiceId } from './service-id.ts'

export const OUTCOMES = ['found', 'ambiguous', 'not_found'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const FindRequest = z.strictObject({
  record: z.record(z.string(), z.string()).describe('The record to find: field name to string value.'),
  index: z
    .string()
    .nullable()
    .default(null)
    .describe('Name of the index to look in; null: the only one that the service has.'),
  certainty: z
    .number()
    .min(0.5)
    .max(0.9999)
    .default(0.9)
    .describe('Least probability at which the first candidate is found; below it the answer is ambiguous.'),
  reveal: z.boolean().default(false).describe('Show values of the candidates instead of masking them.'),
  store: z.boolean().default(false).describe('Record the comparison with each candidate in the ledger.'),
})
export type FindRequest = z.infer<typeof FindRequest>

const Candidate = z.object({
  entity_id: ServiceId,
  /** The record of the entity that agrees best: its table and its id there, and its values. */
  source: z.string(),
  record: z.string(),
  fields: z.record(z.string(), z.string()),
  /** Factors for and against the record, the weightiest first. */
  supporting: z.array(z.string()),
  refuting: z.array(z.string()),
  /** Factors that distinguish this candidate from the first one. */
  apart: z.array(z.string()),
  /** The answer of /compare for the record (a) and this candidate (b). */
  receipt: Receipt,
})
export type Candidate = z.infer<typeof Candidate>

export const FindAnswer = z.object({
  outcome: z.enum(OUTCOMES),
  /** The entity that was found; null for any other outcome. */
  entity_id: ServiceId.nullable(),
  explanation: z.string(),
  /** Probability that the first candidate is the one, where exactly one of the candidates or none is. */
  probability: z.number().min(0).max(1),
  /** Fields any one of which would decide for the first candidate if it had the value of that candidate. */
  would_settle: z.array(z.string()),
  /** Entities that are the same or to review, the best first, at most ten. */
  candidates: z.array(Candidate),
  pins: Pins,
  recorded: z.boolean(),
})
export type FindAnswer = z.infer<typeof FindAnswer>
