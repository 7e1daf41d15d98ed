// Costs and growth of the ledger: durable commits a second, the time that `store: true` adds to a request, and how a big
// ledger reads, starts, counts and verifies. Every figure is a median over rounds with its spread: machines are shared.
//
//   npm run bench:ledger -- [--entries 20000] [--seconds 2] [--rounds 3] [--folder DIR] [--use FILE made by bench/ledger/fill.mjs]
//                           [--ledger postgres://...] [--only commits,store,big,reads]
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { deciding, pairRequest, textRequest } from './ledger/entries.mjs'
import { checkFill, fill } from './ledger/fill.mjs'
import { head, median, quantile, row, spread, startService, threadTimes, timed, waits } from './ledger/measure.mjs'

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string', default: tmpdir() },
    use: { type: 'string' },
    ledger: { type: 'string' },
    only: { type: 'string', default: 'commits,store,big' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
    writer: { type: 'string' },
    callers: { type: 'string', default: '64' },
  },
})
const DIST = pathToFileURL(`${resolve(options.dist)}/`)
const SECONDS = Number(options.seconds)
const ROUNDS = Number(options.rounds)
const CLIENTS = 50
const SAMPLES = 2_000
const PAGE = 4096
/** Quantiles are taken of so many parts of the samples, and their median and spread are shown. */
const PARTS = 4
const load = (name) => import(new URL(name, DIST).href)
const { openLedger } = await load('open-ledger.js')
const { contentId, recordId } = await load('records/ids.js')

if (options.writer !== undefined) await write()
else await measure()

