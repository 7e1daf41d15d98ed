// Fields of a few values, each written in many ways (gender): the same value, another one, or nothing where a side says neither.
import { graded } from '../statement.ts'
import { tokensOf } from '../words/value-words.ts'
import { type Comparator, ofField } from './comparator.ts'

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
      if (x === '' || y === '') return left === right ? { measures: [1], bits: 0, conflict: false } : null
      return { measures: [x === y ? 1 : 0], bits: x === y ? 1 : 0, conflict: false, contrary: x !== y }
    })
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0, 'differ'],
    ]),
}
