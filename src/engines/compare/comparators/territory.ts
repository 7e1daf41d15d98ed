// Countries, nationalities and states: one territory under its names, adjectives and codes, or another one.

import { compareTerritories } from '../places/territories.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { TERRITORY, tokensOf } from '../words/value-words.ts'
import { category } from './category.ts'
import { type Comparator, Effect, when } from './comparator.ts'
import { graded } from './statement.ts'

/** Most letters of a state written as the code that its country gives it. */
const SHORT = 3

interface Territory {
  readonly value: string
  readonly codes: readonly string[]
  /** The same as a descriptive field. */
  readonly words: unknown
}

export const territory: Comparator = {
  summary:
    'Countries, nationalities and states under one code: the same, one inside the other, different; else as words.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const asWords = category.bind(rule, tools)
    const known = tools.remember<readonly string[]>()
    const countryField = rule.with[0] ?? ''
    const read = (value: string) =>
      known.get(value, (text) => {
        const tokens = tokensOf(text)
        const code = tools.territories().byCode(tokens.join(' '))
        if (code !== null) return [code]
        const marked = tools.territories().marked(tokens, true)
        return marked.filter((token) => token.startsWith(TERRITORY)).map((token) => token.slice(TERRITORY.length))
      })
    /** "OR" of the United States is Oregon. */
    const within = (record: Fields, value: string) => {
      const country = record.get(countryField)
      if (country === undefined || value.length > SHORT) return read(value)
      const codes = read(country)
      const code = codes.length === 1 ? tools.territories().byCode(`${codes[0]} ${value.toLowerCase()}`) : null
      return code === null ? read(value) : [code]
    }
    const reads = countryField === '' ? [rule.field] : [rule.field, countryField]
    return {
      reads,
      prepare: (record) => {
        const value = record.get(rule.field)
        return value === undefined ? null : { value, codes: within(record, value), words: asWords.prepare(record) }
      },
      compare: (x: Territory, y: Territory) => {
        if (x.value === y.value || x.codes.length === 0 || y.codes.length === 0)
          return x.words === null || y.words === null ? null : asWords.compare(x.words, y.words, 0)
        const similarity = compareTerritories(x.codes, y.codes, false)
        return {
          measures: [similarity],
          bits: similarity === 1 ? 3 : 0,
          conflict: false,
          effects: when(similarity === 0, Effect.contrary),
        }
      },
    }
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.6, 'alike'],
      [0, 'differ'],
    ]),
}
