// What a run over tables is made of: numbered records, edges as rows of numbers, and what binds them to their sources.

import type { SharedColumn } from './columns.ts'

/** Which record a number stands for. */
export interface RecordRef {
  /** Name of the source, as the manifest lists it. */
  readonly source: string
  /** Id within the source: of its id column, or its row number from 1. */
  readonly id: string
}

/** Who the records are: numbers 0..count-1 run over all sources in the order they were given, row by row. */
export interface RecordIds {
  readonly count: number
  of(record: number): RecordRef
  /** The number of a record; undefined where the source or the id does not exist. */
  numberOf(source: string, id: string): number | undefined
}

export const DIFFERENT = 0
export const REVIEW = 1
export const SAME = 2

/** The word of a verdict in files and receipts, by its number in `Edges.identity`. */
export const IDENTITY_WORDS = ['different', 'review', 'same_entity'] as const

export const BY_FIT = 1
export const BY_CLUSTER = 2
export const BY_PEOPLE = 3

/** What a verdict stands on: the comparison of the two records, weights fitted to the table that settled what it left open, other records that tie the two together, or what people said. */
export const BASIS_WORDS = ['comparison', 'fit', 'cluster', 'people'] as const

/** Pairs that were scored and are worth keeping, sorted by (a, b), a < b, each pair once. All four have one length. */
export interface Edges {
  readonly a: Uint32Array
  readonly b: Uint32Array
  /** Probability in [0, 1], as the comparison of the same pair says it, in four decimals. */
  readonly score: Float32Array
  /** 0 different, 1 review, 2 same. */
  readonly identity: Uint8Array
}

/** One table that was read. */
export interface TableSource {
  /** Distinct among the sources of a run: the file's name, with a number behind it where two have one. */
  readonly name: string
  /** SHA-256 of its bytes; of a database table, of its rows as they were read. */
  readonly sha256: string
  readonly rows: number
  /** Number of its first record; its records are first..first+rows-1. */
  readonly first: number
  /** Column that holds the ids; null: the row number is the id. */
  readonly idColumn: string | null
}

/** How one column is read. */
export interface MappedColumn {
  readonly source: string
  readonly column: string
  /** Field of the pack; null: the column is not compared. */
  readonly field: string | null
  /** What told: the header, the content of the column, a file given with --map, or nothing. */
  readonly by: 'header' | 'content' | 'given' | 'none'
}

/** What blocking did, and what it is thought to have lost. */
export interface BlockingSummary {
  /** Pairs of the full product: n(n-1)/2 within one table, and between several the pairs that are asked about. */
  readonly product: number
  /** Pairs that were scored. */
  readonly candidates: number
  /** Pairs that share a key, before they were pruned to the best. */
  readonly met: number
  /** Estimated share of true pairs that are no candidates, 0..1; null where too few pairs were found to say. */
  readonly lost: number | null
  /** One sentence: how that was estimated. */
  readonly estimate: string
  readonly keys: readonly KeySummary[]
}

export interface KeySummary {
  /** Field and kind of the key ("family_name phonetic"). */
  readonly key: string
  /** Distinct keys, and those that were split further because too many records share them. */
  readonly blocks: number
  readonly split: number
  /** Edges (same or review) whose records share a key of this kind. */
  readonly edges: number
}

/** Log-odds of the levels of one factor, as the pack ships them and as the table was fitted (null: not fitted). */
export interface FactorWeights {
  readonly factor: string
  readonly at: readonly number[]
  readonly shipped: readonly number[]
  readonly fitted: readonly number[] | null
}

export interface ColumnProfile {
  readonly field: string
  readonly filled: number
  readonly distinct: number
}

export interface RunStatistics {
  readonly same: number
  readonly review: number
  /** Pairs scored and found different. */
  readonly different: number
  /** Scored pairs by score, in fifty bins of 0.02. */
  readonly histogram: readonly number[]
  readonly columns: readonly ColumnProfile[]
}

/** How the records of an earlier run stand to those of this one. */
export interface Carried {
  /** By record of now: 1 where it is new or its values have changed. A pair is due, that is to be compared, where either of its records is. */
  readonly due: Uint8Array
  /** By record of then: its number now, GONE where it is not in the tables any more. */
  readonly now: Uint32Array
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** All that one run over tables found. */
export interface TableRun {
  readonly entity: string
  /** `dedupe`: every pair; `link`: pairs of two different sources only. */
  readonly task: 'dedupe' | 'link'
  readonly sources: readonly TableSource[]
  readonly records: RecordIds
  readonly mapping: readonly MappedColumn[]
  readonly edges: Edges
  /** The edges as the pack alone scored them, before any fit: what a later run carries on from. */
  readonly scored: Edges
  /** By edge what its verdict stands on, as a number of BASIS_WORDS. */
  readonly basis: Uint8Array
  readonly blocking: BlockingSummary
  readonly weights: readonly FactorWeights[]
  /** Thresholds of the score: at or above `match` a merge, at or above `review` a question. */
  readonly thresholds: { readonly match: number; readonly review: number }
  /** What a decision of this run is bound to: engine, pack, blocking and their versions. */
  readonly pins: Readonly<Record<string, unknown>>
  readonly statistics: RunStatistics
  /** The fields of all records, as numbers. */
  readonly columns: readonly SharedColumn[]
  /** By record a number that stands for its values. */
  readonly fingerprints: Float64Array
  /** What was carried on from an earlier run; null where there was none. */
  readonly carried: Carried | null
  /** Was this pair compared? False where blocking left it out. */
  compared(a: number, b: number): boolean
  /** The fields of a record by its number, under the pack's names: what the report shows and a receipt is made from. */
  fieldsOf(record: number): Readonly<Record<string, string>>
}
