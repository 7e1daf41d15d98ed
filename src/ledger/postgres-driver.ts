// The PostgreSQL client, asked for only when a ledger lives on a server, and what its failures mean for a ledger.
import { SelfsameError } from '../errors.ts'

/** The part of the `postgres` package that a ledger uses. */
export interface Queries {
  unsafe(sql: string, values?: readonly unknown[]): Promise<unknown[]>
}
export interface Postgres extends Queries {
  begin<T>(options: string, work: (queries: Queries) => Promise<T>): Promise<T>
  reserve(): Promise<Queries & { release(): void }>
  end(options: { timeout: number }): Promise<void>
}
type Connect = (url: string, options: object) => Postgres

// Not a literal: the package is optional, and neither the compiler nor a bundler may insist on it.
const PACKAGE: string = 'postgres'

/** Connects on first use. Throws extra_missing when the package is not installed. */
export async function connectPostgres(url: string): Promise<Postgres> {
  let connect: Connect
  try {
    connect = ((await import(PACKAGE)) as { default: Connect }).default
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const sentence =
      'a postgres:// ledger needs the package "postgres", which is not installed; run "npm install postgres"'
    throw new SelfsameError('extra_missing', sentence, { cause })
  }
  return connect(url, {
    max: 5,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'selfsame ledger' },
  })
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization, deadlock, and another writer who was first.
const AGAIN = new Set(['40001', '40P01', '23505'])
const MOST_ATTEMPTS = 40

/** Runs a transaction until it is not disturbed by another writer's. Throws ledger_unavailable when it always is. */
export async function untilUndisturbed<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!AGAIN.has(codeOf(error)) || count === MOST_ATTEMPTS) throw asServerError(error)
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(5 * count, 100)))
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '')
}

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'the ledger server refuses the user or password of the postgres:// address'],
  [/^3D000$/, 'the ledger server has no such database; create it first'],
  [/^(?:42501|25006)$/, 'the ledger cannot be written: its database user may not'],
  [/^53100$/, "the ledger cannot be written: the server's disk is full"],
  [/^(?:40|23505|55P03)/, 'the ledger is too busy with other writers; try again'],
  [/^(?:42P01|3F000)$/, 'there is no ledger in this database'],
  [/^(?:ECONN|CONNECT|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|08|57P)/, 'the ledger server cannot be reached; try again'],
]

/** The sentence for a failure of the server or the way to it. The address is never part of it: it can hold a password. */
export function asServerError(error: unknown): unknown {
  const code = codeOf(error)
  if (error instanceof SelfsameError || code === '') return error
  const known = SENTENCES.find(([pattern]) => pattern.test(code))
  if (known === undefined && !/^[0-9A-Z]{5}$/.test(code)) return error
  return new SelfsameError('ledger_unavailable', known?.[1] ?? 'the ledger server refused the operation', {
    cause: error,
  })
}
