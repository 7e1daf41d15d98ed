// The words that the names of a text make certain, and their case forms: "Ditte Holm ... Dittes datter", "Olga ... Olgan".
import { Level, type Levels } from '../../../../packs/word-levels.ts'
import { basesOf, type Endings, type KnownWord } from '../words/lexicon.ts'

/** Letters of a name of which little is left when an ending replaces some. */
const SHORT = 4

export class CertainWords {
  readonly #endings: Endings
  readonly #added: string[] = []
  /** The same, all folded, made when the first of a text's other words may be one of them. */
  #words: Set<string> | null = null
  /** One bit for the first letters of each (KnownWord.head): most words of a text begin otherwise, and so do their forms. */
  #heads = 0

  constructor(endings: Endings) {
    this.#endings = endings
  }

  /** Adds a word of three letters or more. */
  add({ folded, head }: KnownWord): void {
    this.#added.push(folded)
    this.#words = null
    this.#heads |= head
  }

  /** False only for what is none of the words and no form of one. */
  mayHave({ head }: KnownWord): boolean {
    return (this.#heads & head) !== 0
  }

  /** Whether a word is one of them, or a case form of one that is no ordinary word itself. */
  has(word: KnownWord, levels: Levels): boolean {
    if (!this.mayHave(word)) return false
    const { folded } = word
    this.#words ??= new Set(this.#added)
    const words = this.#words
    if (words.has(folded)) return true
    if (levels.word >= Level.rare) return false
    return basesOf(folded, this.#endings).some((base) => words.has(base) && isLikely(folded, base))
  }
}

/** "Paga" is no form of Page: where an ending takes the place of letters, much of the name is left. */
function isLikely(folded: string, base: string): boolean {
  return base.length > SHORT || folded.startsWith(base)
}
