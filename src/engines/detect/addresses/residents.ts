// People next to an address: a resident or host precedes it and is not part of it.
import { firstAt } from '../../../lists.ts'
import { Level, type Levels } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import type { AddressPart, FoundAddress } from '../../../values/address/parts.ts'

/** Levels of the word at a token as a name and as an ordinary word (PlaceJudge.levels). */
type LevelsAt = (reader: AddressReader, at: number) => Levels

const isGiven = ({ given, word }: Levels) => given >= Level.known && given > word

/** True if a given name begins a part of [start, end) between signs. */
export function namesPerson(reader: AddressReader, levels: LevelsAt, start: number, end: number): boolean {
  for (let i = firstAt(reader.starts, (from) => from >= start); i < reader.count && reader.start(i) < end; i++) {
    const opens = reader.start(i) === start || reader.kind(i - 1) >= TokenKind.sign
    if (opens && reader.isCapital(i) && isGiven(levels(reader, i))) return true
  }
  return false
}

/** "Ada Obi of 5 Mill Road": number of first tokens that are a person and the preposition after the name. */
export function residentTokens(found: FoundAddress, reader: AddressReader, levels: LevelsAt): number {
  const { firstToken, level, parts } = found
  if (level === 'address' && parts.length > 2 && parts[0]!.kind === 'anchor')
    return isResident(parts[0]!, firstToken, reader, levels) ? parts[1]!.from - firstToken : 0
  if (level === 'place') return 0
  if (parts.length > 2) {
    if (isFamilyName(parts[0]!, reader, levels)) return parts[1]!.from - firstToken
    if (areTwoTowns(parts[0]!, parts[1]!) && isGiven(levels(reader, firstToken))) return parts[2]!.from - firstToken
  }
  return isNameBeforeOf(reader, levels, firstToken) ? NAME_AND_OF : 0
}

/** Two words of a name and "of". */
const NAME_AND_OF = 3

/** True if the first part of an address is rather a person than a building. */
function isResident({ anchorType, to }: AddressPart, first: number, reader: AddressReader, levels: LevelsAt): boolean {
  if (isHost(reader, levels, first, to, 0)) return true
  if (anchorType === 'other' && isHost(reader, levels, first + 1, to, Level.uncommon - 1)) return true
  return reader.isNewline(to) && isOnOwnLine(reader, levels, first, to)
}

function isNameBeforeOf(reader: AddressReader, levels: LevelsAt, first: number): boolean {
  const tie = first + 2
  if (!reader.isCapital(first) || !reader.isCapital(first + 1)) return false
  if (reader.kind(tie) !== TokenKind.lower || reader.text.folded(tie) !== 'of') return false
  const { given, word } = levels(reader, first)
  const last = levels(reader, first + 1)
  const isCalled = given >= Level.uncommon && given > word && last.word < Level.uncommon && last.proper < Level.known
  return isCalled || (last.family >= Level.known && last.family > last.word && word < Level.uncommon)
}

/** "Pleun Verkerk, Kerkstraat 5", "presso Domenico Rossellini, Piazza Maggiore 55": a given name and another word, ordinary up to `most`. */
function isHost(reader: AddressReader, levels: LevelsAt, from: number, to: number, most: number): boolean {
  if (to - from !== 2 || !reader.isCapital(from) || !reader.isCapital(from + 1)) return false
  return isGiven(levels(reader, from)) && levels(reader, from + 1).word <= most
}

/** "John Hall" above the line of the street: a common given name and a common family name, with any other meaning. */
function isOnOwnLine(reader: AddressReader, levels: LevelsAt, from: number, to: number): boolean {
  if (to - from !== 2 || !reader.isCapital(from) || !reader.isCapital(from + 1)) return false
  const { given, word } = levels(reader, from)
  return given >= Level.common && word < Level.rare && levels(reader, from + 1).family >= Level.common
}

/** "Ada Obi, 12 Aba Road": a town is called so too, but a given name stands right before it. */
function isFamilyName({ kind, from, to }: AddressPart, reader: AddressReader, levels: LevelsAt): boolean {
  if (kind !== 'place' || to - from > 1 || from === 0 || !reader.isCapital(from - 1)) return false
  if (reader.start(from) - reader.end(from - 1) !== 1) return false
  return isGiven(levels(reader, from - 1)) && levels(reader, from).family >= Level.uncommon
}

/** "Anna Berger, Dorfstraße 5": two towns are called so, but no sign parts them. */
const areTwoTowns = (first: AddressPart, second: AddressPart): boolean =>
  first.kind === 'place' && second.kind === 'place' && second.from === first.to
