// Finds addresses in one walk over the tokens; the bits of words exclude most tokens before the grammar is called.
import { COMMA, FULL_STOP, HYPHEN, SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './address-reader.ts'
import { Grammar } from './grammar.ts'
import { houseNumber } from './house-numbers.ts'
import { Lookahead } from './lookahead.ts'
import {
  type AddressLevel,
  type AddressPart,
  bitOf,
  type FindOptions,
  type FoundAddress,
  kindsOf,
  newState,
  Part,
  type State,
  type Step,
} from './parts.ts'
import { postcode } from './postcode-part.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { Role, STARTERS_CAPITAL, Trait } from './word-roles.ts'

/** Unknown segments at the end are kept only after one of these. */
const TIES = Part.street | Part.plot | Part.anchor | Part.postcode
const TOWN = Part.place | Part.region | Part.country

function close(r: AddressReader, state: State): FoundAddress | null {
  const { parts, ends } = state
  while (parts.length > 0 && !mayEnd(r, parts)) {
    parts.pop()
    ends.pop()
  }
  if (parts.length === 0) return null
  while (hasSecondTown(parts)) {
    parts.shift()
    ends.shift()
  }
  const found = level(r, state)
  if (found === null) return null
  const firstToken = designatorBefore(r, parts[0]!)
  const endToken = ends.at(-1)!
  const isPostcode = firstToken > state.first && parts.length === 1 && found === 'postcode'
  return {
    start: r.start(firstToken),
    end: r.end(endToken - 1),
    firstToken,
    endToken,
    level: found,
    isWeak: state.isWeakStreet && !isPostcode,
    parts,
  }
}

/** True if an address may end with its last part: a number needs its street, and an unknown segment must be tied to a known part. */
function mayEnd(r: AddressReader, parts: readonly AddressPart[]): boolean {
  const last = parts.at(-1)!
  if (last.kind !== 'word' && last.kind !== 'number') return true
  const kinds = kindsOf(parts)
  if (last.kind === 'number') return (kinds & Part.street) !== 0
  const followsCode = parts.at(-2)?.kind === 'postcode'
  const isTied =
    (kinds & TIES) !== 0 &&
    (followsCode || ((kinds & (Part.number | Part.plot | Part.anchor)) !== 0 && (kinds & Part.place) === 0))
  // A sentence sign or line break must end it.
  const isClosed = followsCode || r.endsSegment(last.to) || r.isLower(last.to)
  return isTied && isClosed && !isPersonal(r, last)
}

/** True if there is a town on both sides of the street: the first belongs to the sentence before. */
function hasSecondTown(parts: readonly AddressPart[]): boolean {
  if (parts.length <= 2 || parts[0]!.place === undefined || parts[1]!.kind === 'postcode') return false
  const street = parts.findIndex((part) => part.kind === 'street')
  return street >= 0 && parts.slice(street).some((part) => part.kind === 'place' || part.kind === 'word')
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

const isPersonal = (r: AddressReader, part: AddressPart): boolean =>
  part.to - part.from >= 3 && r.book.gazetteer.get(r.text.folded(part.from)) === null

/** The level of a run of parts by its main part: the first of these that it has. */
const LEVELS: readonly [number, (r: AddressReader, state: State, kinds: number) => AddressLevel | null][] = [
  [Part.street, streetLevel],
  [Part.plot, plotLevel],
  [Part.anchor, anchorLevel],
]

function level(r: AddressReader, state: State): AddressLevel | null {
  const kinds = kindsOf(state.parts)
  for (const [main, levelOf] of LEVELS) if ((kinds & main) !== 0) return levelOf(r, state, kinds)
  if (state.parts[0]!.kind === 'unit' && (kinds & TOWN) !== 0) return 'address'
  if (state.isDistinctPostcode && (kinds & Part.postcode) !== 0) return state.parts.length > 1 ? 'address' : 'postcode'
  return (kinds & TOWN) !== 0 ? 'place' : null
}

function streetLevel(_: AddressReader, { parts, isWeakStreet }: State, kinds: number): AddressLevel {
  const isTown = (kinds & TOWN) !== 0
  if ((kinds & Part.number) !== 0 || ((kinds & Part.unit) !== 0 && isTown)) {
    const isBareWeak = isWeakStreet && !isTown && (kinds & (Part.word | Part.postcode | Part.quarter)) === 0
    return isBareWeak && !numberLeads(parts) ? 'street' : 'address'
  }
  if ((kinds & (Part.plot | Part.anchor)) !== 0) return 'address'
  const isLocated = isWeakStreet ? isTown && parts.length >= 2 : (kinds & (TOWN | Part.postcode)) !== 0
  return isLocated ? 'address' : 'street'
}

function plotLevel(_: AddressReader, { parts }: State, kinds: number): AddressLevel | null {
  const isSure = parts.find((part) => part.kind === 'plot')?.isSure
  return isSure || (kinds & (TOWN | Part.word | Part.quarter | Part.postcode)) !== 0 ? 'address' : null
}

function anchorLevel(r: AddressReader, { parts }: State, kinds: number): AddressLevel | null {
  const first = parts[0]!
  if (first.kind === 'anchor' && (r.bits(first.from) & Role.relation) !== 0)
    return (kinds & (TOWN | Part.word | Part.quarter)) !== 0 ? 'landmark' : null
  return (kinds & (TOWN | Part.postcode | Part.unit)) !== 0 ? 'address' : null
}

function numberLeads(parts: readonly AddressPart[]): boolean {
  const street = parts.findIndex((part) => part.kind === 'street')
  return street > 0 && parts[street - 1]?.kind === 'number'
}

const MOST_PARTS = 24
const MOST_DIGITS = 6
/** A word that makes itself, or the capitalised words before it, the name of a building. */
const BUILDING = Role.building | Trait.landmark

/** Traits of a lower-case word that can begin an address. */
const OPENERS = Trait.starts | Trait.opens
/** Roles of a word or phrase that can be the first part of an address. */
const FIRSTS = STARTERS_CAPITAL | Role.unitAfter
const NUMBERS = Trait.house | Trait.ordinal | Trait.streetOrdinal
const FLOOR = Role.unitAfter | Trait.opens
/** Maximum tokens of a postcode with the word after it. */
const MOST_CODE_TOKENS = 4
/** Maximum tokens from a number to the word for its floor, that word included. */
const MOST_MARKS = 4

/** Finds the addresses and named places of a text, disjoint and in order. Linear in the text. */
export function findAddresses(reader: AddressReader, options: FindOptions): FoundAddress[] {
  const finder = new AddressFinder(reader, options)
  return finder.read(finder.starts())
}

/** Finds addresses in two steps, each with little code: the possible starts, then the address from each of them. */
export class AddressFinder {
  readonly #reader: AddressReader
  readonly #options: FindOptions
  readonly #ahead: Lookahead
  readonly #grammar: Grammar

  constructor(reader: AddressReader, options: FindOptions) {
    this.#reader = reader
    this.#options = options
    this.#ahead = new Lookahead(reader, options)
    this.#grammar = new Grammar(reader, this.#ahead, options)
  }

  starts(): number[] {
    const found: number[] = []
    const { count, kinds, wordBits } = this.#reader
    for (let i = 0; i < count; i++) {
      const kind = kinds[i]!
      // Signs, line breaks and most lower-case words begin no address.
      if (kind >= TokenKind.sign || (kind === TokenKind.lower && (wordBits[i]! & OPENERS) === 0)) continue
      if (this.#canStart(i)) found.push(i)
    }
    return found
  }

  /** The addresses that begin at one of `starts`, disjoint. */
  read(starts: readonly number[]): FoundAddress[] {
    const found: FoundAddress[] = []
    let end = 0
    for (const start of starts) {
      const address = start < end ? null : this.#parse(start)
      if (address === null) continue
      found.push(address)
      end = address.endToken
    }
    return found
  }

  /** A cheap check whether a word or number may begin an address. Returns false only if the grammar would find no first part. */
  #canStart(i: number): boolean {
    const r = this.#reader
    const kind = r.kinds[i]!
    const bits = r.wordBits[i]!
    if (kind === TokenKind.lower) {
      // Most of these words only open phrases ("in front of"), and the phrase is usually absent.
      const isStart =
        ((bits & Trait.starts) !== 0 && r.phrase(i, STARTERS_CAPITAL) > 0) ||
        ((bits & Trait.opens) !== 0 && r.isParticle(i))
      return isStart && !this.#isInside(i)
    }
    if (this.#isInside(i)) return false
    if (kind === TokenKind.number) return r.length(i) <= MOST_DIGITS && this.#mayNumber(i)
    if ((bits & Trait.starts) !== 0) {
      // A word that only opens phrases must be followed by the rest of one: "A. Obi" is neither "A cote de" nor "A.D. 12".
      if (r.phrase(i, FIRSTS) > 0) return true
    } else if (this.#leads(i)) return false
    if (kind === TokenKind.mixed) return this.#mayMixed(i, bits)
    return r.isStreetNear(i) || r.place(i) !== null || this.#mayName(i, kind, bits)
  }

  /** A word of a sentence and a preposition before a street: "Bitte an Hauptstraße 5", "Levering aan Kerkstraat 5". */
  #leads(i: number): boolean {
    const r = this.#reader
    if (r.kind(i + 1) !== TokenKind.lower || !r.isCapital(i + 2)) return false
    return r.book.leads.has(r.text.folded(i + 1)) && r.place(i) === null
  }

  /** True if the token is tied to the text before it, as in an email address or a file name. */
  #isInside(i: number): boolean {
    return (signsOf(this.#reader.unitBefore(i)) & Signs.tie) !== 0
  }

  /** A leading number: a house number before its street, a floor with its mark, a postcode before its town. */
  #mayNumber(i: number): boolean {
    const r = this.#reader
    const next = i + 1
    const following = r.kind(next)
    if (following !== TokenKind.number) {
      if (r.hasStreets && (following !== TokenKind.sign || (signsOf(r.signCode(next)) & Signs.inHouse) !== 0)) {
        const end = houseNumber(r, i)
        if (end > 0 && this.#mayStreet(r.signCode(end) === COMMA ? end + 1 : end)) return true
      }
      if (following === TokenKind.sign) {
        const sign = r.signCode(next)
        if (r.length(i) <= 2 && (signsOf(sign) & Signs.ordinal) !== 0) return this.#mayFloor(next + 1)
        if (sign !== HYPHEN) return false
      } else if (!r.isCapital(next)) return false
    }
    if (r.book.postcodes.isDistinctDigits) return true
    for (let at = next; at <= i + MOST_CODE_TOKENS; at++) if (r.isCapital(at) && r.opensPlace(at)) return true
    return false
  }

  /** True if a street may begin here, after its number. */
  #mayStreet(i: number): boolean {
    const r = this.#reader
    if (r.isNewline(i)) return !r.isNewline(i + 1) && this.#mayStreet(i + 1)
    if ((r.may(i) & Role.streetBefore) !== 0) return true
    const isOpen = r.isCapital(i) || this.#options.anyCase || (r.bits(i) & Trait.streetOrdinal) !== 0
    return isOpen && r.isStreetNear(i)
  }

  /** True if one of the next tokens may be a word for a floor, or the letter of a door. */
  #mayFloor(from: number): boolean {
    const r = this.#reader
    // A number follows, as in "27.07" or "10:15": none of the next tokens is a word.
    if (r.kind(from) === TokenKind.number) return false
    for (let i = from; i < from + MOST_MARKS; i++)
      if ((r.bits(i) & FLOOR) !== 0 || (r.kind(i) === TokenKind.upper && r.length(i) === 1)) return true
    return false
  }

  /** Mixed letters and digits: a house number, a floor, a numbered street, or short enough for a postcode. */
  #mayMixed(i: number, bits: number): boolean {
    const r = this.#reader
    return (bits & NUMBERS) !== 0 || postcode(r, i) !== null
  }

  /** Capitals that the book does not have: a title number, a code, or the name of a building or street, depending on the next tokens. */
  #mayName(i: number, kind: number, bits: number): boolean {
    const r = this.#reader
    const next = i + 1
    if (r.kind(next) === TokenKind.sign) {
      const sign = r.signCode(next)
      if (sign === SLASH && r.isCapital(next + 1)) return true
      // A floor: "IV. Stock", "Α΄ όροφος".
      const marks = (bits & Trait.roman) !== 0 ? Signs.ordinal : r.length(i) === 1 ? Signs.greek : 0
      if (kind === TokenKind.upper && (signsOf(sign) & marks) !== 0) return true
    }
    if (kind === TokenKind.upper && postcode(r, i) !== null) return true
    const end = r.capitals(i)
    if (((r.bits(end - 1) & BUILDING) | ((bits | r.bits(end)) & Role.building)) !== 0) return true
    return this.#mayHouse(end) && this.#ahead.bareStreet(i, null) > 0
  }

  /** True if a house number may follow a name that ends at token `end`, directly or after two lower-case words. */
  #mayHouse(end: number): boolean {
    const r = this.#reader
    const kind = r.kind(end)
    if (isNumeric(kind)) return houseNumber(r, end) > 0
    if ((r.may(end) & Role.number) !== 0) return true
    return kind === TokenKind.lower && (isNumeric(r.kind(end + 1)) || isNumeric(r.kind(end + 2)))
  }

  #parse(i: number): FoundAddress | null {
    const first = this.#grammar.first(i)
    if (first === null) return null
    const state = newState(i)
    let step: NonNullable<Step> = first
    for (let n = 1; ; n++) {
      state.parts.push(step.part)
      state.ends.push(step.end)
      state.has |= bitOf(step.part.kind)
      if (step.weak !== undefined) state.isWeakStreet = step.weak
      if (step.distinct) state.isDistinctPostcode = true
      if (step.sureBox) state.isSureBox = true
      if (n === MOST_PARTS) break
      const gap = this.#ahead.gap(step.end)
      if (gap === null) break
      const next = this.#grammar.next(gap.at, gap.separator, state)
      if (next === null) break
      step = next
    }
    return close(this.#reader, state)
  }
}

const isNumeric = (kind: number): boolean => kind === TokenKind.number || kind === TokenKind.mixed
