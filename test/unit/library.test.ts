import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as selfsame from '../../src/index.ts'

describe('the library', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-library-'))
  const ledger = join(folder, 'ledger.db')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has one function per verb', async () => {
    const text = 'Write to casey@example.com.'
    expect(await selfsame.detect({ text, jurisdiction: 'DE' })).toMatchObject({ count: 1 })
    expect(await selfsame.deidentify({ text, jurisdiction: 'DE', method: 'mask' })).toMatchObject({
      text: 'Write to [EMAIL].',
    })
    expect(await selfsame.compare({ a: { name: 'Ann Lee' }, b: { name: 'Ann Lee' } })).toHaveProperty('decision_id')
    expect(await selfsame.places({ text })).toEqual({ count: 0, mentions: [] })
    expect(await selfsame.extract({ text, entity_types: ['EMAIL'] })).toMatchObject({ count: 1 })
    const bytes = new TextEncoder().encode(text)
    expect(await selfsame.documents({ jurisdiction: 'DE' }, [{ name: 'a.txt', bytes }])).toMatchObject({
      unlinked: ['a.txt'],
    })
  })

  it('answers many requests as one by one, each failure for itself', async () => {
    const service = selfsame.createService()
    const requests = [
      { text: 'Write to casey@example.com, or call Ada Obi on 0803 555 7890.', jurisdiction: 'NG' },
      { text: 'Nothing here says where it is from.' },
      { text: 1 as never, jurisdiction: 'NG' },
      { text: 'Herr Hans Beispiel, geb. 03.09.1960, wohnt in der Hauptstraße 4, 10115 Berlin.', statute: 'GDPR' },
      { text: 'Write to casey@example.com.', jurisdiction: 'XX' },
      { text: 'Kennitala: 120174-3399, Jón Jónsson, sími 581 2345', jurisdiction: 'auto' },
      { text: 'Ann Lee', jurisdiction: 'GB', backend: 'large' },
      { text: '', jurisdiction: 'GB' },
    ]
    const alone = <Answer>(verb: (request: (typeof requests)[number]) => Promise<Answer>) =>
      Promise.allSettled(requests.map((request) => verb(request)))
    expect(await service.detectAll(requests)).toEqual(await alone(service.detect))
    expect(await service.deidentifyAll(requests)).toEqual(await alone(service.deidentify))
    // More than are read side by side, and what a list is not.
    const many = Array.from({ length: 600 }, (_, i) => ({ text: `casey${i}@example.com`, jurisdiction: 'DE' }))
    const answers = await selfsame.detectAll(many)
    expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value.count)).toEqual(many.map(() => 1))
    await expect(selfsame.deidentifyAll({} as never)).rejects.toMatchObject({ code: 'shape' })
    const [unstored] = await selfsame.deidentifyAll([{ text: 'x', jurisdiction: 'DE', store: true }])
    expect(unstored).toMatchObject({ status: 'rejected', reason: { code: 'no_ledger' } })
    const stored = await selfsame.deidentifyAll(
      many.slice(0, 3).map((request) => ({ ...request, store: true })),
      { ledger },
    )
    expect(stored.map((answer) => answer.status === 'fulfilled' && answer.value.recorded)).toEqual([true, true, true])
    await service.close()
  })

  it('answers the others where a request is missing or fails when it is read, and takes the list as it was passed', async () => {
    const good = { text: 'Write to casey@example.com.', jurisdiction: 'DE' }
    const failing = {
      get text(): string {
        throw new RangeError('not now')
      },
    }
    const requests = [good, failing, good]
    requests.length = 4
    const asked = selfsame.detectAll(requests)
    requests.length = 0
    const answers = await asked
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(answers[1]).toMatchObject({ reason: { message: 'not now' } })
    expect(answers[3]).toMatchObject({ reason: { code: 'shape' } })
  })

  it('stores where it is told to, and reads back', async () => {
    const { decision_id: id, recorded } = await selfsame.compare(
      { a: { name: 'Ann' }, b: { name: 'Anne' }, store: true },
      { ledger },
    )
    expect(recorded).toBe(true)
    expect(await selfsame.decision({ id, reveal: true }, { ledger })).toMatchObject({ decision_id: id })
    expect(await selfsame.explain({ id }, { ledger })).toHaveProperty('gate')
    expect(await selfsame.replay({ id }, { ledger })).toMatchObject({ reproduced: true })
  })

  it('fails with a code and a sentence, in the order of the service', async () => {
    const failing = (call: Promise<unknown>) => expect(call).rejects
    await failing(selfsame.detect({ text: 1 } as never)).toMatchObject({ name: 'SelfsameError', code: 'shape' })
    await failing(selfsame.deidentify({ text: 'x', store: true })).toMatchObject({ code: 'no_ledger' })
    await failing(selfsame.deidentify({ text: 'x' })).toMatchObject({ code: 'jurisdiction_unknown' })
    await failing(selfsame.documents({}, [])).toMatchObject({ code: 'upload_missing' })
    await failing(selfsame.decision({ id: 'dec:sha256:0' }, { ledger: null })).toMatchObject({ code: 'no_ledger' })
    await failing(selfsame.decision({ id: 'dec:sha256:0' }, { ledger })).toMatchObject({ code: 'decision_unknown' })
  })

  it('refuses what is no list of files, in a sentence', async () => {
    const bytes = new Uint8Array()
    const wrong = [undefined, {}, [null], [{ name: 'a' }], [{ bytes }], [{ name: 'a', bytes: 'text' }]]
    for (const uploads of [...wrong, [{ name: '__proto__', bytes }], [{ name: 'a\n', bytes }]])
      await expect(selfsame.documents({}, uploads as never)).rejects.toMatchObject({
        code: 'shape',
        message: expect.stringMatching(/expected a list of \{ name, bytes \}/),
      })
  })

  it('can be warmed, and stops warming when closed', async () => {
    await selfsame.warm({ models: false, parsers: true })
    const service = selfsame.createService()
    const warming = service.warm()
    await service.close()
    await warming
  })
})
