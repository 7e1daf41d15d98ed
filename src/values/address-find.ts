// The grammar of addresses: which atoms may follow one another, in the order of every country at once, and when what was
// read is a whole address, a place, or nothing.
import type { Place } from '../packs/gazetteer.ts'
import type { ScannedText } from '../text/scanned.ts'
import { TokenKind } from '../text/tokens.ts'
import { type AddressBook, type AnchorType, Role } from './address-book.ts'
import { AddressReader } from './address-reader.ts'

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

const MOST_PARTS = 24

interface State {
  parts: AddressPart[]
  /** Where the span goes on after each part (designators included). */
  ends: number[]
  first: number
  has: Set<PartKind>
  isSureBox: boolean
  isWeakStreet: boolean
  isDistinctPostcode: boolean
}

type Step = {
  part: AddressPart
  end: number
  first?: number
  weak?: boolean
  distinct?: boolean
  sureBox?: boolean
} | null

/** Finds the addresses and named places of a text, disjoint and in order. Linear in the text. */
export function findAddresses(text: ScannedText, book: AddressBook, options: FindOptions): FoundAddress[] {
  const reader = new AddressReader(text, book)
  const grammar = new Grammar(reader, book, options)
  const found: FoundAddress[] = []
  for (let i = 0; i < reader.count; ) {
    const address = grammar.canStart(i) ? grammar.parse(i) : null
    if (address === null) i++
    else {
      found.push(address)
      i = address.endToken
    }
  }
  return found
}

export class Grammar {
  readonly #reader: AddressReader
  readonly #book: AddressBook
  readonly #options: FindOptions

  constructor(reader: AddressReader, book: AddressBook, options: FindOptions) {
    this.#reader = reader
    this.#book = book
    this.#options = options
  }

  /** A cheap look at a token: may an address begin here? */
  canStart(i: number): boolean {
    const r = this.#reader
    const kind = r.kind(i)
    if (kind === TokenKind.newline || kind === TokenKind.sign || kind === 0) return false
    if (r.isTight(i) && i > 0 && !r.isNewline(i - 1) && '-@._#/\\=&'.includes(r.sign(i - 1) || '!')) return false
    if (kind === TokenKind.number) return r.length(i) <= 6
    if (kind !== TokenKind.lower) return true
    const entry = r.entry(i)
    return (
      (entry !== null && ((entry.roles & STARTERS) !== 0 || entry.phrases !== null)) ||
      (this.#options.anyCase && this.#book.suffixRole(r.text.folded(i)) !== 0)
    )
  }

  /** Reads the longest address that begins at token i. */
  parse(i: number): FoundAddress | null {
    const state: State = {
      parts: [],
      ends: [],
      first: i,
      has: new Set(),
      isSureBox: false,
      isWeakStreet: false,
      isDistinctPostcode: false,
    }
    let at = i
    for (let n = 0; n < MOST_PARTS; n++) {
      const gap = n === 0 ? { at, separator: '' } : this.#gap(at)
      if (gap === null) break
      const step = this.#next(gap.at, gap.separator, state)
      if (step === null) break
      state.parts.push(step.part)
      state.ends.push(step.end)
      state.has.add(step.part.kind)
      if (step.weak !== undefined) state.isWeakStreet = step.weak
      if (step.distinct) state.isDistinctPostcode = true
      if (step.sureBox) state.isSureBox = true
      at = step.end
    }
    return this.#close(state)
  }

  /** Passes one comma and one line break; null at anything else that parts sentences. */
  #gap(at: number): { at: number; separator: string } | null {
    const r = this.#reader
    let separator = ''
    if (r.sign(at) === ',') {
      separator = ','
      at++
    }
    if (r.isNewline(at)) {
      separator = '\n'
      at++
    }
    if (at >= r.count || r.isNewline(at) || r.isCell(at)) return null
    return { at, separator }
  }

  #next(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const last = state.parts.at(-1)
    const isBreak = separator === '\n'
    const isBlank = separator === '' && state.parts.length > 0

