// Short descriptive fields (category, occupation, city): how much of their wording agrees; a town under any of its names.
import { jaroWinkler } from '../../../text/similarity.ts'
import { align } from '../words/align.ts'
import { type Comparator, Effect, ofFieldOrAddress, when } from './comparator.ts'
import { graded } from './statement.ts'

const OPTIONS = { initials: false, prefixes: true }

export const category: Comparator = {
  summary: 'Descriptive words: equal, alike, overlapping, different.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const read = (value: string) => {
      const words = tools.townWords(value)
      return words.length === 0 ? null : { value, words }
    }
    const ofAddress = (address: string) => tools.addressPlaces().of(address).city
    return ofFieldOrAddress(rule, ofAddress, read, ({ value: left, words: x }, { value: right, words: y }) => {
      if (left === right) return { measures: [1], bits: 3, conflict: false }
      const { shared, restA, restB } = align(x, y, OPTIONS)
      if (restA + restB === 0) return { measures: [1], bits: 3, conflict: false }
      const subset = shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
      const overlap = (2 * shared) / (2 * shared + restA + restB)
      const loose = x.length === 1 && y.length === 1 ? jaroWinkler(x[0]!.text, y[0]!.text) : 0
      const likeness = Math.min(0.98, Math.max((subset + overlap) / 2, loose >= 0.85 ? loose : 0))
      return { measures: [likeness], bits: 0, conflict: false, effects: when(likeness === 0, Effect.contrary) }
    })
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.6, 'alike'],
      [0, 'differ'],
    ]),
}
