// One suite for every store: the guarantees of a ledger hold in each.
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Ledger, LedgerKey } from '../../../src/ledger/store.ts'
import { ledgerKey } from '../../../src/ledger/vault.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { recordId } from '../../../src/records/ids.ts'
import { comparison, deidentification, numbered, person } from '../../shared/ledgers.ts'
import { storesUnderTest } from '../../shared/stores.ts'

const NOON = new Date('2026-03-01T12:00:00.500Z')
const KEY = ledgerKey('11'.repeat(32))
const NEXT_KEY = ledgerKey('22'.repeat(32))

const { stores, close } = await storesUnderTest()
afterAll(close)

describe.each(stores)('a $name ledger', ({ fresh }) => {
  let location: string
  const opened: Ledger[] = []

  beforeEach(async () => {
    location = await fresh()
  })
  afterEach(async () => {
    for (const ledger of opened.splice(0)) await ledger.close()
  })

  async function open(key: LedgerKey | null = null, readOnly = false): Promise<Ledger> {
    const ledger = await openLedger(location, { key, readOnly, now: () => NOON })
    opened.push(ledger)
    return ledger
  }

  it('gives back what was appended, and null for what never was', async () => {
    const ledger = await open()
    const append = comparison(person('Ada Obi'), person('Ada Obi', { phone: '08035557890' }))
    await ledger.append([append])
    expect(await ledger.decision(append.entry.decision_id)).toEqual({
      ...append.entry,
      recorded_at: '2026-03-01T12:00:00+00:00',
      supersedes: null,
      superseded_by: null,
    })
    expect(await ledger.record(append.entry.record_a!)).toEqual({
      record_id: append.entry.record_a,
      entity: 'person',
      form: 'attributes',
      content: append.records[0],
    })
    expect(await ledger.decision(`xwd:sha256:${'0'.repeat(64)}`)).toBeNull()
    expect(await ledger.decision(`${append.entry.decision_id}\0`)).toBeNull()
    expect(await ledger.decision(`${append.entry.decision_id}\0more`)).toBeNull()
    expect(await ledger.record(`rec:sha256:${'0'.repeat(64)}`)).toBeNull()
  })

  it('keeps texts of any characters to the byte', async () => {
    const ledger = await open()
    const texts = ['Ọlá 😀 e\u0301\r\n', '', 'a\u0000b', '\ud800 alone', '"quoted" \\ \u2028']
    for (const text of texts) {
      const append = deidentification(text)
      await ledger.append([append])
      expect((await ledger.record(append.entry.record_a!))?.content).toEqual({ entity: 'document', text })
      expect(await ledger.decision(append.entry.decision_id)).toMatchObject(append.entry)
    }
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true, decisions: texts.length })
  })

  it('adds no second row for the same decision', async () => {
    const ledger = await open()
    const append = comparison(person('a'), person('b'))
    await Promise.all([ledger.append([append, append]), ledger.append([append])])
    await ledger.append([append])
    expect(await ledger.stats()).toMatchObject({ decisions: 1, records: 2, by_verb: { compare: 1 } })
  })

  it('supersedes the older decision about a pair, and no other pair', async () => {
    const ledger = await open()
    const [a, b] = [person('a'), person('b')]
    const [first, second, third] = [comparison(a, b, 'v1'), comparison(a, b, 'v2'), comparison(a, b, 'v3')]
    const other = comparison(a, person('c'), 'v2')
    for (const one of [first, second, other, third]) await ledger.append([one])
    const [id1, id2, id3] = [first, second, third].map(({ entry }) => entry.decision_id)
    expect(await ledger.decision(id1!)).toMatchObject({ supersedes: null, superseded_by: id2 })
    expect(await ledger.decision(id2!)).toMatchObject({ supersedes: id1, superseded_by: id3 })
    expect(await ledger.decision(id3!)).toMatchObject({ supersedes: id2, superseded_by: null })
    expect(await ledger.decision(other.entry.decision_id)).toMatchObject({ supersedes: null, superseded_by: null })
  })

  it('puts the decisions of several writers about one pair in one line', async () => {
    const ledgers = [await open(), await open()]
    const versions = Array.from({ length: 40 }, (_, index) => comparison(person('a'), person('b'), `v${index}`))
    await Promise.all(versions.map((append, index) => ledgers[index % 2]!.append([append])))
    const rows = await Promise.all(versions.map(({ entry }) => ledgers[0]!.decision(entry.decision_id)))
    expect(rows.filter((row) => row?.supersedes === null)).toHaveLength(1)
    expect(rows.filter((row) => row?.superseded_by === null)).toHaveLength(1)
    expect(new Set(rows.map((row) => row?.supersedes)).size).toBe(versions.length)
  })

  it('takes many writers at once, loses nothing and keeps one unbroken chain', async () => {
    const ledgers = [await open(), await open(), await open()]
    const appends = Array.from({ length: 300 }, (_, index) => numbered(index))
    await Promise.all(appends.map((append, index) => ledgers[index % 3]!.append([append])))
    for (const { entry } of appends) expect(await ledgers[0]!.decision(entry.decision_id)).not.toBeNull()
    expect(await verifyLedger(ledgers[1]!)).toMatchObject({ ok: true, decisions: 300, problems: [] })
  })

  it('still holds what a checkpoint was taken of, in every chain, and nothing else passes for it', async () => {
    const ledgers = [await open(), await open()]
    await Promise.all(ledgers.map((ledger, index) => ledger.append([numbered(index)])))
    const checkpoint = await ledgers[0]!.heads()
    await Promise.all(ledgers.map((ledger, index) => ledger.append([numbered(index + 2)])))
    expect(await verifyLedger(ledgers[0]!, { checkpoint })).toMatchObject({ ok: true, decisions: 4 })
    for (const head of checkpoint) {
      for (const other of [{ hash: '0'.repeat(64) }, { sequence: 99 }, { chain: 'another' }]) {
        const forged = checkpoint.map((one) => (one === head ? { ...one, ...other } : one))
        expect((await verifyLedger(ledgers[0]!, { checkpoint: forged })).ok).toBe(false)
      }
    }
  })

  it('lets a decision that cannot be written fail alone', async () => {
    const ledger = await open()
    const bad = numbered(1)
    const results = await Promise.allSettled([
      ledger.append([numbered(0)]),
      ledger.append([{ ...bad, entry: { ...bad.entry, score: Number.NaN } }]),
      ledger.append([numbered(2)]),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await ledger.stats()).toMatchObject({ decisions: 2 })
  })

  it('finishes what it took before it closes, and takes nothing after', async () => {
    const ledger = await open()
    const pending = ledger.append([numbered(0)])
    await ledger.close()
    await pending
    await ledger.close()
    await expect(ledger.append([numbered(1)])).rejects.toMatchObject({ code: 'ledger_unavailable' })
    expect(await (await open()).stats()).toMatchObject({ decisions: 1 })
  })

  it('erases the values of a record and leaves decision and chain standing', async () => {
    const ledger = await open()
    const append = comparison(person('Ada Obi'), person('Bola Ade'))
    await ledger.append([append])
    const gone = append.entry.record_a!
    expect(await ledger.erase(gone)).toBe(true)
    expect(await ledger.erase(gone)).toBe(false)
    expect(await ledger.record(gone)).toEqual({ record_id: gone, entity: 'person', form: 'attributes', content: null })
    expect((await ledger.record(append.entry.record_b!))?.content).toEqual(append.records[1])
    expect(await ledger.decision(append.entry.decision_id)).not.toBeNull()
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true, decisions: 1, erasures: 1, erased: 1 })
    await expect(ledger.erase(`rec:sha256:${'0'.repeat(64)}`)).rejects.toMatchObject({ code: 'record_unknown' })
  })

  it('keeps an erased record erased until a new decision brings its values again', async () => {
    const ledger = await open()
    const append = comparison(person('a'), person('b'))
    await ledger.append([append])
    await ledger.erase(append.entry.record_a!)
    await ledger.append([append])
    expect((await ledger.record(append.entry.record_a!))?.content).toBeNull()
    await ledger.append([comparison(person('a'), person('c'))])
    expect((await ledger.record(append.entry.record_a!))?.content).toEqual(person('a'))
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true })
  })

  it('erases what no decision since a date is about', async () => {
    const ledger = await open()
    const [old, both, fresh] = [person('old'), person('both'), person('fresh')]
    await ledger.append([comparison(old, both)])
    const later = await openLedger(location, { now: () => new Date('2027-01-01T00:00:00Z') })
    opened.push(later)
    await later.append([comparison(both, fresh), deidentification('of 2027')])
    expect(await ledger.eraseBefore('2026-03-01T12:00:00+00:00')).toBe(0)
    expect(await ledger.eraseBefore('2027-01-01T00:00:00+00:00')).toBe(1)
    expect(await ledger.eraseBefore('2027-01-01T00:00:00+00:00')).toBe(0)
    expect((await ledger.record(recordId(old)))?.content).toBeNull()
    expect((await ledger.record(recordId(both)))?.content).toEqual(both)
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true, erased: 1, records: 4 })
  })

  it('seals values under a ledger key, and gives them to nobody without it', async () => {
    const sealed = await open(KEY)
    const append = comparison(person('Ada Obi'), person('Bola Ade'))
    await sealed.append([append])
    expect((await sealed.record(append.entry.record_a!))?.content).toEqual(append.records[0])
    expect(await sealed.stats()).toMatchObject({ sealed: 2 })
    const keyless = await open()
    expect(await keyless.decision(append.entry.decision_id)).not.toBeNull()
    await expect(keyless.record(append.entry.record_a!)).rejects.toThrow('set SERVICE_LEDGER_KEY')
    expect(await verifyLedger(keyless)).toMatchObject({ ok: true, unreadable: 2 })
    await expect(keyless.append([numbered(0)])).rejects.toThrow('set SERVICE_LEDGER_KEY')
    await expect(open(NEXT_KEY)).rejects.toMatchObject({ code: 'key_file' })
    expect(await sealed.erase(append.entry.record_a!)).toBe(true)
    expect((await keyless.record(append.entry.record_a!))?.content).toBeNull()
  })

  it('changes the ledger key, and seals what was in the clear', async () => {
    const clear = await open()
    await clear.append([comparison(person('a'), person('b'))])
    const first = await open(KEY)
    await first.append([comparison(person('c'), person('d'))])
    expect(await first.rekey(NEXT_KEY)).toBe(4)
    expect(await first.rekey(NEXT_KEY)).toBe(0)
    await expect(open(KEY)).rejects.toMatchObject({ code: 'key_file' })
    const next = await open(NEXT_KEY)
    expect((await next.record(recordId(person('a'))))?.content).toEqual(person('a'))
    expect((await next.record(recordId(person('d'))))?.content).toEqual(person('d'))
    expect(await verifyLedger(next)).toMatchObject({ ok: true, records: 4, unreadable: 0 })
  })

  it('takes nothing from a writer whose key was changed behind its back', async () => {
    const [writer, keyless, operator] = [await open(KEY), await open(), await open(KEY)]
    await writer.append([numbered(0)])
    await expect(keyless.append([numbered(1)])).rejects.toThrow('set SERVICE_LEDGER_KEY')
    expect(await operator.rekey(NEXT_KEY)).toBe(2)
    await expect(writer.append([numbered(2)])).rejects.toMatchObject({
      code: 'ledger_unavailable',
      message: expect.stringContaining('start it with the new key'),
    })
    // Values that it may not have are a 503, as without a key, and not a fault of the service.
    await expect(writer.record(numbered(0).entry.record_a!)).rejects.toMatchObject({
      code: 'ledger_unavailable',
      message: expect.stringContaining('another ledger key'),
    })
    await operator.append([numbered(3)])
    expect(await verifyLedger(operator)).toMatchObject({ ok: true, decisions: 2, unreadable: 0 })
  })

  it('can be read without being written', async () => {
    await expect(open(null, true)).rejects.toMatchObject({ code: 'ledger_unavailable' })
    const writer = await open()
    await writer.append([numbered(0)])
    const reader = await open(null, true)
    expect(await verifyLedger(reader)).toMatchObject({ ok: true, decisions: 1 })
    await expect(reader.append([numbered(1)])).rejects.toMatchObject({ code: 'ledger_unavailable' })
  })
})
