// Each distinct word as written, with facts computed once per process: a text repeats few words many times, so the facts
// that modules derive from a word (its folded form, its roles, its levels) are computed once for each word.
// Words are numbered, so that facts are in dense arrays by number: one look-up for each token.
import { fold } from './fold.ts'
import { hashOf, hashOfUnits } from './hash.ts'
import { copyUnits } from './unit-classes.ts'

/** Longer tokens rarely repeat; they are not kept. */
const LONGEST = 32
/** From this number of words on, the next text begins a new table: bounds the memory, and costs a hostile text only the look-ups. */
const MOST = 1 << 16
const FIRST_SLOTS = 1 << 13
/** A slot holds a word's number + 1 in its low bits and a part of its hash above them: sixteen slots to a cache line. */
const NUMBER = (1 << 20) - 1
const TAG = ~NUMBER
/** Maximum probes for one word: words that an attacker makes collide are not kept, and cost no more than this. */
const MOST_PROBES = 12
/** Single characters of Basic Latin, a third of all tokens: the number of each is its unit. */
const SINGLES = 128

/** Numbers of tokens without a word in the table. */
export const Unnumbered = {
  /** Digits and line breaks, which are not words. */
  none: -1,
  /** A word that is not kept: too long, or one of many that collide. */
  unkept: -2,
} as const

export class Word {
  readonly raw: string
  /** Lower-case, without marks (see fold). */
  readonly folded: string
  /** The table that keeps the word, and its number there; null and -1 for a word that is not kept. */
  readonly table: WordTable | null
  readonly number: number
  /** Facts about a word that is not kept; see WordFacts. */
  facts: unknown[] | null = null

  constructor(raw: string, table: WordTable | null = null, number = -1) {
    this.raw = raw
    this.folded = fold(raw)
    this.table = table
    this.number = number
  }
}

let tables = 0

/** The words of many texts by number. Numbers begin at 0; the only gaps are single signs that no text had yet. */
export class WordTable {
  /** Later tables have greater ages. */
  readonly age = tables++
  /** 0: free. */
  #slots = new Int32Array(FIRST_SLOTS)
  #mask = FIRST_SLOTS - 1
  /** The characters of all words, one after the other: word `n` ends before #ends[n]. */
  #units = new Uint16Array(FIRST_SLOTS * 4)
  #ends = new Int32Array(FIRST_SLOTS)
  #words: (Word | undefined)[] = []
  #count = SINGLES

  constructor() {
    for (let unit = 0; unit < SINGLES; unit++) {
      this.#units[unit] = unit
      this.#ends[unit] = unit + 1
      this.#words.push(undefined)
    }
  }

