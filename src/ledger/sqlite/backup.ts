// Copies a ledger file that is in use: one consistent snapshot in one file that only its owner can read.
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { SelfsameError } from '../../errors.ts'
import { asLedgerError, openSqlite } from './driver.ts'

/** Writes a copy of the ledger file `from` to the new file `to`, while others continue to write. Throws ledger_unavailable, usage. */
export async function backUpLedgerFile(from: string, to: string): Promise<void> {
  // SQLite does not read file:... and :memory: as file names; no absolute path begins with them.
  const [path, copy] = [resolve(from), resolve(to)]
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new SelfsameError('ledger_unavailable', 'there is no ledger at the place given; check --ledger')
  try {
    closeSync(openSync(copy, 'wx', 0o600))
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    const why = exists
      ? 'the backup cannot be written: there is a file of that name already'
      : 'the backup cannot be written: its folder does not exist or may not be written'
    throw new SelfsameError('usage', why, { cause })
  }
  try {
    const database = await openSqlite(path, { readOnly: true, busyMilliseconds: 10_000 })
    try {
      // https://www.sqlite.org/lang_vacuum.html#vacuuminto: one read transaction, so other processes keep writing.
      database.prepare('VACUUM INTO ?').run(copy)
    } finally {
      database.close()
    }
  } catch (error) {
    rmSync(copy, { force: true })
    throw asLedgerError(error)
  }
}
