// Counters of an installation for its metrics.
import type { PoolLoad } from '../../workers/pool.ts'

export interface Counts {
  /** Load of the processes that read files; null before the first file. */
  readers(): PoolLoad | null
  /** Number of files that became text, and of files that did not. */
  files(): { readonly read: number; readonly refused: number }
  /** Number of decisions that the ledger acknowledged. */
  recorded(): number
}
