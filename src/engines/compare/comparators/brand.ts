// Brands: equal, contained, named in the other side's title, or another maker.
import { jaroWinkler } from '../../../text/similarity.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { align } from '../words/align.ts'
import { type Agreement, type Comparator, ofFields } from './comparator.ts'
import { graded, stated } from './statement.ts'

const OPTIONS = { initials: false, prefixes: true }

/** Information of a brand that both sides name. */
const NAMED_BITS = 5

export const brand: Comparator = {
  summary: 'Brands: equal, alike, contained in the other title, different.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const titleField = rule.with[0] ?? 'name'
    const compare = (a: Fields, b: Fields): Agreement | null => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined && right === undefined) return null
      if (left !== undefined && right !== undefined) {
        const x = tools.words(left)
        if (x.length === 0) return null
        if (left === right) return { measures: [1], bits: NAMED_BITS, conflict: false }
        const y = tools.words(right)
        if (y.length === 0) return null
        const { shared, restA, restB } = align(x, y, OPTIONS)
        const subset = shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
        if (restA + restB === 0) return { measures: [1], bits: subset >= 0.9 ? NAMED_BITS : 0, conflict: false }
        const whole = jaroWinkler(x.map((word) => word.text).join(''), y.map((word) => word.text).join(''))
        return {
          measures: [Math.min(0.98, Math.max(subset, whole * 0.8))],
          bits: subset >= 0.9 ? NAMED_BITS : 0,
          conflict: false,
        }
      }
      const named = tools.words((left ?? right)!)
      const title = tools.words((left === undefined ? a : b).get(titleField) ?? '')
      if (named.length === 0 || title.length === 0) return null
      const { shared, restA } = align(named, title, OPTIONS)
      // Silence of a title about its brand says little; naming it says it.
      return shared > 0 && restA / (shared + restA) <= 0.5
        ? { measures: [0.95], bits: 3, conflict: false }
        : { measures: [0.5], bits: 0, conflict: false }
    }
    return ofFields([rule.field, titleField], compare, (record) => record.has(rule.field) || record.has(titleField))
  },
  says({ measure, a, b }) {
    if (a === '' || b === '')
      return measure('') >= 0.9 ? [stated('alike', 'the {one} of one side is named by the other')] : []
    return graded(measure(''), [
      [1, 'same'],
      [0.8, 'alike'],
      [0, 'differ'],
    ])
  },
}
