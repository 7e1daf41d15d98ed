// A product title taken apart: codes (model and part numbers), quantities in base units, colours, series numbers, words.

import type { Name } from './name-measures.ts'
import { type Quantity, readCodes, readQuantities } from './product-parts.ts'
import { cardinalOf, isQuantity, ordinalOf, ProductTokens } from './product-tokens.ts'
import type { Tools } from './tools.ts'
import { hasDigit, tokensOf, type Word } from './words.ts'

export interface Product {
  /** Without codes, quantities and colours; as a name, made when it is first compared as one. */
  readonly words: readonly Word[]
  name: Name | null
  /** Letters with digits, or long numbers: model and part numbers, four characters or more, without separators. */
  readonly codes: readonly string[]
  readonly quantities: readonly Quantity[]
  readonly colours: readonly string[]
  /** Short letter-digit tokens and bare numbers: generations, series, editions. */
  readonly series: readonly string[]
  /** Words that tell editions of one line apart: pro, upgrade, academic, mini. */
  readonly editions: readonly string[]
  /** Words that tell the models of one line apart: plus, mini, lite. */
  readonly variants: readonly string[]
  /** Which generation it is of: mark 2, third generation, IV. */
  readonly generations: readonly number[]
  /** Words that name an accessory, and whether it is said what something is made for. */
  readonly accessories: readonly string[]
  readonly purpose: boolean
  /** Codes of what an accessory is made for, which are among its codes: "toner for ...". */
  readonly hosts: readonly string[]
  /** It comes by itself; it comes with more. */
  readonly alone: boolean
  readonly more: boolean
}

/** Reads a title (and a brand, whose words are added when the title lacks them). */
export type ProductReader = (title: string, brand: string) => Product

interface Reading {
  readonly brand: string
  readonly product: Product
  /** The same title beside another brand. */
  readonly next: Reading | null
}

const unread = () => ({ first: null })

const readers = new WeakMap<Tools, ProductReader>()

/** The reader of a pack's titles, one for all its comparators: it remembers what it took apart. */
export function productReader(tools: Tools): ProductReader {
  let reader = readers.get(tools)
  if (reader === undefined) {
    reader = createReader(tools)
    readers.set(tools, reader)
  }
  return reader
}

/** The product that a record's title field (and its brand) names; null for a record without one. */
export function titledProduct(tools: Tools, field: string): (record: ReadonlyMap<string, string>) => Product | null {
  const productOf = productReader(tools)
  return (record) => {
    const title = record.get(field)
    return title === undefined ? null : productOf(title, record.get('brand') ?? '')
  }
}

function createReader(tools: Tools): ProductReader {
  const tokens = new ProductTokens(tools)
  const known = tools.remember<{ first: Reading | null }>()
  // Several comparators ask for the same two titles in a row.
  let [titleA, brandA, productA] = ['', '', takeApart(tokens, '', '')]
  let [titleB, brandB, productB] = [titleA, brandA, productA]
  return (title, brand) => {
    if (title === titleA && brand === brandA) return productA
    if (title === titleB && brand === brandB) return productB
    const readings = known.get(title, unread)
    let found = readings.first
    let others = 0
    for (; found !== null && found.brand !== brand; found = found.next) others++
    const product = found?.product ?? takeApart(tokens, title, brand)
    if (found === null && others < 16) readings.first = { brand, product, next: readings.first }
    titleB = titleA
    brandB = brandA
    productB = productA
    titleA = title
    brandA = brand
    productA = product
    return product
  }
}

/** "S9+": a plus hung onto a model, not one between two things. */
const HUNG_PLUS = /[a-z0-9]\+(?![a-z0-9+])/
const READ = 400
const NONE: readonly never[] = []

/** A list as it is remembered: the many empty ones are one. */
function kept<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list
}

