// Creates the tables of a ledger on a server, or migrates them to this release. The instance that starts first does it, once.
import { SelfsameError } from '../../errors.ts'
import { utcSeconds } from '../../records/canonical.ts'
import { fillQueue } from '../review-queue.ts'
import { inTransaction, type Postgres, type Queries, ROWS_A_STATEMENT, serializable } from './driver.ts'
import {
  POSTGRES_MIGRATIONS,
  POSTGRES_SCHEMA,
  POSTGRES_SCHEMA_VERSION,
  QUEUE_VERSION,
  TRUNCATE_TRIGGERS,
} from './schema.ts'

/** Throws ledger_unavailable when the database user lacks the privilege to create or alter a needed table. */
export async function makeTables(server: Postgres, now: () => Date): Promise<void> {
  try {
    await serializable(server, async (queries) => {
      const version = await versionOf(queries)
      if (version !== null && version >= POSTGRES_SCHEMA_VERSION) return
      if (version === null) await make(queries)
      for (let from = version ?? POSTGRES_SCHEMA_VERSION; from < POSTGRES_SCHEMA_VERSION; from++) {
        for (const statement of POSTGRES_MIGRATIONS[from] ?? []) await queries.query(statement)
      }
      if (version !== null && version < QUEUE_VERSION) await inTransaction(queries, fillQueue(ROWS_A_STATEMENT))
      const values = [POSTGRES_SCHEMA_VERSION, utcSeconds(now())]
      await queries.query('INSERT INTO selfsame_schema_version VALUES ($1, $2)', values)
    })
  } catch (error) {
    // When several instances start together, the first creates the tables and the others fail; for them the check below is enough.
    if ((await versionOf(server)) !== POSTGRES_SCHEMA_VERSION) throw error
  }
}

/** Throws ledger_unavailable when the ledger is missing, of a later release, or of an earlier release and opened for writing. */
export async function checkVersion(server: Postgres, readOnly: boolean): Promise<void> {
  const version = (await versionOf(server)) ?? 0
  if (version === POSTGRES_SCHEMA_VERSION || (readOnly && version > 0 && version < POSTGRES_SCHEMA_VERSION)) return
  const sentence =
    version > POSTGRES_SCHEMA_VERSION
      ? 'the ledger was written by a later release; upgrade selfsame'
      : 'there is no ledger in this database'
  throw new SelfsameError('ledger_unavailable', sentence)
}

export async function versionOf(queries: Queries): Promise<number | null> {
  const [made] = (await queries.query("SELECT to_regclass('selfsame_schema_version') AS made")) as { made: unknown }[]
  if (made?.made === null) return null
  const [row] = (await queries.query('SELECT max(version) AS version FROM selfsame_schema_version')) as {
    version: unknown
  }[]
  return Number(row?.version ?? 0)
}

async function make(queries: Queries): Promise<void> {
  for (const statement of POSTGRES_SCHEMA) await queries.query(statement)
  // https://www.cockroachlabs.com/docs/stable/triggers: CockroachDB has row triggers only, and requires the DROP privilege to
  // truncate a table.
  const [{ version = '' } = {}] = (await queries.query('SELECT version() AS version')) as { version?: string }[]
  if (version.startsWith('CockroachDB')) return
  for (const statement of TRUNCATE_TRIGGERS) await queries.query(statement)
}
