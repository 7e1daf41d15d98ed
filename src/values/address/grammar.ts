// The grammar of addresses: possible successors of each part, for all countries. Bits of a word exclude most alternatives.
import { CLOSE_PARENTHESIS, COMMA, NUMERO, OPEN_PARENTHESIS, SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { anchor as readAnchor } from './landmarks.ts'
import type { Lookahead } from './lookahead.ts'
import { type FindOptions, newState, Part, type State, type Step } from './parts.ts'
import { placePart } from './place-part.ts'
import { boxPostcode, postcodePart } from './postcode-part.ts'
import type { AddressReader } from './reader.ts'
import { secondNumber, streetPart } from './street-part.ts'
import { box as readBox, plot as readPlot, unit as readUnit } from './units.ts'
import { Role, Trait } from './words.ts'

/** An unknown segment can only follow one of these. */
const BEFORE_WORD =
  Part.street | Part.plot | Part.number | Part.anchor | Part.unit | Part.postcode | Part.word | Part.place

/** A named building before the number or street: "Marula Mews, 88 Lynnwood Road". */
function buildingPart(r: AddressReader, ahead: Lookahead, at: number, state: State): Step {
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

/** An unknown segment: a quarter, an estate, a small town. At the end it is kept only if `close` of find.ts allows it. */
function wordPart(r: AddressReader, at: number, separator: string, state: State): Step {
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
  // A letter with a full stop begins an abbreviation or a name: "P.O. Box 1, P.O. Box 2".
  if (end === 0 || (end === at + 1 && r.length(at) === 1 && r.dot(end) > end)) return null
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
      const postcode = postcodePart(r, at, '', EMPTY)
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
      const postcode = postcodePart(r, at, separator, state)
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
