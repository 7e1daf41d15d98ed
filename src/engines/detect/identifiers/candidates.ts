// Candidates for official numbers: groups of letters and digits with single separators, read from
// the tokens once for all rules. The scan visits only tokens with digits and the few letters that may precede them;
// it collects length, digit positions and separators as bits, so that a rule is tested only if its shape fits.
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

/** Maximum number of characters of an official number; MOST_GROUPS: maximum number of its groups. */
export const LONGEST = 26
const SHORTEST = 4
const MOST_GROUPS = 9
/** Maximum number of letters of a group before the first digits. */
const MOST_LETTERS = 6
/** Maximum number of digits of a document number before its year. */
const MOST_CITED = 6
/** Signs that may be inside a number; their indexes are the bits of a rule's separators. */
const SEPARATORS = ' -/.,_\u2013\\+'
export const SPACE_BIT = 2
export const COMMA_BIT = 32
const HYPHEN_BIT = 4
/** Length of a sign with a space on each side. */
const SPACED_TIE = 3
/** Signs that connect groups to one number; a part of a longer connected value is not a number. */
const TIES = separatorBits('-/._\u2013\\+')
/** Separators of calendar dates. */
const DATE_SIGNS = separatorBits('-./')
/** The contents of a group of letters and digits; `loose`: letters that are not capitals. */
const Mark = { digit: 1, loose: 2, foreign: 4 } as const
const FIRST_FOREIGN = 0x80
const LAST_DIGIT = 57

/** A part of the text with the form of a number, and its context. The scan reuses one object. */
export interface Candidate {
  readonly first: number
  readonly start: number
  readonly end: number
  /** Number of letters and digits. */
  readonly length: number
  readonly places: number
  readonly isAscii: boolean
  /** The value itself if words are between its parts. */
  readonly given: string | null
  readonly separators: number
  /** True if the value is connected to letters before it ("NIN-12345678901"), or its letters are not capitals ("Av 154104"). */
  readonly needsLabel: boolean
  /** True if it is a part of a row of groups: it then needs a label. */
  readonly isCut: boolean
}

export interface CandidateVisitor {
  /** Called before the candidates that begin at token `first`; returns true if a cue may label them. */
  turnTo(first: number): boolean
  visit(candidate: Candidate): void
  /** Bit n: a bare run of n digits may be a person's number without a cue. */
  readonly bareLengths: number
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] }

/** One bit for each sign that may be inside a number; none for others. */
export function separatorBits(signs: string): number {
  let bits = 0
  for (const sign of signs) bits |= 2 << SEPARATORS.indexOf(sign)
  return bits
}

/** The bit of a sign by its code unit: an en dash counts as a hyphen; 0 for signs that are never inside a number. */
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

/** True if the value begins with a calendar date with a four-digit year. It then needs a label. */
export const isDated = (text: string, { separators, start, end }: Candidate): boolean =>
  (separators & DATE_SIGNS) !== 0 && beginsDated(text, start, end)

/** "12.03.1980", "1980-3-12", or only a number and a year as in citations ("1415/2006"), at the start of [start, end). */
function beginsDated(text: string, start: number, end: number): boolean {
  const first = digitsEnd(text, start, end)
  const width = first - start
  if (width === 0 || width > MOST_CITED || first === end) return false
  const sign = codeAt(text, first)
  if (sign !== HYPHEN && sign !== FULL_STOP && sign !== SLASH) return false
  const second = digitsEnd(text, first + 1, end)
  if (second === end) return sign !== FULL_STOP && endsInYear(text, start, first, end, sign)
  const between = second - first - 1
  if (between < 1 || between > 2 || codeAt(text, second) !== sign) return false
  const third = digitsEnd(text, second + 1, end)
  if (width <= 2) return isYear(text, second + 1, third)
  return isYear(text, start, first) && third - second > 1 && third - second <= 3
}

/** "1415/2006"; "1997-1999" is a range of years. */
const endsInYear = (text: string, start: number, first: number, end: number, sign: number): boolean =>
  isYear(text, first + 1, end) && (sign === SLASH || isYear(text, start, first))

function digitsEnd(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isDigitUnit(codeAt(text, at))) at++
  return at
}

