// A text prepared once for all rules: its view, its tokens, and the shared facts about each word.

import { mayBeEncoded } from './encoded-signs.ts'
import type { Range } from './range.ts'
import { laidOver, type Rewritten } from './rewriting.ts'
import { TokenKind, type Tokens, tokenize, tokenizePlain } from './tokens.ts'
import { sliceOf } from './unit-classes.ts'
import { sourceRange, View, viewOf } from './view.ts'
import { Word, wordOf } from './words.ts'
import { mayBeWrapped, withoutWraps } from './wrapped-lines.ts'

const NO_WORD = new Word('')

/** A value that a module cached for a text. There are few per text, so a linked list is faster than a map. */
class Note {
  readonly owner: object
  content: unknown
  readonly next: Note | null

  constructor(owner: object, content: unknown, next: Note | null) {
    this.owner = owner
    this.content = content
    this.next = next
  }
}

export class ScannedText {
  readonly view: View
  readonly tokens: Tokens
  #others: Map<number, Word> | null = null
  #notes: Note | null = null

  constructor(source: string, view?: View) {
    if (view !== undefined) {
      this.view = view
      this.tokens = tokenize(view.text)
      return
    }
    const plain = tokenizePlain(source)
    // A text that needs no folding and has no encoded values can differ from its view in wrapped lines alone.
    const isPlain = plain !== null && !mayBeEncoded(plain)
    this.view = isPlain ? new View(source, mayBeWrapped(source) ? withoutWraps(source) : null) : viewOf(source)
    this.tokens = plain !== null && this.view.starts === null ? plain : tokenize(this.view.text)
  }

  /** The text with another layer over its view. */
  rewritten(layer: Rewritten): ScannedText {
    const { source, text, starts, ends } = this.view
    return new ScannedText(source, new View(source, laidOver(layer, starts && ends && { text, starts, ends })))
  }

  get source(): string {
    return this.view.source
  }

  /** The text as rules read it; all rule offsets are indexes into it. */
  get text(): string {
    return this.view.text
  }

  get units(): Uint16Array {
    return this.tokens.units
  }

  /** The tokens that contain digits, ascending: most values have one, and few tokens do. */
  get digits(): Int32Array {
    return this.tokens.digits
  }

  get signs(): Int32Array {
    return this.tokens.signs
  }

  /** False only if no token of the text is this sign (a unit of Basic Latin). */
  mayHold(unit: number): boolean {
    return (this.tokens.signBits & (1 << (unit & 31))) !== 0
  }

  word(index: number): Word {
    const { word, table, count } = this.tokens
    if (index < 0 || index >= count) return NO_WORD
    const number = word[index]!
    return number >= 0 ? table.word(number) : this.#other(index)
  }

  #other(index: number): Word {
    const { start, end } = this.tokens
    if (end[index]! - start[index]! === 1) return wordOf(this.text[start[index]!]!)
    this.#others ??= new Map()
    let word = this.#others.get(index)
    if (word === undefined) {
      word = wordOf(sliceOf(this.text, start[index]!, end[index]!))
      this.#others.set(index, word)
    }
    return word
  }

  /** Token `index`, lower-case, without marks. */
  folded(index: number): string {
    const { kind, text, start, end } = this.tokens
    // Numbers rarely repeat.
    if (kind[index] === TokenKind.number) return sliceOf(text, start[index]!, end[index]!)
    return this.word(index).folded
  }

  /** The value that `owner` cached for this text; undefined if there is none. */
  note(owner: object): unknown {
    return this.#noteOf(owner)?.content
  }

  /** Caches a value of `owner` for the lifetime of this text. */
  keepNote(owner: object, content: unknown): void {
    const note = this.#noteOf(owner)
    if (note === null) this.#notes = new Note(owner, content, this.#notes)
    else note.content = content
  }

  #noteOf(owner: object): Note | null {
    let note = this.#notes
    while (note !== null && note.owner !== owner) note = note.next
    return note
  }

  /** The UTF-16 range in the original text for a range in the view. */
  sourceRange(start: number, end: number): Range {
    return sourceRange(this.view, start, end)
  }
}
