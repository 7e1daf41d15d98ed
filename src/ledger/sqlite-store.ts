// The ledger in one SQLite file: several processes may share it, every answer of append() is durable, and one chain orders it all.
import { SelfsameError } from '../errors.ts'
import type { RecordContent } from '../records/ids.ts'
import { utcSeconds } from '../records/moment.ts'
import { decisionDigest, erasureDigest, nextLink } from './chain.ts'
import { groupCommit } from './group-commit.ts'
import {
  type ChainRow,
  type DecisionRow,
  formOf,
  type JoinedDecisionRow,
  keptOf,
  linkOf,
  type PreparedAppend,
  prepare,
  type RecordRow,
  recordedOf,
  recordOf,
  recordUnknown,
  storedOf,
} from './rows.ts'
import { asLedgerError, isFull, type SqliteDatabase, type SqliteStatement } from './sqlite-driver.ts'
import { openLedgerFile, patiently, rollBack } from './sqlite-open.ts'
import type {
  ChainEntry,
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
import { keep, keyMissing, keyWrong, rewrap } from './vault.ts'

export interface SqliteStoreOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
}

// One chain a file: BEGIN IMMEDIATE lets one process write at a time, so all of them can extend the same one.
const CHAIN = 'main'
const REKEY_GROUP = 500
const LOG_ATTEMPTS = 50

