// What every ledger can do, whatever keeps it. Append-only: decisions are added, never changed; only a record's values can be erased.
import type { Span } from '../records/detection.ts'
import type { RecordContent } from '../records/ids.ts'
import type { Gate } from '../records/receipt.ts'

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
  readonly verb: 'compare' | 'deidentify' | 'documents'
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

/** The values behind a record id: `content` is null once erased. */
export interface LedgerRecord {
  readonly record_id: string
  readonly content: RecordContent | null
}

/** A decision and the records it is about, written together or not at all. */
export interface LedgerAppend {
  readonly entry: DecisionEntry
  readonly records: readonly RecordContent[]
}

export interface LedgerStore {
  /** Resolves once everything is durable. The same decision again adds no second row. Throws ledger_unavailable. */
  append(appends: readonly LedgerAppend[]): Promise<void>
  /** Null when this ledger never saw the id. */
  decision(id: string): Promise<RecordedDecision | null>
  record(id: string): Promise<LedgerRecord | null>
  close(): Promise<void>
}
