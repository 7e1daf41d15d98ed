// Tables: finds the records of one entity within a table or between several, writes the results to a folder and can bind them by one decision.
import { SelfsameError } from '../errors.ts'
import type { DecisionEntry, LedgerAppend } from '../ledger/store.ts'
import type { OwnPack } from '../packs/own-packs.ts'
import { canonicalJson, round4 } from '../records/canonical.ts'
import type { ListedCluster } from '../records/clusters.ts'
import { contentId, sha256Hex } from '../records/ids.ts'
import type { AnswerRow } from '../tables/clusters/cluster-rows.ts'
import { mergesJson, weakMerges } from '../tables/clusters/merges.ts'
import {
  BridgeFinder,
  bestFirst,
  type ClusterSummaries,
  NO_EDGE,
  type Sentences,
  sentencesOf,
} from '../tables/clusters/summaries.ts'
import { grouped, type Numbered, UnionFind } from '../tables/clusters/union-find.ts'
import { readAnswerFile, readEarlier } from '../tables/earlier.ts'
import { type Outcome, outcomeOf } from '../tables/outcome.ts'
import { BASIS_WORDS, BY_CLUSTER, type Carried, type Edges, SAME, type TableRun } from '../tables/records/table-run.ts'
import { tablesReport } from '../tables/report/page.ts'
import {
  type FurtherFile,
  type Manifest,
  type OutputFormat,
  refuseForeign,
  writeRun,
} from '../tables/results-folder.ts'
import { type RunOptions, runTables } from '../tables/run.ts'
import { type SparkOptions, sparkStages } from '../tables/spark/spark.ts'
import { CARRY, carryBytes } from '../tables/update-file.ts'
import { shower } from '../text/mask.ts'
import { type StageFigures, stageMeter } from '../workers/stage-meter.ts'
import { latestList } from './clusters.ts'
import { checkEntity } from './compare.ts'
import type { Context } from './shared/context.ts'
import { requireLedger, TABLES_SCHEMA } from './shared/recorded.ts'
import { headlineOf, healthOf, type RunHealth } from './table-health.ts'
import { type Asked, answersFor, askPeople, decisionOver, MOST_QUESTIONS, withoutThoseOf } from './table-reviews.ts'

/** Maximum number of clusters in one list: a reviewer can inspect them in a day, and one decision can hold them. */
const MOST_CLUSTERS = 50
/** Maximum number of edges of one cluster in a list: larger graphs are not readable. */
const MOST_EDGES = 80

/** The basis of an edge; pairs that are only the same through other records do not hold a cluster together. */
type Ground = Exclude<(typeof BASIS_WORDS)[number], 'cluster'>

interface GraphEdge {
  /** Number of the edge in the run. */
  readonly edge: number
  readonly score: number
  readonly basis: Ground
  /** True if the cluster splits without it. */
  readonly bridge: boolean
}

interface ClusterGraph {
  readonly cluster: number
  readonly size: number
  /** Number of all `same` pairs; `edges` has at most 80 of them. */
  readonly same: number
  readonly bridges: number
  /** Index in `edges`; null if only answers of reviewers hold the cluster together. */
  readonly weakest: number | null
  readonly edges: readonly GraphEdge[]
}

/** Clusters of three records and more, weakest edge first: half of the list are the weakest, the others the largest. */
function graphsOf(
  { edges, basis }: Pick<TableRun, 'edges' | 'basis'>,
  clusters: Numbered,
  summaries: ClusterSummaries,
): ClusterGraph[] {
  const { size, weakest } = summaries
  const held = (cluster: number) => (weakest[cluster] === NO_EDGE ? 1 : edges.score[weakest[cluster]!]!)
  const wanted: number[] = []
  for (let cluster = 0; cluster < clusters.count; cluster++) if (size[cluster]! > 2) wanted.push(cluster)
  const byWeakness = wanted.sort((x, y) => held(x) - held(y) || size[y]! - size[x]! || x - y)
  const chosen = new Set(byWeakness.slice(0, MOST_CLUSTERS / 2))
  const bySize = [...byWeakness].sort((x, y) => size[y]! - size[x]! || x - y)
  for (const cluster of bySize) if (chosen.size < MOST_CLUSTERS) chosen.add(cluster)
  const shown = byWeakness.filter((cluster) => chosen.has(cluster))
  const place = new Map(shown.map((cluster, at) => [cluster, at]))
  /** Index of the chosen cluster that an edge belongs to, -1 for any other edge. */
  const placeOf = (edge: number): number => {
    const cluster = clusters.of[edges.a[edge]!]!
    const holds = edges.identity[edge] === SAME && basis[edge] !== BY_CLUSTER
    return holds && clusters.of[edges.b[edge]!] === cluster ? (place.get(cluster) ?? -1) : -1
  }
  const inner = grouped(edges.a.length, shown.length, placeOf)
  const spanning = spanningForest(edges, clusters.of.length, (edge) => placeOf(edge) !== -1)
  const finder = new BridgeFinder()
  return shown.map((cluster, at) => {
    const own = inner.items.subarray(inner.starts[at]!, inner.starts[at + 1]!)
    const bridges = bridgesAmong(finder, own, edges)
    const kept = mostInformative(own, edges, spanning)
    return {
      cluster,
      size: size[cluster]!,
      same: own.length,
      bridges: bridges.size,
      weakest: weakest[cluster] === NO_EDGE ? null : kept.indexOf(weakest[cluster]!),
      edges: kept.map((edge) => ({
        edge,
        score: round4(edges.score[edge]!),
        basis: BASIS_WORDS[basis[edge]!] as Ground,
        bridge: bridges.has(edge),
      })),
    }
  })
}

