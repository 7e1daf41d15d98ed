// Clusters that runs over tables have listed: what is kept of them in a decision, and how people look at them.
import { z } from 'zod'
import { PAIR_STATES } from './review.ts'
import { ServiceId } from './service-id.ts'

/** What one cluster of a list is, without values and without places, which may be somebody's number. */
const Summary = z.object({
  cluster_id: ServiceId,
  /** Records of the cluster. */
  size: z.int(),
  /** Pairs of it that were found the same. */
  same: z.int(),
  /** Pairs without which it falls apart. */
  bridges: z.int(),
  /** Of the pair at which it falls apart first; null where people alone hold it together. */
  weakest_score: z.number().nullable(),
})

const Edge = z.object({
  /** The decision of /compare over the two records. */
  decision_id: ServiceId,
  /** Numbers of its records, from 0. */
  a: z.int(),
  b: z.int(),
  /** As the run has it: weights fitted to the table may have moved it from that of the decision. */
  score: z.number(),
  /** What its verdict stands on. */
  basis: z.enum(['comparison', 'fit', 'people']),
  bridge: z.boolean(),
  weakest: z.boolean(),
})

/** One cluster as a decision lists it. */
export const ListedCluster = Summary.extend({ records: z.array(ServiceId), edges: z.array(Edge) })
export type ListedCluster = z.infer<typeof ListedCluster>

export const ClustersRequest = z.strictObject({})
export type ClustersRequest = z.infer<typeof ClustersRequest>

export const ClustersAnswer = z.object({
  /** The decision of the run that listed them; null where none has. */
  decision_id: ServiceId.nullable(),
  entity: z.string().nullable(),
  recorded_at: z.string().nullable(),
  /** The one with the weakest edge first. */
  clusters: z.array(Summary),
})
export type ClustersAnswer = z.infer<typeof ClustersAnswer>

export const ClusterRequest = z.strictObject({
  id: z.string().describe('The id of a cluster of the latest list.'),
  reveal: z.boolean().default(false).describe('Show values instead of masking them.'),
})
export type ClusterRequest = z.infer<typeof ClusterRequest>

export const ClusterAnswer = Summary.extend({
  entity: z.string(),
  /** Records that the edges lead to: of a large cluster not all. */
  records: z.array(
    z.object({
      record_id: ServiceId,
      /** Where it stands, and its values; null once they are erased. */
      source: z.string().nullable(),
      record: z.string().nullable(),
      fields: z.record(z.string(), z.string()).nullable(),
    }),
  ),
  /** At most 80, those first on which it hangs. */
  edges: z.array(
    Edge.extend({
      /** The decision that stands for the pair now: an answer supersedes it. */
      standing_id: ServiceId,
      /** Its place in the review queue; null where nobody was asked. */
      state: z.enum(PAIR_STATES).nullable(),
    }),
  ),
})
export type ClusterAnswer = z.infer<typeof ClusterAnswer>
