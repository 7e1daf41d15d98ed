// Reading decisions back through a real ledger and the real engines: what is shown, what is masked, what is said when it is gone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecisionEntry, Ledger } from '../../../src/ledger/store.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { compare } from '../../../src/operations/compare.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import { decision } from '../../../src/operations/decisions.ts'
import { deidentify } from '../../../src/operations/deidentify.ts'
import { decidePair } from '../../../src/operations/documents.ts'
import { explain } from '../../../src/operations/explain.ts'
import { changes, replay } from '../../../src/operations/replay.ts'
import { type Context, createEngines } from '../../../src/operations/shared/context.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { comparison, person } from '../../shared/ledgers.ts'

const A = { name: 'Adesola Okonkwo', national_id: '12345678901', phone: '+2348035557890' }
const B = { name: 'Adesola E. Okonkwo', national_id: '12345678901', email: 'adesola@example.com' }
const TEXT = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'

const folder = mkdtempSync(join(tmpdir(), 'ledger-verbs-'))
let ledger: Ledger
let context: Context
beforeAll(async () => {
  ledger = await openLedger(join(folder, 'verbs.ledger'))
  const packs = loadPacks()
  context = { packs, engines: createEngines(packs), ledger, warn: () => {} }
})
afterAll(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true })
})

const common = { entity: 'person', jurisdiction: null, backend: 'basic', store: true }
const stored = async (a: typeof A | string, b: typeof B | string) =>
  (await compare({ ...common, a, b }, context)).decision_id
const masked = async (salt = '') =>
  (
    await deidentify(
      { text: TEXT, jurisdiction: 'NG', statute: null, backend: 'basic', method: 'statute', salt, store: true },
      context,
    )
  ).decision_id

