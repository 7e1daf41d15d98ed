// The ledger in one SQLite file: several processes may share it, every answer of append() is durable, and one chain orders it all.
import { resolve } from 'node:path'
import { SelfsameError } from '../errors.ts'
import { utcSeconds } from '../records/moment.ts'
import { erasureDigest } from './chain.ts'
import {
  type ChainRow,
  type DecisionRow,
  type JoinedDecisionRow,
  keptOf,
  linkOf,
  type RecordRow,
  recordedOf,
  recordOf,
  recordUnknown,
  storedOf,
} from './rows.ts'
import { extendChain, headOf, sealedUnder } from './sqlite-append.ts'
import { asLedgerError, isFull, type SqliteDatabase } from './sqlite-driver.ts'
import { MEMORY, openLedgerFile } from './sqlite-open.ts'
import { SqliteSession } from './sqlite-session.ts'
import { SqliteThread } from './sqlite-thread.ts'
import type {
  ChainHead,
  ChainLink,
  ChainPosition,
  Ledger,
  LedgerAppend,
  LedgerKey,
  LedgerRecord,
  LedgerStats,
  RecordedDecision,
  StoredRecord,
} from './store.ts'
import { keyMissing, needsKey, rewrap } from './vault.ts'

export interface SqliteStoreOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
}

const REKEY_GROUP = 500
const LOG_ATTEMPTS = 50

