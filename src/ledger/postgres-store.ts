// The ledger on a PostgreSQL server, for several instances at once: each writer extends a chain of its own, so none waits for another.
import { SelfsameError } from '../errors.ts'
import { utcSeconds } from '../records/moment.ts'
import { decisionDigest, erasureDigest, nextLink } from './chain.ts'
import { groupCommit } from './group-commit.ts'
import { asServerError, connectPostgres, type Postgres, type Queries, untilUndisturbed } from './postgres-driver.ts'
import { headOf, insertDecisions, insertLinks, keepRecords, newestOfPairs, pairOf, unknownOf } from './postgres-rows.ts'
import { POSTGRES_SCHEMA } from './postgres-schema.ts'
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
import { keyMissing, keyWrong, rewrap } from './vault.ts'

export interface PostgresStoreOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
}

const SCHEMA_VERSION = 1
// Any number nobody else locks with: the bytes of "slfs".
const LOCK = 0x736c6673
const MOST_WRITERS = 4096
const REKEY_GROUP = 500
// A row as it was stays on its page until the table is vacuumed.
const FORGET = 'VACUUM selfsame_records'

/** Opens the ledger at a postgres:// address, making its tables unless readOnly. Throws ledger_unavailable, extra_missing, key_file. */
export async function openPostgresStore(url: string, options: PostgresStoreOptions): Promise<Ledger> {
  const server = await connectPostgres(url)
  try {
    if (!options.readOnly) await makeTables(server, options.now)
    await checkVersion(server)
    const claim = options.readOnly ? null : await claimChain(server)
    const store = new PostgresStore(server, claim, options)
    await store.checkKey()
    return store
  } catch (error) {
    await server.end({ timeout: 1 })
    throw asServerError(error)
  }
}

async function makeTables(server: Postgres, now: () => Date): Promise<void> {
  await server.begin('', async (queries) => {
    await queries.unsafe('SELECT pg_advisory_xact_lock($1, 0)', [LOCK])
    const [made] = (await queries.unsafe("SELECT to_regclass('selfsame_schema_version') AS made")) as {
      made: unknown
    }[]
    if (made?.made !== null) return
    for (const statement of POSTGRES_SCHEMA) await queries.unsafe(statement)
    const values = [SCHEMA_VERSION, utcSeconds(now())]
    await queries.unsafe('INSERT INTO selfsame_schema_version VALUES ($1, $2)', values)
  })
}

async function checkVersion(server: Postgres): Promise<void> {
  const [row] = (await server.unsafe('SELECT max(version) AS version FROM selfsame_schema_version')) as {
    version: number
  }[]
  if (row?.version === SCHEMA_VERSION) return
  throw new SelfsameError('ledger_unavailable', 'the ledger was written by a later release; upgrade selfsame')
}

interface Claim {
  readonly chain: string
  release(): void
}

/**
 * The first chain no other writer is extending. The claim is a lock held by one connection: if it is lost, another writer
 * may take the same chain, and the primary key (chain, sequence) then makes the slower of the two try again.
 */
async function claimChain(server: Postgres): Promise<Claim> {
  const connection = await server.reserve()
  for (let number = 1; number <= MOST_WRITERS; number++) {
    const sql = 'SELECT pg_try_advisory_lock($1, $2) AS taken'
    const [row] = (await connection.unsafe(sql, [LOCK, number])) as { taken: boolean }[]
    if (row?.taken) return { chain: `writer-${String(number).padStart(4, '0')}`, release: () => connection.release() }
  }
  throw new SelfsameError(
    'ledger_unavailable',
    `more than ${MOST_WRITERS} writers share this ledger; stop some of them`,
  )
}

