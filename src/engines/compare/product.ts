// A product title taken apart: codes (model and part numbers), quantities in base units, colours, series numbers, words.

import { isDigitUnit } from '../../text/unit-classes.ts'
import type { Name } from './name-measures.ts'
import { cardinalOf, isQuantity, ordinalOf, ProductTokens, type Unit } from './product-tokens.ts'
import type { Tools } from './tools.ts'
import { hasDigit, tokensOf, type Word } from './words.ts'

export interface Quantity {
  readonly dimension: string
  readonly amount: number
}

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

function createReader(tools: Tools): ProductReader {
  const tokens = new ProductTokens(tools)
  const known = tools.remember<{ first: Reading | null }>()
  // Several comparators ask for the same two titles in a row.
  let [titleA, brandA, productA] = ['', '', takeApart(tokens, '', '')]
  let [titleB, brandB, productB] = [titleA, brandA, productA]
  return (title, brand) => {
    if (title === titleA && brand === brandA) return productA
    if (title === titleB && brand === brandB) return productB
    const readings = known.get(title, () => ({ first: null }))
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

// A number with an optional unit stuck to it or after a blank, possibly "4 x 250 g"; decimals with point or comma.
const QUANTITY =
  /(?:(\d{1,3})\s{0,1}[x×*]\s{0,1})?(\d{1,6}(?:[.,]\d{1,4})?)\s{0,1}[-]?\s{0,1}("|''|”|″|'|%|[a-z]{1,10})(?![a-z0-9])/g
/** "S9+": a plus hung onto a model, not one between two things. */
const HUNG_PLUS = /[a-z0-9]\+(?![a-z0-9+])/
const READ = 400
const NONE: readonly string[] = []

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
  let hosts = NONE
  if (purpose !== '' && accessories.length > 0 && places.length > 0) {
    const behind = text.indexOf(`${purpose} `)
    hosts = codes.filter((_, n) => places[n]! > behind)
  }
  return {
    words,
    name: null,
    codes,
    quantities,
    colours,
    series,
    editions,
    variants,
    accessories,
    purpose: purpose !== '',
    hosts,
    alone,
    more,
    generations,
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

function readQuantities(
  text: string,
  units: ReadonlyMap<string, Unit>,
  quantities: Quantity[],
  spoken: string[],
): void {
  QUANTITY.lastIndex = 0
  for (let match = QUANTITY.exec(text); match !== null; match = QUANTITY.exec(text)) {
    const unit = units.get(match[3]!)
    if (unit === undefined) continue
    // A number inside a code is no quantity.
    if (match[1] === undefined && match.index > 0 && isPlainUnit(text.charCodeAt(match.index - 1))) continue
    const amount =
      Number(match[2]!.replace(',', '.')) *
      unit.factor *
      (match[1] === undefined || unit.dimension === 'inch' ? 1 : Number(match[1]))
    if (amount > 0) quantities.push({ dimension: unit.dimension, amount })
    spoken.push(match[2]!, match[2]! + match[3]!)
  }
}

/** A small letter or a digit of ASCII. */
function isPlainUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || isDigitUnit(unit)
}

/** "-", ".", "/" and "_" hold the pieces of a code together. */
function isJoint(unit: number): boolean {
  return (unit >= 0x2d && unit <= 0x2f) || unit === 0x5f
}

const JOINTS = /[-/._]/

/** Codes of a text, without their joints, where each begins, and the pieces they were written in. */
function readCodes(
  text: string,
  units: ReadonlyMap<string, Unit>,
  spoken: readonly string[],
  { codes, places, parts }: { codes: string[]; places: number[]; parts: string[] },
): void {
  for (let from = 0; from < text.length; from++) {
    let to = from
    let digits = false
    let joined = false
    for (; to < text.length; to++) {
      const unit = text.charCodeAt(to)
      if (isDigitUnit(unit)) digits = true
      else if (isPlainUnit(unit)) continue
      else if (to > from && isJoint(unit) && to + 1 < text.length && isPlainUnit(text.charCodeAt(to + 1))) joined = true
      else break
    }
    if (digits && to - from >= 4) {
      const raw = text.slice(from, to)
      const pieces = joined ? raw.split(JOINTS) : [raw]
      const code = joined ? pieces.join('') : raw
      if (code.length >= 4 && !spoken.includes(raw) && !isQuantity(code, units) && isCode(raw, code)) {
        if (!codes.includes(code)) {
          codes.push(code)
          places.push(from)
        }
        for (const piece of pieces) parts.push(piece)
      }
    }
    from = to
  }
}

/** A code that a maker gives, with letters or long; short bare numbers are often a shop's own. */
export function isStrongCode(code: string): boolean {
  return code.length >= 8 || /[a-z]/.test(code)
}

/** Is a written token a model or part number, not a word with a number beside it ("4-speaker", "18-55", "1st-3rd")? */
function isCode(raw: string, code: string): boolean {
  if (!/[a-z]/.test(code)) return code.length >= 5 && !/[./]/.test(raw) && !/^\d{1,4}-\d{1,4}$/.test(raw)
  const pieces = raw.split(/[-/._]/)
  if (pieces.length === 1) return !/^\d{1,4}(?:st|nd|rd|th|bit|pin|ch|way|in)$/.test(code)
  // A piece that mixes letters and digits, or a short prefix of letters before a number of three digits or more.
  if (
    pieces.some(
      (piece) =>
        /\d/.test(piece) && /[a-z]/.test(piece) && piece.length >= 3 && !/^\d{1,2}(?:st|nd|rd|th)$/.test(piece),
    )
  )
    return pieces.every((piece) => /\d/.test(piece) || piece.length <= 4)
  return pieces.length === 2 && /^[a-z]{1,4}$/.test(pieces[0]!) && /^\d{3,}$/.test(pieces[1]!)
}
