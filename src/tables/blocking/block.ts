// Blocking: from columns to candidate pairs, by no rules but the kinds of the fields. Arrays are emptied by what they are given to: at ten
// million records each of them is a gigabyte that the next step needs.
import type { Threads } from '../../workers/threads.ts'
import type { SharedColumn } from '../columns.ts'
import type { Stages } from '../stages.ts'
import {
  type Choice,
  type Chosen,
  joinPairs,
  type Pairs,
  type Sampled,
  samplePairs,
  type Weighted,
} from './candidates.ts'
import type { ColumnFeatures } from './features.ts'
import { fitWorth } from './fit-worth.ts'
import { judged } from './judge.ts'
import type { BlockSet, KindEntries, OversizeKind, Room } from './keys.ts'
import { type Blocks, joinBlocks } from './meetings.ts'
import { createWeigher, type Weighed, type WeighedColumn, weighedBy } from './worth.ts'

export interface Blocked {
  readonly pairs: Pairs
  readonly keys: readonly KeyFigures[]
  /** Pairs that share a key, before the best were chosen. */
  readonly met: number
  /** Some of the pairs that share a key and were not chosen. */
  readonly dropped: Weighted
  readonly blocks: Blocks
}

/** One kind of key: how many blocks it has, and how many keys were split because too many records share them. */
export interface KeyFigures {
  readonly key: string
  readonly blocks: number
  readonly split: number
}

/** Pairs that may meet in one kind of key for each record, and in a small table in all. */
const MEETINGS = 4
const FEW = 1_500_000
const LARGEST = 400

/** Candidates of one record at most. */
const MOST = 60
/** Pairs that are scored: in small tables so many that none is lost, in large ones as many for each record as there is time for. */
const PAIRS = { few: 250_000, each: 1 }
/** Bits of shared keys that a pair must have to be weighed, in bits of a record's number. */
const BITS = 0.8
/** Records that are looked at to set the bound. */
const SAMPLE = 8000
/** A pair so likely, in bits of log-odds, is scored in any case: in a table where most records have many others, these are more. */
const LIKELY = -4
/** A pair so unlikely is never scored. */
const UNLIKELY = -12
/**
 * The same where too few pairs are found to fit what a pair is worth. Bits of shared keys, and what a pair must be worth at least and at
 * most, in bits of a record's number.
 */
const UNFITTED = { bits: 1.2, each: 0.8, least: -0.8, most: 0.7 }

/** Pairs that were not chosen of which a sample is kept. */
const DROPPED = 12_000

/** Asks for pairs that met and were not chosen: of `every` so many one. */
export interface DroppedAsked {
  readonly blocks: Blocks
  readonly weighed: Weighed
  readonly choice: Choice
  readonly every: number
}

/** Records of a job at most. Fewer jobs are less work, as each looks through all blocks; the answer is the same with any. */
const RECORDS = 1 << 20

/**
 * `order`: all records, as they are worked on (order.ts). `apart`: firsts of sources that have no duplicates within them, or empty.
 * `review`: score from which a comparison leaves a pair to a person, or finds it the same.
 */
export async function block(
  stages: Stages,
  columns: readonly SharedColumn[],
  order: Uint32Array,
  apart: Uint32Array,
  review: number,
  onStep: (done: number) => void,
): Promise<Blocked> {
  const count = order.length
  // What keys are made of takes several times their memory, and is held by nothing here once they are made.
  const { kinds, weighedColumns } = await stages.run((threads) => featuresFor(threads, columns))
  onStep(0.2)
  const room: Room = { pairs: Math.max(FEW, MEETINGS * count), largest: LARGEST }
  const { singles, frequent } = await stages.run((threads) => singlesOf(threads, kinds.splice(0), room))
  onStep(0.4)
  const joined = await stages.run((threads) => joinedOf(threads, frequent.splice(0), room))
  onStep(0.7)
  const sets = taken(singles, joined)
  const keys = sets.map(({ name, blocks, oversize }) => ({ key: name, blocks, split: oversize }))
  const blocks = joinBlocks(sets, count, apart)
  const weighed = weighedBy(weighedColumns, count)
  const rule = await stages.run((threads) => ruleOf(threads, blocks, weighed, count, review))
  onStep(0.8)
  const found = await stages.run((threads) => choose(threads, blocks, rule, order))
  onStep(1)
  return { ...found, keys, blocks }
}

/** The sets of both that have blocks; both are empty afterwards, so that a set is held by nothing else. */
const taken = (singles: BlockSet[], joined: BlockSet[]): BlockSet[] =>
  [...singles.splice(0), ...joined.splice(0)].filter((set) => set.blocks > 0)

