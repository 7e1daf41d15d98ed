// Refuses apparent addresses and towns: named products, roads, stops, signatures, amounts, prices, scores, rows of tables.
import { firstAt } from '../../../lists.ts'
import { fold } from '../../../text/fold.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import { Role } from '../../../values/address/word-roles.ts'
import { monthNames } from '../../../values/date.ts'
import type { DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { quantityWords, wordLists } from '../lexicons.ts'

/** The words that apparent addresses are refused by: groups of phrases, bits of kinds of cue, and sets of words. */
export type RefusalWords = ReturnType<typeof refusalWords>

export function refusalWords([packs, cues]: Parameters<DetectorFactory>) {
  const { transports, origins, numbered_roads: roads, rights } = packs.placeWords()
  const units = quantityWords()
  const calendar: ReadonlySet<string> = new Set(packs.placeCues().calendar.map(fold))
  const things = wordLists('named-things.json')
  const group = (phrases: readonly string[]) => cues.add(phrases, 'aside')
  return {
    things: group(things('things')),
    transports: group(transports),
    fields: group(things('fieldsOfThings')),
    origins: group(origins),
    roads: group(roads),
    rights: group(rights),
    numbered: cues.bitsOf(NUMBERED),
    isUnit: (word: string) => units.has(fold(word)),
    isCalendarWord: (word: string) => calendar.has(fold(word)) || monthNames().has(fold(word)),
  }
}

export interface RefusalContext {
  readonly words: RefusalWords
  readonly reader: AddressReader
  readonly text: string
  readonly evidence: Evidence
}

type Refusal = (found: FoundAddress, context: RefusalContext) => boolean

/** True for text that is read as an address or a town and is not one. */
export const isRefused: Refusal = (found, context) =>
  REFUSALS.some((refuses) => refuses(found, context)) ||
  (found.level === 'place' && PLACE_REFUSALS.some((refuses) => refuses(found, context)))

/** Maximum distance of the rest of a product name from its beginning, in UTF-16 units. */
const LONGEST_THING = 90
/** From the word for a train or bus to the place it runs to. */
const DESTINATION_REACH = 24
/** Continuation of an amount after its first digits: thousands, decimals, then a word or sign. */
const AMOUNT_AHEAD = /^(?:[ \u00a0.]\d{3}){0,3}(?:[.,]\d{1,2})? ?(\p{L}{1,6}|\p{Sc})(?!\p{L})/u
/** "Mazilescu Aurelia 8h": working hours. */
const HOURS = /(?<!\d)\d{1,2}h$/
const HOURS_WITHIN = 4
const SUM = /^\d{1,6} (\p{L}{1,6})\. /u
const AMOUNT_WITHIN = 32
const ENDS_DATED = /(?:^|\D)(?:19|20)\d{2}-\d{2}-\d{2}$/

/** "Hrvatska narodna banka", "High Court, Enugu": names that begin with a bank, a feast or a court are not addresses. */
const isThing: Refusal = ({ start, end, level }, { evidence: { hits }, words: { things } }) => {
  if (!hits.has(things)) return false
  for (const hit of hits.between(start - 2, start + LONGEST_THING)) {
    if (hit.start > start || !hit.says.has(things)) continue
    // "Tribunale di Lecce": the town that the court is called by.
    if (hit.end > end || hit.end === start - 1 || (level !== 'place' && hit.end > start)) return true
  }
  return false
}

/** "Riksväg 40", "på Þjóðveg 1": the number is the road's. With a town or a postcode it is a house on it. */
const isRoad: Refusal = ({ start, end, level, parts }, { evidence: { hits }, words: { roads } }) => {
  if (level === 'place' || !hits.has(roads)) return false
  if (parts.some(({ kind }) => kind !== 'street' && kind !== 'number')) return false
  for (const hit of hits.between(start, end)) if (hit.says.has(roads)) return true
  return false
}

/** "Tvirtino R. Gaičiūnas 2026-06-28": a name and the day of its signature, no street and house. */
const isSignature: Refusal = ({ start, end, parts }, { text }) =>
  parts.every(({ kind }) => kind === 'street' || kind === 'number') &&
  ENDS_DATED.test(text.slice(Math.max(start, end - 12), end))

/** Month and year of a date, and the space after its day. */
const BEHIND_DAY = /\d\.? $/
const YEAR_DIGITS = 4

/** "geb. 8. Mai 1965, Fulda": the address without the month and the year of a date that it opens with, the place alone. */
export function withoutDate(found: FoundAddress, reader: AddressReader, evidence: Evidence): FoundAddress {
  const { parts, start } = found
  if (parts.length < 3 || parts[0]!.kind !== 'street') return found
  const { text } = reader.text
  if (!BEHIND_DAY.test(text.slice(Math.max(0, start - 3), start))) return found
  // "ul. 3 Maja 30" is a street and a house.
  if (reader.length(parts[1]!.to - 1) !== YEAR_DIGITS) return found
  const year = reader.end(parts[1]!.to - 1)
  const date = evidence.dates[firstAt(evidence.dates, ({ end }) => end >= year)]
  if (date === undefined || date.end !== year || date.start >= start) return found
  const rest = parts.slice(2)
  const { from } = rest[0]!
  return { ...found, parts: rest, level: 'place', firstToken: from, start: reader.start(from) }
}

/** "Lägg ut 116 259,20 kr", "536 EUR. Hearing": the number goes on as an amount. */
const isAmount: Refusal = ({ start, end, parts }, { text, words: { isUnit } }) => {
  if (parts.some(({ kind }) => kind !== 'street' && kind !== 'number')) return false
  if (HOURS.test(text.slice(end - HOURS_WITHIN, end))) return true
  const sum = parts[0]!.kind === 'number' ? SUM.exec(text.slice(start, start + AMOUNT_WITHIN)) : null
  if (sum !== null && isUnit(sum[1]!)) return true
  const rest = AMOUNT_AHEAD.exec(text.slice(end, end + AMOUNT_WITHIN))
  return rest !== null && isUnit(rest[1]!) && !IN_TOWN.test(text.slice(end, end + IN_TOWN_WITHIN))
}

/** "8 w Krakowie", "12 v Brně": a preposition before a town, which is also the sign of a unit. */
const IN_TOWN = /^ ?\p{Ll} \p{Lu}\p{Ll}/u
const IN_TOWN_WITHIN = 6

/** Continuation of a price after its first digits, and after the product name. */
const PRICE = /^(?: \d{1,6}(?:[ \u00a0.,]\d{1,3}){0,2})? ?(\p{L}{1,6}|\p{Sc})(?!\p{L})/u
const PRICE_WITHIN = 24

/** "sofa Oslo 499 €", "krzesło Turku 1999 zł": a thing that is called as a town is, and its price. */
const isPricedThing: Refusal = ({ parts, start, end, firstToken, level }, { reader, text, words: { isUnit } }) => {
  const isNumbered = parts.length === 2 && parts[1]!.kind === 'postcode'
  if (level !== 'place' || (parts.length > 1 && !isNumbered) || text[start - 1] !== ' ') return false
  if (reader.kind(firstToken - 1) > TokenKind.capital || (reader.roles(firstToken - 1) & Role.preposition) !== 0)
    return false
  const price = PRICE.exec(text.slice(end, end + PRICE_WITHIN))
  if (price === null || /\d/.test(price[0]) === isNumbered) return false
  return isUnit(price[1]!) || /\p{Sc}/u.test(price[1]!)
}

/** "The 10:14 train to Penzance", "Tåg 10548 mot Falun": the route of a train that begins the sentence. */
export const isDestination: Refusal = (found, { reader, evidence, words: { transports } }) => {
  const at = found.firstToken
  if (!evidence.hits.has(transports) || reader.kind(at - 1) !== TokenKind.lower) return false
  const hit = evidence.nearest(transports, found.start, DESTINATION_REACH)
  if (hit === null || found.parts.some(({ kind, place }) => kind === 'country' || place?.entries[0]?.kind === 'k'))
    return false
  // "The coach moved to Bergen": more than a number and a preposition between them is a sentence about a person.
  let between = 0
  for (let i = hit.endToken; i < at; i++)
    between += reader.kind(i) <= TokenKind.upper ? 1 : reader.kind(i) === TokenKind.number ? -1 : 0
  if (between > 1) return false
  let words = 0
  for (let i = hit.firstToken - 1; i >= 0; i--) {
    const sign = reader.sign(i)
    if (reader.isNewline(i) || sign === '.' || sign === '!' || sign === '?') break
    if (reader.kind(i) <= TokenKind.upper && ++words > 1) return false
  }
  return true
}

/** Cells of a row that are numbers and times, at least, so that it is a row of values or of a timetable. */
const LEAST_VALUES = 2
const LONGEST_ROW = 240
const CELLS = / {2,}|\t|\|/
const VALUE = /^(?=\D{0,6}\d)[\p{Lu}\d.,:%+/-]{1,9}$/u
/** "Miami 102, Orlando 99", "Libya 2-2 Zambia": what a place scored or measured. */
const SCORED = /^ \d{1,3}(?:(?:\.\d{1,2})? ?%?(?=[,;.\n]|$)| ?[-\u2013:] ?\d{1,3}(?!\d))/u
const SCORED_BEFORE = /\d[,;] $|\d{1,3} ?[-\u2013:] ?\d{1,3} $/

/** A place in a row of a table of things, numbers or times, or one of several that scored. */
const isOfTable: Refusal = ({ start, end, parts }, { text, evidence }) => {
  if (parts.some(({ kind }) => kind === 'postcode')) return false
  if (evidence.isInTableOfThings(start)) return true
  if (evidence.heading(start) !== null) return false
  const before = text.slice(Math.max(0, start - LONGEST_ROW), start)
  const from = start - before.length + before.lastIndexOf('\n') + 1
  const behindIt = text.slice(end, end + LONGEST_ROW)
  const stop = behindIt.indexOf('\n')
  const to = end + (stop < 0 ? behindIt.length : stop)
  const line = text.slice(from, to)
  if (line.includes('  ') || line.includes('\t') || line.includes('|')) {
    const cells = line.split(CELLS)
    if (cells.length > LEAST_VALUES && cells.filter((cell) => VALUE.test(cell.trim())).length >= LEAST_VALUES)
      return true
  }
  // A score follows a space and is followed by one.
  if (text[end] !== ' ' && text[start - 1] !== ' ') return false
  const behind = SCORED.exec(text.slice(end, Math.min(to, end + 16)))
  if (behind === null)
    return SCORED_BEFORE.test(text.slice(from, start)) && /\d ?[-\u2013:] ?\d{1,3} $/.test(text.slice(from, start))
  const next = text.slice(end + behind[0].length, end + behind[0].length + 40)
  return (
    /^[,;] \p{Lu}[^,;\n]{1,28} \d/u.test(next) ||
    SCORED_BEFORE.test(text.slice(from, start)) ||
    /[-\u2013:]/.test(behind[0])
  )
}

/** From a word of origin to the place, and to the last of several: "calling at Woking, Basingstoke and Winchester". */
const ORIGIN_WITHIN = 7
const LIST_WITHIN = 160
const LIST_LEAD = /^[:\s]{1,3}/
const LIST_SIGN = /, and |, | and | & /
const LISTED = /^\p{Lu}[\p{L}'\u2019 -]{1,40}$/u

/** ": Woking, Basingstoke and ": what leads to a list, and names up to a sign that parts them. */
function isListSoFar(text: string): boolean {
  const lead = LIST_LEAD.exec(text)
  if (lead === null) return false
  const names = text.slice(lead[0].length).split(LIST_SIGN)
  return names.pop() === '' && names.every((name) => LISTED.test(name))
}

/** "Series: Hampton": the value of a field that only things have. */
const isOfField: Refusal = ({ start, parts }, { text, evidence, words: { fields } }) => {
  if (parts.length > 1 || !evidence.hits.has(fields)) return false
  const hit = evidence.nearest(fields, start, ORIGIN_WITHIN)
  return hit !== null && /^["']?\s{0,3}:\s{0,3}["']?$/.test(text.slice(hit.end, start))
}

/** "Country of origin: Taiwan", "printed in Italy": where a thing comes from; "calling at Crewe and Chester": where it stops. */
const isOrigin: Refusal = ({ start, parts }, { text, evidence, words: { origins } }) => {
  if (!evidence.hits.has(origins) || parts.some(({ kind }) => kind === 'postcode')) return false
  if (evidence.cue(origins, start, ORIGIN_WITHIN) >= 0) return true
  const hit = evidence.nearest(origins, start, LIST_WITHIN)
  return hit !== null && isListSoFar(text.slice(hit.end, start))
}

/** "Lon   Temp\nWick   58.45": words of one row of columns and the number of another. */
const isAcrossRows: Refusal = ({ start, end }, { text, evidence }) => {
  const value = text.slice(start, end)
  return /\S {3,}\S/.test(value) && (value.includes('\n') || evidence.isInTableOfThings(start))
}

/** "Wellington Road, Nelson Street": after the comma is the next street, not a town. */
const isBeforeStreet: Refusal = ({ parts, endToken }, { reader }) => {
  if (parts.some(({ kind }) => kind !== 'street' && kind !== 'place') || parts.at(-1)!.kind !== 'place') return false
  return reader.isCapital(endToken) && !reader.isNewline(endToken) && (reader.roles(endToken) & STREET) !== 0
}
const STREET = Role.streetAfter

/** "Line 42 Market Square": the number is the line's that stops there. */
const isLine: Refusal = ({ start, parts }, { evidence, words: { transports } }) =>
  parts[0]!.kind === 'number' && evidence.nearest(transports, start, 1) !== null

/** "I have 20 minutes": the pronoun opens no street. */
const isPronoun: Refusal = ({ firstToken, parts }, { reader, text }) =>
  parts[0]!.kind === 'street' &&
  reader.length(firstToken) === 1 &&
  text[reader.start(firstToken)] === 'I' &&
  reader.kind(firstToken + 1) === TokenKind.lower

/** "Sat Jul 9", "Disemba 10", "Sat 29 Aug 2020": a day, though a word of it is a word for a street or a village as well. */
const isCalendar: Refusal = ({ firstToken, endToken }, { reader, text, words: { isCalendarWord } }) => {
  const isDay = (at: number) =>
    at < reader.count &&
    reader.kind(at) <= TokenKind.upper &&
    isCalendarWord(text.slice(reader.start(at), reader.end(at)))
  // Two such words in a row or around a number, or one before a number.
  for (let i = firstToken; i < endToken; i++) {
    if (!isDay(i)) continue
    const isNumbered = reader.kind(i + 1) === TokenKind.number
    if (i === firstToken && (isDay(i + 1) || (isNumbered && isDay(i + 2)))) return true
    if (i + 2 === endToken && isNumbered && reader.length(i + 1) <= 2) return true
  }
  return false
}

/** "Copyright: 2004 Anna Lane", "(c) 2013, 2018 Free Software": a year in a text on who has the rights, and no house. */
const isRightsYear: Refusal = (
  { firstToken, endToken, start, end, parts },
  { reader, text, evidence: { hits }, words: { rights } },
) => {
  if (!hits.has(rights)) return false
  const isNamed = hits.between(start, end).some(({ says }) => says.has(rights))
  // Some postcodes read like years.
  if (!isNamed && parts.some(({ kind }) => kind === 'postcode')) return false
  for (let i = firstToken; i < endToken; i++)
    if (reader.length(i) === YEAR_DIGITS && RIGHTS_YEAR.test(text.slice(reader.start(i), reader.end(i)))) return true
  return false
}
const RIGHTS_YEAR = /^(?:19[6-9]|20[0-4])\d$/

/** Letters of a cue that is not part of a street's name. */
const LEAST_CUE = 5
/** Kinds of cue that no street is called by. */
const NUMBERED = ['id', 'account', 'card', 'reference']

/** "Kennzeichen LN 482", "Račun št. 118": one of the words is a cue for the number after it. */
const announcesNumber: Refusal = ({ firstToken, endToken, start, level, parts }, { evidence, words: { numbered } }) => {
  // "Comanda 747135": not the postcode of a town that is called so.
  const isTown = level === 'place' && parts.length === 2 && parts[1]!.kind === 'postcode'
  if (!isTown && (level === 'place' || parts.some(({ kind }) => kind !== 'street' && kind !== 'number'))) return false
  for (let i = firstToken + 1; i < endToken; i++) {
    const label = evidence.label(i)
    if (label === null || label.start !== start || label.end - start < LEAST_CUE) continue
    if (!label.isDoubtful && (label.kinds & numbered) !== 0) return true
  }
  return false
}

/** "zone=Vienna": a setting with the name of a town. A residence also has a street or a postcode. */
const isAssigned: Refusal = ({ start, parts, level }, { text }) =>
  level === 'place' && parts.length === 1 && text[start - 1] === '='

const REFUSALS: readonly Refusal[] = [
  ...[isThing, announcesNumber, isRoad, isSignature, isCalendar, isRightsYear, isAmount, isAssigned],
  ...[isLine, isPronoun, isAcrossRows, isBeforeStreet, isPricedThing],
]
const PLACE_REFUSALS: readonly Refusal[] = [isOfTable, isOrigin, isOfField]
