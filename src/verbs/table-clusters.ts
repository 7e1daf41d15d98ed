// Clusters of a run in the ledger, so that reviewers can inspect them as graphs and cut an edge: one decision lists them, and each edge
// is a decision of its own. Only the records hold values and their positions.
import type { DecisionEntry, LedgerAppend } from '../ledger/store.ts'
import { canonicalJson } from '../records/canonical.ts'
import type { ListedCluster } from '../records/clusters.ts'
import { sha256Hex } from '../records/ids.ts'
import { type ClusterGraph, graphsOf } from '../tables/clusters/graphs.ts'
import type { Outcome } from '../tables/outcome.ts'
import { latestList } from './shared/cluster-lists.ts'
import type { Context } from './shared/context.ts'
import { requireLedger } from './shared/recorded.ts'
import { decisionOver } from './table-reviews.ts'

/** Creates the decision over the run with additional pins and call arguments. */
type Entry = (pins: Readonly<Record<string, unknown>>, call: Readonly<Record<string, unknown>>) => DecisionEntry

/** Records the weakest and largest clusters of a run, unless the latest list is equal; returns their number. */
export async function listClusters(outcome: Outcome, entry: Entry, context: Context): Promise<number> {
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