    if (r.sign(at) === '(') {
      // Province in brackets: "20121 Milano (MI)".
      if (
        last?.kind === 'place' &&
        r.kind(at + 1) === TokenKind.upper &&
        r.length(at + 1) === 2 &&
        r.sign(at + 2) === ')'
      )
        return { part: { kind: 'region', from: at + 1, to: at + 2 }, end: at + 3 }
      return null
    }
    if (!has.has('plot')) {
      const box = r.box(at)
      if (box !== null && !has.has('number')) {
        let end = box.end
        // Norwegian box lines name the post office before the comma: "Postboks 660 Sentrum, 0106 Oslo".
        if (r.isCapital(end) && !r.isNewline(end) && r.sign(end + 1) === ',') end++
        return {
          part: { kind: 'plot', from: at, to: end, isSure: box.isSure },
          end: this.#boxPostcode(end),
          sureBox: box.isSure,
        }
      }
      if (!has.has('street')) {
        const plot = r.plot(at)
        // A title number with strokes is sure by its shape.
        if (plot > 0) return { part: { kind: 'plot', from: at, to: plot, isSure: r.sign(at + 1) === '/' }, end: plot }
      }
    }
    if (!has.has('postcode')) {
      const step = this.#postcode(at, separator, state)
      if (step !== null) return step
    }
    if (!isBlank || last?.kind === 'number' || last?.kind === 'unit' || last?.kind === 'plot') {
      const unit = r.unit(at, has.has('number'))
      if (unit > 0 && !(has.has('place') && has.has('number') && isBreak))
        return { part: { kind: 'unit', from: at, to: unit }, end: unit }
    }
    const streetStep = this.#streetOrNumber(at, separator, state)
    if (streetStep !== null) return streetStep

    if (isBlank) {
      const second = this.#secondNumber(at, state)
      if (second !== null) return second
    }
    if (
      !isBlank ||
      last?.kind === 'postcode' ||
      last?.kind === 'place' ||
      last?.kind === 'number' ||
      last?.kind === 'unit' ||
      last?.kind === 'plot'
    ) {
      const place = this.#place(at, separator, state)
      if (place !== null) return place
    }
    if (!isBlank && !isBreak) {
      const anchor = state.parts.length === 0 || !has.has('anchor') ? r.anchor(at) : null
      if (
        anchor !== null &&
        (anchor.isTyped || r.isCapital(anchor.end - 1)) &&
        (state.parts.length > 0 || this.#leadsOn(anchor.end))
      )
        return { part: { kind: 'anchor', from: at, to: anchor.end, anchorType: anchor.type }, end: anchor.end }
    }
    if (!has.has('street') && !has.has('place')) {
      const building = this.#building(at, state)
      if (building !== null) return building
    }
    return this.#word(at, separator, state)
  }

