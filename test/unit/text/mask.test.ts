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
    ['12345', '1234*'],
    ['Ada Obi', 'Ada ***'],
    ['Li Wei', 'Li W**'],
    ['王小明先生', '王小明先*'],
    ['', ''],
  ])('of %j is %j', (value, masked) => {
    expect(maskValue(value)).toBe(masked)
  })

  it('has the length of the value, and shows its first four characters, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 24 }), (value) => {
        const characters = [...value]
        const shown = characters.length > 4 ? 4 : 0
        expect([...maskValue(value)]).toEqual(characters.map((character, at) => (at < shown ? character : '*')))
        expect(maskValue(value, 'all')).toBe('*'.repeat(characters.length))
      }),
    )
  })
})
