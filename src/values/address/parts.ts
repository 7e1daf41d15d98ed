// The parts of an address, and the state of the parser.
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

/** One bit for each kind, so that a set of kinds is one number. */
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

/** The bit of a kind: compared, because a look-up by name is slow. */
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

export function kindsOf(parts: readonly AddressPart[]): number {
  let kinds = 0
  for (let i = 0; i < parts.length; i++) kinds |= bitOf(parts[i]!.kind)
  return kinds
}

export interface AddressPart {
  readonly kind: PartKind
  /** Token indexes, end exclusive; the component itself, without designators that are in the span. */
  readonly from: number
  readonly to: number
  readonly place?: Place
  readonly anchorType?: AnchorType
  /** Countries with postcodes of this form. */
  readonly countries?: readonly string[]
  readonly isSure?: boolean
}

/** The type of a run of parts. */
export type AddressLevel = 'address' | 'postcode' | 'landmark' | 'street' | 'place'

export interface FoundAddress {
  /** View indexes, end exclusive. */
  readonly start: number
  readonly end: number
  readonly firstToken: number
  readonly endToken: number
  readonly level: AddressLevel
  /** The street's type word has other meanings ("Court", "Place") or is glued to an unknown name. */
  readonly isWeak: boolean
  readonly parts: readonly AddressPart[]
}

export interface FindOptions {
  /** Street names may be in lower case, as in chats. */
  readonly anyCase: boolean
}

export interface State {
  parts: AddressPart[]
  /** Next token after each part (after its designators). */
  ends: number[]
  first: number
  has: number
  isSureBox: boolean
  isWeakStreet: boolean
  isDistinctPostcode: boolean
}

export const newState = (first: number): State => ({
  parts: [],
  ends: [],
  first,
  has: 0,
  isSureBox: false,
  isWeakStreet: false,
  isDistinctPostcode: false,
})

export type Step = {
  part: AddressPart
  end: number
  first?: number
  weak?: boolean
  distinct?: boolean
  sureBox?: boolean
} | null
