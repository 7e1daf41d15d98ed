// The interface of every ledger. Append-only: decisions are added, never changed; only the values of a record can be erased. Pairs in the review queue
// are derived from decisions: they can be rebuilt, and are no evidence.
import type { Span } from '../records/detection.ts'
import type { RecordContent } from '../records/ids.ts'
import type { Gate } from '../records/receipt.ts'
import type { PAIR_STATES, PERSON_ANSWERS } from '../records/review.ts'

export type ReviewState = (typeof PAIR_STATES)[number]

export type PersonsAnswer = (typeof PERSON_ANSWERS)[number]

/** States that need a reviewer: the first, the second of two, or a third where two disagree. */
export const OPEN_STATES = ['waiting', 'second', 'adjudicate'] as const satisfies readonly ReviewState[]

/** Entity name of the record that holds a reason; no entity pack can have this name. */
export const REASON_ENTITY = 'selfsame:reason'

export interface RecordPair {
  /** The record id that comes first in code point order. */
  readonly low: string
  readonly high: string
}

export interface ReviewRow extends RecordPair {
  /** The current decision on the pair; an answer supersedes it. */
  readonly decision_id: string
  readonly entity: string
  readonly state: ReviewState
  /** Score of the engine, in [0, 1]. */
  readonly score: number
  /** Expected number of record pairs that an answer decides differently from the score. */
  readonly effect: number
  readonly first_by: string | null
  readonly first_answer: PersonsAnswer | null
  readonly second_by: string | null
  readonly second_answer: PersonsAnswer | null
}

export const pairOfRecords = (a: string, b: string): RecordPair => (a < b ? { low: a, high: b } : { low: b, high: a })

export type ReviewChange = Pick<
  ReviewRow,
  'low' | 'high' | 'decision_id' | 'state' | 'first_by' | 'first_answer' | 'second_by' | 'second_answer'
> & {
  /** Initial values of the row of a pair that was not queued. Null: the pair must be in the queue. */
  readonly unasked: Pick<ReviewRow, 'entity' | 'score'> | null
}

/** Evidence that /explain needs in addition to the receipt, free of personal values. */
export type DecisionEvidence =
  | {
      readonly kind: 'comparison'
      readonly supporting: readonly string[]
      readonly refuting: readonly string[]
      readonly missing: readonly string[]
      /** Names of the fields with the same value on both sides. */
      readonly shared: readonly string[]
      readonly gate: Gate
    }
  | {
      readonly kind: 'deidentification'
      readonly statute: string
      readonly jurisdiction: string | null
      readonly by_category: Readonly<Record<string, number>>
      readonly spans: readonly Span[]
    }

/** One decision as it is written. It is free of personal values; those are in records. */
export interface DecisionEntry {
  readonly decision_id: string
  /** `review`: a reviewer's answer to a decision of one of the others. `resolve`: which entity a record belongs to. */
  readonly verb: 'compare' | 'deidentify' | 'documents' | 'resolve' | 'review' | 'tables'
  readonly identity: string | null
  readonly action: string
  readonly basis: string
  readonly score: number | null
  readonly explanation: string
  readonly factors: Readonly<Record<string, number>>
  readonly pins: Readonly<Record<string, unknown>>
  /** The arguments needed to run the decision again, without the salt. */
  readonly call: Readonly<Record<string, unknown>>
  readonly evidence: DecisionEvidence
  readonly record_a: string | null
  readonly record_b: string | null
}

export interface RecordedDecision extends DecisionEntry {
  /** ISO 8601 with offset. */
  readonly recorded_at: string
  readonly supersedes: string | null
  readonly superseded_by: string | null
}

/** How a record was given: as fields, or as a text. */
export type RecordForm = 'attributes' | 'text'

/** The values of a record id: `content` is null once erased; its entity and form remain. */
export interface LedgerRecord {
  readonly record_id: string
  readonly entity: string
  readonly form: RecordForm
  readonly content: RecordContent | null
}

/** A decision and the records it is about, written together or not at all. */
export interface LedgerAppend {
  readonly entry: DecisionEntry
  readonly records: readonly RecordContent[]
  /** The decision that it supersedes, also one about other records; absent: the newest one on the same pair by the same operation. */
  readonly follows?: string
}

export interface Wanted {
  readonly state: ReviewState
  /** Null: every entity. */
  readonly entity: string | null
  /** Excludes open pairs that this reviewer has already answered; null excludes none. */
  readonly by: string | null
  readonly limit: number
}

export interface PersonsDecision {
  readonly entry: DecisionEntry
  readonly records: LedgerAppend['records']
  readonly follows: string
  readonly change: ReviewChange
}

/** How often two reviewers gave these two answers; `first` is the answer of the first reviewer. */
export interface AnswerPair {
  readonly first: PersonsAnswer
  readonly second: PersonsAnswer
  readonly pairs: number
}

/** A pair that a reviewer is asked about although the engine has decided it. */
export type AskedPair = Pick<ReviewRow, 'low' | 'high' | 'decision_id' | 'entity' | 'score'>

