// When the name of a town, region or country may be claimed: names of places are also surnames, given names and ordinary
// words, so a name needs size or company.
import { TokenKind } from '../../text/tokens.ts'
import { Role } from '../../values/address-book.ts'
import type { FoundAddress } from '../../values/address-find.ts'
import type { AddressReader } from '../../values/address-reader.ts'

/** Population of about a hundred thousand: known by name alone. */
const LARGE = 5
const SMALL = 3

/** Confidence of a location claim, 0 when the name does not have enough evidence. */
export function isPlaceClaim(found: FoundAddress, reader: AddressReader): number {
  const { parts, firstToken, endToken } = found
  const first = parts[0]!
  const place = first.place
  if (place === undefined) return parts.length > 1 ? 0.7 : 0
  const before = firstToken - 1
  const follows = reader.isWord(before) && !reader.isNewline(before) ? reader.roles(before) : 0
  const isCued = (follows & Role.preposition) !== 0 && reader.kind(before) === TokenKind.lower
  const isNamed = reader.isCapital(before) && !reader.isCell(firstToken)
  const goesOn = reader.isCapital(endToken) && !reader.isCell(endToken)
  if (goesOn || isNamed) return 0
  if (reader.sign(endToken) === '-' && reader.isTight(endToken)) return 0
  if (parts.length > 1) return 0.85
  if (isCued) return place.isWord && place.entries[0]!.size <= SMALL ? 0 : 0.8
  const size = place.entries[0]!.size
  const isCountry = place.entries[0]!.kind === 'k'
  const isModifier = reader.kind(before) === TokenKind.lower && reader.kind(endToken) === TokenKind.lower
  if (place.isGivenName || place.isWord) return 0
  if (reader.kind(firstToken) === TokenKind.upper && reader.length(firstToken) <= 3) return 0
  if (isCountry || size >= LARGE) return 0.7
  return size > SMALL && !place.isSurname && (isModifier || endsClause(reader, endToken)) ? 0.6 : 0
}

function endsClause(reader: AddressReader, at: number): boolean {
  return at >= reader.count || reader.kind(at) === TokenKind.sign || reader.isNewline(at)
}
