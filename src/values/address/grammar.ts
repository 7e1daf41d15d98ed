// The grammar of addresses: possible successors of each part, for all countries. Bits of a word exclude most alternatives.
import { CLOSE_PARENTHESIS, COMMA, NUMERO, OPEN_PARENTHESIS, SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './address-reader.ts'
import { anchor as readAnchor } from './landmarks.ts'
import type { Lookahead } from './lookahead.ts'
import { type AddressPart, bitOf, type FindOptions, newState, Part, type State, type Step } from './parts.ts'
import { placePart } from './place-part.ts'
import { boxPostcode, postcodePart } from './postcode-part.ts'
import { secondNumber, streetPart } from './street-part.ts'
import { box as readBox, plot as readPlot, unit as readUnit } from './units.ts'
import { Role, Trait } from './word-roles.ts'

/** Parts that fix a point without a town. */
const HAS_PLACE_OF_ITS_OWN = Part.street | Part.plot | Part.anchor
/** An unknown segment can only follow one of these. */
const BEFORE_WORD =
  Part.street | Part.plot | Part.number | Part.anchor | Part.unit | Part.postcode | Part.word | Part.place

const BEFORE_BUILDING = Part.unit | Part.plot

/** A named building before the number or street: "Marula Mews, 88 Lynnwood Road". */
function buildingPart(r: AddressReader, ahead: Lookahead, at: number, state: State): Step {
  const count = state.parts.length
  const isFirst = count === 0
  if (!isFirst && (bitOf(state.parts[count - 1]!.kind) & BEFORE_BUILDING) === 0) return null
  const name = r.capitals(at)
  if (name === 0 || (isFirst && !areCapitals(r, at, name))) return null
  const to = r.isLower(name) && (r.roles(name) & Role.building) !== 0 ? name + 1 : name
  const isBuilding = ((r.roles(to - 1) | r.roles(at)) & Role.building) !== 0 || (r.bits(to - 1) & Trait.landmark) !== 0
  if (isFirst && (!isBuilding || to < at + 2)) return null
  const anchorType = r.landmark(to - 1) ?? 'other'
  const isTyped = !isFirst && to > at + 1 && anchorType !== 'other'
  if (!isTyped && !leadsToAddress(ahead, to, count + 1, isBuilding)) return null
  return { part: { kind: 'anchor', from: at, to, anchorType }, end: to }
}

/** At the start of an address, the name of a building has no lower-case words: "Mr D. Ashdown of Harefield House". */
function areCapitals(r: AddressReader, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!r.isCapital(i)) return false
  return true
}

/** True if a street follows the building that ends at token `to`; after a building word, a town is sufficient. */
function leadsToAddress(ahead: Lookahead, to: number, parts: number, isBuilding: boolean): boolean {
  const gap = ahead.gap(to)
  if (gap === null || gap.separator === '') return false
  return (
    ahead.street(gap.at, 'anchor', parts) !== null ||
    ahead.leadingNumber(gap.at, parts) !== null ||
    ahead.bareStreet(gap.at, 'anchor') > 0 ||
    (isBuilding && ahead.townAfter(to))
  )
}

/** An unknown segment: a quarter, an estate, a small town. At the end it is kept only if `close` of find.ts allows it. */
function wordPart(r: AddressReader, at: number, separator: string, state: State): Step {
  if (!r.isCapital(at) || !mayHoldName(separator, state)) return null
  const name = r.capitals(at, 4)
  // A letter with a full stop begins an abbreviation or a name: "P.O. Box 1, P.O. Box 2".
  const isInitial = name === at + 1 && r.length(at) === 1 && r.dot(name) > name
  if (name === 0 || isInitial || (r.roles(at) & Role.notBare) !== 0) return null
  let end = name
  while (r.isNumber(end, 2) && r.endsSegment(end + 1)) end++
  // A region word after the name: "75301 Harju maakond".
  if (r.isLower(end) && (r.roles(end) & Role.regionAfter) !== 0 && r.endsPart(end + 1)) end++
  const isQuarter = (r.roles(end - 1) & Role.quarterAfter) !== 0 || (r.roles(at) & Role.quarterBefore) !== 0
  return { part: { kind: isQuarter ? 'quarter' : 'word', from: at, to: end }, end }
}

