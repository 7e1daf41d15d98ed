// Every store of a ledger, for the shared suites: where a fresh one is, and the attacks that access to its database allows.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { testServer } from './postgres-server.ts'

export interface StoreUnderTest {
  readonly name: string
  /** The location of a fresh, empty ledger. */
  fresh(): Promise<string>
  /** Runs SQL past the ledger, every trigger and constraint that can be lifted being lifted. `{table}` names a table of the ledger. */
  tamper(location: string, ...statements: string[]): Promise<void>
  /** Takes away what keeps the chain append-only, and leaves it so. */
  weaken(location: string): Promise<void>
  /** Runs SQL past the ledger as the owner of the tables, with the triggers in force. */
  attempt(location: string, statement: string): Promise<void>
  /** A copy of a closed ledger. */
  copy(location: string): Promise<string>
  /** A literal of bytes. */
  bytes(text: string): string
}

/** The stores that can be had here, and what to call when the tests are done. */
export async function storesUnderTest(): Promise<{ stores: StoreUnderTest[]; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'ledgers-'))
  const server = await testServer()
  const stores = [sqlite(folder)]
  if (server !== null) {
    const named = (sql: string) => sql.replace(/\{(\w+)\}/g, 'selfsame_$1')
    const lifted = ['decisions', 'chain', 'records'].map(
      (table) => `ALTER TABLE selfsame_${table} DISABLE TRIGGER ALL;`,
    )
    stores.push({
      name: 'postgres',
      fresh: server.fresh,
      copy: server.copy,
      bytes: (text) => `'\\x${Buffer.from(text).toString('hex')}'::bytea`,
      async attempt(location, statement) {
        await server.sql(location, named(statement))
      },
      async tamper(location, ...statements) {
        const restored = lifted.map((sql) => sql.replace('DISABLE', 'ENABLE'))
        await server.sql(location, [...lifted, ...statements.map((sql) => `${named(sql)};`), ...restored].join('\n'))
      },
      async weaken(location) {
        await server.sql(location, 'ALTER TABLE selfsame_chain DISABLE TRIGGER selfsame_chain_no_change')
      },
    })
  }
  return {
    stores,
    async close() {
      rmSync(folder, { recursive: true })
      await server?.close()
    },
  }
}

function sqlite(folder: string): StoreUnderTest {
  let files = 0
  const named = (sql: string) => sql.replace(/\{(\w+)\}/g, '$1')
  const run = (location: string, lift: boolean, statements: readonly string[]) => {
    const database = new DatabaseSync(location)
    try {
      const triggers = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
      if (lift) for (const { name } of triggers as { name: string }[]) database.exec(`DROP TRIGGER ${name}`)
      for (const sql of statements) database.exec(named(sql))
      // An attacker who hides the change restores them.
      if (lift) for (const { sql } of triggers as { sql: string }[]) database.exec(sql)
    } finally {
      database.close()
    }
  }
  const fresh = async () => join(folder, `${files++}.ledger`)
  return {
    name: 'sqlite',
    fresh,
    bytes: (text) => `x'${Buffer.from(text).toString('hex')}'`,
    attempt: async (location, statement) => run(location, false, [statement]),
    tamper: async (location, ...statements) => run(location, true, statements),
    weaken: async (location) => run(location, false, ['DROP TRIGGER chain_no_delete']),
    async copy(location) {
      const copy = await fresh()
      copyFileSync(location, copy)
      return copy
    },
  }
}
