import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, jaroWinkler } from '../../../src/text/similarity.ts'
import { soundKey } from '../../../src/text/sounds.ts'

describe('jaroWinkler', () => {
  // Winkler (1990) and the tables of the US Census Bureau that cite it.
  it.each([
    ['MARTHA', 'MARHTA', 0.9611],
    ['DWAYNE', 'DUANE', 0.84],
    ['DIXON', 'DICKSONX', 0.8133],
    ['ABC', 'XYZ', 0],
  ])('of %s and %s is %f', (a, b, expected) => {
    expect(jaroWinkler(a, b)).toBeCloseTo(expected, 4)
  })

  it('is symmetric and within [0, 1]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (a, b) => {
        const value = jaroWinkler(a, b)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(jaroWinkler(b, a)).toBeCloseTo(value, 10)
      }),
    )
  })
})

describe('editDistance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ])('of %s and %s is %i', (a, b, expected) => {
    expect(editDistance(a, b, 10)).toBe(expected)
  })

  it('stops at the limit', () => {
    expect(editDistance('aaaaaaaaaa', 'bbbbbbbbbb', 2)).toBe(3)
  })
})

describe('soundKey', () => {
  it.each([
    ['mohammed', 'muhamad'],
    ['fatima', 'fatimah'],
    ['stephen', 'stefen'],
    ['catherine', 'katherine'],
  ])('hears %s and %s alike', (a, b) => {
    expect(soundKey(a)).toBe(soundKey(b))
  })

  it('keeps different consonants apart', () => {
    expect(soundKey('martin')).not.toBe(soundKey('marvin'))
  })
})
