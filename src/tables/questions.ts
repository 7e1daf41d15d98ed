// Which of the pairs to review people are asked about first.
import type { ClusterSummaries } from './clusters/summaries.ts'
import type { Numbered } from './clusters/union-find.ts'
import { type Edges, REVIEW } from './model.ts'

/**
 * Numbers of edges to review, those first of which an answer is expected to change most: min(score, 1 - score) times the pairs of records
 * between the two clusters. One for each two clusters, the least certain: what is said of it bears on the others.
 */
export function questionsOf(edges: Edges, clusters: Numbered, { size }: ClusterSummaries): number[] {
  const { a, b, score, identity } = edges
  const open = (edge: number) => Math.min(score[edge]!, 1 - score[edge]!)
  const chosen = new Map<number, number>()
  for (let edge = 0; edge < identity.length; edge++) {
    if (identity[edge] !== REVIEW) continue
    const [x, y] = [clusters.of[a[edge]!]!, clusters.of[b[edge]!]!]
    const between = Math.min(x, y) * clusters.count + Math.max(x, y)
    const other = chosen.get(between)
    if (other === undefined || open(edge) > open(other)) chosen.set(between, edge)
  }
  const effect = (edge: number) => open(edge) * size[clusters.of[a[edge]!]!]! * size[clusters.of[b[edge]!]!]!
  return [...chosen.values()].sort((x, y) => effect(y) - effect(x) || x - y)
}
