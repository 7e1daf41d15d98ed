// One pass over a text that every rule shares: words, numbers and signs with their places. Whitespace makes no token.
import { HASH_PRIME, HASH_SEED } from './hash.ts'

export const TokenKind = {
  /** Letters (with inner marks, apostrophes are separate signs), none upper-case. */
  lower: 1,
  /** Letters, the first upper-case, not all of them. */
  capital: 2,
  /** Letters, two or more, all upper-case; or a single upper-case letter. */
  upper: 3,
  /** Decimal digits only. */
  number: 4,
  /** Letters and digits mixed. */
  mixed: 5,
  /** One sign. */
  sign: 6,
  /** One line break (CRLF is one). */
  newline: 7,
} as const

export interface Tokens {
  readonly text: string
  readonly count: number
  readonly kind: Uint8Array
  readonly start: Int32Array
  readonly end: Int32Array
  /** hashOf the characters of each token. */
  readonly hash: Int32Array
}

const LETTER_LOWER = 1
const LETTER_UPPER = 2
const DIGIT = 3
const SPACE = 4
const NEWLINE = 5
const SIGN = 6
const OTHER_LETTER = 7

const UPPER = /^[\p{Lu}\p{Lt}]$/u
const LETTER = /^[\p{L}\p{M}]$/u
const WHITE = /^\s$/u

/** Character classes of the Basic Multilingual Plane, filled on first use so that start-up pays nothing. */
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
  classes[unit] = found
  return found
}

/** Splits a view text into tokens. Linear; thirteen bytes a token. */
export function tokenize(text: string): Tokens {
  const room = text.length
  let kind = new Uint8Array(Math.min(room, 64 + (room >> 1)))
  let start = new Int32Array(kind.length)
  let end = new Int32Array(kind.length)
  let hash = new Int32Array(kind.length)
  let count = 0
  const grow = () => {
    const size = Math.min(room, kind.length * 2 + 16)
    const kinds = new Uint8Array(size)
    kinds.set(kind)
    kind = kinds
    const starts = new Int32Array(size)
    starts.set(start)
    start = starts
    const ends = new Int32Array(size)
    ends.set(end)
    end = ends
    const hashes = new Int32Array(size)
    hashes.set(hash)
    hash = hashes
  }
  let i = 0
  while (i < room) {
    const from = i
    const unit = text.charCodeAt(i)
    const first = classes[unit] || classify(unit)
    if (first === SPACE) {
      i++
      continue
    }
    let found: number
    let sum = Math.imul(HASH_SEED ^ unit, HASH_PRIME)
    if (first === NEWLINE) {
      i++
      if (unit === 13 && text.charCodeAt(i) === 10) sum = Math.imul(sum ^ text.charCodeAt(i++), HASH_PRIME)
      found = TokenKind.newline
    } else if (first === SIGN) {
      i++
      if (unit >= 0xd800 && unit <= 0xdbff && i < room) sum = Math.imul(sum ^ text.charCodeAt(i++), HASH_PRIME)
      found = TokenKind.sign
    } else {
      let uppers = first === LETTER_UPPER ? 1 : 0
      let digits = first === DIGIT ? 1 : 0
      let others = 1 - uppers - digits
      for (i++; i < room; i++) {
        const unit = text.charCodeAt(i)
        const next = classes[unit] || classify(unit)
        if (next === LETTER_LOWER || next === OTHER_LETTER) others++
        else if (next === LETTER_UPPER) uppers++
        else if (next === DIGIT) digits++
        else break
        sum = Math.imul(sum ^ unit, HASH_PRIME)
      }
      if (digits > 0) found = uppers + others === 0 ? TokenKind.number : TokenKind.mixed
      else if (uppers === 0) found = TokenKind.lower
      else if (others === 0) found = TokenKind.upper
      else found = first === LETTER_UPPER ? TokenKind.capital : TokenKind.lower
    }
    if (count === kind.length) grow()
    kind[count] = found
    start[count] = from
    end[count] = i
    hash[count] = sum
    count++
  }
  return { text, count, kind, start, end, hash }
}

/** The characters of a token. */
export function tokenText(tokens: Tokens, index: number): string {
  return tokens.text.slice(tokens.start[index], tokens.end[index])
}
