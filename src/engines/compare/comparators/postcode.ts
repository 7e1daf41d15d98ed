// Postcodes: equal, the same district, a slip, or elsewhere.
import { editDistance } from '../../../text/similarity.ts'
import { plain } from '../words/plain-letters.ts'
import { type Comparator, Effect, ofFieldOrAddress, when } from './comparator.ts'
import { type Level, level, saysLevel } from './level.ts'

const SAME = level('same', 1, 'same')
const DISTRICT = level('district', 0.9, 'alike', 'one {one} begins with the other')
const TYPO = level('typo', 0.6, 'differ', 'the {many} differ by one character')
const AREA = level('area', 0.45, 'differ', 'the {many} agree only in their beginning')
const REGION = level('region', 0.3, 'differ', 'the {many} agree only in their beginning')
const OTHER = level('other', 0, 'differ')

/** Information of two postcodes that differ by one character, in bits. */
const TYPO_BITS = 4

function gradeOf(a: string, b: string): Level {
  if (a === b) return SAME
  const short = a.length < b.length ? a : b
  const long = a.length < b.length ? b : a
  if (short.length >= 3 && long.startsWith(short)) return DISTRICT
  if (editDistance(a, b, 1) === 1) return TYPO
  if (a.slice(0, 3) === b.slice(0, 3)) return AREA
  return a.slice(0, 2) === b.slice(0, 2) ? REGION : OTHER
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
    const ofAddress = (address: string) => tools.addressPlaces().of(address).postcode
    return ofFieldOrAddress(rule, ofAddress, read, (x, y) => {
      const found = gradeOf(x, y)
      const same = found === SAME || found === DISTRICT
      return {
        measures: [found.similarity],
        level: found,
        bits: same ? 8 : 0,
        near: found === TYPO ? TYPO_BITS : 0,
        conflict: false,
        effects: when(!same, Effect.contrary | Effect.vague),
      }
    })
  },
  says: saysLevel,
}
