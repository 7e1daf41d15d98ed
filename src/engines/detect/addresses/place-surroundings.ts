// The context of a place name: the start of a sentence, the end of a clause, the colon of a field.
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/reader.ts'

/** True if a list continues after a bracket or comma: with a capital, or with words that only persons have. */
export const isPersonal = (reader: AddressReader, at: number): boolean =>
  reader.sign(at) === '(' || (reader.sign(at) === ',' && reader.isCapital(at + 1))

export const startsSentence = (reader: AddressReader, at: number): boolean =>
  at <= 0 || reader.isNewline(at - 1) || '.!?:'.includes(reader.sign(at - 1) || 'x')

export function endsClause(reader: AddressReader, at: number): boolean {
  return (
    at >= reader.count ||
    reader.kind(at) === TokenKind.sign ||
    reader.isNewline(at) ||
    reader.isCell(at) ||
    reader.isApart(at)
  )
}

export const wordAt = (reader: AddressReader, i: number): string =>
  i >= 0 && i < reader.count ? reader.text.folded(i) : ''