export interface ReviewStore {
  /** Null if no decision has ever requested a review of the pair. */
  row(pair: RecordPair): Promise<ReviewRow | null>
  counts(entity: string | null): Promise<ReadonlyMap<ReviewState, number>>
  /** Pairs in descending order of the effect of an answer. */
  byEffect(wanted: Wanted): Promise<readonly ReviewRow[]>
  /** Pairs in the order of the draw, from `start` and then around: a random sample. */
  byDraw(wanted: Wanted, start: number): Promise<readonly ReviewRow[]>
  answerPairs(entity: string | null): Promise<readonly AnswerPair[]>
  /** True if some pair was shown to two reviewers, or waits for a second one. */
  asksTwo(): Promise<boolean>
  /** Pairs of an entity whose last decision is by a reviewer, withdrawn answers included; in order of their records. */
  answered(entity: string): Promise<readonly ReviewRow[]>
  /** Adds pairs whose recorded decision asks for no review, as merges that a run has doubts about. What was answered stays. Throws ledger_unavailable. */
  ask(pairs: readonly AskedPair[]): Promise<void>
  /** Durable when it resolves. Throws review_moved if another decision is now the current one of the pair, ledger_unavailable. */
  answer(decision: PersonsDecision): Promise<void>
}

export interface LedgerBrowser {
  stats(): Promise<LedgerStats>
  /** The links of the latest decisions, newest first; for several chains, ordered by their clocks. */
  latest(limit: number): Promise<readonly ChainLink[]>
  latestClusters(): Promise<string | null>
  /** The last link of every chain, and the links after a position, in the order of their chains. */
  heads(): Promise<readonly ChainHead[]>
  links(after: ChainPosition | null, limit: number): Promise<readonly ChainLink[]>
}

/** The part of a ledger that the operations need. */
export interface LedgerStore {
  /** Resolves once everything is durable. Appending the same decision again adds no second row. Throws ledger_unavailable. */
  append(appends: readonly LedgerAppend[]): Promise<void>
  /** Null if the ledger has no such id. Throws ledger_corrupt if the row was changed. */
  decision(id: string): Promise<RecordedDecision | null>
  record(id: string): Promise<LedgerRecord | null>
  /** The review queue; null in a ledger that only collects. */
  readonly reviews: ReviewStore | null
  /** Views over the whole ledger; null in a ledger that only collects. */
  readonly browser: LedgerBrowser | null
  close(): Promise<void>
}

/** Position of an entry: sequences start at 1 and have no gaps within their chain. */
export interface ChainPosition {
  readonly chain: string
  readonly sequence: number
}

/** One link: the kind of entry, a digest of it, and the hash of the previous link. */
export interface ChainEntry extends ChainPosition {
  readonly kind: 'decision' | 'erasure'
  /** The decision id, or the id of the record whose values were erased. */
  readonly subject: string
  readonly digest: string
  readonly recorded_at: string
  readonly previous: string
  readonly hash: string
}

/** A link with the decision it refers to, null if the ledger does not have it. */
export interface ChainLink {
  readonly entry: ChainEntry
  readonly decision: (DecisionEntry & { readonly supersedes: string | null }) | null
  readonly intact: boolean
}

export interface ChainHead extends ChainPosition {
  readonly hash: string
}

/**
 * A record as a verifier sees it. `sealed`: encrypted, and no key was given; `foreign`: encrypted under another key than
 * the one given; `changed`: stored, but not as it was written; content is null for every state but `kept`.
 */
export interface StoredRecord extends LedgerRecord {
  readonly state: 'kept' | 'erased' | 'sealed' | 'foreign' | 'changed'
  /** Id of the key that encrypts its values, null for unencrypted values. */
  readonly key_id: string | null
}

/** A row that stores more than reading returns. */
export interface UnreadRow {
  readonly subject: string
  readonly problem: string
}

export interface LedgerStats {
  readonly decisions: number
  readonly records: number
  readonly erased: number
  /** Records whose values are encrypted. */
  readonly sealed: number
  readonly by_verb: Readonly<Record<string, number>>
  /** Time of the earliest first link of a chain; the clock may have been set back since. */
  readonly first_recorded_at: string | null
  /** Time of the latest last link of a chain. */
  readonly last_recorded_at: string | null
  readonly heads: readonly ChainHead[]
}

export interface LedgerKey {
  /** Public identifier of the key; it reveals nothing of the key. */
  readonly id: string
  readonly bytes: Uint8Array
}

/** The operator's interface: also erases, changes the key, and reads the whole ledger in order. */
export interface Ledger extends LedgerStore {
  /** Destroys the values of a record and records that in the chain. False if they were already erased. Throws record_unknown. */
  erase(recordId: string): Promise<boolean>
  /** Erases the values of records without a decision at or after `moment` (format of recorded_at). Returns the number of records. */
  eraseBefore(moment: string): Promise<number>
  /** Encrypts every data key with `key`, and every unencrypted value. Returns the number of records that changed. */
  rekey(key: LedgerKey): Promise<number>
  heads(): Promise<readonly ChainHead[]>
  links(after: ChainPosition | null, limit: number): Promise<readonly ChainLink[]>
  /** Like record(), but never throws because of the state of the values. */
  storedRecord(id: string): Promise<StoredRecord | null>
  storedRecords(after: string | null, limit: number): Promise<readonly StoredRecord[]>
  /** Ids of decisions that no link refers to. Empty, unless another program wrote to the ledger. */
  unchained(limit: number): Promise<readonly string[]>
  /** Ids of records that a decision is about and that are not stored. Empty, unless another program deleted rows. */
  missingRecords(limit: number): Promise<readonly string[]>
  /** Append-only rules that are missing, changed or unexpected, and indexes that lack rows, as clauses. Empty, unless another program changed the tables. */
  alteredRules(): Promise<readonly string[]>
  /** Rows with bytes that reading does not return, and misplaced decisions. Empty, unless another program wrote to the ledger. */
  unreadRows(limit: number): Promise<readonly UnreadRow[]>
  /** Pairs that are missing in the queue, or whose state follows from no decision. Empty, unless another program wrote to the ledger. */
  queueProblems(limit: number): Promise<readonly UnreadRow[]>
  decisionCount(): Promise<number>
  stats(): Promise<LedgerStats>
}
