// Traits of the words of a name: the kinds of body, the members of a group of firms, counted works, the words that distinguish one
// version from another, a dedication. Asked by the word lists of a pack.

import type { Tools } from '../tools/pack-tools.ts'
import type { Word } from '../words/value-words.ts'
import { kindOf } from './name-body.ts'
import { CLASS_BITS, type NameToken } from './name-tokens.ts'

/** Most information of a word that is no more specific than a kind of body ("Catholic"), in bits. */
const COMMON = 9.5
const NONE: readonly string[] = []
export const NOT_COUNTED: ReadonlyMap<string, readonly string[]> = new Map()

export class NameTraits {
  readonly #families: ReadonlyMap<string, string>
  readonly #dedications: ReadonlySet<string>
  readonly #telling: ReadonlyMap<string, string>
  readonly #counting: ReadonlyMap<string, string>
  readonly #members: ReadonlySet<string>

  constructor(tools: Tools) {
    this.#families = familiesOf(tools)
    this.#members = tools.list('members')
    this.#counting = tools.pairs('counting')
    this.#telling = tools.pairs('telling')
    this.#dedications = tools.list('dedications')
  }

  /** Works of the kind are counted ("Op. 27 No. 2"). */
  get counts(): boolean {
    return this.#counting.size > 0
  }

  isMember(text: string): boolean {
    return this.#members.has(text)
  }

  tells(text: string): boolean {
    return this.#telling.has(text)
  }

  /** The families of kinds of body that tokens name. */
  typesOf(tokens: readonly NameToken[]): readonly string[] {
    const types: string[] = []
    for (const { word } of tokens) {
      if (!word.kind) continue
      const kind = kindOf(word)
      const type = this.#families.get(kind) ?? kind
      if (type !== ANY && !types.includes(type)) types.push(type)
    }
    return types
  }

  /** Words that distinguish the members of a group of firms. */
  membersOf(tokens: readonly NameToken[]): readonly string[] {
    const named: string[] = []
    for (const { text, word } of tokens) if (this.#members.has(text)) named.push(kindOf(word))
    return named.length > 0 ? named : NONE
  }

  /** Numbers after the words that introduce them, word -> numbers. */
  countedOf(tokens: readonly NameToken[]): ReadonlyMap<string, readonly string[]> {
    let counted: Map<string, string[]> | null = null
    for (let i = 1; i < tokens.length; i++) {
      const word = tokens[i]!.digits ? this.#counting.get(tokens[i - 1]!.text) : undefined
      if (word === undefined) continue
      counted ??= new Map()
      counted.set(word, [...(counted.get(word) ?? []), tokens[i]!.text])
    }
    return counted ?? NOT_COUNTED
  }

  /** Words that tell a name from what has the rest of it, each under one word for all languages. */
  tellingOf(tokens: readonly NameToken[]): readonly string[] {
    let told: string[] | null = null
    for (let i = 0; i < tokens.length; i++) {
      const word = this.#telling.get(tokens[i]!.text)
      // "Party for the South" does not say which of two parties is meant.
      if (word === undefined || (tokens[i - 1]?.noise === true && tokens[i - 2]?.noise === true)) continue
      if (told === null) told = [word]
      else if (!told.includes(word)) told.push(word)
    }
    return told ?? NONE
  }

  /** The words without those and without a house's members, in the order of the alphabet. */
  untoldOf(words: readonly Word[]): string {
    return words
      .flatMap((word) =>
        this.#telling.has(word.text) || this.#members.has(word.text) ? [] : [word.kind ? kindOf(word) : word.text],
      )
      .sort()
      .join(' ')
  }

  /** Only a kind of body and the saint of its dedication. */
  isDedicated(tokens: readonly NameToken[]): boolean {
    return (
      tokens.some(({ text }) => this.#dedications.has(text)) &&
      tokens.every(
        ({ text, word, noise, head, class: classed }, i) =>
          noise ||
          word.kind ||
          head ||
          classed ||
          word.bits <= COMMON ||
          this.#dedications.has(text) ||
          (word.bits <= CLASS_BITS && this.#dedications.has(tokens[i - 1]?.text ?? '')),
      )
    )
  }
}

/** The family of kinds that say too little to tell two bodies apart. */
const ANY = 'any'

/** Kind of body -> the family of kinds that one body changes among ("commission", "authority"). */
function familiesOf(tools: Tools): ReadonlyMap<string, string> {
  const families = new Map<string, string>()
  for (const [text, family] of tools.pairs('kind_families')) families.set(kindOf(tools.vocabulary.word(text)), family)
  return families
}
