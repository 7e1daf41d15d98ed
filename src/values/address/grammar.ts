// The grammar of addresses: the possible successors of each part, for the orders of all countries at once. The bits of a word show
// which first parts are possible, so most alternatives are not tried.
import { CLOSE_PARENTHESIS, COMMA, NUMERO, OPEN_PARENTHESIS, SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { anchor as readAnchor } from './landmarks.ts'
import type { Lookahead } from './lookahead.ts'
import { type FindOptions, newState, Part, type State, type Step } from './parts.ts'
import { placePart } from './place-part.ts'
import { box as readBox, plot as readPlot } from './plots.ts'
import { boxPostcode, postcodePart } from './postcode-part.ts'
import type { AddressReader } from './reader.ts'
import { secondNumber, streetPart } from './street-part.ts'
import { unit as readUnit } from './units.ts'
import { buildingPart, wordPart } from './unnamed-parts.ts'
import { Role } from './words.ts'

const EMPTY = newState(0)
const STREETS = Role.streetBefore | Role.number
const UNITS = Role.unit | Role.unitAfter

export class Grammar {
  readonly #reader: AddressReader
  readonly #ahead: Lookahead
  readonly #anyCase: boolean

  constructor(reader: AddressReader, ahead: Lookahead, { anyCase }: FindOptions) {
    this.#reader = reader
    this.#ahead = ahead
    this.#anyCase = anyCase
  }

  first(at: number): Step {
    const r = this.#reader
    const kind = r.kind(at)
    const may = r.may(at)
    const isCapital = kind === TokenKind.capital || kind === TokenKind.upper
    const isCode = kind === TokenKind.number || kind === TokenKind.mixed
    if ((may & Role.box) !== 0) {
      const box = this.#box(at)
      if (box !== null) return box
    }
    if ((may & Role.plot) !== 0 || (isCapital && r.signCode(at + 1) === SLASH)) {
      const plot = this.#plot(at, false)
      if (plot !== null) return plot
    }
    if (isCode || kind === TokenKind.upper || (may & Role.postcodeWord) !== 0) {
      const postcode = postcodePart(r, this.#ahead, at, '', EMPTY)
      if (postcode !== null) return postcode
    }
    if (isCode || kind === TokenKind.upper || (may & UNITS) !== 0) {
      const unit = readUnit(r, at, false)
      if (unit > 0) return { part: { kind: 'unit', from: at, to: unit }, end: unit }
    }
    if (isCode || isCapital || (may & STREETS) !== 0) {
      const street = streetPart(r, this.#ahead, at, '', EMPTY)
      if (street !== null) return street
    }
    if (isCapital || kind === TokenKind.lower) {
      const place = placePart(r, this.#ahead, at, '', EMPTY)
      if (place !== null) return place
    }
    if ((may & Role.relation) !== 0) {
      const anchor = this.#anchor(at, true)
      if (anchor !== null) return anchor
    }
    return isCapital ? buildingPart(r, this.#ahead, at, EMPTY) : null
  }

  /** The part at token `at`, after `separator`, of an address with the parts in `state`. */
  next(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has, parts } = state
    const last = parts[parts.length - 1]!.kind
    if (!this.#mayGoOn(at)) return null
    const isBreak = separator === '\n'
    const isBlank = separator === ''

    if (r.signCode(at) === OPEN_PARENTHESIS) {
      // Province in brackets: "20121 Milano (MI)".
      if (
        last === 'place' &&
        r.kind(at + 1) === TokenKind.upper &&
        r.length(at + 1) === 2 &&
        r.signCode(at + 2) === CLOSE_PARENTHESIS
      )
        return { part: { kind: 'region', from: at + 1, to: at + 2 }, end: at + 3 }
      // Larger town in brackets: "29649 Mijas (Málaga)".
      const town = last === 'place' && (has & Part.postcode) !== 0 ? r.place(at + 1) : null
      if (town !== null && r.signCode(town.end) === CLOSE_PARENTHESIS)
        return { part: { kind: 'region', from: at + 1, to: town.end }, end: town.end + 1 }
      return null
    }
    if ((has & Part.plot) === 0) {
      const box = (has & Part.number) === 0 ? this.#box(at) : null
      if (box !== null) return box
      const plot =
        (has & Part.street) === 0 || (has & Part.number) === 0 ? this.#plot(at, (has & Part.street) !== 0) : null
      if (plot !== null) return plot
    }
    if ((has & Part.postcode) === 0) {
      const postcode = postcodePart(r, this.#ahead, at, separator, state)
      if (postcode !== null) return postcode
    }
    const followsValue = last === 'number' || last === 'unit' || last === 'plot'
    if (!isBlank || followsValue || last === 'street') {
      const unit = readUnit(r, at, (has & Part.number) !== 0, (has & (Part.number | Part.street)) !== 0)
      if (unit > 0 && !((has & (Part.place | Part.word)) !== 0 && (has & Part.number) !== 0 && isBreak))
        return { part: { kind: 'unit', from: at, to: unit }, end: unit }
    }
    const street = streetPart(r, this.#ahead, at, separator, state)
    if (street !== null) return street
    if (isBlank) {
      const second = secondNumber(r, at, state)
      if (second !== null) return second
    }
    if (!isBlank || followsValue || last === 'postcode' || last === 'place') {
      const place = placePart(r, this.#ahead, at, separator, state)
      if (place !== null) return place
    }
    if (!isBlank && !isBreak && (has & Part.anchor) === 0) {
      const anchor = this.#anchor(at, false)
      if (anchor !== null) return anchor
    }
    if ((has & (Part.street | Part.place)) === 0) {
      const building = buildingPart(r, this.#ahead, at, state)
      if (building !== null) return building
    }
    return wordPart(r, at, separator, state)
  }

  /** Returns false if the sentence continues: after most addresses comes a word without a role, or a sign. */
  #mayGoOn(at: number): boolean {
    const r = this.#reader
    switch (r.kind(at)) {
      case TokenKind.sign:
        return r.bits(at) !== 0 || r.signCode(at) === OPEN_PARENTHESIS || r.signCode(at) === NUMERO
      case TokenKind.lower:
        return r.may(at) !== 0 || r.length(at) === 1 || this.#anyCase || r.isParticle(at)
      default:
        return true
    }
  }

  #box(at: number): Step {
    const r = this.#reader
    const box = readBox(r, at)
    if (box === null) return null
    let end = box.end
    // Norwegian box lines name the post office before the comma: "Postboks 660 Sentrum, 0106 Oslo".
    if (r.isCapital(end) && !r.isNewline(end) && r.signCode(end + 1) === COMMA) end++
    return {
      part: { kind: 'plot', from: at, to: end, isSure: box.isSure },
      end: boxPostcode(r, end),
      sureBox: box.isSure,
    }
  }

  #plot(at: number, afterStreet: boolean): Step {
    const r = this.#reader
    const plot = readPlot(r, at, afterStreet)
    // The shape of a title number with strokes is sufficient evidence.
    return plot === 0
      ? null
      : { part: { kind: 'plot', from: at, to: plot, isSure: r.signCode(at + 1) === SLASH }, end: plot }
  }

  /** A landmark; as the first part, it needs a place after it. */
  #anchor(at: number, isFirst: boolean): Step {
    const r = this.#reader
    const anchor = readAnchor(r, at)
    if (anchor === null || !(anchor.isTyped || r.isCapital(anchor.end - 1))) return null
    if (isFirst && !this.#ahead.leadsOn(anchor.end)) return null
    return { part: { kind: 'anchor', from: at, to: anchor.end, anchorType: anchor.type }, end: anchor.end }
  }
}
