// Where an address ends, and whether what was read is a whole address, a place, or nothing.
import { TokenKind } from '../text/tokens.ts'
import { Role } from './address-book.ts'
import type { AddressLevel, AddressPart, FoundAddress, PartKind, State } from './address-parts.ts'
import type { AddressReader } from './address-reader.ts'

export function close(r: AddressReader, state: State): FoundAddress | null {
  const { parts, ends } = state
  const has = () => new Set(parts.map((part) => part.kind))
  const pop = () => {
    parts.pop()
    ends.pop()
  }
  // Unknown segments at the end stay only behind a street, box, plot or landmark, where a sentence sign or line ends them.
  const isTied = (kinds: Set<PartKind>) =>
    kinds.has('street') || kinds.has('plot') || kinds.has('anchor') || kinds.has('postcode')
  for (;;) {
    const last = parts.at(-1)
    if (last === undefined) return null
    if (last.kind === 'word') {
      const before = parts.at(-2)
      const kinds = has()
      const tied =
        isTied(kinds) &&
        (before?.kind === 'postcode' ||
          ((kinds.has('number') || kinds.has('plot') || kinds.has('anchor')) && !kinds.has('place')))
      const closed = r.endsSegment(last.to) || before?.kind === 'postcode' || r.kind(last.to) === TokenKind.lower
      if (tied && closed && !isPersonal(r, last)) break
      pop()
      continue
    }
    if (last.kind === 'number' && parts.length > 0 && !has().has('street')) {
      pop()
      continue
    }
    break
  }
  // Two towns around a street: the first belongs to the sentence before.
  const street = parts.findIndex((part) => part.kind === 'street')
  if (
    street > 0 &&
    parts[0]?.kind === 'place' &&
    parts[1]?.kind !== 'postcode' &&
    parts.slice(street).some((part) => part.kind === 'place' || part.kind === 'word')
  ) {
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

/** The number word before a leading number is inside the span: "No. 9 ...". */
function designatorBefore(r: AddressReader, part: AddressPart): number {
  if (part.kind !== 'number') return part.from
  let at = part.from - 1
  if (r.sign(at) === '.') at--
  if (at >= 0 && (r.roles(at) & Role.number) !== 0 && r.isCapital(at)) return at
  return part.from
}

function isPersonal(r: AddressReader, part: AddressPart): boolean {
  const place = r.book.gazetteer.get(r.text.folded(part.from))
  return place === null && part.to - part.from >= 3
}

function level(r: AddressReader, state: State): AddressLevel | null {
  const { parts } = state
  const kinds = new Set(parts.map((part) => part.kind))
  const town = kinds.has('place') || kinds.has('region') || kinds.has('country')
  if (kinds.has('street')) {
    if (kinds.has('number') || (kinds.has('unit') && town)) {
      const isBareWeak =
        state.isWeakStreet && !town && !kinds.has('word') && !kinds.has('postcode') && !kinds.has('quarter')
      return isBareWeak && !numberLeads(r, parts) ? 'street' : 'address'
    }
    if (kinds.has('plot') || kinds.has('anchor')) return 'address'
    if ((town || kinds.has('postcode')) && !state.isWeakStreet) return 'address'
    if (town && state.isWeakStreet && parts.length >= 2) return 'address'
    return 'street'
  }
  if (kinds.has('unit') && !kinds.has('plot') && !kinds.has('anchor') && town && parts[0]?.kind === 'unit')
    return 'address'
  if (kinds.has('plot')) {
    const plot = parts.find((part) => part.kind === 'plot')
    if (plot?.isSure) return 'address'
    return town || kinds.has('word') || kinds.has('quarter') || kinds.has('postcode') ? 'address' : null
  }
  if (kinds.has('anchor')) {
    const anchor = parts.find((part) => part.kind === 'anchor')
    if (anchor !== undefined && parts[0] === anchor && (r.roles(anchor.from) & Role.relation) !== 0)
      return town || kinds.has('word') || kinds.has('quarter') ? 'landmark' : null
    return town || kinds.has('postcode') || kinds.has('unit') ? 'address' : null
  }
  if (state.isDistinctPostcode && kinds.has('postcode')) return parts.length > 1 ? 'address' : 'postcode'
  if (town) return 'place'
  return null
}

function numberLeads(_r: AddressReader, parts: readonly AddressPart[]): boolean {
  const street = parts.findIndex((part) => part.kind === 'street')
  return street > 0 && parts[street - 1]?.kind === 'number'
}
