// One connection to a ledger file: statements are prepared once, transactions are retried until no other process holds the lock.
import { SelfsameError } from '../../errors.ts'
import { asLedgerError, type SqliteDatabase, type SqliteStatement } from './driver.ts'
import { patiently, rollBack } from './open.ts'

export class SqliteSession {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()
  #closed = false

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** Begins, works and commits without yielding to the event loop, so that no other statement can enter the transaction. */
  transaction<T>(work: () => T): Promise<T> {
    return patiently(() => {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
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

  run(sql: string, ...values: unknown[]): void {
    // bounded: the values of one statement, whose lists are cut into parts
    this.#statement(sql).run(...values)
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
