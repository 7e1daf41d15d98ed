// Parts of an address that are in no word list: buildings before their street, quarters and small towns after it.
import { TokenKind } from '../../text/tokens.ts'
import type { Lookahead } from './lookahead.ts'
import { Part, type State, type Step } from './parts.ts'
import type { AddressReader } from './reader.ts'
import { Role, Trait } from './words.ts'

/** An unknown segment can only follow one of these. */
const BEFORE_WORD =
  Part.street | Part.plot | Part.number | Part.anchor | Part.unit | Part.postcode | Part.word | Part.place

/** A named building before the number or street: "Marula Mews, 88 Lynnwood Road". */
export function buildingPart(r: AddressReader, ahead: Lookahead, at: number, state: State): Step {
  if (state.parts.length > 0 && state.parts.at(-1)?.kind !== 'unit' && state.parts.at(-1)?.kind !== 'plot') return null
  const end = r.capitals(at, 5)
  if (end === 0) return null
  // At the start of an address, the name of a building has no lower-case words: "Mr D. Ashdown of Harefield House".
  if (state.parts.length === 0) for (let i = at; i < end; i++) if (!r.isCapital(i)) return null
  let stop = end
  if ((r.roles(end) & Role.building) !== 0 && r.kind(end) === TokenKind.lower) stop = end + 1
  const isBuilding =
    (r.roles(stop - 1) & Role.building) !== 0 ||
    (r.bits(stop - 1) & Trait.landmark) !== 0 ||
    (r.roles(at) & Role.building) !== 0
  if (!isBuilding && state.parts.length === 0) return null
  if (stop < at + 2 && state.parts.length === 0) return null
  const type = r.landmark(stop - 1) ?? 'other'
  const gap = ahead.gap(stop)
  if (state.parts.length > 0 && stop > at + 1 && type !== 'other')
    return { part: { kind: 'anchor', from: at, to: stop, anchorType: type }, end: stop }
  if (gap === null || gap.separator === '') return null
  const parts = state.parts.length + 1
  const leads =
    ahead.street(gap.at, 'anchor', parts) !== null ||
    ahead.leadingNumber(gap.at, parts) !== null ||
    ahead.bareStreet(gap.at, 'anchor') > 0 ||
    (isBuilding && ahead.townAfter(stop))
  if (!leads) return null
  return { part: { kind: 'anchor', from: at, to: stop, anchorType: type }, end: stop }
}

/** An unknown segment: a quarter, an estate, a small town. At the end it is kept only if close.ts allows it. */
export function wordPart(r: AddressReader, at: number, separator: string, state: State): Step {
  const { parts } = state
  if (parts.length === 0 || !r.isCapital(at)) return null
  const last = parts[parts.length - 1]!
  // A town that the gazetteer does not have is directly after its postcode ("9495 Triesen", "105 63, Αθήνα").
  const isTown = last.kind === 'postcode' && !state.isDistinctPostcode && !hasTown(state)
  if (separator !== ',' && !(isTown && separator === '')) return null
  if (last.kind === 'postcode' && !isTown) return null
  if (parts.length >= 2 && last.kind === 'word' && parts[parts.length - 2]!.kind === 'word') return null
  if ((state.has & Part.country) !== 0 || ((state.has & Part.postcode) !== 0 && last.kind !== 'postcode')) return null
  if ((state.has & BEFORE_WORD) === 0) return null
  if (
    (state.has & Part.street) === 0 &&
    (state.has & Part.plot) === 0 &&
    (state.has & Part.anchor) === 0 &&
    last.kind !== 'postcode'
  )
    return null
  let end = r.capitals(at, 4)
  if (end === 0) return null
  while (r.kind(end) === TokenKind.number && r.length(end) <= 2 && r.endsSegment(end + 1)) end++
  // A region word after the name: "75301 Harju maakond".
  if (r.kind(end) === TokenKind.lower && (r.roles(end) & Role.regionAfter) !== 0 && r.endsPart(end + 1)) end++
  if ((r.roles(at) & Role.notBare) !== 0) return null
  const isQuarter = (r.roles(end - 1) & Role.quarterAfter) !== 0 || (r.roles(at) & Role.quarterBefore) !== 0
  return { part: { kind: isQuarter ? 'quarter' : 'word', from: at, to: end }, end }
}

/** True if a town was read. A town before the street does not count: "Moen, Dorf 5, 6863 Egg". */
function hasTown({ has, parts }: State): boolean {
  if ((has & Part.place) === 0) return false
  if ((has & Part.street) === 0) return true
  for (let i = parts.length - 1; i >= 0 && parts[i]!.kind !== 'street'; i--) if (parts[i]!.kind === 'place') return true
  return false
}
