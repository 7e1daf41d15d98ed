// The ledger in one SQLite file: several processes may share it, append() resolves once durable, and one chain orders all entries.
import { resolve } from 'node:path'
import { SelfsameError } from '../../errors.ts'
import { utcSeconds } from '../../records/canonical.ts'
import { erasureDigest } from '../chain.ts'
import { type DatabaseRule, ruleChanges } from '../database-rules.ts'
import { answered, entered, forgotten, reasonsAbout } from '../review-queue.ts'
import { reviewMoved } from '../review-store.ts'
import { keptOf, prepare, type RecordRow, recordUnknown } from '../rows.ts'
import { RECORDS_BEFORE, RECORDS_TO_REKEY, SqlLedger } from '../sql-ledger.ts'
import type { AskedPair, Ledger, LedgerAppend, LedgerKey, PersonsDecision, UnreadRow } from '../store.ts'
import { keyMissing, needsKey, rewrap } from '../vault.ts'
import { appendDecisions, extendChain, headOf, identityOf, inSession, refuseReplaced, sealedUnder } from './append.ts'
import { asLedgerError, isFull, named, openSqlite, type SqliteDatabase } from './driver.ts'
import { MEMORY, openLedgerFile } from './open.ts'
import { BASE_SCHEMA, QUEUE_VERSION, SCHEMA } from './schema.ts'
import { SqliteSession } from './session.ts'
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

export interface SqliteStoreOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
  readonly warn?: ((message: string) => void) | undefined
}

const REKEY_GROUP = 500
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
    store.checkKey()
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
  #needsKey = false
  /** False once the ledger takes no more decisions. */
  #open = true

  constructor(path: string, database: SqliteDatabase, options: SqliteStoreOptions) {
    super(options.key)
    this.#path = path
    this.#session = new SqliteSession(database)
    this.#options = options
    this.#identity = identityOf(path)
    this.#writer = this.#writerWith(options.key)
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    this.#refuseUnwritable()
    if (appends.length > 0) await this.#writer.append(appends)
  }

  /** Throws ledger_unavailable. */
  #refuseUnwritable(): void {
    if (!this.#open) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    if (this.#needsKey) throw keyMissing()
    if (this.#options.readOnly)
      throw new SelfsameError('ledger_unavailable', 'the ledger cannot be written: it was opened to be read')
  }

  /** Answers are rare, so they are written here and not by the thread. */
  protected async answer({ entry, records, follows, change }: PersonsDecision): Promise<void> {
    this.#refuseUnwritable()
    const append = { ...prepare({ entry, records }), follows }
    const recorded_at = utcSeconds(this.#options.now())
    refuseReplaced(this.#path, this.#identity)
    await this.#session.transaction(() => {
      if (!inSession(this.#session, answered(change, follows))) throw reviewMoved()
      appendDecisions(this.#session, [{ append, recorded_at }], this.key)
    })
  }

  protected async enter(pairs: readonly AskedPair[]): Promise<void> {
    this.#refuseUnwritable()
    refuseReplaced(this.#path, this.#identity)
    await this.#session.transaction(() => {
      for (const pair of pairs) inSession(this.#session, entered(pair))
    })
  }

  protected async hasQueue(): Promise<boolean> {
    return this.#version() >= QUEUE_VERSION
  }

  #version(): number {
    const [row] = this.#session.read('SELECT max(version) AS version FROM schema_version') as { version: number }[]
    return row?.version ?? 0
  }

  async erase(recordId: string): Promise<boolean> {
    const erased = await this.#session.transaction(() => {
      const [row] = this.#session.all('SELECT value IS NULL AS gone FROM records WHERE record_id = ?', recordId) as {
        gone: number
      }[]
      if (row === undefined) throw recordUnknown(recordId)
      if (row.gone === 0) this.#erase([recordId])
      return row.gone === 0
    })
    if (erased) await this.#emptyLog()
    return erased
  }

  async eraseBefore(moment: string): Promise<number> {
    const count = await this.#session.transaction(() => {
      const rows = this.#session.all(named(RECORDS_BEFORE), moment) as { record_id: string }[]
      this.#erase(rows.map(({ record_id }) => record_id))
      return rows.length
    })
    if (count > 0) await this.#emptyLog()
    return count
  }

  async rekey(key: LedgerKey): Promise<number> {
    // One transaction: a ledger encrypted under two keys could be opened with neither.
    const total = await this.#session.transaction(() => {
      let changed = 0
      for (let rows = this.#rekeySome(key, ''); rows.length > 0; rows = this.#rekeySome(key, rows.at(-1)!.record_id))
        changed += rows.length
      return changed
    })
    this.key = key
    const before = this.#writer
    this.#writer = this.#writerWith(key)
    await before.close()
    await this.#emptyLog()
    return total
  }

  async close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
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

  /** Throws key_file when the key does not decrypt the values of this ledger. Without a key, such a ledger is read-only. */
  checkKey(): void {
    this.#needsKey = needsKey(sealedUnder(this.#session, this.key), this.key, this.#options.readOnly)
  }

  /** Compares with a new ledger of this release, made in memory. */
  async alteredRules(): Promise<readonly string[]> {
    const model = await openSqlite(MEMORY, { readOnly: false, busyMilliseconds: 0 })
    try {
      model.exec((await this.hasQueue()) ? SCHEMA : BASE_SCHEMA)
      const expected = model.prepare(RULES).all() as DatabaseRule[]
      return ruleChanges(expected, (await this.ask(RULES)) as DatabaseRule[])
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

  #erase(ids: readonly string[]): void {
    let head = headOf(this.#session)
    const recorded_at = utcSeconds(this.#options.now())
    for (const id of ids.flatMap((record) => [record, ...this.#reasonsAbout(record)])) {
      inSession(this.#session, forgotten(id))
      this.#session.run('UPDATE records SET value = NULL, wrapped_key = NULL, key_id = NULL WHERE record_id = ?', id)
      head = extendChain(this.#session, head, { kind: 'erasure', subject: id, digest: erasureDigest(id), recorded_at })
    }
  }

  #reasonsAbout(recordId: string): string[] {
    return inSession(this.#session, reasonsAbout(recordId)).filter((id) => {
      return this.#session.all('SELECT 1 FROM records WHERE record_id = ? AND value IS NOT NULL', id).length > 0
    })
  }

  /** The log still holds old versions of pages: copies it into the file and empties it. A reader of another process may delay this. */
  async #emptyLog(): Promise<void> {
    for (let attempt = 0; attempt < LOG_ATTEMPTS; attempt++) {
      const [result] = this.#session.read('PRAGMA wal_checkpoint(TRUNCATE)') as { busy: number }[]
      if (result?.busy === 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** The next records after the id `after` that are encrypted with another key; empty at the end. */
  #rekeySome(key: LedgerKey, after: string): readonly RecordRow[] {
    const rows = this.#session.all(named(RECORDS_TO_REKEY), after, key.id, REKEY_GROUP) as RecordRow[]
    for (const row of rows) {
      const kept = rewrap(row.record_id, keptOf(row), this.key, key)
      const update = 'UPDATE records SET value = ?, wrapped_key = ?, key_id = ? WHERE record_id = ?'
      this.#session.run(update, kept.value, kept.wrapped_key, kept.key_id, row.record_id)
    }
    return rows
  }
}
