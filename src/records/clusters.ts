// Clusters listed by runs over tables: their part of a decision, and their views for reviewers.
import { z } from 'zod'
import { PAIR_STATES } from './review.ts'
import { ServiceId } from './service-id.ts'

/** Summary of one cluster, without values and sources, which may be a person's number. */
const Summary = z.object({
  cluster_id: ServiceId,
  size: z.int(),
  /** Number of its pairs with the verdict "same". */
  same: z.int(),
  /** Number of pairs without which the cluster splits. */
  bridges: z.int(),
  /** Score of the pair that splits the cluster first; null if only reviewers' answers connect it. */
  weakest_score: z.number().nullable(),
})

const Edge = z.object({
  /** The decision of /compare on the two records. */
  decision_id: ServiceId,
  /** Indexes of its records, from 0. */
  a: z.int(),
  b: z.int(),
  /** Score in the run: weights fitted to the table may make it different from the score of the decision. */
  score: z.number(),
  basis: z.enum(['comparison', 'fit', 'people']),
  bridge: z.boolean(),
  weakest: z.boolean(),
})

export const ListedCluster = Summary.extend({ records: z.array(ServiceId), edges: z.array(Edge) })
export type ListedCluster = z.infer<typeof ListedCluster>

export const ClustersRequest = z.strictObject({})
export type ClustersRequest = z.infer<typeof ClustersRequest>

export const ClustersAnswer = z.object({
  /** The decision of the run that listed the clusters; null if there is none. */
  decision_id: ServiceId.nullable(),
  entity: z.string().nullable(),
  recorded_at: z.string().nullable(),
  /** In ascending order of their weakest edge. */
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
  /** Records of the listed edges; for a large cluster not all. */
  records: z.array(
    z.object({
      record_id: ServiceId,
      /** Source of the record, and its values; null once they are erased. */
      source: z.string().nullable(),
      record: z.string().nullable(),
      fields: z.record(z.string(), z.string()).nullable(),
    }),
  ),
  /** At most 80 edges, the ones that connect the cluster first. */
  edges: z.array(
    Edge.extend({
      /** The current decision on the pair; an answer supersedes the earlier one. */
      standing_id: ServiceId,
      /** State of the pair in the review queue; null if it was never queued. */
      state: z.enum(PAIR_STATES).nullable(),
    }),
  ),
})
export type ClusterAnswer = z.infer<typeof ClusterAnswer>