/** True if an unknown segment can follow the parts: after a street, a plot or a landmark, or as the town of its postcode. */
function mayHoldName(separator: string, state: State): boolean {
  const { has, parts } = state
  const last = parts.at(-1)?.kind
  if (last === undefined || (has & Part.country) !== 0 || (has & BEFORE_WORD) === 0) return false
  // A town that the gazetteer does not have is directly after its postcode ("9495 Triesen", "105 63, Αθήνα").
  if (last === 'postcode') return separator !== '\n' && !state.isDistinctPostcode && !hasTown(state)
  if (separator !== ',' || (has & Part.postcode) !== 0 || (has & HAS_PLACE_OF_ITS_OWN) === 0) return false
  return last !== 'word' || parts.at(-2)?.kind !== 'word'
}

/** True if a town was read. A town before the street does not count: "Moen, Dorf 5, 6863 Egg". */
function hasTown({ has, parts }: State): boolean {
  if ((has & Part.place) === 0) return false
  if ((has & Part.street) === 0) return true
  for (let i = parts.length - 1; i >= 0 && parts[i]!.kind !== 'street'; i--) if (parts[i]!.kind === 'place') return true
  return false
}

const EMPTY = newState(0)

/** A part that can begin an address: at tokens of one of `kinds`, or at words that may have one of `roles`. */
interface FirstPart {
  /** One bit for each kind of token. */
  readonly kinds: number
  readonly roles: number
  read(grammar: Grammar, at: number): Step
}

/** A part that can follow others. */
interface NextPart {
  /** Kinds of parts that the address does not have yet. */
  readonly lacks?: number
  /** Kinds of the last part after which a space is sufficient; other parts need a comma or a line break. Without it, any part. */
  readonly afterSpace?: number
  read(grammar: Grammar, at: number, separator: string, state: State): Step
}

const ANY_CAPITAL = (1 << TokenKind.capital) | (1 << TokenKind.upper)
const ANY_CODE = (1 << TokenKind.number) | (1 << TokenKind.mixed)
const CODE_OR_UPPER = ANY_CODE | (1 << TokenKind.upper)
const VALUES = Part.number | Part.unit | Part.plot

/** In order of preference: the first that returns a part is used. */
const FIRST_PARTS: readonly FirstPart[] = [
  { kinds: 0, roles: Role.box, read: (grammar, at) => grammar.box(at) },
  { kinds: ANY_CAPITAL, roles: Role.plot, read: (grammar, at) => grammar.plot(at, false) },
  { kinds: CODE_OR_UPPER, roles: Role.postcodeWord, read: ({ reader }, at) => postcodePart(reader, at, '', EMPTY) },
  { kinds: CODE_OR_UPPER, roles: Role.unit | Role.unitAfter, read: ({ reader }, at) => unitPart(reader, at, 0) },
  {
    kinds: ANY_CODE | ANY_CAPITAL,
    roles: Role.streetBefore | Role.number,
    read: ({ reader, ahead }, at) => streetPart(reader, ahead, at, '', EMPTY),
  },
  {
    kinds: ANY_CAPITAL | (1 << TokenKind.lower),
    roles: 0,
    read: ({ reader, ahead }, at) => placePart(reader, ahead, at, '', EMPTY),
  },
  { kinds: 0, roles: Role.relation, read: (grammar, at) => grammar.anchor(at, true) },
  { kinds: ANY_CAPITAL, roles: 0, read: ({ reader, ahead }, at) => buildingPart(reader, ahead, at, EMPTY) },
]

const NEXT_PARTS: readonly NextPart[] = [
  { lacks: Part.plot | Part.number, read: (grammar, at) => grammar.box(at) },
  {
    lacks: Part.plot,
    read: (grammar, at, _, { has }) =>
      (has & STREET_WITH_NUMBER) === STREET_WITH_NUMBER ? null : grammar.plot(at, (has & Part.street) !== 0),
  },
  {
    lacks: Part.postcode,
    read: ({ reader }, at, separator, state) => postcodePart(reader, at, separator, state),
  },
  {
    afterSpace: VALUES | Part.street,
    read: ({ reader }, at, separator, { has }) =>
      separator === '\n' && (has & Part.number) !== 0 && (has & TOWNS) !== 0 ? null : unitPart(reader, at, has),
  },
  { read: ({ reader, ahead }, at, separator, state) => streetPart(reader, ahead, at, separator, state) },
  { read: ({ reader }, at, separator, state) => (separator === '' ? secondNumber(reader, at, state) : null) },
  {
    afterSpace: VALUES | Part.postcode | Part.place,
    read: ({ reader, ahead }, at, separator, state) => placePart(reader, ahead, at, separator, state),
  },
  {
    lacks: Part.anchor,
    read: (grammar, at, separator) => (separator === ',' ? grammar.anchor(at, false) : null),
  },
  {
    lacks: Part.street | Part.place,
    read: ({ reader, ahead }, at, _, state) => buildingPart(reader, ahead, at, state),
  },
  { read: ({ reader }, at, separator, state) => wordPart(reader, at, separator, state) },
]
const STREET_WITH_NUMBER = Part.street | Part.number
const TOWNS = Part.place | Part.word
const ANY_PART = ~0