async function measure() {
  mkdirSync(options.folder, { recursive: true })
  const folder = mkdtempSync(join(resolve(options.folder), 'selfsame-bench-'))
  console.log(`node ${process.version}, ${ROUNDS} rounds of ${SECONDS} s; median (least to most)`)
  try {
    const parts = { commits, store, big, reads: (folder) => big(folder, false) }
    for (const part of options.only.split(',')) await parts[part](folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Appends made before they are timed: one real decision, about new records each time. */
async function appends(count) {
  const { entry, records } = await (await deciding(DIST))(pairRequest(1, 2))
  const run = `${process.pid}-${performance.now()}`
  return Array.from({ length: count }, (_, index) => {
    const renamed = records.map((content, side) => ({
      ...content,
      attributes: { ...content.attributes, case_number: `${run} ${index} ${side}` },
    }))
    const [record_a, record_b] = renamed.map(recordId)
    return {
      entry: { ...entry, record_a, record_b, decision_id: contentId('xwd', { record_a, record_b }) },
      records: renamed,
    }
  })
}

/** Single-decision commits of so many callers at once, until the time is over: how many, in how many seconds. */
async function commit(ledger, callers, made) {
  let next = 0
  const cpu = process.cpuUsage()
  const begun = performance.now()
  const until = begun + SECONDS * 1000
  const caller = async () => {
    while (performance.now() < until && next < made.length) await ledger.append([made[next++]])
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const { user, system } = process.cpuUsage(cpu)
  return { done: next, seconds: (performance.now() - begun) / 1000, cpu: (user + system) / next }
}

/** A separate writing process: prints when it is ready, waits for a word, commits, prints how many. */
async function write() {
  const ledger = await openLedger(options.writer)
  const [first, ...made] = await appends(SECONDS * 10_000)
  await ledger.append([first])
  console.log('ready')
  await once(process.stdin, 'data')
  console.log((await commit(ledger, Number(options.callers), made)).done)
  await ledger.close()
  process.exit()
}

async function commits(folder) {
  const syncs = flushes(join(folder, 'flush'))
  head('durable single-decision commits', 'a second', 'µs of CPU each, both threads')
  for (const callers of [1, 16, 256]) {
    const [rates, costs] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const ledger = await openLedger(options.ledger ?? join(folder, `${callers}-${round}.ledger`))
      // The first one starts the writing thread.
      const [first, ...made] = await appends(SECONDS * 10_000)
      await ledger.append([first])
      const { done, seconds, cpu } = await commit(ledger, callers, made)
      rates.push(done / seconds)
      costs.push(cpu)
      await ledger.close()
    }
    row(`1 process, ${callers === 1 ? '1 caller' : `${callers} callers at once`}`, spread(rates), spread(costs))
  }
  for (const processes of [2, 4]) {
    const rates = []
    for (let round = 0; round < ROUNDS; round++) {
      const path = options.ledger ?? join(folder, `shared-${processes}-${round}.ledger`)
      rates.push((await together(path, processes)) / SECONDS)
    }
    row(`${processes} processes on one ledger, ${options.callers} callers each`, spread(rates), '')
  }
  row('for comparison: flushes of 16 kB to this disk, one after another', Math.round(1000 / syncs.p50), '')
  console.log(
    `\nOne such flush took ${syncs.p50.toFixed(2)} ms (median), ${syncs.p99.toFixed(2)} ms (99th percentile).`,
  )
}

/** How many commits several processes make on one ledger. */
async function together(path, processes) {
  await (await openLedger(path)).close()
  const words = [fileURLToPath(import.meta.url), '--writer', path, '--dist', options.dist, '--seconds', options.seconds]
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [...words, '--callers', options.callers], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
  const counts = children.map(async ({ stdout }) => Number((await once(stdout, 'data'))[0]))
  for (const { stdin } of children) stdin.write('go\n')
  const done = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
  return done
}

function flushes(path) {
  const file = openSync(path, 'w')
  const taken = []
  for (let index = 0; index < 300; index++) {
    const begun = performance.now()
    writeSync(file, Buffer.alloc(16_384, index))
    fdatasyncSync(file)
    taken.push(performance.now() - begun)
  }
  closeSync(file)
  return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }
}

async function store(folder) {
  head(
    `${CLIENTS} clients over HTTP`,
    'p50 ms',
    'p99 ms',
    'requests/s',
    'µs of CPU where it is answered',
    'p99 to store: false',
  )
  const service = await startService(DIST, { ledger: options.ledger ?? join(folder, 'store.ledger') })
  const requests = { '/compare': (n) => pairRequest(2 * n, 2 * n + 1).body, '/deidentify': (n) => textRequest(n).body }
  let next = Date.now() % 1e9
  for (const [path, bodyOf] of Object.entries(requests)) {
    const loaded = async (stored, duration) =>
      autocannon({
        url: service.url,
        connections: CLIENTS,
        duration,
        requests: [
          {
            method: 'POST',
            path,
            headers: { 'content-type': 'application/json' },
            setupRequest: (request) => ({ ...request, body: JSON.stringify({ ...bodyOf(next++), store: stored }) }),
          },
        ],
      })
    const taken = { false: [], true: [] }
    for (const stored of [false, true]) await loaded(stored, SECONDS)
    for (let round = 0; round < ROUNDS; round++) {
      for (const stored of [false, true]) {
        const ran = threadTimes(service.pid)?.ran ?? Number.NaN
        const result = await loaded(stored, SECONDS)
        result.cpu = (((threadTimes(service.pid)?.ran ?? Number.NaN) - ran) * 1000) / result.requests.total
        if (result.non2xx + result.errors > 0)
          throw new Error(`${path}: ${result.non2xx} failures, ${result.errors} errors`)
        taken[stored].push(result)
      }
    }
    const of = (stored, pick, decimals) => spread(taken[stored].map(pick), decimals)
    const ratios = taken.true.map(({ latency }, round) => latency.p99 / taken.false[round].latency.p99)
    for (const stored of [false, true]) {
      const cells = [(r) => r.latency.p50, (r) => r.latency.p99, (r) => r.requests.average, (r) => r.cpu].map((pick) =>
        of(stored, pick),
      )
      row(`${path}, store: ${stored}`, ...cells, stored ? `${spread(ratios, 2)} times` : '1.00')
    }
  }
  await service.stop()
}

/** Reading from a big ledger, and unless not `asAWhole` starting on it, counting and verifying it. */
async function big(folder, asAWhole = true) {
  const entries = Number(options.entries)
  const path = options.use ?? join(folder, 'big.ledger')
  if (options.use === undefined) {
    await checkFill(DIST)
    await fill(path, entries, { dist: DIST })
  }
  head(
    `a ledger of ${entries} entries, ${(statSync(path).size / 1e9).toFixed(2)} GB`,
    'p50 ms',
    'p99 ms',
    'p99 less the waiting for a CPU',
  )
  const started = []
  for (let round = 0; round < ROUNDS; round++) {
    const { ready, stop } = await startService(DIST, { ledger: path })
    started.push(ready)
    await stop()
  }
  const small = []
  for (let round = 0; round < ROUNDS; round++) {
    const { ready, stop } = await startService(DIST, { ledger: join(folder, `small-${round}.ledger`) })
    small.push(ready)
    await stop()
  }
  const ids = await randomIds(path, entries)
  const service = await startService(DIST, { ledger: path })
  await waits(
    service,
    ids.slice(0, 200).flatMap((id) => [`/decision/${id}`, `/explain/${id}`]),
  )
  const say = async (what, paths, before) => {
    const { taken, alone } = await waits(service, paths, before)
    const parts = (times, share) =>
      Array.from({ length: PARTS }, (_, part) =>
        quantile(times.slice((part * times.length) / PARTS, ((part + 1) * times.length) / PARTS), share),
      )
    const cells = [parts(taken, 0.5), parts(taken, 0.99), alone === null ? null : parts(alone, 0.99)]
    row(what, ...cells.map((times) => (times === null ? '' : spread(times, 2))))
  }
  const onDisk = forget(path)
  await say(
    '/livez, for comparison',
    ids.map(() => '/livez'),
  )
  if (onDisk) diskReads(path)
  for (const route of ['decision', 'explain']) {
    const paths = ids.map((id) => `/${route}/${id}`)
    if (onDisk) forget(path)
    await say(`/${route}/{id}, ids at random${onDisk ? ', file dropped from memory first' : ''}`, paths)
    await say(`/${route}/{id}, the same again`, paths)
    if (onDisk) await say(`/${route}/{id}, file dropped before every one`, paths.slice(0, 300), () => forget(path))
  }
  const resident = service.residentBytes()
  await service.stop()
  if (!asAWhole) return
  head('as a whole', 'seconds', 'peak memory, MB')
  const cli = `const { main } = await import(${JSON.stringify(new URL('cli/main.js', DIST).href)}); await main(process.argv)`
  const megabytes = (bytes) => (bytes === null ? '' : Math.round(bytes / 1e6))
  row('start to first answer, new ledger', (median(small) / 1000).toFixed(2), '')
  row('start to first answer, this ledger', (median(started) / 1000).toFixed(2), megabytes(resident))
  for (const command of ['stats', 'verify']) {
    forget(path)
    const words = ['--input-type=module', '-e', cli, 'selfsame', 'ledger', command, path]
    const { seconds, peakBytes, output } = await timed(words)
    if (!output.includes(String(entries))) throw new Error(`ledger ${command} did not count ${entries}: ${output}`)
    row(`ledger ${command}`, seconds.toFixed(1), megabytes(peakBytes))
  }
}

/** Prints how long this disk takes for one page anywhere in the file. */
function diskReads(path) {
  forget(path)
  const file = openSync(path, 'r')
  const pages = Math.floor(statSync(path).size / PAGE)
  const taken = []
  for (let n = 0; n < SAMPLES; n++) {
    const begun = performance.now()
    readSync(file, Buffer.alloc(PAGE), 0, PAGE, PAGE * Math.floor(Math.random() * pages))
    taken.push(performance.now() - begun)
  }
  closeSync(file)
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(taken, share).toFixed(2))
  row('one page of the file from this disk, for comparison', p50, p99, '')
}

/** Ids of decisions anywhere in a ledger. */
async function randomIds(path, entries) {
  const ledger = await openLedger(path, { readOnly: true })
  const ids = []
  for (let n = 0; n < SAMPLES; n++) {
    const [link] = await ledger.links({ chain: 'main', sequence: Math.floor(Math.random() * entries) }, 1)
    ids.push(link.entry.subject)
  }
  await ledger.close()
  return ids
}

/** Has the system drop the file from memory (posix_fadvise DONTNEED, by way of GNU dd). False where there is no such dd. */
function forget(path) {
  return spawnSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']).status === 0
}
