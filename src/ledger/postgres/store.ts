// The ledger on a PostgreSQL server, for several instances at once: each writer extends its own chain, so none waits for another.
import { SelfsameError } from '../../errors.ts'
import { type DatabaseRule, ruleChanges, SqlLedger, type SqlLedgerOptions } from '../sql-ledger.ts'
import type { Steps } from '../steps.ts'
import type { Ledger, LedgerAppend, UnreadRow } from '../store.ts'
import { type PreparedAppend, prepare } from '../stored-rows.ts'
import { type Writing, writeDecisions } from '../writing.ts'
import {
  asServerError,
  connectPostgres,
  inTransaction,
  isUnsupported,
  named,
  type Postgres,
  ROWS_A_STATEMENT,
  serializable,
  untilConnected,
} from './driver.ts'
import { checkVersion, makeTables, versionOf } from './open.ts'
import { OPTIONAL_TRIGGERS, QUEUE_VERSION, ROW_TRIGGERS } from './schema.ts'
import { type ChainClaim, claimChain, groupCommit } from './writers.ts'

/** Enabled triggers only ('D' is disabled); internal triggers, e.g. of foreign keys, belong to the server. */
const TRIGGERS_IN_FORCE = `SELECT 'trigger' AS kind, tgname::text AS name, '' AS text FROM pg_trigger
  WHERE tgrelid IN (to_regclass('selfsame_decisions'), to_regclass('selfsame_chain'), to_regclass('selfsame_records'))
  AND NOT tgisinternal AND tgenabled <> 'D' ORDER BY tgname`

/** Opens the ledger at a postgres:// address, making its tables unless readOnly. Throws ledger_unavailable, extra_missing, key_file. */
export async function openPostgresStore(url: string, options: SqlLedgerOptions): Promise<Ledger> {
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
  // A repeated attempt skips the decisions that were committed before the connection broke.
  readonly #group = groupCommit<readonly PreparedAppend[]>((group) =>
    this.write((writing) => {
      const recorded_at = this.moment
      return writeDecisions(
        group.flat().map((append) => ({ append, recorded_at })),
        writing,
      )
    }, true),
  )

  constructor(server: Postgres, claim: ChainClaim | null, options: SqlLedgerOptions) {
    super(options)
    this.#server = server
    this.#claim = claim
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    this.refuseUnwritable()
    const prepared = appends.map(prepare)
    if (prepared.length > 0) await this.#group.add(prepared)
  }

  /** Serializable: decisions that supersede another are read and written as if writers ran one after another. */
  protected write<Result>(steps: (writing: Writing) => Steps<Result>, isRepeatable = false): Promise<Result> {
    const claim = this.#writable()
    const attempt = async () => {
      const chain = await claim.chain()
      return serializable(this.#server, (queries) =>
        inTransaction(queries, steps({ chain, key: this.key, rowsAtOnce: ROWS_A_STATEMENT, namesKey: true })),
      )
    }
    return isRepeatable ? untilConnected(attempt) : attempt()
  }

  protected async hasQueue(): Promise<boolean> {
    return ((await versionOf(this.#server)) ?? 0) >= QUEUE_VERSION
  }

  async close(): Promise<void> {
    if (!this.isOpen) return
    this.isOpen = false
    await this.#group.idle()
    try {
      await this.#claim?.release()
    } finally {
      await this.#server.close()
    }
  }

  #writable(): ChainClaim {
    if (this.#claim !== null) return this.#claim
    throw new SelfsameError('ledger_unavailable', 'the ledger was opened to be read only')
  }

  /** The old version of a row stays on its page until VACUUM; a server without VACUUM cleans its pages itself. */
  protected async forget(): Promise<void> {
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
