// Street names with a type word before, after or glued to the name; and the regions of towns.
import { COLON, COMMA } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { type AddressReader, MOST_NAME_TOKENS } from './address-reader.ts'
import { houseNumber } from './house-numbers.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { Role, Trait } from './word-roles.ts'

/** The name after a type word, as far as it was read. */
interface NameRun {
  readonly r: AddressReader
  readonly from: number
  readonly anyCase: boolean
  /** Next token. */
  at: number
  /** End of the name; 0 before its first capital or number. */
  end: number
  /** Consecutive lower-case words before `at`. */
  lows: number
  steps: number
}

/** End of the name after a street's type word; 0 if no capital letter or number follows. */
function streetName(r: AddressReader, from: number, anyCase: boolean): number {
  const run: NameRun = { r, from, anyCase, at: from, end: 0, lows: 0, steps: 0 }
  while (run.steps < MOST_NAME_TOKENS && run.at < r.count && !r.isCell(run.at) && takesNext(run)) run.steps++
  return run.end
}

/** Moves past the next token if it continues the name; otherwise returns false. */
function takesNext(run: NameRun): boolean {
  switch (run.r.kind(run.at)) {
    case TokenKind.capital:
    case TokenKind.upper:
      run.lows = 0
      return extend(run, 1)
    case TokenKind.number:
      return takesNumber(run)
    case TokenKind.lower:
      return takesLower(run)
    case TokenKind.sign:
      return takesSign(run)
    default:
      return false
  }
}

/** Extends the name by `tokens`. */
function extend(run: NameRun, tokens: number): true {
  run.at += tokens
  run.end = run.at
  return true
}

/** Dates and military units as names: "Straße des 17. Juni", "Ulica 29. augusta", "Bd. 1 Decembrie 1918", "Šetalište 150. brigade". */
function takesNumber(run: NameRun): boolean {
  const { r, at, end, steps } = run
  const length = r.length(at)
  if (length > 3) return length === 4 && end === at && isDay(r, at - 2) && isNumbered(r, at + 1) && extend(run, 1)
  if (end < at && r.isTightDot(at + 1) && r.isWord(at + 2) && r.length(at + 2) > 3) return extend(run, 3)
  // A number and a month are a name ("11 Novembre", "4 de Fevereiro"); a number alone is a house number ("12", "12, 5020").
  const next = r.isLower(at + 1) && (r.roles(at + 1) & Role.connector) !== 0 ? at + 2 : at + 1
  if (end === 0) return steps <= 1 && extend(run, 1)
  const isNamed = end === at ? steps > 0 && next === at + 2 && isMonth(r, next) : r.isCapital(next)
  return isNamed && extend(run, 1)
}

const isMonth = (r: AddressReader, at: number): boolean =>
  r.isCapital(at) &&
  (r.roles(at) & Role.unit) === 0 &&
  r.length(at) > 3 &&
  r.book.gazetteer.get(r.text.folded(at)) === null

function takesSign(run: NameRun): boolean {
  const { r, at } = run
  if (r.isJoiner(at) && r.isTight(at)) return takesJoined(run)
  if ((signsOf(r.signCode(at)) & Signs.quote) !== 0) {
    const closing = closingQuote(r, at)
    if (closing > 0) return extend(run, closing - at)
    run.at++
    return true
  }
  const isAbbreviated = r.isTightDot(at) && at > run.from && r.length(at - 1) <= 5
  if (!isAbbreviated || !(r.isCapital(at + 1) || run.lows > 0)) return false
  run.at++
  return true
}

/** A hyphen or an apostrophe, and the word after it. */
function takesJoined(run: NameRun): boolean {
  const { r, at, end } = run
  if (r.isTight(at + 1) && r.isWord(at + 1)) {
    run.at += 2
    if (r.isCapital(at + 1) || end === at) run.end = at + 2
    return true
  }
  // A Greek letter with its mark is an ordinal: "Λεωφ. Μακαρίου Γ' 12".
  return end === at && r.isCapital(at - 1) && r.length(at - 1) === 1 && extend(run, 1)
}