/** Edges of the maximum spanning forest of the chosen clusters; they include the bridges and the weakest edges. */
function spanningForest(edges: Edges, records: number, isInner: (edge: number) => boolean): ReadonlySet<number> {
  const union = new UnionFind(records)
  const spanning = new Set<number>()
  for (const e of bestFirst(edges, isInner)) if (union.union(edges.a[e]!, edges.b[e]!)) spanning.add(e)
  return spanning
}

function bridgesAmong(finder: BridgeFinder, own: Uint32Array, { a, b }: Edges): ReadonlySet<number> {
  const local = new Map<number, number>()
  const nodeOf = (record: number) => {
    if (!local.has(record)) local.set(record, local.size)
    return local.get(record)!
  }
  const u = Array.from(own, (edge) => nodeOf(a[edge]!))
  const v = Array.from(own, (edge) => nodeOf(b[edge]!))
  return new Set(finder.bridges(local.size, u, v).map((found) => own[found]!))
}

/** Edges of the spanning forest first, weakest first: they show where a large cluster would split. */
function mostInformative(own: Uint32Array, { score }: Edges, spanning: ReadonlySet<number>): number[] {
  const rank = (edge: number) => (spanning.has(edge) ? 0 : 1)
  return Array.from(own)
    .sort((x, y) => rank(x) - rank(y) || score[x]! - score[y]! || x - y)
    .slice(0, MOST_EDGES)
}

// Clusters of a run in the ledger, for reviewers: one decision lists them, each edge is one, and only records hold values.

/** Creates the decision over the run with additional pins and call arguments. */
type Entry = (pins: Readonly<Record<string, unknown>>, call: Readonly<Record<string, unknown>>) => DecisionEntry

/** Records the weakest and largest clusters of a run, unless the latest list is equal; returns their number. */
async function listClusters(outcome: Outcome, entry: Entry, context: Context): Promise<number> {
  const ledger = requireLedger(context)
  const clusters: ListedCluster[] = []
  for (const graph of graphsOf(outcome.run, outcome.clusters, outcome.summaries)) {
    const { listed, appends } = listedOf(graph, outcome, context)
    await ledger.append(appends)
    clusters.push(listed)
  }
  const clusters_sha256 = sha256Hex(canonicalJson(clusters))
  const before = await latestList(context)
  if (before === null ? clusters.length === 0 : before.stored.pins['clusters_sha256'] === clusters_sha256)
    return clusters.length
  // A list that recurs after another one is a new decision, because the latest list applies.
  const follows = before?.stored.decision_id ?? null
  await ledger.append([{ entry: entry({ clusters_sha256, follows }, { clusters }), records: [] }])
  return clusters.length
}

function listedOf(
  { cluster, size, same, bridges, weakest, edges }: ClusterGraph,
  { run, ids }: Outcome,
  context: Context,
): { readonly listed: ListedCluster; readonly appends: LedgerAppend[] } {
  const records = new Map<string, number>()
  const numberOf = (record: string) => {
    if (!records.has(record)) records.set(record, records.size)
    return records.get(record)!
  }
  const appends: LedgerAppend[] = []
  const listed = edges.map(({ edge, score, basis, bridge }, at) => {
    const { decision_id, append } = decisionOver(run, edge, context)
    appends.push(append)
    const [a, b] = [numberOf(append.entry.record_a!), numberOf(append.entry.record_b!)]
    return { decision_id, a, b, score, basis, bridge, weakest: at === weakest }
  })
  return {
    listed: {
      cluster_id: ids[cluster]!,
      size,
      same,
      bridges,
      weakest_score: weakest === null ? null : edges[weakest]!.score,
      records: [...records.keys()],
      edges: listed,
    },
    appends,
  }
}

