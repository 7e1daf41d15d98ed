// A masked value never shows more than half of itself; one that is longer shows its first four characters, as the contract says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskValue } from '../../../src/text/mask.ts'

describe('a masked value', () => {
  it.each([
    ['12345678901', '1234*******'],
    ['Adesola Okonkwo', 'Ades***********'],
    ['RC123456', 'RC12****'],
    ['RC-81234', 'RC-8****'],
    ['+234 803 555 7890', '+234*************'],
    ['1990-01-02', '1990******'],
    ['\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}abcdef', '\u{1f600}\u{1f600}\u{1f600}\u{1f600}*******'],
    ['', ''],
    ['Ada', '***'],
    ['1234', '****'],
    ['12345', '*****'],
    ['Ada Obi', '*******'],
    ['王小明先生', '*****'],
    ['Jane Doe', '********'],
    ['a1b2 - - - -', '************'],
    ['Ada Obi     ', '************'],
  ])('of %j is %j', (value, masked) => {
    expect(maskValue(value)).toBe(masked)
  })

  it('has the length of the value, and shows at most half of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 24 }), (value) => {
        const [characters, masked] = [[...value], [...maskValue(value)]]
        expect(masked).toHaveLength(characters.length)
        const isWhole = masked.every((sign) => sign === '*')
        if (isWhole) return
        expect(masked).toEqual(characters.map((character, at) => (at < 4 ? character : '*')))
        expect(characters.length).toBeGreaterThanOrEqual(8)
      }),
    )
  })
})
