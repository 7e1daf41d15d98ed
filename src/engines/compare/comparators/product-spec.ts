// Quantities and colours of products: capacity, size, weight, count in one base unit; a different size is another product.
import {
  isNamed,
  namingFields,
  type Product,
  productReader,
  sharesCode,
  titledProduct,
} from '../products/parsed-title.ts'
import type { Quantity } from '../products/quantities-and-codes.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { NOTHING } from '../words/measures.ts'
import { type Agreement, type Comparator, disputes, ofFields } from './comparator.ts'
import { graded, stated } from './statement.ts'

const NEAR = 0.025

/** Least characters of a code of an article, rather than of a model in all its colours. */
const PART_NUMBER = 7

/** As far as a terabyte of 1024 gigabytes is from one of 1000. */
function isNear(p: number, q: number): boolean {
  return Math.abs(p - q) <= NEAR * Math.max(p, q)
}

/** How many of the thing are sold together, as far as the title says: 24 of "24 x 330 ml" and "330 ml, 24 pack"; 1 where it says nothing. */
function packsOf(quantities: readonly Quantity[]): number {
  let most = 1
  for (const { packs } of quantities) if (packs > most) most = packs
  return most
}

/** Do two quantities say the same, one of them perhaps for each piece and the other for all? */
function agrees(p: Quantity, q: Quantity, packsP: number, packsQ: number): boolean {
  if (isNear(p.amount, q.amount)) return true
  return (
    (p.packs > 1 && q.packs === 1 && isNear(p.amount, q.amount * packsQ)) ||
    (q.packs > 1 && p.packs === 1 && isNear(q.amount, p.amount * packsP))
  )
}

/** How many quantities of a dimension the other side has, too, and how many it lacks. */
function held(quantities: readonly Quantity[], others: readonly Quantity[], dimension: string): [number, number] {
  const [packs, otherPacks] = [packsOf(quantities), packsOf(others)]
  let shared = 0
  let lacking = 0
  for (const quantity of quantities) {
    if (quantity.dimension !== dimension) continue
    let found = false
    for (const other of others)
      if (other.dimension === dimension && agrees(quantity, other, packs, otherPacks)) found = true
    if (found) shared++
    else lacking++
  }
  return [shared, lacking]
}

function isNoneOf(quantities: readonly Quantity[], dimension: string): boolean {
  return quantities.every((quantity) => quantity.dimension !== dimension || quantity.amount === 0)
}

/** Share of the dimensions stated by both sides that agree, and their number; half where only some amounts agree. */
function agreement(a: readonly Quantity[], b: readonly Quantity[]): { spec: number; agreed: number } {
  let agreed = 0
  let partly = 0
  let compared = 0
  for (let i = 0; i < a.length; i++) {
    const { dimension } = a[i]!
    if (a.findIndex((quantity) => quantity.dimension === dimension) !== i) continue
    if (!b.some((quantity) => quantity.dimension === dimension)) continue
    // Many products are without alcohol or without fat.
    if (isNoneOf(a, dimension) && isNoneOf(b, dimension)) continue
    compared++
    const [shared, lackingA] = held(a, b, dimension)
    const [, lackingB] = held(b, a, dimension)
    if (shared === 0) continue
    if (lackingA > 0 && lackingB > 0) partly++
    else agreed++
  }
  return { spec: compared === 0 ? NOTHING : (agreed + partly / 2) / compared, agreed: agreed + partly }
}

/** One side is sold in packs and the other says nothing of any number of pieces. */
const UNSAID = 0.4

/** UNSAID where one side alone says how many are sold together; NaN otherwise: numbers on both sides are quantities like others. */
function packsAgree(a: readonly Quantity[], b: readonly Quantity[]): number {
  const [p, q] = [packsOf(a), packsOf(b)]
  if (p > 1 === q > 1) return NOTHING
  const single = p > 1 ? b : a
  const many = p > 1 ? a : b
  const counted = many.find(({ packs }) => packs > 1)!
  return single.some(({ dimension }) => dimension === counted.dimension) ? NOTHING : UNSAID
}

/** 1 if the colours share one, 0 if both have other ones; NaN if one has none. */
function coloursAgree(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return NOTHING
  return a.some((name) => b.includes(name)) ? 1 : 0
}

export const productSpec: Comparator = {
  summary: 'Quantities with units converted, and colours: agree, contradict, or say nothing.',
  evidence: 'refuting',
  measures: ['spec', 'spec_count', 'colour', 'pack'],
  bind(rule, tools) {
    const reader = productReader(tools)
    const titled = titledProduct(tools, rule.field)
    const sizeField = rule.with[0] ?? 'size'
    const colourField = rule.with[1] ?? 'color'
    const parting = tools.pack.settings['colours_part'] === true
    const quantitiesOf = ({ quantities }: Product, record: Fields) => {
      const size = record.get(sizeField)
      return size === undefined ? quantities : [...quantities, ...reader.part(size).quantities]
    }
    const coloursOf = ({ colours }: Product, record: Fields) => {
      const colour = record.get(colourField)
      return colour === undefined ? colours : [...colours, ...reader.part(colour).colours]
    }
    const compare = (a: Fields, b: Fields): Agreement | null => {
      const x = titled(a)
      const y = titled(b)
      if (x === null || y === null) return null
      const quantitiesA = quantitiesOf(x, a)
      const quantitiesB = quantitiesOf(y, b)
      const { spec, agreed } = agreement(quantitiesA, quantitiesB)
      const colour = coloursAgree(coloursOf(x, a), coloursOf(y, b))
      const pack = packsAgree(quantitiesA, quantitiesB)
      if (Number.isNaN(spec) && Number.isNaN(colour) && Number.isNaN(pack)) return null
      return {
        measures: [spec, agreed > 0 ? Math.min(1, agreed / 4) : NOTHING, colour, pack],
        bits: agreed > 0 ? 3 : 0,
        // A part number names an article in one colour; a title without one often the model in all of them.
        conflict:
          (colour === 0 && (parting || sharesCode(a, b, x, y, PART_NUMBER))) ||
          (pack < 1 && !sharesCode(a, b, x, y, PART_NUMBER)),
        // How many quantities agree says how much is known, not how well it agrees.
        effects: disputes(spec < 1 || colour < 1 || pack < 1),
      }
    }
    return ofFields([...namingFields(rule.field), sizeField, colourField], compare, isNamed(rule.field))
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
    ...(measure('pack') === UNSAID ? [stated('differ', 'one side alone says that several are sold together')] : []),
  ],
}
