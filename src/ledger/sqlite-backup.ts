// A copy of a ledger file that is in use: one consistent moment, one file, its owner's alone.
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { SelfsameError } from '../errors.ts'
import { asLedgerError, openSqlite } from './sqlite-driver.ts'

/** Writes a copy of the ledger file at `path` to the new file `copy`, while others go on writing. Throws ledger_unavailable, usage. */
export async function backUpLedgerFile(path: string, copy: string): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new SelfsameError('ledger_unavailable', 'there is no ledger at the place given; check --ledger')
  try {
    closeSync(openSync(copy, 'wx', 0o600))
  } catch (cause) {
    throw new SelfsameError('usage', 'the backup cannot be written: the file exists already or its folder does not', {
      cause,
    })
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
