// Ordinary words that people are called by as well, by language: Heather covers the slopes, im Garten blühen Rosen.
import { type Languages, languageKey } from '../../../../packs/word-levels.ts'
import { fold } from '../../../../text/fold.ts'
import { otherWords } from '../../lexicons.ts'

type Table = ReadonlyMap<string, readonly number[]>

export class OtherWords {
  readonly #opening: Table
  readonly #anywhere: Table

  /** Reads the lists of data/cues/not-names.json. */
  constructor() {
    const { sentence, anywhere } = otherWords()
    this.#opening = tableOf([sentence, anywhere])
    this.#anywhere = tableOf([anywhere])
  }

  /**
   * Whether a folded word is an ordinary one in one of `languages`; `opens`: where it opens a sentence, so that its capital
   * says nothing. It may be one of any language while they are unknown.
   */
  has(folded: string, opens: boolean, languages: Languages | null): boolean {
    const spoken = (opens ? this.#opening : this.#anywhere).get(folded)
    return spoken !== undefined && (languages === null ? opens : spoken.some((key) => languages[key] === 1))
  }
}

/** Folded word -> the keys of the languages that have it. */
function tableOf(lists: readonly Readonly<Record<string, readonly string[]>>[]): Table {
  const table = new Map<string, number[]>()
  for (const list of lists)
    for (const [language, words] of Object.entries(list))
      for (const word of words) {
        const folded = fold(word)
        table.set(folded, [...(table.get(folded) ?? []), languageKey(language)])
      }
  return table
}
