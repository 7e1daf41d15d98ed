// The street as a part of an address, and the numbers on either side of it.
import { COMMA, DEGREE, FULL_STOP, MASCULINE_ORDINAL, NUMERO } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './address-reader.ts'
import { houseNumber, noNumber } from './house-numbers.ts'
import type { Lookahead } from './lookahead.ts'
import { bitOf, Part, type State, type Step } from './parts.ts'
import { unit as readUnit } from './units.ts'
import { Role } from './word-roles.ts'

/** The kinds of parts after which a street can follow without a comma. */
const OPENS_STREET = Part.number | Part.plot | Part.unit | Part.anchor

export function streetPart(r: AddressReader, ahead: Lookahead, at: number, separator: string, state: State): Step {
  if ((state.has & Part.street) === 0)
    return mayOpen(separator, state) ? nameOfStreet(r, ahead, at, separator, state) : null
  if (state.parts.at(-1)?.kind !== 'street') return null
  if ((state.has & Part.number) === 0) return separator === '\n' ? null : numberPart(r, ahead, at, separator, state)
  return separator === '' && (state.has & Part.unit) === 0 ? numberAfterBuilding(r, at) : null
}

function mayOpen(separator: string, { has, parts }: State): boolean {
  // A street does not follow its country: "bei Gil Montenegro, Rua Augusta 5".
  if ((has & Part.country) !== 0) return false
  const last = parts.at(-1)?.kind
  // A town on the line before is another line of the letter and not the start of this address.
  if (separator === '\n' && last === 'place' && (has & Part.postcode) === 0) return false
  return separator !== '' || last === undefined || (bitOf(last) & OPENS_STREET) !== 0
}

function nameOfStreet(r: AddressReader, ahead: Lookahead, at: number, separator: string, state: State): Step {
  const last = state.parts.at(-1)?.kind ?? null
  const street = ahead.street(at, last, state.parts.length)
  if (street !== null)
    return { part: { kind: 'street', from: at, to: street.end }, end: street.end, weak: street.isWeak }
  const lead = (state.has & Part.number) === 0 ? ahead.leadingNumber(at, state.parts.length) : null
  if (lead !== null) return lead
  const name = ahead.bareStreet(at, last) || (separator === ',' ? untypedName(r, at, state) : 0)
  return name > 0 ? { part: { kind: 'street', from: at, to: name }, end: name, weak: true } : null
}

/** After its town a street needs no type word: "9400 Sopron, Várkerület 51.". */
function untypedName(r: AddressReader, at: number, state: State): number {
  const name = state.parts.at(-1)?.kind === 'place' && closesWithDot(r, state) ? r.capitals(at, 4) : 0
  const house = name > 0 ? houseNumber(r, name) : 0
  return house > 0 && r.endsPart(house) ? name : 0
}

function numberPart(r: AddressReader, ahead: Lookahead, at: number, separator: string, state: State): Step {
  const word = r.signCode(at) === NUMERO ? at + 1 : r.phrase(at, Role.number)
  const from = word > 0 ? afterNumberWord(r, word) : at
  const to = houseNumber(r, from)
  const isLoose = separator === ',' && word === 0
  if (to > 0 && !(isLoose && lacksTown(r, ahead, to, state))) {
    // Hungary writes a full stop after a house number; it belongs to the number if the address began with the postcode, or before a
    // comma ("Rákóczi út 78., 7100 Szekszárd"). In "147/A." it ends the sentence.
    const hasDot = r.isTightDot(to) && r.kind(to - 1) === TokenKind.number
    const isDotted = hasDot && (closesWithDot(r, state) || r.signCode(to + 1) === COMMA)
    return { part: { kind: 'number', from, to }, end: isDotted ? to + 1 : to }
  }
  const none = noNumber(r, at)
  return none > 0 ? { part: { kind: 'number', from: at, to: none }, end: none } : null
}

/** Skips the signs of an abbreviated number word: "No.", "n.º", "nr°". */
function afterNumberWord(r: AddressReader, word: number): number {
  let at = r.signCode(word) === FULL_STOP ? word + 1 : word
  if (r.signCode(at) === MASCULINE_ORDINAL || r.signCode(at) === DEGREE) at++
  return r.isWord(at) && /^[ºo°]$/.test(r.text.folded(at)) ? at + 1 : at
}

/** After a comma, a type word with other meanings needs the town after the number: "Via Roma, 12, 00184 Roma". */
function lacksTown(r: AddressReader, ahead: Lookahead, number: number, state: State): boolean {
  if (r.isCapital(number)) return true
  if (!state.isWeakStreet) return false
  const isTyped = (r.may(state.parts.at(-1)!.from) & Role.streetBefore) !== 0
  return !(isTyped && ahead.townAfter(readUnit(r, number, true) || number))
}

/** The house number of a street after the number of the building: "60 Brogade 68". */
function numberAfterBuilding(r: AddressReader, at: number): Step {
  const to = houseNumber(r, at)
  const isLast = to > 0 && (r.endsSegment(to) || readUnit(r, to, true) > 0)
  return isLast ? { part: { kind: 'unit', from: at, to }, end: to } : null
}

/** A second number after a house number: Hungarian "118. 4/3.", Estonian and Nordic flats. */
export function secondNumber(r: AddressReader, at: number, state: State): Step {
  const last = state.parts.at(-1)
  if (last?.kind !== 'number' || !closesWithDot(r, state) || (state.has & Part.unit) !== 0) return null
  const end = houseNumber(r, at)
  if (end === 0) return null
  const isDotted = r.isTightDot(end)
  return { part: { kind: 'unit', from: at, to: end }, end: isDotted ? end + 1 : end }
}

/** True if the address began with postcode and town of a country with a full stop after house numbers (Hungary). */
function closesWithDot(r: AddressReader, state: State): boolean {
  if (state.parts[0]?.kind !== 'postcode') return false
  return state.parts[1]?.place?.entries.some((entry) => r.book.dotted.has(entry.country)) ?? false
}
