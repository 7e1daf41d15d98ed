// Reads a postcode in text: checks the characters around it, and excludes the year of a date.
import { FULL_STOP, HYPHEN, QUOTE } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './reader.ts'
import { Signs, signsOf } from './sign-groups.ts'

export interface PostcodeHit {
  readonly end: number
  readonly countries: readonly string[]
  readonly isDistinct: boolean
}

/** First token of a field's value, for a field name that ends before token i; a full stop or quotation marks may come between. */
export function behindLabel(r: AddressReader, i: number): number {
  const at = r.signCode(i) === FULL_STOP || r.signCode(i) === QUOTE ? i + 1 : i
  if ((signsOf(r.signCode(at)) & Signs.tells) === 0 && !(r.isWord(at) && r.text.folded(at) === 'is')) return at
  return r.signCode(at + 1) === QUOTE ? at + 2 : at + 1
}

export function postcode(r: AddressReader, i: number): PostcodeHit | null {
  const kind = r.kind(i)
  if (kind !== TokenKind.number && kind !== TokenKind.mixed && kind !== TokenKind.upper) return null
  if (kind === TokenKind.number ? r.length(i) < 2 || r.length(i) > 6 : r.length(i) > 7) return null
  if (i > 0 && r.isTight(i) && !r.isNewline(i - 1)) {
    const isApart = r.kind(i - 1) === TokenKind.sign && (signsOf(r.signCode(i - 1)) & Signs.beforeCode) === 0
    if (!isApart) return null
  }
  // The next token excludes most words and amounts before a pattern is tried.
  const next = r.kind(i + 1)
  const isJoined =
    next === TokenKind.number || next === TokenKind.mixed || (r.signCode(i + 1) === HYPHEN && r.isTight(i + 1))
  if (kind === TokenKind.upper && !isJoined) return null
  if (kind === TokenKind.number && r.length(i) < 3 && !isJoined) return null
  const match = r.book.postcodes.match(r.text, r.starts[i]!)
  if (match === null) return null
  let at = i
  while (at < r.count && r.stops[at]! < match.stop) at++
  if (r.stops[at] !== match.stop) return null
  // The year of a date: "Pécs, 2014. 03. 19.".
  const isYear =
    r.signCode(at + 1) === FULL_STOP && r.kind(at + 2) === TokenKind.number && r.signCode(at + 3) === FULL_STOP
  if (isYear && !match.isDistinct) return null
  if (r.isTight(at + 1) && (signsOf(r.signCode(at + 1)) & Signs.behindCode) !== 0) return null
  return { end: at + 1, countries: match.countries, isDistinct: match.isDistinct }
}
