// The rest of two product titles without their makers' names and the words that any offer of the kind may have: shops name the
// maker, the platform and the box or leave them out, so what a title has more of those says nothing.
import { isNamed as isTitled, namingFields, type Product, titledProduct } from '../products/parsed-title.ts'
import { isStrongCode } from '../products/quantities-and-codes.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { type AlignOptions, align } from '../words/align.ts'
import { unit } from '../words/measures.ts'
import { tokensOf, type Word } from '../words/value-words.ts'
import { type Agreement, type Comparator, Effect, ofFields } from './comparator.ts'
import { graded } from './statement.ts'

const OPTIONS: AlignOptions = { initials: false, prefixes: true }

/** Bits that the rarest word left over on a side counts for at most. */
const RARE = 20
/** Most characters of a code that is the name of a model, which shops give in full; longer ones are a maker's numbers. */
const SHORT = 6

/** Least bits of a word that names something. */
const NAMING = 9.5

/** Do so many words name something? */
function isNamed(words: readonly Word[], least: number): boolean {
  let naming = 0
  for (const { bits } of words) if (bits > NAMING) naming++
  return naming >= least
}

export const productCore: Comparator = {
  summary: 'Words of product titles without the maker of either side and words of the offer: shared and left over.',
  evidence: 'supporting',
  measures: ['core', 'core_subset', 'core_rival', 'core_extra'],
  bind(rule, tools) {
    const titled = titledProduct(tools, rule.field)
    const brandField = rule.with[0] ?? 'brand'
    const offered = tools.list('offered')
    const makers = tools.remember<readonly string[]>()
    const makersOf = (record: Fields) => makers.get(record.get(brandField) ?? '', tokensOf)
    const known = new WeakMap<Product, readonly Word[]>()
    /** The words of a title, the numbers of its series and its short codes: "d5" and "d7200" are models of one line. */
    const wordsOf = (product: Product): readonly Word[] => {
      const { words, series, codes } = product
      if (series.length + codes.length === 0) return words
      let all = known.get(product)
      if (all === undefined) {
        const models = [...series, ...codes.filter((code) => code.length <= SHORT && isStrongCode(code))]
        all = [...words, ...models.map((text) => tools.vocabulary.word(text))]
        known.set(product, all)
      }
      return all
    }
    const compare = (a: Fields, b: Fields): Agreement | null => {
      const [p, q] = [titled(a), titled(b)]
      if (p === null || q === null) return null
      // Between two part numbers the words around them say little. Beside one, "Samsung 32 LED TV" is any of its maker's.
      const coded = (p.codes.some(isStrongCode) ? 1 : 0) + (q.codes.some(isStrongCode) ? 1 : 0)
      if (coded === 2) return null
      const named = [...makersOf(a), ...makersOf(b)]
      const own = ({ text }: Word) => !offered.has(text) && !named.includes(text)
      const x = wordsOf(p).filter(own)
      const y = wordsOf(q).filter(own)
      if (!isNamed(x, 1 + coded) || !isNamed(y, 1 + coded)) return null
      const { shared, restA, restB, rarestRestA, rarestRestB } = align(x, y, OPTIONS)
      return {
        measures: [
          shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB),
          shared === 0 ? 0 : shared / (shared + Math.min(restA, restB)),
          1 - unit(Math.min(rarestRestA, rarestRestB) / RARE),
          1 - unit(Math.max(rarestRestA, rarestRestB) / RARE),
        ],
        bits: 0,
        conflict: false,
        effects: Effect.undisputed,
      }
    }
    return ofFields([...namingFields(rule.field), brandField], compare, isTitled(rule.field))
  },
  // The titles are spoken of by the comparator of titles.
  says: () => graded(Number.NaN, []),
}