function takesLower(run: NameRun): boolean {
  const { r, at, end, anyCase, lows } = run
  // Maltese articles: "Triq it-Torri".
  if (r.isParticle(at)) return extend(run, 3)
  const isConnector = (r.roles(at) & Role.connector) !== 0
  if (!isConnector) {
    if (end > 0 || (r.roles(at) & Role.preposition) !== 0) return false
    if (!(lows < 2 && r.isCapital(at + 1)) && !(anyCase && lows < 3)) return false
  }
  if (++run.lows > 3) return false
  run.at++
  if (anyCase && !isConnector) run.end = run.at
  return true
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
  const marked = word === 0 ? 0 : afterTypeWord(r, i, word)
  if (marked === 0) return null
  const at = r.dot(marked)
  if (r.isNewline(at)) return null
  const isShort = word === i + 1 && r.length(i) <= 2
  const isWeak = (r.roles(i) & Role.weakStreet) !== 0 || (isShort && marked === word)
  // A dash inside the type word itself: it includes the name ("Grand-Rue", "Rond-Point").
  const end = streetName(r, at, anyCase && !isWeak && r.length(i) >= 4)
  if (end > 0) return { end: smallTail(r, end), isWeak: isWeak || !hasCapital(r, at, end) }
  const small = r.isCapital(i) && r.book.smallNamed.has(r.text.folded(i)) ? smallName(r, i, at) : 0
  return small > 0 ? { end: small, isWeak: true } : wholeName(r, i, word)
}

