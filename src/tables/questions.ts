// Order of pairs in the queue of reviewers.
import type { Clusters } from './clusters/cluster.ts'
import type { ClusterSummaries } from './clusters/summaries.ts'
import { BY_CLUSTER, BY_PEOPLE, REVIEW, type TableRun } from './model.ts'

/**
 * Edge numbers of pairs to review, and of merges of contrary facts, those first whose answer is expected to change most: min(score, 1 - score) times the number of record pairs
 * between the two clusters, or half of these where the clusters contradict each other. Only the least certain pair of each two clusters, because its answer affects the others.
 */
export function questionsOf({ edges, basis }: TableRun, clusters: Clusters, { size }: ClusterSummaries): number[] {
  const { a, b, score, identity } = edges
  const open = (edge: number) => Math.min(score[edge]!, 1 - score[edge]!)
  const chosen = new Map<number, number>()
  for (let edge = 0; edge < identity.length; edge++) {
    if (identity[edge] !== REVIEW && (basis[edge] === BY_PEOPLE || !clusters.contrary.has(edge))) continue
    const [x, y] = [clusters.of[a[edge]!]!, clusters.of[b[edge]!]!]
    const between = Math.min(x, y) * clusters.count + Math.max(x, y)
    const other = chosen.get(between)
    if (other === undefined || open(edge) > open(other)) chosen.set(between, edge)
  }
  const doubt = (edge: number) => (basis[edge] === BY_CLUSTER ? 0.5 : open(edge))
  const effect = (edge: number) => doubt(edge) * size[clusters.of[a[edge]!]!]! * size[clusters.of[b[edge]!]!]!
  return [...chosen.values()].sort((x, y) => effect(y) - effect(x) || x - y)
}
