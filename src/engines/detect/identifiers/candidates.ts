// What in a text is written like an official number: groups of letters and digits with single signs between, read off
// the tokens once for all rules. The walk visits only tokens with digits and the few letters that may stand before them;
// it gathers length, places of digits and separators as bits, so that a rule is asked only when its shape fits.

import type { ScannedText } from '../../../text/scanned.ts'
import {
  AT,
  BACKSLASH,
  COMMA,
  EN_DASH,
  FULL_STOP,
  HYPHEN,
  PERCENT,
  PLUS,
  SLASH,
  SPACE,
  UNDERSCORE,
  ZERO,
} from '../../../text/signs.ts'
import { TokenKind, type Tokens } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, isSmallLetterUnit } from '../../../text/unit-classes.ts'
import type { Evidence } from '../evidence.ts'
import { isAlphanumeric, isNumeric, isWord } from '../token-questions.ts'

/** No official number has more characters or is written in more groups. */
export const LONGEST = 26
const SHORTEST = 4
const MOST_GROUPS = 9
/** Letters of a group before the first digits at most. */
const MOST_LETTERS = 6
/** Digits of the number of a paper that its year follows at most. */
const MOST_CITED = 6
/** Signs that may stand inside a number at all; their places are the bits of a rule's separators. */
const SEPARATORS = ' -/.,_\u2013\\+'
export const SPACE_BIT = 2
export const COMMA_BIT = 32
const HYPHEN_BIT = 4
/** A sign with a blank on each side. */
const SPACED_TIE = 3
/** Signs that tie groups into one number; a number cut out of a longer tie is none. */
const TIES = separatorBits('-/._\u2013\\+')
/** Signs that calendar dates are written with. */
const DATE_SIGNS = separatorBits('-./')
/** A stretch of text written like a number, and what stands around it. The scan hands out the same object each time. */
export interface Candidate {
  readonly first: number
  readonly start: number
  readonly end: number
  /** How many letters and digits it has. */
  readonly length: number
  /** Bit i: character i, separators not counted, is a digit. Only where `isAscii`. */
  readonly places: number
  /** Of letters and digits of Basic Latin alone. */
  readonly isAscii: boolean
  /** The value itself where words stand between its parts. */
  readonly given: string | null
  readonly separators: number
  /** The value is the rest of a tie that begins with letters ("NIN-12345678901"), or its letters are not capitals ("Av 154104"). */
  readonly needsLabel: boolean
  /** It is cut out of a row of groups: only a label makes it a value. */
  readonly isCut: boolean
}

/** Who is shown the candidates of a text. */
export interface CandidateVisitor {
  /** Told before the candidates that begin at token `first`; says whether a cue may announce them. */
  turnTo(first: number): boolean
  visit(candidate: Candidate): void
  /** Bit n: a bare run of n digits may be somebody's number though no cue announces it. */
  readonly bareLengths: number
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] }

/** One bit for each sign that may stand inside a number; none for others. */
export function separatorBits(signs: string): number {
  let bits = 0
  for (const sign of signs) bits |= 2 << SEPARATORS.indexOf(sign)
  return bits
}

/** The bit of a sign by its unit: a dash is a hyphen here; 0 for signs that never stand inside a number. */
function bitOf(unit: number): number {
  switch (unit) {
    case HYPHEN:
    case EN_DASH:
      return 4
    case SLASH:
      return 8
    case FULL_STOP:
      return 16
    case COMMA:
      return COMMA_BIT
    case UNDERSCORE:
      return 64
    case BACKSLASH:
      return 256
    case PLUS:
      return 512
    default:
      return 0
  }
}

/** Does the value begin with a calendar date of four-digit year? Then only a label makes it one. */
export function isDated(text: string, { separators, start, end }: Candidate): boolean {
  return (separators & DATE_SIGNS) !== 0 && beginsDated(text, start, end)
}

