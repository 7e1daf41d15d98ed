// Street names with a type word before, after or glued to the name; and the regions of towns.
import { COLON, COMMA, FEMININE_ORDINAL, FULL_STOP, HYPHEN, MASCULINE_ORDINAL, SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { houseNumber } from './numbers.ts'
import { type AddressReader, MOST_NAME_TOKENS } from './reader.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { Role, Trait } from './words.ts'

/** End of the name after a street's type word; 0 if no capital letter or number follows. */
function streetName(r: AddressReader, from: number, anyCase: boolean): number {
  let at = from
  let end = 0
  let lows = 0
  for (let steps = 0; steps < MOST_NAME_TOKENS; steps++) {
    if (at >= r.count || r.isCell(at)) break
    const kind = r.kind(at)
    const sign = r.signCode(at)
    if (r.isCapital(at)) {
      lows = 0
      end = ++at
      continue
    }
    // Dates and military units as names: "Straße des 17. Juni", "Ulica 29. augusta", "Bd. 1 Decembrie 1918", "Šetalište 150. brigade".
    if (
      end < at &&
      kind === TokenKind.number &&
      r.length(at) <= 3 &&
      r.isDot(at + 1) &&
      r.isTight(at + 1) &&
      r.isWord(at + 2) &&
      r.length(at + 2) > 3
    ) {
      end = at += 3
      continue
    }
    if (kind === TokenKind.number && r.length(at) === 4 && end === at && isDay(r, at - 2) && isNumbered(r, at + 1)) {
      end = ++at
      continue
    }
    if (kind === TokenKind.number && r.length(at) <= 3) {
      // A number and a month are a name ("11 Novembre", "4 de Fevereiro"); a number alone is a house number ("12", "12, 5020").
      const next = r.kind(at + 1) === TokenKind.lower && (r.roles(at + 1) & Role.connector) !== 0 ? at + 2 : at + 1
      const isDate =
        end === at &&
        r.isCapital(next) &&
        (r.roles(next) & Role.unit) === 0 &&
        r.length(next) > 3 &&
        r.book.gazetteer.get(r.text.folded(next)) === null
      if (end === 0 || (steps > 0 && isDate && next === at + 2)) {
        if (end === 0 && steps > 1) break
        end = ++at
        continue
      }
      if (end !== at) {
        if (r.isCapital(next)) {
          end = ++at
          continue
        }
      }
      break
    }
    if (r.isJoiner(at) && r.isTight(at)) {
      at++
      if (r.isTight(at) && r.isWord(at)) {
        if (r.isCapital(at) || end === at - 1) end = at + 1
        at++
        continue
      }
      // A Greek letter with its mark is an ordinal: "Λεωφ. Μακαρίου Γ' 12".
      if (r.isCapital(at - 2) && r.length(at - 2) === 1 && end === at - 1) {
        end = at
        continue
      }
      break
    }
    if ((signsOf(sign) & Signs.quote) !== 0) {
      const closing = closingQuote(r, at)
      if (closing > 0) end = at = closing
      else at++
      continue
    }
    if (
      sign === FULL_STOP &&
      r.isTight(at) &&
      r.length(at - 1) <= 5 &&
      at - 1 >= from &&
      (r.isCapital(at + 1) || lows > 0)
    ) {
      at++
      continue
    }
    // Maltese articles: "Triq it-Torri".
    if (
      kind === TokenKind.lower &&
      r.signCode(at + 1) === HYPHEN &&
      r.isTight(at + 1) &&
      r.isTight(at + 2) &&
      r.isCapital(at + 2)
    ) {
      end = at += 3
      continue
    }
    if (kind === TokenKind.lower) {
      const isConnector = (r.roles(at) & Role.connector) !== 0
      if (!isConnector && (r.roles(at) & Role.preposition) !== 0) break
      if (!isConnector && !(lows < 2 && r.isCapital(at + 1) && end === 0) && !(anyCase && end === 0 && lows < 3)) break
      if (++lows > 3) break
      at++
      if (anyCase && !isConnector && end === 0) end = at
      continue
    }
    break
  }
  return end
}

/** Token after the quotation mark that closes the one at i, at most six words later; 0 if there is none. */
function closingQuote(r: AddressReader, i: number): number {
  for (let at = i + 1; at < i + 8 && at < r.count; at++) {
    if ((signsOf(r.signCode(at)) & Signs.quote) !== 0) return at + 1
    if (!r.isWord(at) && r.kind(at) !== TokenKind.number) return 0
  }
  return 0
}

const isDay = (r: AddressReader, i: number): boolean => r.kind(i) === TokenKind.number && r.length(i) <= 2

const isNumbered = (r: AddressReader, at: number): boolean =>
  r.kind(at) === TokenKind.number || r.phrase(at, Role.number) > 0

export interface StreetHit {
  readonly end: number
  /** The type word alone is not sufficient: the street needs a number or a town next to it. */
  readonly isWeak: boolean
}

/** A type word, then the name: "rue de la République", "ul. Długa", "Calle 15", "C/ Sauceda". */
export function streetBefore(r: AddressReader, i: number, anyCase: boolean): StreetHit | null {
  const word = r.phrase(i, Role.streetBefore)
  if (word === 0) return null
  let at = word
  const isShort = word === i + 1 && r.length(i) <= 2
  let isMarked = true
  if (r.isDot(at) && r.isTight(at)) at++
  else if (
    (r.signCode(at) === SLASH || r.signCode(at) === MASCULINE_ORDINAL || r.signCode(at) === FEMININE_ORDINAL) &&
    r.isTight(at)
  ) {
    at++
    // Not "calle": "c/o".
    if (r.isTight(at) && !r.isCapital(at)) return null
  } else if (isShort && !r.isWholeShort(i) && !(r.length(i) === 2 && (r.isCapital(i) || followsHouse(r, i))))
    return null
  else isMarked = false
  if (r.isDot(at) && r.isTight(at)) at++
  if (r.isNewline(at)) return null
  let isWeak = (r.roles(i) & Role.weakStreet) !== 0 || (isShort && !isMarked)
  // A dash inside the type word itself: it includes the name ("Grand-Rue", "Rond-Point").
  const end = streetName(r, at, anyCase && !isWeak && r.length(i) >= 4)
  if (end === 0) {
    const small = r.isCapital(i) && r.book.smallNamed.has(r.text.folded(i)) ? smallName(r, i, at) : 0
    return small > 0 ? { end: small, isWeak: true } : wholeName(r, i, word)
  }
  if (!hasCapital(r, at, end)) isWeak = true
  return { end: smallTail(r, end), isWeak }
}

/** The end of one or two lower-case words between the type word at `i` and a house number: "Cesta dveh cesarjev 12"; 0 if none. */
function smallName(r: AddressReader, i: number, from: number): number {
  let at = from
  while (at < from + 2 && r.kind(at) === TokenKind.lower && r.length(at) > 2 && (r.roles(at) & Role.preposition) === 0)
    at++
  const end = at === from || r.length(at) > 4 ? 0 : houseNumber(r, at)
  if (end === 0) return 0
  const opens = i === 0 || r.isNewline(i) || r.isDot(i - 1)
  if (opens) return r.endsSegment(end) && !r.isDot(end) ? at : 0
  return r.kind(end) === TokenKind.lower && !r.isNewline(end) && (r.roles(end) & Role.preposition) === 0 ? 0 : at
}

/** Maximum lower-case words after the first word of a street name. */
const MOST_SMALL = 3

/** End of the lower-case words between a name and its house number, or `end`: "Ulica Matice hrvatske 12,", "nám. Slovenského národného povstania 3,". */
function smallTail(r: AddressReader, end: number): number {
  let at = end
  while (
    at < end + MOST_SMALL &&
    r.kind(at) === TokenKind.lower &&
    r.length(at) > 3 &&
    (r.roles(at) & (Role.preposition | Role.number | Role.unit)) === 0
  )
    at++
  const house = at === end ? 0 : houseNumber(r, at)
  return house > 0 && r.endsSegment(house) ? at : end
}

/** A preceding house number makes a street of two lower-case letters ("12 bd Voltaire"), unless they are a word of another language ("12 av"). */
function followsHouse(r: AddressReader, i: number): boolean {
  const isWord = (r.roles(i) & (Role.connector | Role.preposition)) !== 0
  return !isWord && r.kind(i - 1) === TokenKind.number && r.length(i - 1) <= 3 && r.isCapital(i + 1)
}

function hasCapital(r: AddressReader, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (r.isCapital(i)) return true
  return false
}

/** A preposition and an article before a street are not part of its name: "in der Lindenstraße", "in der Alten Gasse". */
export function leadsToStreet(r: AddressReader, at: number): boolean {
  if (r.isCapital(at) || (r.bits(at) & Role.preposition) === 0 || (r.bits(at + 1) & Role.connector) === 0) return false
  const name = at + 2
  if (!r.isCapital(name)) return false
  if ((r.bits(name) & Trait.suffix) !== 0 && r.book.suffixRole(r.text.folded(name)) !== 0) return true
  return r.isCapital(name + 1) && (r.bits(name + 1) & Role.streetAfter) !== 0
}

/** A name, then the type word or a glued one: "Adeola Odeku Street", "Nádor utca", "Gedimino pr.", "Mariahilfer Straße", "Skepparegatan". */
export function streetAfter(r: AddressReader, i: number, anyCase: boolean): StreetHit | null {
  if (!r.isStreetNear(i)) return null
  const kind = r.kind(i)
  const isOrdinal = (r.bits(i) & Trait.streetOrdinal) !== 0
  const isSmall = kind === TokenKind.lower
  if (!r.isCapital(i) && !isOrdinal && !(anyCase && isSmall)) return null
  // Accepts "The Crescent", but not "The Royal Court".
  if ((r.roles(i) & Role.notStreet) !== 0 && (r.roles(i + 1) & Role.streetAfter) === 0) return null
  // A lower-case street begins with a content word, not with "of" or "a".
  if (isSmall && (r.length(i) < 3 || (r.roles(i) & (Role.connector | Role.preposition)) !== 0)) return null
  let at = i
  let found: StreetHit | null = null
  let isGlued = false
  let words = 0
  for (let steps = 0; steps < MOST_NAME_TOKENS && at < r.count && words < 6; steps++) {
    if (at > i && r.isCell(at)) break
    if (r.isJoiner(at) && r.isTight(at) && r.isTight(at + 1)) {
      at++
      continue
    }
    if (r.isDot(at) && r.isTight(at) && r.length(at - 1) <= 3 && r.isCapital(at + 1)) {
      at++
      continue
    }
    const isCapital = r.isCapital(at) || (at === i && isOrdinal)
    if (!isCapital && r.kind(at) !== TokenKind.lower) break
    const bits = r.bits(at)
    if (at > i && (bits & Role.streetAfter) !== 0) {
      const isWeak = (bits & Role.weakStreet) !== 0
      const isShort = r.length(at) <= 2 && !r.isWholeShort(at)
      const isDotted = r.isDot(at + 1) && r.isTight(at + 1)
      const beforeNumber = r.kind(at + 1) === TokenKind.number
      const accepted = isCapital
        ? !isShort || r.length(at) === 2
        : isShort
          ? isDotted
          : !isWeak || beforeNumber || r.isTight(at)
      // A lower-case connecting word does not close a street ("alle 8" is a time in Italian), but "tér" with its accent does.
      const isTie =
        !isCapital && !isDotted && (bits & Role.connector) !== 0 && r.slice(at, at + 1) === r.text.folded(at)
      if (accepted && !isTie && !(isSmall && (isWeak || r.length(at) < 4))) {
        let end = at + 1
        if (
          isDotted &&
          r.length(at) <= 5 &&
          (r.kind(at + 2) === TokenKind.number ||
            r.kind(at + 2) === TokenKind.mixed ||
            r.signCode(at + 2) === COMMA ||
            (r.may(at + 2) & Role.number) !== 0)
        )
          end = at + 2
        else if (isDotted && isShort && !isCapital) break
        found = { end, isWeak: isWeak || isShort }
        isGlued = false
        at++
        words++
        continue
      }
    }
    const glued = (bits & Trait.suffix) === 0 ? 0 : r.book.suffixRole(r.text.folded(at))
    if (glued !== 0 && (isCapital || (anyCase && at === i))) {
      found = { end: at + 1, isWeak: (glued & Role.weakStreet) !== 0 || !isCapital }
      isGlued = true
      at++
      words++
      // An abbreviated type word with a full stop: "Bahnhofstr. 5".
      if (r.isDot(at) && r.isTight(at) && (r.kind(at + 1) === TokenKind.number || r.kind(at + 1) === TokenKind.mixed)) {
        found = { end: at + 1, isWeak: found.isWeak }
        break
      }
      continue
    }
    if (found !== null) {
      // A direction after the type word: "Ring Road Central", "Main Street East".
      if (isCapital && (bits & Role.direction) !== 0 && found.end === at) found = { end: at + 1, isWeak: found.isWeak }
      // A glued ending may be in the first word of a name that a type word closes: "Ruring'u Road".
      if (!isGlued || !(isCapital || r.isTight(at))) break
    }
    if (!isCapital) {
      if ((bits & Role.connector) === 0 && !(anyCase && words < 2)) break
      // The first word of a sentence and a preposition: "Pošaljite na Savska cesta 12".
      if (at === i + 1 && (bits & Role.surePreposition) !== 0 && opensSentence(r, i)) break
      // The location phrase of a sentence and not a street name: "Das Haus in der Lindenstraße 5".
      if (leadsToStreet(r, at)) break
    }
    at++
    words++
  }
  return found
}

const opensSentence = (r: AddressReader, i: number): boolean =>
  i === 0 || r.isNewline(i - 1) || r.isDot(i - 1) || r.signCode(i - 1) === COLON

/** A region or quarter with its word: "Co. Cork", "jud. Dolj", "Edo State", "sector 2". */
export function region(r: AddressReader, i: number): { end: number; name: number; isQuarter: boolean } | null {
  const word = r.phrase(i, Role.region)
  if (word > 0) {
    const at = r.dot(word)
    if (r.kind(at) === TokenKind.number && r.length(at) <= 2 && r.length(i) > 3)
      return { end: at + 1, name: at, isQuarter: true }
    if (r.isCapital(at) && (at > word || r.length(i) > 3)) return { end: r.capitals(at, 3), name: at, isQuarter: false }
  }
  const run = r.capitals(i, 4)
  if (run > i + 1 && (r.roles(run - 1) & Role.regionAfter) !== 0 && r.length(run - 1) > 1)
    return { end: run, name: i, isQuarter: false }
  // The region word follows the name: "Harju maakond", "Kauno raj.".
  const kind = run > 0 && r.kind(run) === TokenKind.lower ? r.phrase(run, Role.regionAfter) : 0
  if (kind > 0 && r.endsPart(kind)) {
    // The full stop of an abbreviation and not of the sentence: "Vilniaus r. sav.".
    const isShort = r.isDot(kind) && (r.signCode(kind + 1) === COMMA || (kind > run + 1 && r.endsSegment(kind)))
    return { end: isShort ? kind + 1 : kind, name: i, isQuarter: false }
  }
  return null
}

/** Type words of two words that are complete names: "Grand-Rue 12", "Gran Vía, 32". */
function wholeName(r: AddressReader, i: number, end: number): StreetHit | null {
  if (end === i + 1 || !r.isCapital(i)) return null
  if (r.isJoiner(i + 1)) return { end, isWeak: true }
  return isNumbered(r, r.signCode(end) === COMMA ? end + 1 : end) ? { end, isWeak: false } : null
}
