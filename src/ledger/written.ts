// Is a row of the ledger, byte for byte, the one that its link was made for? Two digests can answer: one over the stored bytes,
// and one over the values, as releases up to 0.9.0 wrote it, which leaves open how the values are written.
import { round4 } from '../records/canonical.ts'
import { type DecisionRow, decisionDigest, valuesDigest } from './chain.ts'
import type { DecisionEntry } from './store.ts'

type Rest = Omit<DecisionEntry, 'decision_id' | 'verb' | 'record_a' | 'record_b'>

/** A decision as it is read from its row. */
export type StoredEntry = DecisionEntry & { readonly supersedes: string | null }

/** Members of a body in the order in which every release has written them. */
const MEMBERS = 'identity action basis score explanation factors pins call evidence'

/** A number as canonical JSON writes it where it is no integer: to a digest over values, the string and the number are one. */
const WRITTEN_NUMBER = /^-?\d+\.\d{4}$/

/** The decision of a row; null when its body is not JSON as JSON.stringify writes it. */
export function entryOf(row: DecisionRow): StoredEntry | null {
  const { decision_id, verb, record_a, record_b, supersedes } = row
  try {
    const rest = refuseNonFinite(JSON.parse(row.body) as Rest)
    // A member named twice, or out of its place, is a change that parsing hides, and other programs may read the other one.
    if (JSON.stringify(rest) !== row.body) return null
    return { ...rest, decision_id, verb: verb as DecisionEntry['verb'], record_a, record_b, supersedes }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

/** Is it the row that a link of this digest was made for? `entry` is what entryOf gave for it. */
export function isAsWritten(row: DecisionRow, { supersedes, ...entry }: StoredEntry, digest: string | null): boolean {
  if (decisionDigest(row) === digest) return true
  try {
    return valuesDigest(entry, supersedes) === digest && couldOnlyBeSo(row.body)
  } catch (error) {
    // Nested past any honest depth.
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * Is a body what a release that signed its values wrote? Its members stand in their order, every number was rounded to four
 * decimals, and no string could be such a number. What stays open is the order of names inside the members.
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

/** JSON would write NaN and infinities as null, and reads 1e999 as one. A walk is several times as fast as a replacer. */
export function refuseNonFinite<Value>(value: Value): Value {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('NaN and infinities cannot be recorded')
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) refuseNonFinite(member)
  return value
}