function takeApart(tokens: ProductTokens, whole: string, brand: string): Product {
  const title = whole.length > READ ? whole.slice(0, READ) : whole
  const lower = title.toLowerCase()
  const text = lower.includes('\\"') ? lower.replaceAll('\\"', '"') : lower
  const spoken: string[] = []
  const quantities: Quantity[] = []
  const codes: string[] = []
  const parts: string[] = []
  const places: number[] = []
  if (hasDigit(text)) {
    readQuantities(text, tokens.units, quantities, spoken)
    readCodes(text, tokens.units, spoken, { codes, places, parts })
  }
  const editions: string[] = []
  const variants: string[] = []
  const accessories: string[] = []
  const words: Word[] = []
  const series: string[] = []
  const colours: string[] = []
  const generations: number[] = []
  let purpose = ''
  let alone = false
  let more = text.includes(' + ')
  const taken: string[] = []
  let hung = false
  const read = tokensOf(title)
  if (brand !== '') for (const token of tokensOf(brand)) if (!read.includes(token)) read.unshift(token)
  for (let i = 0; i < read.length; i++) {
    const token = read[i]!
    if (taken.includes(token)) continue
    taken.push(token)
    if (hasDigit(token)) {
      const generation = tokens.generationIn(token)
      if (generation > 0) {
        if (!generations.includes(generation)) generations.push(generation)
        continue
      }
      if (spoken.includes(token) || isQuantity(token, tokens.units) || tokens.techniques.has(token)) continue
      hung = true
      if (codes.includes(token)) continue
      if (token.length <= 5) series.push(token)
      else if (!parts.includes(token)) codes.push(token)
      continue
    }
    const word = tokens.word(token)
    if (word.generation > 0 || word.generational) {
      const said = word.generation > 0 ? { generation: word.generation, from: i } : announced(read, i, spoken)
      if (said !== null) {
        if (!generations.includes(said.generation)) generations.push(said.generation)
        // Its number is no series.
        if (said.from < i && series.at(-1) === read[said.from]) series.pop()
        i = Math.max(i, said.from)
        continue
      }
    }
    if (word.colour !== null) {
      if (!colours.includes(word.colour)) colours.push(word.colour)
      continue
    }
    if (word.isUnit) continue
    if (word.model) {
      series.push(token)
      hung = true
      continue
    }
    // "s7 edge", "xs max": hung onto a model; elsewhere most such words only praise.
    if (word.variant && hung) variants.push(token)
    else {
      // The "ultra" of "ultra hd" is no word of a line.
      if (word.praised && variants.length > 0 && variants.at(-1) === read[i - 1]) variants.pop()
      hung = false
    }
    if (word.edition) editions.push(token)
    if (word.accessory) accessories.push(token)
    if (word.purpose && purpose === '') purpose = token
    if (word.alone) alone = true
    if (word.more) more = true
    words.push(word.word)
  }
  if (text.includes('+') && !variants.includes('plus') && HUNG_PLUS.test(text)) variants.push('plus')
  let hosts: readonly string[] = NONE
  if (purpose !== '' && accessories.length > 0 && places.length > 0) {
    const behind = text.indexOf(`${purpose} `)
    hosts = codes.filter((_, n) => places[n]! > behind)
  }
  return {
    words,
    name: null,
    codes: kept(codes),
    quantities: kept(quantities),
    colours: kept(colours),
    series: kept(series),
    editions: kept(editions),
    variants: kept(variants),
    accessories: kept(accessories),
    purpose: purpose !== '',
    hosts,
    alone,
    more,
    generations: kept(generations),
  }
}

/** The generation of "3rd generation", "mark 3" and "3. Generation" at its announcing word, and where its number stands. */
function announced(
  read: readonly string[],
  at: number,
  spoken: readonly string[],
): { readonly generation: number; readonly from: number } | null {
  const [before, behind] = [read[at - 1] ?? '', read[at + 1] ?? '']
  for (const [generation, from] of [
    [ordinalOf(before), at - 1],
    [spoken.includes(behind) ? 0 : cardinalOf(behind), at + 1],
    [spoken.includes(before) || !hasDigit(before) ? 0 : cardinalOf(before), at - 1],
  ] as const)
    if (generation > 0) return { generation, from }
  return null
}
