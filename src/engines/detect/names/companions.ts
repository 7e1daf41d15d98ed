// What stands next to a word, here and elsewhere in a text: "Bäckerei Sommer" makes Sommer a thing, "Frau Sommer" a person.
import { BEARERS, bearerBeside } from '../persons/mention-places.ts'
import type { Reading } from './reading.ts'
import { roleBit } from './roles.ts'
import { Casing } from './word-classes.ts'
import type { NameWord, NameWords } from './words.ts'

const PERSON = roleBit('title') | roleBit('relative')
/** Kinds of company: 1 in the name of a thing, 2 after a word for a person, 3 both. */
export const COMPANIES = 4
/** Results of bearerBeside. */
export const CARRIERS = 2 * BEARERS.length + 1
/** A carrier before a word and one after it, as one number; and whether a word for a person precedes it. */
const BEHIND = 16
const AFTER_PERSON = 256

export class Companions {
  readonly #words: NameWords
  #reading: Reading | null = null
  /** By token of a chain, what stands next to it; 0 for nothing. */
  #own = new Int16Array(0)
  /** Tokens with the word that are part of the name of a thing, and that follow a word for a person. */
  #count = 0
  #things = new Map<NameWord, number>()
  #persons = new Map<NameWord, number>()

  constructor(words: NameWords) {
    this.#words = words
  }

  /** The word of a thing before the capitalised phrase of a token, as bearerBeside returns it, and the one after it. */
  before = (reading: Reading, token: number): number => this.#at(reading, token) % BEHIND
  after = (reading: Reading, token: number): number => (this.#at(reading, token) >> 4) % BEHIND

  /** How many words of a text are part of the name of a thing. */
  count(reading: Reading): number {
    if (this.#reading !== reading) this.#read(reading)
    return this.#count
  }

  /** In what company the word of a token stands elsewhere in the text. */
  of(reading: Reading, token: number, word: NameWord): number {
    if (reading.chains.length < 2) return 0
    const own = this.#at(reading, token)
    const things = this.#things.get(word) ?? 0
    const persons = this.#persons.get(word) ?? 0
    if (things + persons === 0) return 0
    return (things > (isOfThing(own) ? 1 : 0) ? 1 : 0) + (persons > (own >= AFTER_PERSON ? 1 : 0) ? 2 : 0)
  }

  #at(reading: Reading, token: number): number {
    if (this.#reading !== reading) this.#read(reading)
    return this.#own[token]!
  }

  #read(reading: Reading): void {
    this.#reading = reading
    this.#count = 0
    this.#things = new Map()
    this.#persons = new Map()
    const { text, chains } = reading
    const words = this.#words
    const { count } = text.tokens
    if (this.#own.length < count) this.#own = new Int16Array(2 * count)
    for (const { first, end } of chains)
      for (let token = first; token < end; token++) {
        this.#own[token] = 0
        const word = words.at(text, token)
        if (word.casing !== Casing.capital && word.casing !== Casing.upper) continue
        const isAfterPerson = (words.at(text, token - 1).roles & PERSON) !== 0
        const own =
          bearerBeside(words, text, token, -1) +
          BEHIND * bearerBeside(words, text, token, 1) +
          (isAfterPerson ? AFTER_PERSON : 0)
        this.#own[token] = own
        if (!isOfThing(own) && !isAfterPerson) continue
        if (isOfThing(own)) this.#count++
        if (isOfThing(own)) this.#things.set(word, (this.#things.get(word) ?? 0) + 1)
        if (isAfterPerson) this.#persons.set(word, (this.#persons.get(word) ?? 0) + 1)
      }
  }
}

const isOfThing = (own: number): boolean => own % AFTER_PERSON !== 0
