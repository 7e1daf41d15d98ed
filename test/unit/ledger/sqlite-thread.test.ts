// The guarantee of the thread that writes a ledger file: no acknowledgement that it did not give, after any failure.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SqliteThread } from '../../../src/ledger/sqlite/thread.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { comparison, numbered, person } from '../../shared/ledgers.ts'

const folder = mkdtempSync(join(tmpdir(), 'sqlite-thread-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const fresh = () => join(folder, `${files++}.ledger`)
const WRITER = new URL('../../../dist/ledger/sqlite/writer.js', import.meta.url).href

/** A thread on the file at `path` that runs `source` instead of, or around, the writer's program. */
const warnings: string[] = []
function threadOf(source: string, path = fresh()): SqliteThread {
  const program = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  return new SqliteThread({ path, key: null, now: () => new Date(), program, warn: (text) => warnings.push(text) })
}

/** The outcomes of `count` appends made at once. */
const outcomes = (thread: SqliteThread, count: number, from = 0) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => thread.append([numbered(from + index)])))

describe('a writing thread that dies', () => {
  it.each([
    [
      'throws',
      `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { throw new Error('x') })`,
    ],
    ['ends', `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => process.exit(0))`],
    ['cannot start', `import 'node:no-such-module'`],
  ])('%s: nothing it was given is acknowledged, and nobody waits for ever', async (_how, source) => {
    const thread = threadOf(source)
    for (const round of [1, 2]) {
      for (const outcome of await outcomes(thread, 20, round * 20)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ledger_unavailable' } })
      }
    }
    await thread.close()
    expect(warnings.splice(0)).toEqual([1, 2].map(() => expect.stringContaining('ended unexpectedly')))
  })

  it('again and again under load: what it acknowledged is there, the chain is whole, and the next one goes on', async () => {
    const path = fresh()
    const mortal = `import { parentPort } from 'node:worker_threads'
      await import(${JSON.stringify(WRITER)})
      parentPort.once('message', () => setTimeout(() => process.exit(1), 5 + Math.random() * 60))`
    const thread = threadOf(mortal, path)
    const acknowledged: string[] = []
    let deaths = 0
    const caller = async (number: number) => {
      for (let index = 0; deaths < 12; index++) {
        const append = numbered(number * 100_000 + index)
        try {
          await thread.append([append])
          acknowledged.push(append.entry.decision_id)
        } catch (error) {
          expect(error).toMatchObject({ code: 'ledger_unavailable' })
          if (number === 0) deaths++
        }
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, number) => caller(number)))
    await thread.close()
    const ledger = await openLedger(path)
    for (const id of acknowledged) expect(await ledger.decision(id)).not.toBeNull()
    expect(acknowledged.length).toBeGreaterThan(0)
    await ledger.append([numbered(7)])
    expect((await verifyLedger(ledger)).ok).toBe(true)
    await ledger.close()
  })
})

describe('a disk that does not keep up', () => {
  const silent = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ orders }) => setTimeout(() => process.exit(0), 500))`

  it('is waited for by a bounded number of decisions; past them the answer comes at once', async () => {
    const thread = threadOf(silent)
    const taken = outcomes(thread, 10_000)
    await expect(thread.append([numbered(1)])).rejects.toMatchObject({
      code: 'ledger_unavailable',
      message: expect.stringContaining('nothing was recorded'),
    })
    expect((await taken).every(({ status }) => status === 'rejected')).toBe(true)
    await thread.close()
  })

  it('is waited for by a bounded amount of text; one order is taken whatever its size', async () => {
    const thread = threadOf(silent)
    const long = { entity: 'document', text: 'x'.repeat(129 * 1024 * 1024) }
    const first = thread.append([comparison(long, person('b'))]).catch((error: { code: string }) => error.code)
    await expect(thread.append([numbered(1)])).rejects.toMatchObject({
      message: expect.stringContaining('nothing was recorded'),
    })
    expect(await first).toBe('ledger_unavailable')
    await thread.close()
  })
})

describe('a writing thread', () => {
  it('is given a text once, however many decisions of one call are about it', async () => {
    const path = fresh()
    const ledger = await openLedger(path)
    const text = 'y'.repeat(100_000)
    const documents = Array.from({ length: 300 }, (_, index) =>
      comparison({ entity: 'document', text }, { entity: 'document', text: `${index}` }),
    )
    await ledger.append(documents)
    expect(await ledger.stats()).toMatchObject({ decisions: 300, records: 301 })
    await ledger.close()
  })

  it('keeps the moment of each call, whatever the clock does', async () => {
    const moments = ['2026-03-01T12:00:00Z', '2026-03-01T11:00:00Z', '1999-01-01T00:00:00Z', '2026-03-01T12:00:01Z']
    let call = 0
    const path = fresh()
    const ledger = await openLedger(path, { now: () => new Date(moments[call]!) })
    for (; call < moments.length; call++) await ledger.append([numbered(call)])
    const links = await ledger.links(null, 10)
    expect(links.map(({ entry }) => entry.recorded_at)).toEqual(moments.map((at) => at.replace('Z', '+00:00')))
    expect((await verifyLedger(ledger)).ok).toBe(true)
    await ledger.close()
  })
})
