// Candidates of each record: those it meets in blocks, the best of them by how much they share; each pair once.
import type { BlockSet } from './keys.ts'
import { Numbers } from './numbers.ts'
import { createWeigher, type Weighed } from './worth.ts'

/**
 * For each record the blocks in which it meets a record behind it: of record r they stand from starts[r] to starts[r + 1]. Shared by
 * threads. A block is told by the place in `members` of the first that r meets in it, and by how many records it has.
 */
export interface RecordBlocks {
  readonly starts: Uint32Array
  readonly places: Uint32Array
  readonly sizes: Uint16Array
}

/** All blocks of a run, and where each record meets others. Shared by threads. */
export interface Blocks {
  /** Records of the blocks, one block after the other, rising in each; the last of a block as its complement (~record). */
  readonly members: Int32Array
  /** Bits that sharing a block of so many records is worth: log2 of how many records there are for one in it. */
  readonly bits: Float32Array
  readonly ofRecords: RecordBlocks
}

/** What sharing a block of nearly all records is worth: not nothing, which says that two records have not met. */
const LEAST_BITS = 0.01

const shared = (length: number) => new Uint32Array(new SharedArrayBuffer(4 * length))

/**
 * Joins sets of blocks; `sets` is empty afterwards, as each is let go once it is joined. `apart`: firsts of the sources between which pairs
 * are wanted, or empty for all pairs.
 */
export function joinBlocks(sets: BlockSet[], count: number, apart: Uint32Array): Blocks {
  const memberCount = sets.reduce((sum, { members }) => sum + members.length, 0)
  const members = new Int32Array(new SharedArrayBuffer(4 * memberCount))
  let length = 0
  let largest = 0
  for (let set = sets.shift(); set !== undefined; set = sets.shift()) {
    members.set(set.members, length)
    for (let own = 0; own + 1 < set.starts.length; own++) {
      largest = Math.max(largest, set.starts[own + 1]! - set.starts[own]!)
      const last = length + set.starts[own + 1]! - 1
      members[last] = ~members[last]!
    }
    length += set.members.length
  }
  const bits = new Float32Array(new SharedArrayBuffer(4 * (largest + 1)))
  for (let size = 1; size <= largest; size++) bits[size] = Math.max(LEAST_BITS, Math.log2(count / size))
  return { members, bits, ofRecords: recordBlocks(members, count, apart) }
}

function recordBlocks(members: Int32Array, count: number, apart: Uint32Array): RecordBlocks {
  const starts = shared(count + 1)
  eachMeeting(members, apart, (record) => {
    starts[record + 1]!++
  })
  for (let record = 0; record < count; record++) starts[record + 1]! += starts[record]!
  const places = shared(starts[count]!)
  const sizes = new Uint16Array(new SharedArrayBuffer(2 * starts[count]!))
  const next = starts.slice(0, count)
  eachMeeting(members, apart, (record, place, size) => {
    const at = next[record]!++
    places[at] = place
    sizes[at] = size
  })
  return { starts, places, sizes }
}

/** Visits each record of each block with the place of the first behind it that it may meet there; not those that meet none. */
function eachMeeting(
  members: Int32Array,
  apart: Uint32Array,
  visit: (record: number, place: number, size: number) => void,
): void {
  const { length } = members
  for (let from = 0; from < length; ) {
    let last = from
    while (members[last]! >= 0) last++
    const size = last + 1 - from
    if (apart.length === 0) for (let at = from; at < last; at++) visit(members[at]!, at + 1, size)
    else eachBetween(members, from, last, apart, (record, place) => visit(record, place, size))
    from = last + 1
  }
}

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

/** The best candidates of some records, all behind them: of the n-th they stand from starts[n] on. `met`: pairs seen. */
export interface Chosen {
  readonly starts: Uint32Array
  readonly others: Uint32Array
  readonly met: number
}

/** How many candidates a record may have, what bits of shared keys it takes to be weighed, and what a candidate must be worth. */
export interface Choice {
  readonly most: number
  readonly bits: number
  readonly worth: number
}

