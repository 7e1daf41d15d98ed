// One pass over a text that all rules share: words, numbers and signs with their positions. White space gives no token.
import { HASH_PRIME, HASH_SEED } from './hash.ts'
import { unitsOf } from './unit-classes.ts'
import { isToFold } from './view.ts'
import { Unnumbered, type WordTable, wordTable } from './words.ts'

/** End of Latin-1 (exclusive). */
const LATIN_END = 0x100

export const TokenKind = {
  /** Letters (with inner marks, apostrophes are separate signs), none upper-case. */
  lower: 1,
  /** Letters, the first upper-case, not all of them. */
  capital: 2,
  /** Letters, two or more, all upper-case; or a single upper-case letter. */
  upper: 3,
  number: 4,
  /** Letters and digits mixed. */
  mixed: 5,
  sign: 6,
  /** One line break (CRLF is one). */
  newline: 7,
} as const

/** Memory for tokens. Short texts share it, one after another: separate memory costs more than reading a text. */
class TokenBuffer {
  /** Backs all lists; getting it from a list costs more than creating a list on it. */
  readonly memory: ArrayBuffer
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly words: Int32Array
  readonly digits: Int32Array
  readonly signs: Int32Array
  readonly kinds: Uint8Array

  constructor(size: number) {
    this.memory = new ArrayBuffer((5 * Int32Array.BYTES_PER_ELEMENT + 1) * size)
    const list = (place: number) => new Int32Array(this.memory, place * size * Int32Array.BYTES_PER_ELEMENT, size)
    this.starts = list(0)
    this.ends = list(1)
    this.words = list(2)
    this.digits = list(3)
    this.signs = list(4)
    this.kinds = new Uint8Array(this.memory, 5 * size * Int32Array.BYTES_PER_ELEMENT, size)
  }

  /** The numbers in [from, to) of a list, in its memory; twice as fast as the list's own subarray. */
  part({ byteOffset }: Int32Array, from: number, to: number): Int32Array {
    return new Int32Array(this.memory, byteOffset + from * Int32Array.BYTES_PER_ELEMENT, to - from)
  }
}

export class Tokens {
  readonly text: string
  /** The text by UTF-16 unit. */
  readonly units: Uint16Array
  readonly count: number
  readonly kind: Uint8Array
  readonly start: Int32Array
  readonly end: Int32Array
  /** The number of each token's word in `table`; below zero for tokens without one (Unnumbered). */
  readonly word: Int32Array
  readonly table: WordTable
  /** The tokens that contain digits, and those that are signs, ascending. */
  readonly digits: Int32Array
  readonly signs: Int32Array
  /** Bit `unit & 31` is set for each sign of Latin-1 in the text: if the bit is not set, the text does not contain the sign. */
  readonly signBits: number

  /** The result of reading a text: a part of a buffer, from `at` to the end of each list. */
  constructor(
    text: string,
    units: Uint16Array,
    table: WordTable,
    signBits: number,
    buffer: TokenBuffer,
    at: number,
    end: number,
    digitsEnd: number,
    signsEnd: number,
  ) {
    this.text = text
    this.units = units
    this.count = end - at
    this.kind = new Uint8Array(buffer.memory, buffer.kinds.byteOffset + at, end - at)
    this.start = buffer.part(buffer.starts, at, end)
    this.end = buffer.part(buffer.ends, at, end)
    this.word = buffer.part(buffer.words, at, end)
    this.table = table
    this.digits = buffer.part(buffer.digits, at, digitsEnd)
    this.signs = buffer.part(buffer.signs, at, signsEnd)
    this.signBits = signBits
  }
}

// Classes of units: one bit each, so that the classes of a token combine by bitwise or.
const LETTER_LOWER = 1
const LETTER_UPPER = 2
const DIGIT = 4
const OTHER_LETTER = 8
/** Characters of words and numbers. */
const INNER = LETTER_LOWER | LETTER_UPPER | DIGIT | OTHER_LETTER
const SPACE = 16
const NEWLINE = 32
const SIGN = 64
/** In addition to the class: a text with this unit needs folding (view.ts). */
const TO_FOLD = 128

const UPPER = /^[\p{Lu}\p{Lt}]$/u
const LETTER = /^[\p{L}\p{M}]$/u
const WHITE = /^\s$/u

/** Character classes of the Basic Multilingual Plane, filled on first use, so that start-up costs nothing. */
const classes = new Uint8Array(65536)

