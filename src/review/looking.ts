// Read-only queries for people: the contribution of each factor of a comparison, the latest decisions, and clusters.
import type { z } from 'zod'
import type { Context } from '../operations/shared/context.ts'
import { type ClusterAnswer, ClusterRequest, type ClustersAnswer, ClustersRequest } from '../records/clusters.ts'
import { type DecisionsAnswer, DecisionsRequest, type WeighAnswer, WeighRequest } from '../records/studio.ts'

/** Validates a request and adds defaults. Throws shape and, if a ledger is needed, no_ledger. */
export type Shaped = <Schema extends z.ZodType<object>>(
  schema: Schema,
  request: z.input<Schema>,
  needsLedger: boolean,
) => z.output<Schema>

/** Every method throws SelfsameError: `shape` for a malformed request, and the errors documented by its operation. */
export interface Looking {
  /** The contribution of each factor to a comparison of two records, and the single changes that would change its verdict. Throws entity_unknown. */
  weigh(request: z.input<typeof WeighRequest>): Promise<WeighAnswer>
  /** The size of the ledger, and its latest decisions. Throws no_ledger, ledger_unavailable. */
  decisions(request?: z.input<typeof DecisionsRequest>): Promise<DecisionsAnswer>
  /** The weakest and largest clusters of the latest run that listed them. Throws no_ledger, ledger_unavailable, ledger_corrupt. */
  clusters(request?: z.input<typeof ClustersRequest>): Promise<ClustersAnswer>
  /** One cluster as a graph. Throws no_ledger, cluster_unknown, ledger_unavailable, ledger_corrupt. */
  cluster(request: z.input<typeof ClusterRequest>): Promise<ClusterAnswer>
}

export function createLooking(shaped: Shaped, context: () => Promise<Context>): Looking {
  return {
    async weigh(request) {
      const asked = shaped(WeighRequest, request, false)
      return (await import('../operations/weigh.ts')).weigh(asked, await context())
    },
    async decisions(request = {}) {
      const asked = shaped(DecisionsRequest, request, true)
      return (await import('../operations/decisions.ts')).decisions(asked, await context())
    },
    async clusters(request = {}) {
      const asked = shaped(ClustersRequest, request, true)
      return (await import('../operations/clusters.ts')).clusters(asked, await context())
    },
    async cluster(request) {
      const asked = shaped(ClusterRequest, request, true)
      return (await import('../operations/clusters.ts')).cluster(asked, await context())
    },
  }
}
