// Match weight of a pair before comparison: bits of the shared features, by their rarity in these tables, minus the disagreements. A
// sum of a few look-ups, which separates strangers who share a family name and a town from pairs to compare. Where the tables are
// large enough, the weights are fitted to them (fit-match-weights.ts), and the sum is the log-odds of a match, in bits.
import { kindOf } from '../../engines/compare/comparators/kinds.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import type { SharedColumn } from '../records/columns.ts'
import type { ColumnFeatures } from './features.ts'
import { orderOf } from './numbers.ts'

/** The data of one column for weighing pairs. Shared by threads. */
export interface WeighedColumn {
  readonly codes: Uint32Array
  readonly bits: Float32Array
  /** Features of value n, ascending: hashes from starts[n] to starts[n + 1], and the bits of each. */
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
  readonly featureBits: Float32Array
  readonly weighing: Weighing
}

/** Weight of a column in bits, by the agreement of the values: a base, plus a slope times the shared bits. */
export interface Weighing {
  /** The values are equal. */
  readonly agree: Line
  /** They are unequal and share features. */
  readonly partly: Line
  /** They share no features. */
  readonly differ: number
}

export interface Line {
  readonly base: number
  readonly slope: number
}

const AS_SHARED: Line = { base: 0, slope: 1 }

/** All columns for weighing pairs, and the weight `bias` that every pair starts with. Shared by threads. */
export interface Weighed {
  readonly columns: readonly WeighedColumn[]
  readonly bias: number
  /**
   * The code of record r in column c is at 2 * (r * columns.length + c), and the signature of its features follows it, so that the data of one
   * record is contiguous. If two signatures have no bit in common, the values share no feature (Bloom, Space/Time Trade-offs in Hash Coding
   * with Allowable Errors, 1970).
   */
  readonly rows: Uint32Array
}

export function weighedBy(columns: readonly WeighedColumn[], count: number): Weighed {
  const width = 2 * columns.length
  const rows = new Uint32Array(new SharedArrayBuffer(4 * count * width))
  columns.forEach((column, c) => {
    const signatures = signaturesOf(column)
    for (let record = 0, at = 2 * c; record < count; record++, at += width) {
      const code = column.codes[record]!
      rows[at] = code
      rows[at + 1] = signatures[code]!
    }
  })
  return { columns, bias: 0, rows }
}

function signaturesOf({ starts, hashes }: WeighedColumn): Uint32Array {
  const signatures = new Uint32Array(starts.length - 1)
  for (let code = 1; code < signatures.length; code++)
    for (let at = starts[code]!; at < starts[code + 1]!; at++) signatures[code]! |= 1 << bitOf(hashes[at]!)
  return signatures
}

const SIGNATURE = 32
const bitOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 27

/** Maximum bits of an agreement in one column: a rarer agreement may be the same typo in both records. */
const MOST_BITS = 16
/** Factor for the bits of shared features of two unequal values. */
const PARTLY = 0.4
/** Upper bound for unequal values, as a share of the bits of the more frequent value. */
const MOST_PARTLY = 0.8

/** Prepares a column for weighing. `features`: the features of this column in all slots. */
export function weighedColumn(
  column: SharedColumn,
  features: readonly ColumnFeatures[],
  pack: EntityPack,
): WeighedColumn {
  const { codes, values, field } = column
  const counts = new Float64Array(values.count)
  for (const code of codes) counts[code]!++
  const records = codes.length
  const bitsOf = (count: number) => Math.min(MOST_BITS, Math.log2(records / Math.max(1, count)))
  const bits = new Float32Array(new SharedArrayBuffer(4 * values.count))
  for (let code = 1; code < values.count; code++) bits[code] = bitsOf(counts[code]!)
  const total = features.reduce((sum, { hashes }) => sum + hashes.length, 0)
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (values.count + 1)))
  const hashes = new Uint32Array(new SharedArrayBuffer(4 * total))
  const weights = new Float64Array(total)
  let length = 0
  for (let code = 1; code < values.count; code++) {
    starts[code] = length
    for (const { starts: from, hashes: own } of features) {
      hashes.set(own.subarray(from[code]!, from[code + 1]!), length)
      length += from[code + 1]! - from[code]!
    }
    hashes.subarray(starts[code], length).sort()
    weights.fill(counts[code]!, starts[code], length)
  }
  starts[values.count] = length
  const rule =
    pack.comparisons.find((entry) => entry.field === field) ??
    pack.comparisons.find((entry) => entry.with.includes(field))
  const differ = features.length === 0 ? 0 : -(kindOf(rule?.kind ?? '')?.disagreement ?? 0)
  const weighing = { agree: AS_SHARED, partly: AS_SHARED, differ }
  return { codes, bits, starts, hashes, featureBits: featureBits(hashes, weights, bitsOf), weighing }
}

/** Bits of each feature, from the number of records that have it, over all values. */
function featureBits(hashes: Uint32Array, weights: Float64Array, bitsOf: (count: number) => number): Float32Array {
  const bits = new Float32Array(new SharedArrayBuffer(4 * hashes.length))
  const order = orderOf(hashes)
  for (let from = 0; from < order.length; ) {
    let to = from
    let count = 0
    for (; to < order.length && hashes[order[to]!] === hashes[order[from]!]; to++) count += weights[order[to]!]!
    const own = bitsOf(count)
    for (; from < to; from++) bits[order[from]!] = own
  }
  return bits
}

