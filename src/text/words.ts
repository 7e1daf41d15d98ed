// Each distinct word as it is written, known once for the process: a text repeats few words many times, so what a room
// finds out about a word (its folded form, its roles, its levels) is worked out once for each word and not asked again.
// Words are numbered, so that what is known of them lies in dense arrays by number: a token costs one look-up.

import { fold } from './fold.ts'
import { HASH_PRIME, HASH_SEED, hashOf } from './hash.ts'
import { copyUnits } from './text-units.ts'

/** Longer tokens are no words that repeat; they are not kept. */
const LONGEST = 32
/** From so many words on the next text begins a new table: a bound on memory that costs a hostile text nothing but the look-ups. */
const MOST = 1 << 16
const FIRST_SLOTS = 1 << 13
/** A slot holds a word's number + 1 in its lower bits and a part of its hash above them: sixteen slots to a cache line. */
const NUMBER = (1 << 20) - 1
const TAG = ~NUMBER
/** Slots looked at for one word: colliding words made on purpose are not kept, and cost no more than this. */
const MOST_PROBES = 12
/** Signs and letters of Basic Latin that stand alone, a third of all tokens: each has its unit as number. */
const SINGLES = 128

/** Numbers given to tokens without a word in the table. */
export const Unnumbered = {
  /** Bare digits and line breaks: no words. */
  none: -1,
  /** A word that is not kept: longer than words are, or one of many made to collide. */
  unkept: -2,
} as const

export class Word {
  /** As written. */
  readonly raw: string
  /** Lower-case, without marks (see fold). */
  readonly folded: string
  /** The table that keeps the word, and its number there; null and -1 for a word that is not kept. */
  readonly table: WordTable | null
  readonly number: number
  /** What rooms know of a word that is not kept; see WordFacts. */
  facts: unknown[] | null = null

  constructor(raw: string, table: WordTable | null = null, number = -1) {
    this.raw = raw
    this.folded = fold(raw)
    this.table = table
    this.number = number
  }
}

let tables = 0

/** The words of many texts by number. Numbers begin at 0, without gaps but for single signs that no text had yet. */
export class WordTable {
  /** Tables made later have greater ages. */
  readonly age = tables++
  /** 0: free. */
  #slots = new Int32Array(FIRST_SLOTS)
  #mask = FIRST_SLOTS - 1
  /** The characters of all words, one behind the other: word `n` ends before #ends[n]. */
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

  /** How many numbers are given: all are less. */
  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#count >= MOST
  }

  /** The number of the word at [start, end) of a text's units, given now when it is new; `hash` is hashOf the same characters. */
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

  /** The word with a number that was given. */
  word(number: number): Word {
    return this.#words[number] ?? this.#make(number)
  }

  #make(number: number): Word {
    // Cut from a text it would hold on to the whole text; made of its characters it holds only itself.
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
    // Half of the slots stay free, so that most look-ups are one probe.
    if (2 * this.#count > this.#mask) this.#rehash()
    return number
  }

  #rehash(): void {
    const mask = 2 * this.#mask + 1
    const slots = new Int32Array(mask + 1)
    for (let number = SINGLES; number < this.#count; number++) {
      const hash = hashOfUnits(this.#units, this.#ends[number - 1]!, this.#ends[number]!)
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

/** hashOf the characters that units stand for. */
function hashOfUnits(units: Uint16Array, from: number, end: number): number {
  let hash = HASH_SEED
  for (let i = from; i < end; i++) hash = Math.imul(hash ^ units[i]!, HASH_PRIME)
  return hash
}

function widened<Numbers extends Int32Array | Uint16Array>(numbers: Numbers, wider: Numbers): Numbers {
  wider.set(numbers)
  return wider
}

let current = new WordTable()
/** The units of a word that comes without a text. */
const lone = new Uint16Array(LONGEST)

/** The table by which a text that comes now is read: all its tokens have numbers of this one. */
export function wordTable(): WordTable {
  if (current.isFull) current = new WordTable()
  return current
}

/** The word that a string is, for those who come without a text. */
export function wordOf(raw: string): Word {
  const table = wordTable()
  if (raw.length === 0 || raw.length > LONGEST) return new Word(raw)
  copyUnits(raw, lone)
  const number = table.numberAt(lone, 0, raw.length, hashOf(raw))
  return number >= 0 ? table.word(number) : new Word(raw)
}

let rooms = 0

/** What one room knows of words, worked out once for each word. Nothing known is null, not undefined. */
export class WordFacts<Fact> {
  readonly #room = rooms++
  readonly #know: (word: Word) => Exclude<Fact, undefined>
  /** The table whose words #facts are about, by number. */
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

  /** Of the word with a number of a table: what is known already is told without the word itself. */
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

  /** A word of a newer table begins a new list; one of an older table or of none keeps its facts itself. */
  #elsewhere(word: Word): Exclude<Fact, undefined> {
    const { table } = word
    if (table !== null && (this.#table === null || table.age > this.#table.age)) {
      this.#table = table
      this.#facts = []
      return this.#ask(word)
    }
    word.facts ??= []
    const fact = (word.facts[this.#room] as Exclude<Fact, undefined> | undefined) ?? this.#know(word)
    word.facts[this.#room] = fact
    return fact
  }
}
