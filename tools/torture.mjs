// Tortures the ledger and counts what it lost: kill -9 under two writing processes, writing threads that die, closing and
// overloading under load, a clock that jumps, a damaged log, a read-only file, a full disk.
// It exists because "recorded: true" is a promise, and a promise about crashes can only be kept by crashing.
//
//   npm run torture -- [--kills 200] [--folder DIR] [--ledger postgres://...: kills writers of a server instead]
//   npm run torture -- --ledger postgres [--kills 200]    the same on a fresh server, started for it
//
// Prints counts and exits 0 only when nothing acknowledged was lost and every ledger verified. What it cannot do is cut the
// power: a disk that lies about having flushed would lose commits no software can see.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from './postgres-server.mjs'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    ledger: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'selfsame-torture') },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
    writer: { type: 'string' },
    appenders: { type: 'string', default: '8' },
  },
})

const load = (name) => import(new URL(`file://${join(options.dist, name)}`).href)
const { openLedger } = await load('open-ledger.js')
const { verifyLedger } = await load('ledger/verify-chain.js')
const { SqliteThread } = await load('ledger/sqlite/thread.js')
const { contentId, recordId } = await load('records/ids.js')

/** A made-up comparison that was never made before. */
function comparison() {
  const nonce = randomBytes(12).toString('hex')
  const records = ['a', 'b'].map((side) => ({ entity: 'person', attributes: { name: `Person ${nonce}`, side } }))
  const [record_a, record_b] = records.map(recordId)
  const entry = {
    decision_id: contentId('xwd', { record_a, record_b }),
    verb: 'compare',
    identity: 'review',
    action: 'hold',
    basis: 'pack:person',
    score: 0.5123,
    explanation: 'agrees on name',
    factors: { name: 0.9 },
    pins: { engine: 'crosswalk.v1' },
    call: { entity: 'person', jurisdiction: null, backend: 'auto' },
    evidence: {
      kind: 'comparison',
      supporting: ['name'],
      refuting: [],
      missing: [],
      shared: ['name'],
      gate: { clearing_signal: null, distinctive_cleared: false, floor: 0.75 },
    },
    record_a,
    record_b,
  }
  return { entry, records }
}

if (options.ledger === 'postgres') options.ledger = (await startPostgres()).address

if (options.writer !== undefined) await write(options.writer)
else process.exitCode = (await torture()) ? 0 : 1

/** A writing process: appends until it is killed, or fails, and prints each id once its append resolved. */
async function write(path) {
  const appender = async (ledger) => {
    for (;;) {
      const append = comparison()
      await ledger.append([append])
      writeSync(1, `${append.entry.decision_id}\n`)
    }
  }
  try {
    const ledger = await openLedger(path)
    await Promise.all(Array.from({ length: Number(options.appenders) }, () => appender(ledger)))
  } catch (error) {
    writeSync(1, `! ${error.code} ${error.message}\n`)
    process.exit(3)
  }
}

