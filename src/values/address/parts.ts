// What an address is made of once it has been read: its parts, and what they amount to together.
import type { Place } from '../../packs/gazetteer.ts'
import type { AnchorType } from './book.ts'

export type PartKind =
  | 'plot'
  | 'unit'
  | 'number'
  | 'street'
  | 'anchor'
  | 'quarter'
  | 'place'
  | 'word'
  | 'region'
  | 'country'
  | 'postcode'

/** One bit for each kind, so that what an address holds is one number. */
export const Part: Readonly<Record<PartKind, number>> = {
  plot: 1,
  unit: 2,
  number: 4,
  street: 8,
  anchor: 16,
  quarter: 32,
  place: 64,
  word: 128,
  region: 256,
  country: 512,
  postcode: 1024,
}

/** The bit of a kind: by comparing, as looking a name up among so many is slow. */
export function bitOf(kind: PartKind): number {
  switch (kind) {
    case 'place':
      return Part.place
    case 'number':
      return Part.number
    case 'street':
      return Part.street
    case 'postcode':
      return Part.postcode
    case 'unit':
      return Part.unit
    default:
      return Part[kind]
  }
}

/** The kinds of some parts together, as bits of Part. */
export function kindsOf(parts: readonly AddressPart[]): number {
  let kinds = 0
  for (let i = 0; i < parts.length; i++) kinds |= bitOf(parts[i]!.kind)
  return kinds
}

export interface AddressPart {
  readonly kind: PartKind
  /** Token indexes, end exclusive; the component itself, without designators that the span keeps. */
  readonly from: number
  readonly to: number
  readonly place?: Place
  readonly anchorType?: AnchorType
  /** Countries whose postcodes look like this one. */
  readonly countries?: readonly string[]
  readonly isSure?: boolean
}

/** What a run of parts amounts to. */
export type AddressLevel = 'address' | 'postcode' | 'landmark' | 'street' | 'place'

export interface FoundAddress {
  /** View indexes, end exclusive. */
  readonly start: number
  readonly end: number
  readonly firstToken: number
  readonly endToken: number
  readonly level: AddressLevel
  /** The street's type word is one that means other things too ("Court", "Place") or is glued to an unknown name. */
  readonly isWeak: boolean
  readonly parts: readonly AddressPart[]
}

export interface FindOptions {
  /** Small letters may write streets, as in chats. */
  readonly anyCase: boolean
}

export interface State {
  parts: AddressPart[]
  /** Where the span goes on after each part (designators included). */
  ends: number[]
  first: number
  /** Kinds of the parts, as bits of Part. */
  has: number
  isSureBox: boolean
  isWeakStreet: boolean
  isDistinctPostcode: boolean
}

export function newState(first: number): State {
  return { parts: [], ends: [], first, has: 0, isSureBox: false, isWeakStreet: false, isDistinctPostcode: false }
}

export type Step = {
  part: AddressPart
  end: number
  first?: number
  weak?: boolean
  distinct?: boolean
  sureBox?: boolean
} | null
