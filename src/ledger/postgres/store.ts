// The ledger on a PostgreSQL server, for several instances at once: each writer extends its own chain, so none waits for another.
import { SelfsameError } from '../../errors.ts'
import { utcSeconds } from '../../records/canonical.ts'
import { type DecisionRow, decisionDigest, erasureDigest, nextLink } from '../chain.ts'
import { type DatabaseRule, ruleChanges } from '../database-rules.ts'
import { answered, enqueue, entered, forgotten, reasonsAbout } from '../review-queue.ts'
import { reviewMoved } from '../review-store.ts'
import { keptOf, type PreparedAppend, prepare, type RecordRow, recordUnknown } from '../rows.ts'
import { RECORDS_BEFORE, RECORDS_TO_REKEY, SEALED_UNDER, SqlLedger } from '../sql-ledger.ts'
import type { AskedPair, ChainEntry, Ledger, LedgerAppend, LedgerKey, PersonsDecision, UnreadRow } from '../store.ts'
import { keyMissing, needsKey, rewrap, type SealedUnder } from '../vault.ts'
import {
  asServerError,
  connectPostgres,
  isUnsupported,
  type Postgres,
  type Queries,
  serializable,
  untilConnected,
} from './driver.ts'
import { checkVersion, makeTables, versionOf } from './open.ts'
import {
  headOfChain,
  insertDecisions,
  insertLinks,
  inTransaction,
  keepKey,
  keepRecords,
  named,
  newestOfPairs,
  PAIRS_A_STATEMENT,
  pairOf,
  unknownOf,
} from './rows.ts'
import { OPTIONAL_TRIGGERS, QUEUE_VERSION, ROW_TRIGGERS } from './schema.ts'
import { type ChainClaim, claimChain, groupCommit } from './writers.ts'

export interface PostgresStoreOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
}

const REKEY_GROUP = 500
/** Enabled triggers only ('D' is disabled); internal triggers, e.g. of foreign keys, belong to the server. */
const TRIGGERS_IN_FORCE = `SELECT 'trigger' AS kind, tgname::text AS name, '' AS text FROM pg_trigger
  WHERE tgrelid IN (to_regclass('selfsame_decisions'), to_regclass('selfsame_chain'), to_regclass('selfsame_records'))
  AND NOT tgisinternal AND tgenabled <> 'D' ORDER BY tgname`

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

class PostgresStore extends SqlLedger {
  protected readonly body = 'd.body'
  readonly #server: Postgres
  readonly #claim: ChainClaim | null
  readonly #now: () => Date
  // A repeated attempt skips the decisions that were committed before the connection broke.
  readonly #group = groupCommit<readonly PreparedAppend[]>((group) =>
    untilConnected(() => this.#transaction((queries, chain) => this.#write(queries, chain, group.flat()))),
  )
  #needsKey = false
  #open = true

  constructor(server: Postgres, claim: ChainClaim | null, options: PostgresStoreOptions) {
    super(options.key)
    this.#server = server
    this.#claim = claim
    this.#now = options.now
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    this.#refuseUnwritable()
    const prepared = appends.map(prepare)
    if (prepared.length > 0) await this.#group.add(prepared)
  }

  #refuseUnwritable(): void {
    this.#writable()
    if (!this.#open) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    if (this.#needsKey) throw keyMissing()
  }