/** Starts a writing process; `acknowledged` fills with what it says is durable. */
function startWriter(path, more = {}) {
  const words = [fileURLToPath(import.meta.url), '--writer', path, '--dist', options.dist]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], ...more })
  const writer = { child, acknowledged: [], failure: null, ended: null }
  writer.writing = () => writer.acknowledged.length > 0 || writer.failure !== null || child.exitCode !== null
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    // A killed process can leave half a line; an id is acknowledged only when all of it arrived.
    if (line.startsWith('! ')) writer.failure = line.slice(2)
    else if (/^xwd:sha256:[0-9a-f]{64}$/.test(line)) writer.acknowledged.push(line)
  })
  writer.ended = Promise.all([
    new Promise((resolve) => child.once('exit', resolve)),
    new Promise((resolve) => lines.once('close', resolve)),
  ])
  return writer
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function torture() {
  mkdirSync(options.folder, { recursive: true })
  const folder = mkdtempSync(join(options.folder, 'run-'))
  const results = []
  try {
    const ofFiles = [deaths, closing, overload, clock, damagedLog, readOnly, fullDisk]
    const trials = options.ledger === undefined ? [speed, kills, ...ofFiles] : [speed, kills]
    for (const trial of trials) {
      const result = await trial(folder)
      results.push(result)
      console.log(`${result.ok === null ? 'SKIPPED' : result.ok ? 'ok     ' : 'FAILED '}  ${result.text}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const failed = results.filter(({ ok }) => ok === false).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  return failed === 0
}

/** Durable single-decision commits a second: one after another, and as many callers at once. */
async function speed(folder) {
  const rates = []
  for (const callers of [1, 16, 256]) {
    const ledger = await openLedger(options.ledger ?? join(folder, `speed-${callers}.ledger`))
    const until = performance.now() + 3000
    let done = 0
    const caller = async () => {
      for (; performance.now() < until; done++) await ledger.append([comparison()])
    }
    const start = performance.now()
    await Promise.all(Array.from({ length: callers }, caller))
    rates.push(`${Math.round((done / (performance.now() - start)) * 1000)}/s with ${callers}`)
    await ledger.close()
  }
  return { ok: true, text: `durable single-decision commits: ${rates.join(', ')} callers at once` }
}

/** Two writers on one ledger; one of them, or both, killed at a random moment, again and again. */
async function kills(folder) {
  const path = options.ledger ?? join(folder, 'killed.ledger')
  const wanted = Number(options.kills)
  const acknowledged = []
  let [done, failures] = [0, 0]
  const writers = [startWriter(path), startWriter(path)]
  const settle = async (index) => {
    const { ended, acknowledged: ids, failure } = writers[index]
    await ended
    for (const id of ids) acknowledged.push(id)
    if (failure === null) return
    console.log(`         a writer failed: ${failure}`)
    failures++
  }
  /** Is everything that was acknowledged there, and is the chain whole? */
  const check = async () => {
    const reader = await openLedger(path)
    const there = new Set()
    for (
      let links = await reader.links(null, 1000);
      links.length > 0;
      links = await reader.links(links.at(-1).entry, 1000)
    ) {
      for (const { entry } of links) there.add(entry.subject)
    }
    const { ok, decisions } = await verifyLedger(reader)
    await reader.close()
    return { ok, decisions, lost: acknowledged.filter((id) => !there.has(id)).length }
  }
  while (done < wanted) {
    const victims = randomInt(4) === 0 ? [0, 1] : [randomInt(2)]
    // Most die while they write, some while they open the ledger.
    const whileWriting = randomInt(8) > 0
    while (whileWriting && victims.some((index) => !writers[index].writing())) await pause(2)
    await pause(randomInt(whileWriting ? 50 : 400))
    for (const index of victims) writers[index].child.kill('SIGKILL')
    for (const index of victims) {
      await settle(index)
      writers[index] = startWriter(path)
    }
    done += victims.length
    if (done % 100 < victims.length) console.log(`         ${done} kills, ${acknowledged.length} acknowledged`)
  }
  for (const { child } of writers) child.kill('SIGKILL')
  for (const index of [0, 1]) await settle(index)
  const { ok, decisions, lost } = await check()
  return {
    ok: ok && lost === 0 && failures === 0,
    text: `${done} kills under two writers: ${acknowledged.length} acknowledged, ${lost} lost; ${decisions} in the ledger, chain ${ok ? 'whole' : 'BROKEN'}`,
  }
}

/** Opens the ledger again: how many of these ids it does not have, and whether the chain is whole. */
async function reread(path, ids) {
  const ledger = await openLedger(path)
  let lost = 0
  for (const id of ids) if ((await ledger.decision(id)) === null) lost++
  const { ok, decisions } = await verifyLedger(ledger)
  await ledger.close()
  return { ok, decisions, lost }
}

/** The thread that writes dies in mid-load, again and again, while its process lives on and starts the next. */
async function deaths(folder) {
  const path = join(folder, 'deaths.ledger')
  const writer = JSON.stringify(new URL(`file://${join(options.dist, 'ledger/sqlite/writer.js')}`).href)
  const source = `import { parentPort } from 'node:worker_threads'
    await import(${writer})
    parentPort.once('message', () => setTimeout(() => process.exit(1), 30 + Math.random() * 400))`
  const program = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const thread = new SqliteThread({ path, key: null, now: () => new Date(), program })
  const wanted = Math.max(10, Math.round(Number(options.kills) / 10))
  const acknowledged = []
  let [died, refused, odd] = [0, 0, 0]
  const caller = async (first) => {
    while (died < wanted) {
      const append = comparison()
      try {
        await thread.append([append])
        acknowledged.push(append.entry.decision_id)
      } catch (error) {
        refused++
        if (first) died++
        if (error.code !== 'ledger_unavailable') odd++
      }
    }
  }
  await Promise.all(Array.from({ length: 32 }, (_, index) => caller(index === 0)))
  await thread.close()
  const { ok, decisions, lost } = await reread(path, acknowledged)
  return {
    ok: ok && lost === 0 && odd === 0,
    text: `${died} deaths of the writing thread: ${acknowledged.length} acknowledged, ${lost} lost, ${refused} failed; ${decisions} in the ledger, chain ${ok ? 'whole' : 'BROKEN'}`,
  }
}

/** Closed under load: accepted requests are finished, later ones are refused, and none waits for ever. */
async function closing(folder) {
  let [taken, refused, lost, broken] = [0, 0, 0, 0]
  const rounds = 10
  for (let round = 0; round < rounds; round++) {
    const path = join(folder, `closing-${round}.ledger`)
    const ledger = await openLedger(path)
    const acknowledged = []
    const caller = async () => {
      for (;;) {
        const append = comparison()
        const failure = await ledger.append([append]).then(
          () => null,
          (error) => error,
        )
        if (failure !== null) return failure.message
        acknowledged.push(append.entry.decision_id)
      }
    }
    const callers = Promise.all(Array.from({ length: 64 }, caller))
    await pause(randomInt(500))
    await ledger.close()
    refused += (await callers).filter((message) => message === 'the ledger is closed').length
    const after = await reread(path, acknowledged)
    taken += acknowledged.length
    lost += after.lost
    if (!after.ok) broken++
  }
  return {
    ok: lost === 0 && broken === 0 && refused === rounds * 64,
    text: `${rounds} times closed under 64 callers: ${taken} acknowledged, ${lost} lost, every caller told`,
  }
}

/** More at once than may wait: the rest is refused at once, and memory stays bounded. */
async function overload(folder) {
  const path = join(folder, 'overload.ledger')
  const ledger = await openLedger(path)
  const appends = Array.from({ length: 20_000 }, comparison)
  const before = process.memoryUsage().rss
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const outcomes = await Promise.allSettled(appends.map((append) => ledger.append([append])))
  clearInterval(look)
  await ledger.close()
  const acknowledged = appends.filter((_, index) => outcomes[index].status === 'fulfilled')
  const refused = outcomes.filter(({ reason }) => reason?.code === 'ledger_unavailable').length
  const ids = acknowledged.map(({ entry }) => entry.decision_id)
  const { ok, lost, decisions } = await reread(path, ids)
  return {
    ok: ok && lost === 0 && refused > 0 && refused + ids.length === appends.length && decisions === ids.length,
    text: `${appends.length} decisions at once: ${ids.length} acknowledged, ${lost} lost, ${refused} refused and not written; memory grew by ${Math.round((most - before) / 1e6)} MB`,
  }
}

/** Two ledgers on one file whose clocks jump, mostly back: order and chain come from the file, never from the clock. */
async function clock(folder) {
  const path = join(folder, 'clock.ledger')
  const now = () => new Date(Date.UTC(2026, 0, 1) - randomInt(2 ** 40))
  const acknowledged = []
  for (let round = 0; round < 20; round++) {
    const ledgers = [await openLedger(path, { now }), await openLedger(path, { now })]
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const append = comparison()
        await ledgers[index % 2].append([append])
        acknowledged.push(append.entry.decision_id)
      }),
    )
    for (const ledger of ledgers) await ledger.close()
  }
  const { ok, lost } = await reread(path, acknowledged)
  return {
    ok: ok && lost === 0,
    text: `a clock that jumps up to 34 years: ${acknowledged.length} acknowledged by two ledgers on one file, ${lost} lost, chain ${ok ? 'whole' : 'BROKEN'}`,
  }
}