export interface TablesOptions extends Omit<RunOptions, 'packs' | 'earlier' | 'remote' | 'ended'> {
  /** A Spark cluster for scoring and connected components. The results are the same. */
  readonly spark?: SparkOptions | undefined
  /** Receives time and memory of each stage once it has ended. */
  readonly onStage?: ((figures: StageFigures) => void) | undefined
  /** Folder for the results; results of an earlier run are replaced. */
  readonly out: string
  readonly format?: OutputFormat | undefined
  /** Incremental update of the results in `out`: unchanged records are not compared with each other again, clusters keep their ids. */
  readonly update?: boolean | undefined
  /** File of review answers: source_a, record_a, source_b, record_b, answer (same, different, unsure). It takes precedence over scores. */
  readonly answers?: string | undefined
  /** For a link: no table holds an entity twice, or none of those named. */
  readonly oneToOne?: boolean | readonly string[] | undefined
  /** True to show values in the report instead of masking them. */
  readonly reveal?: boolean | undefined
  /** True to record one decision in the ledger, which binds the manifest; left out, as `reviews`. */
  readonly store?: boolean | undefined
  /** Reads review answers from the ledger's queue, and puts at most this many pairs to review there (true: 1,000). */
  readonly reviews?: boolean | number | undefined
  /** With `reviews`: also asks about so many merges, the weakest, and about as many that rest on one fact. */
  readonly audit?: number | undefined
}

export interface TablesAnswer {
  readonly manifest: Manifest
  /** Sentences to read first: whether the result is suspicious, and how many merges rest on little evidence. */
  readonly headline: readonly string[]
  /** `dec:sha256:` over the manifest: equal for the same tables, pack and version. */
  readonly decision_id: string
  readonly recorded: boolean
  /** Number of entities, including those of one record. */
  readonly clusters: number
  /** Number of pairs whose verdict is an answer of a reviewer, or follows from one. */
  readonly answered: number
  /** Number of answers about records that are not in the tables. */
  readonly absent: number
  /** With `reviews`: answers read from the queue, pairs of the run in the queue, and pairs left for a later run. */
  readonly reviews: (Asked & { readonly read: number }) | null
  /** Changes of records since the earlier run; null if there was none. */
  readonly carried: { readonly added: number; readonly changed: number; readonly removed: number } | null
}

const carriedOf = (carried: Carried | null): TablesAnswer['carried'] =>
  carried === null ? null : { added: carried.added, changed: carried.changed, removed: carried.removed }

/** Throws no_ledger, entity_unknown, usage, and timeout once the signal is aborted; nothing is written or recorded then. */
export async function tables(
  {
    out,
    format = 'csv',
    reviews = false,
    store = reviews !== false,
    audit = 0,
    update = false,
    oneToOne = false,
    reveal = false,
    answers,
    spark,
    onStage,
    ...asked
  }: TablesOptions,
  context: Context,
  own: readonly OwnPack[],
): Promise<TablesAnswer> {
  const ledger = store || reviews !== false ? requireLedger(context) : null
  const most = mostQuestions(reviews)
  checkAudit(audit, most)
  checkEntity(asked.entity, context)
  const { pack } = context.packs.entityPack(asked.entity)
  if (spark !== undefined) refuseOwnPacks(own)
  const ended = stageMeter(onStage)
  refuseForeign(out)
  const earlier = update ? await readEarlier(out) : null
  const given = answers === undefined ? [] : await readAnswerFile(answers)
  const remote = spark === undefined ? undefined : sparkStages(spark, asked.signal)
  let read: readonly AnswerRow[] = []
  const outcome = await settled().finally(() => remote?.close())
  const { carried } = outcome.run
  asked.onProgress?.('writing', 0)
  const sentences = sentencesOf(outcome.run, context.engines.compare)
  ended('cluster', outcome.clusters.count, 'records')
  const health = healthOf(outcome, pack, context.engines.compare.weigh, oneToOne !== false)
  const further = furtherFiles(outcome, health, sentences, context, { reveal, queued: most !== null })
  ended('report', outcome.run.edges.a.length, 'pairs')
  const manifest = await writeRun(outcome.run, outcome, out, {
    format,
    sentences,
    health,
    further,
    signal: asked.signal,
  })
  ended('write results', outcome.run.edges.a.length, 'pairs')
  const entry = entryOf(manifest, outcome.clusters.count)
  if (ledger !== null && store) await ledger.append([{ entry, records: [] }])
  const list = (pins: object, call: object) => entryOf(manifest, outcome.clusters.count, { pins, call })
  if (most !== null) await listClusters(outcome, list, context)
  const waiting = most === null ? null : await askPeople(outcome, most, audit, context)
  return {
    manifest,
    headline: headlineOf(health),
    decision_id: entry.decision_id,
    recorded: store,
    clusters: outcome.clusters.count,
    answered: outcome.decided.reduce((sum, one) => sum + one, 0),
    absent: outcome.absent,
    reviews: waiting === null ? null : { ...waiting, read: read.length },
    carried: carriedOf(carried),
  }

  async function settled(): Promise<Outcome> {
    const run = await runTables({ ...asked, packs: own, earlier: earlier ?? undefined, remote, ended })
    if (most !== null) read = await answersFor(run, context)
    asked.onProgress?.('clustering', 0)
    return outcomeOf(run, pack, context.engines.compare, {
      answers: [...withoutThoseOf(earlier?.answers ?? [], read), ...read, ...given],
      oneToOne,
      earlier,
      remote,
    })
  }
}

