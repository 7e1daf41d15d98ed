// Titles in the name of a person ("MUDr. Jan Novák, Ph.D."): which of its words are a title and not the name.
import { tokensOf } from '../words/value-words.ts'

/** data/cues/titles.json, as far as it is read here. */
interface WrittenTitles {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly afterLower: readonly string[]
  readonly booked: readonly string[]
}

/** Words of the longest title ("dr rer nat"). */
const LONGEST = 3
/** Least other words of a name with a word that is a title or a name ("Prince Kofi Mensah"), for it to be a title. */
const OTHERS = 2

export class Titles {
  /** Titles without what stands between their words: what is one wherever it stands, and what may be a name as well. */
  readonly #sure: Set<string>
  readonly #doubtful = new Set<string>()
  /** Beginnings of titles: where none matches, no more tokens are joined. */
  readonly #openings = new Set<string>()

  /**
   * `words`: titles in addition to those of data/cues/titles.json, `json` (null: none). `isName`: is the word used as a name, so
   * that before or after a name it may be part of it?
   */
  constructor(words: ReadonlySet<string>, json: string | null, isName: (word: string, behind: boolean) => boolean) {
    this.#sure = new Set(words)
    if (json !== null) this.#read(json, isName)
    for (const title of this.#sure)
      for (let length = 1; length < title.length; length++) this.#openings.add(title.slice(0, length))
  }

  #read(json: string, isName: (word: string, behind: boolean) => boolean): void {
    const { before, after, afterLower, booked } = JSON.parse(json) as WrittenTitles
    for (const [titles, behind] of [
      [before, false],
      [[...after, ...afterLower, ...booked], true],
    ] as const)
      for (const written of titles) {
        const title = tokensOf(written).join('')
        if (title.length > 1) (isName(title, behind) ? this.#doubtful : this.#sure).add(title)
      }
  }

  /** Is the word a title and nothing else? */
  has(token: string): boolean {
    return this.#sure.has(token)
  }

  /** Is the word a title, though it may be a name, too? */
  mayBe(token: string): boolean {
    return this.#sure.has(token) || this.#doubtful.has(token)
  }

  /** Is the token a title, or may one begin with it? */
  mayOpen(token: string): boolean {
    return this.mayBe(token) || this.#openings.has(token)
  }

  /** How many tokens from here on are a title and nothing else: "Ph", "D". */
  lengthAt(tokens: readonly string[], at: number): number {
    let run = ''
    let longest = 0
    for (let length = 1; length <= LONGEST && at + length <= tokens.length; length++) {
      run += tokens[at + length - 1]!
      if (this.#sure.has(run)) longest = length
      if (!this.#openings.has(run)) break
    }
    return longest
  }

  /** Is the token a title at either end of a name that is one without it, though it may be a name, too? */
  isDoubtful(tokens: readonly string[], at: number): boolean {
    return (at === 0 || at === tokens.length - 1) && tokens.length > OTHERS && this.#doubtful.has(tokens[at]!)
  }
}
