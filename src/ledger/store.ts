// What every ledger can do, whatever keeps it. Append-only: decisions are added, never changed; only a record's values can be erased.
import type { Span } from '../records/detection.ts'
import type { RecordContent } from '../records/ids.ts'
import type { Gate } from '../records/receipt.ts'
import type { PersonsAnswer, RecordPair, ReviewChange, ReviewRow, ReviewState } from './reviews/row.ts'

/** What /explain needs beyond the receipt, free of personal values. */
export type DecisionEvidence =
  | {
      readonly kind: 'comparison'
      readonly supporting: readonly string[]
      readonly refuting: readonly string[]
      readonly missing: readonly string[]
      /** Field names both sides carry with one value. */
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

/** One decision as it is written. Everything in it is free of personal values; those live in records. */
export interface DecisionEntry {
  readonly decision_id: string
  /** `review`: a person's answer to a decision of one of the others. */
  readonly verb: 'compare' | 'deidentify' | 'documents' | 'review' | 'tables'
  readonly identity: string | null
  readonly action: string
  readonly basis: string
  readonly score: number | null
  readonly explanation: string
  readonly factors: Readonly<Record<string, number>>
  readonly pins: Readonly<Record<string, unknown>>
  /** The arguments needed to run it again, the salt never among them. */
  readonly call: Readonly<Record<string, unknown>>
  readonly evidence: DecisionEvidence
  readonly record_a: string | null
  readonly record_b: string | null
}

/** A decision as it is read back. */
export interface RecordedDecision extends DecisionEntry {
  /** ISO 8601 with offset. */
  readonly recorded_at: string
  readonly supersedes: string | null
  readonly superseded_by: string | null
}

/** How a record was given: as fields, or as a text. */
export type RecordForm = 'attributes' | 'text'

/** The values behind a record id: `content` is null once erased; what kind of record it was stays known. */
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
}

/** Which pairs are wanted. */
export interface Wanted {
  readonly state: ReviewState
  /** Null: of every entity. */
  readonly entity: string | null
  /** Pairs that this person has answered already are left out of those that are open; null leaves out none. */
  readonly by: string | null
  readonly limit: number
}

/** An answer of a person, ready to be written. */
export interface PersonsDecision {
  readonly entry: DecisionEntry
  /** The record that holds the reason. */
  readonly records: LedgerAppend['records']
  /** The decision that it supersedes. */
  readonly follows: string
  readonly change: ReviewChange
}

/** How often two people, asked one after the other about the same pairs, gave these two answers. */
export interface AnswerPair {
  readonly first: PersonsAnswer
  readonly second: PersonsAnswer
  readonly pairs: number
}

export interface ReviewStore {
  /** Null when no decision has ever asked about the pair. */
  row(pair: RecordPair): Promise<ReviewRow | null>
  /** Pairs in each state that occurs. */
  counts(entity: string | null): Promise<ReadonlyMap<ReviewState, number>>
  /** Pairs of which an answer changes most, first. */
  byEffect(wanted: Wanted): Promise<readonly ReviewRow[]>
  /** Pairs in the order of the draw, from `start` on and around: a sample of them. */
  byDraw(wanted: Wanted, start: number): Promise<readonly ReviewRow[]>
  answerPairs(entity: string | null): Promise<readonly AnswerPair[]>
  /** Whether some pair was shown to two people, or waits for a second one. */
  asksTwo(): Promise<boolean>
  /** Pairs of records of an entity of which a person said something last, also that an answer is taken back; in order of their records. */
  answered(entity: string): Promise<readonly ReviewRow[]>
  /** Durable when it resolves. Throws review_moved when another decision stands for the pair by now, ledger_unavailable. */
  answer(decision: PersonsDecision): Promise<void>
}

/** A ledger looked at as a whole. */
export interface LedgerBrowser {
  stats(): Promise<LedgerStats>
  /** The links of the latest decisions, the last one first; of a ledger with several chains, by their clocks. */
  latest(limit: number): Promise<readonly ChainLink[]>
  /** The id of the latest decision over tables that lists clusters; null where there is none. */
  latestClusters(): Promise<string | null>
}

