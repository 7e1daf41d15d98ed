// Fresh databases on the PostgreSQL server of this run: the one SELFSAME_TEST_POSTGRES names, or the packaged one.
import { inject } from 'vitest'
import type { RunningServer } from './postgres-run.ts'

export interface TestServer {
  /** The address of a fresh, empty database. */
  fresh(): Promise<string>
  /** Runs SQL as the owner of everything, in the database of an address. */
  sql<Row = Record<string, unknown>>(address: string, statement: string): Promise<Row[]>
  /** The address of a copy of a database without connections. */
  copy(address: string): Promise<string>
  /** Drops what fresh() and copy() made, on a server that outlives the run. */
  close(): Promise<void>
}

interface Client {
  connect(): Promise<void>
  query(sql: string): Promise<{ rows: unknown[] } | { rows: unknown[] }[]>
  end(): Promise<void>
}
type ClientClass = new (options: { connectionString: string }) => Client

/** Null, with a line on standard error, if no server or no client is available for tests. */
export async function testServer(): Promise<TestServer | null> {
  const client: string = 'pg'
  const Client = await import(client).then(
    (installed: { Client: ClientClass }) => installed.Client,
    () => null,
  )
  if (Client === null) return skip('the package "pg" is not installed')
  const running = (await (await fetch(inject('postgresRun'))).json()) as RunningServer
  return 'why' in running ? skip(running.why) : serverAt(running, Client)
}

function skip(why: string): null {
  process.stderr.write(`\nSKIPPED: the PostgreSQL ledger was not tested: ${why}\n`)
  return null
}

function serverAt({ address, ends }: Extract<RunningServer, { address: string }>, Client: ClientClass): TestServer {
  // Several test files share the server.
  const prefix = `selfsame_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const made: string[] = []
  async function sql<Row>(of: string, statement: string): Promise<Row[]> {
    const owner = new Client({ connectionString: of })
    await owner.connect()
    try {
      const answers = await owner.query(statement)
      return (Array.isArray(answers) ? answers.at(-1)! : answers).rows as Row[]
    } finally {
      await owner.end()
    }
  }
  const create = async (like: string) => {
    const name = `${prefix}_${made.length}`
    made.push(name)
    await sql(address, `CREATE DATABASE ${name}${like}`)
    const url = new URL(address)
    url.pathname = `/${name}`
    return url.href
  }
  return {
    sql,
    fresh: () => create(''),
    copy: (of) => create(` TEMPLATE ${new URL(of).pathname.slice(1)}`),
    async close() {
      if (ends) return
      for (const name of made) await sql(address, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
