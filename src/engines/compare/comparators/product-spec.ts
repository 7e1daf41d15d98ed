// Quantities and colours of products: capacity, size, weight, count in one base unit; a different size is another product.
import { productReader, titledProduct } from '../product.ts'
import type { Quantity } from '../product-parts.ts'
import { graded } from '../statement.ts'
import { type Comparator, NOTHING } from './comparator.ts'

const NEAR = 0.021

/** Do two quantities say the same, a rounding apart? */
function isNear(p: number, q: number): boolean {
  return Math.abs(p - q) <= NEAR * Math.max(p, q)
}

/** How many quantities of a dimension the other side has, too, and how many it lacks. */
function held(quantities: readonly Quantity[], others: readonly Quantity[], dimension: string): [number, number] {
  let shared = 0
  let lacking = 0
  for (const quantity of quantities) {
    if (quantity.dimension !== dimension) continue
    let found = false
    for (const other of others) if (other.dimension === dimension && isNear(quantity.amount, other.amount)) found = true
    if (found) shared++
    else lacking++
  }
  return [shared, lacking]
}

/** Share of the dimensions both sides state in which they agree, and in how many they do; half where only some amounts agree. */
function agreement(a: readonly Quantity[], b: readonly Quantity[]): { spec: number; agreed: number } {
  let agreed = 0
  let partly = 0
  let compared = 0
  for (let i = 0; i < a.length; i++) {
    const { dimension } = a[i]!
    if (a.findIndex((quantity) => quantity.dimension === dimension) !== i) continue
    if (!b.some((quantity) => quantity.dimension === dimension)) continue
    compared++
    const [shared, lackingA] = held(a, b, dimension)
    const [, lackingB] = held(b, a, dimension)
    if (shared === 0) continue
    if (lackingA > 0 && lackingB > 0) partly++
    else agreed++
  }
  return { spec: compared === 0 ? NOTHING : (agreed + partly / 2) / compared, agreed: agreed + partly }
}

export const productSpec: Comparator = {
  kind: 'product_spec',
  summary: 'Quantities with units converted, and colours: agree, contradict, or say nothing.',
  evidence: 'refuting',
  measures: ['spec', 'spec_count', 'colour'],
  bind(rule, tools) {
    const productOf = productReader(tools)
    const titled = titledProduct(tools, rule.field)
    const sizeField = rule.with[0] ?? 'size'
    const colourField = rule.with[1] ?? 'color'
    return (a, b) => {
      const x = titled(a)
      const y = titled(b)
      if (x === null || y === null) return null
      const sizeA = a.get(sizeField)
      const sizeB = b.get(sizeField)
      const quantitiesA = sizeA === undefined ? x.quantities : [...x.quantities, ...productOf(sizeA, '').quantities]
      const quantitiesB = sizeB === undefined ? y.quantities : [...y.quantities, ...productOf(sizeB, '').quantities]
      const { spec, agreed } = agreement(quantitiesA, quantitiesB)
      const coloursA = a.has(colourField) ? [...x.colours, ...productOf(a.get(colourField)!, '').colours] : x.colours
      const coloursB = b.has(colourField) ? [...y.colours, ...productOf(b.get(colourField)!, '').colours] : y.colours
      let colour = NOTHING
      if (coloursA.length > 0 && coloursB.length > 0) colour = coloursA.some((name) => coloursB.includes(name)) ? 1 : 0
      if (Number.isNaN(spec) && Number.isNaN(colour)) return null
      return {
        measures: [spec, agreed > 0 ? Math.min(1, agreed / 4) : NOTHING, colour],
        bits: agreed > 0 ? 3 : 0,
        conflict: false,
      }
    }
  },
  says: ({ measure }) => [
    ...graded(
      measure('spec'),
      [
        [1, 'same'],
        [0.01, 'differ', 'only some of the {many} agree'],
        [0, 'differ'],
      ],
      { one: 'quantity', many: 'quantities' },
    ),
    ...graded(
      measure('colour'),
      [
        [1, 'same'],
        [0, 'differ'],
      ],
      { one: 'colour', many: 'colours' },
    ),
  ],
}
