// Numbers of an address as they stand in a text: house, flat, box, plot, postcode. Each reader answers where its atom ends, or
// 0 (null) when there is none, after a bounded number of tokens.
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './reader.ts'
import { Sign, Signs, signsOf } from './signs.ts'
import { Role, Trait } from './words.ts'

export interface PostcodeHit {
  readonly end: number
  readonly countries: readonly string[]
  readonly isDistinct: boolean
}

/** "12 bis": further houses of one number. */
const REPEATED = new Set(['bis', 'ter', 'quater'])

/** Floor and door in one: 3F. */
const DOOR = /^\d{1,2}[a-z]$/

/** A Roman numeral of up to four letters: I, IV, XVI. */
function isShortRoman(r: AddressReader, i: number): boolean {
  return (r.bits(i) & Trait.roman) !== 0 && r.length(i) <= 4
}

/** Does the word say that the number before it counts several houses? */
export function isRepeated(r: AddressReader, i: number): boolean {
  return r.isWord(i) && REPEATED.has(r.text.folded(i))
}

/** A house number: 12, 7B, 57/5, 26/2/1, 51-2, 79 a. */
export function houseNumber(r: AddressReader, i: number): number {
  if (!isNumberStart(r, i)) return 0
  const kind = r.kind(i)
  if (kind === TokenKind.number) {
    if (r.length(i) > 5 || (r.length(i) > 1 && r.text.text[r.starts[i]!] === '0')) return 0
  } else if (kind !== TokenKind.mixed || (r.bits(i) & Trait.house) === 0) return 0
  let at = i + 1
  for (let more = 0; more < 3; more++) {
    const sign = r.signCode(at)
    if ((sign !== Sign.slash && sign !== Sign.hyphen && sign !== Sign.dash) || !r.isTight(at) || !r.isTight(at + 1))
      break
    const next = r.kind(at + 1)
    const length = r.length(at + 1)
    const isPart =
      (next === TokenKind.number && length <= 4) ||
      (next === TokenKind.mixed && length <= 5) ||
      (r.isWord(at + 1) && length === 1) ||
      // "123-II": the floor, as Amsterdam writes it.
      (next === TokenKind.upper && isShortRoman(r, at + 1))
    if (!isPart) return 0
    at += 2
  }
  if (!isNumberEnd(r, at)) return 0
  if (!r.isWord(at)) return at
  if (isRepeated(r, at)) return at + 1
  if (r.length(at) !== 1 || !r.endsPart(at + 1)) return at
  // "47 m. 4": the letter is a unit word, not part of the number.
  return r.signCode(at + 1) === Sign.dot && (r.roles(at) & Role.unit) !== 0 ? at : at + 1
}

function isNumberStart(r: AddressReader, i: number): boolean {
  if (i === 0 || !r.isTight(i)) return true
  if (r.kind(i - 1) !== TokenKind.sign) return r.isNewline(i - 1)
  const before = r.signCode(i - 1)
  if (before === Sign.dot) return i < 2 || r.kind(i - 2) !== TokenKind.number
  return (signsOf(before) & Signs.beforeNumber) === 0 || (before === Sign.colon && r.isWord(i - 2))
}

function isNumberEnd(r: AddressReader, at: number): boolean {
  const sign = r.signCode(at)
  if (sign === 0 || !r.isTight(at)) return true
  if ((signsOf(sign) & Signs.behindNumber) !== 0) return false
  const isPoint = sign === Sign.dot || sign === Sign.comma
  if (!isPoint && sign !== Sign.slash && sign !== Sign.hyphen) return true
  const next = r.kind(at + 1)
  return !(r.isTight(at + 1) && (next === TokenKind.number || (!isPoint && next !== TokenKind.newline)))
}

/** "s/n", "S/N": a street without numbers. */
export function noNumber(r: AddressReader, i: number): number {
  const isIt =
    r.text.folded(i) === 's' && r.signCode(i + 1) === Sign.slash && i + 2 < r.count && r.text.folded(i + 2) === 'n'
  return isIt && r.isTight(i + 1) && r.isTight(i + 2) ? i + 3 : 0
}

