// Product titles: what is shared and what is left over, by information, codes and quantities aside.
import { measureNames, NAME_MEASURES, type Name, nameOf } from '../entity-names/name-measures.ts'
import { isNamed, namingFields, type Product, sharesCode, titledProduct } from '../products/parsed-title.ts'
import { isStrongCode } from '../products/quantities-and-codes.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { NOTHING } from '../words/measures.ts'
import { sharesMeaning } from '../words/word-similarity.ts'
import type { Agreement, Comparator } from './comparator.ts'
import { graded, stated } from './statement.ts'

const MEASURES: readonly string[] = NAME_MEASURES.filter(
  (measure) => measure !== 'number' && measure !== 'acronym' && measure !== 'lead',
)
const KEPT = NAME_MEASURES.map((measure, index) => (MEASURES.includes(measure) ? index : -1)).filter(
  (index) => index >= 0,
)
const OPTIONS = { initials: false, prefixes: true }

export const productTitle: Comparator = {
  summary: 'Words of product titles without codes, quantities and colours: shared, left over, rarest.',
  evidence: 'distinctive',
  measures: [...MEASURES, 'plain', 'plain_subset', 'edition', 'accessory', 'told'],
  bind(rule, tools) {
    const titled = titledProduct(tools, rule.field)
    const rest = tools.pack.gate.rest
    const parting = tools.pack.settings['colours_part'] === true
    const vague = new Set(tools.pack.gate.vague)
    const sized = tools.pack.settings['sizes_part'] === true
    const held = String(tools.pack.settings['held_amounts'] ?? '')
    const isBare = (record: Fields) => sized && [...record.keys()].every((field) => vague.has(field))
    const compare = (a: Fields, b: Fields, bare: boolean): Agreement | null => {
      // A brand in the title on one side and in its field on the other is not a difference between the titles.
      const p = titled(a)
      const q = titled(b)
      // Two bare model names have no wording to compare.
      if (p === null || q === null || !(a.has(rule.field) || b.has(rule.field))) return null
      const x = nameIn(p)
      const y = nameIn(q)
      if (x.words.length === 0 || y.words.length === 0) return null
      const { measures, bits } = measureNames(x, y, OPTIONS, rest)
      // If neither title has a code, only its words identify the product, and they weigh more.
      const plain = !p.codes.some(isStrongCode) && !q.codes.some(isStrongCode)
      const edition = overlapOf(p.editions, q.editions)
      const between = toldApart(p, q, parting, bare)
      const told = Number.isNaN(between) || sharesCode(a, b, p, q, CODE) ? NOTHING : between
      const accessory = accessoriesAgree(p, q, held)
      const areNames = isShort(x) && isShort(y)
      return {
        measures: [
          ...KEPT.map((index) => measures[index]!),
          plain ? measures[TFTOKEN]! : NOTHING,
          plain ? measures[SUBSET]! : NOTHING,
          edition,
          accessory,
          told,
        ],
        bits: Math.min(bits, mostBits(p), mostBits(q)),
        // Nothing but a word that tells products apart stands between the two titles, and no part number says otherwise.
        conflict:
          told < 1 ||
          (areNames && p.used !== q.used) ||
          ((accessory === 0 || (areNames && edition === 0)) && !sharesCode(a, b, p, q, CODE)),
      }
    }
    const says = isNamed(rule.field)
    return {
      reads: namingFields(rule.field),
      prepare: (record: Fields) => (says(record) ? record : null),
      compare: (a: Fields, b: Fields, relation) => compare(a, b, relation === BARE),
      aside: { prepare: isBare, relate: (x: boolean, y: boolean) => (x && y ? BARE : 0) },
    }
  },
  says({ measure, conflict }) {
    if (conflict && measure('accessory') === 0 && !(measure('told') < 1))
      return [stated('differ', 'one of the two is made for the other')]
    if (conflict && !(measure('told') < 1) && !(measure('edition') === 0))
      return [stated('differ', 'one of the two was used before')]
    if (conflict && measure('told') < 1)
      return [stated('differ', 'the {many} differ in nothing but words that tell products of one kind apart')]
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
    return statements
  },
}

/** Two records that say nothing but what many share. */
const BARE = 1

/** Most bits of a title without a distinctive name: too few for the gate. */
const ON_EVERY_SHELF = 8

const mostBits = (product: Product): number => (isNameless(product) ? ON_EVERY_SHELF : Number.POSITIVE_INFINITY)

/** Does the title say no more than a kind of goods and its properties ("Tomatoes 500 g")? */
function isNameless({ words, telling, forms, codes, series }: Product): boolean {
  if (codes.length + series.length > 0) return false
  for (const { text, meanings } of words)
    if (meanings.length === 0 && !telling.includes(text) && !forms.includes(text)) return false
  return true
}

