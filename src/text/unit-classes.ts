// Classifies single UTF-16 units by a table instead of a regular expression. Surrogates are neither letters nor numbers.

const LETTER = 1
const NUMBER = 2
const OTHER = 4

/** Filled on first use, so that start-up costs nothing. */
const classes = new Uint8Array(65536)

function classify(unit: number): number {
  const character = String.fromCharCode(unit)
  const found = /^\p{L}$/u.test(character) ? LETTER : /^\p{N}$/u.test(character) ? NUMBER : OTHER
  classes[unit] = found
  return found
}

const { charCodeAt, slice } = String.prototype

/** The unit at an index of a text. Avoids the method lookup, which is slow where a call site sees more than four representations of strings. */
export const codeAt = (text: string, index: number): number => charCodeAt.call(text, index)

/** The part [start, end) of a text; avoids the method lookup for the same reason. */
export const sliceOf = (text: string, start: number, end?: number): string => slice.call(text, start, end)

/** The length of a text: V8 knows that a concatenation is a string, and reads its length without a property lookup. */
export function lengthOf(text: string): number {
  // biome-ignore lint/style/useTemplate: a template would call a conversion.
  return ('' + text).length
}

/** A text in upper case; the text itself if it has no lower-case letter, as most codes. */
export function upperOf(text: string): string {
  const length = lengthOf(text)
  for (let i = 0; i < length; i++) {
    const unit = codeAt(text, i)
    if (isSmallLetterUnit(unit) || unit >= 0x80) return text.toUpperCase()
  }
  return text
}

/** The unit at an index, -1 outside: in V8, one read past the end makes every later read at that place slow. */
export const unitOf = (text: string, index: number): number =>
  index >= 0 && index < lengthOf(text) ? codeAt(text, index) : -1

/** True for a letter (\p{L}); false outside a text (-1, NaN). */
export const isLetterUnit = (unit: number): boolean => unit >= 0 && (classes[unit] || classify(unit)) === LETTER

/** True for a letter or a number of any kind (\p{L}, \p{N}); false outside a text. */
export const isLetterOrNumberUnit = (unit: number): boolean => unit >= 0 && (classes[unit] || classify(unit)) !== OTHER

export const isDigitUnit = (unit: number): boolean => unit >= 48 && unit <= 57

export const isSmallLetterUnit = (unit: number): boolean => unit >= 97 && unit <= 122

export const isCapitalUnit = (unit: number): boolean => unit >= 65 && unit <= 90

/** One bit for each of the letters a to z that occurs in a text. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i++) {
    const letter = codeAt(text, i) - 97
    if (letter >= 0 && letter < 26) letters |= 1 << letter
  }
  return letters
}
