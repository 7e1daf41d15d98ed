// Tables: the records of one entity within a table or between several, written into a folder and, where asked, bound by one decision.
import { SelfsameError } from '../errors.ts'
import type { DecisionEntry } from '../ledger/store.ts'
import type { OwnPack } from '../packs/own-packs.ts'
import { canonicalJson } from '../records/canonical.ts'
import { contentId, sha256Hex } from '../records/ids.ts'
import { clusterRecords } from '../tables/clusters/cluster.ts'
import { clusterIds } from '../tables/clusters/ids.ts'
import { summarize } from '../tables/clusters/summaries.ts'
import type { TableRun } from '../tables/model.ts'
import { type Manifest, type NamedClusters, type OutputFormat, refuseForeign, writeRun } from '../tables/output.ts'
import { type RunOptions, runTables } from '../tables/run.ts'
import { impliedBy } from '../tables/settle.ts'
import { checkEntity } from './compare.ts'
import type { Context } from './shared/context.ts'
import { requireLedger } from './shared/recorded.ts'

/** Bound by the decision over a run. */
export const TABLES_SCHEMA = 'selfsame.tables.v1'

export interface TablesOptions extends Omit<RunOptions, 'packs'> {
  /** Folder for the results; one of an earlier run is replaced. */
  readonly out: string
  readonly format?: OutputFormat | undefined
  /** Record one decision in the ledger, which binds the manifest. */
  readonly store?: boolean | undefined
}

export interface TablesAnswer {
  readonly manifest: Manifest
  /** `dec:sha256:` over the manifest: the same tables, pack and version give the same. */
  readonly decision_id: string
  readonly recorded: boolean
  /** Entities that the records come to, those of one record counted. */
  readonly clusters: number
}

/** Throws no_ledger, entity_unknown, usage, timeout once the signal is aborted; nothing is written or recorded then. */
export async function tables(
  { out, format = 'csv', store = false, ...asked }: TablesOptions,
  context: Context,
  own: readonly OwnPack[],
): Promise<TablesAnswer> {
  const ledger = store ? requireLedger(context) : null
  checkEntity(asked.entity, context)
  refuseForeign(out)
  const found = await runTables({ ...asked, packs: own })
  asked.onProgress?.('writing', 0)
  const named = namedClusters(found)
  const run = impliedBy(found, named.clusters.of)
  const manifest = await writeRun(run, named, out, { format, signal: asked.signal })
  const entry = entryOf(manifest, named.clusters.count)
  if (ledger !== null) await ledger.append([{ entry, records: [] }])
  return { manifest, decision_id: entry.decision_id, recorded: ledger !== null, clusters: named.clusters.count }
}

/** Clusters of a run, under ids that stay as long as their founders do. */
export function namedClusters({ entity, records, edges }: TableRun): NamedClusters {
  const clusters = clusterRecords({ count: records.count, edges })
  const { ids } = clusterIds(entity, clusters, (record) => records.of(record), null)
  return { clusters, ids, summaries: summarize(clusters, edges) }
}

function entryOf(manifest: Manifest, clusters: number): DecisionEntry {
  const { same, review } = manifest.statistics as { same: number; review: number }
  const pins = { ...manifest.pins, manifest_sha256: sha256Hex(canonicalJson(manifest)) }
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
    call: { task: manifest.task, entity: manifest.entity },
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

/** A run is made again from its tables, which no ledger keeps. */
export function tablesAgain(): never {
  throw new SelfsameError(
    'replay_impossible',
    'this decision cannot be made again: it is over tables, which the ledger does not keep; run the same command on the same tables and compare the decision id',
  )
}
