// What people look at besides: what each factor of a comparison adds, and what was decided lately.
import type { z } from 'zod'
import { type ClusterAnswer, ClusterRequest, type ClustersAnswer, ClustersRequest } from '../records/clusters.ts'
import { type DecisionsAnswer, DecisionsRequest, type WeighAnswer, WeighRequest } from '../records/studio.ts'
import type { Context } from '../verbs/shared/context.ts'

/** The request, defaults filled in. Throws shape and, where a ledger is needed, no_ledger. */
export type Shaped = <Schema extends z.ZodType<object>>(
  schema: Schema,
  request: z.input<Schema>,
  needsLedger: boolean,
) => z.output<Schema>

/** Every method throws SelfsameError: `shape` for a malformed request, and what its verb documents. */
export interface Looking {
  /** What each factor of a comparison of two records adds, and which single change would turn its verdict. Throws entity_unknown. */
  weigh(request: z.input<typeof WeighRequest>): Promise<WeighAnswer>
  /** How much is in the ledger, and what was decided lately. Throws no_ledger, ledger_unavailable. */
  decisions(request?: z.input<typeof DecisionsRequest>): Promise<DecisionsAnswer>
  /** The weakest and largest clusters of the latest run that listed them. Throws no_ledger, ledger_unavailable, ledger_corrupt. */
  clusters(request?: z.input<typeof ClustersRequest>): Promise<ClustersAnswer>
  /** One of them as a graph. Throws no_ledger, cluster_unknown, ledger_unavailable, ledger_corrupt. */
  cluster(request: z.input<typeof ClusterRequest>): Promise<ClusterAnswer>
}

export function createLooking(shaped: Shaped, context: () => Promise<Context>): Looking {
  return {
    async weigh(request) {
      const asked = shaped(WeighRequest, request, false)
      return (await import('../verbs/weigh.ts')).weigh(asked, await context())
    },
    async decisions(request = {}) {
      const asked = shaped(DecisionsRequest, request, true)
      return (await import('../verbs/decisions.ts')).decisions(asked, await context())
    },
    async clusters(request = {}) {
      const asked = shaped(ClustersRequest, request, true)
      return (await import('../verbs/clusters.ts')).clusters(asked, await context())
    },
    async cluster(request) {
      const asked = shaped(ClusterRequest, request, true)
      return (await import('../verbs/clusters.ts')).cluster(asked, await context())
    },
  }
}
