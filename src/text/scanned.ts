// A text prepared once for every rule: its view, its tokens, and the folded form of each word on demand.
import { fold } from './fold.ts'
import { type Tokens, tokenize } from './tokens.ts'
import { sourceRange, type View, viewOf } from './view.ts'

export class ScannedText {
  readonly view: View
  readonly tokens: Tokens
  readonly #folded: (string | undefined)[] = []

  constructor(source: string) {
    this.view = viewOf(source)
    this.tokens = tokenize(this.view.text)
  }

  /** The text as sent. */
  get source(): string {
    return this.view.source
  }

  /** The text as rules read it; all rule offsets index this. */
  get text(): string {
    return this.view.text
  }

  /** Token `index`, lower-case, without marks. Computed once. */
  folded(index: number): string {
    const known = this.#folded[index]
    if (known !== undefined) return known
    const word = fold(this.tokens.text.slice(this.tokens.start[index], this.tokens.end[index]))
    this.#folded[index] = word
    return word
  }

  /** UTF-16 range in the text as sent of a range in the view. */
  sourceRange(start: number, end: number): { start: number; end: number } {
    return sourceRange(this.view, start, end)
  }
}
