// Examines the next tokens: a number before a street is a house number; a name before a number and a town is a street.
import { COMMA, EN_DASH, FULL_STOP, HYPHEN } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressBook } from './book.ts'
import { houseNumber } from './numbers.ts'
import type { FindOptions, PartKind, Step } from './parts.ts'
import { postcode as readPostcode } from './postcode-part.ts'
import type { AddressReader } from './reader.ts'
import { leadsToStreet, streetAfter, streetBefore } from './streets.ts'
import { unit as readUnit } from './units.ts'
import { Role, Trait } from './words.ts'

/** Roles of lower-case words that do not occur in street names without a type word. */
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

  /** Skips one comma, or a dash before a postcode, and one line break; null at any other separator. */
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

  /** True for a dash between spaces that precedes a postcode and a town, or a floor: "Piazza Duomo 3 - 20122 Milano", "Rua do Carmo 3 – 2.º Dto,". */
  #isDash(at: number): boolean {
    const r = this.#reader
    const sign = r.signCode(at)
    if ((sign !== HYPHEN && sign !== EN_DASH) || r.isTight(at) || r.isTight(at + 1)) return false
    const postcode = readPostcode(r, at + 1)
    if (postcode !== null) return r.isCapital(postcode.end) && !r.isNewline(postcode.end)
    const floor = r.kind(at - 1) === TokenKind.number ? readUnit(r, at + 1, true) : 0
    return floor > 0 && r.signCode(floor) === COMMA
  }

  /** The street that begins at a token, after `parts` parts; the kind of the last part is `last`. */
  street(at: number, last: PartKind | null, parts: number): { end: number; isWeak: boolean } | null {
    const r = this.#reader
    const anyCase = this.#options.anyCase
    const after = streetAfter(r, at, anyCase && parts > 0)
    const before = streetBefore(r, at, anyCase)
    // The longer reading is preferred ("Place Street"); a type word in front only counts with a name or number after it.
    const hit = after !== null && (before === null || after.end >= before.end) ? after : before
    if (hit === null) return null
    // A name before a number and a street is a building: "Marula Mews, 88 Lynnwood Road".
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
    // Some towns end like streets (Notting Hill, Bad Vöslau-Gasse): the full name in the gazetteer is preferred, except after a number.
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

  /** A house number before its street: "12 High Street", "54, rue de Bonnevoie", "No. 9 Ikot Ekpene Road". */
  leadingNumber(at: number, parts: number): Step {
    const r = this.#reader
    const word = r.phrase(at, Role.number)
    let from = at
    if (word > 0 && r.isCapital(at)) from = r.isDot(word) ? word + 1 : word
    const end = houseNumber(r, from)
    // The last digits of a telephone number or amount are not a house number.
    if (end === 0 || (word === 0 && parts === 0 && r.kind(at - 1) === TokenKind.number)) return null
    let next = end
    if (r.signCode(next) === COMMA) next++
    if (r.isNewline(next)) next++
    if (next >= r.count || r.isNewline(next)) return null
    const isApart = next > end
    const street = this.street(next, 'number', parts + 1)
    if (street !== null) {
      // A comma or line break between number and street ("On page 12, Church Street") needs a town or unit after the street; so does
      // a lower-case street word that is also a preposition: "5 via Central", "3 via Bristol".
      const isTied = !r.isCapital(next) && (r.roles(next) & Role.surePreposition) !== 0
      if ((isApart || isTied) && parts === 0 && !this.townAfter(street.end)) return null
      return { part: { kind: 'number', from, to: end }, end }
    }
    // A street without a type word: "No. 9 Marina, Lagos".
    if (word > 0 && from > at && !isApart && r.isCapital(next)) {
      const name = r.capitals(next, 4)
      if (r.signCode(name) === COMMA && this.townAfter(name)) return { part: { kind: 'number', from, to: end }, end }
    }
    return null
  }

  /** True if a comma or line break precedes a known town or a postcode. Skips at most two unknown segments. */
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

  /** A street without a type word, recognised by its number and the postcode and town after it: "Husova 122, 110 00 Praha 1". */
  bareStreet(at: number, last: PartKind | null): number {
    const r = this.#reader
    if (last === 'number') {
      // leadingNumber has accepted such a street: "No. 9 Marina, Lagos".
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
        // Without a comma ("Total 12 5020 Salzburg") the town must be known; the same holds for a name before a comma.
        if (town?.place.entries.some((entry) => postcode.countries.includes(entry.country))) return name
        return gap.separator !== '' && r.length(codeAt) >= 3 && !r.isNewline(postcode.end) ? name : 0
      }
      const town = gap.separator === ',' ? r.place(gap.at) : null
      if (town === null) return gap.separator === ',' && this.#isVillage(gap.at) ? name : 0
      const isInCountry = town.place.entries.some(
        (entry) =>
          entry.kind !== 'k' && !this.#book.numberFirst.has(entry.country) && this.#book.postcodes.has(entry.country),
      )
      return isInCountry && !town.place.isWord ? name : 0
    }
    return 0
  }

  /** End of the name of a street without a type word that begins at a token; 0 if there is none. */
  bareName(at: number): number {
    const r = this.#reader
    // A street named after a day: "25ης Μαρτίου 12".
    const head = (r.bits(at) & Trait.ordinal) !== 0 ? at + 1 : at
    // A single letter before a name ("U Rybníka 12"), but not an initial.
    if (!r.isCapital(head) || (r.length(head) < 2 && !r.isCapital(head + 1))) return 0
    // The preposition of a sentence before the street: "Pošaljite na Obala Lazareta 12".
    if (this.#opensSentence(at) && (r.roles(at + 1) & Role.surePreposition) !== 0 && !r.isCapital(at + 1)) return 0
    const name = r.capitals(head, 5)
    for (let i = head + 1; i < name; i++) if (leadsToStreet(r, i)) return 0
    // Lower-case words before a house number and a postcode: "Pod gradom 12".
    let end = name
    while (end < name + 2 && r.kind(end) === TokenKind.lower && r.length(end) > 2 && (r.roles(end) & SENTENCE) === 0)
      end++
    if (end === name) return name
    const house = this.#opensSegment(at) ? houseNumber(r, end) : 0
    return house > 0 && r.signCode(house) === COMMA && this.#isPosted(house + 1) ? end : name
  }

  /** True if a postcode with a town of its country begins at a token. */
  #isPosted(at: number): boolean {
    const r = this.#reader
    const postcode = readPostcode(r, at)
    const town = postcode === null ? null : r.place(postcode.end)
    return town?.place.entries.some((entry) => postcode!.countries.includes(entry.country)) ?? false
  }

  /** A village that the gazetteer does not have, and the post town after it: "Bakkedraget 14, Tved, 5700 Svendborg". */
  #isVillage(at: number): boolean {
    const r = this.#reader
    const end = r.capitals(at, 3)
    return end > 0 && r.signCode(end) === COMMA && this.#isPosted(end + 1)
  }

  #opensSentence(at: number): boolean {
    return at === 0 || this.#reader.isNewline(at - 1) || this.#reader.isDot(at - 1)
  }

  /** True if a segment begins at a token: at the start of a line, after a sign, or after a lower-case word. */
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

  /** After a landmark: a comma and a part that locates it. */
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
}
