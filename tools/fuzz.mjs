// Attacks a fresh service from outside, with invalid requests, files, ledgers and envelopes, and checks the invariants of every
// answer (tools/fuzz/oracle.mjs). The seed decides every request; nothing else does.
//
//   npm run fuzz -- [--seed 1] [--requests 20000] [--seconds N] [--only route|parsers|ledger|verify|rows|connections]
//                   [--from N] [--lanes N] [--print] [--serve=--limit=heavyQueue=2]
//
// --from with --requests 1 sends one request of a run again; --print shows its bytes; --lanes 1 sends all in order. Without --only
// the parts take turns: mostly routes, some of the ledger, few files, and some for the verifier and ledger files.
// Exits 0 only when nothing was found.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attack, repeatOf } from './fuzz/attack.mjs'
import { attackConnections } from './fuzz/connections.mjs'
import { Findings } from './fuzz/findings.mjs'
import { memoryGrowth } from './fuzz/memory.mjs'
import { MIB, startService } from './fuzz/service.mjs'
import { summary } from './hostile/watch.mjs'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    from: { type: 'string', default: '0' },
    lanes: { type: 'string', default: '12' },
    print: { type: 'boolean', default: false },
    serve: { type: 'string', multiple: true, default: [] },
  },
})
const PARTS = ['route', 'parsers', 'ledger', 'verify', 'rows', 'connections']
if (options.only !== undefined && !PARTS.includes(options.only)) {
  console.error(`--only takes ${PARTS.join(', ')}`)
  process.exit(2)
}
let end = options.seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + Number(options.seconds) * 1_000
const until = () => end
// Interrupted, it tells what it has.
process.once('SIGINT', () => {
  end = 0
})
const [from, count] = [Number(options.from), Number(options.requests)]

/** Each opens a ledger, whose files SQLite's packaged build lets go when it is collected: a process may hold a thousand. */
const MOST_ROWS_TRIALS = 200

const found = []
if (options.only === 'connections') found.push(...(await attackConnections(options.serve)))
else if (options.only === 'verify' || options.only === 'rows') found.push(...(await local(options.only, count)))
else {
  found.push(...(await overHttp()))
  if (options.only === undefined) {
    found.push(...(await local('verify', Math.ceil(count / 20))))
    found.push(...(await local('rows', Math.min(MOST_ROWS_TRIALS, Math.ceil(count / 200)))))
  }
}
for (const line of found) console.log(line)
console.log(`${found.length} found`)
process.exitCode = found.length === 0 ? 0 : 1

/** Trials in this process: `trial(number)` of a part, one after another. */
async function local(part, trials) {
  const made =
    part === 'verify'
      ? (await import('./fuzz/verify.mjs')).verifierTrials({ seed: options.seed })
      : await (await import('./fuzz/rows.mjs')).rowTrials({ seed: options.seed })
  const findings = new Findings(repeatOf(options.seed, part))
  const started = performance.now()
  let done = 0
  for (let number = from; number < from + trials && performance.now() < until(); number++, done++) {
    const { label, wrong } = await made.trial(number)
    if (options.print) console.log(`${number}  ${label}  ${wrong ?? 'as it should be'}`)
    if (wrong !== null) findings.add(number, { label: `${part}: ${label}` }, wrong)
  }
  made.close()
  console.log(`${part}: ${done} trials in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return findings.lines()
}

async function overHttp() {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-fuzz-'))
  try {
    const target = await ownTarget(folder)
    const part = options.only ?? 'all'
    const lanes = Number(options.lanes)
    const show = options.print ? print : undefined
    const result = await attack({ target, seed: options.seed, part, from, count, until, lanes, show })
    const grown = target.restarts === 0 ? memoryGrowth(result.memory) : null
    told(result, grown)
    await target.stop()
    return [...result.findings.lines(), ...(grown?.wrong ? [`FOUND  ${grown.wrong}`] : [])]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function told({ requests, seconds, statuses, livez }, grown) {
  console.log(
    `${requests} requests in ${seconds.toFixed(1)} s: ${Math.round(requests / seconds)} a second, seed ${options.seed}`,
  )
  console.log(
    `answers: ${Object.entries(statuses)
      .map(([status, times]) => `${status} ${times}`)
      .join(', ')}`,
  )
  const { count: asked, p50, p99, max } = summary(livez)
  console.log(
    `/livez meanwhile, ${asked} times: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, at most ${max.toFixed(1)} ms`,
  )
  if (grown !== null)
    console.log(
      `memory: ${Math.round(grown.warm / MIB)} MiB after warming up, ${Math.round(grown.last / MIB)} MiB at the end, at most ${Math.round(grown.most / MIB)} MiB`,
    )
}

function print({ bytes, pieces }) {
  const shown = Buffer.concat((pieces ?? [bytes]).map((piece) => Buffer.from(piece)))
  console.log(`${JSON.stringify(shown.toString('latin1').slice(0, 4_000))}  (${shown.length} bytes)`)
}

/** A service with a ledger and a key, started again when it ends. */
async function ownTarget(folder) {
  const { createKeyFile } = await import('../dist/attest/index.js')
  createKeyFile(join(folder, 'key.pem'))
  const args = [
    '--ledger',
    join(folder, 'fuzz.ledger'),
    '--signing-key',
    join(folder, 'key.pem'),
    '--limit',
    'requestMs=10000',
    '--warm',
    ...options.serve,
  ]
  let service = await startService(args)
  return {
    restarts: 0,
    get port() {
      return service.port
    },
    get pid() {
      return service.pid
    },
    isGone: () => service.ended !== null,
    async restart() {
      const how = service.ended
      service = await startService(args)
      this.restarts++
      return how
    },
    stop: () => service.stop(),
  }
}
