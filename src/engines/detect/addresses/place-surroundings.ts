// The context of a place name: the start of a sentence, the end of a clause, the colon of a field.
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/reader.ts'

/** True if a list continues after a bracket or comma: with a capital, or with words that only persons have. */
export const isPersonal = (reader: AddressReader, at: number): boolean =>
  reader.sign(at) === '(' || (reader.sign(at) === ',' && reader.isCapital(at + 1))

export const startsSentence = (reader: AddressReader, at: number): boolean =>
  at <= 0 || reader.isNewline(at - 1) || '.!?:'.includes(reader.sign(at - 1) || 'x')

/** "Razlog: bolečine": what opens a line, and a colon with its value, is what a field is called, in some language or other. */
export function headsField(reader: AddressReader, first: number, end: number): boolean {
  if (reader.sign(end) !== ':' || end + 1 >= reader.count || reader.isNewline(end + 1)) return false
  return first === 0 || reader.isNewline(first - 1)
}

export function endsClause(reader: AddressReader, at: number): boolean {
  return (
    at >= reader.count ||
    reader.kind(at) === TokenKind.sign ||
    reader.isNewline(at) ||
    reader.isCell(at) ||
    reader.isApart(at)
  )
}

/** The token after the possessive "'s" at token `at`, if there is one. */
export function possessed(reader: AddressReader, at: number): number {
  const isTied = "'\u2019".includes(reader.sign(at) || 'x') && reader.isTight(at) && reader.length(at + 1) === 1
  return isTied ? at + 2 : at
}

export const wordAt = (reader: AddressReader, i: number): string =>
  i >= 0 && i < reader.count ? reader.text.folded(i) : ''
