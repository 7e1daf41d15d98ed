// Legal forms in an organisation's name: found at its end or its start, taken off, and kept under one canonical name.
import { numberOf } from '../words/number-words.ts'

export class LegalForms {
  readonly #canonical = new Map<string, string>()
  /** Tokens of the longest form that begins, and that ends, with a token: most tokens begin and end none. */
  readonly #beginning = new Map<string, number>()
  readonly #ending = new Map<string, number>()

  readonly #kept: ReadonlySet<string>

  /** `kept` are words that say more than a form where they stand alone, or end what a name begins with ("bank", "trade union"). */
  constructor(json: string, kept: ReadonlySet<string>) {
    this.#kept = kept
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

  /** Could a form begin or end with the token? */
  mayHold(token: string): boolean {
    return this.#beginning.has(token) || this.#ending.has(token)
  }

  /**
   * Takes legal forms off a name given as tokens, longest phrase first: any number (four at most) at the end, one of two
   * letters or more at the start. A numeral at the end is none ("Fund II"). A name that is nothing but forms stays whole. What is left is
   * tokens `from` up to `to`.
   */
  strip(tokens: readonly string[]): { from: number; to: number; forms: string[] } {
    let from = 0
    let to = tokens.length
    const forms: string[] = []
    for (let pass = 0; pass < 4; pass++) {
      const length = this.#at(tokens, to, true)
      if (length === 0) break
      forms.push(this.#canonical.get(tokens.slice(to - length, to).join(' '))!)
      to -= length
    }
    const length = this.#at(tokens, to, false)
    if (length > 0 && (length > 1 || /^[a-z]{2,5}$/.test(tokens[0]!))) {
      forms.push(this.#canonical.get(tokens.slice(0, length).join(' '))!)
      from = length
    }
    return { from, to, forms }
  }

  /** Number of tokens of the longest form at the end (or start), never the whole name. Dotted forms count letter by letter. */
  #at(tokens: readonly string[], to: number, end: boolean): number {
    if (to < 2) return 0
    const longest = end ? this.#ending.get(tokens[to - 1]!) : this.#beginning.get(tokens[0]!)
    for (let length = Math.min(longest ?? 0, to - 1); length > 0; length--) {
      const part = end ? tokens.slice(to - length, to) : tokens.slice(0, length)
      if (this.#kept.has(part[length - 1]!) && (length === 1 || !end)) return 0
      if (end && length === 1 && numberOf(part[0]!) !== part[0]) return 0
      if (this.#canonical.has(part.join(' '))) return length
    }
    return 0
  }
}
