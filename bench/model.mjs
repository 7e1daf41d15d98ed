// A service with a learned model under a long text: node bench/model.mjs --model DIR [--text FILE] [--characters N] [--workers N]
// Sends one text of a million characters to /detect and asks for /livez and a short detection by rules all the while; then sends it again
// and hangs up, and asks how soon the worker is free. Prints how long the text took, what the others waited, and the processor time of
// rules alone with and without a model. --text: prose to make the text of; default: the open sample in this folder.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: {
    model: { type: 'string' },
    text: { type: 'string' },
    characters: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: '1' },
  },
})
if (options.model === undefined) throw new Error('pass --model DIR')

const { serve } = await import('../dist/http/serve.js')

const sample = () =>
  readFileSync(fileURLToPath(new URL('./sample/detect/open.jsonl', import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line).text)
    .join('\n\n')
const prose = options.text === undefined ? sample() : readFileSync(options.text, 'utf8')
const wanted = Number(options.characters)
const text = prose.repeat(Math.ceil(wanted / prose.length)).slice(0, wanted)

/** Milliseconds and status of one request. */
function ask(url, path, body, signal) {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const data = body === undefined ? undefined : JSON.stringify(body)
    const headers =
      data === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) }
    const request = http.request(
      new URL(path, url),
      { method: data === undefined ? 'GET' : 'POST', headers, signal },
      (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (part) => {
          received += part
        })
        response.on('end', () => resolve({ status: response.statusCode, received, took: performance.now() - begun }))
      },
    )
    request.on('error', reject).end(data)
  })
}

/** Seconds of processor time that the processes of this one have taken (Linux counts in hundredths). */
function workersTime() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, id) => {
    const [user, system] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
    return sum + (Number(user) + Number(system)) / 100
  }, 0)
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const ascending = (numbers) => numbers.toSorted((a, b) => a - b)
const inWords = (numbers) => {
  const sorted = ascending(numbers)
  return `${sorted[sorted.length >> 1].toFixed(1)} ms in the middle, ${sorted[Math.floor(sorted.length * 0.99)].toFixed(1)} ms of a hundred the slowest (${sorted.length} asked)`
}

const short = { text: 'Patient Casey Example called from +44 20 7946 0958.', jurisdiction: 'GB', backend: 'basic' }

/** Microseconds of processor time of this process for one short detection by rules. */
async function rulesAlone(url) {
  for (let i = 0; i < 300; i++) await ask(url, '/detect', short)
  const begun = process.cpuUsage()
  for (let i = 0; i < 1_000; i++) await ask(url, '/detect', short)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

const shared = { port: 0, workers: Number(options.workers) }
const plain = await serve(shared)
console.log(`rules alone, without a model: ${(await rulesAlone(plain.url)).toFixed(0)} µs a request, both ends`)
await plain.close()

const serving = await serve({ ...shared, model: options.model, warm: true })
while (JSON.parse((await ask(serving.url, '/livez')).received).warm !== true) await wait(100)
console.log(`rules alone, with one: ${(await rulesAlone(serving.url)).toFixed(0)} µs a request, both ends`)
await ask(serving.url, '/detect', { text: text.slice(0, 20_000), jurisdiction: 'GB' })

const others = { live: [], short: [] }
let isDone = false
const asking = (async () => {
  while (!isDone) {
    others.live.push((await ask(serving.url, '/livez')).took)
    others.short.push((await ask(serving.url, '/detect', short)).took)
    await wait(20)
  }
})()
const before = workersTime()
const long = await ask(serving.url, '/detect', { text, jurisdiction: 'GB' })
isDone = true
await asking
const { count } = JSON.parse(long.received)
const spent = (workersTime() - before).toFixed(1)
console.log(
  `${text.length} characters: ${(long.took / 1_000).toFixed(1)} s (${spent} s of processor time), status ${long.status}, ${count} findings`,
)
console.log(`/livez meanwhile: ${inWords(others.live)}`)
console.log(`a short detection by rules meanwhile: ${inWords(others.short)}`)

const leaving = new AbortController()
const left = ask(serving.url, '/detect', { text, jurisdiction: 'GB' }, leaving.signal).catch(() => null)
await wait(3_000)
leaving.abort()
await left
const after = await ask(serving.url, '/detect', { text: short.text, jurisdiction: 'GB' })
console.log(
  `hung up after 3 s; the next text was read by the model ${(after.took / 1_000).toFixed(1)} s later, status ${after.status}`,
)
await serving.close()
