// Derives components from parts: town or quarter, the parts of the flat, and the country of the address.
import type { Place, PlaceEntry } from '../../packs/gazetteer.ts'
import type { PLACE_COMPONENTS } from '../../records/mentions.ts'
import type { AddressReader } from './address-reader.ts'
import type { AddressBook } from './book.ts'
import type { AddressPart, FoundAddress } from './parts.ts'

export type ComponentKey = (typeof PLACE_COMPONENTS)[number]
export type Components = Partial<Record<ComponentKey, string>>

export interface SplitAddress {
  readonly components: Components
  /** ISO code, or null if unknown. */
  readonly country: string | null
  /** Probability that the country is right, in [0, 1]; 0 if unknown. */
  readonly countryConfidence: number
}

const NAMED = 0.95
const TOWN = 0.85
const SHAPE = 0.65

/** Components as written; spaces and line breaks are collapsed. */
export function componentsOf(found: FoundAddress, reader: AddressReader, book: AddressBook): SplitAddress {
  const { parts } = found
  const country = countryOf(parts, book)
  const components: Components = {}
  const text = (part: AddressPart) => clean(reader.slice(part.from, part.to))
  const one = (kind: AddressPart['kind']) => parts.find((part) => part.kind === kind)

  const plot = one('plot')
  if (plot) components.plot = text(plot)
  const units = parts.filter((part) => part.kind === 'unit')
  if (units.length > 0) components.unit = clean(reader.slice(units[0]!.from, joinedEnd(parts, units[0]!)))
  const number = one('number')
  if (number) {
    const [house, flat] = splitNumber(text(number), country.code, book)
    components.street_number = house
    if (flat !== null) components.unit = components.unit === undefined ? flat : `${flat}, ${components.unit}`
  }
  const street = one('street')
  if (street) components.street = text(street)
  const anchor = one('anchor')
  if (anchor) {
    components.anchor = text(anchor)
    components.anchor_type = anchor.anchorType ?? 'other'
  }
  const quarters = [...parts.filter((part) => part.kind === 'quarter')]
  const segments = parts.filter((part) => part.kind === 'place' || part.kind === 'word')
  const { city, inner, regions } = arrange(segments, parts, country.code)
  if (city) components.city = text(city)
  const inside = [...quarters, ...inner].sort((a, b) => a.from - b.from)
  if (inside[0]) components.neighborhood = text(inside[0])
  if (inside[1]) components.area = text(inside[1])
  const region = one('region') ?? regions[0]
  if (region) components.region = text(region)
  if (country.code !== null && country.confidence >= TOWN) components.country = country.code
  const postcode = one('postcode')
  if (postcode) components.postal_code = text(postcode)
  return { components, country: country.code, countryConfidence: country.confidence }
}

const clean = (value: string): string => value.replace(/\s+/gu, ' ').trim()

/** Token after the last of consecutive units. */
function joinedEnd(parts: readonly AddressPart[], first: AddressPart): number {
  let at = parts.indexOf(first)
  while (parts[at + 1]?.kind === 'unit') at++
  return parts[at]!.to
}

