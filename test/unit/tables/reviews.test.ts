// Tables and the review queue: what a run leaves open waits there, what people say there holds in the next run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import { createService, type Service, type TablesOptions } from '../../../src/service.ts'
import { storesUnderTest } from '../../shared/stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
const at = (name: string) => join(folder, name)
const { stores, close } = await storesUnderTest()
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

/** Namesakes without further facts, and one pair that is certain. Rows 1 and 2 hold the same values. */
const PEOPLE = [
  ['1', 'John', 'Smith', '', ''],
  ['2', 'John', 'Smith', '', ''],
  ['3', 'John', 'Smith', '', 'Leeds'],
  ['4', 'Katarzyna', 'Wiśniewska', '1987-04-03', 'Berlin'],
  ['5', 'Kasia', 'Wisniewska', '1987-04-03', 'Berlin'],
]
function writePeople(name: string, rows = PEOPLE): string {
  writeFileSync(at(name), `id,first name,surname,birth date,city\n${rows.map((row) => row.join(',')).join('\n')}\n`)
  return at(name)
}

const pairsIn = (out: string) =>
  readFileSync(join(at(out), 'pairs.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','))
const said = (out: string, a: string, b: string) =>
  pairsIn(out)
    .find((row) => row[1] === a && row[3] === b)
    ?.slice(5, 7)
const clusterOf = (out: string, record: string) =>
  readFileSync(join(at(out), 'clusters.csv'), 'utf8')
    .split('\n')
    .map((row) => row.split(','))
    .find((row) => row[1] === record)?.[2]

describe.each(stores)('tables and the review queue of a $name ledger', ({ name: store, fresh }) => {
  let location: string
  let service: Service
  beforeEach(async () => {
    location = await fresh()
    service = createService({ ledger: location })
  })
  afterEach(() => service.close())

  const run = (out: string, more: Partial<TablesOptions> = {}) =>
    service.tables({
      task: 'dedupe',
      entity: 'person',
      files: [at(`people-${store}.csv`)],
      out: at(out),
      workers: 1,
      reviews: true,
      ...more,
    })
  const open = async () => (await service.queue({ limit: 100 })).pairs
  /** The waiting pair of two rows, from the ledger. */
  async function pairOf(a: string, b: string): Promise<string> {
    for (const { decision_id } of await open()) {
      const { fields } = await service.pair({ id: decision_id, reveal: true })
      const rows = fields.find(({ field }) => field === 'selfsame:record')!
      if ([rows.a, rows.b].sort().join() === [a, b].sort().join()) return decision_id
    }
    throw new Error(`no pair of ${a} and ${b} waits`)
  }
  const answer = async (decision_id: string, given: 'same' | 'different' | 'cannot_tell' | 'undo') =>
    (await service.review({ decision_id, answer: given, reason: 'looked it up' }, 'ada')).decision_id

  it('asks what it leaves open, with receipts that explain and replay, and the ledger verifies', async () => {
    writePeople(`people-${store}.csv`)
    const { reviews, recorded } = await run('first')
    expect(reviews).toEqual({ read: 0, asked: 3, audited: 0, left: 0 })
    expect(recorded).toBe(true)
    const pairs = await open()
    expect(pairs).toHaveLength(3)
    const id = pairs[0]!.decision_id
    expect((await service.explain({ id })).basis).toMatch(/^pack:person/)
    expect(await service.replay({ id })).toMatchObject({ reproduced: true })
    // A second run raises no question twice.
    expect((await run('first')).reviews).toEqual({ read: 0, asked: 3, audited: 0, left: 0 })
    expect(await open()).toHaveLength(3)
    const ledger = await openLedger(location)
    expect(await verifyLedger(ledger, { decisionId: expectedDecisionId })).toMatchObject({ ok: true, decisions: 4 })
    await ledger.close()
  })

  it('takes same and different as said, over scores, and asks nothing that they imply', async () => {
    writePeople(`people-${store}.csv`)
    await run('second')
    await answer(await pairOf('1', '2'), 'same')
    await answer(await pairOf('1', '3'), 'different')
    const { reviews, answered } = await run('second')
    expect(reviews).toEqual({ read: 2, asked: 0, audited: 0, left: 0 })
    expect(answered).toBe(3)
    expect(said('second', '1', '2')).toEqual(['same_entity', 'people'])
    expect(said('second', '2', '3')).toBeUndefined()
    expect(clusterOf('second', '1')).toBe(clusterOf('second', '2'))
    expect(clusterOf('second', '1')).not.toBe(clusterOf('second', '3'))
    expect(await open()).toEqual([])
  })

  // Tables derive what follows from answers, for every kind of store.
  if (store !== 'sqlite') return

  it('takes "cannot tell" as nothing, and does not ask again', async () => {
    writePeople(`people-${store}.csv`)
    await run('third')
    await answer(await pairOf('1', '3'), 'cannot_tell')
    const { reviews } = await run('third')
    expect(reviews).toMatchObject({ asked: 2 })
    expect(said('third', '1', '3')).toEqual(['review', 'comparison'])
    expect(await open()).toHaveLength(2)
  })

  it('forgets what was taken back, also where results are carried on', async () => {
    writePeople(`people-${store}.csv`)
    await run('fourth')
    const given = await answer(await pairOf('1', '2'), 'same')
    await run('fourth', { update: true })
    expect(said('fourth', '1', '2')).toEqual(['same_entity', 'people'])
    await answer(given, 'undo')
    await run('fourth', { update: true })
    expect(said('fourth', '1', '2')).toEqual(['review', 'comparison'])
  })

  it('keeps an answer where a value was corrected, and not where the table is another', async () => {
    writePeople(`people-${store}.csv`)
    await run('fifth')
    await answer(await pairOf('1', '2'), 'same')
    writePeople(`people-${store}.csv`, [['1', 'John', 'Smith', '', 'York'], ...PEOPLE.slice(1)])
    expect((await run('fifth')).reviews).toMatchObject({ read: 1 })
    expect(clusterOf('fifth', '1')).toBe(clusterOf('fifth', '2'))
    writePeople(`people-${store}.csv`, [
      ['1', 'Amara', 'Okonkwo', '1979-08-21', ''],
      ['2', 'Thaddäus', 'Überreiter', '1951-11-30', ''],
      ['3', 'John', 'Smith', '', ''],
    ])
    expect((await run('fifth')).reviews).toMatchObject({ read: 0 })
    expect(clusterOf('fifth', '1')).not.toBe(clusterOf('fifth', '2'))
  })

  it('asks no more than it is told to, those first of which an answer changes most', async () => {
    writePeople(`people-${store}.csv`)
    const all = await run('sixth', { reviews: 1 })
    expect(all.reviews).toEqual({ read: 0, asked: 1, audited: 0, left: 2 })
    const [first] = await open()
    await answer(first!.decision_id, 'cannot_tell')
    expect((await run('sixth', { reviews: 1 })).reviews).toEqual({ read: 1, asked: 1, audited: 0, left: 1 })
    expect((await open())[0]?.decision_id).not.toBe(first!.decision_id)
    await expect(run('sixth', { reviews: -1 })).rejects.toMatchObject({ code: 'usage' })
  })
})

it('needs a ledger', async () => {
  const service = createService()
  writePeople('people.csv')
  const asked = { task: 'dedupe', entity: 'person', files: [at('people.csv')], out: at('none'), reviews: true } as const
  await expect(service.tables(asked)).rejects.toMatchObject({ code: 'no_ledger' })
  await service.close()
})
