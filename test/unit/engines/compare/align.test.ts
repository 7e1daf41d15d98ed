import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Word } from '../../../../src/engines/compare/words/value-words.ts'
import { mostAlike } from '../../../../src/engines/compare/words/word-similarity.ts'
import { jaroWinkler } from '../../../../src/text/similarity.ts'
import { lettersOf } from '../../../../src/text/unit-classes.ts'

const word = (text: string) => ({ text, letters: lettersOf(text) }) as Word

describe('what two words may at most be alike', () => {
  it('is no less than their Jaro similarity, up to where a common beginning adds to it', () => {
    const text = fc.stringMatching(/^[a-f0-2]{1,12}$/)
    fc.assert(
      fc.property(text, text, (a, b) => {
        const most = mostAlike(word(a), word(b))
        expect(Math.min(jaroWinkler(a, b), 0.7)).toBeLessThanOrEqual(most)
      }),
      { numRuns: 3_000 },
    )
    expect(mostAlike(word('abcd'), word('abxy'))).toBeCloseTo(jaroWinkler('abcd', 'abxy'))
    expect(mostAlike(word('abc'), word('xyz'))).toBe(0)
  })

  it('is anything for words too long to be read in full', () => {
    expect(mostAlike(word('a'.repeat(300)), word('b'))).toBe(1)
  })
})