/** Depending on the country, a number with a stroke is house and flat or one number: "57/5" in Vienna is house 57, flat 5; "1645/22" in Prague is one number. */
function splitNumber(value: string, country: string | null, book: AddressBook): [string, string | null] {
  const signs = country === null ? '/' : (book.unitSigns.get(country) ?? '')
  if (signs === '') return [value, null]
  const at = value.search(signs === '-' ? /-/ : /\//)
  if (at <= 0 || !/^\d/.test(value.slice(at + 1))) return [value, null]
  return [value.slice(0, at), value.slice(at + 1)]
}

/** Selects the town: the segment next to the postcode, otherwise the last known town, otherwise the last segment. */
function arrange(
  segments: readonly AddressPart[],
  parts: readonly AddressPart[],
  country: string | null,
): { city: AddressPart | null; inner: AddressPart[]; regions: AddressPart[] } {
  if (segments.length === 0) return { city: null, inner: [], regions: [] }
  const isTown = (part: AddressPart) => entryOf(part.place, country)?.kind === 'c'
  const isQuarter = (part: AddressPart) => entryOf(part.place, country)?.kind === 'q'
  const postcode = parts.findIndex((part) => part.kind === 'postcode')
  const adjacent = postcode >= 0 ? parts[postcode + 1] : undefined
  const before = postcode > 0 ? parts[postcode - 1] : undefined
  let city =
    segments.find((part) => part === adjacent) ?? segments.find((part) => part === before && !isQuarter(part)) ?? null
  if (city === null) {
    const towns = segments.filter(isTown)
    city = towns.at(-1) ?? null
    // A town after a smaller one names the region ("Sandton, Johannesburg, Gauteng" is decided by kind; this rule by size).
    if (city !== null && towns.length > 1) {
      const largest = towns.reduce((a, b) =>
        (entryOf(b.place, country)?.size ?? 0) >= (entryOf(a.place, country)?.size ?? 0) ? b : a,
      )
      if (segments.indexOf(largest) > 0) city = largest
    }
  }
  if (city === null) {
    const last = segments.at(-1)!
    if (segments.length === 1 && isQuarter(last)) return { city: null, inner: [last], regions: [] }
    if (isQuarter(last)) return { city: null, inner: [...segments], regions: [] }
    city = last
  }
  const at = segments.indexOf(city)
  return { city, inner: segments.slice(0, at), regions: segments.slice(at + 1) }
}

function entryOf(place: Place | undefined, country: string | null): PlaceEntry | undefined {
  if (place === undefined) return undefined
  if (country !== null) {
    // A town takes precedence over a region of the same name.
    const local = place.entries.filter((entry) => entry.country === country)
    if (local.length > 0)
      return local.find((entry) => entry.kind === 'c') ?? local.find((entry) => entry.kind === 'q') ?? local[0]
  }
  return place.entries.find((entry) => entry.kind !== 'k' && entry.kind !== 'r') ?? place.entries[0]
}

/** Country from the country name, a distinct postcode, or the town; with several towns, the country common to all of them. */
function countryOf(parts: readonly AddressPart[], book: AddressBook): { code: string | null; confidence: number } {
  const named = parts.find((part) => part.kind === 'country')
  if (named?.place) return { code: named.place.entries[0]!.country, confidence: NAMED }
  const coded = parts.find((part) => part.kind === 'postcode')?.countries ?? []
  const only = coded.length === 1 ? coded[0]! : null
  const isLettered = book.postcodes.rules.some((rule) => rule.country === only && rule.isDistinct)
  if (isLettered) return { code: only, confidence: NAMED }
  const voted = mostVotes(townVotes(parts, coded))
  if (voted !== null) return { code: voted, confidence: TOWN }
  return { code: only, confidence: only === null ? 0 : SHAPE }
}

/** The votes for each country: one for each place that may be there, more for larger ones, and one for a postcode of its form. */
function townVotes(parts: readonly AddressPart[], coded: readonly string[]): Map<string, number> {
  const votes = new Map<string, number>()
  for (const { kind, place } of parts) {
    if (place === undefined || kind === 'country') continue
    const seen = new Set<string>()
    for (const entry of place.entries) {
      if (entry.kind === 'k' || seen.has(entry.country)) continue
      seen.add(entry.country)
      votes.set(entry.country, (votes.get(entry.country) ?? 0) + 1 + entry.size / 100)
    }
  }
  for (const country of coded) if (votes.has(country)) votes.set(country, votes.get(country)! + 1)
  return votes
}

/** The country with the most votes; of several, the first in the alphabet. */
function mostVotes(votes: ReadonlyMap<string, number>): string | null {
  let best: string | null = null
  let most = 0
  for (const [country, weight] of votes)
    if (weight > most || (weight === most && best !== null && country < best)) {
      best = country
      most = weight
    }
  return best
}
