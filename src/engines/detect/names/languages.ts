// Votes on the languages of a text, by their most common words: Anna is a Finnish verb and Jan a Hausa one, but not in an English text.
import { SelfsameError } from '../../../errors.ts'
import { largest } from '../../../lists.ts'
import { LANGUAGE_KEYS, type Languages, languageKey } from '../../../packs/word-levels.ts'

const LEAST_VOTES = 1.8
/** Languages with this share of the best one's votes count too: neighbours share their small words. */
const CLOSE = 0.5
/** A word of more languages says no less about each. */
const MOST_SHARED = 4

/** Votes of a letter that only some of the languages use: as many as of two words. */
const LETTER_VOTES = 2
/** Characters of a text that are looked at for them. */
const LETTERS_WITHIN = 3000

/** Groups of telling letters at most: each is a bit of a number. */
const MOST_LETTER_GROUPS = 31

/** A set of languages is known by a number with one binary digit for each. */
const MOST_LANGUAGES = 53

/** Number of languages in the lower half of a set's number. */
const LOW_LANGUAGES = 30

/** Sets of languages kept. */
const MOST_SETS = 512

/** Common word (folded) -> the number of the group of languages that have it, from 1 on. */
export type CommonWords = ReadonlyMap<string, number>

export interface Election {
  /** Its likely languages; null when it has too few common words to tell. */
  readonly languages: Languages | null
  /** The languages that the few words of such a text vote for most; null where none votes. */
  readonly ahead: Languages | null
}

/** Counts for one text after the other. */
export class LanguageVotes {
  readonly common: CommonWords
  /** languageKey of each language, in counting order. */
  readonly #keys: number[] = []
  /** The languages of each group, as indexes of #keys; the first group is empty. */
  readonly #groups: Uint8Array[] = [new Uint8Array()]
  /** The languages of each group of telling letters, as places in #keys. */
  readonly #letters: readonly (readonly number[])[]
  /** By code unit: one bit for each group of telling letters that has it. */
  readonly #letterGroups: Int32Array
  readonly #votes: Float64Array
  /** The places of the languages voted for: few of all. */
  readonly #voted: Uint8Array
  #votedCount = 0
  #found = 0
  #text = ''
  /** The sets of languages met so far, so that equal ones are one object. */
  readonly #sets = new Map<number, Languages>()
  #lastName = -1
  #last: Languages = new Uint8Array(LANGUAGE_KEYS)

  /** `json`: data/lexicons/words-common.json; `letters`: letters that only some languages use -> their codes. */
  constructor(json: string, letters: Readonly<Record<string, readonly string[]>>) {
    const words = new Map<string, number[]>()
    for (const [language, list] of Object.entries(JSON.parse(json) as Record<string, string[]>)) {
      const place = this.#place(language)
      for (const word of list) {
        const places = words.get(word)
        if (places === undefined) words.set(word, [place])
        else places.push(place)
      }
    }
    this.common = this.#grouped(words)
    this.#letters = Object.values(letters).map((codes) => codes.map((code) => this.#place(code)))
    this.#letterGroups = letterGroups(Object.keys(letters))
    if (this.#keys.length > MOST_LANGUAGES)
      throw new SelfsameError(
        'facts_invalid',
        `at most ${MOST_LANGUAGES} languages can vote, and data/lexicons/words-common.json has more; let tools/build-lexicons.mjs write fewer.`,
      )
    this.#votes = new Float64Array(this.#keys.length)
    this.#voted = new Uint8Array(this.#keys.length)
  }

  #grouped(words: ReadonlyMap<string, readonly number[]>): CommonWords {
    const numbers = new Map<string, number>()
    const common = new Map<string, number>()
    for (const [word, places] of words) {
      const name = places.join()
      const number = numbers.get(name) ?? this.#groups.push(Uint8Array.from(places)) - 1
      numbers.set(name, number)
      common.set(word, number)
    }
    return common
  }

