// How decisions and records lie in rows, the same in every SQL store: ids in columns, the rest of a decision as one JSON body.
import { SelfsameError } from '../errors.ts'
import { type RecordContent, recordId } from '../records/ids.ts'
import { decisionDigest } from './chain.ts'
import type {
  ChainEntry,
  ChainLink,
  DecisionEntry,
  LedgerAppend,
  LedgerKey,
  LedgerRecord,
  RecordedDecision,
  RecordForm,
  StoredRecord,
} from './store.ts'
import { isWhole, type KeptValue, keyMissing, keyOther, open, opens } from './vault.ts'

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

type DecisionRest = Omit<DecisionEntry, 'decision_id' | 'verb' | 'record_a' | 'record_b'>

/** One decision ready to be written: read back from its own JSON, so that what is hashed is what will be read. */
export interface PreparedAppend {
  readonly entry: DecisionEntry
  readonly body: string
  /** The digest if it supersedes nothing, as most do: made before the transaction that others wait for. */
  readonly digest: string
  readonly records: readonly IdentifiedRecord[]
}

/** A decision on its way to whoever writes it: its own JSON, and where its records stand in a list beside it. */
export interface PackedAppend {
  readonly decision_id: string
  readonly verb: DecisionEntry['verb']
  readonly record_a: string | null
  readonly record_b: string | null
  readonly body: string
  readonly records: readonly number[]
}

/** Throws RangeError for what JSON would write as null, TypeError for what it cannot hold. */
export function packAppend(entry: DecisionEntry, records: readonly number[]): PackedAppend {
  const { decision_id, verb, record_a, record_b, ...rest } = entry
  return { decision_id, verb, record_a, record_b, body: JSON.stringify(refuseNonFinite(rest)), records }
}

/** A record and its id. */
export interface IdentifiedRecord {
  readonly id: string
  readonly content: RecordContent
}

export function identified(content: RecordContent): IdentifiedRecord {
  return { id: recordId(content), content }
}

/** Ready to be written: what is hashed is read back from the JSON that is stored. */
export function preparedOf(packed: PackedAppend, beside: readonly IdentifiedRecord[]): PreparedAppend {
  const { decision_id, verb, record_a, record_b, body } = packed
  const entry: DecisionEntry = { decision_id, verb, record_a, record_b, ...(JSON.parse(body) as DecisionRest) }
  return { entry, body, digest: decisionDigest(entry, null), records: packed.records.map((place) => beside[place]!) }
}

/** Everything about an append that can fail for its own reasons, done before it joins others. Throws RangeError or TypeError. */
export function prepare({ entry, records }: LedgerAppend): PreparedAppend {
  return preparedOf(packAppend(entry, [...records.keys()]), records.map(identified))
}

/** JSON would write NaN and infinities as null, and reads 1e999 as one. A walk is several times as fast as a replacer. */
function refuseNonFinite<Value>(value: Value): Value {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('NaN and infinities cannot be recorded')
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) refuseNonFinite(member)
  return value
}

/** A decision with its link and what came after it. `digest` is null when no link speaks of it. */
export interface JoinedDecisionRow extends DecisionRow {
  readonly digest: string | null
  readonly recorded_at: string
  readonly superseded_by: string | null
}

/** A decision as it is read back. Throws ledger_corrupt when it is not the one its link was made for. */
export function recordedOf(row: JoinedDecisionRow): RecordedDecision {
  const stored = entryOf(row)
  if (stored === null || decisionDigest(...splitOf(stored)) !== row.digest) {
    const sentence = `${row.decision_id} is not what was written; run "selfsame ledger verify" and restore a backup`
    throw new SelfsameError('ledger_corrupt', sentence)
  }
  return { ...stored, recorded_at: row.recorded_at, superseded_by: row.superseded_by }
}

/** A link and the decision beside it, if there is one. */
export function linkOf(
  row: ChainRow & { readonly [Column in keyof DecisionRow]: DecisionRow[Column] | null },
): ChainLink {
  const { chain, sequence, kind, subject, digest, recorded_at, previous, hash } = row
  const entry: ChainEntry = {
    chain,
    sequence: Number(sequence),
    kind: kind as ChainEntry['kind'],
    subject,
    digest,
    recorded_at,
    previous,
    hash,
  }
  return { entry, decision: row.decision_id === null ? null : entryOf(row as DecisionRow) }
}

type StoredEntry = NonNullable<ChainLink['decision']>

/** The decision and what it supersedes, as the digest takes them. */
export function splitOf({ supersedes, ...entry }: StoredEntry): [DecisionEntry, string | null] {
  return [entry, supersedes]
}

/** The decision of a row; null when its body is not the JSON that a body is written as. */
function entryOf(row: DecisionRow): StoredEntry | null {
  const { decision_id, verb, record_a, record_b, supersedes } = row
  try {
    const rest = refuseNonFinite(JSON.parse(row.body) as DecisionRest)
    // A member named twice, or out of its place, is a change that parsing hides, and other programs may read the other one.
    if (JSON.stringify(rest) !== row.body) return null
    return { ...rest, decision_id, verb: verb as DecisionEntry['verb'], record_a, record_b, supersedes }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

/** The value of a row that has one. */
export function keptOf(row: RecordRow): KeptValue {
  return { value: row.value ?? new Uint8Array(), wrapped_key: row.wrapped_key, key_id: row.key_id }
}

/** A record with what became of its values. */
export function storedOf(row: RecordRow, key: LedgerKey | null): StoredRecord {
  const names = { record_id: row.record_id, entity: row.entity, form: row.form as RecordForm, key_id: row.key_id }
  if (row.value === null) return { ...names, content: null, state: 'erased' }
  if (!isWhole(keptOf(row))) return { ...names, content: null, state: 'changed' }
  if (!opens(keptOf(row), key)) return { ...names, content: null, state: key === null ? 'sealed' : 'foreign' }
  try {
    const content = open(row.record_id, keptOf(row), key)
    const whole = recordId(content) === row.record_id && content.entity === row.entity && formOf(content) === row.form
    return whole ? { ...names, content, state: 'kept' } : { ...names, content: null, state: 'changed' }
  } catch (error) {
    if (error instanceof SelfsameError && error.code === 'ledger_corrupt')
      return { ...names, content: null, state: 'changed' }
    throw error
  }
}

/** The same for those who need the values. Throws ledger_unavailable when they are sealed and the key is not here, ledger_corrupt when changed. */
export function recordOf({ state, key_id: _, ...record }: StoredRecord): LedgerRecord {
  if (state === 'sealed') throw keyMissing()
  if (state === 'foreign') throw keyOther()
  if (state === 'changed') {
    const sentence = `the values of ${record.record_id} are not what was written; run "selfsame ledger verify" and restore a backup`
    throw new SelfsameError('ledger_corrupt', sentence)
  }
  return record
}

export function formOf(content: RecordContent): RecordForm {
  return 'text' in content ? 'text' : 'attributes'
}

export function recordUnknown(id: string): SelfsameError {
  const named = /^rec:sha256:[0-9a-f]{64}$/.test(id) ? `record ${id}` : 'record with that id'
  return new SelfsameError('record_unknown', `there is no ${named} in this ledger`)
}
