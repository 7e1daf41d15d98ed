// Product titles: what is shared and what is left over, by information, codes and quantities aside.
import { measureNames, NAME_MEASURES, type Name, nameOf } from '../name-measures.ts'
import { type Product, titledProduct } from '../product.ts'
import { isStrongCode } from '../product-parts.ts'
import { graded, stated } from '../statement.ts'
import { type Comparator, NOTHING } from './comparator.ts'

const MEASURES: readonly string[] = NAME_MEASURES.filter(
  (measure) => measure !== 'number' && measure !== 'acronym' && measure !== 'lead',
)
const KEPT = NAME_MEASURES.map((measure, index) => (MEASURES.includes(measure) ? index : -1)).filter(
  (index) => index >= 0,
)
const OPTIONS = { initials: false, prefixes: true }

export const productTitle: Comparator = {
  kind: 'product_title',
  summary: 'Words of product titles without codes, quantities and colours: shared, left over, rarest.',
  evidence: 'distinctive',
  measures: [...MEASURES, 'plain', 'plain_subset', 'edition', 'accessory'],
  bind(rule, tools) {
    const titled = titledProduct(tools, rule.field)
    const rest = tools.pack.gate.rest
    return (a, b) => {
      // A brand that one side writes in its title and the other in its own field is no difference between the titles.
      const p = titled(a)
      const q = titled(b)
      if (p === null || q === null) return null
      const x = nameIn(p)
      const y = nameIn(q)
      if (x.words.length === 0 || y.words.length === 0) return null
      const { measures, bits } = measureNames(x, y, OPTIONS, rest)
      // Where neither title has a code, its words are all there is to go by, and weigh more.
      const plain = !p.codes.some(isStrongCode) && !q.codes.some(isStrongCode)
      return {
        measures: [
          ...KEPT.map((index) => measures[index]!),
          plain ? measures[TFTOKEN]! : NOTHING,
          plain ? measures[SUBSET]! : NOTHING,
          overlapOf(p.editions, q.editions),
          accessoriesAgree(p, q),
        ],
        bits,
        conflict: false,
      }
    }
  },
  says({ measure }) {
    const words = Math.max(measure('tftoken'), measure('subset') >= 0.95 ? 0.6 : 0)
    const statements = [
      ...graded(words, [
        [0.999, 'alike', 'the {many} share all their words'],
        [0.6, 'alike'],
        [0.3, 'differ', 'the {many} share only some of their words'],
        [0, 'differ'],
      ]),
      ...graded(1 - measure('edition'), [[0.8, 'differ']], { one: 'edition', many: 'editions' }),
    ]
    if (measure('accessory') === 0) statements.push(stated('differ', 'one of the two is an accessory'))
    return statements
  },
}
function nameIn(product: Product): Name {
  if (product.name === null) {
    const { words, compact, numbers } = nameOf(product.words)
    product.name = { words, compact, numbers, initials: NONE }
  }
  return product.name
}

const NONE: readonly string[] = []
const TFTOKEN = NAME_MEASURES.indexOf('tftoken')
const SUBSET = NAME_MEASURES.indexOf('subset')

/** Agreement of two small sets of words: 1 equal, 0 when each has what the other lacks, between when one has more; NaN when both are empty. */
function overlapOf(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return NOTHING
  let shared = 0
  for (const word of a) if (b.includes(word)) shared++
  const [restA, restB] = [a.length - shared, b.length - shared]
  if (restA > 0 && restB > 0) return shared === 0 ? 0 : 0.15
  if (restA + restB === 0) return 1
  return shared === 0 ? 0.4 : 0.6
}

/**
 * 0: a thing and what is made for it; more: two accessories of different kinds. One kind on both sides says no more than the
 * words that name it, and an accessory on one side may come with the thing itself.
 */
function accessoriesAgree(a: Product, b: Product): number {
  const [few, many] = a.accessories.length <= b.accessories.length ? [a, b] : [b, a]
  if (many.accessories.length === 0) return NOTHING
  if (few.accessories.length === 0) return many.purpose && !few.purpose ? 0 : NOTHING
  if (few.accessories.some((word) => many.accessories.includes(word))) return NOTHING
  return a.purpose || b.purpose ? 0.15 : 0.3
}
