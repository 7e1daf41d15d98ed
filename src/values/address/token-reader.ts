// The tokens of a text for address books: the kind of each, its sign, and how it joins its neighbours.
import type { ScannedText } from '../../text/scanned.ts'
import { EN_DASH, FULL_STOP, HYPHEN, signSet, TAB } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { sliceOf } from '../../text/unit-classes.ts'
import { Signs, signsOf } from './sign-groups.ts'

/** Number of consecutive spaces that separate columns: "Place : Linz   Date : 03.09.2026". */
const COLUMN_GAP = 3

const joins = signSet("-'`\u00b4\u2018\u2019")
const closesPart = signSet(',.;)')

export class TokenReader {
  readonly text: ScannedText
  readonly count: number
  readonly starts: Int32Array
  readonly stops: Int32Array
  /** TokenKind of each token; `kind` is also defined outside the text. */
  readonly kinds: Uint8Array
  readonly #text: string
  readonly #units: Uint16Array

  constructor(text: ScannedText) {
    const { count, kind, start, end } = text.tokens
    this.text = text
    this.count = count
    this.starts = start
    this.stops = end
    this.kinds = kind
    this.#text = text.text
    this.#units = text.tokens.units
  }

  start(i: number): number {
    return this.starts[i]!
  }

  end(i: number): number {
    return this.stops[i]!
  }

  kind(i: number): number {
    return i >= 0 && i < this.count ? this.kinds[i]! : 0
  }

  /** The character of a sign token, otherwise ''. */
  sign(i: number): string {
    return i >= 0 && i < this.count && this.kinds[i] === TokenKind.sign ? this.#text[this.starts[i]!]! : ''
  }

  /** The code of a sign token's character, otherwise 0. */
  signCode(i: number): number {
    return i >= 0 && i < this.count && this.kinds[i] === TokenKind.sign ? this.#units[this.starts[i]!]! : 0
  }

  isNewline(i: number): boolean {
    return this.kind(i) === TokenKind.newline
  }

  isCapital(i: number): boolean {
    const kind = this.kind(i)
    return kind === TokenKind.capital || kind === TokenKind.upper
  }

  isWord(i: number): boolean {
    const kind = this.kind(i)
    return kind >= TokenKind.lower && kind <= TokenKind.upper
  }

  isLower(i: number): boolean {
    return this.kind(i) === TokenKind.lower
  }

  /** True for a word in capitals of at most `most` letters. */
  isUpper(i: number, most: number): boolean {
    return this.kind(i) === TokenKind.upper && this.length(i) <= most
  }

  /** True for a number of at most `most` digits. */
  isNumber(i: number, most: number): boolean {
    return this.kind(i) === TokenKind.number && this.length(i) <= most
  }

  /** True for digits, alone or with letters. */
  isCode(i: number): boolean {
    const kind = this.kind(i)
    return kind === TokenKind.number || kind === TokenKind.mixed
  }

  /** A sign that joins the parts of one name: hyphen, apostrophes. */
  isJoiner(i: number): boolean {
    return joins(this.signCode(i))
  }

  isDot(i: number): boolean {
    return this.signCode(i) === FULL_STOP
  }

  unitAt(i: number): number {
    return this.#units[this.starts[i]!]!
  }

  /** The unit directly before token i, which may be a space; 0 at the start of the text. */
  unitBefore(i: number): number {
    const start = this.starts[i]!
    return start > 0 ? this.#units[start - 1]! : 0
  }

  /** True if token i directly follows token i - 1. */
  isTight(i: number): boolean {
    return i > 0 && i < this.count && this.stops[i - 1] === this.starts[i]
  }

  /** True if token i directly joins both its neighbours. */
  isTightBetween(i: number): boolean {
    return this.isTight(i) && this.isTight(i + 1)
  }

  /** True for a dash between spaces. */
  isSpacedDash(i: number): boolean {
    const sign = this.signCode(i)
    return (sign === HYPHEN || sign === EN_DASH) && !this.isTight(i) && !this.isTight(i + 1)
  }

  /** True for the full stop of an abbreviation: it directly follows its word. */
  isTightDot(i: number): boolean {
    return this.isDot(i) && this.isTight(i)
  }

  /** True for the full stop of a short word before a capital: "St. Mary", "O. Henry". */
  isInitialDot(i: number): boolean {
    return this.isTightDot(i) && this.length(i - 1) <= 3 && this.isCapital(i + 1)
  }

  /** True if a tab precedes token i. Tabs separate the cells of a table, never the words of a name. */
  isCell(i: number): boolean {
    return i > 0 && i < this.count && this.#units[this.starts[i]! - 1] === TAB
  }

  /** True if the gap before token i is as wide as a column gap. */
  isApart(i: number): boolean {
    return i > 0 && i < this.count && this.starts[i]! - this.stops[i - 1]! >= COLUMN_GAP && !this.isNewline(i)
  }

  length(i: number): number {
    return i >= 0 && i < this.count ? this.stops[i]! - this.starts[i]! : 0
  }

  /** Skips one full stop that abbreviates the word before it. */
  dot(i: number): number {
    return this.isTightDot(i) ? i + 1 : i
  }

  /** True if a segment ends before token i: a closing sign, a line break, the end of the text. */
  endsSegment(i: number): boolean {
    if (i >= this.count || this.isNewline(i)) return true
    return (signsOf(this.signCode(i)) & Signs.ends) !== 0
  }

  /** True for a comma, a line break, a full stop or the end of the text. */
  endsPart(i: number): boolean {
    if (i >= this.count || this.isNewline(i)) return true
    return closesPart(this.signCode(i))
  }

  /** A lower-case particle that a hyphen joins to a name: "il-Belt Valletta", "r-Rabat". */
  isParticle(i: number): boolean {
    return (
      this.kind(i) === TokenKind.lower &&
      this.signCode(i + 1) === HYPHEN &&
      this.isTight(i + 1) &&
      this.isTight(i + 2) &&
      this.isCapital(i + 2)
    )
  }

  /** True if the name continues at `end`: "Kano's", "Vienna-based". */
  goesOn(end: number): boolean {
    return this.signCode(end) === HYPHEN && this.isTight(end) && this.isTight(end + 1) && this.isCapital(end + 1)
  }

  slice(from: number, to: number): string {
    return sliceOf(this.#text, this.starts[from]!, this.stops[to - 1]!)
  }
}
