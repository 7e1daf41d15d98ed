import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../src/records/canonical.ts'
import { ACTIONS, type Span } from '../../../src/records/detection.ts'
import { canonicalSpans } from '../../../src/records/receipt.ts'

const span: fc.Arbitrary<Span> = fc.record({
  category: fc.constantFrom('PII-1-NAME', 'PII-2-PHONE'),
  start: fc.nat(),
  end: fc.nat(),
  confidence: fc.constantFrom(0, 0.5, 0.8125, 1),
  action: fc.constantFrom(...ACTIONS),
  citation: fc.constantFrom('Art. 4 "1"', 'č. 110/2019', 's. 1'),
  detector: fc.constantFrom('rule:phone', 'names'),
})

describe('the spans of a decision', () => {
  it('are written as any value is', () => {
    fc.assert(
      fc.property(fc.array(span), (spans) => {
        expect(canonicalJson({ b: 1, spans: canonicalSpans(spans) })).toBe(canonicalJson({ b: 1, spans }))
      }),
    )
  })
})
