// Legal forms in an organisation's name: found at its end or its start, taken off, and kept under one canonical name.

export class LegalForms {
  readonly #canonical = new Map<string, string>()
  /** Tokens of the longest form that begins, and that ends, with a token: most tokens begin and end none. */
  readonly #beginning = new Map<string, number>()
  readonly #ending = new Map<string, number>()

  constructor(json: string) {
    const { forms } = JSON.parse(json) as { forms: Record<string, string[]> }
    for (const [canonical, phrases] of Object.entries(forms))
      for (const phrase of phrases) {
        this.#canonical.set(phrase, canonical)
        const tokens = phrase.split(' ')
        const [first, last] = [tokens[0]!, tokens[tokens.length - 1]!]
        this.#beginning.set(first, Math.max(this.#beginning.get(first) ?? 0, tokens.length))
        this.#ending.set(last, Math.max(this.#ending.get(last) ?? 0, tokens.length))
      }
  }

  /**
   * Takes legal forms off a name given as tokens, longest phrase first: any number (four at most) at the end, one of two
   * letters or more at the start. A name that is nothing but forms stays whole.
   */
  strip(tokens: readonly string[]): { core: string[]; forms: string[] } {
    let core = tokens.slice()
    const forms: string[] = []
    for (let pass = 0; pass < 4; pass++) {
      const length = this.#at(core, true)
      if (length === 0) break
      forms.push(this.#canonical.get(core.slice(core.length - length).join(' '))!)
      core = core.slice(0, core.length - length)
    }
    const length = this.#at(core, false)
    if (length > 0 && (length > 1 || /^[a-z]{2,5}$/.test(core[0]!))) {
      forms.push(this.#canonical.get(core.slice(0, length).join(' '))!)
      core = core.slice(length)
    }
    return { core, forms }
  }

  /** Number of tokens of the longest form at the end (or start), never the whole name. Dotted forms count letter by letter. */
  #at(tokens: readonly string[], end: boolean): number {
    if (tokens.length < 2) return 0
    const longest = end ? this.#ending.get(tokens[tokens.length - 1]!) : this.#beginning.get(tokens[0]!)
    for (let length = Math.min(longest ?? 0, tokens.length - 1); length > 0; length--) {
      const part = end ? tokens.slice(tokens.length - length) : tokens.slice(0, length)
      if (this.#canonical.has(part.join(' '))) return length
    }
    return 0
  }
}