/** An upper bound of the rounding error of a sum of bits in double precision. */
const ROUNDING = 1e-6

/** Weighs pairs of one record after the other; values that depend on the record alone are computed once. */
export interface Weigher {
  /** Sets the first record of the following pairs. */
  from(record: number): void
  /** Match weight of the pair in bits; -Infinity if it is below `least`: then not all columns are read. */
  worth(other: number, least: number): number
}

export function createWeigher({ columns, bias, rows }: Weighed): Weigher {
  const width = columns.length
  const own = new Uint32Array(2 * width)
  /** Weight of each column for the current record where the values are equal, and where they share no feature. */
  const equal = new Float64Array(width)
  const differ = Float64Array.from(columns, ({ weighing }) => weighing.differ)
  /** Bits of the features of the current record, by column and by signature bit. */
  const signed = new Float64Array(SIGNATURE * width)
  const order = bySpan(columns)
  /** Columns of the current pair that may share features, and the upper bound of the weight of each. */
  const open = new Uint8Array(width)
  const partly = new Float64Array(width)
  return {
    from(record) {
      own.set(rows.subarray(2 * record * width, 2 * (record + 1) * width))
      signed.fill(0)
      for (let c = 0; c < width; c++) {
        const { starts, hashes, featureBits: weights } = columns[c]!
        const x = own[2 * c]!
        equal[c] = ifEqual(columns[c]!, x)
        for (let at = starts[x]!; at < starts[x + 1]!; at++) signed[SIGNATURE * c + bitOf(hashes[at]!)]! += weights[at]!
      }
    },
    worth(other, least) {
      const first = 2 * other * width
      let settled = bias
      let rest = 0
      for (let c = 0; c < width; c++) {
        open[c] = 0
        const x = own[2 * c]!
        const y = rows[first + 2 * c]!
        if (x === 0 || y === 0) continue
        const common = own[2 * c + 1]! & rows[first + 2 * c + 1]!
        if (x === y) settled += equal[c]!
        else if (common === 0) settled += differ[c]!
        else {
          open[c] = 1
          partly[c] = mostUnequal(columns[c]!, x, sumOf(signed, SIGNATURE * c, common))
          rest += partly[c]!
        }
      }
      for (let i = 0; i < width && settled + rest >= least - ROUNDING; i++) {
        const c = order[i]!
        if (open[c] === 0) continue
        rest -= partly[c]!
        settled += ifUnequal(columns[c]!, own[2 * c]!, rows[first + 2 * c]!)
      }
      return settled + rest < least - ROUNDING || settled < least ? Number.NEGATIVE_INFINITY : settled
    },
  }
}

/** Sum of the numbers, from index `first` on, at the positions where `mask` has a bit. */
function sumOf(numbers: Float64Array, first: number, mask: number): number {
  let sum = 0
  for (let left = mask; left !== 0; left &= left - 1) sum += numbers[first + 31 - Math.clz32(left & -left)]!
  return sum
}

/** Columns in descending order of the weight range of a partial agreement. */
function bySpan(columns: readonly WeighedColumn[]): Uint16Array {
  const span = ({ weighing: { partly, differ } }: WeighedColumn) =>
    partly.base + partly.slope * MOST_PARTLY * MOST_BITS - differ
  return Uint16Array.from(Array.from(columns.keys()).sort((x, y) => span(columns[y]!) - span(columns[x]!) || x - y))
}

const ifEqual = ({ bits, weighing: { agree } }: WeighedColumn, x: number): number => agree.base + agree.slope * bits[x]!

function ifUnequal(column: WeighedColumn, x: number, y: number): number {
  const { partly, differ } = column.weighing
  const shared = sharedBits(column, x, y)
  return shared < 0 ? differ : partly.base + partly.slope * shared
}

/** Upper bound of the weight for any value that is not equal to x and shares features of at most `sharedAtMost` bits with it. */
function mostUnequal({ bits, weighing: { partly, differ } }: WeighedColumn, x: number, sharedAtMost: number): number {
  const most = Math.min(PARTLY * sharedAtMost, MOST_PARTLY * bits[x]!)
  return Math.max(differ, partly.base + Math.max(0, partly.slope * most))
}

/** Bits that two unequal values share; below 0 if they share no feature. */
export function sharedBits(
  { bits, starts, hashes, featureBits: weights }: WeighedColumn,
  x: number,
  y: number,
): number {
  let i = starts[x]!
  let j = starts[y]!
  const endX = starts[x + 1]!
  const endY = starts[y + 1]!
  let shared = 0
  while (i < endX && j < endY) {
    const p = hashes[i]!
    const q = hashes[j]!
    if (p === q) shared += weights[i]!
    if (p <= q) i++
    if (q <= p) j++
  }
  return shared === 0 ? -1 : Math.min(PARTLY * shared, MOST_PARTLY * Math.min(bits[x]!, bits[y]!))
}
