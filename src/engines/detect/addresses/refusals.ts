// Refuses apparent addresses and towns: named products, roads, stops, signatures, amounts, prices, scores, rows of tables.
import { firstAt } from '../../../lists.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import type { AddressReader } from '../../../values/address/reader.ts'
import type { Evidence } from '../evidence.ts'

/** Maximum distance of the rest of a product name from its beginning, in UTF-16 units. */
const LONGEST_THING = 90
/** Continuation of an amount after its first digits: thousands, decimals, then a word or sign. */
const AMOUNT_AHEAD = /^(?:[ \u00a0.]\d{3}){0,3}(?:[.,]\d{1,2})? ?(\p{L}{1,6}|\p{Sc})(?!\p{L})/u
/** "Mazilescu Aurelia 8h": working hours. */
const HOURS = /(?<!\d)\d{1,2}h$/
const HOURS_WITHIN = 4
const SUM = /^\d{1,6} (\p{L}{1,6})\. /u
const AMOUNT_WITHIN = 32

/** "Hrvatska narodna banka", "High Court, Enugu": names that begin with a bank, a feast or a court are not addresses. */
export function isThing({ start, end, level }: FoundAddress, { hits }: Evidence, things: number): boolean {
  if (!hits.has(things)) return false
  for (const hit of hits.between(start - 2, start + LONGEST_THING)) {
    if (hit.start > start || !hit.says.has(things)) continue
    // "Tribunale di Lecce": the town that the court is called by.
    if (hit.end > end || hit.end === start - 1 || (level !== 'place' && hit.end > start)) return true
  }
  return false
}

/** Month and year of a date, and the space after its day. */
const BEHIND_DAY = /\d\.? $/
const YEAR_DIGITS = 4

/** "geb. 8. Mai 1965, Fulda": the address without the month and the year of a date that it opens with, the place alone. */
export function withoutDate(found: FoundAddress, reader: AddressReader, evidence: Evidence): FoundAddress {
  const { parts, start } = found
  const { text } = reader.text
  if (parts.length < 3 || parts[0]!.kind !== 'street') return found
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
export function isAmount(
  { start, end, parts }: FoundAddress,
  text: string,
  isUnit: (word: string) => boolean,
): boolean {
  if (parts.some(({ kind }) => kind !== 'street' && kind !== 'number')) return false
  if (HOURS.test(text.slice(end - HOURS_WITHIN, end))) return true
  const sum = parts[0]!.kind === 'number' ? SUM.exec(text.slice(start, start + AMOUNT_WITHIN)) : null
  if (sum !== null && isUnit(sum[1]!)) return true
  const rest = AMOUNT_AHEAD.exec(text.slice(end, end + AMOUNT_WITHIN))
  return rest !== null && isUnit(rest[1]!)
}

/** "I have 20 minutes": the pronoun opens no street. */
export function isPronoun({ firstToken, parts }: FoundAddress, reader: AddressReader): boolean {
  return (
    parts[0]!.kind === 'street' &&
    reader.length(firstToken) === 1 &&
    reader.text.text[reader.start(firstToken)] === 'I' &&
    reader.kind(firstToken + 1) === TokenKind.lower
  )
}

/** "Sat Jul 9", "Disemba 10", "Sat 29 Aug 2020": a day, though a word of it is a word for a street or a village as well. */
export function isCalendar(
  { firstToken, endToken }: FoundAddress,
  reader: AddressReader,
  isCalendarWord: (word: string) => boolean,
): boolean {
  const { text } = reader.text
  const isDay = (at: number) =>
    at < reader.count &&
    reader.kind(at) <= TokenKind.upper &&
    isCalendarWord(text.slice(reader.start(at), reader.end(at)))
  // Two such words in a row or around a number, or one before a number.
  for (let i = firstToken; i < endToken; i++) {
    if (!isDay(i)) continue
    const isNumbered = reader.kind(i + 1) === TokenKind.number
    if (i === firstToken && (isDay(i + 1) || (isNumbered && isDay(i + 2)))) return true
    if (i + 2 === endToken && isNumbered) return true
  }
  return false
}

/** "Copyright: 2004 Anna Lane", "(c) 2013, 2018 Free Software": a year in a text on who has the rights, and no house. */
export function isRightsYear(
  { firstToken, endToken }: FoundAddress,
  reader: AddressReader,
  { hits }: Evidence,
  rights: number,
): boolean {
  if (!hits.has(rights)) return false
  for (let i = firstToken; i < endToken; i++) if (reader.length(i) === YEAR_DIGITS) return true
  return false
}
