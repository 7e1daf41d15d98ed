// Views for people in addition to the contract's answers: the reasons for a finding, the contribution of each factor, the latest decisions.
import { z } from 'zod'
import { Detection } from './detection.ts'
import { COMPARE_ACTIONS, IDENTITIES } from './receipt.ts'
import { ServiceId } from './service-id.ts'

const Reason = z.object({ token: z.string(), says: z.string(), weight: z.number().nullable() })

export const WhyAnswer = z.object({
  count: z.int(),
  detections: z.array(Detection.extend({ why: z.array(Reason) })),
})
export type WhyAnswer = z.infer<typeof WhyAnswer>

const record = z.record(z.string(), z.string())

export const WeighRequest = z.strictObject({
  a: record.describe('A record: field name to value.'),
  b: record.describe('The other record.'),
  entity: z.string().default('person').describe('The entity pack to compare under.'),
})
export type WeighRequest = z.infer<typeof WeighRequest>

export const WeighAnswer = z.object({
  identity: z.enum(IDENTITIES),
  action: z.enum(COMPARE_ACTIONS),
  basis: z.string(),
  explanation: z.string(),
  score: z.number(),
  /** Natural log-odds of the prior. */
  bias: z.number(),
  /**
   * The natural log-odds that each factor adds, in the order of the pack, then those of the calibration and of rival explanations, which
   * have no field and no likeness. With the prior they come to the score.
   */
  steps: z.array(
    z.object({
      factor: z.string(),
      field: z.string().nullable(),
      likeness: z.number().nullable(),
      weight: z.number(),
    }),
  ),
  /** Single changes that would change the verdict: the field removed from both records, or equal in both. */
  turns: z.array(
    z.object({
      field: z.string(),
      change: z.enum(['left_out', 'the_same']),
      identity: z.enum(IDENTITIES),
      score: z.number(),
    }),
  ),
})
export type WeighAnswer = z.infer<typeof WeighAnswer>

export const DecisionsRequest = z.strictObject({
  limit: z.int().min(1).max(100).default(20).describe('At most so many decisions.'),
})
export type DecisionsRequest = z.infer<typeof DecisionsRequest>

export const DecisionsAnswer = z.object({
  decisions: z.int(),
  records: z.int(),
  erased: z.int(),
  by_verb: z.record(z.string(), z.int()),
  latest: z.array(
    z.object({
      decision_id: ServiceId,
      verb: z.string(),
      identity: z.string().nullable(),
      action: z.string(),
      basis: z.string(),
      score: z.number().nullable(),
      recorded_at: z.string(),
    }),
  ),
})
export type DecisionsAnswer = z.infer<typeof DecisionsAnswer>
