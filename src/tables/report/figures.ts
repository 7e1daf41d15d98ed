// Figures of a report: cluster sizes, effects of other thresholds, and the least certain pairs and clusters.
import type { Clusters } from '../clusters/cluster.ts'
import type { ClusterChange } from '../clusters/cluster-ids.ts'
import type { WeakMerge } from '../clusters/merges.ts'
import { bestFirst, type ClusterSummaries, NO_EDGE } from '../clusters/summaries.ts'
import { type Numbered, UnionFind } from '../clusters/union-find.ts'
import { type Edges, IDENTITY_WORDS, REVIEW, SAME, type TableRun } from '../records/table-run.ts'

/** Evidence for the score of a pair: natural log-odds that add up, in display order. */
interface PairEvidence {
  readonly steps: readonly {
    /** Factor, or another contribution to the sum ("before anything is compared"). */
    readonly name: string
    /** Similarity of the two values, 0..1; null if no values are compared. */
    readonly similarity: number | null
    readonly logOdds: number
  }[]
  readonly explanation: string
}

export interface ReportInput {
  readonly run: TableRun
  readonly clusters: Clusters
  readonly summaries: ClusterSummaries
  /** Merges that rest on one fact or are near the threshold, by ascending score. */
  readonly weak: readonly WeakMerge[]
  /** True if the pairs to review are in the review queue of a ledger. */
  readonly queued: boolean
  /** Sentences that come first. */
  readonly headline: readonly string[]
  readonly ids: readonly string[]
  readonly changes: readonly ClusterChange[]
  /** By edge of the run: 1 if a reviewer decided it. */
  readonly decided: Uint8Array
  /** The evidence of a pair of records, by their numbers. */
  readonly evidence: (a: number, b: number) => PairEvidence
  /** How a value is shown: as it is, or masked. */
  readonly show: (value: string) => string
}

/** Effect of merging pairs from `threshold` on. */
export interface Outcome {
  readonly threshold: number
  /** Number of merged pairs; below the threshold of the run an upper bound, because some pairs are held for other reasons. */
  readonly pairs: number
  /** Number of connected components of two records or more, before any is divided, and the size of the largest. */
  readonly groups: number
  readonly largest: number
  readonly wrong: number
}

/** One outcome for each hundredth from `low` to 0.99. Linear in edges. */
export function outcomes(edges: Edges, count: number, low: number, match: number): Outcome[] {
  const order = bestFirst(
    edges,
    (e) => edges.identity[e] === SAME || (edges.identity[e] === REVIEW && edges.score[e]! < match),
  )
  const union = new UnionFind(count)
  const found: Outcome[] = []
  let next = 0
  let wrong = 0
  let groups = 0
  let largest = 1
  for (let threshold = 99; threshold >= Math.round(low * 100); threshold--) {
    for (; next < order.length; next++) {
      const e = order[next]!
      const a = edges.a[e]!
      const b = edges.b[e]!
      if (Math.round(edges.score[e]! * 10_000) < threshold * 100) break
      wrong += 1 - edges.score[e]!
      const grown = Number(union.sizeOf(a) > 1) + Number(union.sizeOf(b) > 1)
      if (!union.union(a, b)) continue
      groups += 1 - grown
      largest = Math.max(largest, union.sizeOf(a))
    }
    found.push({ threshold: threshold / 100, pairs: next, groups, largest, wrong: next === 0 ? 0 : wrong / next })
  }
  return found.reverse()
}

/** Number of clusters of each size, with sizes above the last limit together: [label, clusters]. */
export function sizes(size: Uint32Array): (readonly [string, number])[] {
  const bounds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 1000]
  const counts = new Array<number>(bounds.length + 1).fill(0)
  for (const records of size) {
    const i = bounds.findIndex((bound) => records <= bound)
    counts[i < 0 ? bounds.length : i]!++
  }
  let last = counts.length
  while (last > 2 && counts[last - 1] === 0) last--
  return counts.slice(0, last).map((clusters, i) => {
    const from = (bounds[i - 1] ?? 0) + 1
    const bound = bounds[i]
    const label = bound === undefined ? `>${bounds.at(-1)!}` : from === bound ? String(bound) : `≤${bound}`
    return [label, clusters] as const
  })
}

/** The `most` items of 0..count-1 with the lowest rank, ascending; equal ranks by item. Items of rank `Infinity` are left out. */
function lowest(count: number, most: number, rank: (item: number) => number): number[] {
  const kept: { item: number; rank: number }[] = []
  for (let item = 0; item < count; item++) {
    const own = rank(item)
    if (own === Number.POSITIVE_INFINITY || (kept.length === most && own >= kept.at(-1)!.rank)) continue
    const place = kept.findIndex((other) => other.rank > own)
    kept.splice(place < 0 ? kept.length : place, 0, { item, rank: own })
    if (kept.length > most) kept.pop()
  }
  return kept.map(({ item }) => item)
}

/** The least and the greatest uncertain score; the first is the least score of a question. */
export const UNCERTAIN = [0.2, 0.8] as const
// Scores of edges are single floats.
const [LEAST, MOST] = [Math.fround(UNCERTAIN[0]), Math.fround(UNCERTAIN[1])]

/** Edge numbers of the pairs with scores near 0.5, the nearest first, without those that reviewers decided. */
export function leastCertainPairs(edges: Edges, decided: Uint8Array, most: number): number[] {
  return lowest(edges.a.length, most, (e) => {
    const score = edges.score[e]!
    const isCertain =
      decided[e] === 1 || IDENTITY_WORDS[edges.identity[e]!] === 'different' || score < LEAST || score > MOST
    return isCertain ? Number.POSITIVE_INFINITY : Math.abs(score - 0.5)
  })
}

/** Pairs to review although their score is enough to merge, because of a conflict or missing evidence. Best scores first. */
export function heldPairs(edges: Edges, decided: Uint8Array, match: number, most: number): number[] {
  return lowest(edges.a.length, most, (e) =>
    decided[e] === 1 || edges.identity[e] !== REVIEW || edges.score[e]! < match
      ? Number.POSITIVE_INFINITY
      : -edges.score[e]!,
  )
}

/** Clusters of three records and more by the score that splits them, lowest first; of equal ones, the less dense first. */
export function leastCertainClusters(edges: Edges, summaries: ClusterSummaries, most: number): number[] {
  const { size, same, weakest } = summaries
  return lowest(size.length, most, (c) => {
    if (size[c]! < 3 || weakest[c] === NO_EDGE) return Number.POSITIVE_INFINITY
    const density = same[c]! / ((size[c]! * (size[c]! - 1)) / 2)
    return Math.round(edges.score[weakest[c]!]! * 10_000) + density / 2
  })
}

export function membersOf({ of }: Numbered, wanted: readonly number[]): Map<number, number[]> {
  const members = new Map(wanted.map((cluster) => [cluster, [] as number[]]))
  for (let record = 0; record < of.length; record++) members.get(of[record]!)?.push(record)
  return members
}