/** The value behind a unit or plot word: 4, 4B, B1.08, A/2318, IV, C. */
export function unitValue(r: AddressReader, i: number): number {
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

/**
 * "Flat 4", "Room No. 6", "2. Stock", "4.º C", "lgh 1202", "A 4". `afterNumber`: a house number stands before; `afterStreet`: a
 * street, so that its blocks may be numbered instead ("ж.к. Люлин, бл. 345").
 */
export function unit(r: AddressReader, i: number, afterNumber: boolean, afterStreet = afterNumber): number {
  const word = r.phrase(i, Role.unit)
  if (word > 0) {
    const isShort = word === i + 1 && r.length(i) <= 2
    const dotted = r.dot(word)
    if (!isShort || (afterStreet && dotted > word)) {
      let at = dotted
      const number = r.phrase(at, Role.number)
      if (number > 0) at = r.dot(number)
      if (r.signCode(at) === Sign.hash) at++
      const value = at < r.count && !r.isNewline(at) ? unitValue(r, at) : 0
      if (value > 0 && (hasDigit(r, at, value) || r.endsPart(value))) return value
    }
  }
  const ordinal = ordinalUnit(r, i, afterNumber)
  if (ordinal > 0) return ordinal
  const alone = r.phrase(i, Role.unitAfter)
  if (alone > i + 1 && r.isCapital(i) && r.endsPart(alone)) return alone
  if (!afterNumber) return 0
  if (alone > 0 && r.endsPart(r.dot(alone))) return abbreviated(r, alone)
  // Spanish floor and door behind the number: "19, 4 D", "2, 3F".
  if ((r.bits(i) & Trait.house) !== 0 && r.endsPart(i + 1) && DOOR.test(r.text.folded(i))) return i + 1
  if (r.kind(i) === TokenKind.upper && isShortRoman(r, i)) {
    if (r.endsPart(i + 1)) return i + 1
    // "II/3", "IV. 12": floor and door, as Hungary writes them.
    const value = r.signCode(i + 1) === Sign.slash ? unitValue(r, i) : 0
    if (value > i + 1 && r.endsPart(value)) return value
  }
  const isDoor =
    r.kind(i) === TokenKind.number && r.length(i) <= 2 && r.kind(i + 1) === TokenKind.upper && r.length(i + 1) === 1
  if (isDoor && r.signCode(i - 1) === Sign.comma && r.endsPart(i + 2)) return i + 2
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

function hasDigit(r: AddressReader, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (r.kind(i) === TokenKind.number || r.kind(i) === TokenKind.mixed) return true
  return false
}

/** A dot after an abbreviation belongs to it when the part goes on or ends with another sign. */
function abbreviated(r: AddressReader, at: number): number {
  if (r.signCode(at) !== Sign.dot || !r.isTight(at)) return at
  const next = r.signCode(at + 1)
  return next === Sign.comma || r.kind(at + 1) === TokenKind.number || r.isNewline(at + 1) ? at + 1 : at
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
      if (r.signCode(stop) === Sign.dot && r.isTight(stop) && !r.isTight(stop + 1)) stop++
      return stop
    }
    return stop > word ? abbreviated(r, word) : word
  }
  if (marked && r.kind(at) === TokenKind.upper && r.length(at) === 1 && r.endsPart(at + 1)) return at + 1
  return 0
}

/** "P.O. Box 1234", "Postfach 12 34", "Box 1184", "B.P. 44". A single word must be written with a capital. */
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
  // "Postfach 10 21 04": the number in groups; a group of four or five digits is the next postcode.
  for (
    let groups = 0;
    groups < 3 && r.kind(at) === TokenKind.number && r.length(at) <= 3 && r.length(at - 1) <= 3 && !r.isCapital(at + 1);
    groups++
  )
    at++
  return { end: at, isSure: isPhrase || r.length(i) > 4 }
}

