// Further mentions of an address that was found: the name of its street with the house number, and a postcode with letters, in any spelling:
// "12, Marina Road", "Lipowa 17", "ls6 2ab".
import { COMMA, FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import { Role } from '../../../values/address/word-roles.ts'
import { RULES } from '../confidence.ts'
import { claimBy } from '../detector.ts'
import type { ClaimList } from './claim-list.ts'

const STREET = Role.streetBefore | Role.streetAfter
/** Least letters of a word that distinguishes a street from others. */
const LEAST_TELLING = 5
/** Tokens between a street and its number, and letters of an abbreviation between them. */
const WIDEST = 6
const LONGEST_SHORT = 4

interface Known {
  /** A telling word of a street -> the numbers of its houses. */
  readonly doors: Map<string, Set<string>>
  /** The first half of a postcode -> the second. */
  readonly postcodes: Map<string, string>
  /** Words of the streets. */
  readonly streets: Set<string>
}

/** Adds the further mentions of these addresses; addresses that are claimed already stay as they are. */
export function addRepeated(claims: ClaimList, reader: AddressReader, found: readonly FoundAddress[]): void {
  const { doors, postcodes, streets } = knownFrom(reader, found)
  if (doors.size + postcodes.size === 0) return
  const claim = (from: number, to: number) =>
    claims.add(claimBy(RULES.address_repeated, reader.start(from), reader.end(to)))
  for (let i = 0; i < reader.count; i++) {
    const kind = reader.kind(i)
    if (kind === TokenKind.sign || kind >= TokenKind.newline) continue
    const word = reader.text.folded(i)
    if (i + 1 < reader.count && postcodes.get(word) === reader.text.folded(i + 1)) claim(i, i + 1)
    const numbers = doors.get(word)
    if (numbers === undefined) continue
    const behind = numberFrom(reader, i, 1, numbers, streets)
    const door = behind >= 0 ? behind : numberFrom(reader, i, -1, numbers, streets)
    if (door < 0) continue
    const [first, last] = withTypes(reader, Math.min(i, door), Math.max(i, door))
    claim(first, last)
  }
}

function knownFrom(reader: AddressReader, found: readonly FoundAddress[]): Known {
  const known: Known = { doors: new Map(), postcodes: new Map(), streets: new Set() }
  const { text } = reader
  for (const { parts } of found) {
    const number = parts.find(({ kind }) => kind === 'number')
    for (const { kind, from, to } of parts) {
      const hasLetters = reader.kind(from) === TokenKind.mixed || reader.isWord(from + 1)
      if (kind === 'postcode' && to === from + 2 && hasLetters)
        known.postcodes.set(text.folded(from), text.folded(from + 1))
      if (kind !== 'street' || number === undefined) continue
      for (let i = from; i < to; i++) {
        known.streets.add(text.folded(i))
        if (!isTelling(reader, i)) continue
        const numbers = known.doors.get(text.folded(i)) ?? new Set()
        known.doors.set(text.folded(i), numbers.add(text.folded(number.from)))
      }
    }
  }
  return known
}

/** Widens a range of tokens over the words for a street next to it. */
function withTypes(reader: AddressReader, from: number, to: number): [first: number, last: number] {
  let [first, last] = [from, to]
  while (first > 0 && (reader.roles(first - 1) & STREET) !== 0 && !reader.isNewline(first)) first--
  while (last + 1 < reader.count && (reader.roles(last + 1) & STREET) !== 0) last++
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
