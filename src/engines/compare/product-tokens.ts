// The tokens of a product title, each known once to its pack: a colour, a unit, a generation, a word of a line or a bundle, or
// a plain word. A title is then taken apart with one look-up for each token.
import { isDigitUnit } from '../../text/unit-classes.ts'
import { numberOf } from './numbers.ts'
import type { Tools } from './tools.ts'
import { hasDigit, isNumber, type Remembered, type Word } from './words.ts'

export interface Unit {
  readonly dimension: string
  readonly factor: number
}

export interface ProductToken {
  readonly text: string
  readonly word: Word
  readonly numeric: boolean
  /** The colour it names, in English; null: none. */
  readonly colour: string | null
  /** A unit, or a number with a unit stuck to it. */
  readonly measured: boolean
  /** Letters with digits that name a technique, not a model: "4k", "usb3". */
  readonly technique: boolean
  readonly edition: boolean
  /** Tells the models of one line apart: "plus", "mini", "lite". */
  readonly variant: boolean
  /** A model in letters alone: "xr". */
  readonly model: boolean
  readonly accessory: boolean
  /** Says what something is made for: "for", "compatible". */
  readonly purpose: boolean
  /** Says that a thing comes by itself ("body"), or with more ("kit"). */
  readonly alone: boolean
  readonly more: boolean
  /** Announces a generation, or follows its ordinal: "mark", "gen". */
  readonly generational: boolean
  /** A generation by itself ("ii", "mk3"), the number that may follow "mark", and the one before "gen"; 0: none. */
  readonly generation: number
  readonly cardinal: number
  readonly ordinal: number
}

/** Units spelled in a pack's settings: "dimension": "spelling=factor ...". */
function unitsOf(tools: Tools): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>()
  for (const [dimension, spellings] of Object.entries(recordOf(tools, 'units')))
    for (const entry of spellings.split(' ')) {
      const [spelling, factor] = entry.split('=')
      units.set(spelling!, { dimension, factor: Number(factor ?? 1) })
    }
  return units
}

function recordOf(tools: Tools, setting: string): Readonly<Record<string, string>> {
  return (tools.pack.settings[setting] ?? {}) as Record<string, string>
}

const ROMAN = ['', '', 'ii', 'iii', 'iv', '', 'vi', 'vii', 'viii', 'ix']
/** Letters that are a number only where a generation was announced. */
const AFTER_MARK = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
])
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th|e|a|o|er|eme|te|de)$/

export class ProductTokens {
  readonly units: ReadonlyMap<string, Unit>
  readonly #known: Remembered<ProductToken>
  readonly #make: (text: string) => ProductToken

  constructor(tools: Tools) {
    const units = unitsOf(tools)
    const colours = new Map<string, string>()
    for (const [colour, spellings] of Object.entries(recordOf(tools, 'colours')))
      for (const spelling of spellings.split(' ')) colours.set(spelling, colour)
    const [techniques, editions, variants] = [tools.list('not_series'), tools.list('editions'), tools.list('variants')]
    const models = tools.list('models')
    const [accessories, purposes] = [tools.list('accessories'), tools.list('purposes')]
    const [alone, more, generations] = [tools.list('alone'), tools.list('more'), tools.list('generations')]
    this.units = units
    this.#known = tools.remember<ProductToken>()
    this.#make = (text) => ({
      text,
      word: tools.vocabulary.word(text),
      numeric: hasDigit(text),
      colour: colours.get(text) ?? null,
      measured: units.has(text) || isQuantity(text, units),
      technique: techniques.has(text),
      edition: editions.has(text),
      variant: variants.has(text),
      model: models.has(text),
      accessory: accessories.has(text),
      purpose: purposes.has(text),
      alone: alone.has(text),
      more: more.has(text),
      generational: generations.has(text),
      generation: generations.size === 0 ? 0 : generationOf(text, generations),
      cardinal: cardinalOf(text),
      ordinal: ordinalOf(text),
    })
  }

  of(text: string): ProductToken {
    return this.#known.get(text, this.#make)
  }
}

/** "ii" -> 2; "mk3", "mkiii", "gen3" -> 3, where the pack knows the beginning as announcing a generation. */
function generationOf(text: string, announcing: ReadonlySet<string>): number {
  const alone = ROMAN.indexOf(text, 2)
  if (alone > 0) return alone
  for (const word of announcing)
    if (text.length > word.length && text.length <= word.length + 4 && text.startsWith(word))
      return cardinalOf(text.slice(word.length))
  return 0
}

function cardinalOf(text: string): number {
  if (isNumber(text)) return text.length <= 2 ? Number(text) : 0
  return AFTER_MARK.get(text) ?? Math.max(0, text === '' ? 0 : ROMAN.indexOf(text, 2))
}

/** "2nd", "2e", "second" -> 2. */
function ordinalOf(text: string): number {
  if (ORDINAL.test(text)) return Number.parseInt(text, 10)
  const read = isDigitUnit(text.charCodeAt(0)) ? text : numberOf(text)
  return read !== text && isNumber(read) && read.length <= 2 ? Number(read) : 0
}

/** "16gb", "500g": a number with a unit stuck to it; six digits and ten letters at most. */
export function isQuantity(token: string, units: ReadonlyMap<string, Unit>): boolean {
  let digits = 0
  while (digits < token.length && isDigitUnit(token.charCodeAt(digits))) digits++
  if (digits === 0 || digits > 6 || digits === token.length || token.length - digits > 10) return false
  return units.has(token.slice(digits))
}