/** The candidates of all records, and a sample of what they were chosen from. */
async function choose(
  threads: Threads,
  blocks: Blocks,
  { weighed, choice }: Rule,
  order: Uint32Array,
): Promise<Pick<Blocked, 'pairs' | 'met' | 'dropped'>> {
  const count = order.length
  const stretches: Promise<Chosen>[] = []
  const length = Math.min(RECORDS, Math.ceil(count / threads.size))
  for (let from = 0; from < count; from += length)
    stretches.push(
      threads.run<Chosen>('choose', { blocks, weighed, records: order.subarray(from, from + length), choice }),
    )
  const chosen = await Promise.all(stretches)
  const met = chosen.reduce((sum, part) => sum + part.met, 0)
  const pairs = joinPairs(chosen, order)
  const every = Math.max(1, Math.ceil((met - pairs.others.length) / DROPPED))
  const dropped = await threads.run<Weighted>('dropped', { blocks, weighed, choice, every } satisfies DroppedAsked)
  return { pairs, met, dropped }
}

/** The features of all columns, by their kinds and as pairs are weighed by them. */
async function featuresFor(
  threads: Threads,
  columns: readonly SharedColumn[],
): Promise<{ kinds: KindEntries[]; weighedColumns: readonly WeighedColumn[] }> {
  const byColumn = await Promise.all(columns.map(({ field }) => threads.run<ColumnFeatures[]>('features', field)))
  const weighedColumns = await Promise.all(
    byColumn.filter((own) => own.length > 0).map((own) => threads.run<WeighedColumn>('weighed', own)),
  )
  const kinds = await Promise.all(grouped(byColumn.flat()).map((of) => threads.run<KindEntries>('entries', of)))
  return { kinds, weighedColumns }
}

/** The blocks of each kind of key, and what of the kinds that may be joined with others too many records share. */
async function singlesOf(
  threads: Threads,
  kinds: readonly KindEntries[],
  room: Room,
): Promise<{ singles: BlockSet[]; frequent: OversizeKind[] }> {
  const found = await Promise.all(
    kinds.map((kind) => threads.run<{ set: BlockSet; over: Uint8Array }>('single', { kind, room })),
  )
  const frequent: OversizeKind[] = kinds
    .map((kind, index) => ({ kind, over: found[index]!.over }))
    .filter(({ kind }, index) => kind.joins && found[index]!.set.oversize > 0)
  return { singles: found.map(({ set }) => set), frequent }
}

/** The blocks of kinds together. */
async function joinedOf(threads: Threads, frequent: readonly OversizeKind[], room: Room): Promise<BlockSet[]> {
  const joined = await Promise.all(
    frequent.flatMap((a, i) =>
      frequent
        .slice(i)
        .filter((b) => a === b || a.kind.group !== b.kind.group)
        .map((b) => {
          const further = frequent
            .slice(frequent.indexOf(b) + 1)
            .filter(({ kind }) => kind.group !== a.kind.group && kind.group !== b.kind.group)
          return threads.run<BlockSet[]>('joined', { a, b, further, room })
        }),
    ),
  )
  return joined.flat()
}

/** By what candidates are chosen. */
interface Rule {
  readonly weighed: Weighed
  readonly choice: Choice
}

/** What pairs are worth, fitted to a sample of records where it can be, and what they must be worth for no more to be scored than may be. */
async function ruleOf(
  threads: Threads,
  blocks: Blocks,
  weighed: Weighed,
  count: number,
  review: number,
): Promise<Rule> {
  const step = Math.max(1, Math.floor(count / SAMPLE))
  const number = Math.log2(Math.max(2, count))
  const met = samplePairs(blocks, step, BITS * number)
  const pairs = await judged(threads, met, worthsOf(weighed, met), review)
  const share = (each: number) => Math.floor(Math.max(PAIRS.few, each * count) / step)
  if (pairs === null) {
    const bits = UNFITTED.bits * number
    const bound = boundOf(worthsOf(weighed, samplePairs(blocks, step, bits)), share(UNFITTED.each), 0)
    const worth = Math.min(UNFITTED.most * number, Math.max(UNFITTED.least * number, bound))
    return { weighed, choice: { most: MOST, bits, worth } }
  }
  const fitted = fitWorth(weighed, pairs)
  const worth = Math.min(LIKELY, Math.max(UNLIKELY, boundOf(worthsOf(fitted, met), share(PAIRS.each), UNLIKELY)))
  return { weighed: fitted, choice: { most: MOST, bits: BITS * number, worth } }
}

function worthsOf(weighed: Weighed, { a, b }: Sampled): Float64Array {
  const weigher = createWeigher(weighed)
  return Float64Array.from(a, (record, i) => {
    if (record !== a[i - 1]) weigher.from(record)
    return weigher.worth(b[i]!, Number.NEGATIVE_INFINITY)
  })
}

/** What the best `wanted` are worth at least; `all` where there are no more. */
function boundOf(worth: Float64Array, wanted: number, all: number): number {
  return worth.length > wanted ? worth.toSorted()[worth.length - wanted]! : all
}

/** Features of one kind, of whichever columns they are. */
function grouped(features: readonly ColumnFeatures[]): ColumnFeatures[][] {
  const kinds = new Map<string, ColumnFeatures[]>()
  for (const entry of features) {
    const key = entry.group === 'other' ? `${entry.group} ${entry.slot} ${entry.field}` : `${entry.group} ${entry.slot}`
    const known = kinds.get(key)
    if (known === undefined) kinds.set(key, [entry])
    else known.push(entry)
  }
  return [...kinds.values()]
}
