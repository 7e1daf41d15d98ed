// Parts of the ledger's tables: servers and writers in separate processes, waiting times, medians with their spread.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A service in a separate process, ready once it answers. `options` are those of serve(). */
export async function startService(dist, options) {
  const source = `
    const { serve } = await import(${JSON.stringify(new URL('http/index.js', dist).href)})
    console.log((await serve(${JSON.stringify({ port: 0, ...options })})).url)`
  const begun = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim()
  const asked = asking(url)
  await asked('/livez')
  const ready = performance.now() - begun
  asked.close()
  return {
    url,
    pid: child.pid,
    ready,
    residentBytes: () => residentBytes(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      running.delete(child)
    },
  }
}

/** Runs a script of this project to its end: {seconds, peakBytes, output}. Peak memory is null where /proc is not there. */
export async function timed(words) {
  const begun = performance.now()
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  let [output, peakBytes] = ['', null]
  child.stdout.on('data', (text) => {
    output += text
  })
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes ?? 0, residentBytes(child.pid, 'VmHWM') ?? 0) || null
  }, 100)
  const [code] = await once(child, 'close')
  clearInterval(look)
  running.delete(child)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output}`)
  return { seconds: (performance.now() - begun) / 1000, peakBytes, output }
}

function residentBytes(pid, field = 'VmRSS') {
  try {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? null : Number(found[1]) * 1024
  } catch {
    return null // no /proc on this system, or the process has ended
  }
}

/** A function path -> status of one keep-alive client. */
export function asking(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path) =>
    new Promise((resolve, reject) => {
      const sent = request(new URL(path, url), { agent }, (reply) => {
        let size = 0
        reply.on('data', (bytes) => {
          size += bytes.length
        })
        reply.on('end', () => resolve({ status: reply.statusCode, size }))
        reply.on('error', reject)
      })
      sent.on('error', reject)
      sent.end()
    })
  return Object.assign(ask, { close: () => agent.destroy() })
}

/**
 * Milliseconds each of `paths` took, one after another: as they were, and less the time for which client or server was
 * ready to run and other work had the CPU (null where the system does not tell). Throws on any answer but 200.
 */
export async function waits({ url, pid }, paths, before = () => {}) {
  const ask = asking(url)
  const taken = []
  const alone = []
  for (const path of paths) {
    before()
    const delayed = [process.pid, pid].map(threadTimes)
    const begun = performance.now()
    const { status } = await ask(path)
    const wall = performance.now() - begun
    const since = [process.pid, pid].map(threadTimes)
    taken.push(wall)
    if (since.every((times) => times !== null))
      alone.push(wall - since.reduce((sum, { waited }, which) => sum + waited - delayed[which].waited, 0))
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  ask.close()
  return { taken, alone: alone.length === taken.length ? alone : null }
}

/** Milliseconds the first thread of a process ran, and was ready and had to wait for a CPU; null where /proc does not say. */
export function threadTimes(pid) {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { ran: ran / 1e6, waited: waited / 1e6 }
  } catch {
    return null
  }
}

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (values) => quantile(values, 0.5)

/** "median (least to most)" with so many decimals. */
export function spread(values, decimals = 0) {
  const [low, mid, high] = [0, 0.5, 1].map((share) => quantile(values, share).toFixed(decimals))
  return values.length === 1 ? mid : `${mid} (${low} to ${high})`
}

export const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)

export function head(...cells) {
  console.log()
  row(...cells)
  row(...cells.map((_, index) => (index === 0 ? '---' : '---:')))
}
