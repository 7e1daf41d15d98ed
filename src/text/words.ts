// Each distinct word as it is written, known once for the process: a text repeats few words many times, so what a room
// finds out about a word (its folded form, its roles, its levels) is kept with the word and not asked again.
import { fold } from './fold.ts'
import { hashOf } from './hash.ts'

/** Longer tokens are no words that repeat; they are not kept. */
const LONGEST = 32
/** Words kept at most, and then all are forgotten: a bound on memory that costs a hostile text nothing but the look-ups. */
const MOST = 1 << 16
const SLOTS = MOST * 4
const MASK = SLOTS - 1
/** Slots looked at for one word: colliding words made on purpose are not kept, and cost no more than this. */
const MOST_PROBES = 12

export class Word {
  /** As written. */
  readonly raw: string
  /** Lower-case, without marks (see fold). */
  readonly folded: string
  /** What each room knows of the word; see WordFacts. */
  facts: unknown[] | null = null

  constructor(raw: string) {
    this.raw = raw
    this.folded = fold(raw)
  }
}

let slots = new Int32Array(SLOTS)
let words: Word[] = []

/** Signs and letters of Basic Latin that stand alone, by unit: a third of all tokens. */
const singles: (Word | undefined)[] = new Array(128)

/** The word that stands at [start, end) of a text; `hash` is hashOf the same characters. */
export function wordAt(text: string, start: number, end: number, hash: number): Word {
  const length = end - start
  if (length === 1) {
    const unit = text.charCodeAt(start)
    if (unit < singles.length) {
      singles[unit] ??= new Word(String.fromCharCode(unit))
      return singles[unit]
    }
  }
  if (length > LONGEST) return new Word(text.slice(start, end))
  let slot = (hash ^ (hash >>> 15)) & MASK
  for (let probe = 0; probe < MOST_PROBES; probe++) {
    const index = slots[slot]!
    if (index === 0) {
      if (words.length === MOST) {
        slots = new Int32Array(SLOTS)
        words = []
      }
      // A slice may hold on to the whole text that it was cut from: joined anew it holds only itself.
      const word = new Word(String.fromCharCode(...unitsOf(text, start, end)))
      words.push(word)
      slots[slot] = words.length
      return word
    }
    const known = words[index - 1]!
    if (known.raw.length === length && isSame(known.raw, text, start)) return known
    slot = (slot + 1) & MASK
  }
  return new Word(text.slice(start, end))
}

/** The word that a string is, for those who come without a text. */
export function wordOf(raw: string): Word {
  return wordAt(raw, 0, raw.length, hashOf(raw))
}

function isSame(raw: string, text: string, start: number): boolean {
  for (let i = 0; i < raw.length; i++) if (raw.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}

function unitsOf(text: string, start: number, end: number): number[] {
  const units: number[] = []
  for (let i = start; i < end; i++) units.push(text.charCodeAt(i))
  return units
}

let rooms = 0

/** What one room knows of words, worked out once for each word. Nothing known is null, not undefined. */
export class WordFacts<Fact> {
  readonly #slot = rooms++
  readonly #know: (word: Word) => Exclude<Fact, undefined>

  constructor(know: (word: Word) => Exclude<Fact, undefined>) {
    this.#know = know
  }

  of(word: Word): Exclude<Fact, undefined> {
    const { facts } = word
    if (facts !== null) {
      const known = facts[this.#slot]
      if (known !== undefined) return known as Exclude<Fact, undefined>
    }
    const fact = this.#know(word)
    word.facts ??= []
    word.facts[this.#slot] = fact
    return fact
  }
}
