// Words of organisation names, prepared for look-up: kinds, openings, connectors (data/cues/organisation-words.json).
import { Level, type WordLevels } from '../../packs/word-levels.ts'
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'

export interface OrganisationWords {
  /** Words for a kind of organisation; next to a capitalised word, they exclude a person's name. */
  readonly kinds: readonly string[]
  /** Other words for a kind of organisation. */
  readonly any: readonly string[]
  /** Phrases that begin a name. */
  readonly opens: readonly string[]
  readonly connectors: readonly string[]
  /** Connectors between any two words of a name; the others need a kind word before them. */
  readonly genitives: readonly string[]
  readonly conjunctions: readonly string[]
  readonly determiners: readonly string[]
  /** Lower-case words inside a name. */
  readonly inner: readonly string[]
  /** Organisations with names of one word. */
  readonly groups: readonly string[]
  readonly kin: readonly string[]
}

export const OPENING_QUOTE = /^["\u201c\u201e\u00ab\u2018]$/u
export const CLOSING_QUOTE = /^["\u201c\u201d\u00bb\u2019]$/u

const folded = (values: readonly string[]): ReadonlySet<string> => new Set(values.map(fold))

export class OrganisationVocabulary {
  readonly kinds: ReadonlySet<string>
  readonly connectors: ReadonlySet<string>
  readonly genitives: ReadonlySet<string>
  readonly conjunctions: ReadonlySet<string>
  readonly determiners: ReadonlySet<string>
  readonly inner: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  readonly kin: ReadonlySet<string>
  readonly #opens = new Map<string, string[][]>()
  readonly #lexicon: () => WordLevels

  constructor(words: OrganisationWords, lexicon: () => WordLevels) {
    this.kinds = folded([...words.kinds, ...words.any])
    this.connectors = folded(words.connectors)
    this.genitives = folded(words.genitives)
    this.conjunctions = folded(words.conjunctions)
    this.determiners = folded(words.determiners)
    this.inner = folded(words.inner)
    this.groups = new Set(words.groups)
    this.kin = folded(words.kin)
    this.#lexicon = lexicon
    for (const phrase of words.opens) {
      const parts = fold(phrase).split(/[\s-]+/u)
      const list = this.#opens.get(parts[0]!) ?? []
      list.push(parts)
      this.#opens.set(parts[0]!, list)
    }
    for (const list of this.#opens.values()) list.sort((a, b) => b.length - a.length)
  }

  /** Number of tokens of an opening phrase ("umoja wa", "gemeente") at token `at` with a capital after it; 0 if there is none. */
  opening(text: ScannedText, at: number): number {
    const { tokens } = text
    for (const parts of this.#opens.get(text.folded(at)) ?? []) {
      let index = at
      let matched = 0
      while (matched < parts.length && index < tokens.count && text.folded(index) === parts[matched]) {
        matched++
        index++
        if (matched < parts.length && text.text[tokens.start[index]!] === '-') index++
      }
      if (matched < parts.length || index >= tokens.count) continue
      if (tokens.start[index]! - tokens.end[index - 1]! !== 1) continue
      if (isCapital(text, index) || OPENING_QUOTE.test(text.text[tokens.start[index]!]!)) return index - at
    }
    return 0
  }

  isPersonal(text: ScannedText, at: number): boolean {
    if (at >= text.tokens.count) return false
    const levels = this.#lexicon().of(text.folded(at))
    return (levels.given >= Level.known || levels.family >= Level.frequent) && levels.word < Level.uncommon
  }

  holdsKind(text: ScannedText, first: number, last: number): boolean {
    for (let at = first; at <= last; at++) if (this.kinds.has(text.folded(at))) return true
    return false
  }
}

export function isCapital(text: ScannedText, at: number): boolean {
  const { kind, count } = text.tokens
  return at < count && (kind[at] === TokenKind.capital || kind[at] === TokenKind.upper)
}
