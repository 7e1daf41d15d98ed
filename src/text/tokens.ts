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
  /** The tokens with digits, and those that are signs, ascending. */
  readonly digits: Int32Array
  readonly signs: Int32Array
  /** Bit `unit & 31` is set for each sign: a text without the bit is without the sign. */
  readonly signBits: number
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

/** Where tokens are written while a text is read, grown to the longest text; what is handed out is a copy of the right size. */
let kinds = new Uint8Array(1024)
let starts = new Int32Array(1024)
let ends = new Int32Array(1024)
let hashes = new Int32Array(1024)
/** Tokens with digits from the front, signs from the back: together no more than all tokens. */
let listed = new Int32Array(1024)
let digitCount = 0
let signCount = 0
let signBits = 0
/** Tokens of room kept for the next text at most: a single huge text is not paid for ever. */
const MOST_KEPT = 1 << 16

/** The tokens of short texts lie in one block of memory after another: a block for each text costs more than reading it. */
const BLOCK = 1 << 12
let blockKinds = new Uint8Array(BLOCK)
let blockNumbers = new Int32Array(4 * BLOCK)
let taken = 0

function resize(size: number, used: number): void {
  const [kind, start, end, hash, list] = [kinds, starts, ends, hashes, listed]
  kinds = new Uint8Array(size)
  starts = new Int32Array(size)
  ends = new Int32Array(size)
  hashes = new Int32Array(size)
  listed = new Int32Array(size)
  if (used === 0) return
  kinds.set(kind.subarray(0, used))
  starts.set(start.subarray(0, used))
  ends.set(end.subarray(0, used))
  hashes.set(hash.subarray(0, used))
  listed.set(list.subarray(0, digitCount))
  listed.set(list.subarray(list.length - signCount), size - signCount)
}

/** Splits a view text into tokens. Linear; at most seventeen bytes a token. */
export function tokenize(text: string): Tokens {
  const count = read(text)
  if (count > BLOCK >> 3) {
    const [kind, start, end, hash] = [
      kinds.slice(0, count),
      starts.slice(0, count),
      ends.slice(0, count),
      hashes.slice(0, count),
    ]
    const digits = listed.slice(0, digitCount)
    const signs = listed.slice(listed.length - signCount).reverse()
    if (count > MOST_KEPT) resize(MOST_KEPT, 0)
    return { text, count, kind, start, end, hash, digits, signs, signBits }
  }
  if (taken + count > BLOCK) {
    blockKinds = new Uint8Array(BLOCK)
    blockNumbers = new Int32Array(4 * BLOCK)
    taken = 0
  }
  const from = 4 * taken
  const lists = from + 3 * count
  const kind = blockKinds.subarray(taken, taken + count)
  const start = blockNumbers.subarray(from, from + count)
  const end = blockNumbers.subarray(from + count, from + 2 * count)
  const hash = blockNumbers.subarray(from + 2 * count, lists)
  const digits = blockNumbers.subarray(lists, lists + digitCount)
  const signs = blockNumbers.subarray(lists + digitCount, lists + digitCount + signCount)
  taken += count
  for (let i = 0; i < count; i++) {
    kind[i] = kinds[i]!
    start[i] = starts[i]!
    end[i] = ends[i]!
    hash[i] = hashes[i]!
  }
  for (let i = 0; i < digitCount; i++) digits[i] = listed[i]!
  for (let i = 0, at = listed.length; i < signCount; i++) signs[i] = listed[--at]!
  return { text, count, kind, start, end, hash, digits, signs, signBits }
}

/** Writes the tokens of a text and says how many they are. */
function read(text: string): number {
  const room = text.length
  let count = 0
  let i = 0
  digitCount = 0
  signCount = 0
  signBits = 0
  while (i < room) {
    const from = i
    const unit = text.charCodeAt(i++)
    const first = classes[unit] || classify(unit)
    if (first === SPACE) continue
    let found: number
    let sum = Math.imul(HASH_SEED ^ unit, HASH_PRIME)
    if (first === NEWLINE) {
      if (unit === 13 && text.charCodeAt(i) === 10) sum = Math.imul(sum ^ text.charCodeAt(i++), HASH_PRIME)
      found = TokenKind.newline
    } else if (first === SIGN) {
      if (unit >= 0xd800 && unit <= 0xdbff && i < room) sum = Math.imul(sum ^ text.charCodeAt(i++), HASH_PRIME)
      found = TokenKind.sign
    } else {
      let uppers = first === LETTER_UPPER ? 1 : 0
      let digits = first === DIGIT ? 1 : 0
      for (; i < room; i++) {
        const unit = text.charCodeAt(i)
        const next = classes[unit] || classify(unit)
        if (next === LETTER_UPPER) uppers++
        else if (next === DIGIT) digits++
        else if (next !== LETTER_LOWER && next !== OTHER_LETTER) break
        sum = Math.imul(sum ^ unit, HASH_PRIME)
      }
      const length = i - from
      if (digits > 0) found = digits === length ? TokenKind.number : TokenKind.mixed
      else if (uppers === 0) found = TokenKind.lower
      else if (uppers === length) found = TokenKind.upper
      else found = first === LETTER_UPPER ? TokenKind.capital : TokenKind.lower
    }
    if (count === kinds.length) resize(count * 2, count)
    kinds[count] = found
    starts[count] = from
    ends[count] = i
    hashes[count] = sum
    if (found === TokenKind.sign) {
      listed[listed.length - ++signCount] = count
      if (unit < 0x80) signBits |= 1 << (unit & 31)
    } else if (found === TokenKind.number || found === TokenKind.mixed) listed[digitCount++] = count
    count++
  }
  return count
}

/** The characters of a token. */
export function tokenText(tokens: Tokens, index: number): string {
  return tokens.text.slice(tokens.start[index], tokens.end[index])
}
