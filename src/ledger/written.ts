// Checks that a row of the ledger is, byte for byte, the one its link was made for. Two digests are accepted: one over the stored
// bytes, and one over the values, as releases up to 0.9.0 wrote it, which does not bind how the values are written.
import { round4 } from '../records/canonical.ts'
import { type DecisionRow, decisionDigest, valuesDigest } from './chain.ts'
import type { DecisionEntry } from './store.ts'

type Rest = Omit<DecisionEntry, 'decision_id' | 'verb' | 'record_a' | 'record_b'>

export type StoredEntry = DecisionEntry & { readonly supersedes: string | null }

/** Members of a body, in the order that every release writes. */
const MEMBERS = 'identity action basis score explanation factors pins call evidence'

/** A number in canonical JSON that is not an integer. A digest over values does not distinguish it from the same string. */
const WRITTEN_NUMBER = /^-?\d+\.\d{4}$/

/** The decision of a row; null when its body is not JSON as JSON.stringify writes it. */
export function entryOf(row: DecisionRow): StoredEntry | null {
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
export function isAsWritten(row: DecisionRow, { supersedes, ...entry }: StoredEntry, digest: string | null): boolean {
  if (decisionDigest(row) === digest) return true
  try {
    return valuesDigest(entry, supersedes) === digest && couldOnlyBeSo(row.body)
  } catch (error) {
    // Nested deeper than any entry that a release wrote.
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * True if the body is as a release with digests over values wrote it: members in order, every number rounded to four decimals,
 * and no string that could be such a number. The order of names inside the members stays unchecked.
 */
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
export function refuseNonFinite<Value>(value: Value): Value {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('NaN and infinities cannot be recorded')
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) refuseNonFinite(member)
  return value
}
