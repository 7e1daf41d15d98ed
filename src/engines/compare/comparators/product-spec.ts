// Quantities and colours of products: capacity, size, weight, count in one base unit; a different size is another product.
import { productOf, type Quantity } from '../product.ts'
import { graded } from '../statement.ts'
import { type Comparator, NOTHING } from './comparator.ts'

const NEAR = 0.021

function agreement(a: readonly Quantity[], b: readonly Quantity[]): { spec: number; agreed: number } {
  let agreed = 0
  let disagreed = 0
  const dimensions = new Set<string>()
  for (const { dimension } of a) dimensions.add(dimension)
  for (const dimension of dimensions) {
    const left = a.filter((quantity) => quantity.dimension === dimension)
    const right = b.filter((quantity) => quantity.dimension === dimension)
    if (right.length === 0) continue
    const same = left.some((p) =>
      right.some((q) => Math.abs(p.amount - q.amount) <= NEAR * Math.max(p.amount, q.amount)),
    )
    if (same) agreed++
    else disagreed++
  }
  return { spec: agreed + disagreed === 0 ? NOTHING : agreed / (agreed + disagreed), agreed }
}

export const productSpec: Comparator = {
  kind: 'product_spec',
  summary: 'Quantities with units converted, and colours: agree, contradict, or say nothing.',
  evidence: 'refuting',
  measures: ['spec', 'spec_count', 'colour'],
  bind(rule, tools) {
    const sizeField = rule.with[0] ?? 'size'
    const colourField = rule.with[1] ?? 'color'
    return (a, b) => {
      const titleA = a.get(rule.field)
      const titleB = b.get(rule.field)
      if (titleA === undefined || titleB === undefined) return null
      const x = productOf(tools, titleA, a.get('brand') ?? '')
      const y = productOf(tools, titleB, b.get('brand') ?? '')
      const sizeA = a.get(sizeField)
      const sizeB = b.get(sizeField)
      const quantitiesA =
        sizeA === undefined ? x.quantities : [...x.quantities, ...productOf(tools, sizeA, '').quantities]
      const quantitiesB =
        sizeB === undefined ? y.quantities : [...y.quantities, ...productOf(tools, sizeB, '').quantities]
      const { spec, agreed } = agreement(quantitiesA, quantitiesB)
      const coloursA = a.has(colourField)
        ? [...x.colours, ...productOf(tools, a.get(colourField)!, '').colours]
        : x.colours
      const coloursB = b.has(colourField)
        ? [...y.colours, ...productOf(tools, b.get(colourField)!, '').colours]
        : y.colours
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
