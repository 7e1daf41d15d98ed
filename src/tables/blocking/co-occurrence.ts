// Block co-occurrence: all blocks of a run in one array, for some records at a time: an index of all would take more memory.
import { collect } from '../../workers/threads.ts'
import type { BlockSet } from './keys.ts'

/** All blocks of a run. Shared by threads. */
export interface Blocks {
  /** Records of the blocks, one block after the other, ascending in each; the last record of a block as its complement (~record). */
  readonly members: Int32Array
  /** Weight in bits of sharing a block of size n: log2(count / n). */
  readonly bits: Float32Array
  /** First record of each source between which pairs are wanted, then the count of all records; empty for all pairs. */
  readonly apart: Uint32Array
  readonly count: number
}

/** Weight in bits of sharing a block of nearly all records: not 0, because 0 marks two records without a shared block. */
const LEAST_BITS = 0.01

/** Members whose memory is worth a collection. */
const A_COLLECTION = 1 << 23

/** Joins sets of blocks. Empties `sets` as it goes, so that the memory of each set is freed once it is joined. */
export function joinBlocks(sets: BlockSet[], count: number, apart: Uint32Array): Blocks {
  const members = new Int32Array(new SharedArrayBuffer(4 * sets.reduce((sum, set) => sum + set.members.length, 0)))
  const largest = sets.reduce((most, set) => Math.max(most, set.largest), 0)
  let length = 0
  let collected = 0
  for (let set = sets.shift(); set !== undefined; set = sets.shift()) {
    members.set(set.members, length)
    length += set.members.length
    if (length - collected < A_COLLECTION) continue
    collect()
    collected = length
  }
  const bits = new Float32Array(new SharedArrayBuffer(4 * (largest + 1)))
  for (let size = 1; size <= largest; size++) bits[size] = Math.max(LEAST_BITS, Math.log2(count / size))
  return { members, bits, apart, count }
}

/** The positions where some records share a block with later records. */
export interface Meetings {
  /** By record, its index among them; -1 for all others. */
  readonly numbers: Int32Array
  /** From starts[n] to starts[n + 1], for the n-th record: the position in `members` of the first later record in a shared block, and the block size. */
  readonly starts: Uint32Array
  readonly places: Uint32Array
  readonly sizes: Uint16Array
}

/** `records`: no duplicates. */
export function meetingsOf({ members, apart, count }: Blocks, records: Uint32Array): Meetings {
  const numbers = new Int32Array(count).fill(-1)
  // Most members are not among the records: one bit per record stays in the cache where a number would not.
  const wanted = new Uint32Array((count >>> 5) + 1)
  for (const [number, record] of records.entries()) {
    numbers[record] = number
    wanted[record >>> 5]! |= 1 << (record & 31)
  }
  const starts = new Uint32Array(records.length + 1)
  const counted = (record: number) => {
    starts[numbers[record]! + 1]!++
  }
  // Between all records, each record of a block except the last has a later one in it: the end of the block is not needed.
  if (apart.length > 0) eachMeeting(members, apart, wanted, counted)
  else
    for (let place = 0; place < members.length; place++)
      if (members[place]! >= 0 && holds(wanted, members[place]!)) counted(members[place]!)
  for (let number = 0; number < records.length; number++) starts[number + 1]! += starts[number]!
  const places = new Uint32Array(starts[records.length]!)
  const sizes = new Uint16Array(places.length)
  const next = starts.slice(0, records.length)
  eachMeeting(members, apart, wanted, (record, place, size) => {
    const at = next[numbers[record]!]!++
    places[at] = place
    sizes[at] = size
  })
  return { numbers, starts, places, sizes }
}

/** Visits each wanted record of each block that has a later wanted partner, with the position of the first one. */
function eachMeeting(
  members: Int32Array,
  apart: Uint32Array,
  wanted: Uint32Array,
  visit: (record: number, place: number, size: number) => void,
): void {
  const { length } = members
  for (let from = 0; from < length; ) {
    let last = from
    while (members[last]! >= 0) last++
    const size = last + 1 - from
    if (apart.length === 0) {
      for (let at = from; at < last; at++) if (holds(wanted, members[at]!)) visit(members[at]!, at + 1, size)
    } else {
      eachBetween(members, from, last, apart, (record, place) => {
        if (holds(wanted, record)) visit(record, place, size)
      })
    }
    from = last + 1
  }
}

const holds = (wanted: Uint32Array, record: number): boolean => ((wanted[record >>> 5]! >>> (record & 31)) & 1) === 1

/** The same for one block, where pairs are wanted between sources only. */
function eachBetween(
  members: Int32Array,
  from: number,
  last: number,
  apart: Uint32Array,
  visit: (record: number, place: number) => void,
): void {
  let source = 0
  let place = from
  for (let at = from; at < last; at++) {
    const record = members[at]!
    while (record >= apart[source + 1]!) source++
    while (place < last && members[place]! < apart[source + 1]!) place++
    if (place === last && ~members[last]! < apart[source + 1]!) return
    visit(record, place)
  }
}

/** Adds up the bits that the n-th record shares with each later record, written to `seen`; returns their number. `bits` must be all 0 before. */
export function meet(
  { members, bits: worths }: Blocks,
  { starts, places, sizes }: Meetings,
  number: number,
  bits: Float32Array,
  seen: Uint32Array,
): number {
  let found = 0
  const end = starts[number + 1]!
  for (let at = starts[number]!; at < end; at++) {
    const worth = worths[sizes[at]!]!
    let isLast = false
    for (let place = places[at]!; !isLast; place++) {
      const member = members[place]!
      isLast = member < 0
      const other = isLast ? ~member : member
      if (bits[other] === 0) seen[found++] = other
      bits[other]! += worth
    }
  }
  return found
}
