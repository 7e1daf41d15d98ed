// A product title taken apart: codes (model and part numbers), quantities in base units, colours, series numbers, words.

import type { Name } from '../entity-names/name-measures.ts'
import type { Fields, Tools } from '../tools/pack-tools.ts'
import { hasDigit, tokensOf, type Word } from '../words/value-words.ts'
import { cardinalOf, isQuantity, ordinalOf, ProductTokens, type ProductWord } from './product-tokens.ts'
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
  /** Its generation: mark 2, third generation, IV. */
  readonly generations: readonly number[]
  /** Words that name an accessory, and whether it is said what something is made for. */
  readonly accessories: readonly string[]
  readonly purpose: boolean
  /** Codes of what an accessory is made for, which are among its codes: "toner for ...". */
  readonly hosts: readonly string[]
  /** It is sold alone; it is sold in a set. */
  readonly alone: boolean
  readonly more: boolean
  /** Techniques it names: "5g", "ddr4". */
  readonly techniques: readonly string[]
  /** Words of what is sold with it: those after " + " or "incl.". */
  readonly besides: readonly string[]
}

export interface ProductReader {
  /** Reads a title (and a brand, whose words are added when the title lacks them). */
  titled(title: string, brand: string): Product
  /** Reads another field of a product as a title is read: its size, its colour. */
  part(value: string): Product
}

