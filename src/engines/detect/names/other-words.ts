// Ordinary words that people are called by as well, by language: Heather covers the slopes, im Garten blühen Rosen.
import { type Languages, languageKey } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import { otherWords } from '../lexicons.ts'

// Words of languages, indexed by word, so that a test takes one look-up for any number of languages.
const NONE: readonly number[] = []

class LanguageWords {
  /** Folded word -> languageKey of each language that has it. */
  readonly #keys = new Map<string, number[]>()

  /** `tables`: language code -> its words. */
  constructor(...tables: readonly Readonly<Record<string, readonly string[]>>[]) {
    for (const table of tables)
      for (const [language, words] of Object.entries(table)) for (const word of words) this.#add(fold(word), language)
  }

  /** The words as they are written, marks and all: è is a verb and e joins. */
  static written(table: Readonly<Record<string, readonly string[]>>): LanguageWords {
    const words = new LanguageWords()
    for (const [language, list] of Object.entries(table)) for (const word of list) words.#add(word, language)
    return words
  }

  #add(word: string, language: string): void {
    const keys = this.#keys.get(word)
    if (keys === undefined) this.#keys.set(word, [languageKey(language)])
    else keys.push(languageKey(language))
  }

  languagesOf(word: string): readonly number[] {
    return this.#keys.get(word) ?? NONE
  }

  has(word: string, languages: Languages | null): boolean {
    if (languages === null) return false
    const keys = this.#keys.get(word)
    if (keys === undefined) return false
    for (let i = 0; i < keys.length; i++) if (languages[keys[i]!] === 1) return true
    return false
  }
}

let made: OtherWords | null = null

/** The lists of data/cues/not-names.json, read once for the process: names and places ask them. */
export function otherWordsOf(): OtherWords {
  made ??= new OtherWords()
  return made
}

export class OtherWords {
  readonly #opening: LanguageWords
  readonly #anywhere: LanguageWords

  constructor() {
    const { sentence, anywhere } = otherWords()
    this.#opening = new LanguageWords(sentence, anywhere)
    this.#anywhere = new LanguageWords(anywhere)
  }

  /** True if a folded word is an ordinary one in one of `languages`; null: in any. `opens`: at the start of a sentence, in any case. */
  has(folded: string, opens: boolean, languages: Languages | null): boolean {
    const words = opens ? this.#opening : this.#anywhere
    return languages === null ? opens && words.languagesOf(folded).length > 0 : words.has(folded, languages)
  }
}
