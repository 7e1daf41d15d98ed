// Search key of a name word: its letters in Latin script, without marks, case, digits and signs.
import { latin } from '../../../text/fold.ts'
import { SMALL_A } from '../../../text/signs.ts'
import { type Word, WordFacts } from '../../../text/words.ts'
import { inflection } from './inflection.ts'

const LETTERS = 26
const LETTER_PAIRS = LETTERS * LETTERS
/** Letters that German, Swedish and Danish write as two where they lack the first: Müller, Mueller. */
const DIGRAPHS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const HAS_DIGRAPH = /[äöüåø]/

/** Search key of a word, with its first and last letters. */
export interface NameKey {
  readonly key: string
  /** The first two letters and the last two, each as one number below LETTER_PAIRS. */
  readonly head: number
  readonly tail: number
}

const facts = new WordFacts<NameKey | null>(({ folded }: Word) => {
  const key = (latin(folded) ?? folded).replace(/[^a-z]/g, '')
  return key.length < 2 ? null : { key, head: headOf(key), tail: tailOf(key) }
})

/** The key of a word; null for what has fewer than two letters. */
export function nameKey(word: Word): NameKey | null {
  return facts.of(word)
}

/** The key of a particle, which may be one letter: "Ó". */
export function particleKey(word: Word): string {
  return nameKey(word)?.key ?? word.folded
}

/** Names of so many letters change their third one where they are inflected: Mägi, Mäe. */
const SHORT_NAME = 4

export function shelfLetters(key: string): 2 | 3 {
  return key.length <= SHORT_NAME ? 2 : 3
}

/** Index of the group of names with the same first two letters, or three letters for long names. */
export function shelfOf(key: string, letters: 2 | 3): number {
  const pair = headOf(key)
  return letters === 2 ? pair : LETTER_PAIRS + pair * LETTERS + (key.charCodeAt(2) - SMALL_A)
}

export function headOf(key: string): number {
  return pairOf(key, 0)
}

export function tailOf(key: string): number {
  return pairOf(key, key.length - 2)
}

function pairOf(key: string, at: number): number {
  return (key.charCodeAt(at) - SMALL_A) * LETTERS + key.charCodeAt(at + 1) - SMALL_A
}

const spellings = new WordFacts<readonly string[]>((word) => spelt(word, nameKey(word)?.key ?? ''))

/** Further keys that the same name has in other spellings: "mueller" of Müller, "triantafyllou" of Τριανταφύλλου. */
export function spellingsOf(word: Word): readonly string[] {
  return spellings.of(word)
}

function spelt({ raw, folded }: Word, key: string): string[] {
  const found = new Set<string>()
  const inLatin = latin(folded)
  if (inLatin !== null) {
    const script = /\p{Script=Greek}/u.test(raw) ? 'Greek' : 'Cyrillic'
    for (const spelling of inflection().spellings(inLatin, script)) found.add(spelling.replace(/[^a-z]/g, ''))
  } else {
    const small = raw.toLowerCase().normalize('NFC')
    if (HAS_DIGRAPH.test(small))
      found.add(
        small
          .replace(/[äöüåø]/g, (letter) => DIGRAPHS[letter]!)
          .normalize('NFKD')
          .replace(/[^a-z]/g, ''),
      )
    for (const spelling of inflection().spellings(key, 'Latin')) found.add(spelling)
  }
  found.delete(key)
  return [...found].filter((spelling) => spelling.length > 1)
}

/** Letters of a name at least with which a word in small letters that is formed from it shares the first three, or the last three. */
const LEAST_LONG = 5
/** Letters of an end by which longer words are compared, and of a word with a typo that has but two letters alike at either end. */
const LONGER_TAIL = 4
const LONGEST_ALIKE = 6
const LONGER_TAILS = 1 << 13

/** The letters that names begin and end with: most words of a text resemble no name by them. */
export class NameLetters {
  readonly #heads = new Int32Array(LETTER_PAIRS)
  readonly #tails = new Int32Array(LETTER_PAIRS)
  readonly #shortHeads = new Int32Array(LETTER_PAIRS)
  readonly #shortTails = new Int32Array(LETTER_PAIRS)
  readonly #longHeads = new Int32Array(LETTER_PAIRS * LETTERS)
  readonly #longTails = new Int32Array(LETTER_PAIRS * LETTERS)
  /** By four letters, several of which share a place. */
  readonly #longerTails = new Int32Array(LONGER_TAILS)
  #turn = 1

  /** Forgets all names; the number tells that no others were added since. */
  clear(): number {
    return ++this.#turn
  }

  isSince(turn: number): boolean {
    return this.#turn === turn
  }

  /** Single letters, such as particles, have no beginning and end to compare. */
  add(key: string): void {
    if (key.length < 2) return
    this.#heads[headOf(key)] = this.#turn
    this.#tails[tailOf(key)] = this.#turn
    if (key.length < LEAST_LONG) {
      this.#shortHeads[headOf(key)] = this.#turn
      this.#shortTails[tailOf(key)] = this.#turn
    } else {
      this.#longHeads[longHead(key)] = this.#turn
      this.#longTails[longTail(key)] = this.#turn
      this.#longerTails[longerTail(key)] = this.#turn
    }
  }

  /** Whether a name begins as a word does. */
  hasHead(key: string): boolean {
    return this.#heads[headOf(key)] === this.#turn
  }

  /** Whether a name begins as one word does, and, where there is another, a name ends as that does. */
  hasEnds(own: NameKey, other: NameKey | null): boolean {
    return this.#heads[own.head] === this.#turn && (other === null || this.#tails[other.tail] === this.#turn)
  }

  /** Whether a word may be formed from a name or have a typo in it: one that does not begin alike has four letters of its end, or is short. */
  mayResemble({ key, head, tail }: NameKey): boolean {
    const turn = this.#turn
    if (this.#heads[head] !== turn && this.#tails[tail] !== turn) return false
    if (key.length <= LONGEST_ALIKE && key.length !== LONGER_TAIL) return true
    if (this.#shortHeads[head] === turn || this.#shortTails[tail] === turn) return true
    return this.#longHeads[longHead(key)] === turn || this.#longerTails[longerTail(key)] === turn
  }

  /** Whether a word in small letters may be formed from a name. */
  mayBeFormed(key: string): boolean {
    const turn = this.#turn
    if (key.length < LEAST_LONG) return this.hasHead(key)
    if (this.#shortHeads[headOf(key)] === turn) return true
    return this.#longHeads[longHead(key)] === turn || this.#longTails[longTail(key)] === turn
  }
}

function longHead(key: string): number {
  return headOf(key) * LETTERS + key.charCodeAt(2) - SMALL_A
}

function longTail(key: string): number {
  return tailOf(key) * LETTERS + key.charCodeAt(key.length - 3) - SMALL_A
}

function longerTail(key: string): number {
  return (longTail(key) * LETTERS + key.charCodeAt(key.length - LONGER_TAIL)) & (LONGER_TAILS - 1)
}

/** A letter of any script as the first letter of its Latin spelling. */
export function latinLetter(letter: string): string {
  return (latin(letter) ?? letter)[0] ?? ''
}
