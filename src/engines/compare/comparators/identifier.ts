// Identifiers: equal, one slip of the pen, or another number. Two different numbers of one register mean two entities; a number
// that fails the check of its own register was written wrongly, so it neither parts two records nor joins them like a sound one.
import { editDistance } from '../../../text/similarity.ts'
import { checks } from '../../../values/identifier/checks.ts'
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

/** Similarity of two equal numbers that fail their check. */
const UNSOUND = 0.92

/** The same number in a longer form of its register: a GTIN-12 as a GTIN-14. */
function padded(a: string, b: string): boolean {
  return a.replace(/^0+/, '') === b.replace(/^0+/, '')
}

export const identifier: Comparator = {
  kind: 'identifier',
  summary:
    'Identifiers without separators: equal, one or two slips, or different; check digits where the register has them.',
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
    const check = rule.check === undefined ? null : checks[rule.check]
    if (check === undefined) throw new Error(`the field ${rule.field} names the unknown check ${rule.check}`)
    const level = (x: string, y: string): number => {
      const grown = grade(x, y)
      if (check === null || (grown > 0 && grown < 0.9)) return grown
      const sound = check(x.toUpperCase()) && check(y.toUpperCase())
      if (!sound) return grown === 0 ? -1 : Math.min(grown, UNSOUND)
      return padded(x, y) ? 1 : grown
    }
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      let best = -1
      let length = 0
      for (const x of numbersOf(left))
        for (const y of numbersOf(right)) {
          const found = level(x, y)
          if (found > best) {
            best = found
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
      [UNSOUND, 'alike', 'the {many} agree but fail their own check digit'],
      [0.9, 'alike', 'one {one} ends with the other'],
      [0.6, 'differ', 'the {many} differ by one character'],
      [0.3, 'differ', 'the {many} differ by two characters'],
      [0, 'differ'],
    ]),
}
