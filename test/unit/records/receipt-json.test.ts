import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTION_OF, IDENTITIES, type Receipt, receiptJson } from '../../../src/records/receipt.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constant('the "name" is \\ the same\u2028\n\u007f'),
)
const receipts: fc.Arbitrary<Receipt> = fc.record({
  identity: fc.constantFrom(...IDENTITIES),
  action: fc.constantFrom(...Object.values(ACTION_OF)),
  basis: text,
  explanation: text,
  score: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000),
  factors: fc.dictionary(text, fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1 })),
  decision_id: fc.constant(`xwd:sha256:${'0'.repeat(64)}`),
  pins: fc.dictionary(
    fc.constantFrom('engine', 'threshold', 'tf', 'provenance'),
    fc.constantFrom<unknown>('a', 'b', 0.7, 1, null, undefined, { a: 1 }, { a: 2 }),
  ),
  recorded: fc.boolean(),
})

describe('the JSON of a receipt', () => {
  it('is what JSON.stringify writes', () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        expect(receiptJson(receipt)).toBe(JSON.stringify(receipt))
      }),
      { numRuns: 2_000 },
    )
  })

  it('heeds what changes within pins between two receipts, frozen or not', () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        const provenance = { a: 1 }
        const pins: Record<string, unknown> = { ...receipt.pins, provenance }
        const once = { ...receipt, pins }
        expect(receiptJson(once)).toBe(JSON.stringify(once))
        pins['engine'] = 'another'
        Object.freeze(pins)
        expect(receiptJson(once)).toBe(JSON.stringify(once))
        provenance.a = 2
        expect(receiptJson(once)).toBe(JSON.stringify(once))
        const flat = { ...receipt, pins: Object.freeze({ engine: receipt.explanation, threshold: 0.7 }) }
        for (let time = 0; time < 2; time++) expect(receiptJson(flat)).toBe(JSON.stringify(flat))
      }),
    )
  })
})