/** "Plot 14", "Erf 5531", "Stand No. 22", "Kisumu/Manyatta A/2318". */
export function plot(r: AddressReader, i: number): number {
  const word = r.phrase(i, Role.plot)
  if (word > 0 && (r.isCapital(i) || word > i + 1)) {
    let at = r.dot(word)
    const number = r.phrase(at, Role.number)
    if (number > 0) at = r.dot(number)
    const value = r.isNewline(at) ? 0 : unitValue(r, at)
    if (value > 0 && hasDigit(r, at, value)) return value
  }
  // Kenyan title numbers: registration section, block, parcel, parted by strokes (Registered Land Act).
  if (r.isCapital(i) && r.signCode(i + 1) === Sign.slash && r.isTight(i + 1) && r.isCapital(i + 2)) {
    let at = i + 3
    let isNamed = r.length(i) > 4 || r.length(i + 2) > 4 || r.kind(i + 2) === TokenKind.capital
    for (let more = 0; more < 4; more++) {
      if (r.signCode(at) === Sign.slash && r.kind(at + 1) === TokenKind.number && r.length(at + 1) <= 6)
        // Suits and competitions have initials alone (FHC/ABJ/CS/123), or a year behind (EPSO/AD/400/23).
        return isNamed && !(r.signCode(at + 2) === Sign.slash && r.kind(at + 3) === TokenKind.number) ? at + 2 : 0
      isNamed ||= r.isCapital(at) && r.length(at) > 4
      const isPart = r.kind(at) === TokenKind.mixed || (r.kind(at) === TokenKind.number && r.length(at) <= 4)
      if (r.signCode(at) === Sign.slash || r.isCapital(at) || isPart) at++
      else break
    }
  }
  return 0
}

/** Token at which the value of a field begins whose name ends before token i; a stop or quotation marks may stand between. */
export function behindLabel(r: AddressReader, i: number): number {
  const at = r.signCode(i) === Sign.dot || r.signCode(i) === Sign.quote ? i + 1 : i
  if ((signsOf(r.signCode(at)) & Signs.tells) === 0 && !(r.isWord(at) && r.text.folded(at) === 'is')) return at
  return r.signCode(at + 1) === Sign.quote ? at + 2 : at + 1
}

/** A postcode of any country that begins at token i. */
export function postcode(r: AddressReader, i: number): PostcodeHit | null {
  const kind = r.kind(i)
  if (kind !== TokenKind.number && kind !== TokenKind.mixed && kind !== TokenKind.upper) return null
  if (kind === TokenKind.number ? r.length(i) < 2 || r.length(i) > 6 : r.length(i) > 7) return null
  if (i > 0 && r.isTight(i) && !r.isNewline(i - 1)) {
    const isApart = r.kind(i - 1) === TokenKind.sign && (signsOf(r.signCode(i - 1)) & Signs.beforeCode) === 0
    if (!isApart) return null
  }
  // What stands behind tells most words and amounts from postcodes before a single pattern is tried.
  const next = r.kind(i + 1)
  const isJoined =
    next === TokenKind.number || next === TokenKind.mixed || (r.signCode(i + 1) === Sign.hyphen && r.isTight(i + 1))
  if (kind === TokenKind.upper && !isJoined) return null
  if (kind === TokenKind.number && r.length(i) < 3 && !isJoined) return null
  const match = r.book.postcodes.match(r.text.text, r.starts[i]!)
  if (match === null) return null
  let at = i
  while (at < r.count && r.stops[at]! < match.stop) at++
  if (r.stops[at] !== match.stop) return null
  // "Pécs, 2014. 03. 19.": the year of a date.
  const isYear =
    r.signCode(at + 1) === Sign.dot && r.kind(at + 2) === TokenKind.number && r.signCode(at + 3) === Sign.dot
  if (isYear && !match.isDistinct) return null
  if (r.isTight(at + 1) && (signsOf(r.signCode(at + 1)) & Signs.behindCode) !== 0) return null
  return { end: at + 1, countries: match.countries, isDistinct: match.isDistinct }
}
