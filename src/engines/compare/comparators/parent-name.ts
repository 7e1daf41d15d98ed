// The name of a father or a mother. One part that differs makes it another's, as the brothers of a father share his family name.
import type { Comparator } from './comparator.ts'
import { personName } from './person-name.ts'
import { graded } from './statement.ts'

/** Levels of a part of a name that make it another name, and how alike two names with such a part are at most. */
const OTHER: ReadonlySet<string | null> = new Set(['other', 'unlike', 'alike', 'mixed'])
const MOST_OF_OTHERS = 0.3

export const parentName: Comparator = {
  summary: 'Names of a parent: given name and family name must both agree.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const { reads, prepare, compare } = personName.bind(rule, tools)
    return {
      reads,
      prepare,
      compare(a, b, place) {
        const found = compare(a, b, place)
        if (found === null) return null
        const [given = null, family = null] = found.levels?.() ?? []
        const overlap = found.measures[0]!
        const isOther = OTHER.has(given) || OTHER.has(family)
        return {
          measures: [isOther ? Math.min(overlap, MOST_OF_OTHERS) : overlap],
          bits: 0,
          conflict: false,
          effects: 0,
        }
      },
    }
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [0.999, 'same'],
      [0.5, 'alike'],
      [0, 'differ'],
    ]),
}
