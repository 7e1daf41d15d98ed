// Input of a report over tables.
import type { Clusters } from '../clusters/cluster.ts'
import type { ClusterChange } from '../clusters/ids.ts'
import type { ClusterSummaries } from '../clusters/summaries.ts'
import type { WeakMerge } from '../merges.ts'
import type { TableRun } from '../model.ts'

/** Evidence for the score of a pair: natural log-odds that add up, in display order. */
export interface PairEvidence {
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
  readonly ids: readonly string[]
  readonly changes: readonly ClusterChange[]
  /** By edge of the run: 1 if a reviewer decided it. */
  readonly decided: Uint8Array
  /** The evidence of a pair of records, by their numbers. */
  readonly evidence: (a: number, b: number) => PairEvidence
  /** How a value is shown: as it is, or masked. */
  readonly show: (value: string) => string
}
