// Failures of the file of an index, in words.
import { SelfsameError } from '../../errors.ts'
import { isBusy, isFull } from '../../ledger/sqlite/driver.ts'

/** The failure of SQLite or of the file in one sentence; other failures as they are. */
export function unavailable(error: unknown): never {
  if (error instanceof SelfsameError) throw error
  const why = isBusy(error)
    ? 'another process writes to it; try again'
    : isFull(error)
      ? 'the disk is full; make room on it'
      : 'its file is damaged or not accessible; check its permissions, or build it again'
  throw new SelfsameError('index_unavailable', `the index cannot be read or written: ${why}`, { cause: error })
}

/** Does work on an index; throws index_unavailable where SQLite or the file fails. */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return unavailable(error)
  }
}
