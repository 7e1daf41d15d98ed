// Reads a text with an address book: bits of each token's word, gazetteer names, and runs of capitals.
import type { Place } from '../../packs/gazetteer.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressBook, AnchorType } from './book.ts'
import { lookupForm } from './place-script.ts'
import { TokenReader } from './token-reader.ts'
import { type Opening, ROLES, Role, Trait } from './word-roles.ts'

/** Maximum tokens of a name of several words: keeps the work on hostile text linear. */
export const MOST_NAME_TOKENS = 9
const MOST_WORDS = 5
const CLOSES_STREET = Role.streetAfter | Trait.suffix

export interface PlaceHit {
  readonly end: number
  readonly place: Place
}

/** Maximum characters of an amount that are examined after its first digits. */
const PRICE_WITHIN = 16

export class AddressReader extends TokenReader {
  readonly book: AddressBook
  /** Bits of each token; `bits` is also defined outside the text. */
  readonly wordBits: Int32Array
  readonly hasStreets: boolean
  /** The last results of the three most frequent queries; -1 if none is cached. */
  #placeFrom = -1
  #placeFound: PlaceHit | null = null
  #runFrom = -1
  #runEnd = 0
  #streetFrom = -1
  #streetTo = -1
  #isStreet = false
  /** From #streetFrom to here no token closes a street, and no token after the first ends a name. */
  #clearTo = -1

  constructor(text: ScannedText, book: AddressBook) {
    super(text)
    this.book = book
    const { each, any } = book.bits.over(text)
    this.wordBits = each
    this.hasStreets =
      (any & (CLOSES_STREET | Role.streetBefore)) !== 0 || ((any & Trait.opens) !== 0 && this.#opens(Role.streetBefore))
  }

  #opens(role: number): boolean {
    for (let i = 0; i < this.count; i++)
      if ((this.wordBits[i]! & Trait.opens) !== 0 && (this.may(i) & role) !== 0) return true
    return false
  }

  /** The bits of Role and Trait of token i; 0 for numbers, line breaks and outside the text. */
  bits(i: number): number {
    return i >= 0 && i < this.count ? this.wordBits[i]! : 0
  }

  roles(i: number): number {
    return this.bits(i) & ROLES
  }

  may(i: number): number {
    const bits = this.bits(i)
    return (bits & Trait.opens) === 0 ? bits & ROLES : this.#opening(i).may
  }

  /** End of a word or phrase of `role` that begins at i; 0 if there is none. Full stops inside phrases are skipped. */
  phrase(i: number, role: number): number {
    const bits = this.bits(i)
    if ((bits & Trait.opens) !== 0) {
      const end = this.#phraseAt(i, role)
      if (end > 0) return end
    }
    return (bits & role) !== 0 ? i + 1 : 0
  }