/** True if the digits in [from, to) are a year from 1900 to 2099. */
function isYear(text: string, from: number, to: number): boolean {
  if (to - from !== 4) return false
  const century = (codeAt(text, from) - ZERO) * 10 + codeAt(text, from + 1) - ZERO
  return century === 19 || century === 20
}

/** Reads candidates from the tokens: groups of letters and digits with single separators. */
export class CandidateScan {
  readonly #scanned: ScannedText
  readonly #evidence: Evidence
  readonly #series: number
  readonly #visitor: CandidateVisitor
  /** Bits of Mark of the last group that was read. */
  #marks = 0
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

  /** `series`: cue group of words like "seria" that begin a number quoted in words. */
  constructor(scanned: ScannedText, evidence: Evidence, series: number, visitor: CandidateVisitor) {
    this.#scanned = scanned
    this.#evidence = evidence
    this.#series = series
    this.#visitor = visitor
  }

  run(): void {
    const { digits, kind, start, end } = this.#scanned.tokens
    for (let i = 0; i < digits.length; i++) {
      const numeric = digits[i]!
      // A number may begin with letters if its digits follow within two groups.
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

  #lettersBefore(index: number): number {
    if (index < 1) return -1
    const { tokens } = this.#scanned
    const { kind } = tokens
    const last = kind[index - 1]!
    // A lower-case word before a space belongs to the sentence.
    if (last === TokenKind.lower) return -1
    const before = last === TokenKind.sign ? index - 2 : index - 1
    return before >= 0 && isWord(kind[before]) && nextGroup(tokens, before) === index ? before : -1
  }

  /** True if the sign directly before token `first`, with code unit `before`, connects it to another group. */
  #isTied(first: number, before: number): boolean {
    const { kind, start, end } = this.#scanned.tokens
    return (
      (bitOf(before) & TIES) !== 0 &&
      first > 1 &&
      end[first - 2] === start[first - 1] &&
      isAlphanumeric(kind[first - 2])
    )
  }

  /** True if token `first` is a bare number whose length needs a cue, or begins a calendar date. */
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

