// The service under attack: started as its users start it, as a separate process, and watched from outside through /proc.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../bin/selfsame.mjs', import.meta.url))
const PAGE = 4096
/** Clock ticks a second of /proc: USER_HZ is 100 on every Linux that Node runs on. */
const TICKS = 100

/** Starts `selfsame serve` on a free port and resolves once it listens. Rejects with what it printed when it does not. */
export async function startService(args = []) {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--log', 'silent', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [printed, complaint] = ['', '']
  const service = { pid: child.pid, port: 0, ended: null, startedAt: performance.now(), complaint: () => complaint }
  child.stderr.on('data', (bytes) => {
    complaint = (complaint + bytes).slice(-4_000)
  })
  const exited = new Promise((resolve) =>
    child.once('exit', (code, signal) => {
      service.ended = signal ?? `exit ${code}`
      resolve(service.ended)
    }),
  )
  service.exited = exited
  service.stop = async (signal = 'SIGTERM', patience = 5_000) => {
    if (service.ended !== null) return service.ended
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    await exited
    clearTimeout(timer)
    return service.ended
  }
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      printed += bytes
      const found = /http:\/\/[^:]+:(\d+)/.exec(printed)
      if (found === null) return
      service.port = Number(found[1])
      resolve()
    })
    exited.then((how) => reject(new Error(`the service did not start (${how}): ${complaint}`)))
  })
  return service
}

/** Current use of one process and all its descendants: bytes resident, seconds of processor time, descriptors of the first. */
export function usage(pid) {
  const stats = new Map()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = statOf(entry)
    if (stat !== null) stats.set(Number(entry), stat)
  }
  const sum = { rss: 0, cpu: 0, processes: 0, descriptors: descriptorsOf(pid) }
  const open = [pid]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stat = stats.get(next)
    if (stat === undefined) continue
    sum.rss += stat.rss
    sum.cpu += stat.cpu
    sum.processes++
    for (const [child, { parent }] of stats) if (parent === next) open.push(child)
  }
  return sum
}

/** proc(5): the fields of /proc/PID/stat after the name in brackets, which may hold blanks. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, ofDeadChildren, systemOfDeadChildren] = fields.slice(11, 15).map(Number)
    return {
      parent: Number(fields[1]),
      cpu: (user + system + ofDeadChildren + systemOfDeadChildren) / TICKS,
      rss: Number(fields[21]) * PAGE,
    }
  } catch {
    return null // gone since the listing
  }
}

function descriptorsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

export const MIB = 1024 * 1024
