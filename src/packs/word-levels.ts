// How strongly a word speaks for a given name, a family name, an ordinary word or another proper noun: data/lexicons/names.tsv.gz
// behind a hash table over its own text, because half a million map entries would cost more than the text itself.
import { HASH_PRIME, HASH_SEED, hashOf } from '../text/hash.ts'

/** Levels 0 (never seen so) to 7 (above one in a thousand), each step about a factor of four. */
export interface Levels {
  readonly given: number
  readonly family: number
  readonly word: number
  readonly proper: number
}

const NOTHING: Levels = { given: 0, family: 0, word: 0, proper: 0 }
const TAB = 9
const NEWLINE = 10
const ZERO = 48

export class WordLevels {
  readonly #text: string
  readonly #slots: Int32Array
  readonly #mask: number

  /** `text`: lines of folded word, tab, four digits, then language and level of the ordinary word (`en6fr4`); # opens a comment. */
  constructor(text: string) {
    this.#text = text
    let size = 1024
    // Twice the number of lines; a line is never shorter than eight units.
    while (size < text.length / 6) size *= 2
    this.#mask = size - 1
    this.#slots = new Int32Array(size).fill(-1)
    let at = 0
    while (at < text.length) {
      const from = at
      let hash = HASH_SEED
      let unit = text.charCodeAt(at)
      const isComment = unit === 35
      while (unit !== TAB && unit !== NEWLINE && at < text.length) {
        hash = Math.imul(hash ^ unit, HASH_PRIME)
        unit = text.charCodeAt(++at)
      }
      if (unit === TAB && !isComment) {
        let slot = (hash ^ (hash >>> 15)) & this.#mask
        while (this.#slots[slot] !== -1) slot = (slot + 1) & this.#mask
        this.#slots[slot] = from
        at += 5
      }
      while (at < text.length && text.charCodeAt(at) !== NEWLINE) at++
      at++
    }
  }

  /**
   * Levels of a folded word (src/text/fold.ts); all zero when it is unknown. With `languages` (see languageKey) the
   * ordinary level is that of those languages alone, where the table knows it by language.
   */
  of(word: string, languages: ReadonlySet<number> | null = null): Levels {
    const hash = hashOf(word)
    let slot = (hash ^ (hash >>> 15)) & this.#mask
    for (;;) {
      const from = this.#slots[slot]!
      if (from === -1) return NOTHING
      const end = from + word.length
      if (this.#text.charCodeAt(end) === TAB && this.#text.startsWith(word, from)) {
        return {
          given: this.#text.charCodeAt(end + 1) - ZERO,
          family: this.#text.charCodeAt(end + 2) - ZERO,
          word: this.#spoken(end + 3, languages),
          proper: this.#text.charCodeAt(end + 4) - ZERO,
        }
      }
      slot = (slot + 1) & this.#mask
    }
  }

  /** The ordinary level whose digit stands at `at`, narrowed to `languages` where the line goes on with a list of them. */
  #spoken(at: number, languages: ReadonlySet<number> | null): number {
    const text = this.#text
    const all = text.charCodeAt(at) - ZERO
    let item = at + 2
    if (text.charCodeAt(item) === NEWLINE) return all
    // The text does not tell its language: what some language says about the word counts in part.
    if (languages === null) return all === 7 ? all : Math.max(0, all - 2)
    let best = 0
    while (text.charCodeAt(item) > ZERO + 9) {
      const level = text.charCodeAt(item + 2) - ZERO
      if (level > best && languages.has(text.charCodeAt(item) * 256 + text.charCodeAt(item + 1))) best = level
      item += 3
    }
    return best
  }
}

/** A two-letter language code as a number. */
export function languageKey(code: string): number {
  return code.charCodeAt(0) * 256 + code.charCodeAt(1)
}
