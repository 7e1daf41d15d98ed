// Required size of a machine: requests a second by length of text and number of workers, next to a bare echo of the same body in
// the same run, the processor time that one takes, and the resident memory of each kind of process, idle and at its most. Memory and
// processor time are read from /proc and left out where there is none. Usage: node bench/sizing.mjs [seconds per cell] [numbers of workers, as in 1,2]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const SECONDS = Number(process.argv[2] ?? 5)
const WORKERS = (process.argv[3] ?? '1,2').split(',').map(Number)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HAS_PROC = existsSync('/proc/self/status')
const SAMPLE_MILLISECONDS = 50
/** Longer than a worker waits before it gives back what its last job took. */
const REST_MILLISECONDS = 3_000

const line =
  'Patient Casey Example (NIN 12345678901) called from 0803 555 7890. Write to casey@example.com before noon; nothing else. '
const LENGTHS = [
  { name: '200 B', length: 200, clients: 50 },
  // A number of these is timed: on a busy machine few or none would end within a cell's seconds.
  { name: '20 KB', length: 20_000, clients: 8, amount: 30 * SECONDS },
  { name: '1 MB', length: 1_000_000, clients: 4, amount: 8 },
]

const ECHO = `
  import fastify from 'fastify'
  const app = fastify({ bodyLimit: 16 * 1024 * 1024 })
  app.post('/deidentify', async (request) => request.body)
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
`
const serveWith = (workers) => `
  const { serve } = await import(${JSON.stringify(new URL('../dist/http/index.js', import.meta.url).href)})
  console.log((await serve({ port: 0, warm: true, workers: ${workers} })).url)
`

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A server in a separate process; its first line of output is its address. */
async function start(source) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const [printed] = await once(child.stdout, 'data')
  const stop = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    running.delete(child)
  }
  return { url: String(printed).trim(), pid: child.pid, stop }
}

/** Resident memory in MB of a process; null when it has ended. */
function residentMegabytes(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return null
  }
}

/** Processes that the service started, by what they are for. */
function childrenOf(pid) {
  const found = { worker: [], reader: [] }
  for (const thread of readdirSync(`/proc/${pid}/task`))
    for (const child of readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)) {
      const command = readFileSync(`/proc/${child}/cmdline`, 'utf8')
      if (command.includes('http/answer-worker.js')) found.worker.push(child)
      if (command.includes('file-worker.js')) found.reader.push(child)
    }
  return found
}

/** Milliseconds of processor time that the service and its workers have taken. Linux counts in hundredths of a second (proc(5)). */
function processorMilliseconds(pid) {
  if (!HAS_PROC) return 0
  const ticks = [pid, ...childrenOf(pid).worker].map((each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1].split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, each) => sum + each * 10, 0)
}

/** The most memory of one process of each kind while `work` goes on. */
async function peaks(pid, work) {
  const most = { service: 0, worker: 0, reader: 0 }
  const look = () => {
    if (!HAS_PROC) return
    const kinds = { service: [pid], ...childrenOf(pid) }
    for (const [kind, pids] of Object.entries(kinds))
      for (const each of pids) most[kind] = Math.max(most[kind], residentMegabytes(each) ?? 0)
  }
  const timer = setInterval(look, SAMPLE_MILLISECONDS)
  try {
    look()
    return { result: await work(), most }
  } finally {
    clearInterval(timer)
  }
}

/** Requests a second, of as many as end within the seconds of a cell or of the given amount, and processor time for one. */
async function load({ url, pid }, body, { clients, amount }) {
  const shot = { url: `${url}/deidentify`, method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const measured = (part) => ({
    ...shot,
    connections: clients,
    timeout: 600,
    ...(amount === undefined ? { duration: SECONDS * part } : { amount: Math.ceil(amount * part) }),
  })
  await autocannon(measured(0.5))
  const begun = performance.now()
  const taken = processorMilliseconds(pid)
  const result = await autocannon(measured(1))
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} failures, ${result.errors} errors`)
  const { total } = result.requests
  return {
    rate: (total * 1000) / (performance.now() - begun),
    each: (processorMilliseconds(pid) - taken) / total,
  }
}

async function warmed(url) {
  for (;;) {
    const { warm } = await (await fetch(`${url}/livez`)).json()
    if (warm === true) break
    await pause(50)
  }
  await pause(REST_MILLISECONDS)
}

/** Asks for files to be read, some at a time. */
async function readDocuments(url, files) {
  for (let round = 0; round < 4; round++) {
    const form = new FormData()
    form.set('jurisdiction', 'GB')
    for (let at = 0; at < 8; at++) {
      const name = files[at % files.length]
      form.append('files', new Blob([readFileSync(`${ROOT}test/files/${name}`)]), `${at}-${name}`)
    }
    const reply = await fetch(`${url}/documents`, { method: 'POST', body: form })
    if (!reply.ok) throw new Error(`/documents: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
}

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const megabytes = (value) => (value > 0 ? `${Math.round(value)} MB` : '-')
const rate = (value) => (value >= 100 ? String(Math.round(value)) : value.toFixed(1))

console.log(`node ${process.version}, /deidentify, ${SECONDS} s a cell\n`)
row(
  'text',
  'clients',
  'workers',
  'requests/s',
  'of echo',
  'processor time of one',
  'service at most',
  'a worker at most',
)
row('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:')
const rates = new Map()
const memory = []
const echo = await start(ECHO)
for (const workers of WORKERS) {
  const service = await start(serveWith(workers))
  await warmed(service.url)
  const idle = (await peaks(service.pid, async () => {})).most
  for (const { name, length, clients, amount } of LENGTHS) {
    const text = line.repeat(Math.ceil(length / line.length)).slice(0, length)
    const body = JSON.stringify({ text, jurisdiction: 'NG', salt: 'pepper' })
    // Right before, with the same body: the machine may be busy with other things.
    const baseline = await load(echo, body, { clients, amount })
    const { result, most } = await peaks(service.pid, () => load(service, body, { clients, amount }))
    const part = result.rate / baseline.rate
    rates.set(`${name} ${workers}`, part)
    const ratio = part.toFixed(part < 0.1 ? 4 : 2)
    const each = HAS_PROC ? `${result.each.toFixed(result.each < 10 ? 2 : 0)} ms` : '-'
    row(name, clients, workers, rate(result.rate), ratio, each, megabytes(most.service), megabytes(most.worker))
  }
  const { most } = await peaks(service.pid, () => readDocuments(service.url, ['letter.pdf', 'letter.docx']))
  await pause(REST_MILLISECONDS)
  const rested = (await peaks(service.pid, async () => {})).most
  memory.push({ workers, idle, rested, reader: most.reader })
  await service.stop()
}
await echo.stop()
console.log()

row('workers', 'service, idle', 'a worker, idle', 'a worker after long work', 'a file reader at most (short PDF, DOCX)')
row('---:', '---:', '---:', '---:', '---:')
for (const { workers, idle, rested, reader } of memory)
  row(workers, megabytes(idle.service), megabytes(idle.worker), megabytes(rested.worker), megabytes(reader))
const [first, last] = [WORKERS[0], WORKERS.at(-1)]
if (first !== last) {
  console.log()
  for (const { name } of LENGTHS) {
    const times = rates.get(`${name} ${last}`) / rates.get(`${name} ${first}`)
    console.log(
      `${name}: ${last} workers answer ${times.toFixed(2)} times what ${first} does, each held against its echo`,
    )
  }
}
