// Identifiers: equal, one slip of the pen, or another number. Two different numbers of one register mean two entities.
import { editDistance } from '../../../text/similarity.ts'
import { graded } from '../statement.ts'
import { plain } from '../words.ts'
import { type Comparator, severalOf } from './comparator.ts'

function compact(value: string): string {
  return plain(value).replace(/[^a-z0-9]/g, '')
}

/** True for what people write when they have no number: zeros, "none". */
function isPlaceholder(value: string): boolean {
  return value.length < 3 || /^(?:0+|none|null|unknown|test)$/.test(value)
}

function grade(a: string, b: string): number {
  if (a === b) return 1
  const longer = Math.max(a.length, b.length)
  if (longer >= 6 && (a.endsWith(b) || b.endsWith(a)) && Math.min(a.length, b.length) >= 6) return 0.9
  if (longer >= 6 && editDistance(a, b, 1) === 1) return 0.6
  if (longer >= 7 && editDistance(a, b, 2) === 2) return 0.3
  return 0
}

export const identifier: Comparator = {
  kind: 'identifier',
  summary: 'Identifiers without separators: equal, one or two slips, or different.',
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<readonly string[]>()
    const numbersOf = (value: string) =>
      known.get(value, (text) =>
        severalOf(text)
          .map(compact)
          .filter((number) => !isPlaceholder(number)),
      )
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      let best = -1
      let length = 0
      for (const x of numbersOf(left))
        for (const y of numbersOf(right)) {
          const level = grade(x, y)
          if (level > best) {
            best = level
            length = Math.min(x.length, y.length)
          }
        }
      if (best < 0) return null
      return { measures: [best], bits: best === 1 ? Math.min(33, 3.3 * length) : 0, conflict: best === 0 }
    }
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.9, 'alike', 'one {one} ends with the other'],
      [0.6, 'differ', 'the {many} differ by one character'],
      [0.3, 'differ', 'the {many} differ by two characters'],
      [0, 'differ'],
    ]),
}
