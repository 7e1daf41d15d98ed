// Records of a ledger joined to entities: what joins, what is a case, what later knowledge and answers of people change, and what erasure leaves.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyFile } from '../../../src/attest/index.ts'
import { attestCommand } from '../../../src/cli/attest.ts'
import { createApp } from '../../../src/http/app.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import { pathProblems } from '../../../src/operations/graph/path.ts'
import { createService, type Service } from '../../../src/service.ts'
import { runCommand } from '../../shared/commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const KASIA = { name: 'Katarzyna Wiśniewska', dob: '1987-04-03', email: 'kasia@example.com', city: 'Kraków' }
const AGAIN = { name: 'Kasia Wisniewska', dob: '3 April 1987', email: 'kasia@example.com', phone: '+48 12 555 01 09' }
const PETER = { name: 'Peter Hill', dob: '1990-05-06', city: 'Leeds' }
const LINDIWE = { name: 'Lindiwe Mahlangu', dob: '1961-11-02', phone: '+27 12 555 0101' }

describe('the graph of a ledger', () => {
  let number = 0
  let at: { ledger: string; index: string }
  let service: Service
  const opened = () => createService({ ledger: at.ledger, indexes: { people: at.index } })
  beforeEach(async () => {
    at = { ledger: join(folder, `l${++number}.sqlite`), index: join(folder, `i${number}`) }
    service = opened()
    await service.buildIndex({ files: [], entity: 'person', out: at.index })
  })
  afterEach(async () => {
    await service.close()
    const ledger = await openLedger(at.ledger)
    expect((await verifyLedger(ledger, { decisionId: expectedDecisionId })).problems).toEqual([])
    await ledger.close()
  })
  const resolve = async (record: Record<string, string>) => service.resolve({ record, reveal: true })

  it('founds an entity, joins it with the receipt of compare in the ledger, and knows the same record again', async () => {
    const first = await resolve(KASIA)
    expect(first).toMatchObject({ outcome: 'founded', candidates: [], cases: [], recorded: true })
    const second = await resolve(AGAIN)
    expect(second).toMatchObject({ outcome: 'joined', entity_id: first.entity_id })
    const [candidate] = second.candidates
    const mine = (await service.decision({ id: candidate!.receipt.decision_id, reveal: true })).records![0]!.attributes!
    expect(await service.compare({ a: mine, b: candidate!.fields })).toEqual({ ...candidate!.receipt, recorded: false })
    expect(await resolve(AGAIN)).toMatchObject({ outcome: 'known', entity_id: first.entity_id, decision_id: null })
    expect(await service.entities()).toMatchObject({
      records: 2,
      entities: 1,
      listed: [{ entity_id: first.entity_id, records: 2 }],
    })
    expect((await service.find({ record: AGAIN })).entity_id).toBe(first.entity_id)
  })

  it('gives a golden record with its rule and sources a field, masked unless revealed', async () => {
    const { entity_id, record_id: first } = await resolve(KASIA)
    const { record_id: second } = await resolve(AGAIN)
    const { golden, members, decisions } = await service.entity({ id: entity_id, reveal: true })
    expect(members.map(({ record_id }) => record_id)).toEqual([first, second])
    const field = (name: string) => golden.find((each) => each.field === name)
    expect(field('city')).toMatchObject({ value: 'Kraków', rule: 'only', records: [first], agreed: true })
    expect(field('email')).toMatchObject({ rule: 'only', records: [first, second], others: [] })
    expect(decisions.map(({ action }) => action)).toEqual(['found', 'join'])
    expect(JSON.stringify(await service.entity({ id: entity_id }))).not.toMatch(/kasia@example|Wiśniewska/)
  })

  it('opens a case for what is not decided, and observing the field that would settle it joins', async () => {
    const first = await resolve({ ...PETER, national_id: '7788991' })
    const second = await resolve({ ...PETER, national_id: '4455661' })
    expect(second.entity_id).not.toBe(first.entity_id)
    const third = await resolve(PETER)
    expect(third).toMatchObject({ outcome: 'case', would_settle: ['national_id'] })
    const { cases } = await service.cases()
    expect(cases.filter(({ record_a, record_b }) => [record_a, record_b].includes(third.record_id))).toHaveLength(2)
    expect(cases.every(({ entity_a, entity_b }) => entity_a !== entity_b)).toBe(true)
    const later = await service.observe({ record_id: third.record_id, fields: { national_id: '4455661' } })
    expect(later).toMatchObject({ outcome: 'joined', entity_id: second.entity_id, merged: [third.entity_id] })
    expect(later.decided_again.map(({ supersedes }) => supersedes).sort()).toEqual([...third.cases].sort())
    for (const { supersedes, decision_id } of later.decided_again)
      expect(await service.decision({ id: supersedes })).toMatchObject({ superseded_by: decision_id })
    expect((await service.entity({ id: third.entity_id })).entity_id).toBe(second.entity_id)
    const { decisions } = await service.history({ id: later.record_id })
    expect(decisions.map(({ action }) => action)).toEqual(expect.arrayContaining(['found', 'observe', 'merge']))
  })

  it('merges and parts entities by the answers of people, and ids live on', async () => {
    const first = await resolve({ ...PETER, national_id: '7788991' })
    const second = await resolve({ ...PETER, address: '4 Mill Lane' })
    expect(second.outcome).toBe('case')
    const [asked] = second.cases
    const answer = await service.review({ decision_id: asked!, answer: 'same', reason: 'seen both' }, 'casey')
    const merged = await service.entity({ id: second.entity_id })
    expect(merged).toMatchObject({ entity_id: first.entity_id, size: 2 })
    const path = await service.path({ a: first.record_id, b: second.record_id })
    expect(path.steps.map(({ decision_id }) => decision_id)).toEqual([answer.decision_id])
    await service.review({ decision_id: answer.decision_id, answer: 'undo', reason: 'not sure' }, 'casey')
    expect(await service.entities()).toMatchObject({ records: 2, entities: 2 })
    expect((await service.entity({ id: first.entity_id })).size).toBe(1)
    expect((await service.path({ a: first.record_id, b: second.record_id })).connected).toBe(false)
  })

  it('gives the chain of decisions between two records with its weakest, which stands by itself', async () => {
    const ids: string[] = []
    for (const record of [KASIA, AGAIN, { name: 'Kasia Wiśniewska', phone: '+48 12 555 01 09', dob: '1987-04-03' }])
      ids.push((await resolve(record)).record_id)
    const answer = await service.path({ a: ids[0]!, b: ids[2]!, reveal: true })
    expect(answer.connected).toBe(true)
    expect(pathProblems(answer)).toEqual([])
    const weakest = answer.steps.find(({ decision_id }) => decision_id === answer.weakest_id)!
    expect(answer.steps.every(({ score }) => score! >= weakest.score!)).toBe(true)
    const [step, ...rest] = answer.steps
    expect(pathProblems({ ...answer, steps: [{ ...step!, score: 0.9999 }, ...rest] })).not.toEqual([])
    const [record] = answer.records
    expect(pathProblems({ ...answer, records: [{ ...record!, fields: { name: 'Another' } }] })).not.toEqual([])
    await expect(service.path({ a: ids[0]!, b: 'rec:sha256:0' })).rejects.toMatchObject({ code: 'record_unknown' })
  })

  it('follows the ledger where a killed process left the index behind, and an index built again has the same entities', async () => {
    for (const record of [KASIA, AGAIN, LINDIWE, PETER]) await resolve(record)
    const { record_id } = await resolve({ ...PETER, national_id: '4455661' })
    await service.observe({ record_id, fields: { phone: '+44 113 555 0101' } })
    const before = await service.entities({ limit: 100 })
    const found = await service.find({ record: AGAIN })
    await service.close()
    rmSync(at.index, { recursive: true })
    service = opened()
    await service.buildIndex({ files: [], entity: 'person', out: at.index })
    expect(await service.entities({ limit: 100 })).toEqual(before)
    expect((await service.find({ record: AGAIN })).entity_id).toBe(found.entity_id)
  })

  it('keeps an entity sound when a record of it is erased from the ledger', async () => {
    const first = await resolve(KASIA)
    const second = await resolve(AGAIN)
    await service.close()
    const ledger = await openLedger(at.ledger)
    await ledger.erase(second.record_id)
    await ledger.close()
    service = opened()
    const { size, members } = await service.entity({ id: first.entity_id, reveal: true })
    expect({ size, ids: members.map(({ record_id }) => record_id) }).toEqual({ size: 1, ids: [first.record_id] })
    const writer = await service.openIndex(at.index)
    expect(() => writer.erase({ source: 'ledger', id: first.record_id })).toThrow(/follow the ledger/)
    writer.close()
    expect((await service.history({ id: second.record_id })).entity_id).toBeNull()
    const { records, connected } = await service.path({ a: first.record_id, b: second.record_id, reveal: true })
    expect(connected).toBe(true)
    expect(records[1]).toMatchObject({ record_id: second.record_id, fields: null })
    expect(await resolve(AGAIN)).toMatchObject({ outcome: 'joined', entity_id: first.entity_id })
  })

  it('resolves against the rows of tables, and requests together share a transaction', async () => {
    writeFileSync(
      join(folder, 'people.csv'),
      'id,name,birth date,email\nN-1,Katarzyna Wiśniewska,1987-04-03,kasia@example.com\n',
    )
    await service.buildIndex({ files: [join(folder, 'people.csv')], entity: 'person', out: at.index })
    const { entity_id } = await service.find({ record: AGAIN })
    const together = await Promise.all([resolve(AGAIN), resolve(LINDIWE), resolve(AGAIN)])
    expect(together.map(({ outcome }) => outcome)).toEqual(['joined', 'founded', 'known'])
    expect(together[0]!.entity_id).toBe(entity_id)
    await expect(resolve({ city: 'Leeds' })).rejects.toMatchObject({ code: 'record_vague' })
  })

  it('has the same entities when it is built again from the ledger, whatever was resolved, observed, answered and erased', async () => {
    // Mulberry32, so that a failure can be repeated.
    let state = 7
    const random = () => {
      state = (state + 0x6d2b79f5) >>> 0
      let t = Math.imul(state ^ (state >>> 15), 1 | state)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296
    }
    const pick = <Item>(all: readonly Item[]): Item => all[Math.floor(random() * all.length)]!
    const people: Record<string, string>[] = [
      KASIA,
      AGAIN,
      PETER,
      LINDIWE,
      { ...PETER, national_id: '4455661' },
      { ...KASIA, name: 'Anna Wiśniewska' },
    ]
    const more: Record<string, string>[] = [
      { city: 'Leeds' },
      { phone: '+44 113 555 0101' },
      { email: 'p.hill@example.com' },
      { address: '4 Mill Lane' },
    ]
    const records: string[] = []
    const did = { review: 0, observe: 0 }
    for (let step = 0; step < 60; step++) {
      const { cases } = await service.cases()
      if (random() < 0.3 && cases.length > 0) {
        const answer = pick(['same', 'different', 'cannot_tell'] as const)
        await service.review({ decision_id: pick(cases).decision_id, answer, reason: 'seen' }, 'casey')
        did.review++
      } else if (random() < 0.4 && records.length > 0) {
        const { record_id } = await service
          .observe({ record_id: pick(records), fields: pick(more) })
          .catch(() => ({ record_id: null }))
        if (record_id !== null) records.push(record_id)
        did.observe++
      } else if (random() < 0.1 && records.length > 0) {
        const ledger = await openLedger(at.ledger)
        await ledger.erase(pick(records))
        await ledger.close()
      } else records.push((await resolve({ ...pick(people), ...pick(more) })).record_id)
    }
    expect(Math.min(did.review, did.observe)).toBeGreaterThan(2)
    const entitiesOf = async (over: Service) => {
      const found: (string | null)[] = []
      for (const id of records) found.push((await over.history({ id })).entity_id)
      return found
    }
    const before = [await entitiesOf(service), await service.entities({ limit: 100 })]
    const again = createService({ ledger: at.ledger, indexes: { people: join(folder, 'again') } })
    await again.buildIndex({ files: [], entity: 'person', out: join(folder, 'again') })
    expect([await entitiesOf(again), await again.entities({ limit: 100 })]).toEqual(before)
    await again.close()
  })

  it('is routes beside the contract; a signed path is checked by a stranger who has the file alone', async () => {
    const key = join(folder, 'service.key')
    const { did } = createKeyFile(key, { force: true })
    const app = createApp({ ledger: at.ledger, indexes: { people: at.index }, signingKey: key })
    const headers = { host: 'localhost' }
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, payload, headers })).json()
    const get = (url: string) => app.inject({ method: 'GET', url, headers })
    const first = await post('/resolve', { record: KASIA })
    const second = await post('/resolve', { record: AGAIN })
    expect(second).toMatchObject({ outcome: 'joined', entity_id: first.entity_id })
    expect(second.attestation.decision_ids).toContain(second.decision_id)
    expect((await get('/entities')).json()).toMatchObject({ records: 2, entities: 1 })
    expect((await get(`/entities/${first.entity_id}`)).json()).toMatchObject({ size: 2 })
    expect((await get(`/history/${second.record_id}`)).json().decisions).toHaveLength(2)
    expect((await get('/cases')).json()).toEqual({ cases: [] })
    expect((await get('/entities/ent:sha256:0')).statusCode).toBe(404)
    expect((await get('/history/rec:sha256:0')).statusCode).toBe(404)
    const path = await post('/path', { a: first.record_id, b: second.record_id })
    await app.close()
    const file = join(folder, 'path.json')
    const verify = async (answer: object) => {
      writeFileSync(file, JSON.stringify(answer))
      const { out } = await runCommand(attestCommand(), 'verify', file, '--public-key', did, '--json')
      return JSON.parse(out)
    }
    expect(await verify(path)).toMatchObject({ ok: true, trusted: true, problems: [] })
    const moved = { ...path, steps: [{ ...path.steps[0], score: 0.9999 }] }
    expect((await verify(moved)).problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining('does not hash'),
        'step 1 has an id that does not follow from what was decided',
      ]),
    )
    process.exitCode = undefined
  })
})
