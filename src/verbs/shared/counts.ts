import type { PoolLoad } from '../../workers/pool.ts'

export interface Counts {
  /** Load of the processes that read files; null before the first file. */
  readers(): PoolLoad | null
  files(): { readonly read: number; readonly refused: number }
  /** Number of decisions that the ledger acknowledged. */
  recorded(): number
}
