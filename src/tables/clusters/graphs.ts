// Clusters to inspect as graphs: the weakest and the largest, with the edges that hold each together.
import { round4 } from '../../records/canonical.ts'
import { BASIS_WORDS, BY_CLUSTER, type Edges, SAME, type TableRun } from '../model.ts'
import { BridgeFinder } from './bridges.ts'
import { bestFirst, type ClusterSummaries, NO_EDGE } from './summaries.ts'
import { grouped, type Numbered, UnionFind } from './union-find.ts'

/** Maximum number of clusters in one list: a reviewer can inspect them in a day, and one decision can hold them. */
export const MOST_CLUSTERS = 50
/** Maximum number of edges of one cluster in a list: larger graphs are not readable. */
const MOST_EDGES = 80

/** The basis of an edge; pairs that are only the same through other records do not hold a cluster together. */
type Ground = Exclude<(typeof BASIS_WORDS)[number], 'cluster'>

export interface GraphEdge {
  /** Number of the edge in the run. */
  readonly edge: number
  readonly score: number
  readonly basis: Ground
  /** True if the cluster splits without it. */
  readonly bridge: boolean
}

export interface ClusterGraph {
  readonly cluster: number
  readonly size: number
  /** Number of all `same` pairs; `edges` has at most 80 of them. */
  readonly same: number
  readonly bridges: number
  /** Index in `edges`; null if only answers of reviewers hold the cluster together. */
  readonly weakest: number | null
  readonly edges: readonly GraphEdge[]
}

/** Clusters of three records and more, weakest edge first: half of the list are the weakest, the others the largest. */
export function graphsOf(
  { edges, basis }: Pick<TableRun, 'edges' | 'basis'>,
  clusters: Numbered,
  summaries: ClusterSummaries,
): ClusterGraph[] {
  const { size, weakest } = summaries
  const held = (cluster: number) => (weakest[cluster] === NO_EDGE ? 1 : edges.score[weakest[cluster]!]!)
  const wanted: number[] = []
  for (let cluster = 0; cluster < clusters.count; cluster++) if (size[cluster]! > 2) wanted.push(cluster)
  const byWeakness = wanted.sort((x, y) => held(x) - held(y) || size[y]! - size[x]! || x - y)
  const chosen = new Set(byWeakness.slice(0, MOST_CLUSTERS / 2))
  const bySize = [...byWeakness].sort((x, y) => size[y]! - size[x]! || x - y)
  for (const cluster of bySize) if (chosen.size < MOST_CLUSTERS) chosen.add(cluster)
  const shown = byWeakness.filter((cluster) => chosen.has(cluster))
  const place = new Map(shown.map((cluster, at) => [cluster, at]))
  /** Index of the chosen cluster that an edge belongs to, -1 for any other edge. */
  const placeOf = (edge: number): number => {
    const cluster = clusters.of[edges.a[edge]!]!
    const holds = edges.identity[edge] === SAME && basis[edge] !== BY_CLUSTER
    return holds && clusters.of[edges.b[edge]!] === cluster ? (place.get(cluster) ?? -1) : -1
  }
  const inner = grouped(edges.a.length, shown.length, placeOf)
  const spanning = spanningForest(edges, clusters.of.length, (edge) => placeOf(edge) !== -1)
  const finder = new BridgeFinder()
  return shown.map((cluster, at) => {
    const own = inner.items.subarray(inner.starts[at]!, inner.starts[at + 1]!)
    const bridges = bridgesAmong(finder, own, edges)
    const kept = mostInformative(own, edges, spanning)
    return {
      cluster,
      size: size[cluster]!,
      same: own.length,
      bridges: bridges.size,
      weakest: weakest[cluster] === NO_EDGE ? null : kept.indexOf(weakest[cluster]!),
      edges: kept.map((edge) => ({
        edge,
        score: round4(edges.score[edge]!),
        basis: BASIS_WORDS[basis[edge]!] as Ground,
        bridge: bridges.has(edge),
      })),
    }
  })
}

/** Edges of the maximum spanning forest of the chosen clusters; they include the bridges and the weakest edges. */
function spanningForest(edges: Edges, records: number, isInner: (edge: number) => boolean): ReadonlySet<number> {
  const union = new UnionFind(records)
  const spanning = new Set<number>()
  for (const e of bestFirst(edges, isInner)) if (union.union(edges.a[e]!, edges.b[e]!)) spanning.add(e)
  return spanning
}

function bridgesAmong(finder: BridgeFinder, own: Uint32Array, { a, b }: Edges): ReadonlySet<number> {
  const local = new Map<number, number>()
  const nodeOf = (record: number) => {
    if (!local.has(record)) local.set(record, local.size)
    return local.get(record)!
  }
  const u = Array.from(own, (edge) => nodeOf(a[edge]!))
  const v = Array.from(own, (edge) => nodeOf(b[edge]!))
  return new Set(finder.bridges(local.size, u, v).map((found) => own[found]!))
}

/** Edges of the spanning forest first, weakest first: they show where a large cluster would split. */
function mostInformative(own: Uint32Array, { score }: Edges, spanning: ReadonlySet<number>): number[] {
  const rank = (edge: number) => (spanning.has(edge) ? 0 : 1)
  return Array.from(own)
    .sort((x, y) => rank(x) - rank(y) || score[x]! - score[y]! || x - y)
    .slice(0, MOST_EDGES)
}
