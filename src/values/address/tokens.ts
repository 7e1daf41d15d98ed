// The tokens of a text as address books look at them: what kind each is, which sign, and how it is joined to its neighbours.

import type { ScannedText } from '../../text/scanned.ts'
import {
  ACUTE,
  APOSTROPHE,
  CLOSE_PARENTHESIS,
  COMMA,
  FULL_STOP,
  GRAVE,
  HYPHEN,
  LEFT_QUOTE,
  RIGHT_QUOTE,
  SEMICOLON,
  TAB,
} from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { sliceOf } from '../../text/unit-classes.ts'
import { Signs, signsOf } from './sign-groups.ts'

/** Blanks in a row that part columns: "Place : Linz   Date : 03.09.2026". */
const COLUMN_GAP = 3

export class TokenReader {
  readonly text: ScannedText
  readonly count: number
  readonly starts: Int32Array
  readonly stops: Int32Array
  /** TokenKind of each; `kind` asks outside the text too. */
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

  /** The character of a sign token, else ''. */
  sign(i: number): string {
    return i >= 0 && i < this.count && this.kinds[i] === TokenKind.sign ? this.#text[this.starts[i]!]! : ''
  }

  /** The code of a sign token's character, else 0. */
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

  /** A sign that ties the parts of one name: hyphen, apostrophes. */
  isJoiner(i: number): boolean {
    const code = this.signCode(i)
    if (code === HYPHEN || code === APOSTROPHE || code === GRAVE || code === ACUTE) return true
    return code === LEFT_QUOTE || code === RIGHT_QUOTE
  }

  isDot(i: number): boolean {
    return this.signCode(i) === FULL_STOP
  }

  /** The first unit of token i. */
  unitAt(i: number): number {
    return this.#units[this.starts[i]!]!
  }

  /** The unit right before token i, also a blank; 0 at the start of the text. */
  unitBefore(i: number): number {
    const start = this.starts[i]!
    return start > 0 ? this.#units[start - 1]! : 0
  }

  /** Does token i follow token i - 1 without a blank? */
  isTight(i: number): boolean {
    return i > 0 && i < this.count && this.stops[i - 1] === this.starts[i]
  }

  /** Does a tab stand before token i? Tabs part the cells of a table, never the words of a name. */
  isCell(i: number): boolean {
    return i > 0 && i < this.count && this.#units[this.starts[i]! - 1] === TAB
  }

  /** Does a gap stand before token i that is as wide as a tab? */
  isApart(i: number): boolean {
    return i > 0 && i < this.count && this.starts[i]! - this.stops[i - 1]! >= COLUMN_GAP && !this.isNewline(i)
  }

  length(i: number): number {
    return i >= 0 && i < this.count ? this.stops[i]! - this.starts[i]! : 0
  }

  /** Passes one dot that abbreviates the word before it. */
  dot(i: number): number {
    return this.isDot(i) && this.isTight(i) ? i + 1 : i
  }

  /** Does a segment end before token i: a sign that closes, a line break, the end? */
  endsSegment(i: number): boolean {
    if (i >= this.count || this.isNewline(i)) return true
    return (signsOf(this.signCode(i)) & Signs.ends) !== 0
  }

  /** A comma, a line break, a full stop or the end. */
  endsPart(i: number): boolean {
    if (i >= this.count || this.isNewline(i)) return true
    const sign = this.signCode(i)
    return sign === COMMA || sign === FULL_STOP || sign === SEMICOLON || sign === CLOSE_PARENTHESIS
  }

  /** A small particle tied to a name: "il-Belt Valletta", "r-Rabat". */
  isParticle(i: number): boolean {
    return (
      this.kind(i) === TokenKind.lower &&
      this.signCode(i + 1) === HYPHEN &&
      this.isTight(i + 1) &&
      this.isTight(i + 2) &&
      this.isCapital(i + 2)
    )
  }

  /** "Kano's", "Vienna-based": the name goes on at `end`. */
  goesOn(end: number): boolean {
    return this.signCode(end) === HYPHEN && this.isTight(end) && this.isTight(end + 1) && this.isCapital(end + 1)
  }

  slice(from: number, to: number): string {
    return sliceOf(this.#text, this.starts[from]!, this.stops[to - 1]!)
  }
}
