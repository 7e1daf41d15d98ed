// One run over tables: read, block, score. The result depends on tables, pack and version, not on the number of workers.
import { availableParallelism } from 'node:os'
import { type CompareEngine, createCompareEngine } from '../engines/compare/engine.ts'
import { SelfsameError } from '../errors.ts'
import type { Packs } from '../packs/load.ts'
import type { OwnPack } from '../packs/own-packs.ts'
import { ENGINES } from '../version.ts'
import type { StageEnd } from '../workers/stage-meter.ts'
import { createThreads, type Threads } from '../workers/threads.ts'
import { type Blocked, block } from './blocking/block.ts'
import { type Pairs, partnerOrder } from './blocking/candidates.ts'
import { type Estimate, estimateLost, workOrder } from './blocking/estimate.ts'
import { joinedEdges } from './clusters/union-find.ts'
import { settle, stepOf } from './decide-reviews.ts'
import { type EarlierRun, refuseOther } from './earlier.ts'
import { type Ingested, ingest } from './ingest.ts'
import type { GivenMapping } from './mapping.ts'
import { type SharedColumn, textAt } from './records/columns.ts'
import {
  type BlockingSummary,
  DIFFERENT,
  type Edges,
  REVIEW,
  RIVALLED,
  type RunStatistics,
  SAME,
  stagesOf,
  type TableRun,
} from './records/table-run.ts'
import { openDatabase } from './sources/duckdb.ts'
import { filesOf } from './sources/open-tables.ts'
import type { RemoteStages } from './spark/spark.ts'
import { createJobs, packsWith, type Scored, type ThreadData } from './thread-jobs.ts'
import { carriedEdges, carry, fingerprintsOf } from './update-file.ts'

export interface RunOptions {
  readonly task: 'dedupe' | 'link'
  /** Name of an entity pack: a built-in one, or one of `packs`. */
  readonly entity: string
  readonly files: readonly string[]
  readonly packs?: readonly OwnPack[] | undefined
  /** The name of the id column if it is not "id"; several names where tables differ. */
  readonly idColumn?: string | readonly string[] | undefined
  readonly mapping?: GivenMapping | undefined
  /** An earlier run over these tables for an incremental update: only pairs with a new or changed record are compared. */
  readonly earlier?: EarlierRun | undefined
  /** True (default) to fit the weights to the table if it is large enough; reviews that the fit decides need no reviewer. */
  readonly fit?: boolean | undefined
  /** Remote stages that replace the threads of this machine for scoring. */
  readonly remote?: RemoteStages | undefined
  /** Number of threads; default: one per core. It does not affect the result. */
  readonly workers?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Reports the current stage and its progress, 0..1. */
  readonly onProgress?: ((stage: string, done: number) => void) | undefined
  readonly ended?: StageEnd | undefined
}

/** Pairs found `different` from this score on are kept among the edges, beside those with a rival: what a threshold could still turn over. */
export const LEAST = 0.4

const PROGRAM = new URL('./thread-program.js', import.meta.url)

/** Fewest records for which threads are started: one takes about a second to load the facts, as long as some thousand comparisons. */
const FEW = 500