/** Maximum number of merges that one run asks about as the weakest. */
const MOST_AUDITED = 10_000

/** Throws usage for a number of merges to audit that cannot be met; `most`: the maximum number of questions, null without a queue. */
function checkAudit(audit: number, most: number | null): void {
  const isNumber = Number.isInteger(audit) && audit >= 0 && audit <= MOST_AUDITED
  if (isNumber && (audit === 0 || most !== null)) return
  throw new SelfsameError(
    'usage',
    'the number of merges to audit must be a whole number from 0 to 10000, and it needs the review queue',
  )
}

function refuseOwnPacks(own: readonly OwnPack[]): void {
  if (own.length > 0)
    throw new SelfsameError(
      'usage',
      'a pack of your own cannot be used on Spark, because its workers have the built-in packs only',
    )
}

/** Maximum number of pairs to put into the queue; null if the queue is not used. Throws usage. */
function mostQuestions(reviews: boolean | number): number | null {
  if (reviews === false) return null
  const most = reviews === true ? MOST_QUESTIONS : reviews
  if (Number.isInteger(most) && most >= 0 && most <= 1_000_000) return most
  throw new SelfsameError('usage', 'the number of pairs to review must be a whole number from 0 to 1000000')
}

/** Further files of the results: the report, and the state for a later incremental update. */
function furtherFiles(
  outcome: Outcome,
  health: RunHealth,
  sentences: Sentences,
  context: Context,
  { reveal, queued }: { readonly reveal: boolean; readonly queued: boolean },
): FurtherFile[] {
  const { run, clusters, summaries, ids, changes, decided } = outcome
  const weak = weakMerges(run, decided, context.engines.compare.weigh)
  const report = tablesReport({
    run,
    weak,
    queued,
    headline: headlineOf(health),
    clusters,
    summaries,
    ids,
    changes: changes ?? [],
    decided,
    show: shower(reveal, context.maskValues),
    evidence: (a, b) => context.engines.compare.contributions(run.entity, run.fieldsOf(a), run.fieldsOf(b)),
  })
  return [
    { name: 'report.html', content: report },
    { name: 'merges.json', content: mergesJson(run, weak, sentences) },
    { name: CARRY, content: carryBytes({ fingerprints: run.fingerprints, edges: run.scored }) },
  ]
}

function entryOf(manifest: Manifest, clusters: number, more: { pins?: object; call?: object } = {}): DecisionEntry {
  const { same, review } = manifest.statistics as { same: number; review: number }
  const pins = { ...manifest.pins, manifest_sha256: sha256Hex(canonicalJson(manifest)), ...more.pins }
  const bound = { a: null, b: null, identity: null, score: null, factors: {}, pins }
  return {
    decision_id: contentId('dec', { schema: TABLES_SCHEMA, ...bound }),
    verb: 'tables',
    identity: null,
    action: 'hold',
    basis: `tables:${manifest.entity}`,
    score: null,
    explanation: `${same} pairs of records are the same, ${review} are to be reviewed; the records come to ${clusters} entities.`,
    factors: {},
    pins,
    call: { task: manifest.task, entity: manifest.entity, ...more.call },
    evidence: {
      kind: 'comparison',
      supporting: [],
      refuting: [],
      missing: [],
      shared: [],
      gate: { clearing_signal: null, distinctive_cleared: false, floor: 0 },
    },
    record_a: null,
    record_b: null,
  }
}

/** A run can only be repeated from its tables, which the ledger does not keep. */
export function tablesAgain(): never {
  throw new SelfsameError(
    'replay_impossible',
    'this decision cannot be made again: it is over tables, which the ledger does not keep; run the same command on the same tables and compare the decision id',
  )
}
