import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../src/text/fold.ts'
import { CodePoints } from '../../../src/text/offsets.ts'

describe('code points', () => {
  it('counts like the iterator of strings, for every boundary', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const points = new CodePoints(text)
        let index = 0
        let count = 0
        const wrong: number[] = []
        for (const character of text) {
          if (points.of(index) !== count) wrong.push(index)
          index += character.length
          count++
        }
        expect(wrong).toEqual([])
        expect(points.of(text.length)).toBe(count)
        expect(points.length).toBe(count)
      }),
    )
  })
})

describe('folding', () => {
  it('brings spellings together without locale', () => {
    expect(fold('Ọlá Müller-Straße')).toBe('ola muller-strasse')
    expect(fold('ΓΈΝΝΗΣΗ')).toBe(fold('γέννηση'))
    expect(fold('ŁÓDŹ Đorđe Ħal')).toBe('lodz dorde hal')
    expect(fold('I')).toBe('i')
  })
})
