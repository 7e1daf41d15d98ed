// Flats, floors, doors, post boxes and plots of land in text. Each reader returns the end of the part, or 0, and reads a bounded number of
// tokens.
import { COMMA, FULL_STOP, NUMBER_SIGN, SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { isShortRoman } from './numbers.ts'
import type { AddressReader } from './reader.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { Role, Trait } from './words.ts'

/** A post box: "P.O. Box 1234", "Postfach 12 34", "Box 1184", "B.P. 44". A single word must begin with a capital. */
export function box(r: AddressReader, i: number): { end: number; isSure: boolean } | null {
  const word = r.phrase(i, Role.box)
  if (word === 0) return null
  const isPhrase = word > i + 1
  if (!isPhrase && (!r.isCapital(i) || r.length(i) < 2)) return null
  let at = r.dot(word)
  const number = r.phrase(at, Role.number)
  if (number > 0) at = r.dot(number)
  // Ghanaian boxes name the post office in letters: "P.O. Box AN 5678".
  if (isPhrase && r.kind(at) === TokenKind.upper && r.length(at) <= 3 && r.kind(at + 1) === TokenKind.number) at++
  if (r.kind(at) !== TokenKind.number && r.kind(at) !== TokenKind.mixed) return null
  if (r.length(at) > 7) return null
  at++
  // The number may be in groups ("Postfach 10 21 04"); a group of four or five digits is the next postcode.
  for (
    let groups = 0;
    groups < 3 && r.kind(at) === TokenKind.number && r.length(at) <= 3 && r.length(at - 1) <= 3 && !r.isCapital(at + 1);
    groups++
  )
    at++
  return { end: at, isSure: isPhrase || r.length(i) > 4 }
}

/** A plot: "Plot 14", "Erf 5531", "Stand No. 22", "Kisumu/Manyatta A/2318"; after a street also in lower case: "parcela 4". */
export function plot(r: AddressReader, i: number, afterStreet: boolean): number {
  const word = r.phrase(i, Role.plot)
  if (word > 0 && (afterStreet || r.isCapital(i) || word > i + 1)) {
    let at = r.dot(word)
    const number = r.phrase(at, Role.number)
    if (number > 0) at = r.dot(number)
    const value = r.isNewline(at) ? 0 : unitValue(r, at)
    if (value > 0 && hasDigit(r, at, value)) return value
  }
  // Kenyan title numbers: registration section, block, parcel, separated by strokes (Registered Land Act).
  if (r.isCapital(i) && r.signCode(i + 1) === SLASH && r.isTight(i + 1) && r.isCapital(i + 2)) {
    let at = i + 3
    let isNamed = r.length(i) > 4 || r.length(i + 2) > 4 || r.kind(i + 2) === TokenKind.capital
    for (let more = 0; more < 4; more++) {
      if (r.signCode(at) === SLASH && r.kind(at + 1) === TokenKind.number && r.length(at + 1) <= 6)
        // Lawsuits and competitions have only initials (FHC/ABJ/CS/123), or a year at the end (EPSO/AD/400/23).
        return isNamed && !(r.signCode(at + 2) === SLASH && r.kind(at + 3) === TokenKind.number) ? at + 2 : 0
      isNamed ||= r.isCapital(at) && r.length(at) > 4
      const isPart = r.kind(at) === TokenKind.mixed || (r.kind(at) === TokenKind.number && r.length(at) <= 4)
      if (r.signCode(at) === SLASH || r.isCapital(at) || isPart) at++
      else break
    }
  }
  return 0
}

/** Floor and door in one token: 3F. */
const DOOR = /^\d{1,2}[a-z]$/

/** The value after a unit or plot word: 4, 4B, B1.08, A/2318, IV, C. */
function unitValue(r: AddressReader, i: number): number {
  const kind = r.kind(i)
  const length = r.length(i)
  const isValue =
    (kind === TokenKind.number && length <= 5) ||
    (kind === TokenKind.mixed && length <= 7) ||
    (kind === TokenKind.upper && (length === 1 || (r.bits(i) & Trait.roman) !== 0)) ||
    (kind === TokenKind.lower && length === 1)
  if (!isValue) return 0
  let at = i + 1
  for (let more = 0; more < 3; more++) {
    if ((signsOf(r.signCode(at)) & Signs.inUnit) === 0 || !r.isTight(at) || !r.isTight(at + 1)) break
    const next = r.kind(at + 1)
    if (next !== TokenKind.number && next !== TokenKind.mixed && !(r.isWord(at + 1) && r.length(at + 1) === 1)) break
    at += 2
  }
  return at
}

/** A unit: "Flat 4", "2. Stock", "lgh 1202", "A 4". `afterNumber`, `afterStreet`: what it follows ("ж.к. Люлин, бл. 345"). */
export function unit(r: AddressReader, i: number, afterNumber: boolean, afterStreet = afterNumber): number {
  const word = r.phrase(i, Role.unit)
  if (word > 0) {
    const isShort = word === i + 1 && r.length(i) <= 2
    const dotted = r.dot(word)
    // After a house number, a word of two letters needs no full stop if its number ends the part: "Aleksanterinkatu 119 as 4,".
    const isCounted = afterNumber && dotted === word && r.length(i) === 2 && r.kind(word) === TokenKind.number
    if (!isShort || (afterStreet && dotted > word) || (isCounted && r.endsPart(word + 1))) {
      const number = r.phrase(dotted, Role.number)
      const value = number > 0 ? namedValue(r, r.dot(number)) : 0
      if (value > 0) return value
      // The letter is the name of the block and not a number word ("č."): "Block C".
      const plain = namedValue(r, dotted)
      if (plain > 0) return plain
    }
  }
  const ordinal = ordinalUnit(r, i, afterNumber)
  if (ordinal > 0) return ordinal
  const alone = r.phrase(i, Role.unitAfter)
  if (alone > i + 1 && r.isCapital(i) && r.endsPart(alone)) return alone
  if (!afterNumber) return 0
  if (alone > 0 && r.endsPart(r.dot(alone))) return abbreviated(r, alone)
  // Spanish floor and door after the number: "19, 4 D", "2, 3F".
  if ((r.bits(i) & Trait.house) !== 0 && r.endsPart(i + 1) && DOOR.test(r.text.folded(i))) return i + 1
  if (r.kind(i) === TokenKind.upper && isShortRoman(r, i)) {
    if (r.endsPart(i + 1)) return i + 1
    // Floor and door as written in Hungary: "II/3", "IV. 12".
    const value = r.signCode(i + 1) === SLASH ? unitValue(r, i) : 0
    if (value > i + 1 && r.endsPart(value)) return value
  }
  const isDoor =
    r.kind(i) === TokenKind.number && r.length(i) <= 2 && r.kind(i + 1) === TokenKind.upper && r.length(i + 1) === 1
  if (isDoor && r.signCode(i - 1) === COMMA && r.endsPart(i + 2)) return i + 2
  // Finnish stair and flat ("A 4"), Spanish floor and door ("3F").
  if (
    r.kind(i) === TokenKind.upper &&
    r.length(i) === 1 &&
    r.kind(i + 1) === TokenKind.number &&
    r.length(i + 1) <= 3 &&
    r.endsPart(i + 2)
  )
    return i + 2
  return 0
}

/** End of the value after a unit word; it must contain a digit or end its part. 0 if there is none at token `at`. */
function namedValue(r: AddressReader, at: number): number {
  const from = r.signCode(at) === NUMBER_SIGN ? at + 1 : at
  const value = from < r.count && !r.isNewline(from) ? unitValue(r, from) : 0
  return value > 0 && (hasDigit(r, from, value) || r.endsPart(value)) ? value : 0
}

function hasDigit(r: AddressReader, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (r.kind(i) === TokenKind.number || r.kind(i) === TokenKind.mixed) return true
  return false
}

/** A full stop after an abbreviation belongs to it if the part continues or ends with another sign. */
function abbreviated(r: AddressReader, at: number): number {
  if (r.signCode(at) !== FULL_STOP || !r.isTight(at)) return at
  const next = r.signCode(at + 1)
  return next === COMMA || r.kind(at + 1) === TokenKind.number || r.isNewline(at + 1) ? at + 1 : at
}

function ordinalUnit(r: AddressReader, i: number, afterNumber: boolean): number {
  const kind = r.kind(i)
  const isRoman = kind === TokenKind.upper && (r.bits(i) & Trait.roman) !== 0
  const isGreek = kind === TokenKind.upper && r.length(i) === 1 && (signsOf(r.signCode(i + 1)) & Signs.greek) !== 0
  const isMarked = (r.bits(i) & Trait.ordinal) !== 0
  if (!((kind === TokenKind.number && r.length(i) <= 2) || isRoman || isGreek || isMarked)) return 0
  let at = i + 1
  let marked = isMarked
  while ((signsOf(r.signCode(at)) & Signs.ordinal) !== 0 && at < i + 3) {
    marked = true
    at++
  }
  if (r.isWord(at) && /^[ºª°oa]$/.test(r.text.text.slice(r.starts[at], r.stops[at])) && r.isTight(at)) {
    marked = true
    at++
  }
  if (!marked && !afterNumber) return 0
  const word = r.phrase(at, Role.unitAfter)
  if (word > 0) {
    let stop = r.dot(word)
    if (r.kind(stop) === TokenKind.number && r.length(stop) <= 3 && !r.isNewline(stop)) {
      stop++
      if (r.signCode(stop) === FULL_STOP && r.isTight(stop) && !r.isTight(stop + 1)) stop++
      return stop
    }
    return stop > word ? abbreviated(r, word) : word
  }
  // Floor and door: "4º 2ª", "2n 1a".
  if (marked && (r.bits(at) & Trait.ordinal) !== 0 && r.endsPart(at + 1)) return at + 1
  if (marked && r.kind(at) === TokenKind.upper && r.length(at) === 1 && r.endsPart(at + 1)) return at + 1
  return 0
}
