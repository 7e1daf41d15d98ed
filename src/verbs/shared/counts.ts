// What an installation counts of its own work, for whoever shows it.
import type { PoolLoad } from '../../workers/pool.ts'

/** Since the installation was made. */
export interface Counts {
  /** The processes that read files; null before the first file. */
  readers(): PoolLoad | null
  /** Files that became text, and files that did not. */
  files(): { readonly read: number; readonly refused: number }
  /** Decisions that the ledger acknowledged. */
  recorded(): number
}