describe('decision', () => {
  it('gives back exactly what the contract lists, and no value', async () => {
    const answer = await decision({ id: await stored(A, B), reveal: false }, context)
    expect(Object.keys(answer)).toEqual([
      ...['decision_id', 'verb', 'identity', 'action', 'score', 'explanation', 'factors', 'pins', 'call'],
      ...['recorded_at', 'supersedes', 'superseded_by', 'record_a', 'record_b'],
    ])
    expect(answer).toMatchObject({ verb: 'compare', supersedes: null, superseded_by: null })
    expect(answer.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    for (const value of [...Object.values(A), ...Object.values(B)]) expect(JSON.stringify(answer)).not.toContain(value)
  })

  it('adds the records when they are to be revealed', async () => {
    const { records, record_a } = await decision({ id: await stored(A, B), reveal: true }, context)
    expect(records).toMatchObject([
      { record_id: record_a, entity: 'person', attributes: A, erased: false },
      { entity: 'person', attributes: B, erased: false },
    ])
    const document = await decision({ id: await masked(), reveal: true }, context)
    expect(document).toMatchObject({ identity: null, score: null, record_b: null })
    expect(document.records).toMatchObject([{ entity: 'document', text: TEXT, erased: false }])
  })

  it('counts fields that no pack knows, whose names may be personal, and the answer lists them', async () => {
    const unknown = { ...A, quasselfeld: 'x', wallraff: 'y' }
    const answer = await compare({ ...common, a: unknown, b: B }, context)
    expect(answer.explanation).toContain('the fields quasselfeld and wallraff were not used.')
    const kept = await decision({ id: answer.decision_id, reveal: false }, context)
    expect(kept.explanation).toMatch(/; 2 fields were not used\.$/)
    expect(JSON.stringify(kept)).not.toMatch(/quassel|wallraff/)
  })

  it('never keeps the salt', async () => {
    const answer = await decision({ id: await masked('a secret of mine'), reveal: true }, context)
    expect(JSON.stringify(answer)).not.toMatch(/salt|a secret of mine/)
  })

  it('says when there is no such decision, repeating nothing that is not an id', async () => {
    const unknown = `dec:sha256:${'0'.repeat(64)}`
    for (const verb of [decision, explain, replay] as const) {
      await expect(verb({ id: unknown, reveal: false }, context)).rejects.toMatchObject({
        code: 'decision_unknown',
        message: 'there is no decision with that id in this ledger',
      })
      const failure = await verb({ id: 'Ada Obi', reveal: false }, context).catch((error: Error) => error.message)
      expect(failure).not.toContain('Ada')
      await expect(verb({ id: unknown, reveal: false }, { ...context, ledger: null })).rejects.toMatchObject({
        code: 'no_ledger',
        message: expect.stringMatching(/--ledger FILE.*SERVICE_LEDGER.*`ledger`/),
      })
    }
  })
})

describe('explain', () => {
  it.each([
    ['records', A, B],
    ['texts', 'Adesola Okonkwo, NIN 12345678901', 'Adesola E. Okonkwo, NIN 12345678901'],
  ])('masks what two %s share unless it is revealed', async (_what, a, b) => {
    const id = await stored(a as never, b as never)
    expect(await explain({ id, reveal: false }, context)).toMatchObject({ shared: { national_id: '1234*******' } })
    expect(await explain({ id, reveal: true }, context)).toMatchObject({ shared: { national_id: '12345678901' } })
  })

  it('lists spans and citations of a de-identification, and no value', async () => {
    const answer = await explain({ id: await masked(), reveal: true }, context)
    expect(answer).toMatchObject({ identity: null, statute: 'NDPA-2023', jurisdiction: 'NG' })
    expect(JSON.stringify(answer)).not.toContain('12345678901')
  })
})

describe('replay', () => {
  it('reproduces comparisons of records and of texts, de-identifications and pairs of documents', async () => {
    const side = (attributes: Record<string, string>, digit: string) => ({
      attributes,
      documentId: `doc:sha256:${digit.repeat(64)}`,
    })
    const pair = decidePair(
      { entity: 'person', jurisdiction: 'NG', backend: 'basic', a: side(A, '1'), b: side(B, '2') },
      context,
    )
    await ledger.append([pair.append])
    const texts = await stored('Adesola Okonkwo, NIN 12345678901' as never, 'A. Okonkwo, NIN 12345678901' as never)
    for (const id of [await stored(A, B), texts, await masked('salted'), pair.decision_id]) {
      expect(await replay({ id }, context)).toMatchObject({
        decision_id: id,
        reproduced: true,
        changed: {},
        now: { decision_id: id },
      })
    }
    const verified = await verifyLedger(ledger, { decisionId: expectedDecisionId })
    expect(verified).toMatchObject({ ok: true, ids_recomputed: verified.decisions })
  })

  it('names every score, factor and pin that moved', () => {
    const { entry } = comparison(person('a'), person('b'))
    const now: DecisionEntry = {
      ...entry,
      decision_id: 'xwd:sha256:other',
      identity: 'different',
      score: 0.2,
      factors: { name: 0.9123, dob: 0.1 },
      pins: { engine: 'crosswalk.v2', threshold: 0.7, nested: { deep: 1 } },
    }
    const moved = (was: unknown, is: unknown) =>
      Object.fromEntries([
        ['then', was],
        ['now', is],
      ])
    expect(changes(entry, now)).toEqual({
      identity: moved('review', 'different'),
      score: moved(0.417, 0.2),
      'factors.dob': moved(null, 0.1),
      'factors.name_tf': moved(1, null),
      'pins.engine': moved('crosswalk.v1', 'crosswalk.v2'),
      'pins.nested': moved(null, { deep: 1 }),
    })
    const other = changes(entry, { ...entry, decision_id: 'other' })
    expect(other).toEqual({ decision_id: moved(entry.decision_id, 'other') })
  })

  it('says so when a value was erased, and explain and reveal do too', async () => {
    const id = await stored({ ...A, name: 'Erased Person' }, B)
    const { record_a } = await decision({ id, reveal: false }, context)
    await ledger.erase(record_a!)
    await expect(replay({ id }, context)).rejects.toMatchObject({ code: 'replay_impossible' })
    expect((await decision({ id, reveal: true }, context)).records?.[0]).toEqual({
      record_id: record_a,
      entity: 'person',
      attributes: null,
      erased: true,
    })
    expect(await explain({ id, reveal: true }, context)).toMatchObject({ shared: { national_id: '[erased]' } })
  })

  it('says which arguments were not kept', async () => {
    const append = comparison(person('x'), person('y'))
    await ledger.append([
      { ...append, entry: { ...append.entry, call: { entity: 'person', comparators: 'of my own' } } },
    ])
    await expect(replay({ id: append.entry.decision_id }, context)).rejects.toMatchObject({
      code: 'replay_impossible',
      message: expect.stringContaining('arguments the ledger could not store'),
    })
  })
})
