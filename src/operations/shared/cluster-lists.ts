// The latest recorded list of clusters, read from its decision.
import { noLedger, SelfsameError } from '../../errors.ts'
import type { RecordedDecision } from '../../ledger/store.ts'
import { canonicalJson } from '../../records/canonical.ts'
import { ListedCluster } from '../../records/clusters.ts'
import { sha256Hex } from '../../records/ids.ts'
import type { Context } from './context.ts'
import { requireLedger } from './recorded.ts'

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