/** "12.03.1980", "1980-3-12", or nothing but a number and a year as papers are cited ("1415/2006"), at the start of [start, end). */
function beginsDated(text: string, start: number, end: number): boolean {
  const first = digitsEnd(text, start, end)
  const width = first - start
  if (width === 0 || width > MOST_CITED || first === end) return false
  const sign = codeAt(text, first)
  if (sign !== HYPHEN && sign !== FULL_STOP && sign !== SLASH) return false
  const second = digitsEnd(text, first + 1, end)
  if (sign === SLASH && second === end && isYear(text, first + 1, second)) return true
  // "1997-1999": from one year to another.
  if (sign === HYPHEN && second === end && isYear(text, start, first) && isYear(text, first + 1, second)) return true
  const between = second - first - 1
  if (between < 1 || between > 2 || second === end || codeAt(text, second) !== sign) return false
  const third = digitsEnd(text, second + 1, end)
  if (width <= 2) return isYear(text, second + 1, third)
  return isYear(text, start, first) && third - second > 1 && third - second <= 3
}

/** Where the digits that begin at `from` end. */
function digitsEnd(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isDigitUnit(codeAt(text, at))) at++
  return at
}

/** Are the digits in [from, to) a year from 1900 to 2099? */
function isYear(text: string, from: number, to: number): boolean {
  if (to - from !== 4) return false
  const century = (codeAt(text, from) - ZERO) * 10 + codeAt(text, from + 1) - ZERO
  return century === 19 || century === 20
}