/** Runs over tables. Throws usage, entity_unknown, pack_invalid, extra_missing, and timeout once `signal` is aborted. */
export async function runTables(options: RunOptions): Promise<TableRun> {
  const { entity, task, signal, earlier } = options
  const own = options.packs ?? []
  const packs = packsWith(own)
  refuse(options, packs)
  const compare = createCompareEngine(packs)
  const tell = options.onProgress ?? (() => {})
  const ended = options.ended ?? (() => {})
  const workers = options.workers ?? availableParallelism()
  const read = await readTables(options, packs, compare, workers, tell)
  const { columns, records, firsts } = read
  ended('read tables', records.count, 'records')
  const { sha256, shipped } = packs.entityPack(entity)
  const { match, review } = compare.thresholds(entity)
  const pins = {
    engine: ENGINES.tables,
    comparison: ENGINES.records,
    entity_pack: entity,
    comparators_sha256: sha256,
    tf: `${shipped ? 'shipped' : 'own'}:${entity}`,
  }
  if (earlier !== undefined) refuseOther(earlier, { entity, task, pins })
  const fingerprints = fingerprintsOf(columns, records.count)
  const carried = earlier === undefined ? null : carry(earlier.records, records, fingerprints)
  const { count } = records
  const data: ThreadData = { entity, own, columns, count, least: LEAST }
  const stages = stagesOf(
    () => createThreads({ program: PROGRAM, size: count < FEW ? 1 : workers, data, here: createJobs, signal }),
    count,
  )
  const apart = task === 'link' ? firsts : new Uint32Array(0)
  tell('blocking', 0)
  const order = workOrder(columns, count)
  const scored = async (threads: Threads, blocked: Blocked): Promise<TableRun> => {
    const { pairs } = blocked
    const due = carried === null ? pairs : duePairs(pairs, carried.due)
    tell('scoring', 0)
    const parts =
      options.remote === undefined
        ? await score(threads, due, partnerOrder(due, order), (done) => tell('scoring', done))
        : []
    const fresh =
      (await options.remote?.score(entity, due, count, (record) => fieldsOf(columns, record))) ?? edgesOf(parts, count)
    const known = parts.map(({ measured }) => measured)
    ended('score pairs', due.others.length, 'pairs')
    const plain = carried === null ? fresh : joinedEdges(carriedEdges(earlier!.edges, carried), fresh, count)
    const settled = options.fit === false ? null : await settle(threads, pairs, plain, known)
    const edges = settled?.edges ?? plain
    ended('fit weights', plain.a.length, 'pairs')
    const lost = await estimateLost(threads, blocked, edges, match)
    ended('estimate the loss', blocked.dropped.a.length, 'pairs')
    return {
      entity,
      task,
      sources: read.sources,
      records,
      mapping: read.mapping,
      edges,
      scored: plain,
      blocking: summaryOf(blocked, read, task, lost),
      basis: settled?.basis ?? new Uint8Array(edges.a.length),
      weights: settled?.weights ?? [],
      thresholds: { match, review },
      pins,
      statistics: statisticsOf(edges, pairs.others.length, columns),
      columns,
      fingerprints,
      carried,
      compared: (a, b) => holds(pairs, Math.min(a, b), Math.max(a, b)),
      fieldsOf: (record) => fieldsOf(columns, record),
    }
  }
  try {
    const blocked = await block(stages, columns, order, apart, review, (done) => tell('blocking', done), ended)
    return await stages.run((threads) => scored(threads, blocked))
  } finally {
    await stages.close()
  }
}

export function refuse({ task, files, entity, workers }: RunOptions, packs: Packs): void {
  if (!packs.entityNames().includes(entity))
    throw new SelfsameError(
      'entity_unknown',
      `there is no entity pack of that name. Packs: ${packs.entityNames().join(', ')}.`,
    )
  if (files.length === 0) throw new SelfsameError('usage', 'name a table')
  if (task === 'link' && files.length < 2)
    throw new SelfsameError('usage', 'linking takes two tables or more; to find the duplicates within one, use dedupe')
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 256))
    throw new SelfsameError('usage', 'workers is a whole number from 1 to 256')
}

export async function readTables(
  { files, entity, idColumn, mapping }: RunOptions,
  packs: Packs,
  compare: CompareEngine,
  workers: number,
  tell: (stage: string, done: number) => void,
): Promise<Ingested> {
  tell('reading', 0)
  const database = await openDatabase(workers, filesOf(files))
  try {
    return await ingest(
      database,
      packs.entityPack(entity).pack,
      packs.labels(),
      (field, value) => compare.valueAsRead(entity, field, value),
      {
        files,
        idColumns: [idColumn ?? []].flat(),
        mapping: mapping ?? null,
        onColumn: (done, of) => tell('reading', done / of),
      },
    )
  } finally {
    database.close()
  }
}

/** Target number of pairs per job; independent of the number of threads. */
const PAIRS_A_JOB = 20_000

