// A PostgreSQL server for the shared suite: the one SELFSAME_TEST_POSTGRES names, or one started from the programs on this machine.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestServer {
  /** The address of a fresh, empty database. */
  fresh(): Promise<string>
  stop(): Promise<void>
}

/** Null, after saying why on standard error, where there is no server or no client to test with. */
export async function testServer(): Promise<TestServer | null> {
  const client: string = 'postgres'
  const installed = await import(client).then(
    ({ default: connect }) => connect as Connect,
    () => null,
  )
  if (installed === null) return skip('the package "postgres" is not installed')
  const given = process.env['SELFSAME_TEST_POSTGRES']
  if (given !== undefined) return serverAt(given, installed, async () => {})
  const started = await startServer()
  return typeof started === 'string' ? skip(started) : serverAt(started.address, installed, started.stop)
}

type Connect = (address: string, options: object) => { unsafe(sql: string): Promise<unknown>; end(): Promise<void> }

function skip(why: string): null {
  process.stderr.write(`\nSKIPPED: the PostgreSQL ledger was not tested: ${why}\n`)
  return null
}

function serverAt(address: string, connect: Connect, stop: () => Promise<void>): TestServer {
  const admin = connect(address, { max: 1, onnotice: () => {} })
  const made: string[] = []
  return {
    async fresh() {
      const name = `selfsame_test_${process.pid}_${made.length}`
      made.push(name)
      await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.unsafe(`CREATE DATABASE ${name}`)
      const url = new URL(address)
      url.pathname = `/${name}`
      return url.href
    },
    async stop() {
      for (const name of made) await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.end()
      await stop()
    },
  }
}

async function startServer(): Promise<{ address: string; stop: () => Promise<void> } | string> {
  // PostgreSQL refuses to run as root, so its own user runs it where that user exists.
  const root = process.getuid?.() === 0
  const user = root ? idOf('postgres') : null
  if (root && user === null) return 'it does not run as root and there is no user "postgres"'
  const as = user === null ? {} : { uid: user, gid: user }
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-postgres-'))
  if (user !== null) chownSync(folder, user, user)
  const data = join(folder, 'data')
  try {
    execFileSync('initdb', ['-D', data, '-A', 'trust', '-U', 'tester', '--no-sync'], {
      ...as,
      stdio: 'ignore',
      cwd: folder,
    })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return 'initdb is not on the path or failed'
  }
  const port = await freePort()
  const words = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
  const server = spawn('postgres', words, { ...as, stdio: 'ignore', cwd: folder })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const ready = () => {
    try {
      execFileSync('pg_isready', ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  for (let tries = 0; !ready(); tries++) {
    if (tries > 100 || server.exitCode !== null) return 'postgres did not start'
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    address: `postgres://tester@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(user: string): number | null {
  try {
    return Number(execFileSync('id', ['-u', user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return null
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
