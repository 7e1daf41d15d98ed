// The ledger on a PostgreSQL server, for several instances at once: each writer extends a chain of its own, so none waits for another.
import { SelfsameError } from '../errors.ts'
import { utcSeconds } from '../records/moment.ts'
import { decisionDigest, erasureDigest, nextLink } from './chain.ts'
import { groupCommit } from './group-commit.ts'
import { asServerError, connectPostgres, type Postgres, type Queries, untilUndisturbed } from './postgres-driver.ts'
import { POSTGRES_SCHEMA } from './postgres-schema.ts'
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
import { keep, rewrap } from './vault.ts'

export interface PostgresStoreOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
}

const SCHEMA_VERSION = 1
// Any number nobody else locks with: the bytes of "slfs".
const LOCK = 0x736c6673
const MOST_WRITERS = 4096
const ROWS_A_STATEMENT = 1000
const REKEY_GROUP = 500

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
      const sql = 'SELECT * FROM selfsame_records WHERE record_id = $1 FOR UPDATE'
      const [row] = (await queries.unsafe(sql, [recordId])) as RecordRow[]
      if (row === undefined) throw new SelfsameError('record_unknown', `there is no record ${recordId} in this ledger`)
      if (row.value === null) return false
      const gone = 'UPDATE selfsame_records SET value = NULL, wrapped_key = NULL, key_id = NULL WHERE record_id = $1'
      await queries.unsafe(gone, [recordId])
      const linked = { kind: 'erasure' as const, subject: recordId, digest: erasureDigest(recordId) }
      const link = nextLink(this.#chain(), await this.#head(queries), {
        ...linked,
        recorded_at: utcSeconds(this.#now()),
      })
      await insertLinks(queries, [link])
      return true
    })
    // The row as it was stays on its page until the table is vacuumed.
    if (erased) await this.#read('VACUUM selfsame_records')
    return erased
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
    await this.#read('VACUUM selfsame_records')
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

  /** Throws key_file when a key was given that does not open what is sealed here. */
  async checkKey(): Promise<void> {
    if (this.#key === null) return
    const other = await this.#read('SELECT 1 FROM selfsame_records WHERE key_id <> $1 LIMIT 1', [this.#key.id])
    if (other.length > 0) {
      throw new SelfsameError('key_file', 'the ledger key is not the one the values in this ledger are sealed with')
    }
  }

  #chain(): string {
    if (this.#claim !== null) return this.#claim.chain
    throw new SelfsameError('ledger_unavailable', 'the ledger was opened to be read only')
  }

  async #write(queries: Queries, group: readonly PreparedAppend[]): Promise<void> {
    const fresh = await this.#unknown(queries, group)
    if (fresh.length === 0) return
    await this.#keepRecords(queries, fresh)
    const newest = await newestOfPairs(queries, fresh)
    const now = utcSeconds(this.#now())
    let head = await this.#head(queries)
    const decisions: unknown[][] = []
    const links: ChainEntry[] = []
    for (const { entry, body } of fresh) {
      const { decision_id, verb, record_a, record_b } = entry
      const pair = pairOf(entry)
      const supersedes = pair === null ? null : (newest.get(pair) ?? null)
      if (pair !== null) newest.set(pair, decision_id)
      decisions.push([decision_id, verb, record_a, record_b, supersedes, body])
      const digest = decisionDigest(entry, supersedes)
      head = nextLink(this.#chain(), head, { kind: 'decision', subject: decision_id, digest, recorded_at: now })
      links.push(head as ChainEntry)
    }
    const columns = ['decision_id', 'verb', 'record_a', 'record_b', 'supersedes', 'body']
    await insert(queries, 'selfsame_decisions', columns, decisions)
    await insertLinks(queries, links)
  }

  /** Those of a group that the ledger does not know, each once, in order. */
  async #unknown(queries: Queries, group: readonly PreparedAppend[]): Promise<PreparedAppend[]> {
    const known = new Set<string>()
    const ids = group.map(({ entry }) => entry.decision_id)
    for (const some of slices(ids)) {
      const sql = `SELECT decision_id FROM selfsame_decisions WHERE decision_id IN (${places(some.length)})`
      for (const row of (await queries.unsafe(sql, some)) as { decision_id: string }[]) known.add(row.decision_id)
    }
    return group.filter(({ entry: { decision_id: id } }) => !known.has(id) && known.add(id))
  }

  async #keepRecords(queries: Queries, fresh: readonly PreparedAppend[]): Promise<void> {
    const rows = new Map<string, unknown[]>()
    for (const { id, content } of fresh.flatMap(({ records }) => records)) {
      if (rows.has(id)) continue
      const { value, wrapped_key, key_id } = keep(id, content, this.#key)
      rows.set(id, [id, content.entity, formOf(content), value, wrapped_key, key_id])
    }
    // In one order for every writer: two that keep the same records wait for each other instead of deadlocking.
    const ordered = [...rows.values()].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    await insert(
      queries,
      'selfsame_records',
      ['record_id', 'entity', 'form', 'value', 'wrapped_key', 'key_id'],
      ordered,
      `ON CONFLICT (record_id) DO UPDATE SET value = excluded.value, wrapped_key = excluded.wrapped_key, key_id = excluded.key_id
       WHERE selfsame_records.value IS NULL`,
    )
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

function headOf({ chain, sequence, hash }: ChainHead): ChainHead {
  return { chain, sequence: Number(sequence), hash }
}

function pairOf({ verb, record_a, record_b }: Pick<DecisionRow, 'verb' | 'record_a' | 'record_b'>): string | null {
  return record_a === null || record_b === null ? null : `${record_a} ${record_b} ${verb}`
}

/** The decision that stands for each pair so far. The records' ids bind the entity, so verb and pair say enough. */
async function newestOfPairs(queries: Queries, fresh: readonly PreparedAppend[]): Promise<Map<string, string>> {
  const newest = new Map<string, string>()
  const pairs = fresh.map(({ entry }) => entry).filter((entry) => pairOf(entry) !== null)
  for (const some of slices(pairs)) {
    const wanted = some.map((_, index) => `($${index * 3 + 1}, $${index * 3 + 2}, $${index * 3 + 3})`).join(', ')
    const rows = (await queries.unsafe(
      `SELECT d.decision_id, d.verb, d.record_a, d.record_b FROM (VALUES ${wanted}) AS wanted (a, b, verb)
       JOIN selfsame_decisions d ON d.record_a = wanted.a AND d.record_b = wanted.b AND d.verb = wanted.verb
       ORDER BY d.position`,
      some.flatMap(({ record_a, record_b, verb }) => [record_a, record_b, verb]),
    )) as DecisionRow[]
    for (const row of rows) newest.set(pairOf(row)!, row.decision_id)
  }
  return newest
}

function insertLinks(queries: Queries, links: readonly ChainEntry[]): Promise<void> {
  const columns = ['chain', 'sequence', 'kind', 'subject', 'digest', 'recorded_at', 'previous', 'hash'] as const
  return insert(
    queries,
    'selfsame_chain',
    columns,
    links.map((link) => columns.map((column) => link[column])),
  )
}

async function insert(
  queries: Queries,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  conflict = '',
): Promise<void> {
  for (const some of slices(rows)) {
    const values = some.map((_, index) => `(${places(columns.length, index * columns.length)})`).join(', ')
    await queries.unsafe(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ${conflict}`, some.flat())
  }
}

/** `$1, $2, ...` */
function places(count: number, before = 0): string {
  return Array.from({ length: count }, (_, index) => `$${before + index + 1}`).join(', ')
}

/** A statement takes at most 65,535 values. */
function* slices<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += ROWS_A_STATEMENT) yield all.slice(start, start + ROWS_A_STATEMENT)
}
