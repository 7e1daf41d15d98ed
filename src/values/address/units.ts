// Flats, floors, doors, post boxes and plots of land in text. Each reader returns the end of the part, or 0, and reads a bounded number of
// tokens.
import { COMMA, FULL_STOP, NUMBER_SIGN, SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './address-reader.ts'
import { isShortRoman } from './house-numbers.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { Role, Trait } from './word-roles.ts'

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
    const number = r.phrase(r.dot(word), Role.number)
    const at = r.dot(number > 0 ? number : word)
    const value = r.isNewline(at) ? 0 : unitValue(r, at)
    if (value > 0 && hasDigit(r, at, value)) return value
  }
  return titleNumber(r, i)
}

/** Maximum tokens of a title number after its first two names. */
const MOST_TITLE_TOKENS = 4

/** Kenyan title numbers: registration section, block, parcel, separated by strokes (Registered Land Act). */
function titleNumber(r: AddressReader, i: number): number {
  if (!r.isCapital(i) || r.signCode(i + 1) !== SLASH || !r.isTight(i + 1) || !r.isCapital(i + 2)) return 0
  let isNamed = r.length(i) > 4 || r.length(i + 2) > 4 || r.kind(i + 2) === TokenKind.capital
  for (let at = i + 3; at < i + 3 + MOST_TITLE_TOKENS; at++) {
    const isSlash = r.signCode(at) === SLASH
    if (isSlash && r.isNumber(at + 1, 6)) {
      // Lawsuits and competitions have only initials (FHC/ABJ/CS/123), or a year at the end (EPSO/AD/400/23).
      const hasYear = r.signCode(at + 2) === SLASH && r.kind(at + 3) === TokenKind.number
      return isNamed && !hasYear ? at + 2 : 0
    }
    isNamed ||= r.isCapital(at) && r.length(at) > 4
    if (!isSlash && !r.isCapital(at) && r.kind(at) !== TokenKind.mixed && !r.isNumber(at, 4)) return 0
  }
  return 0
}

/** Floor and door in one token: 3F. */
const DOOR = /^\d{1,2}[a-z]$/

/** True for the first token of a unit's value: 4, 4B, B1, IV, C, c. */
function opensValue(r: AddressReader, i: number): boolean {
  const length = r.length(i)
  switch (r.kind(i)) {
    case TokenKind.number:
      return length <= 5
    case TokenKind.mixed:
      return length <= 7
    case TokenKind.upper:
      return length === 1 || (r.bits(i) & Trait.roman) !== 0
    case TokenKind.lower:
      return length === 1
    default:
      return false
  }
}

/** The value after a unit or plot word: 4, 4B, B1.08, A/2318, IV, C. */
function unitValue(r: AddressReader, i: number): number {
  if (!opensValue(r, i)) return 0
  let at = i + 1
  for (let more = 0; more < 3; more++) {
    if ((signsOf(r.signCode(at)) & Signs.inUnit) === 0 || !r.isTightBetween(at)) break
    if (!r.isCode(at + 1) && !(r.isWord(at + 1) && r.length(at + 1) === 1)) break
    at += 2
  }
  return at
}

/** Units after a house number that no unit word names; the first that returns an end is used. */
const AFTER_NUMBER: Readonly<Record<string, (r: AddressReader, i: number) => number>> = {
  floorWord(r, i) {
    const word = r.phrase(i, Role.unitAfter)
    return word > 0 && r.endsPart(r.dot(word)) ? abbreviated(r, word) : 0
  },
  // Spanish: "2, 3F".
  floorAndDoorInOneToken: (r, i) =>
    (r.bits(i) & Trait.house) !== 0 && r.endsPart(i + 1) && DOOR.test(r.text.folded(i)) ? i + 1 : 0,
  romanFloor(r, i) {
    if (r.kind(i) !== TokenKind.upper || !isShortRoman(r, i)) return 0
    if (r.endsPart(i + 1)) return i + 1
    // Floor and door as written in Hungary: "II/3", "IV. 12".
    const value = r.signCode(i + 1) === SLASH ? unitValue(r, i) : 0
    return value > i + 1 && r.endsPart(value) ? value : 0
  },
  // Spanish: "19, 4 D".
  floorAndLetter: (r, i) =>
    r.isNumber(i, 2) && r.isUpper(i + 1, 1) && r.signCode(i - 1) === COMMA && r.endsPart(i + 2) ? i + 2 : 0,
  // Finnish: "A 4".
  stairAndFlat: (r, i) => (r.isUpper(i, 1) && r.isNumber(i + 1, 3) && r.endsPart(i + 2) ? i + 2 : 0),
}
const afterNumberReaders = Object.values(AFTER_NUMBER)