/** Reads candidates off the tokens: groups of letters and digits with single signs between. */
export class CandidateScan {
  readonly #scanned: ScannedText
  readonly #evidence: Evidence
  readonly #series: number
  readonly #visitor: CandidateVisitor
  readonly #candidate: Mutable<Candidate> = {
    first: 0,
    start: 0,
    end: 0,
    length: 0,
    places: 0,
    isAscii: true,
    given: null,
    separators: 0,
    needsLabel: false,
    isCut: false,
  }

  /** `series` is the cue group of words like "seria" that open a number quoted in words. */
  constructor(scanned: ScannedText, evidence: Evidence, series: number, visitor: CandidateVisitor) {
    this.#scanned = scanned
    this.#evidence = evidence
    this.#series = series
    this.#visitor = visitor
  }

  /** Visits every candidate, by its first token. */
  run(): void {
    const { digits, kind, start, end } = this.#scanned.tokens
    for (let i = 0; i < digits.length; i++) {
      const numeric = digits[i]!
      // A number may begin with letters when its digits follow within two groups.
      const near = this.#lettersBefore(numeric)
      if (near >= 0) {
        const far = kind[near] === TokenKind.upper ? this.#lettersBefore(near) : -1
        if (far >= 0 && kind[far] === TokenKind.upper && end[far]! - start[far]! <= MOST_LETTERS) this.#from(far)
        if (end[near]! - start[near]! <= MOST_LETTERS) this.#from(near)
      }
      this.#from(numeric)
    }
    for (const hit of this.#evidence.hits.of(this.#series)) this.#worded(hit.firstToken)
  }

  /** The group of letters whose next group is token `index`; -1 when there is none. */
  #lettersBefore(index: number): number {
    if (index < 1) return -1
    const { tokens } = this.#scanned
    const { kind } = tokens
    const last = kind[index - 1]!
    // Before a blank most words belong to the sentence.
    if (last === TokenKind.lower) return -1
    const before = last === TokenKind.sign ? index - 2 : index - 1
    return before >= 0 && isWord(kind[before]) && nextGroup(tokens, before) === index ? before : -1
  }

  /** Is a sign right before token `first`, `before` by its unit, a tie to another group? */
  #isTied(first: number, before: number): boolean {
    const { kind, start, end } = this.#scanned.tokens
    return (
      (bitOf(before) & TIES) !== 0 &&
      first > 1 &&
      end[first - 2] === start[first - 1] &&
      isAlphanumeric(kind[first - 2])
    )
  }

  /** Is token `first` a bare number of a length that needs a cue, or does a calendar date begin with it? */
  #isNothing(first: number): boolean {
    const { text, tokens } = this.#scanned
    const { kind, start, end, units } = tokens
    if (kind[first] !== TokenKind.number) return false
    const behind = end[first]!
    if (nextGroup(tokens, first) < 0) {
      const width = behind - start[first]!
      return width > LONGEST || (this.#visitor.bareLengths & (1 << width)) === 0
    }
    return (bitOf(units[behind]!) & DATE_SIGNS) !== 0 && beginsDated(text, start[first]!, text.length)
  }

  /** Visits every candidate that begins at token `first`. */
  #from(first: number): void {
    const { tokens } = this.#scanned
    const { kind, start, end, units } = tokens
    const from = start[first]!
    const before = from > 0 ? units[from - 1]! : SPACE
    if (before === AT || before === PERCENT) return
    // "INDEX_SSL 0": the rest of a name, and what stands behind the name.
    if (before === UNDERSCORE && isWord(kind[first]) && nextGroup(tokens, first) === first + 1) return
    const isTied = before !== SPACE && this.#isTied(first, before)
    // The rest of a tie counts only when what it is tied to is a word that announces it.
    if (isTied && (isNumeric(kind[first - 2]) || !this.#evidence.hits.endsAt(end[first - 2]!))) return
    const isAnnounced = this.#visitor.turnTo(first)
    let isLoose = isTied
    // What no cue announces is no rest of a tie, and no calendar date whatever follows it.
    if (!isAnnounced && (isTied || this.#isNothing(first))) return
    const inRow = first > 0 && before === SPACE && isNumeric(kind[first - 1]) && from - end[first - 1]! <= 2
    const candidate = this.#candidate
    candidate.first = first
    candidate.start = from
    candidate.given = null
    let length = 0
    let places = 0
    let separators = 0
    let hasDigit = false
    let isAscii = true
    for (let j = first, groups = 1; groups <= MOST_GROUPS; groups++) {
      const at = length
      length += end[j]! - start[j]!
      if (length > LONGEST) return
      const known = kind[j]!
      if (known === TokenKind.number) {
        hasDigit = true
        places |= ((1 << (length - at)) - 1) << at
      } else {
        for (let k = start[j]!, bit = 1 << at; k < end[j]!; k++, bit <<= 1) {
          const unit = units[k]!
          if (unit >= 0x80) isAscii = false
          else if (unit <= 57) places |= bit
          // "mdoc2man", "python3.11": in small letters it is a number where a label says so.
          else if (isSmallLetterUnit(unit)) isLoose = true
        }
        if (known === TokenKind.mixed) hasDigit = true
        else if (known !== TokenKind.upper) isLoose = true
      }
      if (isLoose && !isAnnounced) return
      const next = nextGroup(tokens, j)
      const gap = next < 0 ? 0 : gapBit(tokens, j, next)
      // A value may end where a space or the end follows, or a sign that ties nothing to it.
      if (hasDigit && length >= SHORTEST && (gap & TIES) === 0) {
        candidate.end = end[j]!
        candidate.length = length
        candidate.places = places
        candidate.isAscii = isAscii
        candidate.separators = separators
        candidate.needsLabel = isLoose
        candidate.isCut = (separators & SPACE_BIT) !== 0 && (inRow || (gap === SPACE_BIT && isNumeric(kind[next])))
        this.#visitor.visit(candidate)
      }
      if (next < 0) return
      separators |= gap
      if (inRow && !isAnnounced && (gap & SPACE_BIT) !== 0) return
      // "120381 - 4567" may also be a range: only behind a label it is one number.
      if ((gap & HYPHEN_BIT) !== 0 && start[next]! - end[j]! === SPACED_TIE) isLoose = true
      // "9\n2232970677": one number that a line broke, or the last of a row and the first of the next.
      if (kind[j + 1] === TokenKind.newline) isLoose = true
      j = next
    }
  }

  /** "seria RK nr. 170116": a series and a number in words, as identity cards are quoted. */
  #worded(first: number): void {
    const scanned = this.#scanned
    const { kind, start, end, count } = scanned.tokens
    const letters = first + 1
    if (kind[letters] !== TokenKind.upper || end[letters]! - start[letters]! > 4) return
    for (let i = letters + 1; i < count && i <= letters + 4; i++) {
      if (start[i]! - end[i - 1]! > 2) return
      if (kind[i] === TokenKind.number) {
        const length = end[letters]! - start[letters]! + end[i]! - start[i]!
        if (length > LONGEST) return
        const candidate = this.#candidate
        candidate.first = first
        candidate.start = start[first]!
        candidate.end = end[i]!
        candidate.length = length
        candidate.isAscii = false
        candidate.given = scanned.text.slice(start[letters], end[letters]) + scanned.text.slice(start[i], end[i])
        candidate.separators = 0
        candidate.needsLabel = false
        candidate.isCut = false
        // Its own first word announces it, whatever stands before.
        this.#visitor.turnTo(first)
        this.#visitor.visit(candidate)
        return
      }
      if (kind[i] !== TokenKind.sign && kind[i] !== TokenKind.newline && !this.#evidence.isFiller(i)) return
    }
  }
}

/** The next group of the same number behind token `index`: after a space, one line break or one tie; -1 when there is none. */
function nextGroup(tokens: Tokens, index: number): number {
  const { count, kind, start, end, units } = tokens
  const next = index + 1
  if (next >= count) return -1
  const known = kind[next]!
  const behind = end[index]!
  const room = start[next]! - behind
  const after = next + 1
  // What touches a group is a sign or a line break.
  if (room === 0) {
    if (after >= count || start[after] !== end[next] || !isAlphanumeric(kind[after])) return -1
    if (known === TokenKind.newline) return isNumeric(kind[index]) && isNumeric(kind[after]) ? after : -1
    return bitOf(units[behind]!) !== 0 ? after : -1
  }
  if (known === TokenKind.sign) return room === 1 && after < count && isSpacedTie(tokens, index, next) ? after : -1
  // One space, or two where texts are set wide; and most words behind it belong to the sentence.
  if (known === TokenKind.lower || room > 2 || units[behind] !== SPACE) return -1
  return units[start[next]! - 1] === SPACE && isGroup(tokens, index, 2) && isGroup(tokens, next, 0) ? next : -1
}

/** What stands between two groups: a space for any white space, else the sign. */
function gapBit({ kind, start, units }: Tokens, index: number, next: number): number {
  if (next === index + 1 || kind[index + 1] === TokenKind.newline) return SPACE_BIT
  return bitOf(units[start[index + 1]!]!)
}

/** "280793 - 765C", "19641122 - 3719": a birth date and its serial number with blanks around their sign. */
function isSpacedTie({ kind, start, end, units }: Tokens, index: number, next: number): boolean {
  const after = next + 1
  if (bitOf(units[start[next]!]!) !== HYPHEN_BIT || start[after]! - end[next]! !== 1) return false
  const wide = end[index]! - start[index]!
  const rest = end[after]! - start[after]!
  return (
    kind[index] === TokenKind.number &&
    isNumeric(kind[after]) &&
    (wide === 6 || wide === 8) &&
    (rest === 4 || rest === 5)
  )
}

/** Groups beside a space are numbers, a few capitals, or a capitalised word of at most `most` letters; a longer word belongs to the sentence. */
function isGroup({ kind, start, end }: Tokens, index: number, most: number): boolean {
  const known = kind[index]
  if (isNumeric(known)) return true
  const length = end[index]! - start[index]!
  return known === TokenKind.upper ? length <= MOST_LETTERS : known === TokenKind.capital && length <= most
}
