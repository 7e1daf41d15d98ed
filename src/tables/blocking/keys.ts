// Keys of records. Records that share a key are in one block; a key is joined with other features until its block is small.
import { largest } from '../../lists.ts'
import { type SharedColumn, sharedNumbers } from '../records/columns.ts'
import type { ColumnFeatures } from './features.ts'
import { mixed, Numbers, sorted } from './numbers.ts'

/** All records' features of one kind: those of record r are from starts[r] to starts[r + 1], each once. */
export interface KindEntries {
  readonly name: string
  readonly group: string
  /** True if it may be joined with other kinds to a longer key. */
  readonly joins: boolean
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
}

export interface BlockSet {
  /** Records of the blocks, one block after the other, ascending in each; the last record of a block as its complement (~record). */
  readonly members: Int32Array
  /** How many blocks there are, and how many records the largest has. */
  readonly blocks: number
  readonly largest: number
  /** Number of keys with too large blocks; they were split, or dropped where no further feature could split them. */
  readonly oversize: number
}

/** Joins the features of several columns to one kind, each once per record. */
export function entriesOf(
  features: readonly ColumnFeatures[],
  columns: readonly SharedColumn[],
  count: number,
): KindEntries {
  const [{ feature, group, joins }] = features as readonly [ColumnFeatures]
  const codes = features.map(({ field }) => columns.find((column) => column.field === field)!.codes)
  const starts = sharedNumbers(count + 1)
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
  return { name: `${group} ${feature}`, group, joins, starts, hashes: row.shared() }
}

/** Maximum number of pairs of one kind of key, counted from both sides, and maximum number of records in a block. */
export interface Room {
  readonly pairs: number
  readonly largest: number
}

/** A part of all keys: entry e is the key hashes[e] of record records[e]. Entries of one record are adjacent. */
interface Entries {
  readonly hashes: Uint32Array
  readonly records: Uint32Array
}

interface Runs {
  readonly set: BlockSet
  /** 1 for each entry whose block was too large. */
  readonly over: Uint8Array
}

/** Blocks of equal keys. `room.pairs`: limit for the pairs of these entries. */
function blocksOf({ hashes, records }: Entries, room: Room): Runs {
  const { keys, places } = sorted(hashes)
  const most = mostRecords(keys, room)
  const members = new Numbers(keys.length >> 1)
  const over = new Uint8Array(keys.length)
  let [oversize, blocks, largest] = [0, 0, 0]
  eachRun(keys, (from, to) => {
    if (to - from < 2) return
    if (to - from > most) {
      oversize++
      for (let at = from; at < to; at++) over[places[at]!] = 1
      return
    }
    if (records[places[from]!] === records[places[to - 1]!]) return
    const first = members.length
    for (let at = from, before = -1; at < to; at++) {
      const record = records[places[at]!]!
      if (record !== before) members.push(record)
      before = record
    }
    members.set(members.length - 1, ~members.at(members.length - 1))
    blocks++
    largest = Math.max(largest, members.length - first)
  })
  return { set: { members: new Int32Array(members.shared().buffer), blocks, largest, oversize }, over }
}

function mostRecords(keys: Uint32Array, { pairs, largest }: Room): number {
  const sizes = new Float64Array(largest + 1)
  eachRun(keys, (from, to) => {
    const size = to - from
    if (size > 1 && size <= largest) sizes[size]! += size * (size - 1)
  })
  let most = 1
  for (let met = 0; most < largest; most++) {
    met += sizes[most + 1]!
    if (met > pairs && most >= SMALLEST) break
  }
  return most
}

/** Keys sorted at a time: in a large table the keys of a kind are processed in parts, by the upper bits of their hashes. */
const AT_ONCE = 1 << 24

const partsFor = (entries: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, entries / AT_ONCE)))

const partOf = (hash: number, parts: number): number => Math.floor((hash / 2 ** 32) * parts)

function joinedSets(sets: readonly BlockSet[]): BlockSet {
  const [first] = sets as readonly [BlockSet, ...BlockSet[]]
  if (sets.length === 1) return first
  const length = sets.reduce((sum, { members }) => sum + members.length, 0)
  const members = new Int32Array(new SharedArrayBuffer(4 * length))
  let at = 0
  for (const { members: own } of sets) {
    members.set(own, at)
    at += own.length
  }
  return {
    members,
    blocks: sets.reduce((sum, { blocks }) => sum + blocks, 0),
    largest: largest(sets.map(({ largest }) => largest)),
    oversize: sets.reduce((sum, { oversize }) => sum + oversize, 0),
  }
}

