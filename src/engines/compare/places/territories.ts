// Territories in a name: countries, nations and states under one code, whatever name, adjective or language they are written in
// ("Burma" and "Myanmar", "Swedish" and "Sweden"), so that a name about one is never taken for the same name about another.

/** Opens the token that stands for a territory; no written token contains it. */
export const TERRITORY = '~'

export class Territories {
  /** Phrase of tokens -> code; and phrases that only count where nothing else is said. */
  readonly #sure = new Map<string, string>()
  readonly #alone = new Map<string, string>()
  readonly #codes = new Set<string>()
  /** Tokens a phrase begins with -> tokens of the longest such phrase. */
  readonly #longest = new Map<string, number>()

  constructor(lines: string) {
    for (const line of lines.split('\n')) {
      const colon = line.indexOf(': ')
      if (line.startsWith('#') || colon < 0) continue
      const code = line.slice(0, colon)
      this.#codes.add(code)
      const [sure = '', alone = ''] = line.slice(colon + 2).split(' | ')
      for (const [phrases, map] of [
        [sure, this.#sure],
        [alone, this.#alone],
      ] as const)
        for (const phrase of phrases.split(', ')) {
          const tokens = phrase.trim().split(' ')
          map.set(tokens.join(' '), code)
          this.#longest.set(tokens[0]!, Math.max(tokens.length, this.#longest.get(tokens[0]!) ?? 0))
        }
    }
  }

  /** The code that the text is, in small letters ("de", "us-ca" written "us ca"); null where it is none. */
  byCode(text: string): string | null {
    const code = text.replace(' ', '-')
    return this.#codes.has(code) ? code : null
  }

  /** Tokens of the longest name that begins with the token; 0: none does. */
  longest(token: string): number {
    return this.#longest.get(token) ?? 0
  }

  /**
   * The tokens with every territory replaced by one token for its code, longest phrase first. `alone` admits names that other
   * things bear as well, where they are all there is.
   */
  marked(tokens: readonly string[], alone: boolean): readonly string[] {
    let marked: string[] | null = null
    for (let i = 0; i < tokens.length; ) {
      let length = Math.min(this.#longest.get(tokens[i]!) ?? 0, tokens.length - i)
      let code: string | undefined
      for (; length > 0; length--) {
        const phrase = length === 1 ? tokens[i]! : tokens.slice(i, i + length).join(' ')
        code = this.#sure.get(phrase)
        if (code === undefined && alone && length === tokens.length) code = this.#alone.get(phrase)
        if (code !== undefined) break
      }
      if (code !== undefined) marked ??= tokens.slice(0, i)
      if (marked !== null) marked.push(code === undefined ? tokens[i]! : TERRITORY + code)
      i += Math.max(1, length)
    }
    return marked ?? tokens
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
