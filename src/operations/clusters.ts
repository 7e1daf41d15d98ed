// GET /clusters and GET /clusters/{id}: the clusters of the latest run that listed them, and one of them as a graph.
import { noLedger, SelfsameError } from '../errors.ts'
import { pairOfRecords, type RecordedDecision } from '../ledger/store.ts'
import { canonicalJson } from '../records/canonical.ts'
import {
  type ClusterAnswer,
  type ClusterRequest,
  type ClustersAnswer,
  type ClustersRequest,
  ListedCluster,
} from '../records/clusters.ts'
import { sha256Hex } from '../records/ids.ts'
import { shower } from '../text/mask.ts'
import type { Context, Handler } from './shared/context.ts'
import { requireLedger, requireReviews } from './shared/recorded.ts'
import { RECORD, SOURCE } from './table-reviews.ts'

export interface ClusterList {
  readonly stored: RecordedDecision
  readonly entity: string
  readonly clusters: readonly ListedCluster[]
}

/** Null if no run has listed clusters. Throws no_ledger, ledger_unavailable, ledger_corrupt. */
export async function latestList(context: Context): Promise<ClusterList | null> {
  const ledger = requireLedger(context)
  if (ledger.browser === null) throw noLedger()
  const id = await ledger.browser.latestClusters()
  const stored = id === null ? null : await ledger.decision(id)
  if (stored === null) return null
  const { clusters, entity } = stored.call
  const read = ListedCluster.array().safeParse(clusters)
  if (!read.success || sha256Hex(canonicalJson(read.data)) !== stored.pins['clusters_sha256'])
    throw new SelfsameError('ledger_corrupt', 'the list of clusters in the ledger is not the one that was recorded')
  return { stored, entity: String(entity), clusters: read.data }
}

/** Throws no_ledger, ledger_unavailable, ledger_corrupt. */
export const clusters: Handler<ClustersRequest, ClustersAnswer> = async (_request, context) => {
  const list = await latestList(context)
  if (list === null) return { decision_id: null, entity: null, recorded_at: null, clusters: [] }
  const { stored, entity } = list
  return {
    decision_id: stored.decision_id,
    entity,
    recorded_at: stored.recorded_at,
    clusters: list.clusters.map(({ records: _records, edges: _edges, ...summary }) => summary),
  }
}

/** Throws no_ledger, cluster_unknown, ledger_unavailable, ledger_corrupt. */
export const cluster: Handler<ClusterRequest, ClusterAnswer> = async ({ id, reveal }, context) => {
  const list = await latestList(context)
  const found = list?.clusters.find(({ cluster_id }) => cluster_id === id)
  if (list === null || found === undefined)
    throw new SelfsameError(
      'cluster_unknown',
      'the latest list of clusters has no cluster with that id; read the list again',
    )
  const { records, edges, ...summary } = found
  const reviews = requireReviews(context)
  const show = shower(reveal, context.maskValues)
  const shown: ClusterAnswer['edges'] = []
  for (const edge of edges) {
    const row = await reviews.row(pairOfRecords(records[edge.a]!, records[edge.b]!))
    shown.push({ ...edge, standing_id: row?.decision_id ?? edge.decision_id, state: row?.state ?? null })
  }
  const values: ClusterAnswer['records'] = []
  for (const record of records) values.push(await recordOf(record, show, context))
  return { ...summary, entity: list.entity, records: values, edges: shown }
}

async function recordOf(
  record_id: string,
  show: (value: string) => string,
  context: Context,
): Promise<ClusterAnswer['records'][number]> {
  const record = await requireLedger(context).record(record_id)
  if (record === null)
    throw new SelfsameError('ledger_corrupt', `the record ${record_id} of this cluster is missing from the ledger`)
  const { content } = record
  if (content === null || !('attributes' in content)) return { record_id, source: null, record: null, fields: null }
  const { [SOURCE]: source = '', [RECORD]: id = '', ...fields } = content.attributes
  const masked = Object.entries(fields).map(([name, value]) => [name, show(value)])
  return { record_id, source: show(source), record: show(id), fields: Object.fromEntries(masked) }
}