/** Opens the ledger file at `path` (created unless readOnly). Throws ledger_unavailable, or key_file for another ledger's key. */
export async function openSqliteStore(given: string, options: SqliteStoreOptions): Promise<Ledger> {
  // The writing thread opens the file later: it must be this one, whatever becomes of the working directory.
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

class SqliteStore implements Ledger {
  readonly #path: string
  /** Reads, and what an operator does; decisions are written by a thread with a connection of its own. */
  readonly #session: SqliteSession
  readonly #readOnly: boolean
  readonly #now: () => Date
  #writer: SqliteThread
  #key: LedgerKey | null
  #needsKey = false
  /** False once no more decisions are taken. */
  #open = true

  constructor(path: string, database: SqliteDatabase, options: SqliteStoreOptions) {
    this.#path = path
    this.#session = new SqliteSession(database)
    this.#writer = new SqliteThread({ path, ...options })
    this.#key = options.key
    this.#readOnly = options.readOnly
    this.#now = options.now
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    if (!this.#open) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    if (this.#needsKey) throw keyMissing()
    if (this.#readOnly)
      throw new SelfsameError('ledger_unavailable', 'the ledger cannot be written: it was opened to be read')
    if (appends.length > 0) await this.#writer.append(appends)
  }

  async decision(id: string): Promise<RecordedDecision | null> {
    const row = this.#session.read(
      `SELECT d.*, c.digest, c.recorded_at,
        (SELECT s.decision_id FROM decisions s WHERE s.supersedes = d.decision_id ORDER BY s.position LIMIT 1) AS superseded_by
       FROM decisions d LEFT JOIN chain c ON c.subject = d.decision_id AND c.kind = 'decision' WHERE d.decision_id = ?`,
      id,
    )[0] as JoinedDecisionRow | undefined
    return row === undefined ? null : recordedOf(row)
  }

  async record(id: string): Promise<LedgerRecord | null> {
    const stored = await this.storedRecord(id)
    return stored === null ? null : recordOf(stored)
  }

  async storedRecord(id: string): Promise<StoredRecord | null> {
    const row = this.#session.read('SELECT * FROM records WHERE record_id = ?', id)[0] as RecordRow | undefined
    return row === undefined ? null : storedOf(row, this.#key)
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
    const sql = `SELECT record_id FROM records WHERE value IS NOT NULL AND record_id NOT IN (
      SELECT record_a FROM decisions JOIN chain ON subject = decision_id WHERE recorded_at >= ?1 AND record_a IS NOT NULL
      UNION SELECT record_b FROM decisions JOIN chain ON subject = decision_id WHERE recorded_at >= ?1 AND record_b IS NOT NULL
    ) ORDER BY record_id`
    const count = await this.#session.transaction(() => {
      const rows = this.#session.all(sql, moment) as { record_id: string }[]
      this.#erase(rows.map(({ record_id }) => record_id))
      return rows.length
    })
    if (count > 0) await this.#emptyLog()
    return count
  }

  async rekey(key: LedgerKey): Promise<number> {
    // One transaction: a ledger sealed under two keys could be opened with neither.
    const total = await this.#session.transaction(() => {
      let changed = 0
      for (let rows = this.#rekeySome(key, ''); rows.length > 0; rows = this.#rekeySome(key, rows.at(-1)!.record_id))
        changed += rows.length
      return changed
    })
    this.#key = key
    const before = this.#writer
    this.#writer = new SqliteThread({ path: this.#path, key, now: this.#now })
    await before.close()
    await this.#emptyLog()
    return total
  }

  async heads(): Promise<readonly ChainHead[]> {
    // From one chain's name to the next, and from there to its end: looking at every link takes minutes in a big ledger.
    const heads: ChainHead[] = []
    const next = 'SELECT min(chain) AS chain FROM chain WHERE chain > ?'
    const last = 'SELECT chain, sequence, hash FROM chain WHERE chain = ? ORDER BY sequence DESC LIMIT 1'
    for (let chain: string | null = ''; ; ) {
      const [found] = this.#session.read(next, chain) as { chain: string | null }[]
      chain = found?.chain ?? null
      if (chain === null) return heads
      heads.push(...(this.#session.read(last, chain) as ChainHead[]))
    }
  }

  async links(after: ChainPosition | null, limit: number): Promise<readonly ChainLink[]> {
    const rows = this.#session.read(
      `SELECT c.*, d.decision_id, d.verb, d.record_a, d.record_b, d.supersedes, d.body FROM chain c
       LEFT JOIN decisions d ON c.kind = 'decision' AND d.decision_id = c.subject
       WHERE (c.chain, c.sequence) > (?, ?) ORDER BY c.chain, c.sequence LIMIT ?`,
      after?.chain ?? '',
      after?.sequence ?? 0,
      limit,
    ) as (ChainRow & DecisionRow)[]
    return rows.map(linkOf)
  }

  async storedRecords(after: string | null, limit: number): Promise<readonly StoredRecord[]> {
    const sql = 'SELECT * FROM records WHERE record_id > ? ORDER BY record_id LIMIT ?'
    const rows = this.#session.read(sql, after ?? '', limit) as RecordRow[]
    return rows.map((row) => storedOf(row, this.#key))
  }

  async unchained(limit: number): Promise<readonly string[]> {
    const sql = `SELECT decision_id FROM decisions d
      WHERE NOT EXISTS (SELECT 1 FROM chain c WHERE c.subject = d.decision_id AND c.kind = 'decision') LIMIT ?`
    return (this.#session.read(sql, limit) as { decision_id: string }[]).map(({ decision_id }) => decision_id)
  }

  async missingRecords(limit: number): Promise<readonly string[]> {
    const missing = (side: string) =>
      `SELECT ${side} AS id FROM decisions WHERE ${side} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM records WHERE record_id = ${side})`
    const sql = `${missing('record_a')} UNION ${missing('record_b')} ORDER BY id LIMIT ?`
    return (this.#session.read(sql, limit) as { id: string }[]).map(({ id }) => id)
  }

  async stats(): Promise<LedgerStats> {
    const verbs = this.#session.read('SELECT verb, count(*) AS n FROM decisions GROUP BY verb ORDER BY verb') as {
      verb: string
      n: number
    }[]
    const [records] = this.#session.read(
      'SELECT count(*) AS records, count(*) - count(value) AS erased, count(key_id) AS sealed FROM records',
    ) as { records: number; erased: number; sealed: number }[]
    const [span] = this.#session.read(
      'SELECT min(recorded_at) AS first_recorded_at, max(recorded_at) AS last_recorded_at FROM chain',
    ) as { first_recorded_at: string | null; last_recorded_at: string | null }[]
    return {
      decisions: verbs.reduce((sum, { n }) => sum + n, 0),
      ...records!,
      by_verb: Object.fromEntries(verbs.map(({ verb, n }) => [verb, n])),
      ...span!,
      heads: await this.heads(),
    }
  }

  async close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    await this.#writer.close()
    try {
      // Leaves one whole file behind, whoever else has it open: a copy of it is then a copy of the ledger.
      if (!this.#readOnly) this.#session.all('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // Nothing is lost on a full disk: what was committed stays in the log beside the file.
      if (!isFull(error)) throw asLedgerError(error)
    } finally {
      this.#session.close()
    }
  }

  /** Throws key_file when the key does not open what is sealed here. Without a key, such a ledger can only be read. */
  checkKey(): void {
    this.#needsKey = needsKey(sealedUnder(this.#session, this.#key), this.#key, this.#readOnly)
  }

  #erase(ids: readonly string[]): void {
    let head = headOf(this.#session)
    const recorded_at = utcSeconds(this.#now())
    for (const id of ids) {
      this.#session.run('UPDATE records SET value = NULL, wrapped_key = NULL, key_id = NULL WHERE record_id = ?', id)
      head = extendChain(this.#session, head, { kind: 'erasure', subject: id, digest: erasureDigest(id), recorded_at })
    }
  }

  /** The log still holds pages as they were: folds it into the file and empties it. Another process's reader may put it off. */
  async #emptyLog(): Promise<void> {
    for (let attempt = 0; attempt < LOG_ATTEMPTS; attempt++) {
      const [result] = this.#session.read('PRAGMA wal_checkpoint(TRUNCATE)') as { busy: number }[]
      if (result?.busy === 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** The next records after `after` that another key sealed, or none. */
  #rekeySome(key: LedgerKey, after: string): readonly RecordRow[] {
    const sql = `SELECT * FROM records WHERE record_id > ? AND value IS NOT NULL AND key_id IS NOT ? ORDER BY record_id LIMIT ?`
    const rows = this.#session.all(sql, after, key.id, REKEY_GROUP) as RecordRow[]
    for (const row of rows) {
      const kept = rewrap(row.record_id, keptOf(row), this.#key, key)
      const update = 'UPDATE records SET value = ?, wrapped_key = ?, key_id = ? WHERE record_id = ?'
      this.#session.run(update, kept.value, kept.wrapped_key, kept.key_id, row.record_id)
    }
    return rows
  }
}
