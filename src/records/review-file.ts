// Pairs of the review queue as one signed file, with the answers of a reviewer once they are signed too.
import { z } from 'zod'
import { Factors, Pins } from './receipt.ts'
import { LONGEST_REASON, PAIR_STATES, PairField, PERSON_ANSWERS } from './review.ts'

export const REVIEW_FILE_SCHEMA = 'selfsame.review-file.v1'
export const REVIEW_ANSWERS_SCHEMA = 'selfsame.review-answers.v1'

/** What the id of a decision binds: whoever has the file computes the id again, without the records. */
const Bound = z.strictObject({
  prefix: z.enum(['xwd', 'dec']),
  schema: z.string(),
  a: z.string(),
  b: z.string(),
  identity: z.string(),
  score: z.number().nullable(),
  factors: Factors,
  pins: Pins,
})

const FilePair = z.strictObject({
  decision_id: z.string(),
  entity: z.string(),
  state: z.enum(PAIR_STATES),
  record_a: z.string(),
  record_b: z.string(),
  fields: z.array(PairField),
  texts: z.strictObject({ a: z.string().nullable(), b: z.string().nullable() }).nullable(),
  /** Null in a blind file, and where the decision would show the answer of the first of two people. */
  bound: Bound.nullable(),
  explanation: z.string().nullable(),
  /** Filled in by the reviewer. */
  answer: z.enum(PERSON_ANSWERS).nullable(),
  reason: z.string().max(LONGEST_REASON).nullable(),
})
export type FilePair = z.infer<typeof FilePair>

const Policy = z.strictObject({
  masked: z.boolean(),
  blind: z.boolean(),
  entity: z.string().nullable(),
  seed: z.string(),
  reviewers: z.int().nullable(),
})

export const ReviewFile = z.strictObject({
  schema: z.literal(REVIEW_FILE_SCHEMA),
  policy: Policy,
  pairs: z.array(FilePair),
  issued_at: z.string(),
  signer: z.string(),
  /** The signature over all of the above, with answers and reasons empty. */
  jws: z.string(),
  /** The signature of the reviewer over the answers. */
  answered: z
    .strictObject({ reviewer: z.string(), signer: z.string(), issued_at: z.string(), jws: z.string() })
    .optional(),
})
export type ReviewFile = z.infer<typeof ReviewFile>
