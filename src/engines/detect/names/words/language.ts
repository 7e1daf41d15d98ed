// Which languages a text is written in, as far as that decides whether a capitalised word is a name: Anna is a Finnish verb
// and Jan a Hausa one, but not in an English text. Votes of the commonest words of each language, nothing more.
import { LANGUAGE_KEYS, type Languages, languageKey } from '../../../../packs/word-levels.ts'

const LEAST_VOTES = 1.8
/** Languages with this share of the best one's votes count too: neighbours share their small words. */
const CLOSE = 0.5
/** A word of more languages says no less about each. */
const MOST_SHARED = 4

/** The letters from one code unit to another. */
function span(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i))
}

/** Letters that only some of the languages use, as evidence worth two words. */
const LETTERS: readonly (readonly [string, readonly string[]])[] = [
  ['\u0151\u0171', ['hu']],
  ['\u0142\u0119\u0105\u017c', ['pl']],
  ['\u0159\u011b\u016f', ['cs']],
  ['\u013e\u0155\u013a\u0165', ['sk']],
  ['\u0219\u021b\u0103', ['ro']],
  ['\u0101\u0113\u0123\u0137\u013c\u0146', ['lv']],
  ['\u0117\u012f\u0173', ['lt']],
  ['\u00f0\u00fe', ['is']],
  ['\u010b\u0121\u0127', ['mt']],
  ['\u0111', ['hr']],
  ['\u00df', ['de']],
  ['\u00f1\u00bf', ['es']],
  ['\u00e3\u00f5', ['pt', 'et']],
  ['\u00f8\u00e6', ['da', 'nb', 'is']],
  [span(0x3b1, 0x3c9), ['el']],
  [span(0x430, 0x44f), ['bg']],
]
const LETTER_VOTES = 2
/** Characters of a text that are looked at for them. */
const LETTERS_WITHIN = 3000

/** For each character, one bit for each entry of LETTERS that has it. */
const LETTER_GROUPS = new Int32Array(0x530)
LETTERS.forEach(([letters], index) => {
  for (let i = 0; i < letters.length; i++) LETTER_GROUPS[letters.charCodeAt(i)]! |= 1 << index
})

/** A set of languages is known by a number with one binary digit for each. */
const MOST_LANGUAGES = 53

/** Languages of which the digits stand in the lower half of the number. */
const LOW_LANGUAGES = 30

/** Sets of languages kept. */
const MOST_SETS = 512

/** The telling letters of a text, one bit for each entry of LETTERS. */
export function lettersIn(text: string): number {
  let found = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 127 && unit < LETTER_GROUPS.length) found |= LETTER_GROUPS[unit]!
  }
  return found
}

/** Common word (folded) -> the number of the group of languages that have it, from 1 on. */
export type CommonWords = ReadonlyMap<string, number>

/** The languages that a text votes for. */
export interface Election {
  /** Its likely languages; null when it has too few common words to tell. */
  readonly languages: Languages | null
  /** The languages that the few words of such a text vote for most; null where none votes. */
  readonly ahead: Languages | null
}

/** Counts for one text after the other. */
export class LanguageVotes {
  readonly common: CommonWords
  /** languageKey of each language, in the order in which votes are counted. */
  readonly #keys: number[] = []
  /** The languages of each group, as places in #keys; nobody is in the first. */
  readonly #groups: Uint8Array[] = [new Uint8Array()]
  readonly #letters: readonly (readonly number[])[]
  readonly #votes: Float64Array
  /** Telling letters found. */
  #found = 0
  #text = ''
  /** The sets of languages met so far, so that equal ones are one object. */
  readonly #sets = new Map<number, Languages>()
  #lastName = -1
  #last: Languages = new Uint8Array(LANGUAGE_KEYS)

  /** `json`: data/lexicons/words-common.json. */
  constructor(json: string) {
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
    this.#letters = LETTERS.map(([, languages]) => languages.map((language) => this.#place(language)))
    if (this.#keys.length > MOST_LANGUAGES)
      throw new RangeError(`at most ${MOST_LANGUAGES} languages can vote: take some out of words-common.json`)
    this.#votes = new Float64Array(this.#keys.length)
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

  /** Begins to count the votes of a text. */
  begin(text: string): void {
    this.#text = text
    this.#votes.fill(0)
    this.#found = 0
  }

  /** Counts a word that a group of languages has in common: one of many languages says little about each. */
  word(group: number): void {
    const places = this.#groups[group]!
    const weight = 1 / Math.min(places.length, MOST_SHARED)
    for (let i = 0; i < places.length; i++) this.#votes[places[i]!]! += weight
  }

  /** Notes the telling letters (see lettersIn) of the word at start..end. */
  letters(letters: number, start: number, end: number): void {
    if (letters === 0 || start >= LETTERS_WITHIN) return
    this.#found |= end <= LETTERS_WITHIN ? letters : lettersIn(this.#text.slice(start, LETTERS_WITHIN))
  }

  /** What the votes of the text come to. */
  end(): Election {
    const votes = this.#votes
    for (let group = 0; this.#found >>> group !== 0; group++) {
      if (((this.#found >>> group) & 1) === 0) continue
      const languages = this.#letters[group]!
      for (const language of languages) votes[language]! += LETTER_VOTES / languages.length
    }
    this.#text = ''
    let best = 0
    for (let i = 0; i < votes.length; i++) if (votes[i]! > best) best = votes[i]!
    if (best < LEAST_VOTES) return { languages: null, ahead: best === 0 ? null : this.#above(best) }
    return { languages: this.#above(best * CLOSE), ahead: null }
  }

  /** The set of the languages with at least so many votes. */
  #above(least: number): Languages {
    const votes = this.#votes
    let low = 0
    let high = 0
    for (let i = 0; i < votes.length; i++)
      if (votes[i]! >= least) {
        if (i < LOW_LANGUAGES) low |= 1 << i
        else high |= 1 << (i - LOW_LANGUAGES)
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