function classify(unit: number): number {
  const known = classes[unit]!
  if (known !== 0) return known
  const character = String.fromCharCode(unit)
  let found: number
  if (unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029 || unit === 0x85) found = NEWLINE
  else if (unit >= 48 && unit <= 57) found = DIGIT
  else if (WHITE.test(character)) found = SPACE
  else if (unit >= 0xd800 && unit <= 0xdfff) found = SIGN
  else if (LETTER.test(character)) {
    if (UPPER.test(character)) found = LETTER_UPPER
    else if (/^\p{Ll}$/u.test(character)) found = LETTER_LOWER
    else found = OTHER_LETTER
  } else found = SIGN
  if (isToFold(unit)) found |= TO_FOLD
  classes[unit] = found
  return found
}

const SHARED = 1 << 13
/** Longer texts get separate memory; a text has at most as many tokens as units. */
const LONGEST_SHARED = SHARED >> 2
let shared = new TokenBuffer(SHARED)
let taken = 0

export const tokenize = (text: string): Tokens => split(text, true)!

/** The tokens of an original text that is its own view, as most are; null if it must be folded first. */
export const tokenizePlain = (source: string): Tokens | null => split(source, false)

function split(text: string, isView: boolean): Tokens | null {
  const { length } = text
  if (length > LONGEST_SHARED) return read(text, isView, new TokenBuffer(length), 0)
  if (taken + length > SHARED) {
    shared = new TokenBuffer(SHARED)
    taken = 0
  }
  const tokens = read(text, isView, shared, taken)
  if (tokens !== null) taken += tokens.count
  return tokens
}

/** Reads a text into a buffer, from `at`; null if an original text has a unit that needs folding. */
// oxlint-disable-next-line complexity -- The one loop over all characters: a call for each of them costs a third of its speed.
function read(text: string, isView: boolean, buffer: TokenBuffer, at: number): Tokens | null {
  const { kinds, starts, ends, words, digits, signs } = buffer
  const { length } = text
  const units = unitsOf(text)
  const table = wordTable()
  let place = at
  let digitsEnd = at
  let signsEnd = at
  let signBits = 0
  let i = 0
  while (i < length) {
    const from = i
    const unit = units[i++]!
    let first = classes[unit] || classify(unit)
    if (first === SPACE) continue
    if ((first & TO_FOLD) !== 0) {
      if (!isView) return null
      first &= ~TO_FOLD
      if (first === SPACE) continue
    }
    let found: number
    let word: number = Unnumbered.none
    if ((first & INNER) !== 0) {
      let sum = Math.imul(HASH_SEED ^ unit, HASH_PRIME)
      let seen = first
      for (; i < length; i++) {
        const next = units[i]!
        const known = classes[next] || classify(next)
        if ((known & INNER) === 0) break
        seen |= known
        sum = Math.imul(sum ^ next, HASH_PRIME)
      }
      if ((seen & TO_FOLD) !== 0) {
        if (!isView) return null
        seen &= INNER
      }
      if ((seen & DIGIT) !== 0) {
        found = seen === DIGIT ? TokenKind.number : TokenKind.mixed
        digits[digitsEnd++] = place - at
      } else if ((seen & LETTER_UPPER) === 0) found = TokenKind.lower
      else if (seen === LETTER_UPPER) found = TokenKind.upper
      else found = first === LETTER_UPPER ? TokenKind.capital : TokenKind.lower
      if (found !== TokenKind.number) word = table.numberAt(units, from, i, sum)
    } else if (first === NEWLINE) {
      if (unit === 13 && i < length && units[i] === 10) i++
      found = TokenKind.newline
    } else {
      found = TokenKind.sign
      signs[signsEnd++] = place - at
      if (unit < LATIN_END) signBits |= 1 << (unit & 31)
      if (unit < 0x80) word = unit
      else {
        let sum = Math.imul(HASH_SEED ^ unit, HASH_PRIME)
        if (unit >= 0xd800 && unit <= 0xdbff && i < length) sum = Math.imul(sum ^ units[i++]!, HASH_PRIME)
        word = table.numberAt(units, from, i, sum)
      }
    }
    kinds[place] = found
    starts[place] = from
    ends[place] = i
    words[place] = word
    place++
  }
  return new Tokens(text, units, table, signBits, buffer, at, place, digitsEnd, signsEnd)
}
