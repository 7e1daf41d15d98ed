// Postcodes: read in text by the characters around them, and as a part of an address: digits are a postcode only after a cue, next to a
// town of the country, or after a street or box.
import type { Place } from '../../packs/gazetteer.ts'
import { COMMA, FULL_STOP, HYPHEN, QUOTE } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './address-reader.ts'
import { type AddressPart, Part, type State, type Step } from './parts.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { streetAfter } from './streets.ts'
import { Role } from './word-roles.ts'

interface PostcodeHit {
  readonly end: number
  readonly countries: readonly string[]
  readonly isDistinct: boolean
}

/** First token of a field's value, for a field name that ends before token i; a full stop or quotation marks may come between. */
function behindLabel(r: AddressReader, i: number): number {
  const at = r.signCode(i) === FULL_STOP || r.signCode(i) === QUOTE ? i + 1 : i
  if ((signsOf(r.signCode(at)) & Signs.tells) === 0 && !(r.isWord(at) && r.text.folded(at) === 'is')) return at
  return r.signCode(at + 1) === QUOTE ? at + 2 : at + 1
}

export function postcode(r: AddressReader, i: number): PostcodeHit | null {
  if (!hasCodeShape(r, i) || !isFreeBefore(r, i)) return null
  const match = r.book.postcodes.match(r.text, r.starts[i]!)
  if (match === null) return null
  let at = i
  while (at < r.count && r.stops[at]! < match.stop) at++
  if (r.stops[at] !== match.stop) return null
  // The year of a date: "Pécs, 2014. 03. 19.".
  const isYear =
    r.signCode(at + 1) === FULL_STOP && r.kind(at + 2) === TokenKind.number && r.signCode(at + 3) === FULL_STOP
  if (isYear && !match.isDistinct) return null
  if (r.isTight(at + 1) && (signsOf(r.signCode(at + 1)) & Signs.behindCode) !== 0) return null
  return { end: at + 1, countries: match.countries, isDistinct: match.isDistinct }
}

/** A cheap check before a pattern is tried: excludes most words and amounts by the kind and length of the token and by the next token. */
function hasCodeShape(r: AddressReader, i: number): boolean {
  const length = r.length(i)
  switch (r.kind(i)) {
    case TokenKind.number:
      return length >= 3 ? length <= 6 : length === 2 && isJoinedAfter(r, i)
    case TokenKind.upper:
      return length <= 7 && isJoinedAfter(r, i)
    case TokenKind.mixed:
      return length <= 7
    default:
      return false
  }
}

const isJoinedAfter = (r: AddressReader, i: number): boolean =>
  r.isCode(i + 1) || (r.signCode(i + 1) === HYPHEN && r.isTight(i + 1))

/** True if no token directly before i ties it to other text. */
const isFreeBefore = (r: AddressReader, i: number): boolean =>
  i === 0 ||
  !r.isTight(i) ||
  r.isNewline(i - 1) ||
  (r.kind(i - 1) === TokenKind.sign && (signsOf(r.signCode(i - 1)) & Signs.beforeCode) === 0)

/** In some countries a box line has the postcode after a hyphen ("P.O. Box 190-50100"); it is read as the next part. */
export const boxPostcode = (r: AddressReader, end: number): number => (afterBox(r, end + 1) === null ? end : end + 1)

function afterBox(r: AddressReader, i: number): readonly string[] | null {
  if (r.signCode(i - 1) !== HYPHEN || r.kind(i) !== TokenKind.number) return null
  return r.book.postcodes.afterBox(r.text.text, r.start(i), r.end(i))
}

/** A code with the shape of a postcode after the parts of `state`. */
interface CodeSite {
  readonly r: AddressReader
  readonly separator: string
  readonly state: State
  readonly from: number
  readonly hit: PostcodeHit
  /** True after a street, a plot, a house number or a landmark. */
  readonly isAnchored: boolean
  /** True if a name follows on the same line. */
  readonly isFollowed: boolean
}

