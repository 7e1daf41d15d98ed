// What the letters of a word say by themselves, as data/cues/name-shapes.json has it: endings of family names, capitals inside.

/** Letters of a family name, and of what is nothing but a person's name, at least. */
const LEAST_FAMILY = 5
const LEAST_PERSON = 8
/** A capital behind a small letter, or a sign of order: EliteBook, N\u00baCol. */
const CAPITAL_INSIDE = /[\u00aa\u00ba]|\p{Ll}\p{Lu}/u
const OPENS_CAPITAL = /^\p{Lu}/u

/** data/cues/name-shapes.json. */
export type NameShapes = Readonly<Record<'familyEndings' | 'personEndings' | 'capitalPrefixes', readonly string[]>>

/** How words are spelt; one for each installation. */
export class Spelling {
  readonly #family: WordEndings
  readonly #person: WordEndings
  readonly #prefixes: readonly string[]

  constructor({ familyEndings, personEndings, capitalPrefixes }: NameShapes) {
    this.#family = new WordEndings(familyEndings)
    this.#person = new WordEndings(personEndings)
    this.#prefixes = capitalPrefixes
  }

  /** Whether a folded word ends as family names do and ordinary words rarely. */
  isFamilyShaped(folded: string): boolean {
    return folded.length >= LEAST_FAMILY && this.#family.end(folded)
  }

  /** Whether a folded word ends as only names of people do. */
  isPersonShaped(folded: string): boolean {
    return folded.length >= LEAST_PERSON && this.#person.end(folded)
  }

  /** Whether a word has a capital inside that no prefix of names explains. */
  isCamel(word: string): boolean {
    return CAPITAL_INSIDE.test(word) && !this.#prefixes.some((prefix) => opensName(word, prefix))
  }
}

function opensName(word: string, prefix: string): boolean {
  return word.startsWith(prefix) && OPENS_CAPITAL.test(word.slice(prefix.length))
}

/** Endings of words, asked for by how long they are. */
class WordEndings {
  readonly #endings: ReadonlySet<string>
  readonly #lengths: readonly number[]

  constructor(endings: readonly string[]) {
    this.#endings = new Set(endings)
    this.#lengths = [...new Set(endings.map((ending) => ending.length))].sort((a, b) => a - b)
  }

  /** Whether a word has one of the endings. */
  end(word: string): boolean {
    return this.#lengths.some((length) => length <= word.length && this.#endings.has(word.slice(word.length - length)))
  }
}
