// Product titles: what is shared and what is left over, by information, codes and quantities aside.
import { measureNames, NAME_MEASURES, type Name, nameOf } from '../name-measures.ts'
import { productOf } from '../product.ts'
import { type Comparator } from './comparator.ts'

const MEASURES: readonly string[] = NAME_MEASURES.filter((measure) => measure !== 'number' && measure !== 'acronym')
const KEPT = NAME_MEASURES.map((measure, index) => (MEASURES.includes(measure) ? index : -1)).filter((index) => index >= 0)
const OPTIONS = { initials: false, prefixes: true }

export const productTitle: Comparator = {
  kind: 'product_title',
  summary: 'Words of product titles without codes, quantities and colours: shared, left over, rarest.',
  evidence: 'distinctive',
  measures: MEASURES,
  bind(rule, tools) {
    const rest = tools.pack.gate.rest
    const names = tools.remember<Name>()
    const read = (title: string, brand: string): Name =>
      names.get(`${title}\u0000${brand}`, () => ({ ...nameOf(productOf(tools, title, brand).words, NONE), initials: [] }))
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      // A brand that one side writes in its title and the other in its own field is no difference between the titles.
      const x = read(left, a.get('brand') ?? '')
      const y = read(right, b.get('brand') ?? '')
      if (x.words.length === 0 || y.words.length === 0) return null
      const { measures, bits } = measureNames(x, y, OPTIONS, rest)
      return { measures: KEPT.map((index) => measures[index]!), bits, conflict: false }
    }
  },
}
const NONE: ReadonlySet<string> = new Set()
