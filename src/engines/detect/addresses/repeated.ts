// Further mentions of a found address, in any spelling and case: its street with the house number or a word for streets, and a postcode
// with letters: "12, Marina Road", "Lipowa 17", "na ul. Lipowej", "ls6 2ab".
import { COMMA, FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import { Role, Trait } from '../../../values/address/word-roles.ts'
import { RULES } from '../confidence.ts'
import { claimBy } from '../detector.ts'
import { inflection } from '../persons/inflection.ts'
import type { ClaimList } from './claim-list.ts'

const STREET = Role.streetBefore | Role.streetAfter
/** Least letters of a word that distinguishes a street from others. */
const LEAST_TELLING = 5
/** Tokens between a street and its number, and letters of an abbreviation between them. */
const WIDEST = 6
const LONGEST_SHORT = 4

/** Letters that all forms of a word begin with. */
const STEM = 4

/** A telling word of a street, and the numbers of its houses. */
interface StreetWord {
  readonly word: string
  readonly numbers: Set<string>
  /** It ends in a word for streets: Birkenweg. */
  readonly isWhole: boolean
  /** The address has a postcode: words that begin a sentence or name a court have none. */
  readonly isSure: boolean
}

interface Known {
  /** By the letters that they begin with. */
  readonly words: Map<string, StreetWord[]>
  /** The first half of a postcode -> the second. */
  readonly postcodes: Map<string, string>
  /** Words of the streets. */
  readonly streets: Set<string>
}

/** Adds the further mentions of these addresses; addresses that are claimed already stay as they are. */
export function addRepeated(claims: ClaimList, reader: AddressReader, found: readonly FoundAddress[]): void {
  const { words, postcodes, streets } = knownFrom(reader, found)
  if (words.size + postcodes.size === 0) return
  const claim = (from: number, to: number) =>
    claims.add(claimBy(RULES.address_repeated, reader.start(from), reader.end(to)))
  for (let i = 0; i < reader.count; i++) {
    const kind = reader.kind(i)
    if (kind === TokenKind.sign || kind >= TokenKind.newline) continue
    const word = reader.text.folded(i)
    if (i + 1 < reader.count && postcodes.get(word) === reader.text.folded(i + 1)) claim(i, i + 1)
    const street = words.get(word.slice(0, STEM))?.find((known) => isForm(known.word, word))
    if (street === undefined) continue
    const behind = numberFrom(reader, i, 1, street.numbers, streets)
    const door = behind >= 0 ? behind : numberFrom(reader, i, -1, street.numbers, streets)
    const other = door < 0 ? i : door
    const [first, last] = withTypes(reader, Math.min(i, other), Math.max(i, other), streets)
    const isNamed = street.isSure && reader.isCapital(i) && (street.isWhole || isStreet(reader, first, last))
    if (door >= 0 || isNamed) claim(first, last)
  }
}

/** True for a folded word itself, and for its forms in any language: a short text does not show its own. */
function isForm(word: string, other: string): boolean {
  if (word === other) return true
  let shared = STEM
  while (shared < word.length && word[shared] === other[shared]) shared++
  return inflection().relate(word, other, shared, null) !== null
}

/** True for words with one for streets. */
function isStreet(reader: AddressReader, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if ((reader.roles(i) & STREET) !== 0) return true
  return false
}

function knownFrom(reader: AddressReader, found: readonly FoundAddress[]): Known {
  const known: Known = { words: new Map(), postcodes: new Map(), streets: new Set() }
  const { text } = reader
  for (const { parts } of found) {
    const number = parts.find(({ kind }) => kind === 'number')
    const isSure = parts.some(({ kind }) => kind === 'postcode')
    for (const { kind, from, to } of parts) {
      const hasLetters = reader.kind(from) === TokenKind.mixed || reader.isWord(from + 1)
      if (kind === 'postcode' && to === from + 2 && hasLetters)
        known.postcodes.set(text.folded(from), text.folded(from + 1))
      if (kind !== 'street' || number === undefined) continue
      for (let i = from; i < to; i++) {
        const word = text.folded(i)
        if (reader.isWord(i)) known.streets.add(word)
        if (!isTelling(reader, i)) continue
        const words = known.words.get(word.slice(0, STEM)) ?? []
        known.words.set(word.slice(0, STEM), words)
        const street = words.find((one) => one.word === word) ?? {
          word,
          numbers: new Set(),
          isWhole: (reader.bits(i) & Trait.suffix) !== 0,
          isSure,
        }
        if (!words.includes(street)) words.push(street)
        street.numbers.add(text.folded(number.from))
      }
    }
  }
  return known
}

/** Widens a range of tokens over the words for a street, and other words of the streets, next to it. */
function withTypes(
  reader: AddressReader,
  from: number,
  to: number,
  streets: ReadonlySet<string>,
): [first: number, last: number] {
  let [first, last] = [from, to]
  const isOf = (i: number) =>
    i >= 0 && i < reader.count && ((reader.roles(i) & STREET) !== 0 || streets.has(reader.text.folded(i)))
  const isSign = (i: number) => /^[.-]$/.test(reader.sign(i))
  while (isOf(first - 1) || (isSign(first - 1) && isOf(first - 2))) first -= isOf(first - 1) ? 1 : 2
  while (isOf(last + 1) || (reader.sign(last + 1) === '-' && isOf(last + 2))) last += isOf(last + 1) ? 1 : 2
  return [first, last]
}

/** True for a word that distinguishes a street: a long capitalised word other than "Street" or "Road". */
function isTelling(reader: AddressReader, token: number): boolean {
  return reader.isCapital(token) && (reader.roles(token) & STREET) === 0 && reader.length(token) >= LEAST_TELLING
}

/** The token of one of the numbers, with nothing but words of streets, short forms and signs between; -1 if none. */
function numberFrom(
  reader: AddressReader,
  token: number,
  step: 1 | -1,
  numbers: ReadonlySet<string>,
  streets: ReadonlySet<string>,
): number {
  for (let i = token + step; i >= 0 && i < reader.count && Math.abs(i - token) <= WIDEST; i += step) {
    const kind = reader.kind(i)
    if (kind === TokenKind.number || kind === TokenKind.mixed) return numbers.has(reader.text.folded(i)) ? i : -1
    const sign = reader.signCode(i)
    const isShort =
      kind === TokenKind.lower && reader.length(i) <= LONGEST_SHORT && reader.signCode(i + 1) === FULL_STOP
    const isBetween =
      sign === COMMA || sign === FULL_STOP || isShort || (reader.roles(i) & (STREET | Role.number)) !== 0
    if (!isBetween && !streets.has(reader.text.folded(i))) return -1
  }
  return -1
}
