// Blocking: candidate pairs from columns, by field kind. Called functions empty the arrays they receive, to free gigabytes early.
import type { StageEnd } from '../../workers/stage-meter.ts'
import type { Threads } from '../../workers/threads.ts'
import type { SharedColumn } from '../records/columns.ts'
import type { Stages } from '../records/table-run.ts'
import {
  type Choice,
  type Chosen,
  joinPairs,
  type Pairs,
  type Sampled,
  samplePairs,
  type Weighted,
} from './candidates.ts'
import { type Blocks, joinBlocks } from './co-occurrence.ts'
import type { ColumnFeatures } from './features.ts'
import { fitWorth } from './fit-match-weights.ts'
import type { BlockSet, KindEntries, OversizeKind, Room } from './keys.ts'
import { createWeigher, type Weighed, type WeighedColumn, weighedBy } from './match-weights.ts'
import { judged } from './pair-sampler.ts'

export interface Blocked {
  readonly pairs: Pairs
  readonly met: number
  /** A sample of the pairs that share a key and were not selected. */
  readonly dropped: Weighted
  readonly blocks: Blocks
}

/** Maximum number of pairs that share keys of one kind: MEETINGS per record, at least FEW in all. LARGEST: records in a block. */
const MEETINGS = 2
const FEW = 1_500_000
const LARGEST = 400

const MOST = 60
/**
 * Number of scored pairs: `few` in tables of up to `small` records, so that none is lost, and fewer beyond, where more strangers resemble each other;
 * `each` per record in large tables, which bounds the time.
 */
const PAIRS = { few: 250_000, small: 50_000, each: 0.6 }
/** Least bits of shared keys for a pair to be weighed, as a share of log2 of the number of records. */
const BITS = 0.8
const SAMPLE = 8000
/** A pair with this match weight (log-odds in bits) is always scored: where most records have many matches, these exceed the quota. */
const LIKELY = -4
/** A pair with a lower match weight is never scored. */
const UNLIKELY = -12
/** Limits where too few pairs match for a fit: bits of shared keys, weight thresholds as shares of log2 of the records, `each`: pairs a record. */
const UNFITTED = { bits: 1.2, each: 0.8, least: -0.8, most: 0.7 }

/** Target size of the sample of pairs that were not selected. */
const DROPPED = 12_000

/** Request for a sample of pairs that share a key and were not selected: one of `every` pairs. */
export interface DroppedAsked {
  readonly blocks: Blocks
  readonly weighed: Weighed
  readonly choice: Choice
  readonly every: number
}

/** Maximum number of records per job. Fewer jobs are less work, because each job scans all blocks; the result does not depend on it. */
const RECORDS = 1 << 20

/**
 * `order`: all records in processing order. `apart`: first record of each source of a link, then the count of records; empty for a dedupe.
 * `review`: least score of a pair that a comparison sends to review or reports as the same entity.
 */
export async function block(
  stages: Stages,
  columns: readonly SharedColumn[],
  order: Uint32Array,
  apart: Uint32Array,
  review: number,
  onStep: (done: number) => void,
  ended: StageEnd,
): Promise<Blocked> {
  const count = order.length
  // The data of the keys takes several times their memory, so no reference to it is kept after that.
  const { kinds, weighedColumns } = await stages.run((threads) => featuresFor(threads, columns))
  ended('features', count, 'records')
  onStep(0.2)
  const room: Room = { pairs: Math.max(FEW, MEETINGS * count), largest: LARGEST }
  const { singles, frequent } = await stages.run((threads) => singlesOf(threads, kinds.splice(0), room))
  ended('keys', membersIn(singles), 'keys')
  onStep(0.4)
  const joined = await stages.run((threads) => joinedOf(threads, frequent.splice(0), room))
  ended('joined keys', membersIn(joined), 'keys')
  onStep(0.7)
  const blocks = joinBlocks(taken(singles, joined), count, apart)
  const weighed = weighedBy(weighedColumns, count)
  const rule = await stages.run((threads) => ruleOf(threads, blocks, weighed, count, review))
  ended('fit match weights', count, 'records')
  onStep(0.8)
  const found = await stages.run((threads) => choose(threads, blocks, rule, order))
  ended('choose candidates', found.met, 'pairs')
  onStep(1)
  return { ...found, blocks }
}

const membersIn = (sets: readonly BlockSet[]): number => sets.reduce((sum, { members }) => sum + members.length, 0)

/** The sets of both lists that have blocks; empties both lists, so that no other reference to a set remains. */
const taken = (singles: BlockSet[], joined: BlockSet[]): BlockSet[] =>
  [...singles.splice(0), ...joined.splice(0)].filter((set) => set.blocks > 0)

/** Selects the candidates of all records, and samples the pairs that were not selected. */
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

/** The features of all columns, grouped by kind for keys and by column for weighing. */
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

/** The blocks of each single kind of key, and the joinable kinds with the features that too many records share. */
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

/** The blocks of keys that join two or three kinds. */
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

/** The match weights and the limits for selecting candidates. */
interface Rule {
  readonly weighed: Weighed
  readonly choice: Choice
}

/** Match weights, fitted to a sample of records if it has enough matches, and the threshold that keeps the number of scored pairs within the limit. */
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
  const few = PAIRS.few * Math.min(1, PAIRS.small / count)
  const share = (each: number) => Math.floor(Math.max(few, each * count) / step)
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

/** The least weight of the best `wanted` pairs; `all` if there are no more pairs than that. */
const boundOf = (worth: Float64Array, wanted: number, all: number): number =>
  worth.length > wanted ? worth.toSorted()[worth.length - wanted]! : all

/** Groups features by kind, across columns. */
function grouped(features: readonly ColumnFeatures[]): ColumnFeatures[][] {
  const kinds = new Map<string, ColumnFeatures[]>()
  for (const entry of features) {
    const key =
      entry.group === 'other' ? `${entry.group} ${entry.feature} ${entry.field}` : `${entry.group} ${entry.feature}`
    const known = kinds.get(key)
    if (known === undefined) kinds.set(key, [entry])
    else known.push(entry)
  }
  return [...kinds.values()]
}