/** Opens the ledger file at `path` (created unless readOnly). Throws ledger_unavailable, or key_file for another ledger's key. */
export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<Ledger> {
  const database = await openLedgerFile(path, options)
  const store = new SqliteStore(database, options)
  try {
    store.checkKey()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

class SqliteStore implements Ledger {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()
  readonly #readOnly: boolean
  readonly #now: () => Date
  readonly #group = groupCommit<readonly PreparedAppend[]>((group) =>
    this.#transaction(() => this.#write(group.flat())),
  )
  #key: LedgerKey | null
  #needsKey = false
  /** False once no more decisions are taken; closed once those taken are durable. */
  #open = true
  #closed = false

  constructor(database: SqliteDatabase, options: SqliteStoreOptions) {
    this.#database = database
    this.#key = options.key
    this.#readOnly = options.readOnly
    this.#now = options.now
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    if (!this.#open) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    if (this.#needsKey) throw keyMissing()
    const prepared = appends.map(prepare)
    if (prepared.length > 0) await this.#group.add(prepared)
  }

  async decision(id: string): Promise<RecordedDecision | null> {
    const row = this.#read(
      `SELECT d.*, c.digest, c.recorded_at,
        (SELECT s.decision_id FROM decisions s WHERE s.supersedes = d.decision_id ORDER BY s.position LIMIT 1) AS superseded_by
       FROM decisions d LEFT JOIN chain c ON c.subject = d.decision_id AND c.kind = 'decision' WHERE d.decision_id = ?`,
      id,
    )[0] as JoinedDecisionRow | undefined
    return row === undefined ? null : recordedOf(row)
  }

  async record(id: string): Promise<LedgerRecord | null> {
    const stored = await this.storedRecord(id)
    return stored === null ? null : recordOf(stored, this.#key)
  }

  async storedRecord(id: string): Promise<StoredRecord | null> {
    const row = this.#read('SELECT * FROM records WHERE record_id = ?', id)[0] as RecordRow | undefined
    return row === undefined ? null : storedOf(row, this.#key)
  }

  async erase(recordId: string): Promise<boolean> {
    const erased = await this.#transaction(() => {
      const [row] = this.#all('SELECT value IS NULL AS gone FROM records WHERE record_id = ?', recordId) as {
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
    const count = await this.#transaction(() => {
      const rows = this.#all(sql, moment) as { record_id: string }[]
      this.#erase(rows.map(({ record_id }) => record_id))
      return rows.length
    })
    if (count > 0) await this.#emptyLog()
    return count
  }

  async rekey(key: LedgerKey): Promise<number> {
    // One transaction: a ledger sealed under two keys could be opened with neither.
    const total = await this.#transaction(() => {
      let changed = 0
      for (let done = this.#rekeySome(key); done > 0; done = this.#rekeySome(key)) changed += done
      return changed
    })
    this.#key = key
    await this.#emptyLog()
    return total
  }

  async heads(): Promise<readonly ChainHead[]> {
    // With max(), SQLite takes the other columns from the row that holds it: https://www.sqlite.org/quirks.html#aggregate
    return this.#read(
      'SELECT chain, max(sequence) AS sequence, hash FROM chain GROUP BY chain ORDER BY chain',
    ) as ChainHead[]
  }

  async links(after: ChainPosition | null, limit: number): Promise<readonly ChainLink[]> {
    const rows = this.#read(
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
    const rows = this.#read(sql, after ?? '', limit) as RecordRow[]
    return rows.map((row) => storedOf(row, this.#key))
  }

  async unchained(limit: number): Promise<readonly string[]> {
    const sql = `SELECT decision_id FROM decisions d
      WHERE NOT EXISTS (SELECT 1 FROM chain c WHERE c.subject = d.decision_id AND c.kind = 'decision') LIMIT ?`
    return (this.#read(sql, limit) as { decision_id: string }[]).map(({ decision_id }) => decision_id)
  }

  async missingRecords(limit: number): Promise<readonly string[]> {
    const sql = `SELECT id FROM (SELECT record_a AS id FROM decisions UNION SELECT record_b FROM decisions)
      WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM records WHERE record_id = id) ORDER BY id LIMIT ?`
    return (this.#read(sql, limit) as { id: string }[]).map(({ id }) => id)
  }

  async stats(): Promise<LedgerStats> {
    const verbs = this.#read('SELECT verb, count(*) AS n FROM decisions GROUP BY verb ORDER BY verb') as {
      verb: string
      n: number
    }[]
    const [records] = this.#read(
      'SELECT count(*) AS records, count(*) - count(value) AS erased, count(key_id) AS sealed FROM records',
    ) as { records: number; erased: number; sealed: number }[]
    const [span] = this.#read(
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
    await this.#group.idle()
    try {
      // Leaves one whole file behind, whoever else has it open: a copy of it is then a copy of the ledger.
      if (!this.#readOnly) this.#all('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // Nothing is lost on a full disk: what was committed stays in the log beside the file.
      if (!isFull(error)) throw asLedgerError(error)
    } finally {
      this.#closed = true
      this.#statements.clear()
      this.#database.close()
    }
  }

  /** Throws key_file when the key does not open what is sealed here. Without a key, such a ledger can only be read. */
  checkKey(): void {
    const sealed = this.#read(
      'SELECT 1 FROM records WHERE key_id IS NOT NULL AND key_id IS NOT ? LIMIT 1',
      this.#key?.id ?? null,
    )
    if (sealed.length === 0) return
    if (this.#key !== null) throw keyWrong()
    this.#needsKey = true
  }

  #write(group: readonly PreparedAppend[]): void {
    let head = this.#head()
    const now = utcSeconds(this.#now())
    for (const { entry, body, digest: alone, records } of group) {
      const { decision_id, verb, record_a, record_b } = entry
      if (this.#all('SELECT 1 FROM decisions WHERE decision_id = ?', decision_id).length > 0) continue
      for (const { id, content } of records) this.#keepRecord(id, content)
      const supersedes = record_a === null || record_b === null ? null : this.#newestOf(entry)
      const sql =
        'INSERT INTO decisions (decision_id, verb, record_a, record_b, supersedes, body) VALUES (?, ?, ?, ?, ?, ?)'
      this.#run(sql, decision_id, verb, record_a, record_b, supersedes, body)
      const digest = supersedes === null ? alone : decisionDigest(entry, supersedes)
      head = this.#extend(head, { kind: 'decision', subject: decision_id, digest, recorded_at: now })
    }
  }

  /** A record that is there already keeps its value; one that was erased gets it again, since it was given again. */
  #keepRecord(id: string, content: RecordContent): void {
    const { value, wrapped_key, key_id } = keep(id, content, this.#key)
    this.#run(
      `INSERT INTO records (record_id, entity, form, value, wrapped_key, key_id) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (record_id) DO UPDATE SET value = excluded.value, wrapped_key = excluded.wrapped_key, key_id = excluded.key_id
       WHERE records.value IS NULL`,
      id,
      content.entity,
      formOf(content),
      value,
      wrapped_key,
      key_id,
    )
  }

  /** The decision that stands for a pair so far. The records' ids bind the entity, so verb and pair say enough. */
  #newestOf({ verb, record_a, record_b }: PreparedAppend['entry']): string | null {
    const sql = `SELECT decision_id FROM decisions WHERE record_a = ? AND record_b = ? AND verb = ? ORDER BY position DESC LIMIT 1`
    const row = this.#all(sql, record_a, record_b, verb)[0] as { decision_id: string } | undefined
    return row?.decision_id ?? null
  }

  #erase(ids: readonly string[]): void {
    let head = this.#head()
    const recorded_at = utcSeconds(this.#now())
    for (const id of ids) {
      this.#run('UPDATE records SET value = NULL, wrapped_key = NULL, key_id = NULL WHERE record_id = ?', id)
      head = this.#extend(head, { kind: 'erasure', subject: id, digest: erasureDigest(id), recorded_at })
    }
  }

  #head(): ChainHead | null {
    const sql = 'SELECT chain, sequence, hash FROM chain WHERE chain = ? ORDER BY sequence DESC LIMIT 1'
    return (this.#all(sql, CHAIN)[0] as ChainHead | undefined) ?? null
  }

  #extend(head: ChainHead | null, linked: Pick<ChainEntry, 'kind' | 'subject' | 'digest' | 'recorded_at'>): ChainEntry {
    const link = nextLink(CHAIN, head, linked)
    const { chain, sequence, kind, subject, digest, recorded_at, previous, hash } = link
    const sql = 'INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
    this.#run(sql, chain, sequence, kind, subject, digest, recorded_at, previous, hash)
    return link
  }

  /** The log still holds pages as they were: folds it into the file and empties it. Another process's reader may put it off. */
  async #emptyLog(): Promise<void> {
    for (let attempt = 0; attempt < LOG_ATTEMPTS; attempt++) {
      const [result] = this.#read('PRAGMA wal_checkpoint(TRUNCATE)') as { busy: number }[]
      if (result?.busy === 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  #rekeySome(key: LedgerKey): number {
    const sql = 'SELECT * FROM records WHERE value IS NOT NULL AND key_id IS NOT ? LIMIT ?'
    const rows = this.#all(sql, key.id, REKEY_GROUP) as RecordRow[]
    for (const row of rows) {
      const kept = rewrap(row.record_id, keptOf(row), this.#key, key)
      const update = 'UPDATE records SET value = ?, wrapped_key = ?, key_id = ? WHERE record_id = ?'
      this.#run(update, kept.value, kept.wrapped_key, kept.key_id, row.record_id)
    }
    return rows.length
  }

  /** Begin, work and commit without a turn of the event loop between them: nothing else can slip into the transaction. */
  #transaction<T>(work: () => T): Promise<T> {
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

  #read(sql: string, ...values: unknown[]): unknown[] {
    try {
      return this.#all(sql, ...values)
    } catch (error) {
      throw asLedgerError(error)
    }
  }

  #all(sql: string, ...values: unknown[]): unknown[] {
    return this.#statement(sql).all(...values)
  }

  #run(sql: string, ...values: unknown[]): void {
    this.#statement(sql).run(...values)
  }

  #statement(sql: string): SqliteStatement {
    if (this.#closed) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }
}
