// Phrases of tokens, found token by token: a phrase put together to be looked up would be a new string, read twice to be hashed.

/** The meaning of a phrase, and its number of tokens. */
export interface Phrase<T> {
  readonly length: number
  readonly value: T
}

class Branch<T> {
  phrase: Phrase<T> | null = null
  next: Map<string, Branch<T>> | null = null
}

export class PhraseTree<T> {
  readonly #root = new Map<string, Branch<T>>()

  /** Adds a phrase; of one that is added again the last value counts. */
  add(tokens: readonly string[], value: T): void {
    let branches = this.#root
    for (let i = 0; i < tokens.length; i++) {
      let branch = branches.get(tokens[i]!)
      if (branch === undefined) {
        branch = new Branch<T>()
        branches.set(tokens[i]!, branch)
      }
      if (i === tokens.length - 1) branch.phrase = { length: tokens.length, value }
      else {
        branch.next ??= new Map()
        branches = branch.next
      }
    }
  }

  /** May a phrase begin with the token? */
  begins(token: string): boolean {
    return this.#root.has(token)
  }

  /** The longest phrase that the tokens hold from an index on; null where they hold none. */
  longestAt(tokens: readonly string[], at: number): Phrase<T> | null {
    let longest: Phrase<T> | null = null
    let branches: Map<string, Branch<T>> | null = this.#root
    for (let i = at; i < tokens.length && branches !== null; i++) {
      const branch: Branch<T> | undefined = branches.get(tokens[i]!)
      if (branch === undefined) break
      longest = branch.phrase ?? longest
      branches = branch.next
    }
    return longest
  }
}