  /** The count of assigned numbers: all numbers are less. */
  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#count >= MOST
  }

  /** The number of the word at [start, end) of a text's units, assigned now if it is new; `hash` is hashOf the same characters. */
  numberAt(text: Uint16Array, start: number, end: number, hash: number): number {
    const length = end - start
    if (length === 1) {
      const unit = text[start]!
      if (unit < SINGLES) return unit
    }
    if (length > LONGEST) return Unnumbered.unkept
    const slots = this.#slots
    const mask = this.#mask
    let slot = placeOf(hash) & mask
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const found = slots[slot]!
      if (found === 0) return this.#keep(text, start, length, hash, slot)
      if (((found ^ hash) & TAG) === 0) {
        const number = (found & NUMBER) - 1
        if (this.#isSame(number, text, start, length)) return number
      }
      slot = (slot + 1) & mask
    }
    return Unnumbered.unkept
  }

  word(number: number): Word {
    return this.#words[number] ?? this.#make(number)
  }

  #make(number: number): Word {
    // Built from characters: a slice of the text would keep the whole text in memory.
    const from = number === 0 ? 0 : this.#ends[number - 1]!
    // bounded: LONGEST
    const word = new Word(String.fromCharCode(...this.#units.subarray(from, this.#ends[number])), this, number)
    this.#words[number] = word
    return word
  }

  #isSame(number: number, text: Uint16Array, start: number, length: number): boolean {
    const units = this.#units
    const from = this.#ends[number - 1]!
    if (this.#ends[number]! - from !== length) return false
    for (let i = 0; i < length; i++) if (units[from + i] !== text[start + i]) return false
    return true
  }

  #keep(text: Uint16Array, start: number, length: number, hash: number, slot: number): number {
    const number = this.#count
    if (number === NUMBER) return Unnumbered.unkept
    this.#count++
    if (number === this.#ends.length) this.#ends = widened(this.#ends, new Int32Array(2 * number))
    const from = this.#ends[number - 1]!
    if (from + LONGEST > this.#units.length) this.#units = widened(this.#units, new Uint16Array(2 * this.#units.length))
    for (let i = 0; i < length; i++) this.#units[from + i] = text[start + i]!
    this.#ends[number] = from + length
    this.#words.push(undefined)
    this.#slots[slot] = (hash & TAG) | (number + 1)
    // At least half of the slots stay free, so that most look-ups need one probe.
    if (2 * this.#count > this.#mask) this.#rehash()
    return number
  }

  #rehash(): void {
    const mask = 2 * this.#mask + 1
    const slots = new Int32Array(mask + 1)
    for (let number = SINGLES; number < this.#count; number++) {
      const hash = hashOfUnits(this.#units, this.#ends[number]!, this.#ends[number - 1]!)
      let slot = placeOf(hash) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = (hash & TAG) | (number + 1)
    }
    this.#slots = slots
    this.#mask = mask
  }
}

function placeOf(hash: number): number {
  return hash ^ (hash >>> 15)
}

function widened<Numbers extends Int32Array | Uint16Array>(numbers: Numbers, wider: Numbers): Numbers {
  wider.set(numbers)
  return wider
}

let current = new WordTable()
/** The units of a word that is not part of a text. */
const lone = new Uint16Array(LONGEST)

/** The table for the next text: all its tokens have numbers of this table. */
export function wordTable(): WordTable {
  if (current.isFull) current = new WordTable()
  return current
}

/** The word of a string, for callers without a text. */
export function wordOf(raw: string): Word {
  const table = wordTable()
  if (raw.length === 0 || raw.length > LONGEST) return new Word(raw)
  copyUnits(raw, lone)
  const number = table.numberAt(lone, 0, raw.length, hashOf(raw))
  return number >= 0 ? table.word(number) : new Word(raw)
}

let nextIndex = 0

/** Facts of one module about words, computed once for each word. The absence of a fact is null, not undefined. */
export class WordFacts<Fact> {
  readonly #index = nextIndex++
  readonly #know: (word: Word) => Exclude<Fact, undefined>
  /** The table whose words #facts describes, by number. */
  #table: WordTable | null = null
  #facts: (Exclude<Fact, undefined> | undefined)[] = []

  constructor(know: (word: Word) => Exclude<Fact, undefined>) {
    this.#know = know
  }

  of(word: Word): Exclude<Fact, undefined> {
    if (word.table !== this.#table || word.table === null) return this.#elsewhere(word)
    const known = this.#facts[word.number]
    return known !== undefined ? known : this.#ask(word)
  }

  /** The fact about a word by its number in a table; a known fact needs no Word object. */
  numbered(table: WordTable, number: number): Exclude<Fact, undefined> {
    const known = table === this.#table ? this.#facts[number] : undefined
    return known !== undefined ? known : this.of(table.word(number))
  }

  #ask(word: Word): Exclude<Fact, undefined> {
    const fact = this.#know(word)
    while (this.#facts.length <= word.number) this.#facts.push(undefined)
    this.#facts[word.number] = fact
    return fact
  }

  /** A word of a newer table begins a new list; a word of an older table or of none stores its facts itself. */
  #elsewhere(word: Word): Exclude<Fact, undefined> {
    const { table } = word
    if (table !== null && (this.#table === null || table.age > this.#table.age)) {
      this.#table = table
      this.#facts = []
      return this.#ask(word)
    }
    word.facts ??= []
    const fact = (word.facts[this.#index] as Exclude<Fact, undefined> | undefined) ?? this.#know(word)
    word.facts[this.#index] = fact
    return fact
  }
}
