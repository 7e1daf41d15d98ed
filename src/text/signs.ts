// Named code units of single signs; `unit-classes.ts` classifies units.

export const TAB = 0x09
export const NEWLINE = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
export const EXCLAMATION = 0x21
export const QUOTE = 0x22
export const NUMBER_SIGN = 0x23
export const PERCENT = 0x25
export const AMPERSAND = 0x26
export const APOSTROPHE = 0x27
export const OPEN_PARENTHESIS = 0x28
export const CLOSE_PARENTHESIS = 0x29
export const ASTERISK = 0x2a
export const PLUS = 0x2b
export const COMMA = 0x2c
/** The hyphen of the keyboard, which is also its minus sign. */
export const HYPHEN = 0x2d
export const FULL_STOP = 0x2e
export const SLASH = 0x2f
export const ZERO = 0x30
export const NINE = 0x39
export const COLON = 0x3a
export const SEMICOLON = 0x3b
export const LESS_THAN = 0x3c
export const EQUALS = 0x3d
export const GREATER_THAN = 0x3e
export const QUESTION = 0x3f
export const AT = 0x40
export const OPEN_SQUARE = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE_SQUARE = 0x5d
export const UNDERSCORE = 0x5f
export const GRAVE = 0x60
export const SMALL_A = 0x61
export const BAR = 0x7c
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const TILDE = 0x7e
export const DEGREE = 0xb0
/** Separates words and numbers within a line. */
export const MIDDLE_DOT = 0xb7
export const MASCULINE_ORDINAL = 0xba
/** A letter that some people use as an apostrophe inside a word. */
const MODIFIER_APOSTROPHE = 0x2bc
export const EN_DASH = 0x2013
/** The right single quotation mark, which is also the typeset apostrophe. */
const RIGHT_QUOTE = 0x2019
export const NUMERO = 0x2116

/** A test whether a unit is one of these signs; false outside a text (-1). One read of a table, without comparisons. */
export function signSet(signs: string): (unit: number) => boolean {
  // bounded: the signs that code names
  const table = new Uint8Array(Math.max(...Array.from(signs, (sign) => sign.charCodeAt(0))) + 1)
  for (const sign of signs) table[sign.charCodeAt(0)] = 1
  return (unit) => unit >= 0 && unit < table.length && table[unit] === 1
}

/** The apostrophe and signs that are used for it, including the modifier letter and the grave accent. */
export const isApostrophe = (unit: number): boolean =>
  unit === APOSTROPHE || unit === RIGHT_QUOTE || unit === MODIFIER_APOSTROPHE || unit === GRAVE

export const isQuote = signSet('"\'')
export const isBlank = signSet(' \t')

/** The hyphen and the en dash. */
export const isHyphen = (unit: number): boolean => unit === HYPHEN || unit === EN_DASH
