// The result of a run over tables: numbered records, edges as arrays of numbers, and the data that binds them to their sources; and the threads that its
// stages run in.
import { collect, type Threads } from '../../workers/threads.ts'
import type { SharedColumn } from './columns.ts'

export interface RecordRef {
  readonly source: string
  /** Id within the source: from its id column, or its row number from 1. */
  readonly id: string
}

/** Numbers of the records: 0..count-1 over all sources in the given order, row by row. */
export interface RecordIds {
  readonly count: number
  of(record: number): RecordRef
  /** The number of a record; undefined if the source or the id does not exist. */
  numberOf(source: string, id: string): number | undefined
}

export const DIFFERENT = 0
export const REVIEW = 1
export const SAME = 2
/** `different` for a rival alone, as twins: no cluster holds the pair, and it is listed. */
export const RIVALLED = 3

/** Names of verdicts in files and receipts, by their number in `Edges.identity`. */
export const IDENTITY_WORDS = ['different', 'review', 'same_entity', 'different'] as const

export const BY_FIT = 1
export const BY_CLUSTER = 2
export const BY_PEOPLE = 3

/** Basis of a verdict: the comparison of the two records, weights fitted to the table that decided a review, other records of the cluster, or answers of reviewers. */
export const BASIS_WORDS = ['comparison', 'fit', 'cluster', 'people'] as const

/** Scored pairs that are kept, sorted by (a, b), a < b, each pair once. All four arrays have one length. */
export interface Edges {
  readonly a: Uint32Array
  readonly b: Uint32Array
  /** Probability in [0, 1], with four decimals, equal to the score of the comparison of that pair. */
  readonly score: Float32Array
  /** 0 different, 1 review, 2 same, 3 different for a rival. */
  readonly identity: Uint8Array
}

export interface TableSource {
  /** Unique among the sources of a run: the file name, followed by a number if two are equal. */
  readonly name: string
  /** SHA-256 of its bytes; for a database table, of its rows as read. */
  readonly sha256: string
  readonly rows: number
  /** Number of its first record; its records are first..first+rows-1. */
  readonly first: number
  /** Column that holds the ids; null: the row number is the id. */
  readonly idColumn: string | null
}

export interface MappedColumn {
  readonly source: string
  readonly column: string
  /** Field of the pack; null: the column is not compared. */
  readonly field: string | null
  /** Source of the mapping: the header, the values, a file given with --map, or none; `id`: the column of the ids. */
  readonly by: 'header' | 'content' | 'given' | 'id' | 'none'
}

export interface BlockingSummary {
  /** Pairs of the full product: n(n-1)/2 within one table, or all pairs between different sources in a link. */
  readonly product: number
  readonly candidates: number
  /** Number of pairs that share a key, before the selection of the best. */
  readonly met: number
  /** Estimated share of true pairs that are not candidates, 0..1; null if too few pairs were found for an estimate. */
  readonly lost: number | null
  /** Its 95 % interval; null or absent if too few clusters hold three records. */
  readonly between?: readonly [number, number] | null
  readonly estimate: string
}

/** Log-odds of the levels of one factor, as shipped in the pack and as fitted to the table. */
export interface FactorWeights {
  readonly factor: string
  readonly at: readonly number[]
  readonly shipped: readonly number[]
  readonly fitted: readonly number[]
}

export interface ColumnProfile {
  readonly field: string
  readonly filled: number
  readonly distinct: number
}

export interface RunStatistics {
  readonly same: number
  readonly review: number
  readonly different: number
  /** Scored pairs by score, in fifty bins of 0.02. */
  readonly histogram: readonly number[]
  readonly columns: readonly ColumnProfile[]
}

export interface Carried {
  /** By current record: 1 if it is new or its values have changed. A pair must be compared if either of its records is due. */
  readonly due: Uint8Array
  /** By earlier record: its current number, GONE if it is no longer in the tables. */
  readonly now: Uint32Array
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export interface TableRun {
  readonly entity: string
  /** `dedupe`: every pair; `link`: only pairs of two different sources. */
  readonly task: 'dedupe' | 'link'
  readonly sources: readonly TableSource[]
  readonly records: RecordIds
  readonly mapping: readonly MappedColumn[]
  readonly edges: Edges
  /** The edges as scored by the pack alone, before any fit; a later incremental update starts from them. */
  readonly scored: Edges
  /** By edge: the basis of its verdict, as an index of BASIS_WORDS. */
  readonly basis: Uint8Array
  readonly blocking: BlockingSummary
  /** Empty if nothing was fitted. */
  readonly weights: readonly FactorWeights[]
  /** Thresholds of the score: at or above `match` a merge, at or above `review` a review. */
  readonly thresholds: { readonly match: number; readonly review: number }
  /** Pins of a decision of this run: engine, pack, blocking and their versions. */
  readonly pins: Readonly<Record<string, unknown>>
  readonly statistics: RunStatistics
  readonly columns: readonly SharedColumn[]
  /** By record: hash of its values. */
  readonly fingerprints: Float64Array
  /** Data of the incremental update; null if there was no earlier run. */
  readonly carried: Carried | null
  compared(a: number, b: number): boolean
  fieldsOf(record: number): Readonly<Record<string, string>>
}

/** Fewest records of a large table. */
const LARGE = 200_000

export interface Stages {
  /** Executes one stage with threads. The threads must not be used after it. */
  run<Done>(work: (threads: Threads) => Promise<Done>): Promise<Done>
  close(): Promise<void>
}

/** `start` creates the threads of a stage. */
export const stagesOf = (start: () => Threads, count: number): Stages =>
  count < LARGE ? together(start) : apart(start)

function together(start: () => Threads): Stages {
  let threads: Threads | null = null
  return {
    run(work) {
      threads ??= start()
      return work(threads)
    },
    close: async () => threads?.close(),
  }
}

function apart(start: () => Threads): Stages {
  return {
    async run(work) {
      collect()
      const threads = start()
      try {
        return await work(threads)
      } finally {
        await threads.close()
      }
    },
    close: async () => {},
  }
}
