// What the languages of a text do that rules for names and places ask about, as data/cues/languages.json says: no rule asks for a
// language by its code.
import { type Languages, languageKey } from '../../packs/word-levels.ts'

/** A trait; the data says of each what it means. */
export type Trait = 'unbentNames'

/** data/cues/languages.json. */
export interface LanguageFacts {
  /** The languages of each trait. */
  readonly traits: Readonly<Record<Trait, readonly string[]>>
  /** Letters that only some languages use -> those languages. */
  readonly letters: Readonly<Record<string, readonly string[]>>
}

/** Which languages have which trait; one for each installation. */
export class LanguageTraits {
  readonly #keys: ReadonlyMap<Trait, readonly number[]>

  constructor(traits: LanguageFacts['traits']) {
    this.#keys = new Map(Object.entries(traits).map(([trait, codes]) => [trait as Trait, codes.map(languageKey)]))
  }

  /** Whether all of a text's languages have a trait; none has while they are unknown. */
  hasOnly(trait: Trait, languages: Languages | null): boolean {
    if (languages === null) return false
    const keys = this.#keys.get(trait)
    return keys !== undefined && languages.every((isWritten, key) => isWritten === 0 || keys.includes(key))
  }
}
