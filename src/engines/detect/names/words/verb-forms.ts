// How the ending of a word says that it is a verb that people are the subject of, or no noun: data/cues/languages.json.
import type { LanguageFacts } from '../../language-traits.ts'

/** One for each installation. */
export class VerbForms {
  readonly #verbs: ReadonlySet<string>
  readonly #facts: LanguageFacts

  /** `verbs`: what people do, as a list has it. */
  constructor(verbs: Iterable<string>, facts: LanguageFacts) {
    this.#verbs = new Set(verbs)
    this.#facts = facts
  }

  /** Whether a word is a form of a listed verb: visits, moved. */
  isForm(word: string): boolean {
    return this.#facts.verbEndings.some(
      (ending) => word.endsWith(ending) && this.#verbs.has(word.slice(0, word.length - ending.length)),
    )
  }

  /** Whether a word is such a form as it stands behind one person: "sits", "looked". */
  isFormOfOne(word: string): boolean {
    return endsAs(word, this.#facts.verbEndingsOfOne) && this.isForm(word)
  }

  /** Whether a word ends as adverbs and verbs do that go on. */
  isNoNoun(word: string): boolean {
    return endsAs(word, this.#facts.endingsOfNoNoun)
  }

  /** Whether a word ends as what is over does. */
  isPast(word: string): boolean {
    return endsAs(word, this.#facts.pastEndings)
  }
}

function endsAs(word: string, endings: readonly string[]): boolean {
  return endings.some((ending) => word.endsWith(ending))
}
