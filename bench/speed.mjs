// Speed of the service, measured next to a bare echo route of the same framework in the same run, so that the ratio
// says something on any machine. Usage: node bench/speed.mjs [seconds per route] [dist folder]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath, pathToFileURL } from 'node:url'
import autocannon from 'autocannon'

const SECONDS = Number(process.argv[2] ?? 5)
const DIST = process.argv[3] ? pathToFileURL(`${process.argv[3]}/`) : new URL('../dist/', import.meta.url)
const CLIENTS = 50
const STARTS = 5

const text = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'
const CALLS = {
  '/detect': { text, jurisdiction: 'NG', backend: 'basic' },
  '/deidentify': { text, jurisdiction: 'NG', backend: 'basic', salt: 'pepper' },
  '/compare': {
    a: { name: 'Example Trading Limited', registration_id: 'RC123456' },
    b: { name: 'Example Trading Ltd', registration_id: 'RC 123456' },
    entity: 'organisation',
  },
}

const ECHO = `
  import fastify from 'fastify'
  const app = fastify()
  app.post('/echo', async (request) => request.body)
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
`
const SERVE = `
  const { serve } = await import(${JSON.stringify(new URL('http/index.js', DIST).href)})
  console.log((await serve({ port: 0 })).url)
`

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A server in a separate process; its first line of output is its address. */
async function start(source) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const [line] = await once(child.stdout, 'data')
  return { url: String(line).trim(), stop: () => stop(child) }
}

async function stop(child) {
  child.kill('SIGKILL')
  await once(child, 'exit')
  running.delete(child)
}

async function post(url, body) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

async function load(url, body) {
  await post(url, body)
  const shot = {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections: CLIENTS,
    duration: SECONDS,
  }
  // A service runs for weeks: what is measured is compiled code, for the baseline as for the route.
  await autocannon(shot)
  const result = await autocannon(shot)
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} failures, ${result.errors} errors`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Milliseconds from starting the process to its first answer on /livez. */
async function startUp() {
  const begun = performance.now()
  const server = await start(SERVE)
  await (await fetch(`${server.url}/livez`)).json()
  const taken = performance.now() - begun
  await server.stop()
  return taken
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const whole = (value) => String(Math.round(value))

console.log(`node ${process.version}, ${CLIENTS} clients, ${SECONDS} s a route\n`)

const starts = []
for (let run = 0; run < STARTS; run++) starts.push(await startUp())
row('start-up to first /livez', 'ms')
row('---', '---:')
row(`median of ${STARTS}`, whole(median(starts)))
console.log()

row('route', 'requests/s', 'of echo', 'p50 ms', 'p99 ms')
row('---', '---:', '---:', '---:', '---:')
const service = await start(SERVE)
for (const [path, body] of Object.entries(CALLS)) {
  // The baseline carries the same body, and is measured right before: the machine may be busy with other things.
  const echo = await start(ECHO)
  const baseline = await load(`${echo.url}/echo`, body)
  await echo.stop()
  const result = await load(`${service.url}${path}`, body)
  row(`echo, body of ${path}`, whole(baseline.perSecond), '1.00', baseline.p50, baseline.p99)
  row(path, whole(result.perSecond), (result.perSecond / baseline.perSecond).toFixed(2), result.p50, result.p99)
}
console.log()

const HOSTILE = {
  'prose with personal data': `${text} Write to casey@example.com before noon; nothing else matters here. `,
  'one letter': 'a',
  digits: '1234567890',
  'digits and spaces': '1 2 3 4 ',
  'capitalised words': 'Example Words In Capitals ',
  'at signs': 'a@',
  addresses: 'P.O. Box 1 ',
  'rows of people': 'Name: Ada Obi, 3.9.60, a@example.org, (0803 555 7890) 4.9.60\n',
  'licence cards': '1. OBI\n2. ADA\n3. 03.09.1960 LAGOS\n4a. 03.09.2010\n',
  hyphens: '-',
  emoji: '\u{1F600}',
  'zero-width joiners': '\u200d',
}
row('1 MB of', '/detect ms', '/deidentify ms', '/places ms', '/extract ms')
row('---', '---:', '---:', '---:', '---:')
for (const [name, piece] of Object.entries(HOSTILE)) {
  const long = piece.repeat(Math.ceil(1_000_000 / piece.length)).slice(0, 1_000_000)
  const times = []
  for (const [path, rest] of [
    ['/detect', { jurisdiction: 'NG' }],
    ['/deidentify', { jurisdiction: 'NG' }],
    ['/places', {}],
    ['/extract', {}],
  ]) {
    const begun = performance.now()
    await post(service.url + path, { text: long, ...rest })
    times.push(performance.now() - begun)
  }
  row(name, ...times.map(whole))
}
await service.stop()
console.log()

const { createService } = await import(new URL('service.js', DIST).href)
const local = createService()

/** Calls per second of `call` in this process, after a second to warm up. */
async function inProcess(call) {
  for (const limit of [1_000, SECONDS * 1_000]) {
    const begun = performance.now()
    let calls = 0
    while (performance.now() - begun < limit) {
      await call()
      calls++
    }
    if (limit > 1_000 || SECONDS <= 1) return (calls * 1_000) / (performance.now() - begun)
  }
}
const page = HOSTILE['prose with personal data'].repeat(8)
const detections = await inProcess(() => local.detect({ text: page, jurisdiction: 'NG' }))
const pairs = await inProcess(() => local.compare(CALLS['/compare']))
row('in process', 'per second')
row('---', '---:')
row('detect, thousand characters', whole((detections * page.length) / 1_000))
row('compare, pairs', whole(pairs))
