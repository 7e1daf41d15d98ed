// Decides where an address ends, and whether the parts found are a complete address, a place, or neither.
import { FULL_STOP } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { type AddressLevel, type AddressPart, type FoundAddress, kindsOf, Part, type State } from './parts.ts'
import type { AddressReader } from './reader.ts'
import { Role } from './words.ts'

/** Unknown segments at the end are kept only after one of these. */
const TIES = Part.street | Part.plot | Part.anchor | Part.postcode
const TOWN = Part.place | Part.region | Part.country

export function close(r: AddressReader, state: State): FoundAddress | null {
  const { parts, ends } = state
  for (;;) {
    const last = parts.at(-1)
    if (last === undefined) return null
    if (last.kind !== 'word' && last.kind !== 'number') break
    const kinds = kindsOf(parts)
    if (last.kind === 'word') {
      // A sentence sign or line break must end them.
      const followsCode = parts.at(-2)?.kind === 'postcode'
      const isTied =
        (kinds & TIES) !== 0 &&
        (followsCode || ((kinds & (Part.number | Part.plot | Part.anchor)) !== 0 && (kinds & Part.place) === 0))
      const isClosed = r.endsSegment(last.to) || followsCode || r.kind(last.to) === TokenKind.lower
      if (isTied && isClosed && !isPersonal(r, last)) break
    } else if ((kinds & Part.street) !== 0) break
    parts.pop()
    ends.pop()
  }
  // If there is a town on both sides of the street, the first belongs to the sentence before.
  while (parts.length > 2 && parts[0]!.place !== undefined && parts[1]!.kind !== 'postcode') {
    const street = parts.findIndex((part) => part.kind === 'street')
    if (street < 0 || !parts.slice(street).some((part) => part.kind === 'place' || part.kind === 'word')) break
    parts.shift()
    ends.shift()
  }
  const what = level(r, state)
  if (what === null) return null
  const first = parts[0]!
  const firstToken = designatorBefore(r, first)
  if (firstToken > state.first && parts.length === 1 && what === 'postcode')
    return {
      start: r.start(firstToken),
      end: r.end(ends[0]! - 1),
      firstToken,
      endToken: ends[0]!,
      level: what,
      isWeak: false,
      parts,
    }
  const endToken = ends.at(-1)!
  return {
    start: r.start(firstToken),
    end: r.end(endToken - 1),
    firstToken,
    endToken,
    level: what,
    isWeak: state.isWeakStreet,
    parts,
  }
}

/** Includes in the span the number word before a leading number, and the article of a street: "No. 9 ...", "'t Zand 5". */
function designatorBefore(r: AddressReader, part: AddressPart): number {
  const article = part.from - 1
  if (part.kind === 'street' && r.length(article) === 1 && r.kind(article) === TokenKind.lower && r.isTight(article))
    if (r.isJoiner(article - 1) && !r.isTight(article - 1)) return article - 1
  if (part.kind !== 'number') return part.from
  let at = part.from - 1
  if (r.signCode(at) === FULL_STOP) at--
  if (at >= 0 && (r.roles(at) & Role.number) !== 0 && r.isCapital(at)) return at
  return part.from
}

function isPersonal(r: AddressReader, part: AddressPart): boolean {
  return part.to - part.from >= 3 && r.book.gazetteer.get(r.text.folded(part.from)) === null
}

function level(r: AddressReader, state: State): AddressLevel | null {
  const { parts } = state
  const kinds = kindsOf(parts)
  const isTown = (kinds & TOWN) !== 0
  if ((kinds & Part.street) !== 0) {
    if ((kinds & Part.number) !== 0 || ((kinds & Part.unit) !== 0 && isTown)) {
      const isBareWeak = state.isWeakStreet && !isTown && (kinds & (Part.word | Part.postcode | Part.quarter)) === 0
      return isBareWeak && !numberLeads(parts) ? 'street' : 'address'
    }
    if ((kinds & (Part.plot | Part.anchor)) !== 0) return 'address'
    if ((isTown || (kinds & Part.postcode) !== 0) && !state.isWeakStreet) return 'address'
    if (isTown && state.isWeakStreet && parts.length >= 2) return 'address'
    return 'street'
  }
  if ((kinds & (Part.plot | Part.anchor)) === 0 && isTown && parts[0]?.kind === 'unit') return 'address'
  if ((kinds & Part.plot) !== 0) {
    if (parts.find((part) => part.kind === 'plot')?.isSure) return 'address'
    return isTown || (kinds & (Part.word | Part.quarter | Part.postcode)) !== 0 ? 'address' : null
  }
  if ((kinds & Part.anchor) !== 0) {
    const anchor = parts.find((part) => part.kind === 'anchor')
    if (anchor !== undefined && parts[0] === anchor && (r.bits(anchor.from) & Role.relation) !== 0)
      return isTown || (kinds & (Part.word | Part.quarter)) !== 0 ? 'landmark' : null
    return isTown || (kinds & (Part.postcode | Part.unit)) !== 0 ? 'address' : null
  }
  if (state.isDistinctPostcode && (kinds & Part.postcode) !== 0) return parts.length > 1 ? 'address' : 'postcode'
  return isTown ? 'place' : null
}

function numberLeads(parts: readonly AddressPart[]): boolean {
  const street = parts.findIndex((part) => part.kind === 'street')
  return street > 0 && parts[street - 1]?.kind === 'number'
}
