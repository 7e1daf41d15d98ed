// The review queue at size: how long it takes to open, to show a pair and to record an answer while many pairs wait.
//
//   npm run bench:review -- [--pairs 100000] [--answers 200] [--ledger FILE|postgres://... that is empty or filled by this bench]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openLedger } from '../dist/open-ledger.js'
import { contentId, recordId } from '../dist/records/ids.js'
import { createInstallation } from '../dist/service.js'
import { median, quantile } from './ledger/measure.mjs'

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '100000' },
    answers: { type: 'string', default: '200' },
    ledger: { type: 'string' },
  },
})
const [PAIRS, ANSWERS] = [Number(options.pairs), Number(options.answers)]
const OPENINGS = 20

/** One decision that asks, about people who share a name; every tenth record is in several pairs. */
function asking(index) {
  const side = (number) => ({ entity: 'person', attributes: { name: 'John Smith', phone: String(number) } })
  const records = [side(index % 10 === 0 ? index : 2 * index), side(2 * index + 1)]
  const [record_a, record_b] = records.map(recordId)
  const score = 0.1 + (index % 800) / 1000
  return {
    entry: {
      decision_id: contentId('xwd', { record_a, record_b }),
      verb: 'compare',
      identity: 'review',
      action: 'hold',
      basis: 'pack:person (not distinctive)',
      score,
      explanation: 'The names are the same; nothing else could be compared.',
      factors: { name: 1 },
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
    },
    records,
  }
}

async function timed(work) {
  const before = performance.now()
  const result = await work()
  return [performance.now() - before, result]
}

function print(what, times) {
  const [half, most] = [median(times), Math.max(...times)]
  const slow = quantile(times, 0.99)
  console.log(`${what.padEnd(34)} median ${half.toFixed(1)} ms  p99 ${slow.toFixed(1)} ms  most ${most.toFixed(1)} ms`)
}

const folder = mkdtempSync(join(tmpdir(), 'selfsame-bench-'))
const location = options.ledger ?? join(folder, 'queue.sqlite')
try {
  const filling = await openLedger(location)
  const [milliseconds] = await timed(async () => {
    for (let start = 0; start < PAIRS; start += 1000)
      await filling.append(Array.from({ length: Math.min(1000, PAIRS - start) }, (_, i) => asking(start + i)))
  })
  console.log(`${PAIRS} decisions that ask, recorded in ${(milliseconds / 1000).toFixed(1)} s`)
  await filling.close()
  const [first] = await timed(async () => {
    const cold = createInstallation({ ledger: location })
    const { pairs, counts } = await cold.queue({ limit: 20 }, 'Ada')
    console.log(`waiting: ${counts.waiting}, shown: ${pairs.length}`)
    await cold.close()
  })
  console.log(`opened by a new process's first question: ${first.toFixed(0)} ms`)
  const { queue, pair, review, close } = createInstallation({ ledger: location })
  const [openings, pairs, answers] = [[], [], []]
  for (let i = 0; i < OPENINGS; i++) openings.push((await timed(() => queue({ seed: String(i) }, 'Ada')))[0])
  for (let i = 0; i < ANSWERS; i++) {
    const [opened, waiting] = await timed(() => queue({ limit: 1 }, 'Ada'))
    openings.push(opened)
    const [{ decision_id }] = waiting.pairs
    pairs.push((await timed(() => pair({ id: decision_id })))[0])
    const answer = i % 3 === 0 ? 'different' : 'same'
    answers.push((await timed(() => review({ decision_id, answer, reason: 'bench' }, 'Ada')))[0])
  }
  print('open the queue', openings)
  print('show a pair', pairs)
  print(`record an answer (${ANSWERS})`, answers)
  await close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