/** A log cut or changed at a random place: what is read back is a whole prefix, never a half-written decision. */
async function damagedLog(folder) {
  const path = join(folder, 'damaged.ledger')
  const first = await openLedger(path)
  for (let index = 0; index < 20; index++) await first.append([comparison()])
  await first.close()
  const before = readFileSync(path)
  const writer = startWriter(path)
  while (writer.acknowledged.length < 40) await pause(10)
  writer.child.kill('SIGKILL')
  await writer.ended
  const log = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0)
  // The last process to close the file copies the log into it: a log that is cut after that would put older pages over newer ones.
  if (!readFileSync(path).equals(before)) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    return damagedLog(folder)
  }
  if (log.length === 0) return { ok: false, text: 'the killed writer left no log to damage' }
  const rounds = 60
  let [broken, shortest] = [0, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    const copy = join(folder, 'damaged-copy.ledger')
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
    writeFileSync(copy, before)
    writeFileSync(`${copy}-wal`, log)
    if (round % 2 === 0) truncateSync(`${copy}-wal`, randomInt(log.length))
    else {
      const changed = Buffer.from(log)
      changed[randomInt(log.length)] ^= 1 << randomInt(8)
      writeFileSync(`${copy}-wal`, changed)
    }
    const ledger = await openLedger(copy)
    const { ok, decisions } = await verifyLedger(ledger)
    await ledger.append([comparison()])
    if (!ok || decisions < 20 || !(await verifyLedger(ledger)).ok) broken++
    shortest = Math.min(shortest, decisions)
    await ledger.close()
  }
  return {
    ok: broken === 0,
    text: `${rounds} logs cut or changed: ${broken} broken ledgers; at least ${shortest} of ${20 + writer.acknowledged.length}+ decisions read back, and writing went on`,
  }
}

