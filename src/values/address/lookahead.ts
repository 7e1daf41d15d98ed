// Examines the next tokens: a number before a street is a house number; a name before a number and a town is a street.
import { COMMA, FULL_STOP } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './address-reader.ts'
import type { AddressBook } from './book.ts'
import { houseNumber } from './house-numbers.ts'
import type { FindOptions, PartKind, Step } from './parts.ts'
import { postcode as readPostcode } from './postcode-part.ts'
import { leadsToStreet, streetAfter, streetBefore } from './streets.ts'
import { unit as readUnit } from './units.ts'
import { Role, Trait } from './word-roles.ts'

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
    if (!r.isSpacedDash(at)) return false
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
    const isAfter = after !== null && (before === null || after.end >= before.end)
    const hit = isAfter ? after : before
    if (hit === null || last === 'number') return hit
    const mayBeHouse = (isAfter && hit.isWeak) || (r.roles(at) & Role.building) !== 0
    if (mayBeHouse && parts < 4 && this.#isBuilding(hit.end)) return null
    if (!hit.isWeak) return hit
    // Some towns end like streets (Notting Hill, Bad Vöslau-Gasse): the full name in the gazetteer is preferred, except after a number.
    const place = r.place(at)
    if (place !== null && place.end >= hit.end) return null
    return isAfter || r.isCapital(at) || this.numberNear(hit.end) ? hit : null
  }

  /** True if a name that ends at token `end` is a building: a comma and a street follow ("Marula Mews, 88 Lynnwood Road"). */
  #isBuilding(end: number): boolean {
    const r = this.#reader
    const gap = this.gap(end)
    if (gap === null || gap.separator !== ',') return false
    const number = houseNumber(r, gap.at)
    if (number > 0 && (streetAfter(r, number, false) ?? streetBefore(r, number, false)) !== null) return true
    return streetBefore(r, gap.at, false)?.isWeak === false || streetAfter(r, gap.at, false)?.isWeak === false
  }

  numberNear(at: number): boolean {
    const r = this.#reader
    const from = r.signCode(at) === COMMA ? at + 1 : at
    return houseNumber(r, from) > 0 || (r.phrase(from, Role.number) > 0 && houseNumber(r, this.#afterWord(from)) > 0)
  }

  /** The token after a number word at `at` and its full stop; `at` if there is none. */
  #afterWord(at: number, role: number = Role.number): number {
    const r = this.#reader
    const word = r.phrase(at, role)
    return word === 0 ? at : r.isDot(word) ? word + 1 : word
  }

  /** A house number before its street: "12 High Street", "54, rue de Bonnevoie", "No. 9 Ikot Ekpene Road". */
  leadingNumber(at: number, parts: number): Step {
    const r = this.#reader
    const hasWord = r.phrase(at, Role.number) > 0
    const from = hasWord && r.isCapital(at) ? this.#afterWord(at) : at
    const end = houseNumber(r, from)
    // The last digits of a telephone number or amount are not a house number.
    if (end === 0 || (!hasWord && parts === 0 && r.kind(at - 1) === TokenKind.number)) return null
    const comma = r.signCode(end) === COMMA ? end + 1 : end
    const next = r.isNewline(comma) ? comma + 1 : comma
    if (next >= r.count || r.isNewline(next)) return null
    const isLed = this.#leadsStreet(next, next > end, parts) ?? (from > at && next === end && this.#leadsName(next))
    return isLed ? { part: { kind: 'number', from, to: end }, end } : null
  }

  /** True if the street at a token belongs to the house number before it; null without a street. */
  #leadsStreet(at: number, isApart: boolean, parts: number): boolean | null {
    const r = this.#reader
    const street = this.street(at, 'number', parts + 1)
    if (street === null) return null
    // A comma or line break between number and street ("On page 12, Church Street") needs a town or unit after the street; so does
    // a lower-case street word that is also a preposition: "5 via Central", "3 via Bristol".
    const isTied = !r.isCapital(at) && (r.roles(at) & Role.surePreposition) !== 0
    return parts > 0 || !(isApart || isTied) || this.townAfter(street.end)
  }

  /** A street without a type word: "No. 9 Marina, Lagos". */
  #leadsName(at: number): boolean {
    const r = this.#reader
    const name = r.capitals(at, 4)
    return name > 0 && r.signCode(name) === COMMA && this.townAfter(name)
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
    const number = name === 0 || r.isNewline(name) ? 0 : houseNumber(r, this.#afterWord(name))
    return number > 0 && this.#isLocated(number) ? name : 0
  }

  /** True if a postcode with a name, or a town, follows the house number that ends at a token, after at most two units. */
  #isLocated(number: number): boolean {
    let end = number
    for (let units = 0; units < 3; units++) {
      const gap = this.gap(end)
      if (gap === null) return false
      const unit = readUnit(this.#reader, gap.at, true)
      if (unit === 0) return this.#isCoded(gap.at, gap.separator) ?? (gap.separator === ',' && this.#isTown(gap.at))
      end = unit
    }
    return false
  }

  /** True if the postcode at a token locates the street before it; null without a postcode and a name after it. */
  #isCoded(at: number, separator: string): boolean | null {
    const r = this.#reader
    const from = this.#afterWord(at, Role.postcodeWord)
    const postcode = readPostcode(r, from)
    if (postcode === null) return null
    const name = r.signCode(postcode.end) === COMMA ? postcode.end + 1 : postcode.end
    if (!r.isCapital(name)) return null
    const isKnown = r.place(name)?.place.entries.some((entry) => postcode.countries.includes(entry.country))
    // Without a comma ("Total 12 5020 Salzburg") the town must be known; the same holds for a name before a comma.
    return isKnown || (separator !== '' && r.length(from) >= 3 && !r.isNewline(postcode.end))
  }

  /** True if a town, in a country with the number after the street, is at a token; or a village and its post town. */
  #isTown(at: number): boolean {
    const town = this.#reader.place(at)
    if (town === null) return this.#isVillage(at)
    const { numberFirst, postcodes } = this.#book
    return (
      !town.place.isWord &&
      town.place.entries.some(
        ({ kind, country }) => kind !== 'k' && !numberFirst.has(country) && postcodes.has(country),
      )
    )
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
