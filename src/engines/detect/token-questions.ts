// Tests of tokens that detectors share.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'

export const isNumeric = (kind: number | undefined): boolean => kind === TokenKind.number || kind === TokenKind.mixed

export const isAlphanumeric = (kind: number | undefined): boolean =>
  kind !== undefined && kind >= TokenKind.lower && kind <= TokenKind.mixed

export const isWord = (kind: number | undefined): boolean =>
  kind !== undefined && kind >= TokenKind.lower && kind <= TokenKind.upper

/** The code unit of the sign at token `index`, or 0 if it is not a single sign. */
export function signCodeAt(scanned: ScannedText, index: number): number {
  const { kind, start, end, units } = scanned.tokens
  if (kind[index] !== TokenKind.sign) return 0
  const from = start[index]!
  return end[index] === from + 1 ? units[from]! : 0
}

export function signAt(scanned: ScannedText, index: number): string {
  const { kind, start, end } = scanned.tokens
  if (kind[index] !== TokenKind.sign) return ''
  const from = start[index]!
  return end[index] === from + 1 ? scanned.text[from]! : scanned.text.slice(from, end[index])
}
