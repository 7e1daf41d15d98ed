// The ledger on a PostgreSQL server, for several instances at once: each writer extends a chain of its own, so none waits for another.
import { SelfsameError } from '../errors.ts'
import { utcSeconds } from '../records/moment.ts'
import { decisionDigest, erasureDigest, nextLink } from './chain.ts'
import { groupCommit } from './group-commit.ts'
import {
  asServerError,
  connectPostgres,
  isUnsupported,
  type Postgres,
  type Queries,
  serializable,
  untilConnected,
} from './postgres-driver.ts'
import { checkVersion, makeTables } from './postgres-open.ts'
import {
  headOf,
  headOfChain,
  insertDecisions,
  insertLinks,
  keepKey,
  keepRecords,
  newestOfPairs,
  pairOf,
  unknownOf,
} from './postgres-rows.ts'
import { type ChainClaim, claimChain } from './postgres-writers.ts'
import {
  type ChainRow,
  type DecisionRow,
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
import { keyMissing, needsKey, rewrap, type SealedUnder } from './vault.ts'

export interface PostgresStoreOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
}

const REKEY_GROUP = 500

/** Opens the ledger at a postgres:// address, making its tables unless readOnly. Throws ledger_unavailable, extra_missing, key_file. */
export async function openPostgresStore(url: string, options: PostgresStoreOptions): Promise<Ledger> {
  const server = await connectPostgres(url)
  try {
    if (!options.readOnly) await makeTables(server, options.now)
    await checkVersion(server, options.readOnly)
    const claim = options.readOnly ? null : await claimChain(server)
    const store = new PostgresStore(server, claim, options)
    await store.checkKey()
    return store
  } catch (error) {
    await server.close()
    throw asServerError(error)
  }
}

class PostgresStore implements Ledger {
  readonly #server: Postgres
  readonly #claim: ChainClaim | null
  readonly #now: () => Date
  // What was committed before the connection broke is known, and passed over, the second time.
  readonly #group = groupCommit<readonly PreparedAppend[]>((group) =>
    untilConnected(() => this.#transaction((queries, chain) => this.#write(queries, chain, group.flat()))),
  )
  #key: LedgerKey | null
  #needsKey = false
  #open = true

  constructor(server: Postgres, claim: ChainClaim | null, options: PostgresStoreOptions) {
    this.#server = server
    this.#claim = claim
    this.#key = options.key
    this.#now = options.now
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    this.#writable()
    if (!this.#open) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    if (this.#needsKey) throw keyMissing()
    const prepared = appends.map(prepare)
    if (prepared.length > 0) await this.#group.add(prepared)
  }

  async decision(id: string): Promise<RecordedDecision | null> {
    const [row] = (await this.#read(
      `SELECT d.decision_id, d.verb, d.record_a, d.record_b, d.supersedes, d.body, c.digest, c.recorded_at,
        (SELECT s.decision_id FROM selfsame_decisions s WHERE s.supersedes = d.decision_id) AS superseded_by
       FROM selfsame_decisions d LEFT JOIN selfsame_chain c ON c.subject = d.decision_id AND c.kind = 'decision'
       WHERE d.decision_id = $1`,
      [id],
    )) as JoinedDecisionRow[]
    return row === undefined ? null : recordedOf(row)
  }

  async record(id: string): Promise<LedgerRecord | null> {
    const stored = await this.storedRecord(id)
    return stored === null ? null : recordOf(stored)
  }

  async storedRecord(id: string): Promise<StoredRecord | null> {
    const [row] = (await this.#read('SELECT * FROM selfsame_records WHERE record_id = $1', [id])) as RecordRow[]
    return row === undefined ? null : storedOf(row, this.#key)
  }

  async erase(recordId: string): Promise<boolean> {
    const erased = await this.#transaction(async (queries, chain) => {
      const sql = 'SELECT value IS NULL AS gone FROM selfsame_records WHERE record_id = $1'
      const [row] = (await queries.query(sql, [recordId])) as { gone: boolean }[]
      if (row === undefined) throw recordUnknown(recordId)
      if (!row.gone) await this.#erase(queries, chain, [recordId])
      return !row.gone
    })
    if (erased) await this.#forget()
    return erased
  }

