// One town, one name: the names that other languages and former times have for it, and the ways a word of a place's name is
// written ("Saint", "St", "Sankt"), are read as one.

export class Exonyms {
  /** Phrase of tokens -> the tokens it is read as. */
  readonly #known = new Map<string, readonly string[]>()
  /** Tokens a phrase begins with -> tokens of the longest such phrase. */
  readonly #longest = new Map<string, number>()
  readonly #words: ReadonlyMap<string, string>

  /** `lines` of data/equivalents/exonyms.txt; `words`: a word as it is written -> as it is read. */
  constructor(lines: string, words: ReadonlyMap<string, string>) {
    this.#words = words
    for (const line of lines.split('\n')) {
      const colon = line.indexOf(': ')
      if (line.startsWith('#') || colon < 0) continue
      const name = line.slice(0, colon).split(' ')
      for (const other of line.slice(colon + 2).split(', ')) {
        this.#known.set(other, name)
        const [first = '', ...more] = other.split(' ')
        this.#longest.set(first, Math.max(1 + more.length, this.#longest.get(first) ?? 0))
      }
    }
  }

  /** May a name begin with the token that is read as another, or is it such a word? */
  mayHold(token: string): boolean {
    return this.#words.has(token) || this.#longest.has(token)
  }

  /** The tokens as they are read, longest phrase first. */
  read(tokens: readonly string[]): readonly string[] {
    const plain = tokens.map((token) => this.#words.get(token) ?? token)
    const read: string[] = []
    for (let i = 0; i < plain.length; ) {
      let length = Math.min(this.#longest.get(plain[i]!) ?? 0, plain.length - i)
      while (length > 0 && !this.#known.has(length === 1 ? plain[i]! : plain.slice(i, i + length).join(' '))) length--
      if (length === 0) read.push(plain[i++]!)
      else {
        read.push(...this.#known.get(plain.slice(i, i + length).join(' '))!)
        i += length
      }
    }
    return read
  }
}
