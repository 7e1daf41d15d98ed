// Candidates of each record: those it meets in blocks, the best of them by how much they share; each pair once.
import type { BlockSet } from './keys.ts'
import { Numbers } from './numbers.ts'
import { mostWorth, type WeighedColumn, worthFrom, worthOf } from './worth.ts'

/** The blocks of each record: of record r they stand from starts[r] to starts[r + 1], rising. Shared by threads. */
export interface RecordBlocks {
  readonly starts: Uint32Array
  readonly blocks: Uint32Array
}

/** All blocks of a run, and the blocks of each record. Shared by threads. */
export interface Blocks {
  readonly starts: Uint32Array
  readonly members: Uint32Array
  /** Bits that sharing the block is worth: log2 of how many records there are for one in it. */
  readonly bits: Float32Array
  readonly ofRecords: RecordBlocks
  /** Number of the source's first record, and of all behind the last; empty where pairs within a source count. */
  readonly apart: Uint32Array
}

const shared = (length: number) => new Uint32Array(new SharedArrayBuffer(4 * length))

/**
 * Joins sets of blocks; `sets` is empty afterwards, as each is let go once it is joined. `apart`: firsts of the sources between which pairs
 * are wanted, or empty for all pairs.
 */
export function joinBlocks(sets: BlockSet[], count: number, apart: Uint32Array): Blocks {
  const blockCount = sets.reduce((sum, { starts }) => sum + starts.length - 1, 0)
  const memberCount = sets.reduce((sum, { members }) => sum + members.length, 0)
  const starts = shared(blockCount + 1)
  const members = shared(memberCount)
  const bits = new Float32Array(new SharedArrayBuffer(4 * blockCount))
  let block = 0
  let member = 0
  for (let set = sets.shift(); set !== undefined; set = sets.shift()) {
    members.set(set.members, member)
    for (let own = 0; own + 1 < set.starts.length; own++, block++) {
      starts[block] = member + set.starts[own]!
      bits[block] = Math.log2(count / (set.starts[own + 1]! - set.starts[own]!))
    }
    member += set.members.length
  }
  starts[blockCount] = memberCount
  const recordStarts = shared(count + 1)
  for (const record of members) recordStarts[record + 1]!++
  for (let record = 0; record < count; record++) recordStarts[record + 1]! += recordStarts[record]!
  const ofRecord = shared(memberCount)
  const filled = recordStarts.slice(0, count)
  for (let b = 0; b < blockCount; b++)
    for (let m = starts[b]!; m < starts[b + 1]!; m++) ofRecord[filled[members[m]!]!++] = b
  return { starts, members, bits, ofRecords: { starts: recordStarts, blocks: ofRecord }, apart }
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

/** What every `step`-th record is worth with each record it meets in `bits` or more, rising: what a bound on the number of pairs is set by. */
export function sampleWorth(
  blocks: Blocks,
  columns: readonly WeighedColumn[],
  count: number,
  step: number,
  atLeast: number,
): Float64Array {
  const bits = new Float32Array(count)
  const seen = new Uint32Array(count)
  const found = []
  for (let record = 0; record < count; record += step) {
    const met = meet(blocks, record, bits, seen)
    for (let i = 0; i < met; i++) {
      const other = seen[i]!
      if (bits[other]! >= atLeast) found.push(worthOf(columns, record, other))
      bits[other] = 0
    }
  }
  return Float64Array.from(found).sort()
}

/** Pairs of records. */
export interface Sampled {
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/** One of `every` pairs that met and are worth too little to be chosen, in the order of records. */
export function sampleDropped(
  blocks: Blocks,
  columns: readonly WeighedColumn[],
  count: number,
  { bits: atLeast, worth: least }: Choice,
  every: number,
): Sampled {
  const bits = new Float32Array(count)
  const seen = new Uint32Array(count)
  const [a, b] = [new Numbers(0), new Numbers(0)]
  // Records are skipped and not pairs of each: what is not looked at costs nothing.
  const step = Math.max(1, Math.floor(every / WITHIN))
  const within = Math.max(1, Math.floor(every / step))
  let passed = 0
  for (let record = 0; record < count; record += step) {
    const met = meet(blocks, record, bits, seen)
    for (let i = 0; i < met; i++) {
      const other = seen[i]!
      const isChosen = bits[other]! >= atLeast && worthOf(columns, record, other) >= least
      bits[other] = 0
      if (isChosen || passed++ % within !== 0) continue
      a.push(record)
      b.push(other)
    }
  }
  return { a: a.taken().slice(), b: b.taken().slice() }
}

const WITHIN = 20

export function createChooser(blocks: Blocks, columns: readonly WeighedColumn[], count: number) {
  const bits = new Float32Array(count)
  const seen = new Uint32Array(count)
  const kept = new Uint32Array(count)
  const rank = (x: number, y: number): number => bits[y]! - bits[x]! || x - y
  return (records: Uint32Array, { most, bits: atLeast, worth: least }: Choice): Chosen => {
    const starts = new Uint32Array(records.length + 1)
    const others = new Numbers(4 * records.length)
    let met = 0
    for (const [place, record] of records.entries()) {
      starts[place] = others.length
      const found = meet(blocks, record, bits, seen)
      met += found
      const mostOf = mostWorth(columns, record)
      let good = 0
      for (let i = 0; i < found; i++) {
        const other = seen[i]!
        if (bits[other]! < atLeast) continue
        const worth = worthFrom(columns, record, other, mostOf, least)
        if (worth < least) continue
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
function meet(blocks: Blocks, record: number, bits: Float32Array, seen: Uint32Array): number {
  const { starts, members, ofRecords, apart } = blocks
  // A pair is met from its lower record: of records of one source, none where pairs between sources are wanted.
  let high = record + 1
  for (let source = 0; source + 1 < apart.length; source++)
    if (record >= apart[source]! && record < apart[source + 1]!) high = apart[source + 1]!
  let found = 0
  for (let at = ofRecords.starts[record]!; at < ofRecords.starts[record + 1]!; at++) {
    const block = ofRecords.blocks[at]!
    const worth = blocks.bits[block]!
    for (let m = starts[block]!; m < starts[block + 1]!; m++) {
      const other = members[m]!
      if (other < high) continue
      if (bits[other] === 0) seen[found++] = other
      bits[other]! += worth
    }
  }
  return found
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
