// The review queue over every store: what waits, what answers imply, and what a ledger says of a queue that was written past it.
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ledger, pairOfRecords } from '../../../src/ledger/store.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import type { RecordContent } from '../../../src/records/ids.ts'
import { createInstallation, type Installation } from '../../../src/service.ts'
import { comparison, decidedPair, person } from '../../shared/ledgers.ts'
import { storesUnderTest } from '../../shared/stores.ts'

const { stores, close } = await storesUnderTest()
afterAll(close)

/** People of one name, told apart by a telephone. */
const [A, B, C, D] = ['1', '2', '3', '4'].map((phone) => person('Ada Obi', { phone })) as [
  RecordContent,
  RecordContent,
  RecordContent,
  RecordContent,
]

describe.each(stores)('the review queue of a $name ledger', ({ fresh, tamper, attempt }) => {
  let ledger: Ledger
  let location: string
  const opened: { close(): Promise<void> }[] = []
  const ids = new Map<string, string>()
  beforeEach(async () => {
    location = await fresh()
    ledger = await openLedger(location)
    opened.push(ledger)
    ids.clear()
  })
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  const service = (reviewers: 1 | 2 | undefined = 1): Installation => createInstallation({ reviewers }, { ledger })
  /** Says nothing of how many people answer a pair. */
  const forgetful = (): Installation => createInstallation({}, { ledger })
  async function ask(...pairs: readonly (readonly [string, RecordContent, RecordContent])[]): Promise<void> {
    for (const [name, a, b] of pairs) {
      const append = decidedPair(a, b)
      ids.set(name, append.entry.decision_id)
      await ledger.append([append])
    }
  }
  async function answer(
    service: Installation,
    name: string,
    said: 'same' | 'different' | 'cannot_tell' | 'undo',
    by = 'Ada',
  ) {
    const given = await service.review({ decision_id: ids.get(name)!, answer: said, reason: `because ${name}` }, by)
    ids.set(name, given.decision_id)
    return given
  }
  it('takes a pair out whose decision is superseded by one about a record that replaced it', async () => {
    await ask(['AB', A, B])
    await ledger.append([{ ...decidedPair(A, C), follows: ids.get('AB')! }])
    const { pairs } = await service().queue()
    expect(pairs.map(({ decision_id }) => decision_id)).toEqual([decidedPair(A, C).entry.decision_id])
    expect((await service().decision({ id: ids.get('AB')! })).superseded_by).toBe(decidedPair(A, C).entry.decision_id)
    expect((await verified()).problems).toEqual([])
  })

  const statesOf = async (service: Installation) => (await service.queue()).counts
  const verified = () => verifyLedger(ledger, { decisionId: expectedDecisionId })

  it('asks about every pair that waits, and supersedes what was answered by a decision that is chained', async () => {
    const installation = service()
    await ask(['ab', A, B], ['cd', C, D])
    const engine = ids.get('ab')!
    const { counts, pairs } = await installation.queue()
    expect(counts).toEqual({ waiting: 2 })
    expect(pairs.map(({ decision_id }) => decision_id).sort()).toEqual([...ids.values()].sort())
    const given = await answer(installation, 'ab', 'same')
    expect(given).toMatchObject({ identity: 'same_entity', action: 'merge', basis: 'person: same', supersedes: engine })
    expect(given.state).toBe('same')
    expect(await ledger.decision(engine)).toMatchObject({ superseded_by: given.decision_id })
    expect(await ledger.decision(given.decision_id)).toMatchObject({
      verb: 'review',
      supersedes: engine,
      score: 0.417,
      pins: { decided_by: 'person', reviewer: 'Ada', answer: 'same' },
    })
    expect((await installation.queue()).pairs).toHaveLength(1)
    expect(await verified()).toMatchObject({ ok: true, decisions: 3, ids_recomputed: 3 })
    // The reason lies among the values, not in the decision.
    expect(JSON.stringify(await ledger.decision(given.decision_id))).not.toContain('because')
    const revealed = await installation.decision({ id: given.decision_id, reveal: true })
    expect(revealed.records?.at(-1)?.attributes).toEqual({ about: engine, reason: 'because ab' })
  })

  it('does not ask what answers imply, and asks again when one is taken back', async () => {
    const installation = service()
    await ask(['ab', A, B], ['bc', B, C], ['ac', A, C], ['cd', C, D], ['ad', A, D], ['bd', B, D])
    await answer(installation, 'ab', 'same')
    expect(await statesOf(installation)).toEqual({ waiting: 5, same: 1 })
    await answer(installation, 'bc', 'same')
    expect(await statesOf(installation)).toEqual({ waiting: 3, same: 2, implied_same: 1 })
    await answer(installation, 'cd', 'different')
    expect(await statesOf(installation)).toEqual({ same: 2, different: 1, implied_same: 1, implied_different: 2 })
    await expect(answer(installation, 'ad', 'same')).rejects.toMatchObject({ code: 'review_closed' })
    await answer(installation, 'bc', 'undo')
    expect(await statesOf(installation)).toEqual({ waiting: 4, same: 1, different: 1 })
    // The implied answer of a pair in the queue after the change is found at once.
    await answer(installation, 'bc', 'same')
    const late = comparison(B, A, 'another')
    await ledger.append([late])
    expect((await installation.pair({ id: late.entry.decision_id })).state).toBe('same')
    const { problems } = await verifyLedger(ledger)
    expect(problems).toEqual([])
  })

  it('asks about a pair that joins many first, and draws every tenth by the seed', async () => {
    const installation = service()
    const people = Array.from({ length: 24 }, (_, i) => person('Obi', { phone: `${i}` }))
    for (let i = 0; i < 24; i += 2) await ask([`${i}`, people[i]!, people[i + 1]!])
    await ask(['between', people[0]!, people[2]!])
    await answer(installation, '0', 'same')
    await answer(installation, '2', 'same')
    const { pairs } = await installation.queue({ seed: 'one' })
    expect(pairs[0]).toMatchObject({ decision_id: ids.get('between'), effect: 1.668, why: 'effect' })
    expect(pairs.map(({ why }) => why).indexOf('sample')).toBe(7)
    expect(await installation.queue({ seed: 'one' })).toEqual(await installation.queue({ seed: 'one' }))
    const drawn = new Set<string>()
    for (const seed of ['one', 'two', 'three', 'four', 'five'])
      drawn.add((await installation.queue({ seed })).pairs[7]!.decision_id)
    expect(drawn.size).toBeGreaterThan(1)
    const blind = await installation.queue({ blind: true })
    expect(blind.pairs[0]).toMatchObject({ score: null, effect: null })
  })

  it('shows a pair to two people and to a third where they disagree, and says how well they agree', async () => {
    const installation = service(2)
    await ask(['ab', A, B], ['cd', C, D])
    const first = await answer(installation, 'ab', 'same', 'Ada')
    expect(first).toMatchObject({ identity: 'review', state: 'second', basis: 'person: first answer' })
    await expect(answer(installation, 'ab', 'same', 'Ada')).rejects.toMatchObject({ code: 'reviewer_again' })
    expect((await installation.queue({}, 'Ada')).pairs).toHaveLength(1)
    expect((await installation.queue({}, 'Bola')).pairs).toHaveLength(2)
    // The second reviewer does not see the first answer.
    expect((await installation.pair({ id: ids.get('ab')! })).answers).toEqual([])
    expect(await answer(installation, 'ab', 'different', 'Bola')).toMatchObject({
      identity: 'review',
      state: 'adjudicate',
    })
    expect(await answer(installation, 'ab', 'different', 'Chi')).toMatchObject({
      identity: 'different',
      state: 'different',
    })
    await answer(installation, 'cd', 'same', 'Ada')
    expect(await answer(installation, 'cd', 'same', 'Bola')).toMatchObject({ identity: 'same_entity', state: 'same' })
    // Ada: same, same; Bola: different, same. Observed 1/2, by chance 1 x 1/2.
    expect((await installation.queue()).agreement).toEqual({ pairs: 2, observed: 0.5, expected: 0.5, kappa: 0 })
    expect((await installation.pair({ id: ids.get('ab')! })).answers).toHaveLength(3)
    expect(await verified()).toMatchObject({ ok: true })
  })

  it('asks as many people as the ledger has asked before, where nothing else is said', async () => {
    await ask(['ab', A, B], ['cd', C, D])
    expect(await answer(forgetful(), 'ab', 'same')).toMatchObject({ state: 'same' })
    await answer(service(2), 'ab', 'undo')
    expect(await answer(service(2), 'ab', 'same')).toMatchObject({ state: 'second' })
    const installation = forgetful()
    expect(await answer(installation, 'cd', 'same')).toMatchObject({ state: 'second', pins: { reviewers: 2 } })
    expect(await answer(installation, 'cd', 'same', 'Ben')).toMatchObject({ state: 'same' })
    // Also once nothing waits for a second person.
    await answer(installation, 'ab', 'same', 'Ben')
    await ask(['ac', A, C])
    await answer(installation, 'ab', 'undo', 'Ben')
    expect(await answer(service(), 'ab', 'same', 'Chioma')).toMatchObject({ pins: { reviewers: 1 } })
  })

  it('lets one of two who answer at once through, and refuses what no longer stands', async () => {
    const installation = service()
    await ask(['ab', A, B])
    const asked = { decision_id: ids.get('ab')!, reason: 'seen' }
    const both = await Promise.allSettled([
      installation.review({ ...asked, answer: 'same' }, 'Ada'),
      installation.review({ ...asked, answer: 'different' }, 'Bola'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [lost] = both.filter((each) => each.status === 'rejected')
    expect(lost?.reason).toMatchObject({ code: 'review_moved' })
    await expect(installation.review({ ...asked, answer: 'undo' }, null)).rejects.toMatchObject({
      code: 'reviewer_unknown',
    })
    expect(await verified()).toMatchObject({ ok: true, decisions: 2 })
  })

  it('replays as the engine would decide now, and says that a person decided', async () => {
    const installation = service()
    const { compare, replay, explain } = installation
    const asked = { a: { name: 'John Smith' }, b: { name: 'John Smith' }, store: true }
    const receipt = await compare({ ...asked, b: { name: 'John Smith', city: 'Leeds' } })
    expect(receipt.identity).toBe('review')
    ids.set('pair', receipt.decision_id)
    const { decision_id } = await answer(installation, 'pair', 'different')
    const replayed = await replay({ id: decision_id })
    expect(replayed).toMatchObject({ reproduced: false, now: { decision_id: receipt.decision_id, identity: 'review' } })
    expect(Object.entries(replayed.changed).map(([name, { then, now }]) => [name, then, now])).toEqual([
      ['decided_by', 'person', 'engine'],
      ['identity', 'different', 'review'],
    ])
    expect(await explain({ id: decision_id })).toMatchObject({ identity: 'different', basis: 'person: different' })
    // Asked again, the engine's decision is there already, and the person's stands.
    await compare({ ...asked, b: { name: 'John Smith', city: 'Leeds' } })
    expect((await installation.queue()).counts).toEqual({ different: 1 })
  })

  it('forgets reasons with the values that they are about, and asks nobody about those', async () => {
    const installation = service()
    const { decision } = installation
    await ask(['ab', A, B], ['bc', B, C])
    const { decision_id } = await answer(installation, 'ab', 'cannot_tell')
    await ledger.erase((await ledger.decision(decision_id))!.record_b!)
    expect((await installation.queue()).counts).toEqual({ cannot_tell: 1, erased: 1 })
    const { records } = await decision({ id: decision_id, reveal: true })
    expect(records?.map(({ erased }) => erased)).toEqual([false, true, true])
    expect((await installation.pair({ id: ids.get('bc')! })).erased).toBe(true)
    expect(await verified()).toMatchObject({ ok: true, erasures: 2 })
    await ledger.eraseBefore('2999-01-01T00:00:00+00:00')
    expect(await verified()).toMatchObject({ ok: true })
  })

  it('has closed same and different over clusters after any answers and any undoing', async () => {
    const people = ['5', '6', '7', '8', '9'].map((phone) => person('Ada Obi', { phone }))
    const pairs = people.flatMap((a, i) => people.slice(i + 1).map((b, j) => [i, i + 1 + j, a, b] as const))
    const step = fc.tuple(fc.nat(pairs.length - 1), fc.constantFrom('same', 'different', 'cannot_tell', 'undo'))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const another = await openLedger(await fresh())
        try {
          const installation = createInstallation({}, { ledger: another })
          const appends = pairs.map(([, , a, b]) => decidedPair(a, b))
          await another.append(appends)
          const current = appends.map(({ entry }) => entry.decision_id)
          for (const [pair, said] of steps) {
            const asked = { decision_id: current[pair]!, answer: said, reason: 'so' } as const
            const given = await installation.review(asked, 'Ada').catch(({ code }) => {
              expect(code).toBe('review_closed')
              return null
            })
            if (given) current[pair] = given.decision_id
          }
          const states = await Promise.all(current.map(async (id) => (await installation.pair({ id })).state))
          // Connects records until nothing joins any more.
          const cluster = people.map((_, i) => i)
          for (let round = 0; round < people.length; round++)
            pairs.forEach(([i, j], at) => {
              if (states[at] === 'same') cluster[i] = cluster[j] = Math.min(cluster[i]!, cluster[j]!)
            })
          const apart = new Set(
            pairs.flatMap(([i, j], at) =>
              states[at] === 'different' ? [`${cluster[i]} ${cluster[j]}`, `${cluster[j]} ${cluster[i]}`] : [],
            ),
          )
          pairs.forEach(([i, j], at) => {
            const state = states[at]!
            if (state === 'same' || state === 'different' || state === 'cannot_tell') return
            const [a, b] = [cluster[i], cluster[j]]
            expect(state).toBe(a === b ? 'implied_same' : apart.has(`${a} ${b}`) ? 'implied_different' : 'waiting')
          })
          expect((await verifyLedger(another)).problems).toEqual([])
        } finally {
          await another.close()
        }
      }),
      { numRuns: 4 },
    )
  })

  it('is listed with what was decided lately, the last one first', async () => {
    const installation = service()
    await ask(['ab', A, B], ['cd', C, D])
    await answer(installation, 'ab', 'same')
    const { latest, ...sums } = await installation.decisions({ limit: 2 })
    expect(sums).toEqual({ decisions: 3, records: 5, erased: 0, by_verb: { compare: 2, review: 1 } })
    expect(latest.map(({ decision_id }) => decision_id)).toEqual([ids.get('ab'), ids.get('cd')])
  })

  it('weighs a pair that it is asked to ask about by the answers given before', async () => {
    await ask(['ab', A, B], ['cd', C, D])
    await answer(service(), 'ab', 'same')
    const { entry, records } = comparison(A, C)
    await ledger.append([{ entry: { ...entry, identity: 'same_entity', score: 0.9 }, records }])
    const { decision_id, record_a, record_b } = entry
    const pair = pairOfRecords(record_a!, record_b!)
    await ledger.reviews!.ask([{ ...pair, decision_id, entity: 'person', score: 0.9 }])
    expect(await ledger.reviews!.row(pair)).toMatchObject({ state: 'waiting', effect: 0.2 })
    expect((await verifyLedger(ledger)).problems).toEqual([])
    await attempt(location, `UPDATE {reviews} SET effect = 0.05 WHERE decision_id = '${decision_id}'`)
    expect((await verifyLedger(ledger)).problems.map(({ subject }) => subject)).toEqual([decision_id])
  })

  it('is found out when a pair is taken out, and when one is closed without an answer', async () => {
    await ask(['ab', A, B], ['cd', C, D])
    await tamper(location, `DELETE FROM {reviews} WHERE decision_id = '${ids.get('ab')}'`)
    await attempt(location, `UPDATE {reviews} SET state = 'same' WHERE decision_id = '${ids.get('cd')}'`)
    const { problems } = await verified()
    expect(problems.map(({ subject }) => subject)).toEqual([ids.get('ab'), ids.get('cd')])
  })

  it.each([
    ["second_by = 'Eve', second_answer = 'same', state = 'same'", 'ab'],
    ["state = 'waiting'", 'ab'],
    ["first_answer = 'different'", 'ab'],
    ["first_by = 'Bob'", 'ab'],
    ["entity = 'place'", 'ab'],
    ["first_by = NULL, first_answer = NULL, state = 'waiting'", 'ab'],
    ['score = 0.99', 'cd'],
    ['effect = 99', 'cd'],
    ["state = 'settled'", 'cd'],
    ["state = 'erased'", 'cd'],
    ["state = 'implied_same'", 'cd'],
    ["state = 'implied_different'", 'cd'],
    ["first_by = 'Eve', first_answer = 'same'", 'cd'],
  ] as const)('is found out when a row is edited: %s', async (change, name) => {
    await ask(['ab', A, B], ['cd', C, D])
    await answer(service(2), 'ab', 'same')
    expect(await verified()).toMatchObject({ ok: true })
    await attempt(location, `UPDATE {reviews} SET ${change} WHERE decision_id = '${ids.get(name)}'`)
    const { ok, problems } = await verified()
    expect(ok).toBe(false)
    expect(problems.map(({ subject }) => subject)).toEqual([ids.get(name)])
  })
})
