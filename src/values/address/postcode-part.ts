// Postcodes: read in text by the characters around them, and as a part of an address: digits are a postcode only after a cue, next to a
// town of the country, or after a street or box.
import { COMMA, FULL_STOP, HYPHEN, QUOTE } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { type AddressPart, Part, type State, type Step } from './parts.ts'
import type { AddressReader } from './reader.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { streetAfter } from './streets.ts'
import { Role } from './words.ts'

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
  const kind = r.kind(i)
  if (kind !== TokenKind.number && kind !== TokenKind.mixed && kind !== TokenKind.upper) return null
  if (kind === TokenKind.number ? r.length(i) < 2 || r.length(i) > 6 : r.length(i) > 7) return null
  if (i > 0 && r.isTight(i) && !r.isNewline(i - 1)) {
    const isApart = r.kind(i - 1) === TokenKind.sign && (signsOf(r.signCode(i - 1)) & Signs.beforeCode) === 0
    if (!isApart) return null
  }
  // The next token excludes most words and amounts before a pattern is tried.
  const next = r.kind(i + 1)
  const isJoined =
    next === TokenKind.number || next === TokenKind.mixed || (r.signCode(i + 1) === HYPHEN && r.isTight(i + 1))
  if (kind === TokenKind.upper && !isJoined) return null
  if (kind === TokenKind.number && r.length(i) < 3 && !isJoined) return null
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

/** In some countries a box line has the postcode after a hyphen ("P.O. Box 190-50100"); it is read as the next part. */
export const boxPostcode = (r: AddressReader, end: number): number => (afterBox(r, end + 1) === null ? end : end + 1)

function afterBox(r: AddressReader, i: number): readonly string[] | null {
  if (r.signCode(i - 1) !== HYPHEN || r.kind(i) !== TokenKind.number) return null
  return r.book.postcodes.afterBox(r.text.text, r.start(i), r.end(i))
}

/** The gazetteer has few towns of these countries: the name before the postcode may be a town of another country. */
const areAbroad = (r: AddressReader, countries: readonly string[]): boolean =>
  countries.every((country) => !r.book.isHome(country))

/** The postcode at token `at`, after `separator` and the parts in `state`; null if there is none. */
export function postcodePart(r: AddressReader, at: number, separator: string, state: State): Step {
  const { has } = state
  const word = r.phrase(at, Role.postcodeWord)
  let from = at
  if (word > 0) {
    from = behindLabel(r, word)
    // After a cue word the shape is sufficient: "CP: 28319", "my zip code is 51859".
    const cued =
      from > word && r.signCode(from - 1) !== FULL_STOP && state.parts.length === 0 ? postcode(r, from) : null
    if (cued !== null && r.endsSegment(cued.end))
      return {
        part: { kind: 'postcode', from, to: cued.end, countries: cued.countries },
        end: cued.end,
        first: from,
        distinct: true,
      }
    if (state.parts.length === 0) from = at
  }
  const boxed = state.isSureBox ? afterBox(r, from) : null
  if (boxed !== null) return { part: { kind: 'postcode', from, to: from + 1, countries: boxed }, end: from + 1 }
  if (
    state.parts.length === 0 &&
    r.kind(from) === TokenKind.number &&
    !r.isCapital(from + 1) &&
    r.kind(from + 1) !== TokenKind.number &&
    r.signCode(from + 1) !== HYPHEN
  )
    return null
  const hit = postcode(r, from)
  if (hit === null) return null
  const part: AddressPart = { kind: 'postcode', from, to: hit.end, countries: hit.countries }
  if (hit.isDistinct) return { part, end: hit.end, distinct: true }
  const isAnchored =
    (has & Part.street) !== 0 || (has & Part.plot) !== 0 || (has & Part.number) !== 0 || (has & Part.anchor) !== 0
  const after = hit.end
  // A number before a street is its house number: "124 Elim Street".
  if ((has & Part.street) === 0 && r.kind(from) === TokenKind.number && streetAfter(r, after, false) !== null)
    return null
  const isFollowed = r.isCapital(after) && !r.isNewline(after)
  const named =
    isFollowed || (r.signCode(after) === COMMA && r.isCapital(after + 1) && isAnchored)
      ? r.place(isFollowed ? after : after + 1)
      : null
  const fits = named?.place.entries.some((entry) => hit.countries.includes(entry.country))
  if (fits && (isAnchored || (state.parts.length === 0 && isFollowed))) return { part, end: hit.end }
  if (isFollowed && isAnchored && state.parts.at(-1)?.kind !== 'street') return { part, end: hit.end }
  if (
    isFollowed &&
    (has & Part.street) !== 0 &&
    separator !== '' &&
    // Four digits or more, or a country prefix: "5020", "L-5020".
    (r.kind(from) === TokenKind.number ? r.length(from) >= 4 : r.signCode(from + 1) === HYPHEN) &&
    (r.roles(after) & (Role.unit | Role.streetAfter)) === 0
  )
    return { part, end: hit.end }
  if ((has & Part.place) !== 0 || ((has & Part.word) !== 0 && isAnchored)) {
    // After the town: Cape Town 8001; Valletta VLT 1112; Lagos, 101001.
    const towns = state.parts.filter((one) => one.place)
    const known = towns.some((one) => one.place?.entries.some((entry) => hit.countries.includes(entry.country)))
    if (
      (known || ((has & Part.street) !== 0 && (towns.length === 0 || areAbroad(r, hit.countries)))) &&
      r.end(hit.end - 1) - r.start(from) >= 3 &&
      (separator !== '\n' || r.endsSegment(hit.end))
    )
      return { part, end: hit.end }
  }
  return null
}