async function score(
  threads: Threads,
  pairs: Pairs,
  order: Uint32Array,
  onStep: (done: number) => void,
): Promise<Scored[]> {
  const jobs: Promise<Scored>[] = []
  let done = 0
  const all = pairs.others.length
  const every = stepOf(all)
  const pairsOf = (place: number) => pairs.starts[order[place]! + 1]! - pairs.starts[order[place]!]!
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    for (let sum = pairsOf(from); to < order.length && sum + pairsOf(to) <= PAIRS_A_JOB; to++) sum += pairsOf(to)
    jobs.push(
      threads.run<Scored>('score', { pairs, records: order.subarray(from, to), every }).then((scored) => {
        done += scored.pairs
        onStep(all === 0 ? 1 : done / all)
        return scored
      }),
    )
    from = to
  }
  return Promise.all(jobs)
}

function edgesOf(scored: readonly Scored[], count: number): Edges {
  const length = scored.reduce((sum, { a }) => sum + a.length, 0)
  const edges = {
    a: new Uint32Array(length),
    b: new Uint32Array(length),
    score: new Float32Array(length),
    identity: new Uint8Array(length),
  }
  const next = new Uint32Array(count + 1)
  for (const { a } of scored) for (const record of a) next[record + 1]!++
  for (let record = 0; record < count; record++) next[record + 1]! += next[record]!
  for (const part of scored)
    for (const [i, record] of part.a.entries()) {
      const at = next[record]!++
      edges.a[at] = record
      edges.b[at] = part.b[i]!
      edges.score[at] = part.score[i]!
      edges.identity[at] = part.identity[i]!
    }
  return edges
}

function statisticsOf({ identity, score }: Edges, pairs: number, columns: readonly SharedColumn[]): RunStatistics {
  const counts = [0, 0, 0, 0]
  for (const number of identity) counts[number]!++
  const histogram = new Array<number>(50).fill(0)
  for (const value of score) histogram[Math.min(49, Math.floor(value * 50))]!++
  return {
    same: counts[SAME]!,
    review: counts[REVIEW]!,
    different: Math.max(counts[DIFFERENT]! + counts[RIVALLED]!, pairs - counts[SAME]! - counts[REVIEW]!),
    histogram,
    columns: columns.map(({ field, codes, values }) => {
      let filled = 0
      for (const code of codes) if (code !== 0) filled++
      return { field, filled, distinct: values.count - 1 }
    }),
  }
}

function summaryOf(
  { pairs, met }: Blocked,
  { records, firsts }: Ingested,
  task: RunOptions['task'],
  { lost, how }: Estimate,
): BlockingSummary {
  const n = records.count
  let product = (n * (n - 1)) / 2
  if (task === 'link')
    for (let source = 0; source + 1 < firsts.length; source++) {
      const own = firsts[source + 1]! - firsts[source]!
      product -= (own * (own - 1)) / 2
    }
  return {
    product,
    candidates: pairs.others.length,
    met,
    lost,
    estimate: how,
  }
}

function duePairs({ starts, others }: Pairs, due: Uint8Array): Pairs {
  const count = due.length
  const kept = new Uint32Array(new SharedArrayBuffer(4 * others.length))
  const keptStarts = new Uint32Array(new SharedArrayBuffer(4 * (count + 1)))
  let length = 0
  for (let record = 0; record < count; record++) {
    for (let i = starts[record]!; i < starts[record + 1]!; i++)
      if (due[record] === 1 || due[others[i]!] === 1) kept[length++] = others[i]!
    keptStarts[record + 1] = length
  }
  return { starts: keptStarts, others: kept.subarray(0, length) }
}

function holds({ starts, others }: Pairs, low: number, high: number): boolean {
  let [from, to] = [starts[low]!, starts[low + 1]!]
  while (from < to) {
    const middle = (from + to) >> 1
    if (others[middle]! < high) from = middle + 1
    else to = middle
  }
  return from < starts[low + 1]! && others[from] === high
}

export function fieldsOf(columns: readonly SharedColumn[], record: number): Record<string, string> {
  return Object.fromEntries(
    columns
      .filter(({ codes }) => codes[record] !== 0)
      .map(({ field, codes, values }) => [field, textAt(values, codes[record]!)]),
  )
}
