// The signs that names ask about, by code unit, and what kinds of tokens are capitalised.
import { TokenKind } from '../../../../text/tokens.ts'

/** ' and what is written for it, the modifier letter and the grave accent among them. */
export function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === 0x2019 || unit === 0x2bc || unit === 0x60
}

/** - and the en dash. */
export function isHyphen(unit: number): boolean {
  return unit === 0x2d || unit === 0x2013
}

/** The dashes before a signature, the tilde among them. */
export function isDash(unit: number): boolean {
  return isHyphen(unit) || unit === 0x7e || unit === 0x2014
}

/** A token that begins with a capital. */
export function isCapitalised(kind: number): boolean {
  return kind === TokenKind.capital || kind === TokenKind.upper
}
