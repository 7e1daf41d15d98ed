import { describe, expect, it } from 'vitest'
import type { LedgerAppend, LedgerStore } from '../../../src/ledger/store.ts'
import { decideDeidentification, deidentify } from '../../../src/operations/deidentify.ts'
import { detect } from '../../../src/operations/detect.ts'
import type { Context } from '../../../src/operations/shared/context.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { recordId } from '../../../src/records/ids.ts'
import { DeidentifyRequest, DetectRequest } from '../../../src/records/requests.ts'
import { fakeEngines } from './fake-engines.ts'

function contextWith(ledger: LedgerStore | null = null): Context & { warnings: string[] } {
  const warnings: string[] = []
  return { packs: loadPacks(), engines: fakeEngines({}), ledger, warn: (message) => warnings.push(message), warnings }
}

function memoryLedger() {
  const appends: LedgerAppend[] = []
  const ledger: LedgerStore = {
    append: async (added) => void appends.push(...added),
    decision: async () => null,
    record: async () => null,
    reviews: null,
    browser: null,
    close: async () => {},
  }
  return { ledger, appends }
}

const text = '👋 Patient (NIN 12345678901) called from 0803 555 7890.'
const request = (more: Partial<DeidentifyRequest> = {}) =>
  DeidentifyRequest.parse({ text, jurisdiction: 'ng', salt: 'clinic', ...more })

describe('deidentify', () => {
  it('masks the NIN and tokenises the phone under the Nigerian Act, with code-point offsets', async () => {
    const answer = await deidentify(request(), contextWith())
    expect(answer.text).toMatch(/^👋 Patient \(NIN \[NIN\]\) called from PHONE_[0-9a-f]{8}\.$/u)
    expect(answer).toMatchObject({
      jurisdiction: 'NG',
      statute: 'NDPA-2023',
      backend: 'basic',
      model: null,
      method: 'statute',
      count: 2,
      recorded: false,
      by_category: { 'PII-2-NIN': 1, 'PII-3-PHONE': 1 },
    })
    expect(answer.spans[0]).toEqual({
      category: 'PII-2-NIN',
      start: 15,
      end: 26,
      confidence: 0.6,
      action: 'mask',
      citation: 'NDPA-2023 s.25, NIMC Act s.27',
      detector: 'rule:ng_nin',
    })
    expect(Object.keys(answer.record)).toEqual(['phone'])
    expect(JSON.stringify(answer)).not.toMatch(/12345678901|0803/)
  })

  it.each([
    ['mask', '👋 Patient (NIN [NIN]) called from [PHONE].'],
    ['drop', '👋 Patient (NIN) called from.'],
  ])('method %s forces one action on every span', async (method, copy) => {
    const answer = await deidentify(request({ method }), contextWith())
    expect(answer.text).toBe(copy)
    expect(new Set(answer.spans.map(({ action }) => action))).toEqual(new Set([method]))
    expect(answer.record).toEqual({})
  })

  it('binds text, spans and pins in the id, but not the salt', () => {
    const context = contextWith()
    const id = (more: Partial<DeidentifyRequest>) => decideDeidentification(request(more), context).answer.decision_id
    expect(id({})).toMatch(/^red:sha256:[0-9a-f]{64}$/)
    expect(id({ salt: 'other' })).toBe(id({}))
    expect(id({ text: `${text} ` })).not.toBe(id({}))
    expect(id({ method: 'mask' })).not.toBe(id({}))
  })

  it('records the document and the decision without the salt', async () => {
    const { ledger, appends } = memoryLedger()
    const answer = await deidentify(request({ store: true }), contextWith(ledger))
    expect(answer.recorded).toBe(true)
    const { entry, records } = appends[0]!
    expect(records).toEqual([{ entity: 'document', text }])
    expect(entry).toMatchObject({
      decision_id: answer.decision_id,
      verb: 'deidentify',
      identity: null,
      action: 'statute',
      score: null,
      factors: answer.by_category,
      record_a: recordId({ entity: 'document', text }),
      record_b: null,
      call: { jurisdiction: 'ng', statute: null, backend: 'auto', method: 'statute' },
    })
    expect(JSON.stringify(entry)).not.toMatch(/clinic|12345678901/)
    expect(entry.explanation).toBe('2 spans of personal data under NDPA-2023 v1.0: 1 masked, 1 tokenised.')
  })

  it('refuses to store without a ledger before it looks at values', async () => {
    await expect(deidentify(request({ store: true, method: 'nonsense' }), contextWith())).rejects.toMatchObject({
      code: 'no_ledger',
    })
  })

  it.each([
    ['method', 'constructor', 'method_unknown', 'statute, mask, token, drop'],
    ['backend', 'gliner', 'backend_unknown', 'auto, basic'],
  ])('names what it accepts when %s is unknown', async (field, value, code, listed) => {
    await expect(deidentify(request({ [field]: value }), contextWith())).rejects.toMatchObject({
      code,
      message: expect.stringContaining(listed),
    })
  })

  it('warns once of an empty salt, and only when a token was made', async () => {
    const context = contextWith()
    await deidentify(request({ salt: '', method: 'mask' }), context)
    expect(context.warnings).toEqual([])
    await deidentify(request({ salt: '' }), context)
    await deidentify(request({ salt: '' }), context)
    expect(context.warnings).toHaveLength(1)
  })
})

describe('detect', () => {
  it('answers places and provisions, never the text', async () => {
    const answer = await detect(DetectRequest.parse({ text, jurisdiction: 'NG' }), contextWith())
    expect(answer).toEqual({
      count: 2,
      detections: [
        {
          category: 'PII-2-NIN',
          start: 15,
          end: 26,
          confidence: 0.6,
          citation: 'NDPA-2023 s.25, NIMC Act s.27',
          detector: 'rule:ng_nin',
        },
        {
          category: 'PII-3-PHONE',
          start: 40,
          end: 53,
          confidence: 0.9,
          citation: 'NDPA-2023 s.25',
          detector: 'rule:phone',
        },
      ],
    })
  })
})