/** A unit: "Flat 4", "2. Stock", "lgh 1202", "A 4". `afterNumber`, `afterStreet`: what it follows ("ж.к. Люлин, бл. 345"). */
export function unit(r: AddressReader, i: number, afterNumber: boolean, afterStreet = afterNumber): number {
  const named = wordUnit(r, i, afterNumber, afterStreet)
  if (named > 0) return named
  const ordinal = ordinalUnit(r, i, afterNumber)
  if (ordinal > 0) return ordinal
  const alone = r.isCapital(i) ? r.phrase(i, Role.unitAfter) : 0
  if (alone > i + 1 && r.endsPart(alone)) return alone
  if (!afterNumber) return 0
  for (const read of afterNumberReaders) {
    const end = read(r, i)
    if (end > 0) return end
  }
  return 0
}

/** A unit word and its value: "Flat 4", "lgh 1202". */
function wordUnit(r: AddressReader, i: number, afterNumber: boolean, afterStreet: boolean): number {
  const word = r.phrase(i, Role.unit)
  if (word === 0) return 0
  const at = r.dot(word)
  if (word === i + 1 && r.length(i) <= 2 && !(afterStreet && at > word)) {
    // After a house number, a word of two letters needs no full stop if its number ends the part: "Aleksanterinkatu 119 as 4,".
    const isCounted = afterNumber && at === word && r.length(i) === 2 && r.kind(word) === TokenKind.number
    if (!isCounted || !r.endsPart(word + 1)) return 0
  }
  const number = r.phrase(at, Role.number)
  // Without a value after it, the letter is the name of the block and not a number word ("č."): "Block C".
  return (number > 0 && namedValue(r, r.dot(number))) || namedValue(r, at)
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

/** A floor by its ordinal, with its word or with the door: "2. Stock", "1er étage", "4º 2ª", "2n 1a". */
function ordinalUnit(r: AddressReader, i: number, afterNumber: boolean): number {
  if (!mayBeOrdinal(r, i)) return 0
  const at = afterOrdinalMarks(r, i)
  const isMarked = at > i + 1 || (r.bits(i) & Trait.ordinal) !== 0
  if (!isMarked && !afterNumber) return 0
  const word = r.phrase(at, Role.unitAfter)
  if (word > 0) return floorEnd(r, word)
  const isDoor = (r.bits(at) & Trait.ordinal) !== 0 || r.isUpper(at, 1)
  return isMarked && isDoor && r.endsPart(at + 1) ? at + 1 : 0
}

function mayBeOrdinal(r: AddressReader, i: number): boolean {
  if (r.isNumber(i, 2) || (r.bits(i) & Trait.ordinal) !== 0) return true
  if (r.kind(i) !== TokenKind.upper) return false
  return (r.bits(i) & Trait.roman) !== 0 || (r.length(i) === 1 && (signsOf(r.signCode(i + 1)) & Signs.greek) !== 0)
}

/** The token after the ordinal marks of token i: "2.º", "Α΄", "1o". */
function afterOrdinalMarks(r: AddressReader, i: number): number {
  let at = i + 1
  while ((signsOf(r.signCode(at)) & Signs.ordinal) !== 0 && at < i + 3) at++
  const isLetter = r.isWord(at) && r.isTight(at) && /^[ºª°oa]$/.test(r.text.text.slice(r.starts[at], r.stops[at]))
  return isLetter ? at + 1 : at
}

/** The end of a floor after its word, with the number of its door. */
function floorEnd(r: AddressReader, word: number): number {
  const stop = r.dot(word)
  if (!r.isNumber(stop, 3)) return stop > word ? abbreviated(r, word) : word
  const end = stop + 1
  return r.isTightDot(end) && !r.isTight(end + 1) ? end + 1 : end
}
