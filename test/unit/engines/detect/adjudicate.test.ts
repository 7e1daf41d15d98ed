import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjudicate } from '../../../../src/engines/detect/adjudicate.ts'
import type { Finding, Strength } from '../../../../src/records/detection.ts'

const claim = (
  category: string,
  start: number,
  end: number,
  strength: Strength = 'pattern',
  confidence = 0.9,
): Finding => ({
  category,
  start,
  end,
  confidence,
  detector: `rule:${category}`,
  strength,
})
const settled = (...claims: Finding[]) =>
  adjudicate(claims).map(({ category, start, end }) => `${category}[${start},${end})`)

describe('adjudication', () => {
  it('lets the covering span win whatever its evidence', () => {
    expect(settled(claim('address', 0, 30, 'lexicon'), claim('name', 4, 9, 'validated'))).toEqual(['address[0,30)'])
  })

  it('prefers stronger evidence where spans cross, then the wider', () => {
    expect(settled(claim('a', 0, 10, 'pattern'), claim('b', 5, 12, 'validated'))).toEqual(['b[5,12)'])
    expect(settled(claim('a', 0, 10), claim('b', 8, 12))).toEqual(['a[0,10)'])
  })

  it('prefers evidence, then certainty, on the same place', () => {
    expect(settled(claim('a', 0, 9, 'pattern', 0.99), claim('b', 0, 9, 'validated', 0.8))).toEqual(['b[0,9)'])
    expect(settled(claim('a', 0, 9, 'pattern', 0.7), claim('b', 0, 9, 'pattern', 0.8))).toEqual(['b[0,9)'])
  })

  it('keeps what a crossing leaves over of a name', () => {
    expect(settled(claim('name', 0, 12, 'lexicon'), claim('id', 10, 20, 'validated'))).toEqual([
      'name[0,10)',
      'id[10,20)',
    ])
  })

  it('returns to what only a loser contained', () => {
    expect(settled(claim('a', 0, 10), claim('inner', 1, 4), claim('b', 8, 20))).toEqual(['inner[1,4)', 'b[8,20)'])
  })

  it('gives sorted, disjoint findings in whatever order the claims come', () => {
    const arbitrary = fc.array(
      fc.record({
        start: fc.nat(60),
        width: fc.integer({ min: 1, max: 20 }),
        strength: fc.constantFrom<Strength>('validated', 'pattern', 'lexicon', 'model'),
        category: fc.constantFrom('a', 'b', 'c'),
      }),
      { maxLength: 25 },
    )
    fc.assert(
      fc.property(arbitrary, (list) => {
        const claims = list.map(({ start, width, strength, category }) =>
          claim(category, start, start + width, strength),
        )
        const one = adjudicate(claims)
        for (let i = 1; i < one.length; i++) expect(one[i]!.start).toBeGreaterThanOrEqual(one[i - 1]!.end)
        expect(adjudicate([...claims].reverse())).toEqual(one)
        // Nothing claimed goes wholly unprotected unless something accepted overlaps it.
        for (const { start, end } of claims) expect(one.some((span) => span.start < end && start < span.end)).toBe(true)
      }),
    )
  })
})