/** A flat or floor after the kinds of parts `has`. */
function unitPart(r: AddressReader, at: number, has: number): Step {
  const end = readUnit(r, at, (has & Part.number) !== 0, (has & (Part.number | Part.street)) !== 0)
  return end > 0 ? { part: { kind: 'unit', from: at, to: end }, end } : null
}

/** The region or larger town in brackets after its town: "20121 Milano (MI)", "29649 Mijas (Málaga)". */
function regionInBrackets(r: AddressReader, at: number, last: AddressPart, has: number): Step {
  if (last.kind !== 'place') return null
  const from = at + 1
  const isCode = r.kind(from) === TokenKind.upper && r.length(from) === 2 && r.signCode(at + 2) === CLOSE_PARENTHESIS
  const to = isCode ? at + 2 : (has & Part.postcode) !== 0 ? (r.place(from)?.end ?? 0) : 0
  const isClosed = to > 0 && r.signCode(to) === CLOSE_PARENTHESIS
  return isClosed ? { part: { kind: 'region', from, to }, end: to + 1 } : null
}

export class Grammar {
  readonly reader: AddressReader
  readonly ahead: Lookahead
  readonly #anyCase: boolean

  constructor(reader: AddressReader, ahead: Lookahead, { anyCase }: FindOptions) {
    this.reader = reader
    this.ahead = ahead
    this.#anyCase = anyCase
  }

  first(at: number): Step {
    const kind = 1 << this.reader.kind(at)
    const may = this.reader.may(at)
    for (let i = 0; i < FIRST_PARTS.length; i++) {
      const part = FIRST_PARTS[i]!
      if ((part.kinds & kind) === 0 && (part.roles & may) === 0) continue
      const step = part.read(this, at)
      if (step !== null) return step
    }
    return null
  }

  /** The part at token `at`, after `separator`, of an address with the parts in `state`. */
  next(at: number, separator: string, state: State): Step {
    if (!this.#mayGoOn(at)) return null
    const { has, parts } = state
    const last = parts[parts.length - 1]!
    if (this.reader.signCode(at) === OPEN_PARENTHESIS) return regionInBrackets(this.reader, at, last, has)
    const kind = separator === '' ? bitOf(last.kind) : ANY_PART
    for (let i = 0; i < NEXT_PARTS.length; i++) {
      const { lacks = 0, afterSpace = ANY_PART, read } = NEXT_PARTS[i]!
      if ((lacks & has) !== 0 || (afterSpace & kind) === 0) continue
      const step = read(this, at, separator, state)
      if (step !== null) return step
    }
    return null
  }

  /** Returns false if the sentence continues: after most addresses comes a word without a role, or a sign. */
  #mayGoOn(at: number): boolean {
    const r = this.reader
    switch (r.kind(at)) {
      case TokenKind.sign:
        return r.bits(at) !== 0 || r.signCode(at) === OPEN_PARENTHESIS || r.signCode(at) === NUMERO
      case TokenKind.lower:
        return r.may(at) !== 0 || r.length(at) === 1 || this.#anyCase || r.isParticle(at)
      default:
        return true
    }
  }

  box(at: number): Step {
    const r = this.reader
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

  plot(at: number, afterStreet: boolean): Step {
    const r = this.reader
    const plot = readPlot(r, at, afterStreet)
    // The shape of a title number with strokes is sufficient evidence.
    return plot === 0
      ? null
      : { part: { kind: 'plot', from: at, to: plot, isSure: r.signCode(at + 1) === SLASH }, end: plot }
  }

  /** A landmark; as the first part, it needs a place after it. */
  anchor(at: number, isFirst: boolean): Step {
    const r = this.reader
    const anchor = readAnchor(r, at)
    if (anchor === null || !(anchor.isTyped || r.isCapital(anchor.end - 1))) return null
    if (isFirst && !this.ahead.leadsOn(anchor.end)) return null
    return { part: { kind: 'anchor', from: at, to: anchor.end, anchorType: anchor.type }, end: anchor.end }
  }
}
