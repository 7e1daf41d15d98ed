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
  if (level === 'address' && parts.length > 2 && parts[0]!.kind === 'anchor') {
    const { anchorType, to } = parts[0]!
    const isOne =
      isHost(reader, levels, firstToken, to, 0) ||
      (anchorType === 'other' && isHost(reader, levels, firstToken + 1, to, Level.uncommon - 1)) ||
      (reader.isNewline(to) && isOnOwnLine(reader, levels, firstToken, to))
    return isOne ? parts[1]!.from - firstToken : 0
  }
  if (level !== 'place' && parts.length > 2) {
    if (isFamilyName(parts[0]!, reader, levels)) return parts[1]!.from - firstToken
    if (areTwoTowns(parts[0]!, parts[1]!) && isGiven(levels(reader, firstToken))) return parts[2]!.from - firstToken
  }
  if (level === 'place' || !reader.isCapital(firstToken) || !reader.isCapital(firstToken + 1)) return 0
  const tie = firstToken + 2
  if (tie >= reader.count || reader.text.folded(tie) !== 'of' || reader.kind(tie) !== TokenKind.lower) return 0
  const { given, word } = levels(reader, firstToken)
  const last = levels(reader, firstToken + 1)
  const isCalled = given >= Level.uncommon && given > word
  const isKin = last.family >= Level.known && last.family > last.word
  const isOne = isCalled && last.word < Level.uncommon && last.proper < Level.known
  return isOne || (isKin && word < Level.uncommon) ? 3 : 0
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
