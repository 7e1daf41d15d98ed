// One connection to a ledger file: statements are prepared once, transactions are retried until no other process holds the lock, and the file at the
// path must still be the opened one: SQLite continues to write into a file that was moved or removed, and those commits cannot be found later
// (https://www.sqlite.org/howtocorrupt.html, section 2.5).
import { statSync } from 'node:fs'
import { SelfsameError } from '../../errors.ts'
import { runSteps, type Steps } from '../steps.ts'
import type { LedgerKey } from '../store.ts'
import type { Writing } from '../writing.ts'
import { asLedgerError, named, type SqliteDatabase, type SqliteStatement } from './driver.ts'
import { patiently, rollBack } from './open.ts'

/** Identifies the file at `path` and its log as they are now, to detect a replacement. */
export function identityOf(path: string): string {
  return [path, `${path}-wal`]
    .map((name) => {
      const found = statSync(name, { bigint: true, throwIfNoEntry: false })
      return found === undefined ? 'none' : `${found.dev}:${found.ino}`
    })
    .join(' ')
}

/** Throws ledger_unavailable if the file at `path`, or its log, no longer matches `identity`. */
export function refuseReplaced(path: string, identity: string): void {
  if (identityOf(path) === identity) return
  const sentence =
    'the ledger file or its log was moved, removed or replaced while it was in use; stop every process that uses it, put the files back and start again'
  throw new SelfsameError('ledger_unavailable', sentence)
}

/** One chain for each file: BEGIN IMMEDIATE lets one process write at a time, so all of them can extend the same chain. */
export const writingWith = (key: LedgerKey | null): Writing => ({ chain: 'main', key, rowsAtOnce: 1, namesKey: false })

export class SqliteSession {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()
  #closed = false

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** Begins, works and commits without yielding to the event loop, so that no other statement can enter the transaction. */
  transaction<Result>(make: () => Steps<Result>): Promise<Result> {
    return patiently(() => {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        // bounded: the values of one statement, whose lists are cut into parts
        const result = runSteps(make(), ({ sql, values }) => this.all(named(sql), ...values))
        this.#database.exec('COMMIT')
        return result
      } catch (error) {
        rollBack(this.#database)
        throw error
      }
    })
  }

  read(sql: string, ...values: unknown[]): unknown[] {
    try {
      // bounded: the values of one statement, whose lists are cut into parts
      return this.all(sql, ...values)
    } catch (error) {
      throw asLedgerError(error)
    }
  }

  all(sql: string, ...values: unknown[]): unknown[] {
    // bounded: the values of one statement, whose lists are cut into parts
    return this.#statement(sql).all(...values)
  }

  close(): void {
    this.#closed = true
    this.#statements.clear()
    this.#database.close()
  }

  #statement(sql: string): SqliteStatement {
    if (this.#closed) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }
}