/** What the verbs need of a ledger. */
export interface LedgerStore {
  /** Resolves once everything is durable. The same decision again adds no second row. Throws ledger_unavailable. */
  append(appends: readonly LedgerAppend[]): Promise<void>
  /** Null when this ledger never saw the id. Throws ledger_corrupt when the row is not the one that was written. */
  decision(id: string): Promise<RecordedDecision | null>
  record(id: string): Promise<LedgerRecord | null>
  /** The queue of what people are asked; null in a ledger that only gathers. */
  readonly reviews: ReviewStore | null
  /** What is in it as a whole; null in a ledger that only gathers. */
  readonly browser: LedgerBrowser | null
  close(): Promise<void>
}

/** Where an entry stands: sequences start at 1 and have no gaps within their chain. */
export interface ChainPosition {
  readonly chain: string
  readonly sequence: number
}

/** One link: what happened, a digest of it, and the hash of the link before. */
export interface ChainEntry extends ChainPosition {
  readonly kind: 'decision' | 'erasure'
  /** The decision id, or the id of the record whose values were erased. */
  readonly subject: string
  readonly digest: string
  readonly recorded_at: string
  readonly previous: string
  readonly hash: string
}

/** A link with the decision it speaks of, null when there is none in the ledger. */
export interface ChainLink {
  readonly entry: ChainEntry
  readonly decision: (DecisionEntry & { readonly supersedes: string | null }) | null
  /** The decision is, byte for byte, the one the link was made for. */
  readonly intact: boolean
}

export interface ChainHead extends ChainPosition {
  readonly hash: string
}

/**
 * A record as a verifier sees it. `sealed`: kept under a key, and none was given; `foreign`: kept under another key than
 * the one given; `changed`: kept, and not what was written; content is null for every state but `kept`.
 */
export interface StoredRecord extends LedgerRecord {
  readonly state: 'kept' | 'erased' | 'sealed' | 'foreign' | 'changed'
  /** The key its values are sealed with, null for values in the clear. */
  readonly key_id: string | null
}

/** A row with more in it than reading it shows. */
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
  /** Of the earliest first link of a chain; the clock may have gone back since. */
  readonly first_recorded_at: string | null
  /** Of the latest last link of a chain. */
  readonly last_recorded_at: string | null
  readonly heads: readonly ChainHead[]
}

/** A key that wraps the data keys of record values. */
export interface LedgerKey {
  /** Public: tells keys apart and reveals nothing of them. */
  readonly id: string
  readonly bytes: Uint8Array
}

/** What an operator can do besides: erase, change the key, and read the whole ledger in order. */
export interface Ledger extends LedgerStore {
  /** Destroys the values of a record and says so in the chain. False when they were gone already. Throws record_unknown. */
  erase(recordId: string): Promise<boolean>
  /**
   * Erases the values of every record that no decision from `moment` on is about (written as recorded_at is). Returns how
   * many.
   */
  eraseBefore(moment: string): Promise<number>
  /** Wraps every data key with `key` and seals what was in the clear. Returns how many records changed. */
  rekey(key: LedgerKey): Promise<number>
  /** The last link of every chain, by chain name. */
  heads(): Promise<readonly ChainHead[]>
  /** Links in order of chain and sequence, from the one after `after`. */
  links(after: ChainPosition | null, limit: number): Promise<readonly ChainLink[]>
  /** Like record(), but never throws for what the values are. */
  storedRecord(id: string): Promise<StoredRecord | null>
  /** Records in order of id, from the one after `after`. */
  storedRecords(after: string | null, limit: number): Promise<readonly StoredRecord[]>
  /** Ids of decisions that no link speaks of: none, unless somebody wrote past the ledger. */
  unchained(limit: number): Promise<readonly string[]>
  /** Ids of records that a decision is about and that are not there: none, unless somebody deleted past the ledger. */
  missingRecords(limit: number): Promise<readonly string[]>
  /**
   * Which rules of the database that keep the ledger append-only are missing, changed or not ours: one clause each ("the
   * trigger chain_no_update is missing"), in order of name; none, unless somebody changed the tables themselves.
   */
  alteredRules(): Promise<readonly string[]>
  /**
   * Rows whose stored bytes are not all in what reading them gives: text that goes on behind a NUL, text that is no UTF-8 or no
   * text, a decision out of its place. None, unless somebody wrote past the ledger.
   */
  unreadRows(limit: number): Promise<readonly UnreadRow[]>
  /**
   * Pairs that should wait for a person and do not, or whose place in the queue follows from no decision. None, unless somebody wrote
   * past the ledger.
   */
  queueProblems(limit: number): Promise<readonly UnreadRow[]>
  /** How many decisions there are, linked or not. */
  decisionCount(): Promise<number>
  stats(): Promise<LedgerStats>
}
