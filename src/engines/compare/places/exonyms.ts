// One town, one name: the names that other languages and former times have for it, and the ways a word of a place's name is
// written ("Saint", "St", "Sankt"), are read as one.

import { append } from '../../../lists.ts'
import { PhraseTree } from '../words/phrase-tree.ts'

export class Exonyms {
  /** Phrases and the tokens they are read as. */
  readonly #known = new PhraseTree<readonly string[]>()
  readonly #words: ReadonlyMap<string, string>

  /** `lines` of data/equivalents/exonyms.txt; `words`: a word as it is written -> as it is read. */
  constructor(lines: string, words: ReadonlyMap<string, string>) {
    this.#words = words
    for (const line of lines.split('\n')) {
      const colon = line.indexOf(': ')
      if (line.startsWith('#') || colon < 0) continue
      const name = line.slice(0, colon).split(' ')
      for (const other of line.slice(colon + 2).split(', ')) this.#known.add(other.split(' '), name)
    }
  }

  /** May a name begin with the token that is read as another, or is it such a word? */
  mayHold(token: string): boolean {
    return this.#words.has(token) || this.#known.begins(token)
  }

  /** The tokens as they are read, longest phrase first. */
  read(tokens: readonly string[]): readonly string[] {
    const plain = tokens.map((token) => this.#words.get(token) ?? token)
    const read: string[] = []
    for (let i = 0; i < plain.length; ) {
      const found = this.#known.longestAt(plain, i)
      if (found === null) read.push(plain[i]!)
      else append(read, found.value)
      i += found === null ? 1 : found.length
    }
    return read
  }
}
