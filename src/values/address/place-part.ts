// Towns, regions and countries as parts of an address.
import { HYPHEN } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Lookahead } from './lookahead.ts'
import { Part, type PartKind, type State, type Step } from './parts.ts'
import { postcode as readPostcode } from './postcode-part.ts'
import type { AddressReader } from './reader.ts'
import { region as readRegion } from './streets.ts'
import { Role, Trait } from './words.ts'

/** The town, region or country at token `at`, after `separator` and the parts in `state`; null if there is none. */
export function placePart(r: AddressReader, ahead: Lookahead, at: number, separator: string, state: State): Step {
  const { has } = state
  const last = state.parts.at(-1)
  // A region code after the town: "20121 Milano MI".
  if (
    separator === '' &&
    last?.kind === 'place' &&
    r.kind(at) === TokenKind.upper &&
    r.length(at) === 2 &&
    (has & Part.postcode) !== 0 &&
    (has & Part.region) === 0
  )
    return { part: { kind: 'region', from: at, to: at + 1 }, end: at + 1 }
  const region = last !== undefined && separator !== '' ? readRegion(r, at) : null
  if (region !== null) {
    const kind: PartKind = region.isQuarter ? 'quarter' : 'region'
    return { part: { kind, from: region.name, to: region.end }, end: region.end }
  }
  const hit = r.place(at)
  if (hit === null) return null
  if ((has & Part.country) !== 0) return null
  const code = readPostcode(r, hit.end)
  if (separator === '\n' && !ahead.endsLine(hit.end) && code === null && (has & Part.postcode) === 0) return null
  if (
    separator === '\n' &&
    (has & Part.place) !== 0 &&
    hit.place.entries[0]?.kind !== 'k' &&
    (has & Part.postcode) !== 0
  )
    return null
  // After a house number and a space, a town must not be the start of a longer name.
  if (separator === '' && last !== undefined && last.kind !== 'postcode' && code === null && r.isCapital(hit.end))
    return null
  const run = r.capitals(at, 5)
  if (run > hit.end && last?.kind !== 'postcode') {
    // If the run of capitals continues after the name ("Chester Smith"), it is a plain segment.
    const further = r.place(hit.end)
    if (further === null && code === null && !ahead.isTail(hit.end) && !r.isPrice(hit.end) && !r.isApart(hit.end))
      return null
  }
  // A quarter named after a town: "Gwarinpa Estate", "Sandown Village", "Gbagada Phase 2".
  if (last !== undefined && (r.roles(hit.end) & Role.quarterAfter) !== 0 && r.isCapital(hit.end)) {
    const word = hit.end + 1
    const quarter = isQuarterNumber(r, word) ? word + 1 : word
    if (r.endsSegment(quarter)) return { part: { kind: 'quarter', from: at, to: quarter }, end: quarter }
  }
  let end = hit.end
  // After a postcode, Luxembourg is the town.
  const isCountry =
    hit.place.entries[0]?.kind === 'k' &&
    !(last?.kind === 'postcode' && hit.place.entries.some((entry) => entry.kind === 'c'))
  if (!isCountry && !r.isNewline(end) && !r.isPrice(end)) {
    // Postal districts: "Praha 3", "Dublin 4", "København K", "Wuse II".
    const isDistrict =
      (r.kind(end) === TokenKind.number && r.length(end) <= 2 && r.endsSegment(end + 1)) ||
      (r.kind(end) === TokenKind.upper && isLettered(r, end) && r.endsSegment(end + 1))
    const isNumbered =
      (has & Part.postcode) !== 0 &&
      r.kind(end) === TokenKind.number &&
      r.length(end) <= 2 &&
      r.kind(end + 1) === TokenKind.lower
    const isQuarter =
      (has & Part.postcode) !== 0 &&
      r.kind(end) === TokenKind.upper &&
      r.length(end) === 1 &&
      r.kind(end + 1) === TokenKind.lower
    // A district number before other text: "5 Mill Road, Dublin 12 to Ada Obi".
    const isLed =
      (has & Part.street) !== 0 &&
      r.kind(end) === TokenKind.number &&
      r.length(end) <= 2 &&
      (r.roles(end + 1) & Role.preposition) !== 0 &&
      r.kind(end + 1) === TokenKind.lower
    if ((isDistrict || isNumbered || isQuarter || isLed) && state.parts.length > 0) end++
    if (r.signCode(end) === HYPHEN && r.isTight(end) && r.kind(end + 1) === TokenKind.number && r.length(end + 1) <= 2)
      end += 2
    // Township units: "Motherwell NU 9".
    if (
      r.kind(end) === TokenKind.upper &&
      r.length(end) <= 3 &&
      r.kind(end + 1) === TokenKind.number &&
      r.length(end + 1) <= 2 &&
      r.endsSegment(end + 2)
    )
      end += 2
  }
  // After its postcode, the specification of a town belongs to it ("79104 Freiburg im Breisgau", "33000 Bordeaux Cedex 2"), but text
  // after a conjunction does not: "10115 Berlin and Jutta Oelke".
  const isMore = r.kind(end) === TokenKind.lower && !r.book.conjunctions.has(r.text.folded(end))
  if (last?.kind === 'postcode' && run > end && isMore) end = run
  if (last?.kind === 'postcode' && end < r.count && r.text.folded(end) === 'cedex') {
    end++
    if (r.kind(end) === TokenKind.number && r.length(end) <= 2) end++
  }
  const kind: PartKind = isCountry
    ? 'country'
    : hit.place.entries.every((entry) => entry.kind === 'r')
      ? 'region'
      : 'place'
  return { part: { kind, from: at, to: end, place: hit.place }, end }
}

const isLettered = (r: AddressReader, at: number): boolean => r.length(at) === 1 || (r.bits(at) & Trait.roman) !== 0

/** Number of a quarter: "Phase 2", "Extension IV". */
function isQuarterNumber(r: AddressReader, at: number): boolean {
  return r.kind(at) === TokenKind.number
    ? r.length(at) <= 2
    : r.kind(at) === TokenKind.upper && (r.bits(at) & Trait.roman) !== 0
}
