// One PostgreSQL server for a whole run of the tests, started when the first test file asks for it and stopped with the run.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../tools/postgres-server.mjs'

/** The data for a test file: the address of the server and whether it ends with the run, or why there is none. */
export type RunningServer = { readonly address: string; readonly ends: boolean } | { readonly why: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** Asked with GET; answers a RunningServer as JSON. */
    readonly postgresRun: string
  }
}

/** Vitest calls this before the first test file and what it returns after the last, passed or failed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startPostgres> | null = null
  const told = async (): Promise<RunningServer> => {
    const given = process.env['SELFSAME_TEST_POSTGRES']
    if (given !== undefined) return { address: given, ends: false }
    try {
      // Nothing here outlives the run, so nothing needs to be on the disk.
      started ??= startPostgres({ settings: ['fsync=off'] })
      return { address: (await started).address, ends: true }
    } catch (error) {
      return { why: (error as Error).message }
    }
  }
  const door = createServer((_request, response) => {
    told().then((server) => response.end(JSON.stringify(server)))
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  project.provide('postgresRun', `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
  return async () => {
    door.closeAllConnections()
    door.close()
    const server = await started?.catch(() => null)
    server?.stop()
  }
}
