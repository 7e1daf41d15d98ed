// Products with maker and model. Conservative: a known maker with a model after it, or a word and a model code.
import type { Gazetteer } from '../../packs/gazetteer.ts'
import { Level, type WordLevels } from '../../packs/word-levels.ts'
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { WordFacts } from '../../text/words.ts'
import { PROPOSALS, type Proposal, proposed } from './proposal.ts'

export interface ProductFacts {
  /** Makers with names of one word. */
  readonly brands: readonly string[]
  /** Ordinary words in names of models: Pro, Mini. */
  readonly models: readonly string[]
  /** Words before a code that is not a model: Room B12, Route A4. */
  readonly leadCodes: readonly string[]
}

const MOST_WORDS = 4
/** Letters and digits with a letter first or last: D55, V8, 43A4K, i3, PSR-E373. */
const CODE =
  /^(?:\p{L}{1,4}\d{1,5}\p{L}{0,3}|\d{1,4}\p{Lu}{1,2}\d{0,4}\p{Lu}{0,2}|\d{1,4}(?!st$|nd$|rd$|th$|er$|kg$|mm$|cm$|km$|ml$|gb$|am$|pm$|h$|k$|m$|g$|l$|x$)\p{Ll}{1,2})$/u
const CAMEL = /^\p{Lu}?\p{Ll}+\p{Lu}\p{Ll}{2,}$/u
const PARTICLED = /^(?:Mc|Mac|De|Di|Le|La|Van|Fitz|O)/

const Maker = {
  brand: 1,
  /** Mixed case, as in names of makers and models: iPhone. */
  camel: 2,
  placeOfCode: 4,
} as const

/** `names` identifies makers that are also given names (Wilson, Mercedes): a person then takes precedence over a product. */
export function productRule(
  { brands, models, leadCodes }: ProductFacts,
  names: () => WordLevels,
  places: () => Gazetteer,
): (text: ScannedText) => Proposal[] {
  const modelWords = new Set(models.map(fold))
  const leaders: ReadonlySet<string> = new Set(leadCodes)
  const known = new Set(brands.filter((brand) => !/\s/.test(brand)).map(fold))
  const isBrand = (folded: string): boolean =>
    known.has(folded) || (folded.length > 4 && (known.has(folded.slice(0, -1)) || known.has(`${folded.slice(0, -1)}a`)))
  const makers = new WordFacts<number>(
    ({ raw, folded }) =>
      (isBrand(folded) ? Maker.brand : 0) |
      (CAMEL.test(raw) && !PARTICLED.test(raw) ? Maker.camel : 0) |
      (leaders.has(folded) ? Maker.placeOfCode : 0),
  )
  return (text) => {
    const { tokens } = text
    const lexicon = names()
    const found: Proposal[] = []
    for (let index = 0; index < tokens.count; index++) {
      const kind = tokens.kind[index]!
      if (kind > TokenKind.upper) continue
      const maker = makers.of(text.word(index))
      const brand = kind !== TokenKind.lower && (maker & Maker.brand) !== 0
      const camel = !brand && (maker & Maker.camel) !== 0
      const leadsCodes = (maker & Maker.placeOfCode) !== 0
      const isMaker = brand || camel
      if (!isMaker && (kind === TokenKind.lower || leadsCodes)) continue
      // A digit after "Seat" is a seat number ("Seat 14C"); "Seat Ibiza" is a car.
      if (leadsCodes && /^ ?\d/.test(text.text.slice(tokens.end[index]!, tokens.end[index]! + 2))) continue
      const model = modelAfter(text, index, isMaker, lexicon, modelWords)
      if (model === index || !(isMaker || isCodedThing(text, index, model, places))) continue
      const isPerson = brand && lexicon.of(text.folded(index)).given >= Level.frequent
      const ofBrand = isPerson ? PROPOSALS.product_of_name : PROPOSALS.product_of_brand
      found.push(proposed(brand ? ofBrand : PROPOSALS.product, tokens.start[index]!, tokens.end[model]!))
      index = model
    }
    return found
  }
}

/** A word that is no town and a model code: "Router D55". */
const isCodedThing = (text: ScannedText, index: number, model: number, places: () => Gazetteer): boolean =>
  isCoded(text, index + 1, model) && !places().has(text.folded(index))

function modelAfter(
  text: ScannedText,
  index: number,
  isMaker: boolean,
  lexicon: WordLevels,
  models: ReadonlySet<string>,
): number {
  let last = index
  for (let words = 0; words < MOST_WORDS; words++) {
    const at = nextWord(text, last)
    if (at < 0) break
    const kind = text.tokens.kind[at]!
    const isTied = isMaker || at > last + 1 || last > index
    const isPart =
      kind === TokenKind.mixed
        ? isModelCode(text, at, isMaker)
        : kind === TokenKind.number
          ? isTied && isModelNumber(text, at)
          : isMaker && isModelName(text, at, lexicon, models)
    if (!isPart) break
    last = at
  }
  return last
}

/** The token after one space, or after a hyphen without spaces; -1 if something else follows. */
function nextWord({ text, tokens: { start, end, count } }: ScannedText, last: number): number {
  const at = last + 1
  if (at >= count) return -1
  const gap = start[at]! - end[last]!
  if (gap === 0 && text[start[at]!] === '-' && at + 1 < count && start[at + 1] === end[at]) return at + 1
  return gap === 1 && text[end[last]!] === ' ' ? at : -1
}

const LONGEST_NUMBER = 4
const isModelNumber = (text: ScannedText, at: number): boolean =>
  text.tokens.end[at]! - text.tokens.start[at]! <= LONGEST_NUMBER && !isUnit(text, at)

function isModelName(text: ScannedText, at: number, lexicon: WordLevels, models: ReadonlySet<string>): boolean {
  const kind = text.tokens.kind[at]!
  if (kind !== TokenKind.capital && kind !== TokenKind.upper) return false
  return models.has(text.folded(at)) || lexicon.of(text.folded(at)).word < Level.common
}

function isModelCode({ text, tokens }: ScannedText, at: number, isMaker: boolean): boolean {
  const value = text.slice(tokens.start[at], tokens.end[at])
  return CODE.test(value) && (isMaker || !/^[vV]\d/.test(value))
}

function isCoded(text: ScannedText, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (text.tokens.kind[at] === TokenKind.mixed) return true
  return false
}

/** A number before a unit or a currency is a quantity. */
function isUnit(text: ScannedText, at: number): boolean {
  return /^ ?(?:%|\u20ac|\$|\u00a3|[kmc]?[mgl]\b|kg\b|euro|eur\b|kr\b|z\u0142|ft\b|naira|rand|x\b|pcs|st\b|[.,:]\d)/iu.test(
    text.text.slice(text.tokens.end[at]!, text.tokens.end[at]! + 8),
  )
}
