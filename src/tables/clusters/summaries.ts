// Quality figures of clusters (number of pairs by verdict, weakest edge, bridges), and why their pairs came out as they did, one sentence each.
import type { CompareEngine } from '../../engines/compare/engine.ts'
import { DIFFERENT, type Edges, REVIEW, RIVALLED, SAME, type TableRun } from '../records/table-run.ts'
import { type Grouped, grouped, type Numbered, UnionFind } from './union-find.ts'

/** Finds bridges in many small graphs and reuses its memory. Tarjan, A note on finding the bridges of a graph, IPL 2 (1974). */
export class BridgeFinder {
  private starts = new Uint32Array(64)
  private ends = new Uint32Array(64)
  private edgeOf = new Uint32Array(64)
  private entered = new Uint32Array(64)
  private low = new Uint32Array(64)
  private next = new Uint32Array(64)
  private stack = new Uint32Array(64)
  private cameBy = new Uint32Array(64)

  /** `nodes` nodes 0..nodes-1 and edges between `u[i]` and `v[i]`, no two between the same nodes. Returns the indices of the bridges, ascending. */
  bridges(nodes: number, u: ArrayLike<number>, v: ArrayLike<number>): number[] {
    this.lay(nodes, u, v)
    const { entered, low, next, starts, ends, edgeOf, stack, cameBy } = this
    const found: number[] = []
    let clock = 0
    for (let start = 0; start < nodes; start++) {
      if (entered[start] !== 0) continue
      let depth = 0
      stack[0] = start
      cameBy[0] = NONE
      entered[start] = low[start] = ++clock
      while (depth >= 0) {
        const at = stack[depth]!
        if (next[at]! < starts[at + 1]!) {
          const i = next[at]!++
          const other = ends[i]!
          if (edgeOf[i] === cameBy[depth]) continue
          if (entered[other] === 0) {
            entered[other] = low[other] = ++clock
            stack[++depth] = other
            cameBy[depth] = edgeOf[i]!
          } else if (entered[other]! < low[at]!) low[at] = entered[other]!
          continue
        }
        depth--
        if (depth < 0) continue
        const above = stack[depth]!
        if (low[at]! < low[above]!) low[above] = low[at]!
        if (low[at]! > entered[above]!) found.push(cameBy[depth + 1]!)
      }
    }
    return found.sort((x, y) => x - y)
  }

  /** Adjacency lists of all nodes, one after the other. */
  private lay(nodes: number, u: ArrayLike<number>, v: ArrayLike<number>): void {
    this.grow(nodes, u.length)
    const { starts, ends, edgeOf, next } = this
    starts.fill(0, 0, nodes + 1)
    this.entered.fill(0, 0, nodes)
    for (let e = 0; e < u.length; e++) {
      starts[u[e]! + 1]!++
      starts[v[e]! + 1]!++
    }
    for (let i = 0; i < nodes; i++) starts[i + 1]! += starts[i]!
    next.set(starts.subarray(0, nodes))
    for (let e = 0; e < u.length; e++)
      for (const [from, to] of [
        [u[e]!, v[e]!],
        [v[e]!, u[e]!],
      ] as const) {
        ends[next[from]!] = to
        edgeOf[next[from]!++] = e
      }
    next.set(starts.subarray(0, nodes))
  }

  private grow(nodes: number, edges: number): void {
    if (this.starts.length <= nodes) {
      const size = 2 * nodes + 2
      this.starts = new Uint32Array(size)
      this.entered = new Uint32Array(size)
      this.low = new Uint32Array(size)
      this.next = new Uint32Array(size)
      this.stack = new Uint32Array(size)
      this.cameBy = new Uint32Array(size)
    }
    if (this.ends.length < 2 * edges) {
      this.ends = new Uint32Array(4 * edges)
      this.edgeOf = new Uint32Array(4 * edges)
    }
  }
}

const NONE = 0xffffffff

/** Pairs of a run that get a sentence, so that a large table costs no more: those to review and those with a rival, then the weakest merges. */
const MOST_TOLD = 50_000

/** The sentence of an edge; null beyond the most that are told. */
export type Sentences = (edge: number) => string | null

