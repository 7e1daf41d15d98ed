// How decisions and records lie in rows, the same in every SQL store: ids in columns, the rest of a decision as one JSON body.
import { canonicalJson } from '../records/canonical.ts'
import { type RecordContent, recordId } from '../records/ids.ts'
import type { DecisionEntry, LedgerAppend, RecordForm } from './store.ts'

/** A row of `decisions`. `body` is plain JSON of everything that has no column. */
export interface DecisionRow {
  readonly decision_id: string
  readonly verb: string
  readonly record_a: string | null
  readonly record_b: string | null
  readonly supersedes: string | null
  readonly body: string
}

/** A row of `chain`. */
export interface ChainRow {
  readonly chain: string
  readonly sequence: number
  readonly kind: string
  readonly subject: string
  readonly digest: string
  readonly recorded_at: string
  readonly previous: string
  readonly hash: string
}

/** A row of `records`. `value` is null once erased. */
export interface RecordRow {
  readonly record_id: string
  readonly entity: string
  readonly form: string
  readonly value: Uint8Array | null
  readonly wrapped_key: Uint8Array | null
  readonly key_id: string | null
}

/** One decision ready to be written: read back from its own JSON, so that what is hashed is what will be read. */
export interface PreparedAppend {
  readonly entry: DecisionEntry
  readonly body: string
  readonly records: readonly { readonly id: string; readonly content: RecordContent }[]
}

/** Everything about an append that can fail for its own reasons, done before it joins others. Throws RangeError or TypeError. */
export function prepare({ entry, records }: LedgerAppend): PreparedAppend {
  canonicalJson(entry)
  const { decision_id, verb, record_a, record_b, ...rest } = entry
  const body = JSON.stringify(rest)
  return {
    entry: { decision_id, verb, record_a, record_b, ...(JSON.parse(body) as typeof rest) },
    body,
    records: records.map((content) => ({ id: recordId(content), content })),
  }
}

/** The decision of a row. Throws SyntaxError when the body is not JSON. */
export function entryOf(row: DecisionRow): DecisionEntry & { supersedes: string | null } {
  const { decision_id, verb, record_a, record_b, supersedes } = row
  const rest = JSON.parse(row.body) as Omit<DecisionEntry, 'decision_id' | 'verb' | 'record_a' | 'record_b'>
  return { ...rest, decision_id, verb: verb as DecisionEntry['verb'], record_a, record_b, supersedes }
}

export function formOf(content: RecordContent): RecordForm {
  return 'text' in content ? 'text' : 'attributes'
}
