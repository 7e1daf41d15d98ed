// The tokens of a text as address books look at them: what kind each is, which sign, and how it is joined to its neighbours.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { sliceOf } from '../../text/unit-classes.ts'
import { Sign, Signs, signsOf } from './signs.ts'

const TAB = 9

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
    return code === 0x2d || code === 0x27 || code === 0x2019 || code === 0x2018 || code === 0x60 || code === 0xb4
  }

  isDot(i: number): boolean {
    return this.signCode(i) === Sign.dot
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
    return sign === Sign.comma || sign === Sign.dot || sign === Sign.semicolon || sign === Sign.close
  }

  /** A small particle tied to a name: "il-Belt Valletta", "r-Rabat". */
  isParticle(i: number): boolean {
    return (
      this.kind(i) === TokenKind.lower &&
      this.signCode(i + 1) === Sign.hyphen &&
      this.isTight(i + 1) &&
      this.isTight(i + 2) &&
      this.isCapital(i + 2)
    )
  }

  /** "Kano's", "Vienna-based": the name goes on at `end`. */
  goesOn(end: number): boolean {
    return this.signCode(end) === Sign.hyphen && this.isTight(end) && this.isTight(end + 1) && this.isCapital(end + 1)
  }

  slice(from: number, to: number): string {
    return sliceOf(this.#text, this.starts[from]!, this.stops[to - 1]!)
  }
}
