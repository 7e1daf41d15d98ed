// People next to an address: a resident precedes it and is not part of it.
import { Level, type Levels } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import type { AddressReader } from '../../../values/address/reader.ts'

/** Levels of the word at a token as a name and as an ordinary word (PlaceJudge.levels). */
type LevelsAt = (reader: AddressReader, at: number) => Levels

/** Number of first tokens that are a person and the preposition after the name: "Ada Obi of 5 Mill Road". */
export function residentTokens(found: FoundAddress, reader: AddressReader, levels: LevelsAt): number {
  const { firstToken, level } = found
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