/** Blocks with up to this many records are never split. */
const SMALLEST = 4

export function eachRun(keys: Uint32Array, visit: (from: number, to: number) => void): void {
  const { length } = keys
  for (let from = 0; from < length; ) {
    const key = keys[from]!
    let to = from + 1
    while (to < length && keys[to] === key) to++
    visit(from, to)
    from = to
  }
}

/** Blocks of one single kind, and the entries whose block was too large. */
export function singleBlocks({ starts, hashes }: KindEntries, room: Room): { set: BlockSet; over: Uint8Array } {
  const over = new Uint8Array(new SharedArrayBuffer(hashes.length))
  const parts = partsFor(hashes.length)
  const sets: BlockSet[] = []
  for (let part = 0; part < parts; part++) {
    const keys = new Numbers(hashes.length / parts)
    const records = new Numbers(hashes.length / parts)
    const entries = new Numbers(hashes.length / parts)
    for (let record = 0; record + 1 < starts.length; record++)
      for (let entry = starts[record]!; entry < starts[record + 1]!; entry++) {
        if (parts > 1 && partOf(hashes[entry]!, parts) !== part) continue
        keys.push(hashes[entry]!)
        records.push(record)
        entries.push(entry)
      }
    const found = blocksOf({ hashes: keys.taken(), records: records.taken() }, share(room, parts))
    found.over.forEach((isOver, at) => {
      if (isOver === 1) over[entries.at(at)] = 1
    })
    sets.push(found.set)
  }
  return { set: joinedSets(sets), over }
}

const share = ({ pairs, largest }: Room, parts: number): Room => ({ pairs: pairs / parts, largest })

export interface OversizeKind {
  readonly kind: KindEntries
  /** 1 for each entry whose block was too large. */
  readonly over: Uint8Array
}

const MOST_JOINED = 24

/** Blocks of two joined kinds, from features that are too frequent alone; blocks that are still too large are joined with each of `further`. */
export function joinedBlocks(
  a: OversizeKind,
  b: OversizeKind,
  further: readonly OversizeKind[],
  room: Room,
): BlockSet[] {
  let entries = 0
  eachJoined(a, b, () => {
    entries++
  })
  const parts = partsFor(entries)
  const sets: BlockSet[][] = [[], ...further.map(() => [])]
  for (let part = 0; part < parts; part++) {
    const hashes = new Numbers(entries / parts)
    const records = new Numbers(entries / parts)
    eachJoined(a, b, (hash, record) => {
      if (parts > 1 && partOf(hash, parts) !== part) return
      hashes.push(hash)
      records.push(record)
    })
    const own = { hashes: hashes.taken(), records: records.taken() }
    const { set, over } = blocksOf(own, share(room, parts))
    sets[0]!.push(set)
    if (set.oversize > 0)
      for (const [n, c] of further.entries()) sets[n + 1]!.push(extended(own, over, c, share(room, parts)))
  }
  return sets.filter((own) => own.length > 0).map(joinedSets)
}

/** Visits the joined keys of each record: one feature of `a` with one of `b`. */
function eachJoined(a: OversizeKind, b: OversizeKind, visit: (hash: number, record: number) => void): void {
  const count = a.kind.starts.length - 1
  const own = a.kind === b.kind
  for (let record = 0; record < count; record++) {
    let made = 0
    for (let i = a.kind.starts[record]!; i < a.kind.starts[record + 1]!; i++) {
      if (a.over[i] === 0) continue
      const first = a.kind.hashes[i]!
      for (let j = own ? i + 1 : b.kind.starts[record]!; j < b.kind.starts[record + 1]!; j++) {
        if (b.over[j] === 0 || made >= MOST_JOINED) continue
        const second = b.kind.hashes[j]!
        visit(own && second < first ? mixed(second, first) : mixed(first, second), record)
        made++
      }
    }
  }
}

function extended(
  { hashes: pairs, records: pairRecords }: Entries,
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
  return blocksOf({ hashes: hashes.taken(), records: records.taken() }, room).set
}
