// Keys of records: features, and features of different kinds together where one alone is shared by too many. Records that share a key
// meet in its block. Nobody chooses rules: a key is split by every other feature of its records until its block is small.
import type { SharedColumn } from '../columns.ts'
import type { ColumnFeatures } from './features.ts'
import { mixed, Numbers, sorted } from './numbers.ts'

/** All records' features of one kind: those of record r stand from starts[r] to starts[r + 1], each once. */
export interface KindEntries {
  readonly name: string
  readonly group: string
  /** What of it may be joined with other kinds to a longer key. */
  readonly joins: boolean
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
}

/** Records that share keys: block n has the members from starts[n] to starts[n + 1], rising. */
export interface BlockSet {
  readonly name: string
  readonly starts: Uint32Array
  readonly members: Uint32Array
  /** Keys whose blocks were too large, and were split or, with nothing left to split by, dropped. */
  readonly oversize: number
}

/** Kinds that are joined with others: what is coarse enough to survive an error and fine enough to divide. */
const JOINS = new Set(['sound', 'edge', 'year', 'day', 'value', 'number'])
const NO_JOIN_GROUPS = new Set(['identifier', 'phone', 'email', 'code', 'website', 'brand'])

export const shared = (length: number) => new Uint32Array(new SharedArrayBuffer(4 * length))

/** Joins the features of several columns to those of a kind, each once a record. */
export function entriesOf(
  features: readonly ColumnFeatures[],
  columns: readonly SharedColumn[],
  count: number,
): KindEntries {
  const [{ slot, group }] = features as readonly [ColumnFeatures]
  const codes = features.map(({ field }) => columns.find((column) => column.field === field)!.codes)
  const starts = shared(count + 1)
  const row = new Numbers(count)
  for (let record = 0; record < count; record++) {
    const from = row.length
    starts[record] = from
    for (let f = 0; f < features.length; f++) {
      const code = codes[f]![record]!
      if (code === 0) continue
      const { starts: own, hashes } = features[f]!
      next: for (let at = own[code]!; at < own[code + 1]!; at++) {
        const hash = hashes[at]!
        for (let before = from; before < row.length; before++) if (row.at(before) === hash) continue next
        row.push(hash)
      }
    }
  }
  starts[count] = row.length
  const joins = (JOINS.has(slot) && !NO_JOIN_GROUPS.has(group)) || (group === 'address' && slot === 'word')
  return { name: `${group} ${slot}`, group, joins, starts, hashes: row.shared() }
}

/** How many pairs of one kind of key may meet, counted from both sides; and how large a block may be at most. */
export interface Room {
  readonly pairs: number
  readonly largest: number
}

interface Runs {
  readonly set: BlockSet
  /** Entries whose block was too large. */
  readonly over: Uint8Array
}

/** Blocks of equal hashes. Entry e belongs to record `recordOf[e]`; entries of one record stand together, and few have one hash. */
function blocksOf(name: string, hashes: Uint32Array, recordOf: Uint32Array, room: Room): Runs {
  const { keys, places } = sorted(hashes)
  const sizes = new Float64Array(room.largest + 1)
  eachRun(keys, (from, to) => {
    const size = to - from
    if (size > 1 && size <= room.largest) sizes[size]! += size * (size - 1)
  })
  let largest = 1
  for (let met = 0; largest < room.largest; largest++) {
    met += sizes[largest + 1]!
    if (met > room.pairs && largest >= SMALLEST) break
  }
  const starts = new Numbers(keys.length >> 2)
  const members = new Numbers(keys.length >> 1)
  const over = new Uint8Array(keys.length)
  let oversize = 0
  eachRun(keys, (from, to) => {
    if (to - from < 2) return
    if (to - from > largest) {
      oversize++
      for (let at = from; at < to; at++) over[places[at]!] = 1
      return
    }
    const first = recordOf[places[from]!]!
    const last = recordOf[places[to - 1]!]!
    if (first === last) return
    starts.push(members.length)
    for (let at = from, before = -1; at < to; at++) {
      const record = recordOf[places[at]!]!
      if (record !== before) members.push(record)
      before = record
    }
  })
  starts.push(members.length)
  return { set: { name, starts: starts.shared(), members: members.shared(), oversize }, over }
}

