// What comes next: the questions that decide how the tokens at hand are to be read. A number is a house number when a street
// follows; a name is a street when a number and a town follow.
import { COMMA, EN_DASH, FULL_STOP, HYPHEN } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressBook } from './book.ts'
import { houseNumber } from './numbers.ts'
import type { FindOptions, PartKind, Step } from './parts.ts'
import { postcode as readPostcode } from './postcode-reading.ts'
import type { AddressReader } from './reader.ts'
import { leadsToStreet, streetAfter, streetBefore } from './streets.ts'
import { unit as readUnit } from './units.ts'
import { Role, Trait } from './words.ts'

/** Roles of small words that no street's name without a type word has. */
const SENTENCE = Role.number | Role.unit | Role.unitAfter | Role.preposition | Role.postcodeWord

export class Lookahead {
  readonly #reader: AddressReader
  readonly #book: AddressBook
  readonly #options: FindOptions

  constructor(reader: AddressReader, options: FindOptions) {
    this.#reader = reader
    this.#book = reader.book
    this.#options = options
  }

  /** Passes one comma, or a dash before a postcode, and one line break; null at anything else that parts sentences. */
  gap(at: number): { at: number; separator: string } | null {
    const r = this.#reader
    let separator = ''
    if (r.signCode(at) === COMMA || this.#isDash(at)) {
      separator = ','
      at++
    }
    if (r.isNewline(at)) {
      separator = '\n'
      at++
    }
    if (at >= r.count || r.isNewline(at) || r.isCell(at) || (separator === '' && r.isApart(at))) return null
    return { at, separator }
  }

