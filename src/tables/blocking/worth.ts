// What a pair is worth before it is compared: bits of what it shares, by how rare that is in these tables, less what it contradicts. A
// sum of a few look-ups, which tells strangers who share a family name and a town from a pair worth comparing.
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import type { SharedColumn } from '../columns.ts'
import type { ColumnFeatures } from './features.ts'
import { orderOf } from './numbers.ts'

/** One column as pairs are weighed by it. Shared by threads. */
export interface WeighedColumn {
  readonly codes: Uint32Array
  /** Bits of a value: log2 of how many records there are for one that has it. */
  readonly bits: Float32Array
  /** Features of value n, rising: hashes from starts[n] to starts[n + 1], and the bits of each. */
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
  readonly featureBits: Float32Array
  /** Bits that it costs to share nothing. */
  readonly dissent: number
}

/** More than so many bits no agreement of one column is worth: it may be a slip that two made. */
const MOST_BITS = 16
/** What features that agree are worth, of a value that does not agree as a whole. */
const PARTLY = 0.4
/** Of the bits of a value, at most so many where it does not agree as a whole. */
const MOST_PARTLY = 0.8

/** What it costs to differ, by the comparator that reads the field; people move more often than they are born again. */
const DISSENT: Readonly<Record<string, number>> = {
  person_name: 4,
  date: 4,
  identifier: 3,
  organisation_name: 4,
  place_name: 4,
  work_title: 3,
  product_title: 4,
}
const MILD = 1.5

/** Weighs a column: `features` are its own, of all slots. */
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
  const dissent = features.length === 0 ? 0 : (DISSENT[rule?.kind ?? ''] ?? MILD)
  return { codes, bits, starts, hashes, featureBits: featureBits(hashes, weights, bitsOf), dissent }
}

/** Bits of each feature: how many records have it, over all values. */
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

/** Bits that two records are worth together. The same for (a, b) and (b, a). */
export function worthOf(columns: readonly WeighedColumn[], a: number, b: number): number {
  let worth = 0
  for (let c = 0; c < columns.length; c++) {
    const column = columns[c]!
    const x = column.codes[a]!
    const y = column.codes[b]!
    if (x === 0 || y === 0) continue
    worth += x === y ? column.bits[x]! : partly(column, x, y)
  }
  return worth
}

/** More than single precision rounds away of a sum of bits. */
const ROUNDING = 1e-3

/** Bits of all values of a record: no pair of it is worth more. */
export function mostWorth(columns: readonly WeighedColumn[], a: number): number {
  let most = 0
  for (let c = 0; c < columns.length; c++) most += columns[c]!.bits[columns[c]!.codes[a]!]!
  return most
}

/** The same as worthOf where it is `least` or more, and something below `least` elsewhere. `most`: see mostWorth, of record a. */
export function worthFrom(
  columns: readonly WeighedColumn[],
  a: number,
  b: number,
  most: number,
  least: number,
): number {
  let worth = 0
  let rest = most
  for (let c = 0; c < columns.length; c++) {
    const column = columns[c]!
    const x = column.codes[a]!
    const y = column.codes[b]!
    rest -= column.bits[x]!
    if (x !== 0 && y !== 0) worth += x === y ? column.bits[x]! : partly(column, x, y)
    if (worth + rest < least - ROUNDING) return Number.NEGATIVE_INFINITY
  }
  return worth
}

function partly({ bits, starts, hashes, featureBits: weights, dissent }: WeighedColumn, x: number, y: number): number {
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
  if (shared === 0) return -dissent
  return Math.min(PARTLY * shared, MOST_PARTLY * Math.min(bits[x]!, bits[y]!))
}
