import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'

const TINY = fileURLToPath(new URL('../../files/model/tiny', import.meta.url))
const services = [createService({ model: TINY }), createService()] as const
const [withModel, rules] = services
afterAll(() => Promise.all(services.map((service) => service.close())))

/** Prose with a person that only the model finds. */
const FOUND = 'According to Mirasha, no.'
const text = `The meeting began late. ${FOUND}`
const asked = { text, jurisdiction: 'GB' }
const namesOf = ({ detections }: { detections: readonly { category: string; start: number; end: number }[] }) =>
  detections
    .filter(({ category }) => category === 'PII-1-NAME')
    .map(({ start, end }) => [...text].slice(start, end).join(''))

describe('a model beside the rules', () => {
  it('finds names that the rules do not, and says who found them', async () => {
    expect(namesOf(await rules.detect(asked))).toEqual([])
    const answer = await withModel.detect(asked)
    expect(namesOf(answer)).toEqual(['Mirasha'])
    expect(answer.detections[0]!.detector).toBe('model:names')
    const { detections } = await withModel.why(asked)
    expect(detections[0]!.why.map(({ says }) => says)).toContain('the learned model finds a name')
  })

  it('is not asked by backend basic, and refused by backend model where there is none', async () => {
    expect(await withModel.detect({ ...asked, backend: 'basic' })).toEqual(await rules.detect(asked))
    await expect(rules.detect({ ...asked, backend: 'model' })).rejects.toMatchObject({ code: 'backend_unknown' })
    expect(await withModel.detect({ ...asked, backend: 'model' })).toEqual(await withModel.detect(asked))
  })

  it('is named in answers and pins', async () => {
    const plain = await rules.deidentify({ ...asked, salt: 's' })
    const both = await withModel.deidentify({ ...asked, salt: 's' })
    expect([plain.backend, plain.model]).toEqual(['basic', null])
    expect([both.backend, both.model]).toEqual(['auto', expect.stringMatching(/^tiny-names@1\+[0-9a-f]{16}$/)])
    expect(both.text).not.toContain('Mirasha')
    expect(both.decision_id).not.toBe(plain.decision_id)
    expect((await withModel.deidentify({ ...asked, salt: 's', backend: 'basic' })).decision_id).toBe(plain.decision_id)
  })

  it('reads texts of many as it reads each, and long ones without a seam', async () => {
    const texts = [text, 'no one here', `😀 ${text}`, text.repeat(40)].map((one) => ({ ...asked, text: one }))
    const together = await withModel.detectAll(texts)
    for (const [i, request] of texts.entries())
      expect(together[i]).toEqual({ status: 'fulfilled', value: await withModel.detect(request) })
    const long = await withModel.detect(texts[3]!)
    expect(long.detections.filter(({ category }) => category === 'PII-1-NAME')).toHaveLength(40)
  })

  it('never takes away what the rules find', async () => {
    const rows = readFileSync(new URL('../../../bench/sample/detect/open.jsonl', import.meta.url), 'utf8')
    for (const line of rows.split('\n').filter(Boolean)) {
      const request = { text: JSON.parse(line).text as string, jurisdiction: 'GB' }
      const alone = (await rules.detect(request)).detections
      const { detections } = await withModel.detect(request)
      for (const { start, end } of alone)
        expect(
          detections.some((one) => one.start <= start && one.end >= end),
          request.text,
        ).toBe(true)
    }
  })

  it('proposes entities, reads the fields of files, and compares texts', async () => {
    const types = async (service: typeof rules) =>
      (await service.extract({ text })).entities.filter(({ entity_type }) => entity_type === 'PERSON')
    expect(await types(rules)).toEqual([])
    expect(await types(withModel)).toMatchObject([{ text: 'Mirasha', source: 'model' }])
    const upload = [{ name: 'a.txt', bytes: Buffer.from(text) }]
    const request = { jurisdiction: 'GB' }
    expect((await rules.documents(request, upload)).documents[0]!.detections).toEqual({})
    expect((await withModel.documents(request, upload)).documents[0]!.detections).toEqual({ 'PII-1-NAME': 1 })
    const receipt = await withModel.compare({ a: text, b: text, jurisdiction: 'GB' })
    expect(receipt.pins['provenance']).toMatchObject({ backend: 'auto', model: expect.stringContaining('tiny-names') })
    const plain = await rules.compare({ a: text, b: text, jurisdiction: 'GB' })
    expect(plain.pins['provenance']).not.toHaveProperty('model')
  })
})
