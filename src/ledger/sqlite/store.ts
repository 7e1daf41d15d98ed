// The ledger in one SQLite file: several processes may share it, append() resolves once durable, and one chain orders all entries.
import { resolve } from 'node:path'
import { type DatabaseRule, ruleChanges, SqlLedger, type SqlLedgerOptions } from '../sql-ledger.ts'
import type { Steps } from '../steps.ts'
import type { Ledger, LedgerAppend, LedgerKey, UnreadRow } from '../store.ts'
import type { Writing } from '../writing.ts'
import { asLedgerError, isFull, named, openSqlite, type SqliteDatabase } from './driver.ts'
import { MEMORY, openLedgerFile } from './open.ts'
import { BASE_SCHEMA, QUEUE_VERSION, SCHEMA } from './schema.ts'
import { identityOf, refuseReplaced, SqliteSession, writingWith } from './session.ts'
import { SqliteThread } from './thread.ts'

// Finds stored bytes that reading column by column does not show: text after its first NUL, values that another program wrote and
// that are not text, and the position of a decision, which no other code reads.

/** Columns that hold text, except the body of a decision, which is read as bytes. */
const TEXTS: Readonly<Record<string, readonly [subject: string, columns: readonly string[]]>> = {
  decisions: ['decision_id', ['decision_id', 'verb', 'record_a', 'record_b', 'supersedes', 'body']],
  chain: ['subject', ['chain', 'kind', 'subject', 'digest', 'recorded_at', 'previous', 'hash']],
  records: ['record_id', ['record_id', 'entity', 'form', 'key_id']],
}

const HIDDEN = Object.entries(TEXTS).map(([table, [subject, columns]]) => {
  const hides = columns.map(
    (column) => `typeof(${column}) NOT IN ('text', 'null') OR instr(CAST(${column} AS BLOB), x'00') > 0`,
  )
  return `SELECT ${subject} AS subject, 'a row holds bytes that are not read as its text' AS problem
    FROM ${table} WHERE ${hides.join(' OR ')}`
})

// A file has one writer at a time and no deletion: decisions are numbered without gaps, in the order of their links.
const MISPLACED = `SELECT subject, 'the decision does not stand in its place' AS problem FROM (
    SELECT decision_id AS subject, position, row_number() OVER (ORDER BY sequence) AS place
    FROM chain JOIN decisions ON kind = 'decision' AND decision_id = chain.subject
  ) WHERE position <> place`

/** Rows that store more than reading returns: subject and problem, at most `?1`. */
const UNREAD_ROWS = `${[...HIDDEN, MISPLACED].join('\nUNION ALL\n')} LIMIT ?1`

export interface SqliteStoreOptions extends SqlLedgerOptions {
  readonly warn?: ((message: string) => void) | undefined
}

const DAMAGED = 'an index does not hold the rows of its table, so answers may leave them out; restore a backup'

/** Tables, indexes and triggers as they were written; objects that SQLite creates for itself have no text. */
const RULES = 'SELECT type AS kind, name, sql AS text FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name'
const LOG_ATTEMPTS = 50

/** Opens the ledger file at `path` (created unless readOnly). Throws ledger_unavailable, or key_file if the key is of another ledger. */
export async function openSqliteStore(given: string, options: SqliteStoreOptions): Promise<Ledger> {
  // The writing thread opens the file later: the path must not depend on the working directory.
  const path = given === MEMORY ? given : resolve(given)
  const database = await openLedgerFile(path, options)
  const store = new SqliteStore(path, database, options)
  try {
    await store.checkKey()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

class SqliteStore extends SqlLedger {
  /** As text, SQLite returns a body up to its first NUL and replaces invalid UTF-8 with U+FFFD; bytes return all that is stored. */
  protected readonly body = 'CAST(d.body AS BLOB) AS body'
  readonly #path: string
  /** For reads and operator commands; a thread with its own connection writes the decisions. */
  readonly #session: SqliteSession
  readonly #options: SqliteStoreOptions
  #writer: SqliteThread
  readonly #identity: string

  constructor(path: string, database: SqliteDatabase, options: SqliteStoreOptions) {
    super(options)
    this.#path = path
    this.#session = new SqliteSession(database)
    this.#options = options
    this.#identity = identityOf(path)
    this.#writer = this.#writerWith(options.key)
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    this.refuseUnwritable()
    if (appends.length > 0) await this.#writer.append(appends)
  }

  /** Answers and commands of an operator are rare, so they are written here and not by the thread. */
  protected write<Result>(steps: (writing: Writing) => Steps<Result>): Promise<Result> {
    refuseReplaced(this.#path, this.#identity)
    return this.#session.transaction(() => steps(writingWith(this.key)))
  }

  protected async hasQueue(): Promise<boolean> {
    return this.#version() >= QUEUE_VERSION
  }

  #version(): number {
    const [row] = this.#session.read('SELECT max(version) AS version FROM schema_version') as { version: number }[]
    return row?.version ?? 0
  }

  override async rekey(key: LedgerKey): Promise<number> {
    const total = await super.rekey(key)
    const before = this.#writer
    this.#writer = this.#writerWith(key)
    await before.close()
    return total
  }

  async close(): Promise<void> {
    if (!this.isOpen) return
    this.isOpen = false
    await this.#writer.close()
    try {
      // Leaves one complete file, also while other processes have it open: a copy of the file is then a copy of the ledger.
      if (!this.#options.readOnly) this.#session.all('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // A full disk loses nothing: committed entries stay in the log.
      if (!isFull(error)) throw asLedgerError(error)
    } finally {
      this.#session.close()
    }
  }

  /** Compares with a new ledger of this release, made in memory. */
  async alteredRules(): Promise<readonly string[]> {
    const model = await openSqlite(MEMORY, { readOnly: false, busyMilliseconds: 0 })
    try {
      model.exec((await this.hasQueue()) ? SCHEMA : BASE_SCHEMA)
      const expected = model.prepare(RULES).all() as DatabaseRule[]
      const changes = ruleChanges(expected, (await this.ask(RULES)) as DatabaseRule[])
      // An index without the rows of its table hides them from every answer.
      const damage = (await this.ask('PRAGMA integrity_check(1)')) as { readonly integrity_check: string }[]
      return damage[0]?.integrity_check === 'ok' ? changes : [...changes, DAMAGED]
    } finally {
      model.close()
    }
  }

  async unreadRows(limit: number): Promise<readonly UnreadRow[]> {
    return (await this.ask(UNREAD_ROWS, limit)) as UnreadRow[]
  }

  protected async ask(sql: string, ...values: unknown[]): Promise<unknown[]> {
    // bounded: the values of one statement, whose lists are cut into parts
    return this.#session.read(named(sql), ...values)
  }

  #writerWith(key: LedgerKey | null): SqliteThread {
    return new SqliteThread({ ...this.#options, path: this.#path, key, identity: this.#identity })
  }

  /** The log still holds old versions of pages: copies it into the file and empties it. A reader of another process may delay this. */
  protected async forget(): Promise<void> {
    for (let attempt = 0; attempt < LOG_ATTEMPTS; attempt++) {
      const [result] = this.#session.read('PRAGMA wal_checkpoint(TRUNCATE)') as { busy: number }[]
      if (result?.busy === 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