export function sentencesOf(run: TableRun, compare: Pick<CompareEngine, 'compareRecords'>): Sentences {
  const { edges, entity, fieldsOf } = run
  const told = new Uint8Array(edges.a.length)
  let room = MOST_TOLD
  const tell = (edge: number) => {
    if (room-- > 0) told[edge] = 1
  }
  for (let edge = 0; edge < told.length; edge++)
    if (edges.identity[edge] === REVIEW || edges.identity[edge] === RIVALLED) tell(edge)
  for (const edge of bestFirst(edges, (e) => edges.identity[e] === SAME).reverse()) tell(edge)
  return (edge) =>
    told[edge] === 1
      ? compare.compareRecords(entity, fieldsOf(edges.a[edge]!), fieldsOf(edges.b[edge]!)).explanation
      : null
}

/** Arrays by cluster number. Clusters of one record have no pairs: 0 everywhere, `weakest` NO_EDGE. */
export interface ClusterSummaries {
  readonly size: Uint32Array
  readonly same: Uint32Array
  readonly review: Uint32Array
  readonly different: Uint32Array
  /** The edge above whose score the cluster would split: the lowest on the best paths. NO_EDGE if only reviewers' answers hold it together. */
  readonly weakest: Uint32Array
  readonly bridges: Uint32Array
}

export const NO_EDGE = 0xffffffff

/** Share of a cluster's pairs that are the same, 0..1; 1 for a cluster of one record. */
export function densityOf(summaries: ClusterSummaries, cluster: number): number {
  const size = summaries.size[cluster]!
  return size < 2 ? 1 : summaries.same[cluster]! / ((size * (size - 1)) / 2)
}

export function summarize(clusters: Numbered, edges: Edges): ClusterSummaries {
  const { count, of } = clusters
  const zero = () => new Uint32Array(count)
  const summaries = {
    size: zero(),
    same: zero(),
    review: zero(),
    different: zero(),
    weakest: zero().fill(NO_EDGE),
    bridges: zero(),
  }
  for (const cluster of of) summaries.size[cluster]!++
  const counts = [] as Uint32Array[]
  counts[DIFFERENT] = summaries.different
  counts[RIVALLED] = summaries.different
  counts[REVIEW] = summaries.review
  counts[SAME] = summaries.same
  for (let e = 0; e < edges.a.length; e++) {
    const cluster = of[edges.a[e]!]!
    if (of[edges.b[e]!] === cluster) counts[edges.identity[e]!]![cluster]!++
  }
  markWeakest(clusters, edges, summaries.weakest)
  countBridges(clusters, edges, summaries)
  return summaries
}

/** Edge numbers by descending score; equal scores in edge order. Scores are whole ten-thousandths, so that buckets sort them. */
export function bestFirst(edges: Edges, isWanted: (edge: number) => boolean): Uint32Array {
  return grouped(edges.a.length, 10_001, (e) => (isWanted(e) ? 10_000 - Math.round(edges.score[e]! * 10_000) : -1))
    .items
}

/** Kruskal's maximum spanning forest: the last edge that completes a cluster is its weakest. */
function markWeakest({ of }: Numbered, edges: Edges, weakest: Uint32Array): void {
  const union = new UnionFind(of.length)
  for (const e of bestFirst(edges, (e) => edges.identity[e] === SAME && of[edges.a[e]!] === of[edges.b[e]!]))
    if (union.union(edges.a[e]!, edges.b[e]!)) weakest[of[edges.a[e]!]!] = e
}

function countBridges({ count, of }: Numbered, edges: Edges, { size, bridges }: ClusterSummaries): void {
  const inner = grouped(edges.a.length, count, (e) =>
    edges.identity[e] === SAME && of[edges.a[e]!] === of[edges.b[e]!] ? of[edges.a[e]!]! : -1,
  )
  const finder = new BridgeFinder()
  const local = new Uint32Array(of.length)
  const seen = new Uint32Array(count)
  for (let record = 0; record < of.length; record++) local[record] = seen[of[record]!]!++
  for (let cluster = 0; cluster < count; cluster++)
    if (size[cluster]! > 1)
      bridges[cluster] = bridgesWithin(finder, size[cluster]!, local, edges, inner, cluster).length
}

function bridgesWithin(
  finder: BridgeFinder,
  size: number,
  local: Uint32Array,
  edges: Edges,
  inner: Grouped,
  cluster: number,
): number[] {
  const own = inner.items.subarray(inner.starts[cluster]!, inner.starts[cluster + 1]!)
  const u = own.map((e) => local[edges.a[e]!]!)
  const v = own.map((e) => local[edges.b[e]!]!)
  return finder.bridges(size, u, v)
}
