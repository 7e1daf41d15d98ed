// Latency of short calls while the service works on long ones, as the issue of every shared service: short calls next to long texts and
// files, throughput with more workers, memory of idle workers, and the time from start to the first answer.
// Usage: node bench/workers.mjs [seconds per measurement]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const SECONDS = Number(process.argv[2] ?? 8)
const COMMAND = fileURLToPath(new URL('../bin/selfsame.mjs', import.meta.url))
const PIECE =
  'Patient Casey Example (NIN 12345678901) called from 0803 555 7890. The visit was on a Tuesday, and nothing else is known of it. '
const FILES = ['letter.pdf', 'letter.docx'].map((name) =>
  readFileSync(new URL(`../test/files/${name}`, import.meta.url)),
)

/** Prose as people write it, with a person every other sentence or so: each sentence stands once. */
const PROSE = ['Casey Example', 'Adaeze Okonkwo', 'Morgan Sample', 'Chidi Placeholder']
  .flatMap((name, who) =>
    readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
      .split(/(?<=[.:;])\s+/)
      .map((sentence, at) => (at % 3 === who % 3 ? `${sentence} ${name} called on 0803 555 ${7000 + at}.` : sentence)),
  )
  .join(' ')

const textOf = (length) => PIECE.repeat(Math.ceil(length / PIECE.length)).slice(0, length)
const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

async function start(...words) {
  const begun = performance.now()
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--log', 'silent', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const [line] = await once(child.stdout, 'data')
  const url = /http:\S+/.exec(String(line))[0]
  await fetch(`${url}/livez`)
  return {
    url,
    pid: child.pid,
    milliseconds: performance.now() - begun,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      children.delete(child)
    },
  }
}

const post = async (url, body) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status}`)
}

const upload = async (url) => {
  const form = new FormData()
  for (let copy = 0; copy < 4; copy++)
    for (const [at, bytes] of FILES.entries()) form.append('files', new Blob([bytes]), `${copy}-${at}`)
  form.append('jurisdiction', 'NG')
  await (await fetch(`${url}/documents`, { method: 'POST', body: form })).arrayBuffer()
}

/** Calls `work` again and again, so many at once, until the time is over; returns how often it ended. */
async function repeat(work, atOnce, seconds) {
  const end = performance.now() + seconds * 1000
  let done = 0
  const one = async () => {
    while (performance.now() < end) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return done
}

/** Milliseconds of calls made one after the other, a pause between them, until the time is over. */
async function delays(call, seconds) {
  const end = performance.now() + seconds * 1000
  const times = []
  while (performance.now() < end) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1)
  return { calls: times.length, p50: at(0.5), p99: at(0.99), worst: at(1) }
}

/** Resident megabytes of the processes that a service started, by program; Linux only. */
function childrenOf(pid) {
  const rows = []
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${entry}/status`, 'utf8')
      if (Number(/PPid:\s+(\d+)/.exec(status)[1]) !== pid) continue
      const program = /(\w[\w-]*)\.js/.exec(readFileSync(`/proc/${entry}/cmdline`, 'utf8'))?.[1]
      rows.push({ program, megabytes: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024) })
    } catch {
      // ended meanwhile
    }
  }
  return rows
}

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const short = { text: textOf(130), jurisdiction: 'NG', salt: 's' }

row('start to `/livez`', 'ms')
row('---', '---:')
const starts = []
for (let again = 0; again < 5; again++) {
  const service = await start()
  starts.push(service.milliseconds)
  await service.stop()
}
row('median of 5', starts.sort((a, b) => a - b)[2].toFixed(0))
console.log()

row('beside four texts of 1 MB and eight documents', 'calls', 'p50 ms', 'p99 ms', 'worst ms')
row('---', '---:', '---:', '---:', '---:')
{
  const service = await start('--workers', '2', '--warm')
  await post(`${service.url}/deidentify`, short)
  await upload(service.url)
  const long = { text: textOf(1_000_000), jurisdiction: 'NG' }
  const calls = {
    '/livez': async () => (await fetch(`${service.url}/livez`)).arrayBuffer(),
    '/detect, 130 characters': () => post(`${service.url}/detect`, { text: short.text, jurisdiction: 'NG' }),
    '/deidentify, 130 characters': () => post(`${service.url}/deidentify`, short),
  }
  for (const [name, call] of Object.entries(calls)) {
    const busy = [
      repeat(() => post(`${service.url}/deidentify`, long), 4, SECONDS),
      repeat(() => upload(service.url), 1, SECONDS),
    ]
    const { calls: count, p50, p99, worst } = await delays(call, SECONDS)
    await Promise.all(busy)
    row(name, count, p50, p99, worst)
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  console.log()
  row('idle after that', 'MB resident')
  row('---', '---:')
  for (const { program, megabytes } of childrenOf(service.pid)) row(program, megabytes)
  await service.stop()
}
console.log()

row('`/deidentify` of 20 KB, 16 at once', 'a second', 'of one worker')
row('---', '---:', '---:')
{
  const body = JSON.stringify({ text: PROSE.slice(0, 20_000), jurisdiction: 'NG', salt: 's' })
  const headers = { 'content-type': 'application/json' }
  // A client that costs little: it shares the cores with what it measures.
  const load = async ({ url }) => {
    const asked = { url: `${url}/deidentify`, method: 'POST', headers, body, connections: 16, duration: SECONDS / 2 }
    return (await autocannon(asked)).requests.average
  }
  const services = [await start('--workers', '1', '--warm'), await start('--workers', '2', '--warm')]
  for (const service of services) await load(service)
  const rates = [0, 0]
  // By turns, because the machine may be busy with other things.
  for (let round = 0; round < 4; round++) for (const at of [0, 1]) rates[at] += (await load(services[at])) / 4
  for (const at of [0, 1])
    row(`${at + 1} worker${at > 0 ? 's' : ''}`, rates[at].toFixed(0), (rates[at] / rates[0]).toFixed(2))
  for (const service of services) await service.stop()
}
