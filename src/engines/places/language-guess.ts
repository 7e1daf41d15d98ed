// Guesses the language of a text, as far as cues need it: "do" means "to" in Polish and "of" in Portuguese.
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { WordFacts } from '../../text/words.ts'
import type { CueBook } from './cue-book.ts'

const DEFAULT = 'en'
const MOST_WORDS = 400
/** Characters of a text that are searched for letters of languages, and occurrences of a letter that count. */
const SAMPLE = 2000
const MOST_LETTERS = 3
const LETTER_WEIGHT = 0.4
const OWN_WORDS = 0.55

export class LanguageGuess {
  readonly #words = new Map<string, string[]>()
  /** The languages that have a word, as written, among their frequent words; null if there are none. */
  readonly #frequent = new WordFacts<readonly string[] | null>(({ raw }) => this.#words.get(raw.toLowerCase()) ?? null)
  readonly #letters = new Map<string, string[]>()
  readonly #siblings = new Map<string, readonly string[]>()
  readonly #extends = new Map<string, string>()

  constructor(book: CueBook) {
    for (const [language, entry] of book.languages) {
      if (entry.siblings) this.#siblings.set(language, entry.siblings)
      if (entry.extends) this.#extends.set(language, entry.extends)
      for (const word of entry.function_words) push(this.#words, word.toLowerCase(), language)
      // The same words without marks; a folded form counts only if no form with marks equals it.
      for (const word of entry.function_words) {
        const plain = fold(word)
        if (plain !== word.toLowerCase() && plain.length > 2) push(this.#words, plain, language)
      }
      for (const letter of entry.letters) push(this.#letters, letter, language)
    }
  }

  /** The languages whose cues count in this text: the most likely one and the one it extends. */
  of(text: ScannedText): Set<string> {
    const scores = new Map<string, number>()
    this.#addWords(text, scores)
    this.#addLetters(text.text.slice(0, SAMPLE).toLowerCase(), scores)
    // A variety that extends a language (Pidgin) has that language's words and its own; the latter decide.
    for (const [variety, base] of this.#extends) {
      const own = scores.get(variety) ?? 0
      if (own >= OWN_WORDS) scores.set(variety, own + (scores.get(base) ?? 0))
    }
    const best = highest(scores)
    const active = new Set([best])
    const base = this.#extends.get(best)
    if (base) active.add(base)
    for (const sibling of this.#siblings.get(best) ?? []) active.add(sibling)
    return active
  }

  /** Frequent words; a word that many languages share is weak evidence. */
  #addWords(text: ScannedText, scores: Map<string, number>): void {
    const { kind, count } = text.tokens
    let seen = 0
    for (let i = 0; i < count && seen < MOST_WORDS; i++) {
      if (kind[i] === TokenKind.number || kind[i] === TokenKind.newline) continue
      const languages = this.#frequent.of(text.word(i))
      if (languages === null) continue
      seen++
      addTo(scores, languages, 1 / Math.sqrt(languages.length))
    }
  }

  /** Letters that only some languages use, each up to MOST_LETTERS times. */
  #addLetters(sample: string, scores: Map<string, number>): void {
    for (const [letter, languages] of this.#letters) {
      let count = 0
      for (let at = sample.indexOf(letter); at >= 0 && count < MOST_LETTERS; at = sample.indexOf(letter, at + 1))
        count++
      if (count > 0) addTo(scores, languages, (LETTER_WEIGHT * count) / languages.length)
    }
  }
}

function addTo(scores: Map<string, number>, languages: readonly string[], weight: number): void {
  for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + weight)
}

/** The language with the highest score; of equal ones the default, then the first in the alphabet. */
function highest(scores: ReadonlyMap<string, number>): string {
  let best = DEFAULT
  let most = scores.get(DEFAULT) ?? 0
  for (const [language, score] of [...scores].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (score > most + 1e-9) {
      best = language
      most = score
    }
  return best
}

function push(lists: Map<string, string[]>, key: string, language: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [language])
  else if (!list.includes(language)) list.push(language)
}