/** Pairs of records. */
export interface Sampled {
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/** Pairs of every `step`-th record that meet in `atLeast` bits or more, in the order of records. */
export function samplePairs(blocks: Blocks, count: number, step: number, atLeast: number): Sampled {
  const bits = new Float32Array(count)
  const seen = new Uint32Array(count)
  const [a, b] = [new Numbers(0), new Numbers(0)]
  for (let record = 0; record < count; record += step) {
    const met = meet(blocks, record, bits, seen)
    for (let i = 0; i < met; i++) {
      const other = seen[i]!
      if (bits[other]! >= atLeast) {
        a.push(record)
        b.push(other)
      }
      bits[other] = 0
    }
  }
  return { a: a.taken().slice(), b: b.taken().slice() }
}

/** Pairs of a sample, and how many of all pairs each stands for. */
export interface Weighted extends Sampled {
  readonly stands: Float64Array
}

/** Records in whose pairs a sample looks for one of every so many. */
const WITHIN = 20
/** Pairs that are worth so many bits less than what is chosen are all looked at: the few of them that belong together are most of all such. */
const NEAR = 4

/** About one of `every` pairs that met and are worth too little to be chosen, in the order of records; more of those that are worth nearly enough. */
export function sampleDropped(
  blocks: Blocks,
  weighed: Weighed,
  count: number,
  { bits: atLeast, worth: least }: Choice,
  every: number,
): Weighted {
  const bits = new Float32Array(count)
  const seen = new Uint32Array(count)
  const [a, b] = [new Numbers(0), new Numbers(0)]
  const stands: number[] = []
  // Records are skipped and not pairs of each: what is not looked at costs nothing.
  const step = Math.max(1, Math.floor(every / WITHIN))
  const within = Math.max(1, Math.floor(every / step))
  const weigher = createWeigher(weighed)
  let far = 0
  for (let record = 0; record < count; record += step) {
    const met = meet(blocks, record, bits, seen)
    weigher.from(record)
    for (let i = 0; i < met; i++) {
      const other = seen[i]!
      const worth = bits[other]! < atLeast ? Number.NEGATIVE_INFINITY : weigher.worth(other, least - NEAR)
      bits[other] = 0
      if (worth >= least) continue
      const isNear = worth !== Number.NEGATIVE_INFINITY
      if (!isNear && far++ % within !== 0) continue
      a.push(record)
      b.push(other)
      stands.push(isNear ? step : step * within)
    }
  }
  return { a: a.taken().slice(), b: b.taken().slice(), stands: Float64Array.from(stands) }
}

export function createChooser(blocks: Blocks, weighed: Weighed, count: number) {
  const bits = new Float32Array(count)
  const seen = new Uint32Array(count)
  const kept = new Uint32Array(count)
  const weigher = createWeigher(weighed)
  const rank = (x: number, y: number): number => bits[y]! - bits[x]! || x - y
  return (records: Uint32Array, { most, bits: atLeast, worth: least }: Choice): Chosen => {
    const starts = new Uint32Array(records.length + 1)
    const others = new Numbers(4 * records.length)
    let met = 0
    for (const [place, record] of records.entries()) {
      starts[place] = others.length
      const found = meet(blocks, record, bits, seen)
      met += found
      weigher.from(record)
      let good = 0
      for (let i = 0; i < found; i++) {
        const other = seen[i]!
        if (bits[other]! < atLeast) continue
        const worth = weigher.worth(other, least)
        if (worth === Number.NEGATIVE_INFINITY) continue
        bits[other] = worth
        kept[good++] = other
      }
      const list = kept.subarray(0, good)
      if (good > most) list.sort(rank)
      for (let i = 0; i < good && i < most; i++) others.push(list[i]!)
      for (let i = 0; i < found; i++) bits[seen[i]!] = 0
    }
    starts[records.length] = others.length
    return { starts, others: others.taken().slice(), met }
  }
}

/** Adds up what each record behind this one shares with it; gives how many there are, which stand in `seen`. */
function meet(
  { members, bits: worths, ofRecords: { starts, places, sizes } }: Blocks,
  record: number,
  bits: Float32Array,
  seen: Uint32Array,
): number {
  let found = 0
  const end = starts[record + 1]!
  for (let at = starts[record]!; at < end; at++) {
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

/** Blocks that two records share, at most 3 counted; `b` stands behind `a`. */
export function sharedBlocks({ members, ofRecords: { starts, places } }: Blocks, a: number, b: number): number {
  let shared = 0
  for (let at = starts[a]!; at < starts[a + 1]! && shared < 3; at++) {
    let place = places[at]!
    while (members[place]! >= 0 && members[place]! < b) place++
    if (members[place] === b || members[place] === ~b) shared++
  }
  return shared
}

/** Pairs by their lower record: of record r they are others[starts[r]..starts[r + 1]), rising, all above r. Shared by threads. */
export interface Pairs {
  readonly starts: Uint32Array
  readonly others: Uint32Array
}

/** Joins what was chosen for all records, which were worked on in the order of `order`. */
export function joinPairs(chosen: readonly Chosen[], order: Uint32Array): Pairs {
  const count = order.length
  const starts = shared(count + 1)
  const others = shared(chosen.reduce((sum, part) => sum + part.others.length, 0))
  eachRecord(chosen, order, (record, { length }) => {
    starts[record + 1] = length
  })
  for (let record = 0; record < count; record++) starts[record + 1]! += starts[record]!
  eachRecord(chosen, order, (record, own) => {
    others.set(own, starts[record])
    if (own.length > 1) others.subarray(starts[record], starts[record + 1]).sort()
  })
  return { starts, others }
}

function eachRecord(
  chosen: readonly Chosen[],
  order: Uint32Array,
  visit: (record: number, others: Uint32Array) => void,
): void {
  let place = 0
  for (const { starts, others } of chosen)
    for (let own = 0; own + 1 < starts.length; own++)
      visit(order[place++]!, others.subarray(starts[own], starts[own + 1]))
}
