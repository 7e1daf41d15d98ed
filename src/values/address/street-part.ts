// The street as a part of an address, and the numbers on either side of it.
import { COMMA, DEGREE, FULL_STOP, MASCULINE_ORDINAL, NUMERO } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Lookahead } from './lookahead.ts'
import { houseNumber, noNumber } from './numbers.ts'
import { Part, type State, type Step } from './parts.ts'
import type { AddressReader } from './reader.ts'
import { unit as readUnit } from './units.ts'
import { Role } from './words.ts'

export function streetPart(r: AddressReader, ahead: Lookahead, at: number, separator: string, state: State): Step {
  const { has } = state
  const last = state.parts.at(-1)
  if ((has & Part.street) === 0) {
    // A street does not follow its country: "bei Gil Montenegro, Rua Augusta 5".
    if ((has & Part.country) !== 0) return null
    // A town on the line before is another line of the letter and not the start of this address.
    if (separator === '\n' && last?.kind === 'place' && (has & Part.postcode) === 0) return null
    const isOpen =
      separator !== '' ||
      state.parts.length === 0 ||
      last?.kind === 'number' ||
      last?.kind === 'plot' ||
      last?.kind === 'unit' ||
      last?.kind === 'anchor'
    if (isOpen) {
      const kind = last?.kind ?? null
      const street = ahead.street(at, kind, state.parts.length)
      if (street !== null)
        return { part: { kind: 'street', from: at, to: street.end }, end: street.end, weak: street.isWeak }
      if ((has & Part.number) === 0) {
        const lead = ahead.leadingNumber(at, state.parts.length)
        if (lead !== null) return lead
      }
      const bare = ahead.bareStreet(at, kind)
      if (bare > 0) return { part: { kind: 'street', from: at, to: bare }, end: bare, weak: true }
      // After its town a street needs no type word: "9400 Sopron, Várkerület 51.".
      const name = separator === ',' && last?.kind === 'place' && closesWithDot(r, state) ? r.capitals(at, 4) : 0
      const house = name > 0 ? houseNumber(r, name) : 0
      if (house > 0 && r.endsPart(house)) return { part: { kind: 'street', from: at, to: name }, end: name, weak: true }
    }
    return null
  }
  if ((has & Part.number) === 0 && last?.kind === 'street' && separator !== '\n') {
    const word = r.signCode(at) === NUMERO ? at + 1 : r.phrase(at, Role.number)
    let from = at
    if (word > 0) {
      from = r.signCode(word) === FULL_STOP ? word + 1 : word
      if (r.signCode(from) === MASCULINE_ORDINAL || r.signCode(from) === DEGREE) from++
      if (r.isWord(from) && /^[ºo°]$/.test(r.text.folded(from))) from++
    }
    const number = houseNumber(r, from)
    const isLoose = separator === ',' && word === 0
    // After a comma, a type word with other meanings needs the town: "Via Roma, 12, 00184 Roma".
    const isTyped = (r.may(last.from) & Role.streetBefore) !== 0
    const needsTown =
      isLoose &&
      (r.isCapital(number) ||
        (state.isWeakStreet && !(isTyped && ahead.townAfter(readUnit(r, number, true) || number))))
    if (number > 0 && !needsTown) {
      // Hungary writes a full stop after a house number; it belongs to the number if the address began with the postcode, or before a
      // comma ("Rákóczi út 78., 7100 Szekszárd"). In "147/A." it ends the sentence.
      const hasDot = r.isDot(number) && r.isTight(number) && r.kind(number - 1) === TokenKind.number
      const isDotted = hasDot && (closesWithDot(r, state) || r.signCode(number + 1) === COMMA)
      return { part: { kind: 'number', from, to: number }, end: isDotted ? number + 1 : number }
    }
    const none = noNumber(r, at)
    if (none > 0) return { part: { kind: 'number', from: at, to: none }, end: none }
  }
  // Number of the building before the street and house number after it: "60 Brogade 68".
  if ((has & Part.number) !== 0 && last?.kind === 'street' && separator === '' && (has & Part.unit) === 0) {
    const second = houseNumber(r, at)
    if (second > 0 && (r.endsSegment(second) || readUnit(r, second, true) > 0))
      return { part: { kind: 'unit', from: at, to: second }, end: second }
  }
  return null
}

/** A second number after a house number: Hungarian "118. 4/3.", Estonian and Nordic flats. */
export function secondNumber(r: AddressReader, at: number, state: State): Step {
  const last = state.parts.at(-1)
  if (last?.kind !== 'number' || !closesWithDot(r, state) || (state.has & Part.unit) !== 0) return null
  const end = houseNumber(r, at)
  if (end === 0) return null
  const isDotted = r.signCode(end) === FULL_STOP && r.isTight(end)
  return { part: { kind: 'unit', from: at, to: end }, end: isDotted ? end + 1 : end }
}

/** True if the address began with postcode and town of a country with a full stop after house numbers (Hungary). */
function closesWithDot(r: AddressReader, state: State): boolean {
  if (state.parts[0]?.kind !== 'postcode') return false
  return state.parts[1]?.place?.entries.some((entry) => r.book.dotted.has(entry.country)) ?? false
}
