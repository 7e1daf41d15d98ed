// Facts about every token of a text, computed in one walk: bits (or a small number) for each distinct word, computed
// once and cached by the word's number. A detector then reads typed arrays, and can usually skip a text or a token
// at once.
import { numbersFor } from './kept-list.ts'
import type { ScannedText } from './scanned.ts'
import { Unnumbered, type Word, type WordTable } from './words.ts'

/** Set together with the bits of a word, so that 0 means not computed yet. */
const ASKED = 1 << 31

export class TextBits {
  /** By token; 0 for numbers, line breaks and words without any. */
  readonly each: Int32Array
  /** The bits of all tokens combined: if a bit is not set here, no token has it. */
  readonly any: number

  constructor(each: Int32Array, any: number) {
    this.each = each
    this.any = any
  }
}

/** Bits that one module assigns to words; they depend only on the word. */
export class WordBits {
  readonly #know: (word: Word) => number
  #table: WordTable | null = null
  #known = new Int32Array(1024)

  /** `know` returns a word's bits: 31 at most (0 to 2^31 - 1). It is called once for each word. */
  constructor(know: (word: Word) => number) {
    this.#know = know
  }

  /** The bits of each token of a text, computed on first use and cached with the text. */
  over(text: ScannedText): TextBits {
    const known = text.note(this) as TextBits | undefined
    if (known !== undefined) return known
    const bits = this.#read(text)
    text.keepNote(this, bits)
    return bits
  }

  /** The bits of one token, for callers that need only a few tokens of a text; `over` reads all. */
  at(text: ScannedText, index: number): number {
    const { word, table } = text.tokens
    const number = word[index]!
    if (number < 0) return number === Unnumbered.unkept ? this.#know(text.word(index)) : 0
    if (table !== this.#table) this.#turnTo(table)
    const known = number < this.#known.length ? this.#known[number]! : 0
    return (known !== 0 ? known : this.#ask(table, number)) & ~ASKED
  }

  of(word: Word): number {
    if (word.table === null || word.table !== this.#table) return this.#know(word)
    const known = word.number < this.#known.length ? this.#known[word.number]! : 0
    return (known !== 0 ? known : this.#ask(word.table, word.number)) & ~ASKED
  }

  #read(text: ScannedText): TextBits {
    const { count, word, table } = text.tokens
    if (table !== this.#table) this.#turnTo(table)
    if (this.#known.length < table.count) this.#widen(table.count)
    const known = this.#known
    const each = numbersFor(count)
    let any = 0
    for (let i = 0; i < count; i++) {
      const number = word[i]!
      let bits = 0
      if (number >= 0) {
        bits = known[number]!
        if (bits === 0) bits = this.#ask(table, number)
        bits &= ~ASKED
      } else if (number === Unnumbered.unkept) bits = this.#know(text.word(i))
      each[i] = bits
      any |= bits
    }
    return new TextBits(each, any)
  }

  #turnTo(table: WordTable): void {
    this.#table = table
    this.#known.fill(0)
  }

  #ask(table: WordTable, number: number): number {
    const bits = this.#know(table.word(number)) | ASKED
    if (number >= this.#known.length) this.#widen(number + 1)
    this.#known[number] = bits
    return bits
  }

  #widen(least: number): void {
    const wider = new Int32Array(Math.max(least, 2 * this.#known.length))
    wider.set(this.#known)
    this.#known = wider
  }
}