class PostgresStore implements Ledger {
  readonly #server: Postgres
  readonly #claim: Claim | null
  readonly #now: () => Date
  readonly #group = groupCommit<readonly PreparedAppend[]>((group) =>
    this.#transaction((queries) => this.#write(queries, group.flat())),
  )
  #key: LedgerKey | null
  #needsKey = false
  #open = true

  constructor(server: Postgres, claim: Claim | null, options: PostgresStoreOptions) {
    this.#server = server
    this.#claim = claim
    this.#key = options.key
    this.#now = options.now
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    this.#chain()
    if (!this.#open) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    if (this.#needsKey) throw keyMissing()
    const prepared = appends.map(prepare)
    if (prepared.length > 0) await this.#group.add(prepared)
  }

  async decision(id: string): Promise<RecordedDecision | null> {
    const [row] = (await this.#read(
      `SELECT d.decision_id, d.verb, d.record_a, d.record_b, d.supersedes, d.body, c.digest, c.recorded_at,
        (SELECT s.decision_id FROM selfsame_decisions s WHERE s.supersedes = d.decision_id ORDER BY s.position LIMIT 1) AS superseded_by
       FROM selfsame_decisions d LEFT JOIN selfsame_chain c ON c.subject = d.decision_id AND c.kind = 'decision'
       WHERE d.decision_id = $1`,
      [id],
    )) as JoinedDecisionRow[]
    return row === undefined ? null : recordedOf(row)
  }

  async record(id: string): Promise<LedgerRecord | null> {
    const stored = await this.storedRecord(id)
    return stored === null ? null : recordOf(stored, this.#key)
  }

  async storedRecord(id: string): Promise<StoredRecord | null> {
    const [row] = (await this.#read('SELECT * FROM selfsame_records WHERE record_id = $1', [id])) as RecordRow[]
    return row === undefined ? null : storedOf(row, this.#key)
  }

  async erase(recordId: string): Promise<boolean> {
    const erased = await this.#transaction(async (queries) => {
      const sql = 'SELECT value IS NULL AS gone FROM selfsame_records WHERE record_id = $1 FOR UPDATE'
      const [row] = (await queries.unsafe(sql, [recordId])) as { gone: boolean }[]
      if (row === undefined) throw recordUnknown(recordId)
      if (!row.gone) await this.#erase(queries, [recordId])
      return !row.gone
    })
    if (erased) await this.#read(FORGET)
    return erased
  }

  async eraseBefore(moment: string): Promise<number> {
    const since = 'FROM selfsame_decisions JOIN selfsame_chain ON subject = decision_id WHERE recorded_at >= $1'
    const sql = `SELECT record_id FROM selfsame_records WHERE value IS NOT NULL AND record_id NOT IN (
      SELECT record_a ${since} AND record_a IS NOT NULL UNION SELECT record_b ${since} AND record_b IS NOT NULL
    ) ORDER BY record_id`
    const count = await this.#transaction(async (queries) => {
      const rows = (await queries.unsafe(sql, [moment])) as { record_id: string }[]
      await this.#erase(
        queries,
        rows.map(({ record_id }) => record_id),
      )
      return rows.length
    })
    if (count > 0) await this.#read(FORGET)
    return count
  }

  async rekey(key: LedgerKey): Promise<number> {
    this.#chain()
    // One transaction: a ledger sealed under two keys could be opened with neither.
    const total = await this.#transaction(async (queries) => {
      await queries.unsafe('LOCK TABLE selfsame_records IN EXCLUSIVE MODE')
      let changed = 0
      for (let done = await this.#rekeySome(queries, key); done > 0; done = await this.#rekeySome(queries, key))
        changed += done
      return changed
    })
    this.#key = key
    await this.#read(FORGET)
    return total
  }

  async heads(): Promise<readonly ChainHead[]> {
    const sql = 'SELECT DISTINCT ON (chain) chain, sequence, hash FROM selfsame_chain ORDER BY chain, sequence DESC'
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
    const sql = `SELECT id FROM (SELECT record_a AS id FROM selfsame_decisions UNION SELECT record_b FROM selfsame_decisions) AS held
      WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM selfsame_records WHERE record_id = id) ORDER BY id LIMIT $1`
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
    this.#claim?.release()
    await this.#server.end({ timeout: 5 })
  }

  /** Throws key_file when the key does not open what is sealed here. Without a key, such a ledger can only be read. */
  async checkKey(): Promise<void> {
    const sql = 'SELECT 1 FROM selfsame_records WHERE key_id IS NOT NULL AND key_id IS DISTINCT FROM $1 LIMIT 1'
    const sealed = await this.#read(sql, [this.#key?.id ?? null])
    if (sealed.length === 0) return
    if (this.#key !== null) throw keyWrong()
    this.#needsKey = true
  }

  #chain(): string {
    if (this.#claim !== null) return this.#claim.chain
    throw new SelfsameError('ledger_unavailable', 'the ledger was opened to be read only')
  }

  async #write(queries: Queries, group: readonly PreparedAppend[]): Promise<void> {
    const fresh = await unknownOf(queries, group)
    if (fresh.length === 0) return
    await keepRecords(queries, fresh, this.#key)
    const newest = await newestOfPairs(queries, fresh)
    const now = utcSeconds(this.#now())
    let head = await this.#head(queries)
    const decisions: DecisionRow[] = []
    const links: ChainEntry[] = []
    for (const { entry, body, digest: alone } of fresh) {
      const { decision_id, verb, record_a, record_b } = entry
      const pair = pairOf(entry)
      const supersedes = pair === null ? null : (newest.get(pair) ?? null)
      if (pair !== null) newest.set(pair, decision_id)
      decisions.push({ decision_id, verb, record_a, record_b, supersedes, body })
      const digest = supersedes === null ? alone : decisionDigest(entry, supersedes)
      head = nextLink(this.#chain(), head, { kind: 'decision', subject: decision_id, digest, recorded_at: now })
      links.push(head as ChainEntry)
    }
    await insertDecisions(queries, decisions)
    await insertLinks(queries, links)
  }

  async #erase(queries: Queries, ids: readonly string[]): Promise<void> {
    const links: ChainEntry[] = []
    let head = await this.#head(queries)
    const recorded_at = utcSeconds(this.#now())
    for (const id of ids) {
      const gone = 'UPDATE selfsame_records SET value = NULL, wrapped_key = NULL, key_id = NULL WHERE record_id = $1'
      await queries.unsafe(gone, [id])
      const link = nextLink(this.#chain(), head, {
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

  async #head(queries: Queries): Promise<ChainHead | null> {
    const sql = 'SELECT chain, sequence, hash FROM selfsame_chain WHERE chain = $1 ORDER BY sequence DESC LIMIT 1'
    const [row] = (await queries.unsafe(sql, [this.#chain()])) as ChainHead[]
    return row === undefined ? null : headOf(row)
  }

  async #rekeySome(queries: Queries, key: LedgerKey): Promise<number> {
    const sql = `SELECT * FROM selfsame_records WHERE value IS NOT NULL AND key_id IS DISTINCT FROM $1 LIMIT ${REKEY_GROUP}`
    const rows = (await queries.unsafe(sql, [key.id])) as RecordRow[]
    for (const row of rows) {
      const kept = rewrap(row.record_id, keptOf(row), this.#key, key)
      const update = 'UPDATE selfsame_records SET value = $1, wrapped_key = $2, key_id = $3 WHERE record_id = $4'
      await queries.unsafe(update, [kept.value, kept.wrapped_key, kept.key_id, row.record_id])
    }
    return rows.length
  }

  /** Serializable: what a decision supersedes is read and written as if writers took turns. */
  #transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return untilUndisturbed(() =>
      this.#server.begin('ISOLATION LEVEL SERIALIZABLE', async (queries) => {
        await queries.unsafe('SET LOCAL synchronous_commit TO on')
        return work(queries)
      }),
    )
  }

  async #read(sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
    try {
      return await this.#server.unsafe(sql, values)
    } catch (error) {
      throw asServerError(error)
    }
  }
}