  /** "Piazza Duomo 3 - 20122 Milano", "Rua do Carmo 3 – 2.º Dto,": a dash between blanks, with a postcode and a town, or a floor, behind it. */
  #isDash(at: number): boolean {
    const r = this.#reader
    const sign = r.signCode(at)
    if ((sign !== HYPHEN && sign !== EN_DASH) || r.isTight(at) || r.isTight(at + 1)) return false
    const postcode = readPostcode(r, at + 1)
    if (postcode !== null) return r.isCapital(postcode.end) && !r.isNewline(postcode.end)
    const floor = r.kind(at - 1) === TokenKind.number ? readUnit(r, at + 1, true) : 0
    return floor > 0 && r.signCode(floor) === COMMA
  }

  /** The street that begins at a token, behind `parts` parts of which the last is a `last`. */
  street(at: number, last: PartKind | null, parts: number): { end: number; isWeak: boolean } | null {
    const r = this.#reader
    const anyCase = this.#options.anyCase
    const after = streetAfter(r, at, anyCase && parts > 0)
    const before = streetBefore(r, at, anyCase)
    // "Place Street": the longer reading wins; a type word in front only counts when a name or number stands behind it.
    const hit = after !== null && (before === null || after.end >= before.end) ? after : before
    if (hit === null) return null
    // "Marula Mews, 88 Lynnwood Road": what a number and a street follow is a building.
    const mayBeHouse = (hit === after && hit.isWeak) || (r.roles(at) & Role.building) !== 0
    if (mayBeHouse && last !== 'number' && parts < 4) {
      const gap = this.gap(hit.end)
      if (gap !== null && gap.separator === ',') {
        const number = houseNumber(r, gap.at)
        if (number > 0 && (streetAfter(r, number, false) ?? streetBefore(r, number, false)) !== null) return null
        if (streetBefore(r, gap.at, false)?.isWeak === false || streetAfter(r, gap.at, false)?.isWeak === false)
          return null
      }
    }
    // Towns that end like streets (Notting Hill, Bad Vöslau-Gasse): the gazetteer's whole name wins unless a number leads.
    if (hit.isWeak && last !== 'number') {
      const place = r.place(at)
      if (place !== null && place.end >= hit.end) return null
    }
    if (hit === before && hit.isWeak && last !== 'number' && !r.isCapital(at) && !this.numberNear(hit.end)) return null
    return hit
  }

  numberNear(at: number): boolean {
    const r = this.#reader
    const from = r.signCode(at) === COMMA ? at + 1 : at
    const word = r.phrase(from, Role.number)
    return houseNumber(r, from) > 0 || (word > 0 && houseNumber(r, r.isDot(word) ? word + 1 : word) > 0)
  }

  /** A house number that leads its street: "12 High Street", "54, rue de Bonnevoie", "No. 9 Ikot Ekpene Road". */
  leadingNumber(at: number, parts: number): Step {
    const r = this.#reader
    const word = r.phrase(at, Role.number)
    let from = at
    if (word > 0 && r.isCapital(at)) from = r.isDot(word) ? word + 1 : word
    const end = houseNumber(r, from)
    // The end of a telephone number or amount is no house number.
    if (end === 0 || (word === 0 && parts === 0 && r.kind(at - 1) === TokenKind.number)) return null
    let next = end
    if (r.signCode(next) === COMMA) next++
    if (r.isNewline(next)) next++
    if (next >= r.count || r.isNewline(next)) return null
    const isApart = next > end
    const street = this.street(next, 'number', parts + 1)
    if (street !== null) {
      // "On page 12, Church Street": parted by a comma or break only where a town or unit follows the street as well.
      // "5 via Central", "3 via Bristol": a small word that is also a preposition makes a street only there, too.
      const isTied = !r.isCapital(next) && (r.roles(next) & Role.surePreposition) !== 0
      if ((isApart || isTied) && parts === 0 && !this.townAfter(street.end)) return null
      return { part: { kind: 'number', from, to: end }, end }
    }
    // Without a street word: "No. 9 Marina, Lagos".
    if (word > 0 && from > at && !isApart && r.isCapital(next)) {
      const name = r.capitals(next, 4)
      if (r.signCode(name) === COMMA && this.townAfter(name)) return { part: { kind: 'number', from, to: end }, end }
    }
    return null
  }

  /** Does a comma or line break and then a known town or a postcode come? Looks over one unknown segment. */
  townAfter(at: number): boolean {
    const r = this.#reader
    for (let segments = 0; segments < 3; segments++) {
      const gap = this.gap(at)
      if (gap === null) return false
      if (r.place(gap.at) !== null) return true
      const postcode = readPostcode(r, gap.at)
      if (postcode !== null && (postcode.isDistinct || r.isCapital(postcode.end))) return true
      if (gap.separator === '') return false
      const unit = readUnit(r, gap.at, true)
      const name = unit > 0 ? unit : r.capitals(gap.at, 4)
      if (name === 0) return false
      at = name
    }
    return false
  }

  /** A street without a type word, known by its number and the postcode and town behind: "Husova 122, 110 00 Praha 1". */
  bareStreet(at: number, last: PartKind | null): number {
    const r = this.#reader
    if (last === 'number') {
      // "No. 9 Marina, Lagos" was let through by the number.
      const name = r.capitals(at, 4)
      return name > 0 && r.signCode(name) === COMMA ? name : 0
    }
    if ((r.roles(at) & Role.notBare) !== 0) return 0
    const name = this.bareName(at)
    if (name === 0 || r.isNewline(name)) return 0
    let from = name
    const word = r.phrase(from, Role.number)
    if (word > 0) from = r.isDot(word) ? word + 1 : word
    const number = houseNumber(r, from)
    if (number === 0) return 0
    let end = number
    for (let units = 0; units < 3; units++) {
      const gap = this.gap(end)
      if (gap === null) return 0
      const unit = readUnit(r, gap.at, true)
      if (unit > 0) {
        end = unit
        continue
      }
      const skip = r.phrase(gap.at, Role.postcodeWord)
      const codeAt = skip > 0 ? (r.signCode(skip) === FULL_STOP ? skip + 1 : skip) : gap.at
      const postcode = readPostcode(r, codeAt)
      if (
        postcode !== null &&
        (r.isCapital(postcode.end) || (r.signCode(postcode.end) === COMMA && r.isCapital(postcode.end + 1)))
      ) {
        const town = r.place(r.isCapital(postcode.end) ? postcode.end : postcode.end + 1)
        // Blank-separated "Total 12 5020 Salzburg" needs the town to be known; so does a name that a comma follows.
        if (town?.place.entries.some((entry) => postcode.countries.includes(entry.country))) return name
        return gap.separator !== '' && r.length(codeAt) >= 3 && !r.isNewline(postcode.end) ? name : 0
      }
      const town = gap.separator === ',' ? r.place(gap.at) : null
      if (town === null) return gap.separator === ',' && this.#isVillage(gap.at) ? name : 0
      const isHome = town.place.entries.some(
        (entry) =>
          entry.kind !== 'k' && !this.#book.numberFirst.has(entry.country) && this.#book.postcodes.has(entry.country),
      )
      return isHome && !town.place.isWord ? name : 0
    }
    return 0
  }

  /** Where the name of a street without a type word ends that begins at a token; 0 when none does. */
  bareName(at: number): number {
    const r = this.#reader
    // "25ης Μαρτίου 12": named after a day.
    const head = (r.bits(at) & Trait.ordinal) !== 0 ? at + 1 : at
    // "U Rybníka 12", but no initial.
    if (!r.isCapital(head) || (r.length(head) < 2 && !r.isCapital(head + 1))) return 0
    // "Pošaljite na Obala Lazareta 12": where something goes.
    if (this.#opensSentence(at) && (r.roles(at + 1) & Role.surePreposition) !== 0 && !r.isCapital(at + 1)) return 0
    const name = r.capitals(head, 5)
    for (let i = head + 1; i < name; i++) if (leadsToStreet(r, i)) return 0
    // "Pod gradom 12": small words, before the number of a house and the postcode behind it.
    let end = name
    while (end < name + 2 && r.kind(end) === TokenKind.lower && r.length(end) > 2 && (r.roles(end) & SENTENCE) === 0)
      end++
    if (end === name) return name
    const house = this.#opensSegment(at) ? houseNumber(r, end) : 0
    return house > 0 && r.signCode(house) === COMMA && this.#isPosted(house + 1) ? end : name
  }

  /** Does a postcode with a town of its country stand at a token? */
  #isPosted(at: number): boolean {
    const r = this.#reader
    const postcode = readPostcode(r, at)
    const town = postcode === null ? null : r.place(postcode.end)
    return town?.place.entries.some((entry) => postcode!.countries.includes(entry.country)) ?? false
  }

  /** "Bakkedraget 14, Tved, 5700 Svendborg": a village that no list knows, and the post town behind it. */
  #isVillage(at: number): boolean {
    const r = this.#reader
    const end = r.capitals(at, 3)
    return end > 0 && r.signCode(end) === COMMA && this.#isPosted(end + 1)
  }

  #opensSentence(at: number): boolean {
    return at === 0 || this.#reader.isNewline(at - 1) || this.#reader.isDot(at - 1)
  }

  /** Does a part of a sentence open at a token: at the start of a line, behind a sign, or behind a word in small letters? */
  #opensSegment(at: number): boolean {
    const kind = this.#reader.kind(at - 1)
    return at === 0 || kind >= TokenKind.sign || kind === TokenKind.lower
  }

  endsLine(i: number): boolean {
    const r = this.#reader
    return (
      i >= r.count ||
      r.isNewline(i) ||
      r.signCode(i) === COMMA ||
      r.signCode(i) === FULL_STOP ||
      r.kind(i) === TokenKind.number ||
      r.kind(i) === TokenKind.mixed
    )
  }

  isTail(at: number): boolean {
    const r = this.#reader
    return (r.roles(at) & (Role.regionAfter | Role.quarterAfter)) !== 0 || r.length(at) <= 2
  }

  /** After a landmark: a comma and something that places it. */
  leadsOn(at: number): boolean {
    const r = this.#reader
    if (r.signCode(at) !== COMMA) return false
    return (
      r.place(at + 1) !== null ||
      houseNumber(r, at + 1) > 0 ||
      streetAfter(r, at + 1, false) !== null ||
      this.townAfter(at)
    )
  }

  isUnitAhead(at: number): boolean {
    return (this.#reader.roles(at) & (Role.unit | Role.streetAfter)) !== 0
  }
}
