// What stands beside the same word elsewhere in a text: "Bäckerei Sommer" makes Sommer a thing, "Frau Sommer" a person.
import { TokenKind } from '../../../text/tokens.ts'
import type { Reading } from './reading.ts'
import { roleBit } from './roles.ts'
import type { NameWord, NameWords } from './words.ts'

const THING = roleBit('organisation') | roleBit('street') | roleBit('bearer') | roleBit('legal form')
const PERSON = roleBit('title') | roleBit('relative')
/** Kinds of company: 1 beside a word for a thing, 2 behind a word for a person, 3 both. */
export const COMPANIES = 4

export class Companions {
  readonly #words: NameWords
  #reading: Reading | null = null
  /** Tokens with the word that stand beside a word for a thing, and behind a word for a person. */
  #things = new Map<NameWord, number>()
  #persons = new Map<NameWord, number>()

  constructor(words: NameWords) {
    this.#words = words
  }

  /** In what company the word of a token stands elsewhere in the text. */
  of(reading: Reading, token: number, word: NameWord): number {
    if (reading.chains.length < 2) return 0
    if (this.#reading !== reading) this.#read(reading)
    const things = this.#things.get(word) ?? 0
    const persons = this.#persons.get(word) ?? 0
    if (things + persons === 0) return 0
    const own = this.#beside(reading, token)
    return (things > (own & 1) ? 1 : 0) + (persons > own >> 1 ? 2 : 0)
  }

  #beside({ text }: Reading, token: number): number {
    const before = this.#words.at(text, token - 1).roles
    const behind = this.#words.at(text, token + 1).roles
    return (((before | behind) & THING) !== 0 ? 1 : 0) + ((before & PERSON) !== 0 ? 2 : 0)
  }

  #read(reading: Reading): void {
    this.#reading = reading
    this.#things = new Map()
    this.#persons = new Map()
    const { text } = reading
    for (const { first, end } of reading.chains)
      for (let token = first; token < end; token++) {
        if (text.tokens.kind[token] === TokenKind.sign) continue
        const beside = this.#beside(reading, token)
        if (beside === 0) continue
        const word = this.#words.at(text, token)
        if ((beside & 1) !== 0) this.#things.set(word, (this.#things.get(word) ?? 0) + 1)
        if (beside > 1) this.#persons.set(word, (this.#persons.get(word) ?? 0) + 1)
      }
  }
}
