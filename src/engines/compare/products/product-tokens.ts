// The words of a product title, each known once to its pack: a colour, a unit, a word of a line or a bundle, or a plain word. A
// title is then taken apart with one look-up for each word. Tokens with digits are mostly codes that never come again: those are
// read by their form.
import { isDigitUnit } from '../../../text/unit-classes.ts'
import type { Tools } from '../tools/pack-tools.ts'
import { numberOf } from '../words/number-words.ts'
import { isNumber, type Remembered, type Word } from '../words/value-words.ts'

export interface Unit {
  readonly dimension: string
  readonly factor: number
}

export interface ProductWord {
  readonly text: string
  readonly word: Word
  readonly isUnit: boolean
  /** The colour it names, in English; null: none. */
  readonly colour: string | null
  readonly edition: boolean
  /** Tells the models of one line apart: "plus", "mini", "lite". */
  readonly variant: boolean
  /** Tells one product of a kind from the next without belonging to a line: a flavour, "refurbished". */
  readonly variety: boolean
  /** Says that a thing was used before: "refurbished". */
  readonly used: boolean
  /** Tells products apart only against another such word: "original", "tablets". */
  readonly form: boolean
  /** The feature that a line word before it belongs to: "hd" of "ultra hd". */
  readonly praised: boolean
  /** A model in letters alone: "xr". */
  readonly model: boolean
  readonly accessory: boolean
  /** Says what something is made for: "for", "compatible". */
  readonly purpose: boolean
  /** Means that a product is sold alone ("body"), or in a set ("kit"). */
  readonly alone: boolean
  readonly more: boolean
  /** Announces a generation, or follows its ordinal: "mark", "gen". */
  readonly generational: boolean
  /** A single token for a generation ("ii", "mkiii"); 0: none. */
  readonly generation: number
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

/** In the order of their number; the first and the fifth are letters with many other meanings. */
const ROMAN = ['-', '-', 'ii', 'iii', 'iv', '-', 'vi', 'vii', 'viii', 'ix']
/** Letters that are a number only where a generation was announced. */
const AFTER_MARK = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
])
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th|e|a|o|er|eme|te|de)$/

/** Releases of a system that are a list. */
const RELEASES = 2

export class ProductTokens {
  readonly units: ReadonlyMap<string, Unit>
  /** Units that count things sold together: "pack", "set". */
  readonly packs: ReadonlySet<string>
  /** Dimensions that no number of pieces multiplies, and the one that "80 x 28 x 202" is in. */
  readonly spans: ReadonlySet<string>
  readonly sized: string
  /** A plus hung onto a model is a word of its line: "S9+". */
  readonly hangsPlus: boolean
  /** Letters with digits that name a technique, not a model: "4k", "usb3". */
  readonly techniques: ReadonlySet<string>
  /** Words that are followed by what is sold with a product: "incl.". */
  readonly joining: ReadonlySet<string>
  /** Names of operating systems, and those of their releases: a list of releases says what a program runs on. */
  readonly #systems: ReadonlySet<string>
  readonly #releases: ReadonlySet<string>
  readonly #announcing: readonly string[]
  readonly #known: Remembered<ProductWord>
  readonly #make: (text: string) => ProductWord

  constructor(tools: Tools) {
    const units = unitsOf(tools)
    const colours = new Map<string, string>()
    for (const [colour, spellings] of Object.entries(recordOf(tools, 'colours')))
      for (const spelling of spellings.split(' ')) colours.set(spelling, colour)
    const [editions, variants, models] = [tools.list('editions'), tools.list('variants'), tools.list('models')]
    const [varieties, forms, conditions] = [tools.list('varieties'), tools.list('forms'), tools.list('conditions')]
    const praised = tools.list('not_variant_before')
    const [accessories, purposes] = [tools.list('accessories'), tools.list('purposes')]
    const [alone, more, generations] = [tools.list('alone'), tools.list('more'), tools.list('generations')]
    this.units = units
    this.packs = tools.list('packs')
    this.joining = tools.list('joining')
    this.spans = tools.list('spans')
    const sized = tools.pack.settings['sized']
    this.hangsPlus = variants.has('plus')
    this.sized = typeof sized === 'string' ? sized : ''
    this.techniques = tools.list('not_series')
    this.#systems = tools.list('systems')
    this.#releases = tools.list('releases')
    this.#announcing = [...generations]
    this.#known = tools.remember<ProductWord>()
    this.#make = (text) => ({
      text,
      word: tools.vocabulary.word(text),
      isUnit: units.has(text),
      colour: colours.get(text) ?? null,
      edition: editions.has(text),
      variant: variants.has(text),
      variety: varieties.has(text),
      form: forms.has(text),
      used: conditions.has(text),
      praised: praised.has(text),
      model: models.has(text),
      accessory: accessories.has(text),
      purpose: purposes.has(text),
      alone: alone.has(text),
      more: more.has(text),
      generational: generations.has(text),
      generation: this.generationIn(text),
    })
  }

  /**
   * The end of a list of releases of a system that begins at a token ("win 98 me 2000 xp"); -1 where none does. One release is what a
   * thing is called by ("windows xp home").
   */
  endOfSystems(read: readonly string[], at: number): number {
    if (!this.#systems.has(read[at]!)) return -1
    let to = at + 1
    while (to < read.length && this.#releases.has(read[to]!)) to++
    return to - at > RELEASES ? to - 1 : -1
  }

  /** A token without digits. */
  word(text: string): ProductWord {
    return this.#known.get(text, this.#make)
  }

  /** "ii" -> 2; "mk3", "mkiii", "gen3" -> 3; 0: none. A pack without words that announce generations knows none. */
  generationIn(text: string): number {
    if (this.#announcing.length === 0 || text.length < 2 || isDigitUnit(text.charCodeAt(0))) return 0
    const alone = ROMAN.indexOf(text)
    if (alone > 0) return alone
    for (const word of this.#announcing)
      if (text.length > word.length && text.length <= word.length + 4 && text.startsWith(word))
        return cardinalOf(text.slice(word.length))
    return 0
  }
}

const MOST_GENERATIONS = 20

/** The number that may follow "mark": "3", "iii", "x"; 0: none. */
export function cardinalOf(text: string): number {
  if (isNumber(text)) return text.length <= 2 && Number(text) <= MOST_GENERATIONS ? Number(text) : 0
  return AFTER_MARK.get(text) ?? Math.max(0, ROMAN.indexOf(text))
}

/** The number that may precede "gen": "2nd", "2e", "second"; 0: none. */
export function ordinalOf(text: string): number {
  if (ORDINAL.test(text)) return Number.parseInt(text, 10)
  return isDigitUnit(text.charCodeAt(0)) ? 0 : cardinalOf(numberOf(text))
}

/** "16gb", "500g": a number with a unit stuck to it; six digits and ten letters at most. */
export function isQuantity(token: string, units: ReadonlyMap<string, Unit>): boolean {
  let digits = 0
  while (digits < token.length && isDigitUnit(token.charCodeAt(digits))) digits++
  if (digits === 0 || digits > 6 || digits === token.length || token.length - digits > 10) return false
  return units.has(token.slice(digits))
}
