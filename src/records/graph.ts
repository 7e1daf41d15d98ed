// Records of a ledger joined to entities: the requests and answers of resolve, observe, entities, entity, path, history and cases.
import { z } from 'zod'
import { FindAnswer, FindRequest } from './find.ts'
import { ListedDecision } from './ledger.ts'
import { COMPARE_ACTIONS, Factors, IDENTITIES, Pins } from './receipt.ts'
import { PAIR_STATES } from './review.ts'
import { ServiceId } from './service-id.ts'

const { index, reveal } = FindRequest.shape

/** Higher than that of a look-up: what is not joined is a case that a person decides, and what is joined wrongly is a person less. */
const certainty = FindRequest.shape.certainty
  .unwrap()
  .default(0.98)
  .describe('Least probability at which the record joins an entity; below it a person is asked.')

export const RESOLUTIONS = ['joined', 'founded', 'case', 'known'] as const

export const ResolveRequest = z.strictObject({
  record: z.record(z.string(), z.string()).describe('The record: field name to string value.'),
  index,
  certainty,
  reveal,
})
export type ResolveRequest = z.infer<typeof ResolveRequest>

export const ResolveAnswer = FindAnswer.omit({ outcome: true, entity_id: true }).extend({
  /** `joined` an entity, `founded` one of its own, opened a `case` and founded one until that is decided, or `known` before. */
  outcome: z.enum(RESOLUTIONS),
  record_id: ServiceId,
  entity_id: ServiceId,
  /** The decision about the entity of the record; null if it was known. */
  decision_id: ServiceId.nullable(),
  /** Entities whose records are in `entity_id` from this decision on. */
  merged: z.array(ServiceId),
  /** Comparisons that a person is asked about. */
  cases: z.array(ServiceId),
})
export type ResolveAnswer = z.infer<typeof ResolveAnswer>

export const ObserveRequest = z.strictObject({
  record_id: z.string().describe('The id of a resolved record: rec:.'),
  fields: z.record(z.string(), z.string()).describe('What became known of it: field name to string value.'),
  index,
  certainty,
  reveal,
})
export type ObserveRequest = z.infer<typeof ObserveRequest>

export const ObserveAnswer = ResolveAnswer.extend({
  /** The record as it was before. */
  earlier_id: ServiceId,
  /** Comparisons that were made again with the record as it is now. */
  decided_again: z.array(
    z.object({
      decision_id: ServiceId,
      supersedes: ServiceId,
      before: z.string().nullable(),
      identity: z.enum(IDENTITIES),
      score: z.number(),
    }),
  ),
  /** Entities that records were given to which the decisions do not hold together with the others any more. */
  split: z.array(ServiceId),
})
export type ObserveAnswer = z.infer<typeof ObserveAnswer>

const limit = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe('At most so many are listed.')

export const EntitiesRequest = z.strictObject({ index, limit: limit(1000, 20) })
export type EntitiesRequest = z.infer<typeof EntitiesRequest>

export const EntitiesAnswer = z.object({
  entity: z.string(),
  records: z.int(),
  entities: z.int(),
  /** Entities of several records, and those that decisions are about, the largest first. */
  listed: z.array(z.object({ entity_id: ServiceId, records: z.int() })),
})
export type EntitiesAnswer = z.infer<typeof EntitiesAnswer>

export const EntityRequest = z.strictObject({ id: z.string().describe('The id of an entity: ent:.'), index, reveal })
export type EntityRequest = z.infer<typeof EntityRequest>

const Fields = z.record(z.string(), z.string())

/** `only`: one value. `most`: more records have it than any other. `latest`: of values that equally many have, that of the record that came last. */
export const GOLDEN_RULES = ['only', 'most', 'latest'] as const

export const EntityAnswer = z.object({
  /** The entity that the records of `id` are in, which another one may have taken over. */
  entity_id: ServiceId,
  entity: z.string(),
  size: z.int(),
  /** At most a hundred of its records. */
  members: z.array(z.object({ record_id: ServiceId, source: z.string(), record: z.string(), fields: Fields })),
  /** One value a field, with the rule that chose it and its source, and the values that other records have instead. */
  golden: z.array(
    z.object({
      field: z.string(),
      value: z.string(),
      rule: z.enum(GOLDEN_RULES),
      records: z.array(ServiceId),
      others: z.array(z.object({ value: z.string(), records: z.array(ServiceId), conflict: z.boolean() })),
      agreed: z.boolean(),
    }),
  ),
  /** Decisions that moved records into it or out of it, in the order of the ledger. */
  decisions: z.array(ListedDecision),
})
export type EntityAnswer = z.infer<typeof EntityAnswer>

export const PathRequest = z.strictObject({
  a: z.string().describe('The id of a record: rec:.'),
  b: z.string().describe('The id of another record.'),
  index,
  reveal,
})
export type PathRequest = z.infer<typeof PathRequest>

/** One decision with everything that its id binds, so that a reader who has nothing else can compute the id. */
export const PathStep = z.object({
  from_id: ServiceId,
  to_id: ServiceId,
  decision_id: ServiceId,
  schema: z.string(),
  record_a: ServiceId,
  record_b: ServiceId,
  identity: z.enum(IDENTITIES),
  action: z.string(),
  basis: z.string(),
  explanation: z.string(),
  score: z.number().nullable(),
  factors: Factors,
  pins: Pins,
  recorded_at: z.string(),
})
export type PathStep = z.infer<typeof PathStep>

export const PathAnswer = z.object({
  record_a: ServiceId,
  record_b: ServiceId,
  /** False if no chain of decisions connects the two. */
  connected: z.boolean(),
  /** The chain whose weakest decision is the strongest, and of such the shortest. */
  steps: z.array(PathStep),
  /** The decision with the lowest score; null without steps. */
  weakest_id: ServiceId.nullable(),
  /** The records of the chain; fields are null once erased. */
  records: z.array(z.object({ record_id: ServiceId, entity: z.string(), fields: Fields.nullable() })),
  revealed: z.boolean(),
})
export type PathAnswer = z.infer<typeof PathAnswer>

export const HistoryRequest = z.strictObject({
  id: z.string().describe('The id of a record (rec:) or an entity (ent:).'),
  index,
})
export type HistoryRequest = z.infer<typeof HistoryRequest>

export const HistoryAnswer = z.object({
  id: ServiceId,
  /** The entity that it is in; null if its values were erased. */
  entity_id: ServiceId.nullable(),
  decisions: z.array(ListedDecision),
})
export type HistoryAnswer = z.infer<typeof HistoryAnswer>

export const CasesRequest = z.strictObject({ index, limit: limit(100, 20) })
export type CasesRequest = z.infer<typeof CasesRequest>

export const CasesAnswer = z.object({
  cases: z.array(
    z.object({
      /** The decision that an answer to POST /review supersedes. */
      decision_id: ServiceId,
      state: z.enum(PAIR_STATES),
      action: z.enum(COMPARE_ACTIONS),
      score: z.number(),
      explanation: z.string(),
      record_a: ServiceId,
      record_b: ServiceId,
      entity_a: ServiceId.nullable(),
      entity_b: ServiceId.nullable(),
      /** Fields any one of which would decide that the two are the same if both had the same value there. */
      would_settle: z.array(z.string()),
    }),
  ),
})
export type CasesAnswer = z.infer<typeof CasesAnswer>
