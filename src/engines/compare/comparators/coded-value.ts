// Fields of a few values, each written in many ways (gender): the same value, another one, or nothing where a side says neither.
import { tokensOf } from '../words/value-words.ts'
import { type Agreement, type Comparator, Effect, ofField } from './comparator.ts'
import { type Level, level, saysLevel } from './level.ts'

export const code: Comparator = {
  summary: "One of the values in the pack's list of codes, however it is written: equal or different.",
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const spellings = tools.codes()
    const meant = tools.remember<string>()
    const codeOf = (text: string) =>
      meant.get(text, (written) => {
        const [first = '', ...more] = tokensOf(written)
        return more.length === 0 ? (spellings.get(first) ?? '') : ''
      })
    const read = (written: string) => ({ written, code: codeOf(written) })
    return ofField(rule.field, read, ({ written: left, code: x }, { written: right, code: y }) => {
      if (x === '' || y === '') return left === right ? { ...agreed(SAME), bits: 0 } : null
      return x === y ? agreed(SAME) : { ...agreed(OTHER), effects: Effect.contrary }
    })
  },
  says: saysLevel,
}

const SAME = level('same', 1, 'same')
const OTHER = level('other', 0, 'differ')
const agreed = (found: Level): Agreement => ({
  measures: [found.similarity],
  level: found,
  bits: found.similarity,
  conflict: false,
})
