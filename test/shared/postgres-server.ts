// Fresh databases on the PostgreSQL server of this run: the one SELFSAME_TEST_POSTGRES names, or the packaged one.
import { inject } from 'vitest'
import type { RunningServer } from './postgres-run.ts'

export interface TestServer {
  /** The address of a fresh, empty database. */
  fresh(): Promise<string>
  /** Runs SQL as the owner of everything, in the database of an address. */
  sql<Row = Record<string, unknown>>(address: string, statement: string): Promise<Row[]>
  /** Drops what fresh() made. */
  close(): Promise<void>
}

interface Client {
  unsafe(sql: string): Promise<unknown[]>
  end(): Promise<void>
}
type Connect = (address: string, options: object) => Client

/** Null, after saying why on standard error, where there is no server or no client to test with. */
export async function testServer(): Promise<TestServer | null> {
  const client: string = 'postgres'
  const connect = await import(client).then(
    (installed: { default: Connect }) => installed.default,
    () => null,
  )
  if (connect === null) return skip('the package "postgres" is not installed')
  const running = (await (await fetch(inject('postgresRun'))).json()) as RunningServer
  return 'why' in running ? skip(running.why) : serverAt(running.address, connect)
}

function skip(why: string): null {
  process.stderr.write(`\nSKIPPED: the PostgreSQL ledger was not tested: ${why}\n`)
  return null
}

// Names of databases: several test files share the server, and each thread has a module of its own.
const FILE = `${process.pid}_${Math.random().toString(36).slice(2, 8)}`

function serverAt(address: string, connect: Connect): TestServer {
  const quiet = { max: 1, onnotice: () => {} }
  const admin = connect(address, quiet)
  const made: string[] = []
  return {
    async fresh() {
      const name = `selfsame_test_${FILE}_${made.length}`
      made.push(name)
      await admin.unsafe(`CREATE DATABASE ${name}`)
      const url = new URL(address)
      url.pathname = `/${name}`
      return url.href
    },
    async sql<Row>(of: string, statement: string) {
      const owner = connect(of, quiet)
      try {
        return (await owner.unsafe(statement)) as Row[]
      } finally {
        await owner.end()
      }
    },
    async close() {
      for (const name of made) await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}