  #place(language: string): number {
    const key = languageKey(language)
    const known = this.#keys.indexOf(key)
    return known < 0 ? this.#keys.push(key) - 1 : known
  }

  /** Whether a group has one of the languages of a text, or of any while they are unknown. */
  isSpoken(group: number, languages: Languages | null): boolean {
    if (group === 0) return false
    if (languages === null) return true
    const places = this.#groups[group]!
    for (let i = 0; i < places.length; i++) if (languages[this.#keys[places[i]!]!] === 1) return true
    return false
  }

  begin(text: string): void {
    this.#text = text
    for (let i = 0; i < this.#votedCount; i++) this.#votes[this.#voted[i]!] = 0
    this.#votedCount = 0
    this.#found = 0
  }

  /** Counts a word that a group of languages has in common: one of many languages says little about each. */
  word(group: number): void {
    const places = this.#groups[group]!
    const weight = 1 / Math.min(places.length, MOST_SHARED)
    for (let i = 0; i < places.length; i++) this.#add(places[i]!, weight)
  }

  #add(place: number, weight: number): void {
    const before = this.#votes[place]!
    if (before === 0) this.#voted[this.#votedCount++] = place
    this.#votes[place] = before + weight
  }

  lettersOf(text: string): number {
    let found = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 127 && unit < this.#letterGroups.length) found |= this.#letterGroups[unit]!
    }
    return found
  }

  /** Notes the telling letters of the word at start..end. */
  letters(letters: number, start: number, end: number): void {
    if (letters === 0 || start >= LETTERS_WITHIN) return
    this.#found |= end <= LETTERS_WITHIN ? letters : this.lettersOf(this.#text.slice(start, LETTERS_WITHIN))
  }

  /** The result of the votes. */
  end(): Election {
    for (let group = 0; this.#found >>> group !== 0; group++) {
      if (((this.#found >>> group) & 1) === 0) continue
      const languages = this.#letters[group]!
      for (const language of languages) this.#add(language, LETTER_VOTES / languages.length)
    }
    this.#text = ''
    let best = 0
    for (let i = 0; i < this.#votedCount; i++) best = Math.max(best, this.#votes[this.#voted[i]!]!)
    if (best < LEAST_VOTES) return { languages: null, ahead: best === 0 ? null : this.#above(best) }
    return { languages: this.#above(best * CLOSE), ahead: null }
  }

  #above(least: number): Languages {
    let low = 0
    let high = 0
    for (let i = 0; i < this.#votedCount; i++) {
      const place = this.#voted[i]!
      if (this.#votes[place]! < least) continue
      if (place < LOW_LANGUAGES) low |= 1 << place
      else high |= 1 << (place - LOW_LANGUAGES)
    }
    const name = high * 2 ** LOW_LANGUAGES + low
    // Texts of one language follow one another.
    if (name !== this.#lastName) {
      this.#last = this.#setOf(name, least)
      this.#lastName = name
    }
    return this.#last
  }

  #setOf(name: number, least: number): Languages {
    let set = this.#sets.get(name)
    if (set === undefined) {
      if (this.#sets.size === MOST_SETS) this.#sets.clear()
      set = new Uint8Array(LANGUAGE_KEYS)
      for (let i = 0; i < this.#votes.length; i++) if (this.#votes[i]! >= least) set[this.#keys[i]!] = 1
      this.#sets.set(name, set)
    }
    return set
  }
}

/** One bit for each group by the code units of its letters. */
function letterGroups(groups: readonly string[]): Int32Array {
  if (groups.length > MOST_LETTER_GROUPS)
    throw new SelfsameError(
      'facts_invalid',
      `data/cues/languages.json has more than ${MOST_LETTER_GROUPS} groups of letters: take some out.`,
    )
  const units = groups.map((letters) => Array.from(letters, (letter) => letter.charCodeAt(0)))
  const table = new Int32Array(largest(units.flat()) + 1)
  units.forEach((group, index) => {
    for (const unit of group) table[unit]! |= 1 << index
  })
  return table
}