/** A file the process may not write: refused in one sentence, and untouched. */
async function readOnly(folder) {
  const path = join(folder, 'read-only.ledger')
  const ledger = await openLedger(path)
  await ledger.append([comparison()])
  await ledger.close()
  chmodSync(folder, 0o755)
  chmodSync(path, 0o444)
  const before = readFileSync(path)
  // Root may write anything: the test uses another user.
  const asSomebodyElse = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const writer = startWriter(path, asSomebodyElse)
  await Promise.race([writer.ended, pause(5000).then(() => writer.child.kill('SIGKILL'))])
  const untouched = before.equals(readFileSync(path))
  const ok = untouched && writer.acknowledged.length === 0 && writer.failure?.startsWith('ledger_unavailable') === true
  return {
    ok,
    text: `read-only file: ${writer.failure ?? 'no failure was reported'}; ${untouched ? 'untouched' : 'CHANGED'}`,
  }
}

/** A disk that fills up while writing, and is freed again. */
async function fullDisk(folder) {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const mounted =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status === 0
  if (!mounted) return { ok: null, text: 'full disk: needs root and mount(8) for a small tmpfs' }
  try {
    const path = join(disk, 'full.ledger')
    const ballast = join(disk, 'ballast')
    const file = openSync(ballast, 'w')
    writeSync(file, Buffer.alloc(1 << 20))
    closeSync(file)
    const ledger = await openLedger(path)
    const acknowledged = []
    let failure = null
    while (failure === null && acknowledged.length < 100_000) {
      const append = comparison()
      try {
        await ledger.append([append])
        acknowledged.push(append.entry.decision_id)
      } catch (error) {
        failure = `${error.code} ${error.message}`
      }
    }
    const full = await verifyLedger(ledger)
    rmSync(ballast)
    await ledger.append([comparison()])
    let lost = 0
    for (const id of acknowledged) if ((await ledger.decision(id)) === null) lost++
    const after = await verifyLedger(ledger)
    await ledger.close()
    const ok = full.ok && after.ok && lost === 0 && failure?.startsWith('ledger_unavailable') === true
    return {
      ok,
      text: `full disk: ${failure}; ${acknowledged.length} acknowledged, ${lost} lost, chain ${after.ok ? 'whole' : 'BROKEN'}, writing went on once there was room`,
    }
  } finally {
    // Lazily: the driver lets go of a closed file only when its statements have been collected.
    spawnSync('umount', ['-l', disk])
  }
}
