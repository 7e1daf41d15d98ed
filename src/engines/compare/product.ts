// A product title taken apart: codes (model and part numbers), quantities in base units, colours, series numbers, words.

import { isDigitUnit } from '../../text/unit-classes.ts'
import type { Tools } from './tools.ts'
import { hasDigit, type Remembered, tokensOf, type Word } from './words.ts'

export interface Quantity {
  readonly dimension: string
  readonly amount: number
}

export interface Product {
  readonly words: readonly Word[]
  /** Letters with digits, or long numbers: model and part numbers, four characters or more, without separators. */
  readonly codes: readonly string[]
  readonly quantities: readonly Quantity[]
  readonly colours: readonly string[]
  /** Short letter-digit tokens and bare numbers: generations, series, editions. */
  readonly series: readonly string[]
  /** Words that tell editions of one line apart: pro, upgrade, academic, mini. */
  readonly editions: readonly string[]
  /** How many words say that it is an accessory or a bundle. */
  readonly accessories: number
}

interface Unit {
  readonly dimension: string
  readonly factor: number
}

/** Unit spellings of a pack's settings: "dimension: spelling=factor ..." . */
function unitsOf(tools: Tools): ReadonlyMap<string, Unit> {
  const known = unitMemory.get(tools)
  if (known) return known
  const units = new Map<string, Unit>()
  for (const [dimension, spellings] of Object.entries((tools.pack.settings['units'] ?? {}) as Record<string, string>))
    for (const entry of spellings.split(' ')) {
      const [spelling, factor] = entry.split('=')
      units.set(spelling!, { dimension, factor: Number(factor ?? 1) })
    }
  unitMemory.set(tools, units)
  return units
}

function listOf(tools: Tools, setting: string): ReadonlySet<string> {
  let lists = listMemory.get(tools)
  if (lists === undefined) {
    lists = new Map()
    listMemory.set(tools, lists)
  }
  let list = lists.get(setting)
  if (list === undefined) {
    list = tools.list(setting)
    lists.set(setting, list)
  }
  return list
}

const listMemory = new WeakMap<Tools, Map<string, ReadonlySet<string>>>()
const unitMemory = new WeakMap<Tools, ReadonlyMap<string, Unit>>()
const colourMemory = new WeakMap<Tools, ReadonlyMap<string, string>>()
interface ProductMemory {
  last: readonly { readonly title: string; readonly brand: string; readonly product: Product }[]
  readonly known: Remembered<Map<string, Product>>
}
const productMemory = new WeakMap<Tools, ProductMemory>()

function coloursOf(tools: Tools): ReadonlyMap<string, string> {
  const known = colourMemory.get(tools)
  if (known) return known
  const colours = new Map<string, string>()
  for (const [colour, spellings] of Object.entries((tools.pack.settings['colours'] ?? {}) as Record<string, string>))
    for (const spelling of spellings.split(' ')) colours.set(spelling, colour)
  colourMemory.set(tools, colours)
  return colours
}

/** Takes a title (and a brand, whose words are added when the title lacks them) apart. Remembered per tools. */
export function productOf(tools: Tools, title: string, brand: string): Product {
  let memory = productMemory.get(tools)
  if (memory === undefined) {
    memory = { last: [], known: tools.remember<Map<string, Product>>() }
    productMemory.set(tools, memory)
  }
  // Several comparators ask for the same two titles in a row.
  for (const entry of memory.last) if (entry.title === title && entry.brand === brand) return entry.product
  // By title, then by brand: both strings are as they came, so nothing is joined or hashed anew.
  const byBrand = memory.known.get(title, () => new Map())
  let product = byBrand.get(brand)
  if (product === undefined) {
    product = takeApart(tools, title, brand)
    if (byBrand.size < 16) byBrand.set(brand, product)
  }
  memory.last = [{ title, brand, product }, ...memory.last.slice(0, 1)]
  return product
}

// A number with an optional unit stuck to it or after a blank, possibly "4 x 250 g"; decimals with point or comma.
const QUANTITY =
  /(?:(\d{1,3})\s{0,1}[x×*]\s{0,1})?(\d{1,6}(?:[.,]\d{1,4})?)\s{0,1}[-]?\s{0,1}("|''|”|″|'|%|[a-z]{1,10})(?![a-z0-9])/g
const CODE = /[a-z0-9]+(?:[-/._][a-z0-9]+)*/g

function takeApart(tools: Tools, title: string, brand: string): Product {
  const units = unitsOf(tools)
  const colourNames = coloursOf(tools)
  const text = title.slice(0, 400).toLowerCase().replace(/\\"/g, '"')
  const quantities: Quantity[] = []
  const spoken = new Set<string>()
  const digits = hasDigit(text)
  for (const match of digits ? text.matchAll(QUANTITY) : []) {
    const unit = units.get(match[3]!)
    if (unit === undefined) continue
    // A number inside a code is no quantity.
    const before = match.index > 0 ? text[match.index - 1]! : ' '
    if (/[a-z0-9]/.test(before) && match[1] === undefined) continue
    const amount =
      Number(match[2]!.replace(',', '.')) *
      unit.factor *
      (match[1] === undefined || unit.dimension === 'inch' ? 1 : Number(match[1]))
    if (amount > 0) quantities.push({ dimension: unit.dimension, amount })
    spoken.add(match[2]!)
    spoken.add(match[2]! + match[3]!)
  }
  const codes: string[] = []
  const parts = new Set<string>()
  for (const raw of digits ? (text.match(CODE) ?? []) : []) {
    if (raw.length < 4 || !hasDigit(raw)) continue
    const code = raw.replace(/[^a-z0-9]/g, '')
    if (code.length < 4 || spoken.has(raw) || isQuantity(code, units) || !isCode(raw, code)) continue
    if (!codes.includes(code)) codes.push(code)
    for (const part of raw.split(/[-/._]/)) parts.add(part)
  }
  const ordinary = listOf(tools, 'not_series')
  const editionNames = listOf(tools, 'editions')
  const accessoryNames = listOf(tools, 'accessories')
  const editions: string[] = []
  let accessories = 0
  const words: Word[] = []
  const series: string[] = []
  const colours: string[] = []
  const seen = new Set<string>()
  const tokens = tokensOf(title.slice(0, 400))
  if (brand !== '') for (const token of tokensOf(brand)) if (!tokens.includes(token)) tokens.unshift(token)
  for (const token of tokens) {
    if (seen.has(token)) continue
    seen.add(token)
    const colour = colourNames.get(token)
    if (colour !== undefined) {
      if (!colours.includes(colour)) colours.push(colour)
      continue
    }
    if (spoken.has(token) || units.has(token) || isQuantity(token, units)) continue
    if (hasDigit(token)) {
      if (ordinary.has(token)) continue
      if (token.length <= 5 && !codes.includes(token)) series.push(token)
      else if (!codes.includes(token) && !parts.has(token) && token.length >= 4) codes.push(token)
      continue
    }
    if (editionNames.has(token)) editions.push(token)
    if (accessoryNames.has(token)) accessories++
    words.push(tools.vocabulary.word(token))
  }
  return { words, codes, quantities, colours, series, editions, accessories }
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

/** "16gb", "500g": a number with a unit stuck to it; six digits and ten letters at most. */
function isQuantity(token: string, units: ReadonlyMap<string, Unit>): boolean {
  let digits = 0
  while (digits < token.length && isDigitUnit(token.charCodeAt(digits))) digits++
  if (digits === 0 || digits > 6 || digits === token.length || token.length - digits > 10) return false
  return units.has(token.slice(digits))
}
