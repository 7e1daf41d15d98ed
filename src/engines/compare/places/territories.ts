// Territories in a name: countries, nations and states under one code, for every name, adjective or language they are written in
// ("Burma" and "Myanmar", "Swedish" and "Sweden"), so that a name about one is never taken for the same name about another.

import { type Phrase, PhraseTree } from '../words/phrase-tree.ts'
import { TERRITORY } from '../words/value-words.ts'

export class Territories {
  /** Phrases and their codes; and phrases that only count where nothing else is said. */
  readonly #sure = new PhraseTree<string>()
  readonly #alone = new PhraseTree<string>()
  readonly #codes = new Set<string>()

  constructor(lines: string) {
    for (const line of lines.split('\n')) {
      const colon = line.indexOf(': ')
      if (line.startsWith('#') || colon < 0) continue
      const code = line.slice(0, colon)
      this.#codes.add(code)
      const [sure = '', alone = ''] = line.slice(colon + 2).split(' | ')
      for (const [phrases, tree] of [
        [sure, this.#sure],
        [alone, this.#alone],
      ] as const)
        for (const phrase of phrases.split(', ')) tree.add(phrase.trim().split(' '), code)
    }
  }

  /** The code that the text is, in small letters ("de", "us-ca" written "us ca"); null where it is none. */
  byCode(text: string): string | null {
    const code = text.replace(' ', '-')
    return this.#codes.has(code) ? code : null
  }

  /** May a name of a territory begin with the token? */
  begins(token: string): boolean {
    return this.#sure.begins(token) || this.#alone.begins(token)
  }

  /**
   * The tokens with every territory replaced by one token for its code, longest phrase first. `alone` admits names that other
   * things bear as well, where they are all there is.
   */
  marked(tokens: readonly string[], alone: boolean): readonly string[] {
    let marked: string[] | null = null
    for (let i = 0; i < tokens.length; ) {
      const found = (i === 0 && alone ? this.#whole(tokens) : null) ?? this.#sure.longestAt(tokens, i)
      if (found !== null) marked ??= tokens.slice(0, i)
      if (marked !== null) marked.push(found === null ? tokens[i]! : TERRITORY + found.value)
      i += found === null ? 1 : found.length
    }
    return marked ?? tokens
  }

  /** The territory that all the tokens together name, as other things are named too. */
  #whole(tokens: readonly string[]): Phrase<string> | null {
    const sure = this.#sure.longestAt(tokens, 0)
    if (sure?.length === tokens.length) return sure
    const alone = this.#alone.longestAt(tokens, 0)
    return alone?.length === tokens.length ? alone : null
  }
}

/**
 * Of one territory (1), of one inside the other (0.7: "au" and "au-nsw"), or of different ones (0)? NaN where neither side names
 * any; where one does, 0.6 for a mere qualifier and 0.45 for a part of the name itself: "Star World India" is not "Star World".
 */
export function compareTerritories(a: readonly string[], b: readonly string[], qualifying: boolean): number {
  if (a.length === 0 && b.length === 0) return Number.NaN
  if (a.length === 0 || b.length === 0) return qualifying ? 0.6 : 0.45
  const shared = a.filter((code) => b.includes(code)).length
  if (shared > 0) return shared === a.length && shared === b.length ? 1 : 0.85
  return a.some((x) => b.some((y) => x.startsWith(`${y}-`) || y.startsWith(`${x}-`))) ? 0.7 : 0
}
