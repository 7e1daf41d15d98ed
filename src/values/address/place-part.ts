// Towns, regions and countries as parts of an address.
import { HYPHEN } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader, PlaceHit } from './address-reader.ts'
import type { Lookahead } from './lookahead.ts'
import { Part, type PartKind, type State, type Step } from './parts.ts'
import { postcode as readPostcode } from './postcode-part.ts'
import { region as readRegion } from './streets.ts'
import { Role, Trait } from './word-roles.ts'

/** A known name at token `at` of an address, with its context. */
interface Site {
  readonly r: AddressReader
  readonly ahead: Lookahead
  readonly at: number
  readonly separator: string
  /** The kinds of the parts before it; the kind of the last one. */
  readonly has: number
  readonly last: PartKind | undefined
  readonly hit: PlaceHit
  /** True if a postcode follows the name. */
  readonly isCoded: boolean
  /** The end of the run of capitals that begins with the name. */
  readonly run: number
}

/** The reasons why a known name is not a part of the address. */
const REFUSALS: Readonly<Record<string, (site: Site) => boolean>> = {
  sentenceOnNextLine: ({ separator, ahead, hit, isCoded, has }) =>
    separator === '\n' && (has & Part.postcode) === 0 && !isCoded && !ahead.endsLine(hit.end),
  secondTownOnNextLine: ({ separator, has, hit }) =>
    separator === '\n' && (has & Part.place) !== 0 && (has & Part.postcode) !== 0 && !isNamedCountry(hit),
  // After a house number and a space, a town must not be the start of a longer name.
  longerName: ({ r, separator, last, hit, isCoded }) =>
    separator === '' && last !== undefined && last !== 'postcode' && !isCoded && r.isCapital(hit.end),
  // If the run of capitals continues after the name ("Chester Smith"), it is a plain segment.
  longerRun: ({ r, ahead, last, hit, isCoded, run }) =>
    run > hit.end &&
    last !== 'postcode' &&
    !isCoded &&
    r.place(hit.end) === null &&
    !(ahead.isTail(hit.end) || r.isPrice(hit.end) || r.isApart(hit.end)),
}
const refusals = Object.values(REFUSALS)

const isNamedCountry = (hit: PlaceHit): boolean => hit.place.entries[0]?.kind === 'k'

/** The town, region or country at token `at`, after `separator` and the parts in `state`; null if there is none. */
export function placePart(r: AddressReader, ahead: Lookahead, at: number, separator: string, state: State): Step {
  const { has } = state
  const last = state.parts.at(-1)?.kind
  const region = last === undefined ? null : regionPart(r, at, separator, has, last)
  if (region !== null) return region
  const hit = r.place(at)
  if (hit === null || (has & Part.country) !== 0) return null
  const isCoded = readPostcode(r, hit.end) !== null
  const site: Site = { r, ahead, at, separator, has, last, hit, isCoded, run: r.capitals(at) }
  for (const refuses of refusals) if (refuses(site)) return null
  return quarterPart(site) ?? townPart(site)
}

/** A region code after the town ("20121 Milano MI"), or a region with its word. */
function regionPart(r: AddressReader, at: number, separator: string, has: number, last: PartKind): Step {
  if (separator === '') {
    const isCode = last === 'place' && r.kind(at) === TokenKind.upper && r.length(at) === 2
    const isOpen = (has & (Part.postcode | Part.region)) === Part.postcode
    return isCode && isOpen ? { part: { kind: 'region', from: at, to: at + 1 }, end: at + 1 } : null
  }
  const region = readRegion(r, at)
  if (region === null) return null
  const kind: PartKind = region.isQuarter ? 'quarter' : 'region'
  return { part: { kind, from: region.name, to: region.end }, end: region.end }
}

/** A quarter named after a town: "Gwarinpa Estate", "Sandown Village", "Gbagada Phase 2". */
function quarterPart({ r, at, last, hit }: Site): Step {
  if (last === undefined || (r.roles(hit.end) & Role.quarterAfter) === 0 || !r.isCapital(hit.end)) return null
  const word = hit.end + 1
  const to = isQuarterNumber(r, word) ? word + 1 : word
  return r.endsSegment(to) ? { part: { kind: 'quarter', from: at, to }, end: to } : null
}

function townPart(site: Site): Step {
  const { at, last, hit } = site
  const { entries } = hit.place
  const isCoded = last === 'postcode'
  // After a postcode, Luxembourg is the town.
  const isCountry = isNamedCountry(hit) && !(isCoded && entries.some((entry) => entry.kind === 'c'))
  let end = isCountry ? hit.end : districtEnd(site)
  if (isCoded) end = specifiedEnd(site, end)
  const isRegion = !isCountry && entries.every((entry) => entry.kind === 'r')
  const kind: PartKind = isCountry ? 'country' : isRegion ? 'region' : 'place'
  return { part: { kind, from: at, to: end, place: hit.place }, end }
}

/** The end of a town with its postal district: "Praha 3", "Dublin 4", "København K", "Wuse II", "Motherwell NU 9". */
function districtEnd({ r, has, last, hit }: Site): number {
  let end = hit.end
  if (r.isNewline(end) || r.isPrice(end)) return end
  if (last !== undefined && isDistrict(r, end, has)) end++
  if (r.signCode(end) === HYPHEN && r.isTight(end) && r.isNumber(end + 1, 2)) end += 2
  if (r.isUpper(end, 3) && r.isNumber(end + 1, 2) && r.endsSegment(end + 2)) end += 2
  return end
}

/** True for the number or letter of a district. Before other text it needs a postcode or a street: "5 Mill Road, Dublin 12 to Ada Obi". */
function isDistrict(r: AddressReader, at: number, has: number): boolean {
  const isLast = r.endsSegment(at + 1)
  const isPosted = (has & Part.postcode) !== 0
  if (r.isNumber(at, 2)) {
    if (isLast || !r.isLower(at + 1)) return isLast
    return isPosted || ((has & Part.street) !== 0 && (r.roles(at + 1) & Role.preposition) !== 0)
  }
  if (r.kind(at) !== TokenKind.upper) return false
  return isLast ? isLettered(r, at) : isPosted && r.length(at) === 1 && r.isLower(at + 1)
}

/**
 * After its postcode, the specification of a town belongs to it ("79104 Freiburg im Breisgau", "33000 Bordeaux Cedex 2"), but text after
 * a conjunction does not: "10115 Berlin and Jutta Oelke".
 */
function specifiedEnd({ r, run }: Site, from: number): number {
  const isMore = run > from && r.isLower(from) && !r.book.conjunctions.has(r.text.folded(from))
  const end = isMore ? run : from
  if (end >= r.count || r.text.folded(end) !== 'cedex') return end
  return r.isNumber(end + 1, 2) ? end + 2 : end + 1
}

const isLettered = (r: AddressReader, at: number): boolean => r.length(at) === 1 || (r.bits(at) & Trait.roman) !== 0

/** Number of a quarter: "Phase 2", "Extension IV". */
function isQuarterNumber(r: AddressReader, at: number): boolean {
  return r.kind(at) === TokenKind.number
    ? r.length(at) <= 2
    : r.kind(at) === TokenKind.upper && (r.bits(at) & Trait.roman) !== 0
}
