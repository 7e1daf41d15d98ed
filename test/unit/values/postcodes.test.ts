// Postcodes of all countries followed at once, against each country's own pattern asked alone.
import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../../src/packs/load.ts'
import { unitsOf } from '../../../src/text/unit-classes.ts'
import { addressBookOf } from '../../../src/values/address/book.ts'
import { formsOf } from '../../../src/values/address/postcodes.ts'

const { postcodes } = addressBookOf(loadPacks())

/** The additions of the table to each pattern of the country files. */
const BOUNDARY = '(?![\\p{L}\\p{N}])'

/** The result of the single patterns: the longest of their matches at the beginning of a text. */
function asked(text: string): { stop: number; countries: string[]; isDistinct: boolean } | null {
  const ends = postcodes.rules.map(({ pattern }) => {
    pattern.lastIndex = 0
    return pattern.test(text) ? pattern.lastIndex : 0
  })
  const stop = Math.max(...ends)
  const rules = postcodes.rules.filter((_, place) => ends[place] === stop)
  if (stop === 0) return null
  return { stop, countries: rules.map(({ country }) => country), isDistinct: rules.some((rule) => rule.isDistinct) }
}

/** Values that are or nearly are postcodes; the generator is fixed. */
function* values(): Generator<string> {
  let state = 4_711
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  const behind = ['', ' ', ', ', 'x', '7', '-2019', '\u{10348}', 'ß', '\n', '.']
  const forms = postcodes.rules.flatMap(({ pattern }) => [...formsOf(pattern.source.slice(0, -BOUNDARY.length)).forms])
  for (let i = 0; i < 5_000; i++) {
    const form = forms[below(forms.length)]!
    let value = form.map((characters) => characters[below(characters.length)]).join('')
    if (below(3) === 0) value = value.replace(/\d/g, () => '129'[below(3)]!)
    if (below(4) === 0)
      value = value.slice(0, below(value.length + 1)) + 'A9 -a'[below(5)]! + value.slice(below(value.length + 1))
    yield value + behind[below(behind.length)]!
  }
}

describe('postcodes', () => {
  it('finds what the patterns of the countries find, longest first', () => {
    let found = 0
    for (const value of values()) {
      const match = postcodes.match({ text: value, units: unitsOf(value) }, 0)
      expect(match, value).toEqual(asked(value))
      if (match !== null) found++
    }
    expect(found).toBeGreaterThan(1_500)
  })

  it('says what a pattern may not hold', () => {
    expect(() => formsOf('\\w{4}')).toThrow(/write the characters out/)
    expect(() => formsOf('(?:\\d{3}')).toThrow(/cannot be read/)
    expect(() => formsOf('\\d{3})')).toThrow(/cannot be read/)
  })
})