  #from(first: number): void {
    const { kind, start, end, units } = this.#scanned.tokens
    const from = start[first]!
    const before = from > 0 ? units[from - 1]! : SPACE
    if (this.#isPartOfName(first, before)) return
    const isTied = before !== SPACE && this.#isTied(first, before)
    // A connected part counts only if the word before the sign is its cue.
    if (isTied && (isNumeric(kind[first - 2]) || !this.#evidence.hits.endsAt(end[first - 2]!))) return
    const isAnnounced = this.#visitor.turnTo(first)
    // Without a cue, neither a connected part nor a calendar date is a candidate.
    if (!isAnnounced && (isTied || this.#isNothing(first))) return
    const inRow = first > 0 && before === SPACE && isNumeric(kind[first - 1]) && from - end[first - 1]! <= 2
    const candidate = this.#candidate
    candidate.first = first
    candidate.start = from
    candidate.given = null
    this.#read(first, isAnnounced, isTied, inRow)
  }

  /** "ana@12", "100%4", "INDEX_SSL 0": the rest of an address or a name. */
  #isPartOfName(first: number, before: number): boolean {
    if (before === AT || before === PERCENT) return true
    const { tokens } = this.#scanned
    return before === UNDERSCORE && isWord(tokens.kind[first]) && nextGroup(tokens, first) === first + 1
  }

  /** Visits each value of the groups from token `first` on. `isTied`, and other loose groups later, need a label; `inRow`: numbers precede. */
  #read(first: number, isAnnounced: boolean, isTied: boolean, inRow: boolean): void {
    const { tokens } = this.#scanned
    const { kind, start, end } = tokens
    const candidate = this.#candidate
    let isLoose = isTied
    let length = 0
    let places = 0
    let separators = 0
    let marks = 0
    for (let j = first, groups = 1; groups <= MOST_GROUPS; groups++) {
      const at = length
      length += end[j]! - start[j]!
      if (length > LONGEST) return
      const known = kind[j]!
      if (known === TokenKind.number) {
        marks |= Mark.digit
        places |= ((1 << (length - at)) - 1) << at
      } else {
        const group = this.#lettersOf(j)
        places |= group << at
        marks |= this.#marks
        if ((this.#marks & Mark.loose) !== 0) isLoose = true
      }
      if (isLoose && !isAnnounced) return
      const next = nextGroup(tokens, j)
      const gap = next < 0 ? 0 : gapBit(tokens, j, next)
      // A value can end before a space, at the end, or before a sign that connects nothing to it.
      if ((marks & Mark.digit) !== 0 && length >= SHORTEST && (gap & TIES) === 0) {
        candidate.end = end[j]!
        candidate.length = length
        candidate.places = places
        candidate.isAscii = (marks & Mark.foreign) === 0
        candidate.separators = separators
        candidate.needsLabel = isLoose
        candidate.isCut = (separators & SPACE_BIT) !== 0 && (inRow || (gap === SPACE_BIT && isNumeric(kind[next])))
        this.#visitor.visit(candidate)
      }
      if (next < 0) return
      separators |= gap
      if (inRow && !isAnnounced && (gap & SPACE_BIT) !== 0) return
      if (isLooselyJoined(tokens, j, next, gap)) isLoose = true
      j = next
    }
  }

  /** Bits of the digits of a group with letters; what else it has is in #marks. */
  #lettersOf(index: number): number {
    const { kind, start, end, units } = this.#scanned.tokens
    const known = kind[index]!
    let places = 0
    let marks = known === TokenKind.mixed ? Mark.digit : known === TokenKind.upper ? 0 : Mark.loose
    for (let k = start[index]!, bit = 1; k < end[index]!; k++, bit <<= 1) {
      const unit = units[k]!
      if (unit >= FIRST_FOREIGN) marks |= Mark.foreign
      else if (unit <= LAST_DIGIT) places |= bit
      // "mdoc2man", "python3.11": with lower-case letters, a number needs a label.
      else if (isSmallLetterUnit(unit)) marks |= Mark.loose
    }
    this.#marks = marks
    return places
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
        // Its own first word is its cue, independent of the text before.
        this.#visitor.turnTo(first)
        this.#visitor.visit(candidate)
        return
      }
      if (kind[i] !== TokenKind.sign && kind[i] !== TokenKind.newline && !this.#evidence.isFiller(i)) return
    }
  }
}

/** The next group of the same number after token `index`: after a space, one line break or one connecting sign; -1 if there is none. */
function nextGroup(tokens: Tokens, index: number): number {
  const { count, kind, start, end, units } = tokens
  const next = index + 1
  if (next >= count) return -1
  const known = kind[next]!
  const behind = end[index]!
  const room = start[next]! - behind
  const after = next + 1
  // A sign or a line break touches the group.
  if (room === 0) {
    if (after >= count || start[after] !== end[next] || !isAlphanumeric(kind[after])) return -1
    if (known === TokenKind.newline) return isNumeric(kind[index]) && isNumeric(kind[after]) ? after : -1
    return bitOf(units[behind]!) !== 0 ? after : -1
  }
  if (known === TokenKind.sign) return room === 1 && after < count && isSpacedTie(tokens, index, next) ? after : -1
  // One space, or two in justified text; a lower-case word after it belongs to the sentence.
  if (known === TokenKind.lower || room > 2 || units[behind] !== SPACE) return -1
  return units[start[next]! - 1] === SPACE && isGroup(tokens, index, 2) && isGroup(tokens, next, 0) ? next : -1
}

/** True if two groups may be two values: with spaces around a hyphen ("120381 - 4567", also a range), or in two lines. */
function isLooselyJoined({ kind, start, end }: Tokens, index: number, next: number, gap: number): boolean {
  if ((gap & HYPHEN_BIT) !== 0 && start[next]! - end[index]! === SPACED_TIE) return true
  return kind[index + 1] === TokenKind.newline
}

/** The separator between two groups: a space for any white space, else the sign. */
function gapBit({ kind, start, units }: Tokens, index: number, next: number): number {
  if (next === index + 1 || kind[index + 1] === TokenKind.newline) return SPACE_BIT
  return bitOf(units[start[index + 1]!]!)
}

/** "280793 - 765C", "19641122 - 3719": a birth date and its serial number with spaces around the sign. */
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

/** Groups next to a space are numbers, a few capitals, or a capitalised word of at most `most` letters; a longer word belongs to the sentence. */
function isGroup({ kind, start, end }: Tokens, index: number, most: number): boolean {
  const known = kind[index]
  if (isNumeric(known)) return true
  const length = end[index]! - start[index]!
  return known === TokenKind.upper ? length <= MOST_LETTERS : known === TokenKind.capital && length <= most
}