/** Evidence that a code is a postcode; one item is sufficient. */
const EVIDENCE: Readonly<Record<string, (site: CodeSite) => boolean>> = {
  townOfItsCountry({ r, state, hit, isAnchored, isFollowed }) {
    const isListed = !isFollowed && isAnchored && r.signCode(hit.end) === COMMA && r.isCapital(hit.end + 1)
    if (!isListed && !(isFollowed && (isAnchored || state.parts.length === 0))) return false
    const town = r.place(isFollowed ? hit.end : hit.end + 1)
    return town !== null && isIn(town.place, hit.countries)
  },
  nameAfterNumber: ({ state, isAnchored, isFollowed }) =>
    isFollowed && isAnchored && state.parts.at(-1)?.kind !== 'street',
  nameAfterStreet: ({ r, separator, state, from, hit, isFollowed }) =>
    isFollowed &&
    separator !== '' &&
    (state.has & Part.street) !== 0 &&
    // Four digits or more, or a country prefix: "5020", "L-5020".
    (r.kind(from) === TokenKind.number ? r.length(from) >= 4 : r.signCode(from + 1) === HYPHEN) &&
    (r.roles(hit.end) & (Role.unit | Role.streetAfter)) === 0,
  // Cape Town 8001; Valletta VLT 1112; Lagos, 101001.
  townBefore({ r, separator, state: { has, parts }, from, hit, isAnchored }) {
    if ((has & Part.place) === 0 && !((has & Part.word) !== 0 && isAnchored)) return false
    if (r.end(hit.end - 1) - r.start(from) < 3 || (separator === '\n' && !r.endsSegment(hit.end))) return false
    const towns = parts.filter((part) => part.place)
    if (towns.some((part) => isIn(part.place!, hit.countries))) return true
    return (has & Part.street) !== 0 && (towns.length === 0 || areAbroad(r, hit.countries))
  },
}
const evidence = Object.values(EVIDENCE)

const isIn = (place: Place, countries: readonly string[]): boolean =>
  place.entries.some((entry) => countries.includes(entry.country))

/** The gazetteer has few towns of these countries: the name before the postcode may be a town of another country. */
const areAbroad = (r: AddressReader, countries: readonly string[]): boolean =>
  countries.every((country) => !r.book.isHome(country))

/** Kinds of parts after which a postcode is expected. */
const ANCHORS = Part.street | Part.plot | Part.number | Part.anchor

/** The postcode at token `at`, after `separator` and the parts in `state`; null if there is none. */
export function postcodePart(r: AddressReader, at: number, separator: string, state: State): Step {
  const isFirst = state.parts.length === 0
  const word = r.phrase(at, Role.postcodeWord)
  const cued = isFirst && word > 0 ? cuedPostcode(r, word) : null
  if (cued !== null) return cued
  const from = isFirst || word === 0 ? at : behindLabel(r, word)
  const boxed = state.isSureBox ? afterBox(r, from) : null
  if (boxed !== null) return { part: { kind: 'postcode', from, to: from + 1, countries: boxed }, end: from + 1 }
  if (isFirst && isBareNumber(r, from)) return null
  const hit = postcode(r, from)
  if (hit === null) return null
  const part: AddressPart = { kind: 'postcode', from, to: hit.end, countries: hit.countries }
  if (hit.isDistinct) return { part, end: hit.end, distinct: true }
  // A number before a street is its house number: "124 Elim Street".
  const mayBeHouse = (state.has & Part.street) === 0 && r.kind(from) === TokenKind.number
  if (mayBeHouse && streetAfter(r, hit.end, false) !== null) return null
  const isAnchored = (state.has & ANCHORS) !== 0
  const isFollowed = r.isCapital(hit.end) && !r.isNewline(hit.end)
  const site: CodeSite = { r, separator, state, from, hit, isAnchored, isFollowed }
  return evidence.some((supports) => supports(site)) ? { part, end: hit.end } : null
}

/** After a cue word that ends at `word`, the shape is sufficient: "CP: 28319", "my zip code is 51859". */
function cuedPostcode(r: AddressReader, word: number): Step {
  const from = behindLabel(r, word)
  if (from <= word || r.signCode(from - 1) === FULL_STOP) return null
  const hit = postcode(r, from)
  if (hit === null || !r.endsSegment(hit.end)) return null
  const part: AddressPart = { kind: 'postcode', from, to: hit.end, countries: hit.countries }
  return { part, end: hit.end, first: from, distinct: true }
}

/** A number that nothing marks as a postcode: neither a name, nor a number, nor a hyphen follows. */
const isBareNumber = (r: AddressReader, at: number): boolean =>
  r.kind(at) === TokenKind.number &&
  !r.isCapital(at + 1) &&
  r.kind(at + 1) !== TokenKind.number &&
  r.signCode(at + 1) !== HYPHEN
