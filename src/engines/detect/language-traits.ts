// Traits of languages that rules for names and places use, from data/cues/languages.json: no rule contains a
// language code.
import { type Languages, languageKey } from '../../packs/word-levels.ts'

/** A trait; the data file defines its meaning. */
export type Trait = 'unbentNames'

/** data/cues/languages.json. */
export interface LanguageFacts {
  readonly traits: Readonly<Record<Trait, readonly string[]>>
  /** Maps letters that only some languages use to those languages. */
  readonly letters: Readonly<Record<string, readonly string[]>>
}

export class LanguageTraits {
  readonly #keys: ReadonlyMap<Trait, readonly number[]>

  constructor(traits: LanguageFacts['traits']) {
    this.#keys = new Map(Object.entries(traits).map(([trait, codes]) => [trait as Trait, codes.map(languageKey)]))
  }

  /** True if all possible languages of a text have a trait; false if the languages are unknown. */
  hasOnly(trait: Trait, languages: Languages | null): boolean {
    if (languages === null) return false
    const keys = this.#keys.get(trait)
    return keys !== undefined && languages.every((isWritten, key) => isWritten === 0 || keys.includes(key))
  }
}
