// One pass over a text that every rule shares: words, numbers and signs with their places. Whitespace makes no token.

import { HASH_PRIME, HASH_SEED } from './hash.ts'
import { unitsOf } from './text-units.ts'
import { isToFold } from './view.ts'
import { Unnumbered, type WordTable, wordTable } from './words.ts'

/** The end of Latin-1. */
const LATIN_END = 0x100

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

/** Memory that tokens are written to. Short texts share one after another: memory of its own costs more than reading it. */
class Room {
  readonly kinds: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly words: Int32Array
  readonly digits: Int32Array
  readonly signs: Int32Array

  constructor(size: number) {
    this.kinds = new Uint8Array(size)
    this.starts = new Int32Array(size)
    this.ends = new Int32Array(size)
    this.words = new Int32Array(size)
    this.digits = new Int32Array(size)
    this.signs = new Int32Array(size)
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
  /** The number of each token's word in `table`; below zero for what is none (Unnumbered). */
  readonly word: Int32Array
  readonly table: WordTable
  /** The tokens with digits, and those that are signs, ascending. */
  readonly digits: Int32Array
  readonly signs: Int32Array
  /** Bit `unit & 31` is set for each sign of Latin-1: a text without the bit is without the sign. */
  readonly signBits: number

  /** What a text was read to: its part of a room, from place `at` up to where each of the lists ends. */
  constructor(
    text: string,
    units: Uint16Array,
    table: WordTable,
    signBits: number,
    { kinds, starts, ends, words, digits, signs }: Room,
    at: number,
    end: number,
    digitsEnd: number,
    signsEnd: number,
  ) {
    this.text = text
    this.units = units
    this.count = end - at
    this.kind = new Uint8Array(kinds.buffer, at, end - at)
    this.start = part(starts, at, end)
    this.end = part(ends, at, end)
    this.word = part(words, at, end)
    this.table = table
    this.digits = part(digits, at, digitsEnd)
    this.signs = part(signs, at, signsEnd)
    this.signBits = signBits
  }
}

// Classes of units: one bit each, so that a token's classes are gathered by or.
const LETTER_LOWER = 1
const LETTER_UPPER = 2
const DIGIT = 4
const OTHER_LETTER = 8
/** What words and numbers are made of. */
const INNER = LETTER_LOWER | LETTER_UPPER | DIGIT | OTHER_LETTER
const SPACE = 16
const NEWLINE = 32
const SIGN = 64
/** Beside the class: the unit makes a text one to fold (view.ts). */
const TO_FOLD = 128

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
  if (isToFold(unit)) found |= TO_FOLD
  classes[unit] = found
  return found
}

const SHARED = 1 << 13
/** Longer texts have a room of their own; a text has as many tokens as units at most. */
const LONGEST_SHARED = SHARED >> 2
let shared = new Room(SHARED)
let taken = 0

/** Splits a view text into tokens. Linear. */
export function tokenize(text: string): Tokens {
  return split(text, true)!
}

/** The tokens of a text as sent when it is its own view, as most are; null when it must be folded first. */
export function tokenizePlain(source: string): Tokens | null {
  return split(source, false)
}

function split(text: string, isView: boolean): Tokens | null {
  const { length } = text
  if (length > LONGEST_SHARED) return read(text, isView, new Room(length), 0)
  if (taken + length > SHARED) {
    shared = new Room(SHARED)
    taken = 0
  }
  const tokens = read(text, isView, shared, taken)
  if (tokens !== null) taken += tokens.count
  return tokens
}

/** Reads a text into a room, from place `at` on; null where a text that is no view has a unit to fold. */
function read(text: string, isView: boolean, room: Room, at: number): Tokens | null {
  const { kinds, starts, ends, words, digits, signs } = room
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
  return new Tokens(text, units, table, signBits, room, at, place, digitsEnd, signsEnd)
}

/** The numbers in [from, to) of a room, in its memory; twice as fast as its own subarray. */
function part({ buffer }: Int32Array, from: number, to: number): Int32Array {
  return new Int32Array(buffer, 4 * from, to - from)
}