  #opening(i: number): Opening {
    return this.book.openings.of(this.text.word(i))!
  }

  #phraseAt(i: number, role: number): number {
    const { may, phrases } = this.#opening(i)
    if ((may & role) === 0) return 0
    // All phrases have a second word: its index and form are computed once.
    const second = this.#nextWord(i + 1)
    const word = second < this.count ? this.text.folded(second) : ''
    for (let k = 0; k < phrases.length; k++) {
      const { roles, words } = phrases[k]!
      if ((roles & role) === 0 || words[1] !== word) continue
      let at = second + 1
      let matched = 2
      while (matched < words.length) {
        at = this.#nextWord(at)
        if (at >= this.count || this.text.folded(at) !== words[matched]) break
        matched++
        at++
      }
      if (matched === words.length) return at
    }
    return 0
  }

  /** The token of the next word of a phrase; full stops, strokes and joiners are skipped. */
  #nextWord(at: number): number {
    while (this.isDot(at) || this.signCode(at) === SLASH || this.isJoiner(at)) at++
    return at
  }

  /** True if a type word, alone or glued, could close the name of a street that begins at i. */
  isStreetNear(i: number): boolean {
    if (!this.hasStreets) return false
    if (i < this.#streetFrom || i > this.#streetTo) this.#lookForStreet(i)
    return this.#isStreet
  }

  /** Looks ahead up to the maximum length of a name; the result is valid for every token passed. */
  #lookForStreet(from: number): void {
    const last = Math.min(from + MOST_NAME_TOKENS, this.count) - 1
    // Continues after the tokens of the last lookahead, so that each token is examined once, regardless of the length of names.
    let at = from > this.#streetFrom && from <= this.#clearTo ? this.#clearTo + 1 : from
    this.#streetFrom = from
    this.#isStreet = false
    for (; at <= last; at++) {
      if ((this.wordBits[at]! & CLOSES_STREET) !== 0 && this.#mayClose(at)) {
        this.#isStreet = true
        break
      }
      // Only words, joiners and full stops occur inside a name.
      if (at > from && this.kinds[at]! >= TokenKind.number && !this.isJoiner(at) && !this.isDot(at)) break
    }
    this.#clearTo = at - 1
    // If a name must end before its maximum length, no token up to there begins a street.
    this.#streetTo = this.#isStreet ? at : at <= last || at === this.count ? at - 1 : from
  }

  /** True if the type word at a token may close a street. With one or two letters it needs a full stop, or must be in capitals ("ST"). */
  #mayClose(at: number): boolean {
    const length = this.length(at)
    if (length > 2 || (this.wordBits[at]! & Trait.suffix) !== 0 || !this.isWord(at)) return true
    if (this.isWholeShort(at)) return true
    return this.isCapital(at) ? length === 2 : this.isDot(at + 1) && this.isTight(at + 1)
  }

  /** True if the type word of one or two letters at token i is not an abbreviation. */
  isWholeShort(i: number): boolean {
    return this.book.wholeShort.has(this.text.folded(i))
  }

  landmark(i: number): AnchorType | null {
    return (this.bits(i) & Trait.landmark) === 0 ? null : this.book.landmarkType(this.text.folded(i))
  }

  /** The type of landmark of token i and the next word together; null if none. */
  landmarkPair(i: number): AnchorType | null {
    if (!this.isWord(i + 1)) return null
    return this.book.landmarkType(`${this.text.folded(i)} ${this.text.folded(i + 1)}`)
  }

  opensPlace(i: number): boolean {
    return (this.bits(i) & Trait.place) !== 0
  }

  /** The longest name in the gazetteer that begins at i. `anyCase`: it may begin in lower case. */
  place(i: number, anyCase = false): PlaceHit | null {
    if ((this.bits(i) & Trait.place) === 0) return null
    const isCapital = this.isCapital(i)
    if (!isCapital && !(anyCase ? this.isWord(i) : this.isParticle(i))) return null
    const known = this.book.places.of(this.text.word(i))!
    if (known.most === 1) {
      const end = i + 1
      return this.length(i) < 2 || this.goesOn(end) ? null : { end, place: known.place! }
    }
    if (anyCase || !isCapital) return this.#placeAt(i, anyCase)
    if (this.#placeFrom !== i) {
      this.#placeFound = this.#placeAt(i, false)
      this.#placeFrom = i
    }
    return this.#placeFound
  }

  #placeAt(i: number, anyCase: boolean): PlaceHit | null {
    const { gazetteer } = this.book
    const first = this.book.places.of(this.text.word(i))!
    let key = first.key
    let place = this.length(i) >= 2 ? first.place : null
    let end = i + 1
    for (let words = 1, at = i + 1; words < first.most; words++, at++) {
      at = this.#nameGoesOn(at)
      if (!this.isWord(at) && this.kind(at) !== TokenKind.number) break
      const next = lookupForm(this.text.folded(at))
      if (words === 1 && !gazetteer.mayOpen(key, next)) break
      key = `${key} ${next}`
      const longer = gazetteer.get(key)
      if (longer === null || !(anyCase || this.#isNameWord(i, at))) continue
      place = longer
      end = at + 1
    }
    return place === null || this.goesOn(end) ? null : { end, place }
  }

  /** Skips at most two signs inside the name of a place: hyphens, apostrophes, the full stop of an abbreviation. */
  #nameGoesOn(from: number): number {
    let at = from
    while (at < from + 2 && (this.isJoiner(at) || this.isTightDot(at))) at++
    return at
  }

  /** True if token `at` can be a later word of a name that begins at i. */
  #isNameWord(i: number, at: number): boolean {
    if (this.isCapital(at) || this.kind(at) === TokenKind.number || this.isTight(at)) return true
    // Slovene towns contain lower-case words, and a postcode precedes them: "8000 Novo mesto".
    return this.kind(i - 1) === TokenKind.number && this.length(at) > 3
  }

  /** A currency in capitals and an amount at token `at` ("KES 773", "R 54.88"); a shorter currency needs an amount with cents. */
  isPrice(at: number): boolean {
    if (this.kind(at) !== TokenKind.upper || this.length(at) > 3 || this.kind(at + 1) !== TokenKind.number) return false
    if (this.length(at) === 3) return true
    const last = this.end(at + 1)
    return /^(?:[.,]\d{3}|[ \u00a0\u202f]\d{3}){0,3}[.,]\d{2}(?!\d)/.test(
      this.text.text.slice(last, last + PRICE_WITHIN),
    )
  }

  /** A run of capitalised words, joined by hyphens, apostrophes and lower-case connecting words; at most five words. */
  capitals(i: number, most = MOST_WORDS): number {
    if (!this.isCapital(i)) return 0
    if (most !== MOST_WORDS) return this.#run(i, most)
    if (this.#runFrom !== i) {
      this.#runEnd = this.#run(i, most)
      this.#runFrom = i
    }
    return this.#runEnd
  }

  #run(i: number, most: number): number {
    let at = i + 1
    let words = 1
    for (let steps = 0; steps < MOST_NAME_TOKENS && words < most; steps++) {
      if (at >= this.count || this.isCell(at)) break
      const next = this.#runsOn(at)
      if (next === 0) break
      if (this.isCapital(at)) words++
      at = next
    }
    return at
  }

  /** The token after the next part of a run of capitals at token `at`; 0 if the run ends. */
  #runsOn(at: number): number {
    switch (this.kinds[at]) {
      case TokenKind.capital:
      case TokenKind.upper:
        return at + 1
      case TokenKind.sign:
        if (this.isJoiner(at)) return this.isTightBetween(at) && this.isWord(at + 1) ? at + 2 : 0
        return this.isInitialDot(at) && !this.isTight(at + 1) ? at + 1 : 0
      case TokenKind.lower: {
        const next = this.#afterConnectors(at)
        const isTied = this.isJoiner(next) && this.isTight(next) && this.isCapital(next + 1)
        return next > at && (isTied || this.isCapital(next)) ? next : 0
      }
      default:
        return 0
    }
  }

  /** The token after at most two lower-case connecting words. */
  #afterConnectors(from: number): number {
    let at = from
    while (at < from + 2 && this.isLower(at) && (this.bits(at) & Role.connector) !== 0) at++
    return at
  }
}
