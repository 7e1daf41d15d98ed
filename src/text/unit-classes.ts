// What single UTF-16 units are, asked of a table and not of a regular expression: for rules that look at the character
// before or behind a value. Halves of surrogate pairs are neither letters nor numbers.

const LETTER = 1
const NUMBER = 2
const OTHER = 4

/** Filled on first use, so that start-up pays nothing. */
const classes = new Uint8Array(65536)

function classify(unit: number): number {
  const character = String.fromCharCode(unit)
  const found = /^\p{L}$/u.test(character) ? LETTER : /^\p{N}$/u.test(character) ? NUMBER : OTHER
  classes[unit] = found
  return found
}

const { charCodeAt, slice } = String.prototype

/**
 * The unit at an index within a text. V8 keeps strings in a dozen forms (cut from others, joined, constant; of one byte or
 * two), and a method looked up on a string is slow wherever more than four forms come by: this method is not looked up.
 */
export function codeAt(text: string, index: number): number {
  return charCodeAt.call(text, index)
}

/** The part [start, end) of a text, for the same reason by a method that is not looked up. */
export function sliceOf(text: string, start: number, end?: number): string {
  return slice.call(text, start, end)
}

/** The length of a text: that a sum is a string V8 knows, and reads its length without looking for the property. */
export function lengthOf(text: string): number {
  // biome-ignore lint/style/useTemplate: a template would call a conversion.
  return ('' + text).length
}

/** A text in capitals; itself when it has no small letter to raise, as most codes have none. */
export function upperOf(text: string): string {
  const length = lengthOf(text)
  for (let i = 0; i < length; i++) {
    const unit = codeAt(text, i)
    if (isSmallLetterUnit(unit) || unit >= 0x80) return text.toUpperCase()
  }
  return text
}

/** The unit at an index of a text, -1 outside: a look past the end makes every later look of that place slow in V8. */
export function unitOf(text: string, index: number): number {
  return index >= 0 && index < lengthOf(text) ? codeAt(text, index) : -1
}

/** Is the unit a letter (\p{L})? What is outside a text (-1, NaN) is none. */
export function isLetterUnit(unit: number): boolean {
  return unit >= 0 && (classes[unit] || classify(unit)) === LETTER
}

/** Is the unit a letter or a number of any kind (\p{L}, \p{N})? What is outside a text is none. */
export function isLetterOrNumberUnit(unit: number): boolean {
  return unit >= 0 && (classes[unit] || classify(unit)) !== OTHER
}

/** Is the unit one of the digits 0 to 9? NaN is none. */
export function isDigitUnit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** Is the unit one of the letters a to z? */
export function isSmallLetterUnit(unit: number): boolean {
  return unit >= 97 && unit <= 122
}

/** Is the unit one of the letters A to Z? */
export function isCapitalUnit(unit: number): boolean {
  return unit >= 65 && unit <= 90
}

/** One bit for each of the letters a to z that stands in a text. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i++) {
    const letter = codeAt(text, i) - 97
    if (letter >= 0 && letter < 26) letters |= 1 << letter
  }
  return letters
}
