// Kinds of street in all their spellings and languages (data/lexicons/street-types.txt): "ul." is "ulica", "Hauptstr." "Hauptstrasse".

/** Least letters of a street's own name before a kind that is written into it. */
const STEM = 3
/** Spellings of a kind that is written into the name: shorter ones end any word. */
const GLUED = 3

export class StreetTypes {
  /** Spelling -> the kinds it may mean, in rising order. */
  readonly #kinds = new Map<string, number[]>()
  /** Endings that are a kind of street by their last letter, longest first: each word is asked about a few of them. */
  readonly #endings = new Map<string, string[]>()

  constructor(lines: string) {
    const endings = new Set<string>()
    let kind = 0
    for (const line of lines.split('\n')) {
      const [, how, ...spellings] = line.split(' ')
      if (line.startsWith('#') || spellings.length === 0) continue
      kind++
      for (const spelling of spellings) {
        const kinds = this.#kinds.get(spelling)
        if (kinds === undefined) this.#kinds.set(spelling, [kind])
        else if (!kinds.includes(kind)) kinds.push(kind)
        if (how === 'glued' && spelling.length >= GLUED) endings.add(spelling)
      }
    }
    for (const ending of [...endings].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))) {
      const last = ending.charAt(ending.length - 1)
      const alike = this.#endings.get(last)
      if (alike === undefined) this.#endings.set(last, [ending])
      else alike.push(ending)
    }
  }

  /** The kinds of street a token may name; none for most tokens. */
  of(token: string): readonly number[] {
    return this.#kinds.get(token) ?? NONE
  }

  /** A name with the kind written into it as two tokens ("hauptstrasse" -> "haupt", "strasse"), any other token alone. */
  split(token: string): readonly string[] {
    const ending = this.#endings
      .get(token.charAt(token.length - 1))
      ?.find((one) => token.length >= one.length + STEM && token.endsWith(one))
    return ending === undefined ? [token] : [token.slice(0, -ending.length), ending]
  }
}

const NONE: readonly number[] = []
