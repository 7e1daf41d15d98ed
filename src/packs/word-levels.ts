// How strongly a word speaks for a given name, a family name, an ordinary word or another proper noun: data/lexicons/names.tsv.gz
// behind a hash table over its own text, because half a million map entries would cost more than the text itself.

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
const SEED = 0x811c9dc5
const PRIME = 0x01000193

export class WordLevels {
  readonly #text: string
  readonly #slots: Int32Array
  readonly #mask: number

  /** `text`: lines of folded word, tab, four digits; a line that starts with # is a comment. */
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
      let hash = SEED
      let unit = text.charCodeAt(at)
      const isComment = unit === 35
      while (unit !== TAB && unit !== NEWLINE && at < text.length) {
        hash = Math.imul(hash ^ unit, PRIME)
        unit = text.charCodeAt(++at)
      }
      if (unit === TAB && !isComment) {
        let slot = (hash ^ (hash >>> 15)) & this.#mask
        while (this.#slots[slot] !== -1) slot = (slot + 1) & this.#mask
        this.#slots[slot] = from
        at += 6
      } else {
        while (at < text.length && text.charCodeAt(at) !== NEWLINE) at++
        at++
      }
    }
  }

  /** Levels of a folded word (src/text/fold.ts); all zero when it is unknown. */
  of(word: string): Levels {
    let hash = SEED
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME)
    let slot = (hash ^ (hash >>> 15)) & this.#mask
    for (;;) {
      const from = this.#slots[slot]!
      if (from === -1) return NOTHING
      const end = from + word.length
      if (this.#text.charCodeAt(end) === TAB && this.#text.startsWith(word, from)) {
        return {
          given: this.#text.charCodeAt(end + 1) - ZERO,
          family: this.#text.charCodeAt(end + 2) - ZERO,
          word: this.#text.charCodeAt(end + 3) - ZERO,
          proper: this.#text.charCodeAt(end + 4) - ZERO,
        }
      }
      slot = (slot + 1) & this.#mask
    }
  }
}