  async eraseBefore(moment: string): Promise<number> {
    const since = 'FROM selfsame_decisions JOIN selfsame_chain ON subject = decision_id WHERE recorded_at >= $1'
    const sql = `SELECT record_id FROM selfsame_records WHERE value IS NOT NULL AND record_id NOT IN (
      SELECT record_a ${since} AND record_a IS NOT NULL UNION SELECT record_b ${since} AND record_b IS NOT NULL
    ) ORDER BY record_id`
    const count = await this.#transaction(async (queries, chain) => {
      const rows = (await queries.query(sql, [moment])) as { record_id: string }[]
      const ids = rows.map(({ record_id }) => record_id)
      await this.#erase(queries, chain, ids)
      return ids.length
    })
    if (count > 0) await this.#forget()
    return count
  }

  async rekey(key: LedgerKey): Promise<number> {
    // One transaction: a ledger sealed under two keys could be opened with neither.
    const total = await this.#transaction(async (queries) => {
      await queries.query('UPDATE selfsame_key SET key_id = $1', [key.id])
      let changed = 0
      for (let rows = await this.#rekeySome(queries, key, ''); rows.length > 0; ) {
        changed += rows.length
        rows = await this.#rekeySome(queries, key, rows.at(-1)!.record_id)
      }
      return changed
    })
    this.#key = key
    await this.#forget()
    return total
  }

  async heads(): Promise<readonly ChainHead[]> {
    // From one chain's name to the next, and from there to its end: looking at every link takes minutes in a big ledger.
    const sql = `WITH RECURSIVE names AS (
        SELECT min(chain) AS chain FROM selfsame_chain
        UNION ALL SELECT (SELECT min(c.chain) FROM selfsame_chain c WHERE c.chain > names.chain) FROM names WHERE names.chain IS NOT NULL
      )
      SELECT c.chain, c.sequence, c.hash FROM names JOIN selfsame_chain c ON c.chain = names.chain
      WHERE c.sequence = (SELECT max(sequence) FROM selfsame_chain m WHERE m.chain = names.chain) ORDER BY c.chain`
    return ((await this.#read(sql)) as ChainHead[]).map(headOf)
  }

  async links(after: ChainPosition | null, limit: number): Promise<readonly ChainLink[]> {
    const rows = (await this.#read(
      `SELECT c.*, d.decision_id, d.verb, d.record_a, d.record_b, d.supersedes, d.body FROM selfsame_chain c
       LEFT JOIN selfsame_decisions d ON c.kind = 'decision' AND d.decision_id = c.subject
       WHERE (c.chain, c.sequence) > ($1, $2) ORDER BY c.chain, c.sequence LIMIT $3`,
      [after?.chain ?? '', after?.sequence ?? 0, limit],
    )) as (ChainRow & DecisionRow)[]
    return rows.map(linkOf)
  }

  async storedRecords(after: string | null, limit: number): Promise<readonly StoredRecord[]> {
    const sql = 'SELECT * FROM selfsame_records WHERE record_id > $1 ORDER BY record_id LIMIT $2'
    return ((await this.#read(sql, [after ?? '', limit])) as RecordRow[]).map((row) => storedOf(row, this.#key))
  }

  async unchained(limit: number): Promise<readonly string[]> {
    const sql = `SELECT decision_id FROM selfsame_decisions d WHERE NOT EXISTS
      (SELECT 1 FROM selfsame_chain c WHERE c.subject = d.decision_id AND c.kind = 'decision') LIMIT $1`
    return ((await this.#read(sql, [limit])) as { decision_id: string }[]).map(({ decision_id }) => decision_id)
  }

  async missingRecords(limit: number): Promise<readonly string[]> {
    const missing = (side: string) =>
      `SELECT ${side} AS id FROM selfsame_decisions
       WHERE ${side} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM selfsame_records WHERE record_id = ${side})`
    const sql = `${missing('record_a')} UNION ${missing('record_b')} ORDER BY id LIMIT $1`
    return ((await this.#read(sql, [limit])) as { id: string }[]).map(({ id }) => id)
  }

  async stats(): Promise<LedgerStats> {
    const counted = 'SELECT verb, count(*)::int AS n FROM selfsame_decisions GROUP BY verb ORDER BY verb COLLATE "C"'
    const verbs = (await this.#read(counted)) as { verb: string; n: number }[]
    const [records] = (await this.#read(
      `SELECT count(*)::int AS records, (count(*) - count(value))::int AS erased, count(key_id)::int AS sealed FROM selfsame_records`,
    )) as { records: number; erased: number; sealed: number }[]
    const [span] = (await this.#read(
      'SELECT min(recorded_at) AS first_recorded_at, max(recorded_at) AS last_recorded_at FROM selfsame_chain',
    )) as { first_recorded_at: string | null; last_recorded_at: string | null }[]
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
      await this.#claim?.release()
    } finally {
      await this.#server.close()
    }
  }

  /** Throws key_file when the key does not open what is sealed here. Without a key, such a ledger can only be read. */
  async checkKey(): Promise<void> {
    const under = (which: string) => `EXISTS (SELECT 1 FROM selfsame_records WHERE ${which})`
    // Two looks into the index, however many records there are.
    const sql = `SELECT ${under('key_id = $1')} AS own, ${under('key_id < $1')} OR ${under('key_id > $1')} AS other`
    const [sealed] = (await this.#read(sql, [this.#key?.id ?? ''])) as SealedUnder[]
    this.#needsKey = sealed !== undefined && needsKey(sealed, this.#key, this.#claim === null)
  }

  #writable(): ChainClaim {
    if (this.#claim !== null) return this.#claim
    throw new SelfsameError('ledger_unavailable', 'the ledger was opened to be read only')
  }

  async #write(queries: Queries, chain: string, group: readonly PreparedAppend[]): Promise<void> {
    const fresh = await unknownOf(queries, group)
    if (fresh.length === 0) return
    await keepKey(queries, this.#key)
    await keepRecords(queries, fresh, this.#key)
    const newest = await newestOfPairs(queries, fresh)
    const now = utcSeconds(this.#now())
    let head = await headOfChain(queries, chain)
    const decisions: DecisionRow[] = []
    const links: ChainEntry[] = []
    for (const { entry, body, digest: alone } of fresh) {
      const { decision_id, verb, record_a, record_b } = entry
      const pair = pairOf(entry)
      const supersedes = pair === null ? null : (newest.get(pair) ?? null)
      if (pair !== null) newest.set(pair, decision_id)
      decisions.push({ decision_id, verb, record_a, record_b, supersedes, body })
      const digest = supersedes === null ? alone : decisionDigest(entry, supersedes)
      head = nextLink(chain, head, { kind: 'decision', subject: decision_id, digest, recorded_at: now })
      links.push(head as ChainEntry)
    }
    await insertDecisions(queries, decisions)
    await insertLinks(queries, links)
  }

  async #erase(queries: Queries, chain: string, ids: readonly string[]): Promise<void> {
    const links: ChainEntry[] = []
    let head = await headOfChain(queries, chain)
    const recorded_at = utcSeconds(this.#now())
    for (const id of ids) {
      const gone = 'UPDATE selfsame_records SET value = NULL, wrapped_key = NULL, key_id = NULL WHERE record_id = $1'
      await queries.query(gone, [id])
      const link = nextLink(chain, head, {
        kind: 'erasure',
        subject: id,
        digest: erasureDigest(id),
        recorded_at,
      })
      links.push(link)
      head = link
    }
    await insertLinks(queries, links)
  }

  /** The next records after `after` that another key sealed, or none. */
  async #rekeySome(queries: Queries, key: LedgerKey, after: string): Promise<readonly RecordRow[]> {
    const sql = `SELECT * FROM selfsame_records
      WHERE record_id > $1 AND value IS NOT NULL AND key_id IS DISTINCT FROM $2 ORDER BY record_id LIMIT ${REKEY_GROUP}`
    const rows = (await queries.query(sql, [after, key.id])) as RecordRow[]
    for (const row of rows) {
      const kept = rewrap(row.record_id, keptOf(row), this.#key, key)
      const update = 'UPDATE selfsame_records SET value = $1, wrapped_key = $2, key_id = $3 WHERE record_id = $4'
      await queries.query(update, [kept.value, kept.wrapped_key, kept.key_id, row.record_id])
    }
    return rows
  }

  /** Serializable: what a decision supersedes is read and written as if writers took turns. */
  async #transaction<T>(work: (queries: Queries, chain: string) => Promise<T>): Promise<T> {
    const chain = await this.#writable().chain()
    return serializable(this.#server, (queries) => work(queries, chain))
  }

  /** A row as it was stays on its page until the table is vacuumed; a server without VACUUM clears its pages by itself. */
  async #forget(): Promise<void> {
    try {
      await this.#server.query('VACUUM selfsame_records')
    } catch (error) {
      if (!isUnsupported(error)) throw asServerError(error)
    }
  }

  async #read(sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
    try {
      return await this.#server.query(sql, values)
    } catch (error) {
      throw asServerError(error)
    }
  }
}