  /** Kenyan box lines carry the postcode behind a hyphen: "P.O. Box 190-50100"; it is read as the next part. */
  #boxPostcode(end: number): number {
    const r = this.#reader
    return r.sign(end) === '-' && r.kind(end + 1) === TokenKind.number && r.length(end + 1) === 5 ? end + 1 : end
  }

  #postcode(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const word = r.phrase(at, Role.postcodeWord)
    let from = at
    if (word > 0) {
      from = r.sign(word) === '.' ? word + 1 : word
      const isTold = r.sign(from) === ':' || (r.isWord(from) && r.text.folded(from) === 'is')
      if (isTold) from++
      // "CP: 28319", "my zip code is 51859": the word vouches for the shape.
      const told = isTold && state.parts.length === 0 ? r.postcode(from) : null
      if (told !== null && this.#endsPart(told.end))
        return {
          part: { kind: 'postcode', from, to: told.end, countries: told.countries },
          end: told.end,
          first: from,
          distinct: true,
        }
      if (state.parts.length === 0) from = at
    }
    if (r.kind(from) === TokenKind.number && r.sign(from - 1) === '-' && state.isSureBox && r.length(from) === 5)
      return { part: { kind: 'postcode', from, to: from + 1, countries: ['KE'] }, end: from + 1 }
    if (
      state.parts.length === 0 &&
      r.kind(from) === TokenKind.number &&
      !r.isCapital(from + 1) &&
      r.kind(from + 1) !== TokenKind.number &&
      r.sign(from + 1) !== '-'
    )
      return null
    const hit = r.postcode(from)
    if (hit === null) return null
    const part: AddressPart = { kind: 'postcode', from, to: hit.end, countries: hit.countries }
    if (hit.isDistinct) return { part, end: hit.end, distinct: true }
    const isAnchored = has.has('street') || has.has('plot') || has.has('number') || has.has('anchor')
    const after = hit.end
    // "124 Elim Street": a number before a street is its number.
    if (!has.has('street') && r.kind(from) === TokenKind.number && r.streetAfter(after, false) !== null) return null
    const isFollowed = r.isCapital(after) && !r.isNewline(after)
    const named =
      isFollowed || (r.sign(after) === ',' && r.isCapital(after + 1) && isAnchored)
        ? r.place(isFollowed ? after : after + 1)
        : null
    const fits = named?.place.entries.some((entry) => hit.countries.includes(entry.country))
    if (fits && (isAnchored || (state.parts.length === 0 && isFollowed))) return { part, end: hit.end }
    if (isFollowed && isAnchored && state.parts.at(-1)?.kind !== 'street') return { part, end: hit.end }
    if (
      isFollowed &&
      has.has('street') &&
      r.length(from) >= 4 &&
      separator !== '' &&
      r.kind(from) === TokenKind.number &&
      !this.#isUnitAhead(after)
    )
      return { part, end: hit.end }
    if (has.has('place') || (has.has('word') && isAnchored)) {
      // After the town: Cape Town 8001; Valletta VLT 1112; Lagos, 101001.
      const towns = state.parts.filter((one) => one.place)
      const known = towns.some((one) => one.place?.entries.some((entry) => hit.countries.includes(entry.country)))
      if ((known || (has.has('street') && towns.length === 0)) && r.length(from) >= 3 && separator !== '\n')
        return { part, end: hit.end }
    }
    return null
  }

  #isUnitAhead(at: number): boolean {
    return (this.#reader.roles(at) & (Role.unit | Role.streetAfter)) !== 0
  }

  #streetOrNumber(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const last = state.parts.at(-1)
    if (!has.has('street')) {
      // A town on the line before is another line of the letter, not the head of this address.
      if (separator === '\n' && last?.kind === 'place' && !has.has('postcode')) return null
      const isOpen =
        separator !== '' ||
        state.parts.length === 0 ||
        last?.kind === 'number' ||
        last?.kind === 'plot' ||
        last?.kind === 'unit' ||
        last?.kind === 'anchor'
      if (isOpen) {
        const street = this.#street(at, state)
        if (street !== null)
          return { part: { kind: 'street', from: at, to: street.end }, end: street.end, weak: street.isWeak }
        if (!has.has('number')) {
          const lead = this.#leadingNumber(at, state)
          if (lead !== null) return lead
        }
        const bare = this.#bareStreet(at, state)
        if (bare > 0) return { part: { kind: 'street', from: at, to: bare }, end: bare, weak: true }
      }
      return null
    }
    if (!has.has('number') && last?.kind === 'street' && separator !== '\n') {
      const word = r.phrase(at, Role.number)
      let from = at
      if (word > 0) {
        from = r.sign(word) === '.' ? word + 1 : word
        if (r.sign(from) === 'º' || r.sign(from) === '°') from++
        if (r.isWord(from) && /^[ºo°]$/.test(r.text.folded(from))) from++
      }
      const number = r.houseNumber(from)
      const isLoose = separator === ',' && word === 0
      if (number > 0 && !(isLoose && (state.isWeakStreet || r.isCapital(number)))) {
        // Hungary closes the number with a dot, which belongs to it when the address began with the postcode.
        const isDotted = state.parts[0]?.kind === 'postcode' && r.sign(number) === '.' && r.isTight(number)
        return { part: { kind: 'number', from, to: number }, end: isDotted ? number + 1 : number }
      }
      const none = r.noNumber(at)
      if (none > 0) return { part: { kind: 'number', from: at, to: none }, end: none }
    }
    // "60 Brogade 68": building and house number around the street.
    if (has.has('number') && last?.kind === 'street' && separator === '' && !has.has('unit')) {
      const second = r.houseNumber(at)
      if (second > 0 && (this.#endsPart(second) || r.unit(second, true) > 0))
        return { part: { kind: 'unit', from: at, to: second }, end: second }
    }
    return null
  }

  #street(at: number, state: State): { end: number; isWeak: boolean } | null {
    const r = this.#reader
    const anyCase = this.#options.anyCase
    const after = r.streetAfter(at, anyCase && state.parts.length > 0)
    const before = r.streetBefore(at, anyCase)
    // "Place Street": the longer reading wins; a type word in front only counts when a name or number stands behind it.
    const hit = after !== null && (before === null || after.end >= before.end) ? after : before
    if (hit === null) return null
    const place = r.place(at)
    // "Marula Mews, 88 Lynnwood Road": what a number and a street follow is a building.
    if (hit === after && hit.isWeak && state.parts.at(-1)?.kind !== 'number' && state.parts.length < 4) {
      const gap = this.#gap(hit.end)
      if (
        gap !== null &&
        gap.separator === ',' &&
        r.houseNumber(gap.at) > 0 &&
        r.streetAfter(r.houseNumber(gap.at), false) !== null
      )
        return null
    }
    // Towns that end like streets (Notting Hill, Bad Vöslau-Gasse): the gazetteer's whole name wins unless a number leads.
    if (hit.isWeak && place !== null && place.end >= hit.end && state.parts.at(-1)?.kind !== 'number') return null
    if (hit === before && hit.isWeak && !r.isCapital(at) && !this.#numberNear(hit.end)) {
      if (state.parts.length === 0 || state.parts.at(-1)?.kind !== 'number') return null
    }
    return hit
  }

  #numberNear(at: number): boolean {
    const r = this.#reader
    const from = r.sign(at) === ',' ? at + 1 : at
    const word = r.phrase(from, Role.number)
    return r.houseNumber(from) > 0 || (word > 0 && r.houseNumber(r.sign(word) === '.' ? word + 1 : word) > 0)
  }

  /** A house number that leads its street: "12 High Street", "54, rue de Bonnevoie", "No. 9 Ikot Ekpene Road". */
  #leadingNumber(at: number, state: State): Step {
    const r = this.#reader
    const word = r.phrase(at, Role.number)
    let from = at
    if (word > 0 && r.isCapital(at)) from = r.sign(word) === '.' ? word + 1 : word
    const end = r.houseNumber(from)
    // The end of a telephone number or amount is no house number.
    if (end === 0 || (word === 0 && state.parts.length === 0 && r.kind(at - 1) === TokenKind.number)) return null
    let next = end
    if (r.sign(next) === ',') next++
    if (r.isNewline(next)) next++
    if (next >= r.count || r.isNewline(next)) return null
    const isApart = next > end
    const street = this.#street(next, { ...state, parts: [...state.parts, { kind: 'number', from, to: end }] })
    if (street !== null) {
      // "On page 12, Church Street": parted by a comma or break only where a town or unit follows the street as well.
      if (isApart && state.parts.length === 0 && !this.#townAfter(street.end)) return null
      return { part: { kind: 'number', from, to: end }, end }
    }
    // Without a street word: "No. 9 Marina, Lagos".
    if (word > 0 && from > at && !isApart && r.isCapital(next)) {
      const name = r.capitals(next, 4)
      if (r.sign(name) === ',' && this.#townAfter(name)) return { part: { kind: 'number', from, to: end }, end }
    }
    return null
  }

  /** Does a comma or line break and then a known town or a postcode come? Looks over one unknown segment. */
  #townAfter(at: number): boolean {
    const r = this.#reader
    for (let segments = 0; segments < 3; segments++) {
      const gap = this.#gap(at)
      if (gap === null) return false
      if (r.place(gap.at) !== null) return true
      const postcode = r.postcode(gap.at)
      if (postcode !== null && (postcode.isDistinct || r.isCapital(postcode.end))) return true
      if (gap.separator === '') return false
      const unit = r.unit(gap.at, true)
      const name = unit > 0 ? unit : r.capitals(gap.at, 4)
      if (name === 0) return false
      at = name
    }
    return false
  }

  /** A street without a type word, known by its number and the postcode and town behind: "Husova 122, 110 00 Praha 1". */
  #bareStreet(at: number, state: State): number {
    const r = this.#reader
    if (state.parts.at(-1)?.kind === 'number') {
      // "No. 9 Marina, Lagos" was let through by the number.
      const name = r.capitals(at, 4)
      return name > 0 && r.sign(name) === ',' ? name : 0
    }
    if (!r.isCapital(at) || (r.roles(at) & Role.notBare) !== 0 || r.length(at) < 2) return 0
    const name = r.capitals(at, 5)
    if (name === 0 || r.isNewline(name)) return 0
    let from = name
    const word = r.phrase(from, Role.number)
    if (word > 0) from = r.sign(word) === '.' ? word + 1 : word
    const number = r.houseNumber(from)
    if (number === 0) return 0
    let end = number
    for (let units = 0; units < 3; units++) {
      const gap = this.#gap(end)
      if (gap === null) return 0
      const unit = r.unit(gap.at, true)
      if (unit > 0) {
        end = unit
        continue
      }
      const skip = r.phrase(gap.at, Role.postcodeWord)
      const codeAt = skip > 0 ? (r.sign(skip) === '.' ? skip + 1 : skip) : gap.at
      const postcode = r.postcode(codeAt)
      if (
        postcode !== null &&
        (r.isCapital(postcode.end) || (r.sign(postcode.end) === ',' && r.isCapital(postcode.end + 1)))
      ) {
        const town = r.place(r.isCapital(postcode.end) ? postcode.end : postcode.end + 1)
        // Blank-separated "Total 12 5020 Salzburg" needs the town to be known; so does a name that a comma follows.
        if (town?.place.entries.some((entry) => postcode.countries.includes(entry.country))) return name
        return gap.separator !== '' && r.length(codeAt) >= 3 && !r.isNewline(postcode.end) ? name : 0
      }
      const town = gap.separator === ',' ? r.place(gap.at) : null
      if (town === null) return 0
      const isHome = town.place.entries.some(
        (entry) =>
          entry.kind !== 'k' &&
          !this.#book.numberFirst.has(entry.country) &&
          this.#book.postcodes.some((rule) => rule.country === entry.country),
      )
      return isHome && !town.place.isWord ? name : 0
    }
    return 0
  }

  /** A further number behind the house number: Hungarian "118. 4/3.", Estonian and Nordic flats. */
  #secondNumber(at: number, state: State): Step {
    const r = this.#reader
    const last = state.parts.at(-1)
    if (last?.kind !== 'number' || state.parts[0]?.kind !== 'postcode' || state.has.has('unit')) return null
    const end = r.houseNumber(at)
    if (end === 0) return null
    const isDotted = r.sign(end) === '.' && r.isTight(end)
    return { part: { kind: 'unit', from: at, to: end }, end: isDotted ? end + 1 : end }
  }

  #place(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const last = state.parts.at(-1)
    // A region code behind the town: "20121 Milano MI".
    if (
      separator === '' &&
      last?.kind === 'place' &&
      r.kind(at) === TokenKind.upper &&
      r.length(at) === 2 &&
      has.has('postcode') &&
      !has.has('region')
    )
      return { part: { kind: 'region', from: at, to: at + 1 }, end: at + 1 }
    const region = last !== undefined && separator !== '' ? r.region(at) : null
    if (region !== null) {
      const kind: PartKind = region.isQuarter ? 'quarter' : 'region'
      return { part: { kind, from: region.name, to: region.end }, end: region.end }
    }
    const hit = r.place(at)
    if (hit === null) return null
    if (has.has('country')) return null
    const code = r.postcode(hit.end)
    if (separator === '\n' && !this.#endsLine(hit.end) && code === null && !has.has('postcode')) return null
    if (separator === '\n' && has.has('place') && hit.place.entries[0]?.kind !== 'k' && has.has('postcode')) return null
    // A blank between house number and town must not swallow a name that runs on.
    if (separator === '' && last !== undefined && last.kind !== 'postcode' && code === null && r.isCapital(hit.end))
      return null
    const run = r.capitals(at, 5)
    if (run > hit.end && last?.kind !== 'postcode') {
      // "Chester Smith": the run goes on past the name; take the run as a plain segment instead.
      const further = r.place(hit.end)
      if (further === null && code === null && !this.#isTail(hit.end)) return null
    }
    let end = hit.end
    const isCountry = hit.place.entries[0]?.kind === 'k'
    if (!isCountry && !r.isNewline(end)) {
      // Postal districts: "Praha 3", "Dublin 4", "København K".
      const isDistrict =
        (r.kind(end) === TokenKind.number && r.length(end) <= 2 && this.#endsPart(end + 1)) ||
        (r.kind(end) === TokenKind.upper && r.length(end) === 1 && this.#endsPart(end + 1))
      if (isDistrict && state.parts.length > 0) end++
      if (r.sign(end) === '-' && r.isTight(end) && r.kind(end + 1) === TokenKind.number && r.length(end + 1) <= 2)
        end += 2
      // Township units: "Motherwell NU 9".
      if (
        r.kind(end) === TokenKind.upper &&
        r.length(end) <= 3 &&
        r.kind(end + 1) === TokenKind.number &&
        r.length(end + 1) <= 2 &&
        this.#endsPart(end + 2)
      )
        end += 2
    }
    const kind: PartKind = isCountry
      ? 'country'
      : hit.place.entries.every((entry) => entry.kind === 'r')
        ? 'region'
        : 'place'
    return { part: { kind, from: at, to: end, place: hit.place }, end }
  }

  #isTail(at: number): boolean {
    const r = this.#reader
    return (r.roles(at) & (Role.regionAfter | Role.quarterAfter)) !== 0 || r.length(at) <= 2
  }

  #endsPart(i: number): boolean {
    const r = this.#reader
    if (i >= r.count || r.isNewline(i)) return true
    const sign = r.sign(i)
    return sign !== '' && ',.;)!?:"”»'.includes(sign)
  }

  #endsLine(i: number): boolean {
    const r = this.#reader
    return (
      i >= r.count ||
      r.isNewline(i) ||
      r.sign(i) === ',' ||
      r.sign(i) === '.' ||
      r.kind(i) === TokenKind.number ||
      r.kind(i) === TokenKind.mixed
    )
  }

  /** After a landmark: a comma and something that places it. */
  #leadsOn(at: number): boolean {
    const r = this.#reader
    if (r.sign(at) !== ',') return false
    return (
      r.place(at + 1) !== null ||
      r.houseNumber(at + 1) > 0 ||
      r.streetAfter(at + 1, false) !== null ||
      this.#townAfter(at)
    )
  }

  /** A named building before the number or street: "Marula Mews, 88 Lynnwood Road". */
  #building(at: number, state: State): Step {
    const r = this.#reader
    if (state.parts.length > 0 && state.parts.at(-1)?.kind !== 'unit' && state.parts.at(-1)?.kind !== 'plot')
      return null
    const end = r.capitals(at, 5)
    if (end === 0) return null
    // "Mr D. Ashdown of Harefield House": at the head of an address the name of a building has no small words.
    if (state.parts.length === 0) for (let i = at; i < end; i++) if (!r.isCapital(i)) return null
    let stop = end
    if ((r.roles(end) & Role.building) !== 0 && r.kind(end) === TokenKind.lower) stop = end + 1
    const isBuilding =
      (r.roles(stop - 1) & Role.building) !== 0 ||
      this.#book.landmarkType(r.text.folded(stop - 1)) !== null ||
      (r.roles(at) & Role.building) !== 0
    if (!isBuilding && state.parts.length === 0) return null
    if (stop < at + 2 && state.parts.length === 0) return null
    const type = this.#book.landmarkType(r.text.folded(stop - 1)) ?? 'other'
    const gap = this.#gap(stop)
    if (state.parts.length > 0 && stop > at + 1 && type !== 'other')
      return { part: { kind: 'anchor', from: at, to: stop, anchorType: type }, end: stop }
    if (gap === null || gap.separator === '') return null
    const probe: State = { ...state, parts: [...state.parts, { kind: 'anchor', from: at, to: stop }] }
    const leads =
      this.#street(gap.at, probe) !== null ||
      this.#leadingNumber(gap.at, probe) !== null ||
      this.#bareStreet(gap.at, probe) > 0 ||
      (isBuilding && this.#townAfter(stop))
    if (!leads) return null
    return { part: { kind: 'anchor', from: at, to: stop, anchorType: type }, end: stop }
  }

  /** A segment that nothing knows: a quarter, an estate, a small town. Kept at the end only where #close allows. */
  #word(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const last = state.parts.at(-1)
    if (last === undefined || !r.isCapital(at)) return null
    // A town unknown to the gazetteer stands right behind its postcode ("9495 Triesen", "105 63, Αθήνα").
    const isTown = last.kind === 'postcode' && !state.isDistinctPostcode && !state.has.has('place')
    if (separator !== ',' && !(isTown && separator === '')) return null
    if (last.kind === 'postcode' && !isTown) return null
    if (state.parts.length >= 2 && last.kind === 'word' && state.parts.at(-2)?.kind === 'word') return null
    if (state.has.has('country') || (state.has.has('postcode') && last.kind !== 'postcode')) return null
    if (
      !['street', 'plot', 'number', 'anchor', 'unit', 'postcode', 'word', 'place'].some((kind) =>
        state.has.has(kind as PartKind),
      )
    )
      return null
    if (!state.has.has('street') && !state.has.has('plot') && !state.has.has('anchor') && last.kind !== 'postcode')
      return null
    let end = r.capitals(at, 4)
    if (end === 0) return null
    while (r.kind(end) === TokenKind.number && r.length(end) <= 2 && this.#endsPart(end + 1)) end++
    if ((r.roles(at) & Role.notBare) !== 0) return null
    const isQuarter = (r.roles(end - 1) & Role.quarterAfter) !== 0 || (r.roles(at) & Role.quarterBefore) !== 0
    return { part: { kind: isQuarter ? 'quarter' : 'word', from: at, to: end }, end }
  }

  #close(state: State): FoundAddress | null {
    const r = this.#reader
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
        const closed = this.#endsPart(last.to) || before?.kind === 'postcode' || r.kind(last.to) === TokenKind.lower
        if (tied && closed && !this.#isPersonal(last)) break
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
    const level = this.#level(state)
    if (level === null) return null
    const first = parts[0]!
    const firstToken = this.#designatorBefore(first)
    if (firstToken > state.first && parts.length === 1 && level === 'postcode')
      return {
        start: r.start(firstToken),
        end: r.end(ends[0]! - 1),
        firstToken,
        endToken: ends[0]!,
        level,
        isWeak: false,
        parts,
      }
    const endToken = ends.at(-1)!
    return {
      start: r.start(firstToken),
      end: r.end(endToken - 1),
      firstToken,
      endToken,
      level,
      isWeak: state.isWeakStreet,
      parts,
    }
  }

  /** The number word before a leading number is inside the span: "No. 9 ...". */
  #designatorBefore(part: AddressPart): number {
    const r = this.#reader
    if (part.kind !== 'number') return part.from
    let at = part.from - 1
    if (r.sign(at) === '.') at--
    if (at >= 0 && (r.roles(at) & Role.number) !== 0 && r.isCapital(at)) return at
    return part.from
  }

  #isPersonal(part: AddressPart): boolean {
    const place = this.#book.gazetteer.get(this.#reader.text.folded(part.from))
    return place === null && part.to - part.from >= 3
  }

  #level(state: State): AddressLevel | null {
    const { parts } = state
    const kinds = new Set(parts.map((part) => part.kind))
    const town = kinds.has('place') || kinds.has('region') || kinds.has('country')
    if (kinds.has('street')) {
      if (kinds.has('number') || (kinds.has('unit') && town)) {
        const isBareWeak =
          state.isWeakStreet && !town && !kinds.has('word') && !kinds.has('postcode') && !kinds.has('quarter')
        return isBareWeak && !this.#numberLeads(parts) ? 'street' : 'address'
      }
      if (kinds.has('plot') || kinds.has('anchor')) return 'address'
      if ((town || kinds.has('postcode')) && !state.isWeakStreet) return 'address'
      if (town && state.isWeakStreet && parts.length >= 2) return 'address'
      return 'street'
    }
    if (kinds.has('plot')) {
      const plot = parts.find((part) => part.kind === 'plot')
      if (plot?.isSure) return 'address'
      return town || kinds.has('word') || kinds.has('quarter') || kinds.has('postcode') ? 'address' : null
    }
    if (kinds.has('anchor')) {
      const anchor = parts.find((part) => part.kind === 'anchor')
      if (anchor !== undefined && parts[0] === anchor && (this.#reader.roles(anchor.from) & Role.relation) !== 0)
        return town || kinds.has('word') || kinds.has('quarter') ? 'landmark' : null
      return town || kinds.has('postcode') || kinds.has('unit') ? 'address' : null
    }
    if (state.isDistinctPostcode && kinds.has('postcode')) return parts.length > 1 ? 'address' : 'postcode'
    if (town) return 'place'
    return null
  }

  #numberLeads(parts: readonly AddressPart[]): boolean {
    const street = parts.findIndex((part) => part.kind === 'street')
    return street > 0 && parts[street - 1]?.kind === 'number'
  }
}

const STARTERS = Role.postcodeWord | Role.streetBefore | Role.unit | Role.box | Role.plot | Role.number | Role.relation