  /** A separate transaction: a conflict with another reviewer must not fail the appends of other callers. */
  protected async answer({ entry, records, follows, change }: PersonsDecision): Promise<void> {
    this.#refuseUnwritable()
    const append = { ...prepare({ entry, records }), follows }
    await untilConnected(() =>
      this.#transaction(async (queries, chain) => {
        // After a connection that broke during the commit, the answer may already be stored.
        if ((await unknownOf(queries, [append])).length === 0) return
        if (!(await inTransaction(queries, answered(change, follows)))) throw reviewMoved()
        await this.#write(queries, chain, [append])
      }),
    )
  }

  protected async enter(pairs: readonly AskedPair[]): Promise<void> {
    this.#refuseUnwritable()
    await this.#transaction(async (queries) => {
      for (const pair of pairs) await inTransaction(queries, entered(pair))
    })
  }

  protected async hasQueue(): Promise<boolean> {
    return ((await versionOf(this.#server)) ?? 0) >= QUEUE_VERSION
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
    const count = await this.#transaction(async (queries, chain) => {
      const rows = (await queries.query(named(RECORDS_BEFORE), [moment])) as { record_id: string }[]
      const ids = rows.map(({ record_id }) => record_id)
      await this.#erase(queries, chain, ids)
      return ids.length
    })
    if (count > 0) await this.#forget()
    return count
  }

  async rekey(key: LedgerKey): Promise<number> {
    // One transaction: a ledger encrypted under two keys could be opened with neither.
    const total = await this.#transaction(async (queries) => {
      await queries.query('UPDATE selfsame_key SET key_id = $1', [key.id])
      let changed = 0
      for (let rows = await this.#rekeySome(queries, key, ''); rows.length > 0; ) {
        changed += rows.length
        rows = await this.#rekeySome(queries, key, rows.at(-1)!.record_id)
      }
      return changed
    })
    this.key = key
    await this.#forget()
    return total
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

  /** Throws key_file when the key does not decrypt the values of this ledger. Without a key, such a ledger is read-only. */
  async checkKey(): Promise<void> {
    const [sealed] = (await this.ask(SEALED_UNDER, this.key?.id ?? '')) as SealedUnder[]
    this.#needsKey = sealed !== undefined && needsKey(sealed, this.key, this.#claim === null)
  }

  #writable(): ChainClaim {
    if (this.#claim !== null) return this.#claim
    throw new SelfsameError('ledger_unavailable', 'the ledger was opened to be read only')
  }

  async #write(queries: Queries, chain: string, group: readonly PreparedAppend[]): Promise<void> {
    const fresh = await unknownOf(queries, group)
    if (fresh.length === 0) return
    await keepKey(queries, this.key)
    await keepRecords(queries, fresh, this.key)
    const newest = await newestOfPairs(queries, fresh)
    const now = utcSeconds(this.#now())
    let head = await headOfChain(queries, chain)
    const decisions: DecisionRow[] = []
    const links: ChainEntry[] = []
    for (const { row, digest: alone, follows } of fresh) {
      const { decision_id } = row
      const pair = pairOf(row)
      const supersedes = follows ?? (pair === null ? null : (newest.get(pair) ?? null))
      if (pair !== null) newest.set(pair, decision_id)
      const written = { ...row, supersedes }
      decisions.push(written)
      const digest = supersedes === null ? alone : decisionDigest(written)
      head = nextLink(chain, head, { kind: 'decision', subject: decision_id, digest, recorded_at: now })
      links.push(head as ChainEntry)
    }
    await insertDecisions(queries, decisions)
    await insertLinks(queries, links)
    await inTransaction(queries, enqueue(decisions, PAIRS_A_STATEMENT))
  }

  async #erase(queries: Queries, chain: string, ids: readonly string[]): Promise<void> {
    const links: ChainEntry[] = []
    let head = await headOfChain(queries, chain)
    const recorded_at = utcSeconds(this.#now())
    for (const id of await withReasons(queries, ids)) {
      await inTransaction(queries, forgotten(id))
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

  /** The next records after the id `after` that are encrypted with another key; empty at the end. */
  async #rekeySome(queries: Queries, key: LedgerKey, after: string): Promise<readonly RecordRow[]> {
    const rows = (await queries.query(named(RECORDS_TO_REKEY), [after, key.id, REKEY_GROUP])) as RecordRow[]
    for (const row of rows) {
      const kept = rewrap(row.record_id, keptOf(row), this.key, key)
      const update = 'UPDATE selfsame_records SET value = $1, wrapped_key = $2, key_id = $3 WHERE record_id = $4'
      await queries.query(update, [kept.value, kept.wrapped_key, kept.key_id, row.record_id])
    }
    return rows
  }

  /** Serializable: decisions that supersede another are read and written as if writers ran one after another. */
  async #transaction<T>(work: (queries: Queries, chain: string) => Promise<T>): Promise<T> {
    const chain = await this.#writable().chain()
    return serializable(this.#server, (queries) => work(queries, chain))
  }

  /** The old version of a row stays on its page until VACUUM; a server without VACUUM cleans its pages itself. */
  async #forget(): Promise<void> {
    try {
      await this.#server.query('VACUUM selfsame_records')
    } catch (error) {
      if (!isUnsupported(error)) throw asServerError(error)
    }
  }

  /** Checks the triggers enabled on the tables; only the owner can change their functions and the tables themselves. */
  async alteredRules(): Promise<readonly string[]> {
    const found = (await this.ask(TRIGGERS_IN_FORCE)) as DatabaseRule[]
    const optional = new Set(OPTIONAL_TRIGGERS)
    return ruleChanges(
      ROW_TRIGGERS.map((name) => ({ kind: 'trigger', name, text: '' })),
      found.filter(({ name }) => !optional.has(name)),
    )
  }

  /** PostgreSQL stores no NUL and no invalid UTF-8 in text, and decisions have no position here. */
  async unreadRows(): Promise<readonly UnreadRow[]> {
    return []
  }

  protected async ask(sql: string, ...values: unknown[]): Promise<unknown[]> {
    try {
      return await this.#server.query(named(sql), values)
    } catch (error) {
      throw asServerError(error)
    }
  }
}

/** The given records, and the stored reasons of reviewers about them. */
async function withReasons(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const all: string[] = []
  for (const id of ids) {
    all.push(id)
    for (const reason of await inTransaction(queries, reasonsAbout(id))) {
      const sql = 'SELECT 1 FROM selfsame_records WHERE record_id = $1 AND value IS NOT NULL'
      if ((await queries.query(sql, [reason])).length > 0) all.push(reason)
    }
  }
  return all
}