/** The token after a type word and the sign that abbreviates it ("C/", "ul.", "Nº"); 0 if a word of two letters lacks it. */
function afterTypeWord(r: AddressReader, i: number, word: number): number {
  if (r.isTightDot(word)) return word + 1
  if ((signsOf(r.signCode(word)) & Signs.shortStreet) !== 0 && r.isTight(word))
    // Not "calle": "c/o".
    return r.isTight(word + 1) && !r.isCapital(word + 1) ? 0 : word + 1
  const isWhole = word > i + 1 || r.length(i) > 2 || r.isWholeShort(i)
  return isWhole || (r.length(i) === 2 && (r.isCapital(i) || followsHouse(r, i))) ? word : 0
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

/** The words of a street name before its type word, as far as they were read. */
interface TypedRun {
  readonly r: AddressReader
  readonly from: number
  readonly anyCase: boolean
  /** True if the first word is an ordinal: "42nd Street". */
  readonly isOrdinal: boolean
  at: number
  words: number
  found: StreetHit | null
  /** True if the last type word found is glued to its name. */
  isGlued: boolean
}

const MOST_STREET_WORDS = 6

/** A name, then the type word or a glued one: "Adeola Odeku Street", "Nádor utca", "Gedimino pr.", "Mariahilfer Straße", "Skepparegatan". */
export function streetAfter(r: AddressReader, i: number, anyCase: boolean): StreetHit | null {
  if (!r.isStreetNear(i)) return null
  const isOrdinal = (r.bits(i) & Trait.streetOrdinal) !== 0
  if (!opensName(r, i, anyCase, isOrdinal)) return null
  const run: TypedRun = { r, from: i, anyCase, isOrdinal, at: i, words: 0, found: null, isGlued: false }
  for (let steps = 0; steps < MOST_NAME_TOKENS && run.at < r.count && run.words < MOST_STREET_WORDS; steps++)
    if (!takesTyped(run)) break
  return run.found
}

function opensName(r: AddressReader, i: number, anyCase: boolean, isOrdinal: boolean): boolean {
  const isLower = r.isLower(i)
  if (!r.isCapital(i) && !isOrdinal && !(anyCase && isLower)) return false
  const roles = r.roles(i)
  // Accepts "The Crescent", but not "The Royal Court".
  if ((roles & Role.notStreet) !== 0 && (r.roles(i + 1) & Role.streetAfter) === 0) return false
  // A lower-case street begins with a content word, not with "of" or "a".
  return !isLower || (r.length(i) >= 3 && (roles & (Role.connector | Role.preposition)) === 0)
}

/** Moves past the next token if a street can continue after it; otherwise returns false. */
function takesTyped(run: TypedRun): boolean {
  const { r, at, from } = run
  if (at > from && r.isCell(at)) return false
  if (isInnerSign(r, at)) {
    run.at++
    return true
  }
  const isCapital = r.isCapital(at) || (at === from && run.isOrdinal)
  if (!isCapital && !r.isLower(at)) return false
  const bits = r.bits(at)
  if (at > from && (bits & Role.streetAfter) !== 0 && isTypeWord(run, isCapital, bits))
    return takesTypeWord(run, isCapital, bits)
  const glued = (bits & Trait.suffix) === 0 ? 0 : r.book.suffixRole(r.text.folded(at))
  if (glued !== 0 && (isCapital || (run.anyCase && at === from))) return takesGlued(run, isCapital, glued)
  if (run.found !== null && !isContinued(run, isCapital, bits)) return false
  if (!isCapital && !isInside(run, bits)) return false
  run.at++
  run.words++
  return true
}

const isInnerSign = (r: AddressReader, at: number): boolean =>
  (r.isJoiner(at) && r.isTightBetween(at)) || r.isInitialDot(at)

/** True if the word at the end of the run, which may be a type word, is used as one. */
function isTypeWord({ r, at, from }: TypedRun, isCapital: boolean, bits: number): boolean {
  const isWeak = (bits & Role.weakStreet) !== 0
  const isShort = isAbbreviation(r, at)
  if (r.isLower(from) && (isWeak || r.length(at) < 4)) return false
  if (isCapital) return !isShort || r.length(at) === 2
  const isDotted = r.isTightDot(at + 1)
  if (isShort) return isDotted
  // A lower-case connecting word does not close a street ("alle 8" is a time in Italian), but "tér" with its accent does.
  if (!isDotted && (bits & Role.connector) !== 0 && r.slice(at, at + 1) === r.text.folded(at)) return false
  return !isWeak || r.kind(at + 1) === TokenKind.number || r.isTight(at)
}

const isAbbreviation = (r: AddressReader, at: number): boolean => r.length(at) <= 2 && !r.isWholeShort(at)

function takesTypeWord(run: TypedRun, isCapital: boolean, bits: number): boolean {
  const { r, at } = run
  const isShort = isAbbreviation(r, at)
  const isDotted = r.isTightDot(at + 1)
  const takesDot = isDotted && r.length(at) <= 5 && mayFollowDot(r, at + 2)
  if (isDotted && !takesDot && isShort && !isCapital) return false
  run.found = { end: takesDot ? at + 2 : at + 1, isWeak: (bits & Role.weakStreet) !== 0 || isShort }
  run.isGlued = false
  run.at++
  run.words++
  return true
}

/** True if the full stop before token `at` abbreviates the type word: a number or a comma follows. */
const mayFollowDot = (r: AddressReader, at: number): boolean =>
  r.isCode(at) || r.signCode(at) === COMMA || (r.may(at) & Role.number) !== 0

function takesGlued(run: TypedRun, isCapital: boolean, role: number): boolean {
  const { r } = run
  const end = ++run.at
  run.words++
  // An abbreviated type word with a full stop: "Bahnhofstr. 5".
  const isDotted = r.isTightDot(end) && r.isCode(end + 1)
  run.found = { end: isDotted ? end + 1 : end, isWeak: (role & Role.weakStreet) !== 0 || !isCapital }
  run.isGlued = true
  return !isDotted
}

/** True if the name may continue after its type word. Includes a direction in it: "Ring Road Central", "Main Street East". */
function isContinued(run: TypedRun, isCapital: boolean, bits: number): boolean {
  const { r, at, found } = run
  if (isCapital && (bits & Role.direction) !== 0 && found!.end === at)
    run.found = { end: at + 1, isWeak: found!.isWeak }
  // A glued ending may be in the first word of a name that a type word closes: "Ruring'u Road".
  return run.isGlued && (isCapital || r.isTight(at))
}

/** True if the lower-case word can be inside the name of a street. */
function isInside({ r, at, from, anyCase, words }: TypedRun, bits: number): boolean {
  if ((bits & Role.connector) === 0 && !(anyCase && words < 2)) return false
  // The first word of a sentence and a preposition: "Pošaljite na Savska cesta 12".
  if (at === from + 1 && (bits & Role.surePreposition) !== 0 && opensSentence(r, from)) return false
  // The location phrase of a sentence and not a street name: "Das Haus in der Lindenstraße 5".
  return !leadsToStreet(r, at)
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
