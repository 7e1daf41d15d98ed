// A text prepared once for every rule: its view, its tokens, and the folded form of each word on demand.
import { fold } from './fold.ts'
import { TokenKind, type Tokens, tokenize } from './tokens.ts'
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
    const { text, kind, start, end } = this.tokens
    const raw = text.slice(start[index], end[index])
    // Plain words need no marks stripped: most of a text. ("eGK" is of the lower kind too, so all are lower-cased.)
    const word = isPlain(raw) ? (kind[index] === TokenKind.number ? raw : raw.toLowerCase()) : fold(raw)
    this.#folded[index] = word
    return word
  }

  /** UTF-16 range in the text as sent of a range in the view. */
  sourceRange(start: number, end: number): { start: number; end: number } {
    return sourceRange(this.view, start, end)
  }
}

function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false
  return true
}