/** Blocks of so few are never split. */
const SMALLEST = 4

/** Visits each run of equal keys. */
function eachRun(keys: Uint32Array, visit: (from: number, to: number) => void): void {
  const { length } = keys
  for (let from = 0; from < length; ) {
    const key = keys[from]!
    let to = from + 1
    while (to < length && keys[to] === key) to++
    visit(from, to)
    from = to
  }
}

function recordsOf(starts: Uint32Array, length: number): Uint32Array {
  const records = new Uint32Array(length)
  for (let record = 0; record + 1 < starts.length; record++) records.fill(record, starts[record], starts[record + 1])
  return records
}

/** Blocks of one kind by itself, and which entries share theirs with too many. */
export function singleBlocks(kind: KindEntries, room: Room): { set: BlockSet; over: Uint8Array } {
  const { set, over } = blocksOf(kind.name, kind.hashes, recordsOf(kind.starts, kind.hashes.length), room)
  const flags = new Uint8Array(new SharedArrayBuffer(over.length))
  flags.set(over)
  return { set, over: flags }
}

export interface OversizeKind {
  readonly kind: KindEntries
  /** Entries whose block was too large. */
  readonly over: Uint8Array
}

/** Keys of a record in one joined kind, at most. */
const MOST_JOINED = 24

/**
 * Blocks of two kinds together, of what is too frequent in each alone; and, where those are too large again, together with each of
 * `further`.
 */
export function joinedBlocks(
  a: OversizeKind,
  b: OversizeKind,
  further: readonly OversizeKind[],
  room: Room,
): BlockSet[] {
  const count = a.kind.starts.length - 1
  const hashes = new Numbers(count)
  const records = new Numbers(count)
  const own = a.kind === b.kind
  for (let record = 0; record < count; record++) {
    const from = hashes.length
    for (let i = a.kind.starts[record]!; i < a.kind.starts[record + 1]!; i++) {
      if (a.over[i] === 0) continue
      const first = a.kind.hashes[i]!
      for (let j = own ? i + 1 : b.kind.starts[record]!; j < b.kind.starts[record + 1]!; j++) {
        if (b.over[j] === 0 || hashes.length - from >= MOST_JOINED) continue
        const second = b.kind.hashes[j]!
        hashes.push(own && second < first ? mixed(second, first) : mixed(first, second))
        records.push(record)
      }
    }
  }
  const name = own ? `two of ${a.kind.name}` : `${a.kind.name} + ${b.kind.name}`
  const { set, over } = blocksOf(name, hashes.taken(), records.taken(), room)
  if (set.oversize === 0) return [set]
  return [set, ...further.map((c) => extended(name, hashes.taken(), records.taken(), over, c, room))]
}

function extended(
  name: string,
  pairs: Uint32Array,
  pairRecords: Uint32Array,
  over: Uint8Array,
  { kind, over: overThird }: OversizeKind,
  room: Room,
): BlockSet {
  const hashes = new Numbers(pairs.length >> 1)
  const records = new Numbers(pairs.length >> 1)
  for (let e = 0; e < pairs.length; e++) {
    if (over[e] === 0) continue
    const record = pairRecords[e]!
    for (let k = kind.starts[record]!; k < kind.starts[record + 1]!; k++) {
      if (overThird[k] === 0) continue
      hashes.push(mixed(pairs[e]!, kind.hashes[k]!))
      records.push(record)
    }
  }
  return blocksOf(`${name} + ${kind.name}`, hashes.taken(), records.taken(), room).set
}
