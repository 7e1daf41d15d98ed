// Ordinary words that people are called by as well, by language: Heather covers the slopes, im Garten blühen Rosen.
import type { Languages } from '../../../packs/word-levels.ts'
import { otherWords } from '../lexicons.ts'
import { LanguageWords } from './language-words.ts'

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

  /**
   * Whether a folded word is an ordinary one in one of `languages`; `opens`: where it opens a sentence, so that its capital
   * says nothing. It may be one of any language while they are unknown.
   */
  has(folded: string, opens: boolean, languages: Languages | null): boolean {
    const words = opens ? this.#opening : this.#anywhere
    return languages === null ? opens && words.languagesOf(folded).length > 0 : words.has(folded, languages)
  }
}