interface Reading {
  readonly brand: string
  readonly product: Product
  /** The same title with another brand. */
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

/** The fields that `titledProduct` and `sharesCode` read. */
export function namingFields(field: string): readonly string[] {
  return [field, MODEL, 'brand']
}

/** Is there a title or a model to go by? */
export function isNamed(field: string): (record: Fields) => boolean {
  return (record) => record.has(field) || record.has(MODEL)
}

/** The product that a record's title field (and its brand) names, or else its model; null for a record without either. */
export function titledProduct(tools: Tools, field: string): (record: Fields) => Product | null {
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
export function sharesCode(a: Fields, b: Fields, p: Product, q: Product, least: number): boolean {
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
function modelOf(record: Fields, least: number): string {
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
  const found = new Findings(tokens, text)
  const read = tokensOf(title)
  if (brand !== '') for (const token of tokensOf(brand)) if (!read.includes(token)) read.unshift(token)
  const taken: string[] = []
  for (let i = 0; i < read.length; i++) {
    const token = read[i]!
    const systems = tokens.endOfSystems(read, i)
    if (systems >= 0) {
      i = systems
      continue
    }
    if (taken.includes(token)) continue
    taken.push(token)
    if (hasDigit(token)) found.takeNumber(token)
    else i = found.takeWord(read, i)
  }
  return found.product(lower)
}

/** The state of reading a title. */
class Findings {
  readonly #tokens: ProductTokens
  readonly #text: string
  /** Signs and words of quantities and codes, which have no other meaning. */
  readonly #spoken: string[] = []
  readonly #quantities: Quantity[] = []
  readonly #codes: string[] = []
  /** Pieces of the codes, and where each code stands. */
  readonly #parts: string[] = []
  readonly #places: number[] = []
  readonly #editions: string[] = []
  readonly #variants: string[] = []
  readonly #telling: string[] = []
  readonly #forms: string[] = []
  readonly #accessories: string[] = []
  readonly #words: Word[] = []
  readonly #series: string[] = []
  readonly #colours: string[] = []
  readonly #generations: number[] = []
  readonly #techniques: string[] = []
  /** The first word that says what something is made for. */
  #purpose = ''
  #used = false
  #alone = false
  #more: boolean
  /** The word before is one that a model's variant may be hung onto. */
  #hung = false

  /** `text` is in small letters. */
  constructor(tokens: ProductTokens, text: string) {
    this.#tokens = tokens
    this.#text = text
    this.#more = text.includes(PLUS)
    if (!hasDigit(text)) return
    readQuantities(text, tokens, this.#quantities, this.#spoken)
    readCodes(text, tokens.units, this.#spoken, { codes: this.#codes, places: this.#places, parts: this.#parts })
  }

  /** Takes a token with a digit: a generation, a technique, a series or a code. */
  takeNumber(token: string): void {
    const { units, techniques } = this.#tokens
    const generation = this.#tokens.generationIn(token)
    if (generation > 0) {
      this.#takeGeneration(generation)
      return
    }
    if (techniques.has(token)) {
      this.#techniques.push(token)
      return
    }
    if (this.#spoken.includes(token) || isQuantity(token, units)) return
    this.#hung = true
    if (this.#codes.includes(token)) return
    if (token.length <= LONGEST_SERIES) this.#series.push(token)
    else if (!this.#parts.includes(token)) this.#codes.push(token)
  }

  /** Takes the word at place `at`; returns the place of the last token that it took, which a generation may follow. */
  takeWord(read: readonly string[], at: number): number {
    const token = read[at]!
    const word = this.#tokens.word(token)
    if (word.generation > 0 || word.generational) {
      const said = word.generation > 0 ? { generation: word.generation, from: at } : announced(read, at, this.#spoken)
      if (said !== null) {
        this.#takeGeneration(said.generation)
        // Its number is not a series.
        if (said.from < at && this.#series.at(-1) === read[said.from]) this.#series.pop()
        return Math.max(at, said.from)
      }
    }
    if (word.colour !== null) {
      if (!this.#colours.includes(word.colour)) this.#colours.push(word.colour)
      return at
    }
    // "Series X": a letter that is a unit only after a number.
    if (word.isUnit && !(word.form && (token.length > 1 || !hasDigit(read[at - 1] ?? '0')))) return at
    if (word.model) {
      this.#series.push(token)
      this.#hung = true
      return at
    }
    this.#takeVariant(token, word, read[at - 1])
    this.#note(token, word)
    return at
  }

  #takeGeneration(generation: number): void {
    if (!this.#generations.includes(generation)) this.#generations.push(generation)
  }

  /** "s7 edge", "xs max": hung onto a model; elsewhere most such words only praise. */
  #takeVariant(token: string, { variant, praised }: ProductWord, before: string | undefined): void {
    if (variant && this.#hung) {
      this.#variants.push(token)
      return
    }
    // The "ultra" of "ultra hd" is not a word of a line.
    if (praised && this.#variants.length > 0 && this.#variants.at(-1) === before) this.#variants.pop()
    this.#hung = false
  }

  /** Notes what a word says of the product, and the word. */
  #note(token: string, word: ProductWord): void {
    if (word.edition) this.#editions.push(token)
    if (word.form) this.#forms.push(token)
    else if (token.length > 1 && (word.edition || word.variant || word.variety)) this.#telling.push(token)
    if (word.accessory) this.#accessories.push(token)
    if (word.purpose && this.#purpose === '') this.#purpose = token
    if (word.used) this.#used = true
    if (word.alone) this.#alone = true
    if (word.more) this.#more = true
    this.#words.push(word.word)
  }

  /** Codes of what an accessory is made for. */
  #hosts(): readonly string[] {
    if (this.#purpose === '' || this.#accessories.length === 0 || this.#places.length === 0) return NONE
    const behind = this.#text.indexOf(`${this.#purpose} `)
    return this.#codes.filter((_, n) => this.#places[n]! > behind)
  }

  /** All of it; `title` is in small letters, with its marks as they stand. */
  product(title: string): Product {
    const { hangsPlus, joining } = this.#tokens
    if (hangsPlus && this.#text.includes('+') && !this.#variants.includes('plus') && HUNG_PLUS.test(this.#text))
      this.#variants.push('plus')
    return {
      words: this.#words,
      name: null,
      codes: kept(this.#codes),
      quantities: kept(this.#quantities),
      colours: kept(this.#colours),
      series: kept(this.#series),
      editions: kept(this.#editions),
      variants: kept(this.#variants),
      telling: kept(this.#telling),
      forms: kept(this.#forms),
      used: this.#used,
      accessories: kept(this.#accessories),
      purpose: this.#purpose !== '',
      hosts: this.#hosts(),
      alone: this.#alone,
      more: this.#more,
      techniques: kept(this.#techniques),
      besides: kept(besidesIn(title, joining)),
      generations: kept(this.#generations),
    }
  }
}

/** Characters of a series at most. */
const LONGEST_SERIES = 5
/** A blank with a plus between, which is followed by what is sold with a product. */
const PLUS = ' + '

/** The words after the first " + ", or after the first word with the same meaning. */
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
