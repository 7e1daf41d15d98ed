// A product title taken apart: codes (model and part numbers), quantities in base units, colours, series numbers, words.

import type { Name } from '../entity-names/name-measures.ts'
import type { Tools } from '../tools.ts'
import { hasDigit, tokensOf, type Word } from '../words/value-words.ts'
import { cardinalOf, isQuantity, ordinalOf, ProductTokens } from './product-tokens.ts'
import { isStrongCode, type Quantity, readCodes, readQuantities } from './quantities-and-codes.ts'

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
  /** Words that tell one product of a kind from the next: editions, line words, flavours and other varieties. */
  readonly telling: readonly string[]
  /** Words that do so only against another one: "original", "tablets". */
  readonly forms: readonly string[]
  /** It was used before: refurbished, recertified. */
  readonly used: boolean
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
  /** Techniques it names: "5g", "ddr4". */
  readonly techniques: readonly string[]
  /** Words of what is sold with it: those behind " + " or "incl.". */
  readonly besides: readonly string[]
}

export interface ProductReader {
  /** Reads a title (and a brand, whose words are added when the title lacks them). */
  titled(title: string, brand: string): Product
  /** Reads another field of a product as a title is read: its size, its colour. */
  part(value: string): Product
}

/** The fields of a record. */
type Attributes = ReadonlyMap<string, string>

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

/** Another name of a product where a record has no title. */
const MODEL = 'model'

/** The product that a record's title field (and its brand) names, or else its model; null for a record without either. */
export function titledProduct(tools: Tools, field: string): (record: Attributes) => Product | null {
  const reader = productReader(tools)
  return (record) => {
    const title = record.get(field) ?? record.get(MODEL)
    return title === undefined ? null : reader.titled(title, record.get('brand') ?? '')
  }
}

/**
 * Do two records carry one model or part number of so many characters, in their titles (where one may extend the other) or in the
 * field of the model? What else they say is then a shop's wording.
 */
export function sharesCode(a: Attributes, b: Attributes, p: Product, q: Product, least: number): boolean {
  const [modelA, modelB] = [modelOf(a, least), modelOf(b, least)]
  if (modelA !== '' && (modelA === modelB || q.codes.includes(modelA))) return true
  if (modelB !== '' && p.codes.includes(modelB)) return true
  for (const code of p.codes) {
    if (code.length < least || !isStrongCode(code)) continue
    for (const other of q.codes)
      if (other.length >= least && (other.startsWith(code) || code.startsWith(other))) return true
  }
  return false
}

/** A model number without its joints; empty where a record has none of so many characters. */
function modelOf(record: Attributes, least: number): string {
  const model = record.get(MODEL)
  if (model === undefined || model.length < least || model.length > MODEL_LENGTH || !hasDigit(model)) return ''
  const code = model.toLowerCase().replace(/[^a-z0-9]/g, '')
  return code.length < least ? '' : code
}
const MODEL_LENGTH = 40

function createReader(tools: Tools): ProductReader {
  const tokens = new ProductTokens(tools)
  const known = tools.remember<{ first: Reading | null }>()
  const read = (title: string, brand: string): Product => {
    const readings = known.get(title, unread)
    let found = readings.first
    let others = 0
    for (; found !== null && found.brand !== brand; found = found.next) others++
    const product = found?.product ?? takeApart(tokens, title, brand)
    if (found === null && others < 16) readings.first = { brand, product, next: readings.first }
    return product
  }
  // Several comparators ask for the same two titles in a row.
  let [titleA, brandA, productA] = ['', '', takeApart(tokens, '', '')]
  let [titleB, brandB, productB] = [titleA, brandA, productA]
  const titled = (title: string, brand: string): Product => {
    if (title === titleA && brand === brandA) return productA
    if (title === titleB && brand === brandB) return productB
    const product = read(title, brand)
    titleB = titleA
    brandB = brandA
    productB = productA
    titleA = title
    brandA = brand
    productA = product
    return product
  }
  return { titled, part: (value) => read(value, '') }
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
    readQuantities(text, tokens, quantities, spoken)
    readCodes(text, tokens.units, spoken, { codes, places, parts })
  }
  const editions: string[] = []
  const variants: string[] = []
  const telling: string[] = []
  const forms: string[] = []
  const accessories: string[] = []
  const words: Word[] = []
  const series: string[] = []
  const colours: string[] = []
  const generations: number[] = []
  const techniques: string[] = []
  let purpose = ''
  let used = false
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
      if (spoken.includes(token) || isQuantity(token, tokens.units) || tokens.techniques.has(token)) {
        if (tokens.techniques.has(token)) techniques.push(token)
        continue
      }
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
    // "Series X": a letter that is a unit only behind a number.
    if (word.isUnit && !(word.form && (token.length > 1 || !hasDigit(read[i - 1] ?? '0')))) continue
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
    if (word.form) forms.push(token)
    else if (token.length > 1 && (word.edition || word.variant || word.variety)) telling.push(token)
    if (word.accessory) accessories.push(token)
    if (word.purpose && purpose === '') purpose = token
    if (word.used) used = true
    if (word.alone) alone = true
    if (word.more) more = true
    words.push(word.word)
  }
  if (tokens.hangsPlus && text.includes('+') && !variants.includes('plus') && HUNG_PLUS.test(text))
    variants.push('plus')
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
    telling: kept(telling),
    forms: kept(forms),
    used,
    accessories: kept(accessories),
    purpose: purpose !== '',
    hosts,
    alone,
    more,
    techniques: kept(techniques),
    besides: kept(besidesIn(lower, tokens.joining)),
    generations: kept(generations),
  }
}

/** A blank with a plus between, behind which stands what comes with a thing. */
const PLUS = ' + '

/** The words behind the first " + ", or behind the first word that says the same. */
function besidesIn(text: string, joining: ReadonlySet<string>): readonly string[] {
  const plus = text.indexOf(PLUS)
  if (plus > 0) return tokensOf(text.slice(plus))
  if (joining.size === 0) return NONE
  const read = tokensOf(text)
  const at = read.findIndex((token) => joining.has(token))
  return at > 0 ? read.slice(at) : NONE
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
