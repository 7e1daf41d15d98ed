// Postcodes: equal, the same district, a slip, or elsewhere.
import { editDistance } from '../../../text/similarity.ts'
import { graded } from '../statement.ts'
import { plain } from '../words/plain-letters.ts'
import { type Comparator, ofField } from './comparator.ts'

/** The one is the beginning of the other; they differ by one character, and what that still tells, in bits. */
const DISTRICT = 0.9
const SLIP = 0.6
const SLIP_BITS = 4

function grade(a: string, b: string): number {
  if (a === b) return 1
  const short = a.length < b.length ? a : b
  const long = a.length < b.length ? b : a
  if (short.length >= 3 && long.startsWith(short)) return DISTRICT
  if (editDistance(a, b, 1) === 1) return SLIP
  if (a.slice(0, 3) === b.slice(0, 3)) return 0.45
  return a.slice(0, 2) === b.slice(0, 2) ? 0.3 : 0
}

export const postcode: Comparator = {
  summary: 'Postcodes: equal, district, one slip, area, different.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<string>()
    // Numeric postcodes lose their leading zeros in spreadsheets.
    const read = (value: string) => {
      const code = known.get(value, (text) =>
        plain(text)
          .replace(/[^a-z0-9]/g, '')
          .replace(/^0+(?=\d{4,})/, ''),
      )
      return code.length < 2 ? null : code
    }
    return ofField(rule.field, read, (x, y) => {
      const level = grade(x, y)
      const same = level >= DISTRICT
      return {
        measures: [level],
        bits: same ? 8 : 0,
        near: level === SLIP ? SLIP_BITS : 0,
        conflict: false,
        contrary: !same,
        vague: !same,
      }
    })
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.9, 'alike', 'one {one} begins with the other'],
      [0.6, 'differ', 'the {many} differ by one character'],
      [0.3, 'differ', 'the {many} agree only in their beginning'],
      [0, 'differ'],
    ]),
}
