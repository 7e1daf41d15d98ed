// Maps decisions and records to rows, the same in every SQL store: ids in columns, the rest of a decision as one JSON body.
import { SelfsameError } from '../errors.ts'
import { round4 } from '../records/canonical.ts'
import { type RecordContent, recordId } from '../records/ids.ts'
import { type DecisionRow, decisionDigest, valuesDigest } from './chain.ts'
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

// Checks that a row of the ledger is, byte for byte, the one its link was made for. Two digests are accepted: one over the stored
// bytes, and one over the values, as releases up to 0.9.0 wrote it, which does not bind how the values are written.
type Rest = Omit<DecisionEntry, 'decision_id' | 'verb' | 'record_a' | 'record_b'>

type StoredEntry = DecisionEntry & { readonly supersedes: string | null }

/** Members of a body, in the order that every release writes. */
const MEMBERS = 'identity action basis score explanation factors pins call evidence'

/** A number in canonical JSON that is not an integer. A digest over values does not distinguish it from the same string. */
const WRITTEN_NUMBER = /^-?\d+\.\d{4}$/

/** The decision of a row; null when its body is not JSON as JSON.stringify writes it. */
function entryOf(row: DecisionRow): StoredEntry | null {
  const { decision_id, verb, record_a, record_b, supersedes } = row
  try {
    const rest = refuseNonFinite(JSON.parse(row.body) as Rest)
    // A duplicate member, or one out of order, is a change that parsing hides, and other programs may read the other value.
    if (JSON.stringify(rest) !== row.body) return null
    return { ...rest, decision_id, verb: verb as DecisionEntry['verb'], record_a, record_b, supersedes }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

/** True if the row matches the digest of its link. `entry` is the result of entryOf. */
function isAsWritten(row: DecisionRow, { supersedes, ...entry }: StoredEntry, digest: string | null): boolean {
  if (decisionDigest(row) === digest) return true
  try {
    return valuesDigest(entry, supersedes) === digest && couldOnlyBeSo(row.body)
  } catch (error) {
    // Nested deeper than any entry that a release wrote.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** True if the body is as releases with digests over values wrote it. The order of names inside the members stays unchecked. */
function couldOnlyBeSo(body: string): boolean {
  const rest = JSON.parse(body) as Rest
  return Object.keys(rest).join(' ') === MEMBERS && hasPlainValues(rest)
}

function hasPlainValues(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) || round4(value) === value
  if (typeof value === 'string') return !WRITTEN_NUMBER.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(hasPlainValues)
}

/** JSON would write NaN and infinities as null, and reads 1e999 as Infinity. This walk is several times as fast as a replacer. */
function refuseNonFinite<Value>(value: Value): Value {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('NaN and infinities cannot be recorded')
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) refuseNonFinite(member)
  return value
}

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

export interface PreparedAppend {
  /** Its row if it supersedes nothing. */
  readonly row: DecisionRow
  /** The digest if it supersedes nothing, as for most: computed before the transaction, to keep the lock short. */
  readonly digest: string
  readonly records: readonly IdentifiedRecord[]
  readonly follows: string | undefined
}

/** A decision on its way to the writer: its own JSON, and the positions of its records in a separate list. */
export interface PackedAppend {
  readonly decision_id: string
  readonly verb: DecisionEntry['verb']
  readonly record_a: string | null
  readonly record_b: string | null
  readonly body: string
  readonly records: readonly number[]
  readonly follows: string | undefined
}

/** Throws RangeError for a value that JSON would write as null, TypeError for a value that JSON cannot hold. */
export function packAppend({ entry, follows }: LedgerAppend, records: readonly number[]): PackedAppend {
  const { decision_id, verb, record_a, record_b, ...rest } = entry
  return { decision_id, verb, record_a, record_b, body: JSON.stringify(refuseNonFinite(rest)), records, follows }
}

export interface IdentifiedRecord {
  readonly id: string
  readonly content: RecordContent
}

export const identified = (content: RecordContent): IdentifiedRecord => ({ id: recordId(content), content })

/** Ready to be written; the digest is over the JSON that is stored. */
export function preparedOf(packed: PackedAppend, records: readonly IdentifiedRecord[]): PreparedAppend {
  const { decision_id, verb, record_a, record_b, body } = packed
  const row: DecisionRow = { decision_id, verb, record_a, record_b, supersedes: null, body }
  const { follows } = packed
  return { row, digest: decisionDigest(row), records: packed.records.map((place) => records[place]!), follows }
}

/** Does every step of an append that can fail on its own, before the append joins others. Throws RangeError or TypeError. */
export const prepare = (append: LedgerAppend): PreparedAppend =>
  preparedOf(packAppend(append, [...append.records.keys()]), append.records.map(identified))

/** A decision with its link and the decision that superseded it. `digest` is null if no link refers to the decision. */
export interface JoinedDecisionRow extends DecisionRow {
  readonly digest: string | null
  readonly recorded_at: string
  readonly superseded_by: string | null
}

/** A decision as it is read back. Throws ledger_corrupt if it does not match the digest of its link. */
export function recordedOf(row: JoinedDecisionRow): RecordedDecision {
  const stored = entryOf(row)
  if (stored === null || !isAsWritten(row, stored, row.digest)) {
    const sentence = `${row.decision_id} is not what was written; run "selfsame ledger verify" and restore a backup`
    throw new SelfsameError('ledger_corrupt', sentence)
  }
  return { ...stored, recorded_at: row.recorded_at, superseded_by: row.superseded_by }
}

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
  const decision = row.decision_id === null ? null : entryOf(row as DecisionRow)
  return { entry, decision, intact: decision !== null && isAsWritten(row as DecisionRow, decision, digest) }
}

export const keptOf = (row: RecordRow): KeptValue => ({
  value: row.value ?? new Uint8Array(),
  wrapped_key: row.wrapped_key,
  key_id: row.key_id,
})

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

/** The record with its values. Throws ledger_unavailable if they are encrypted and the key is missing, ledger_corrupt if they were changed. */
export function recordOf({ state, key_id: _, ...record }: StoredRecord): LedgerRecord {
  if (state === 'sealed') throw keyMissing()
  if (state === 'foreign') throw keyOther()
  if (state === 'changed') {
    const sentence = `the values of ${record.record_id} are not what was written; run "selfsame ledger verify" and restore a backup`
    throw new SelfsameError('ledger_corrupt', sentence)
  }
  return record
}

export const formOf = (content: RecordContent): RecordForm => ('text' in content ? 'text' : 'attributes')

export function recordUnknown(id: string): SelfsameError {
  const named = /^rec:sha256:[0-9a-f]{64}$/.test(id) ? `record ${id}` : 'record with that id'
  return new SelfsameError('record_unknown', `there is no ${named} in this ledger`)
}
