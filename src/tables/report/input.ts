// What a report over tables is made of.
import type { Clusters } from '../clusters/cluster.ts'
import type { ClusterChange } from '../clusters/ids.ts'
import type { ClusterSummaries } from '../clusters/summaries.ts'
import type { TableRun } from '../model.ts'

/** Why a pair has the score it has: log-odds (natural) that add up, in the order in which they are told. */
export interface PairEvidence {
  readonly steps: readonly {
    /** Factor, or what else moves the sum ("before anything is compared"). */
    readonly name: string
    /** How alike the two values are, 0..1; null where no values are compared. */
    readonly similarity: number | null
    readonly logOdds: number
  }[]
  /** The engine's sentence. */
  readonly explanation: string
}

export interface ReportInput {
  readonly run: TableRun
  readonly clusters: Clusters
  readonly summaries: ClusterSummaries
  /** Ids by cluster number. */
  readonly ids: readonly string[]
  readonly changes: readonly ClusterChange[]
  /** By edge of the run 1 where people decided. */
  readonly decided: Uint8Array
  /** The evidence of a pair of records, by their numbers. */
  readonly evidence: (a: number, b: number) => PairEvidence
  /** How a value is shown: as it is, or masked. */
  readonly show: (value: string) => string
}
