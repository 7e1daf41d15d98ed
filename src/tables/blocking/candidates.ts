// Candidates of each record: the records that share a block with it, the best by match weight; each pair once.

import { sharedNumbers } from '../records/columns.ts'
import { type Blocks, meet, meetingsOf } from './co-occurrence.ts'
import { createWeigher, type Weighed } from './match-weights.ts'
import { Numbers } from './numbers.ts'

/** The best candidates of some records, all with higher numbers: those of the n-th start at starts[n]. `met`: number of pairs examined. */
export interface Chosen {
  readonly starts: Uint32Array
  readonly others: Uint32Array
  readonly met: number
}

/** Limits: `most` candidates per record, least `bits` of shared keys for a pair to be weighed, and least match weight `worth` of a candidate. */
export interface Choice {
  readonly most: number
  readonly bits: number
  readonly worth: number
}

export interface Sampled {
  readonly a: Uint32Array
  readonly b: Uint32Array
}

/** Pairs of every `step`-th record that share `atLeast` bits of blocks or more, in record order. */
export function samplePairs(blocks: Blocks, step: number, atLeast: number): Sampled {
  const bits = new Float32Array(blocks.count)
  const seen = new Uint32Array(blocks.count)
  const [a, b] = [new Numbers(0), new Numbers(0)]
  const records = everyNth(blocks.count, step)
  const meetings = meetingsOf(blocks, records)
  for (const [number, record] of records.entries()) {
    const met = meet(blocks, meetings, number, bits, seen)
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

const everyNth = (count: number, step: number): Uint32Array =>
  Uint32Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)

/** Pairs of a sample, and for each the number of pairs it represents. */
export interface Weighted extends Sampled {
  readonly stands: Float64Array
}

const WITHIN = 20
/** Pairs within this many bits below the threshold are all taken: most true matches that were not selected are among them. */
const NEAR = 6

/** Samples about one of `every` pairs that share a block and are below the threshold, in record order; takes more of those near the threshold. */
export function sampleDropped(
  blocks: Blocks,
  weighed: Weighed,
  { bits: atLeast, worth: least }: Choice,
  every: number,
): Weighted {
  const bits = new Float32Array(blocks.count)
  const seen = new Uint32Array(blocks.count)
  const [a, b] = [new Numbers(0), new Numbers(0)]
  const stands: number[] = []
  // The sample skips whole records instead of single pairs, because a skipped record costs nothing.
  const step = Math.max(1, Math.floor(every / WITHIN))
  const within = Math.max(1, Math.floor(every / step))
  const weigher = createWeigher(weighed)
  const records = everyNth(blocks.count, step)
  const meetings = meetingsOf(blocks, records)
  let far = 0
  for (const [number, record] of records.entries()) {
    const met = meet(blocks, meetings, number, bits, seen)
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

export function createChooser(blocks: Blocks, weighed: Weighed) {
  const bits = new Float32Array(blocks.count)
  const seen = new Uint32Array(blocks.count)
  const kept = new Uint32Array(blocks.count)
  const weigher = createWeigher(weighed)
  const rank = (x: number, y: number): number => bits[y]! - bits[x]! || x - y
  return (records: Uint32Array, { most, bits: atLeast, worth: least }: Choice): Chosen => {
    const meetings = meetingsOf(blocks, records)
    const starts = new Uint32Array(records.length + 1)
    const others = new Numbers(4 * records.length)
    let met = 0
    for (const [place, record] of records.entries()) {
      starts[place] = others.length
      const found = meet(blocks, meetings, place, bits, seen)
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

/** Pairs by their lower record: those of record r are others[starts[r]..starts[r + 1]), ascending, all above r. Shared by threads. */
export interface Pairs {
  readonly starts: Uint32Array
  readonly others: Uint32Array
}

/** Joins the candidates of all records, which were processed in the order of `order`. */
export function joinPairs(chosen: readonly Chosen[], order: Uint32Array): Pairs {
  const count = order.length
  const starts = sharedNumbers(count + 1)
  const others = sharedNumbers(chosen.reduce((sum, part) => sum + part.others.length, 0))
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

/** All records, depth first along the pairs from each of `order`: partners follow each other, so that what is prepared of a record serves all its pairs. */
export function partnerOrder({ starts, others }: Pairs, order: Uint32Array): Uint32Array {
  const count = order.length
  const ends = new Uint32Array(count + 1)
  for (const record of order) ends[record] = starts[record + 1]! - starts[record]!
  for (const other of others) ends[other]!++
  for (let record = 1; record <= count; record++) ends[record]! += ends[record - 1]!
  const partners = new Uint32Array(2 * others.length)
  for (let record = 0; record < count; record++)
    for (let i = starts[record]!; i < starts[record + 1]!; i++) {
      partners[--ends[record]!] = others[i]!
      partners[--ends[others[i]!]!] = record
    }
  const found = sharedNumbers(count)
  const seen = new Uint8Array(count)
  let length = 0
  for (const root of order)
    for (const open = [root]; open.length > 0; ) {
      const record = open.pop()!
      if (seen[record] === 1) continue
      seen[record] = 1
      found[length++] = record
      for (let i = ends[record]!; i < ends[record + 1]!; i++) if (seen[partners[i]!] === 0) open.push(partners[i]!)
    }
  return found
}
