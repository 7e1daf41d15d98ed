import { createHmac } from 'node:crypto'
import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyedHash } from '../../../../src/engines/deidentify/token.ts'

describe('a keyed hash', () => {
  it('is the HMAC of the test vectors of RFC 4231', () => {
    expect(keyedHash('Jefe')('what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
    expect(keyedHash('\x0b'.repeat(20))('Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
  })

  it('is what Node computes, for keys shorter and longer than a block and for several texts in a row', () => {
    const text = string({ unit: 'binary', maxLength: 150 })
    assert(
      property(text, text, text, (key, first, second) => {
        const digestOf = keyedHash(key)
        for (const value of [first, second, first])
          expect(digestOf(value)).toBe(createHmac('sha256', key).update(value, 'utf8').digest('hex'))
      }),
      { numRuns: 40 },
    )
  })
})
