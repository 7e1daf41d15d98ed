// Distinguishes the members of one product line: generation, line words, and whether a product is sold alone or in a set.
import { isNamed, namingFields, type Product, sharesCode, titledProduct } from '../products/parsed-title.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { NOTHING } from '../words/measures.ts'
import { type Agreement, type Comparator, ofFields } from './comparator.ts'
import { graded } from './statement.ts'

/** Least characters of a shared code that makes two titles one product. */
const CODE = 4

/** Silence of one side about its generation or line: the plain model, or the same left unsaid. */
const UNSAID = 0.4

export const productVariant: Comparator = {
  summary: 'Generations, words of a product line, and sets against single things.',
  evidence: 'refuting',
  measures: ['generation', 'variant', 'bundle'],
  bind(rule, tools) {
    const titled = titledProduct(tools, rule.field)
    const compare = (a: Fields, b: Fields): Agreement | null => {
      const x = titled(a)
      const y = titled(b)
      if (x === null || y === null) return null
      const generation = generationsAgree(x.generations, y.generations)
      const variant = variantsAgree(x.variants, y.variants)
      const bundle = bundlesAgree(x, y)
      if (Number.isNaN(generation) && Number.isNaN(variant) && Number.isNaN(bundle)) return null
      // Without a part number that identifies them, the plain model and its Mark II are two products or a question.
      const conflict = (generation < 1 || variant < 1) && !sharesCode(a, b, x, y, CODE)
      return { measures: [generation, variant, bundle], bits: 0, conflict }
    }
    return ofFields(namingFields(rule.field), compare, isNamed(rule.field))
  },
  says: ({ measure }) => [
    ...graded(
      measure('generation'),
      [
        [1, 'same'],
        [UNSAID, 'differ', 'only one side says of which generation it is'],
        [0, 'differ'],
      ],
      { one: 'generation', many: 'generations' },
    ),
    ...graded(1 - measure('variant'), [[0.3, 'differ']], { one: 'product line', many: 'product lines' }),
    ...(measure('bundle') === 0 ? graded(0, [[0, 'differ', 'one side comes alone and the other with more']]) : []),
  ],
}

function generationsAgree(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 && b.length === 0) return NOTHING
  if (a.length > 0 && b.length > 0) return a.some((generation) => b.includes(generation)) ? 1 : 0
  // The first generation is seldom called so.
  const said = a.length > 0 ? a : b
  return said.includes(1) ? NOTHING : UNSAID
}

/** 1: the same words; 0: each side has one that the other lacks; between: one side has more. */
function variantsAgree(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return NOTHING
  let shared = 0
  for (const word of a) if (b.includes(word)) shared++
  const [restA, restB] = [a.length - shared, b.length - shared]
  if (restA + restB === 0) return 1
  if (restA > 0 && restB > 0) return shared === 0 ? 0 : 0.15
  return shared === 0 ? UNSAID : 0.6
}

/** 0: one is sold alone, the other in a set; 1: both alone. "Kit" or "body" on one side alone is not compared. */
function bundlesAgree(a: Product, b: Product): number {
  if (a.alone && b.alone) return 1
  if (!a.alone && !b.alone) return NOTHING
  const [lone, other] = a.alone ? [a, b] : [b, a]
  return other.more && !lone.more ? 0 : NOTHING
}
