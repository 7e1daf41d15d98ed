// The PostgreSQL client, loaded only for a ledger on a server, and the ledger error for each of its failures.
import { SelfsameError } from '../../errors.ts'
import { awaitSteps, type Steps } from '../steps.ts'

export interface Queries {
  /** Rows of the result. `$1` in the SQL is the first value. */
  query(sql: string, values?: readonly unknown[]): Promise<unknown[]>
}

export interface Postgres extends Queries {
  /** One transaction, opened with the statement `begin`: committed when `work` resolves, rolled back when it rejects. */
  transaction<T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Client {
  query(sql: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown[] }>
  on(event: 'error', listener: (error: Error) => void): void
  /** With an error, the connection is discarded. */
  release(error?: Error): void
}
interface Pool {
  connect(): Promise<Client>
  on(event: 'error' | 'connect', listener: (about: never) => void): void
  end(): Promise<void>
}
type PoolClass = new (options: object) => Pool

// A variable and not a literal: the package is optional, so neither the compiler nor a bundler may require it.
const PACKAGE: string = 'pg'

// Closing waits at most this long for a server that no longer answers.
const CLOSE_MILLISECONDS = 5000

/** Connects on first use. Throws extra_missing when the package is not installed. */
export async function connectPostgres(url: string): Promise<Postgres> {
  let PgPool: PoolClass
  try {
    PgPool = ((await import(PACKAGE)) as { Pool: PoolClass }).Pool
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const sentence = 'a postgres:// ledger needs the package "pg", which is not installed; run "npm install pg"'
    throw new SelfsameError('extra_missing', sentence, { cause })
  }
  const pool = new PgPool({
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'selfsame ledger',
  })
  // A broken connection already rejects the pending queries; the event too, without a listener, would end the process.
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', (client: Client) => client.on('error', ignore))

  async function lend<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(withCode)
    try {
      // bounded: the arguments of a query
      const result = await work({ query: async (...words) => (await client.query(...words).catch(withCode)).rows })
      client.release()
      return result
    } catch (error) {
      client.release(isAnswer(error) ? undefined : (error as Error))
      throw error
    }
  }

  return {
    query: (sql, values) => lend((queries) => queries.query(sql, values)),
    transaction: (begin, work) =>
      lend(async (queries) => {
        await queries.query(begin)
        try {
          const result = await work(queries)
          await queries.query('COMMIT')
          return result
        } catch (error) {
          // If the connection is lost, the transaction is lost with it.
          await queries.query('ROLLBACK').catch(ignore)
          throw error
        }
      }),
    close: () => Promise.race([pool.end(), new Promise<void>((done) => setTimeout(done, CLOSE_MILLISECONDS).unref())]),
  }
}

/** True for a failure that the server or the ledger itself reported: the connection is still usable. */
const isAnswer = (error: unknown): boolean =>
  error instanceof SelfsameError || (/^[0-9A-Z]{5}$/.test(codeOf(error)) && !LOST.test(codeOf(error)))

/** Adds the error code that the package omits for failures of a connection. */
function withCode(error: unknown): never {
  if (error instanceof Error && codeOf(error) === '') {
    const lost = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/
    const late = /timeout/.test(error.message)
    if (late || lost.test(error.message)) Object.assign(error, { code: late ? 'CONNECT_TIMEOUT' : 'CONNECTION_CLOSED' })
  }
  throw error
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization failure, deadlock, and a key that another writer inserted first.
const AGAIN = new Set(['40001', '40P01', '23505'])
const MOST_ATTEMPTS = 40

/** Repeats a transaction until no other writer disturbs it. Throws ledger_unavailable after MOST_ATTEMPTS. */
export async function untilUndisturbed<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!AGAIN.has(codeOf(error)) || count === MOST_ATTEMPTS) throw asServerError(error)
    }
    await pause(Math.random() * Math.min(5 * count, 100))
  }
}

const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE; SET LOCAL synchronous_commit TO on'

/** One transaction at isolation level serializable, durable when it resolves. Throws ledger_unavailable. */
export const serializable = <T>(server: Postgres, work: (queries: Queries) => Promise<T>): Promise<T> =>
  untilUndisturbed(() => server.transaction(BEGIN, work))

/** A statement takes at most 65,535 values; a row of a ledger has at most eight. */
export const ROWS_A_STATEMENT = 1000

/** Table names get a prefix, because the database may hold other tables; PostgreSQL numbers its parameters with a dollar sign. */
export const named = (sql: string): string => sql.replace(/\{(\w+)\}/g, 'selfsame_$1').replace(/\?(\d+)/g, '$$$1')

export const inTransaction = <Result>(queries: Queries, steps: Steps<Result>): Promise<Result> =>
  awaitSteps(steps, ({ sql, values }) => queries.query(named(sql), values))

const MOST_CONNECTIONS = 5

/** Repeats idempotent work after a broken connection, when a commit is uncertain. Throws the error of the last attempt. */
export async function untilConnected<T>(repeatable: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await repeatable()
    } catch (error) {
      if (!isLost(error) || count === MOST_CONNECTIONS) throw error
    }
    await pause(50 * 2 ** count)
  }
}

// A connection that broke, or a server that went down (40003). One that was never established is not retried: the caller decides.
const LOST = /^(?:CONNECTION_CLOSED|ECONNRESET|EPIPE|40003|08003|08006|08007|57P0[123])$/

const isLost = (error: unknown): boolean => LOST.test(codeOf(error instanceof SelfsameError ? error.cause : error))

export const isUnsupported = (error: unknown): boolean => codeOf(error) === '0A000' || codeOf(error) === '42601'

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'the ledger server refuses the user or password of the postgres:// address'],
  [/^3D000$/, 'the ledger server has no such database; create it first'],
  [/^(?:42501|25006)$/, 'the ledger cannot be written: its database user may not'],
  [/^53100$/, "the ledger cannot be written: the server's disk is full"],
  [/^(?:40|23505|55P03)/, 'the ledger is too busy with other writers; try again'],
  [/^(?:42P01|3F000)$/, 'there is no ledger in this database'],
  [
    /^(?:ECONN|CONNECT|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|EPIPE|08|57P)/,
    'the ledger server cannot be reached; check its address and that it runs, then try again',
  ],
]

/** The message for a failure of the server or the connection. It never contains the address, which can hold a password. */
export function asServerError(error: unknown): unknown {
  const code = codeOf(error)
  if (error instanceof SelfsameError || code === '') return error
  const known = SENTENCES.find(([pattern]) => pattern.test(code))
  if (known === undefined && !/^[0-9A-Z]{5}$/.test(code)) return error
  return new SelfsameError('ledger_unavailable', known?.[1] ?? 'the ledger server refused the operation', {
    cause: error,
  })
}
