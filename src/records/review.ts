// The review queue, one pair of it, and the receipt of an answer.
import { z } from 'zod'
import { COMPARE_ACTIONS, Factors, IDENTITIES, Pins } from './receipt.ts'
import { ServiceId } from './service-id.ts'

/** The states of a pair; see docs/review.md. */
export const PAIR_STATES = [
  'waiting',
  'second',
  'adjudicate',
  'same',
  'different',
  'cannot_tell',
  'implied_same',
  'implied_different',
  'settled',
  'erased',
] as const

export const PERSON_ANSWERS = ['same', 'different', 'cannot_tell'] as const

/** Maximum pairs in one answer to GET /review. */
export const MOST_PAIRS = 100

export const QueueRequest = z.strictObject({
  state: z
    .enum([...PAIR_STATES, 'open'])
    .default('open')
    .describe('Pairs in this state; "open": those somebody is to be asked about, by this caller.'),
  entity: z.string().nullable().default(null).describe('Pairs of this entity only.'),
  limit: z.int().min(1).max(MOST_PAIRS).default(20).describe('At most so many pairs.'),
  seed: z.string().default('').describe('Chooses the audit sample; the same seed draws the same pairs.'),
  blind: z.boolean().default(false).describe('Leave out score and effect, so that they do not lead the answer.'),
})
export type QueueRequest = z.infer<typeof QueueRequest>

export const QueuedPair = z.object({
  /** The decision that an answer supersedes. */
  decision_id: ServiceId,
  entity: z.string(),
  state: z.enum(PAIR_STATES),
  /** `effect`: its answer is expected to change most; `sample`: drawn at random by the seed; `merge`: the engine merged the two, and a run asks whether rightly. */
  why: z.enum(['effect', 'sample', 'merge']),
  score: z.number().nullable(),
  effect: z.number().nullable(),
  record_a: ServiceId,
  record_b: ServiceId,
})
export type QueuedPair = z.infer<typeof QueuedPair>

/** Agreement of two reviewers who answered the same pairs one after the other, without seeing each other's answers. */
export const Agreement = z.object({
  pairs: z.int(),
  /** Share of pairs with equal answers; null without pairs. */
  observed: z.number().nullable(),
  /** Expected share of equal answers by chance, from the frequency of each reviewer's answers. */
  expected: z.number().nullable(),
  /** Cohen's kappa; null if undefined. */
  kappa: z.number().nullable(),
})
export type Agreement = z.infer<typeof Agreement>

export const QueueAnswer = z.object({
  /** Number of pairs in each state; implied pairs are never asked. */
  counts: z.record(z.string(), z.int()),
  agreement: Agreement,
  /** The order of the pairs, in words and as parameters. */
  order: z.object({ says: z.string(), sample_every: z.int(), seed: z.string() }),
  pairs: z.array(QueuedPair),
})
export type QueueAnswer = z.infer<typeof QueueAnswer>

export const PairRequest = z.strictObject({
  id: z.string().describe('A decision about the pair: of the engine, or of a person.'),
  reveal: z.boolean().default(false).describe('Show values instead of masking them.'),
  blind: z.boolean().default(false).describe('Leave out what the engine made of it.'),
})
export type PairRequest = z.infer<typeof PairRequest>

export const PairField = z.object({
  field: z.string(),
  a: z.string().nullable(),
  b: z.string().nullable(),
  /** Similarity in [0, 1] as computed by the engine; null if it computed none. */
  likeness: z.number().nullable(),
})
export type PairField = z.infer<typeof PairField>

export const GivenAnswer = z.object({ by: z.string(), answer: z.enum(PERSON_ANSWERS) })
export type GivenAnswer = z.infer<typeof GivenAnswer>

export const PairAnswer = z.object({
  decision_id: ServiceId,
  entity: z.string(),
  state: z.enum(PAIR_STATES),
  record_a: ServiceId,
  record_b: ServiceId,
  erased: z.boolean(),
  fields: z.array(PairField),
  /** The beginnings of two texts; null for records. */
  texts: z.object({ a: z.string().nullable(), b: z.string().nullable() }).nullable(),
  /** The engine's result; null if the review is blind. */
  engine: z
    .object({
      decision_id: ServiceId,
      score: z.number(),
      explanation: z.string(),
      supporting: z.array(z.string()),
      refuting: z.array(z.string()),
      missing: z.array(z.string()),
    })
    .nullable(),
  /** Answers of reviewers; empty while another reviewer, who must not see them, is pending. */
  answers: z.array(GivenAnswer),
})
export type PairAnswer = z.infer<typeof PairAnswer>

export const LONGEST_REASON = 2_000

export const ReviewRequest = z.strictObject({
  decision_id: z.string().describe('The decision that is answered, as the queue names it.'),
  answer: z.enum([...PERSON_ANSWERS, 'undo']).describe('"undo" takes the last answer back.'),
  reason: z
    .string()
    .min(1)
    .max(LONGEST_REASON)
    .describe(
      'Why, in a sentence. Kept like the values of a record: sealed, erased with them, never in the decision itself.',
    ),
  unasked: z
    .boolean()
    .optional()
    .describe('Also answer a pair that nobody was asked about, as where an edge of a cluster is cut.'),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

export const ReviewAnswer = z.object({
  identity: z.enum(IDENTITIES),
  action: z.enum(COMPARE_ACTIONS),
  basis: z.string(),
  explanation: z.string(),
  score: z.number(),
  factors: Factors,
  decision_id: ServiceId,
  pins: Pins,
  supersedes: ServiceId,
  state: z.enum(PAIR_STATES),
  recorded: z.boolean(),
})
export type ReviewAnswer = z.infer<typeof ReviewAnswer>
