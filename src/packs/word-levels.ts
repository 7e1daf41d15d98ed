// Frequency of words as names and ordinary words (data/lexicons/names.tsv.gz), searched in sorted bytes: a map would need more memory.
import { SelfsameError } from '../errors.ts'
import { NEWLINE, SMALL_A, TAB, ZERO } from '../text/signs.ts'

/** Frequency of a word per million, in steps of about a factor of four (tools/build-lexicons.mjs). 0: does not occur in this use. */
export const Level = {
  /** Up to 0.6. */
  trace: 1,
  /** Up to 3. */
  rare: 2,
  /** Up to 12. */
  uncommon: 3,
  /** Up to 50. */
  known: 4,
  /** Up to 200. */
  frequent: 5,
  /** Up to 1000. */
  common: 6,
  everyday: 7,
} as const

/** The four Levels of a word. One object for each combination. */
export interface Levels {
  readonly given: number
  readonly family: number
  readonly word: number
  readonly proper: number
  readonly code: number
}

export const LEVEL_CODES = 4096
const LEVELS: Levels[] = []
for (let code = 0; code < LEVEL_CODES; code++)
  LEVELS.push({ given: code >> 9, family: (code >> 6) & 7, word: (code >> 3) & 7, proper: code & 7, code })

/** The shared object with these levels, each 0 to 7. */
export const levelsOf = (given: number, family: number, word: number, proper: number): Levels =>
  LEVELS[(given << 9) | (family << 6) | (word << 3) | proper]!

/** The possible languages of a text: 1 at the languageKey of each. */
export type Languages = Uint8Array

const LETTERS = 26
/** Exclusive upper bound of language keys. */
export const LANGUAGE_KEYS = LETTERS * LETTERS

export const languageKey = (code: string): number =>
  (code.charCodeAt(0) - SMALL_A) * LETTERS + code.charCodeAt(1) - SMALL_A

const COMMENT = 35
/** Distance in bytes between two indexed lines. */
const BLOCK = 128
/** Bytes of a line that the index contains. */
const HELD = 4
/** Sorts after the first bytes of every line. */
const AFTER_ALL = 0xffffffff

export class WordLevels {
  readonly #bytes: Uint8Array
  /** For each block, the start of its first whole line, and the first bytes of that line as a number. */
  readonly #starts: Int32Array
  readonly #heads: Uint32Array

  /** `bytes`: lines of folded word, tab, four digits, level by language (`en6fr4`), sorted by bytes. Throws facts_invalid if unsorted. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    let first = 0
    while (bytes[first] === COMMENT) first = bytes.indexOf(NEWLINE, first) + 1
    const blocks = Math.max(1, Math.ceil((bytes.length - first) / BLOCK))
    this.#starts = new Int32Array(blocks)
    this.#heads = new Uint32Array(blocks)
    for (let block = 0; block < blocks; block++) {
      let at = first + block * BLOCK
      if (block > 0) while (at < bytes.length && bytes[at - 1] !== NEWLINE) at++
      this.#starts[block] = at
      this.#heads[block] = at < bytes.length ? headOf(bytes, at) : AFTER_ALL
      if (block > 0 && this.#heads[block]! < this.#heads[block - 1]!)
        throw new SelfsameError('facts_invalid', 'The table of names is not sorted by its words; build it again.')
    }
  }

  /** Levels of a folded word; all zero if unknown. With `languages`, the ordinary level is that of those languages, if known by language. */
  of(word: string, languages: Languages | null = null): Levels {
    return this.at(this.find(word), languages)
  }

  find(word: string): number {
    const key = keyOf(word)
    const head = headOf(key, 0)
    // The last block that begins before the word: by the first bytes, then, if many blocks share them, by the line.
    let low = 0
    let high = this.#starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      const other = this.#heads[middle]!
      if (other < head || (other === head && this.#compare(this.#starts[middle]!, key) <= 0)) low = middle
      else high = middle
    }
    const bytes = this.#bytes
    for (let at = this.#starts[low]!; at < bytes.length; ) {
      const order = this.#compare(at, key)
      if (order === 0) return at + key.length - 1
      if (order > 0) return -1
      while (bytes[at] !== NEWLINE && at < bytes.length) at++
      at++
    }
    return -1
  }

  at(place: number, languages: Languages | null): Levels {
    if (place < 0) return LEVELS[0]!
    const bytes = this.#bytes
    return levelsOf(
      bytes[place + 1]! - ZERO,
      bytes[place + 2]! - ZERO,
      this.#ordinary(place + 3, languages),
      bytes[place + 4]! - ZERO,
    )
  }

  /** True if the levels at an index returned by `find` depend on the languages. */
  depends(place: number): boolean {
    const next = this.#bytes[place + 5]
    return next !== NEWLINE && next !== undefined
  }

  /** The ordinary level with its digit at `at`, limited to `languages` if the line has levels by language. */
  #ordinary(at: number, languages: Languages | null): number {
    const bytes = this.#bytes
    const all = bytes[at]! - ZERO
    let item = at + 2
    if (item >= bytes.length || bytes[item] === NEWLINE) return all
    // The language of the text is unknown: the level over all languages counts partially.
    if (languages === null) return all === Level.everyday ? all : Math.max(0, all - 2)
    let best = 0
    for (; item < bytes.length && bytes[item] !== NEWLINE; item += 3) {
      const level = bytes[item + 2]! - ZERO
      const language = (bytes[item]! - SMALL_A) * LETTERS + bytes[item + 1]! - SMALL_A
      if (level > best && languages[language] === 1) best = level
    }
    return best
  }

  /** Compares the line at `at` with a key: negative if it sorts before, zero if it is the line of the key. */
  #compare(at: number, key: Uint8Array): number {
    const bytes = this.#bytes
    for (let i = 0; i < key.length; i++) {
      const order = (bytes[at + i] ?? 0) - key[i]!
      if (order !== 0) return order
    }
    return 0
  }
}

/** The bytes of a word and its terminating tab, which sorts before every letter. */
function keyOf(word: string): Uint8Array {
  const key = new Uint8Array(word.length + 1)
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    if (unit > 127) return Buffer.from(`${word}\t`, 'utf8')
    key[i] = unit
  }
  key[word.length] = TAB
  return key
}

/** The first bytes of a line, up to its tab, as a number with the same sort order. */
function headOf(bytes: Uint8Array, at: number): number {
  let head = 0
  let inside = 1
  for (let i = 0; i < HELD; i++) {
    const byte = bytes[at + i] ?? 0
    if (byte === TAB) inside = 0
    head = (head << 8) | (inside * byte)
  }
  return head >>> 0
}
