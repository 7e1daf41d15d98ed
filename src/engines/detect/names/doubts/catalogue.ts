// A text that lists goods and announces nobody: its chairs, cheeses and sauces have names of people ("Fotelis Rūta, pilkas"), and no
// row of it need be priced by itself. Whoever is announced, reached or doing something in it is somebody still.
import { Level } from '../../../../packs/word-levels.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { After, after } from '../around/after.ts'
import type { Candidate } from '../candidate.ts'
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'
import { isMeasure, measuresGoods, opensTelephone } from './goods-rows.ts'

/** Letters of a phrase that announces something at least: units and small words are shorter. */
const LEAST_CUE = 3
/** What was found of a text: its names ask one after another, when all are found. */
const catalogues = new WeakMap<NameSearch, boolean>()
const TO_PEOPLE = Cue.greeting | Cue.closing | Cue.introduction | Cue.field | Cue.question

/**
 * Whether the text lists goods with their numbers or prices, or what food is made of, and nothing in it greets, announces or
 * reaches anybody. Patients have kilograms and milligrams too, but neither.
 */
function isCatalogue(search: NameSearch): boolean {
  const { hits, cues, evidence, mail, found } = search
  if (mail !== null || found.some(({ pattern }) => pattern)) return false
  const isFood = search.speaksOfPlants()
  const isOfGoods = isFood ? measuresGoods(search) : search.listsGoods()
  const isSold = isFood || hits.has(cues.groups.article) || search.listsPrices()
  if (!isOfGoods || !isSold) return false
  if (showsTelephone(search) || datesPeople(search)) return false
  return !hits.all.some(
    (hit) =>
      hit.end - hit.start >= LEAST_CUE &&
      ((cues.of(hit) & TO_PEOPLE) !== 0 || (evidence.announcesOfPeople(hit) && hasValue(search, hit.endToken))),
  )
}

/** "Gunhild Bröckelmann (23 June 2004)": people have dates, goods have prices. */
function datesPeople({ evidence, text, found }: NameSearch): boolean {
  const dates = new Set(evidence.dates.map(({ start }) => start))
  return found.some(({ words }) => {
    const { end } = words[words.length - 1]!
    return text.startsWith(' (', end) && dates.has(end + 2)
  })
}

/** Signs and small words between a cue and its value at most. */
const MOST_BETWEEN = 3

/** Whether a number that measures nothing follows from token `at` on: "Mokka 500 g" is a coffee. */
function hasValue(search: NameSearch, at: number): boolean {
  const { kind, count } = search.tokens
  for (let i = at; i < count && i <= at + MOST_BETWEEN; i++) {
    if (kind[i] === TokenKind.number) return !isMeasure(search, i)
    if (kind[i] === TokenKind.mixed) return true
    if (kind[i] !== TokenKind.sign && kind[i] !== TokenKind.lower) return false
  }
  return false
}

/** Whether a found name is of something that a catalogue lists. */
export function isOfCatalogue(search: NameSearch, { words, pattern }: Candidate): boolean {
  if (pattern || isFullName(words)) return false
  const isOne = catalogues.get(search) ?? isCatalogue(search)
  catalogues.set(search, isOne)
  if (!isOne) return false
  const { next } = words[words.length - 1]!
  return (after(search, next) & (After.verb | After.possessive)) === 0
}

/** Whether a number of the text has a country code or a trunk prefix. */
function showsTelephone(search: NameSearch): boolean {
  return search.words.scanned.digits.some((at) => opensTelephone(search, at))
}

/** A given and a family name, and no other words. */
function isFullName(words: Candidate['words']): boolean {
  const first = words[0]!
  const last = words[words.length - 1]!
  if (words.length < 2 || first.roles !== 0 || last.roles !== 0) return false
  const [given, family] = first.levels.given >= last.levels.given ? [first, last] : [last, first]
  return given.levels.given >= Level.known && family.levels.family >= Level.uncommon
}