/** Most words of a title that names a product; a longer one describes it, in words of its shop. */
const NAMING = 8

function isShort({ words }: Name): boolean {
  return words.length <= NAMING
}

/** Least characters of a shared code that makes two titles one product. */
const CODE = 4
/** One title alone has a word that tells products apart: the plain product, or the same left unsaid. */
const UNSAID = 0.4
/** That word is hung onto the model, or a generation: the plain model is seldom meant by it. */
const HUNG = 0.2

/**
 * Two titles that are the same but for words and numbers that tell products of a kind apart: 0 where each has its own ("Salted" and
 * "Unsalted", 2015 and 2016), HUNG or UNSAID where one has more; NaN where nothing but that, or more than that, stands between them.
 */
function toldApart(a: Product, b: Product, parting: boolean, bare: boolean): number {
  const ours = extraIn(a, b)
  if (ours === null) return NOTHING
  const theirs = extraIn(b, a)
  if (theirs === null) return NOTHING
  const [colours, others] = [a.colours, b.colours]
  if (parting && colours.length > 0 && others.length > 0 && !colours.some((name) => others.includes(name))) return 0
  if (ours.any > 0 && theirs.any > 0) return 0
  if (areOfTwoTechniques(a.techniques, b.techniques)) return 0
  // A product, and the product with another one added.
  if (ours.besides + theirs.besides > 0 && (a.besides.length === 0) !== (b.besides.length === 0)) return UNSAID
  // "Milk Powder 400g" and "Milk Powder": any of its sizes, or this one; where a record says more, that may settle it.
  if (bare && ours.any + theirs.any === 0 && (a.quantities.length === 0) !== (b.quantities.length === 0)) return UNSAID
  if (isHung(a, b) || isHung(b, a)) return HUNG
  return ours.telling + theirs.telling > 0 ? UNSAID : NOTHING
}

/** Does each name a technique of one family that the other lacks ("4G", "5G"; "DDR4", "DDR5")? */
function areOfTwoTechniques(a: readonly string[], b: readonly string[]): boolean {
  const familyOf = (technique: string) => technique.replace(/\d/g, '')
  return a.some((one) => !b.includes(one) && b.some((other) => !a.includes(other) && familyOf(one) === familyOf(other)))
}

/** Does one title name a generation or a word of the line after its model where the other has none? */
function isHung(a: Product, b: Product): boolean {
  const generation = b.generations.length === 0 && a.generations.some((number) => number > 1)
  return generation || a.variants.some((word) => !b.variants.includes(word) && !b.telling.includes(word))
}

/** The surplus of one title: words and numbers of any weight, words that discriminate alone, what is sold with it; null where some of it does not discriminate. */
function extraIn(a: Product, b: Product): { any: number; telling: number; besides: number } | null {
  let any = 0
  let besides = 0
  let telling = 0
  for (const word of a.words) {
    const { text } = word
    if (b.words.some((other) => isSame(other.text, text) || sharesMeaning(word, other))) continue
    if (a.besides.includes(text)) {
      besides++
      continue
    }
    // "V11 Absolute" and "V11 Absolute Filter": the thing, or what belongs to it.
    if (a.telling.includes(text) || (a.accessories.includes(text) && b.accessories.length === 0)) telling++
    else if (!a.forms.includes(text)) return null
    any++
  }
  for (const number of a.series)
    if (!b.series.includes(number)) {
      if (a.besides.includes(number)) besides++
      else any++
    }
  return { any, telling, besides }
}

/** "pro" and "professional", "tablet" and "tablets". */
function isSame(a: string, b: string): boolean {
  return a === b || (a.length >= 3 && b.length >= 3 && (a.startsWith(b) || b.startsWith(a)))
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

/** Does one title name an accessory that comes with nothing, and the other how much the thing itself holds ("iPhone 13 case", "iPhone 13 256GB")? */
function isAccessoryTo(many: Product, few: Product, held: string): boolean {
  const tells = ({ quantities }: Product) => quantities.some(({ dimension }) => dimension === held)
  return held !== '' && many.besides.length === 0 && !many.more && !tells(many) && tells(few)
}

/**
 * 0: a thing and what is made for it; more: two accessories of different kinds. One kind on both sides says no more than the
 * words that name it, and an accessory on one side may come with the thing itself.
 */
function accessoriesAgree(a: Product, b: Product, held: string): number {
  const [few, many] = a.accessories.length <= b.accessories.length ? [a, b] : [b, a]
  if (many.accessories.length === 0) return NOTHING
  if (few.accessories.length === 0)
    return (many.purpose && !few.purpose) || isAccessoryTo(many, few, held) ? 0 : NOTHING
  if (few.accessories.some((word) => many.accessories.includes(word))) return NOTHING
  return a.purpose || b.purpose ? 0.15 : 0.3
}
