// Words: a value cut into plain tokens, each with the information its presence carries. Cut once per value and remembered.

import type { FrequencyTable } from '../../../packs/frequencies.ts'
import type { Packs } from '../../../packs/load.ts'
import type { EntityPack } from '../../../packs/schemas/entity-pack.ts'
import { soundKey } from '../../../text/sounds.ts'
import { isDigitUnit, lettersOf } from '../../../text/unit-classes.ts'
import { type NameForms, type NameFormsReader, nameFormsOf } from './name-forms.ts'
import { plain, tokensOfPlain } from './plain-letters.ts'

/** One token in lower-case plain letters and digits. */
export interface Word {
  readonly text: string
  /** Information its presence carries, in bits; rarer is more. */
  readonly bits: number
  /** Contains a digit. */
  readonly numeric: boolean
  /** Ids of the meanings it shares with other spellings: nicknames, equivalents, the same concept in another language. */
  readonly meanings: readonly number[]
  /** One bit for each letter a to z in it: two words whose letters differ need no closer comparison. */
  readonly letters: number
  /** Stands for a territory. */
  readonly territorial: boolean
  /** Says what kind of body is named ("ministry", "party"), where the pack tells kinds apart. */
  readonly kind: boolean
  /** Sound key, where the pack compares names by sound; otherwise empty. */
  readonly sound: string
  /** Its other forms, where the pack compares names of persons. */
  readonly forms: NameForms | null
  /** Number of this object, from 1: what two words come to is remembered by theirs. */
  readonly id: number
  /** The same word with other information. */
  weighing(bits: number): Word
}

/** Longer words are not names: the bound limits the cost of a hostile one. */
const LONGEST_NAME = 60

let made = 0

/** A word whose sound key is made on demand: most pairs of words are distinguished without it. */
class KnownWord implements Word {
  readonly text: string
  readonly bits: number
  readonly numeric: boolean
  readonly meanings: readonly number[]
  readonly letters: number
  readonly territorial: boolean
  readonly kind: boolean
  readonly id = ++made
  readonly #sounds: boolean
  readonly #reader: NameFormsReader | null
  #sound: string | null = null
  #forms: NameForms | null = null

  constructor(
    text: string,
    bits: number,
    meanings: readonly number[],
    sounds: boolean,
    kind: boolean,
    reader: NameFormsReader | null,
    letters = lettersOf(text),
    numeric = hasDigit(text),
  ) {
    this.text = text
    this.bits = bits
    this.numeric = numeric
    this.meanings = meanings
    this.letters = letters
    this.territorial = text.charAt(0) === TERRITORY
    this.kind = kind
    this.#sounds = sounds
    this.#reader = reader
  }

  get sound(): string {
    this.#sound ??= this.#sounds && this.text.length > 2 && !this.numeric ? soundKey(this.text) : ''
    return this.#sound
  }

  get forms(): NameForms | null {
    this.#forms ??=
      this.#reader !== null && this.text.length > 2 && this.text.length <= LONGEST_NAME && !this.numeric
        ? this.#reader.of(this.text)
        : null
    return this.#forms
  }

  weighing(bits: number): Word {
    return new KnownWord(
      this.text,
      bits,
      this.meanings,
      this.#sounds,
      this.kind,
      this.#reader,
      this.letters,
      this.numeric,
    )
  }
}

/** Opens the token of a territory; no written token contains it. */
export const TERRITORY = '~'

/** Information of naming a territory, where the pack does not say. */
const TERRITORY_BITS = 7

export function hasDigit(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isDigitUnit(text.charCodeAt(i))) return true
  return false
}

/** Digits and nothing else. */
export function isNumber(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isDigitUnit(text.charCodeAt(i))) return false
  return text.length > 0
}

/** Values are read up to this many UTF-16 units: enough for any name or title, and a bound on the work. */
export const READ_UP_TO = 2000

/** Tokens of a value in order, apostrophes dropped ("O'Brien" is one token). */
export function tokensOf(text: string): string[] {
  return tokensOfPlain(plain(text.length > READ_UP_TO ? text.slice(0, READ_UP_TO) : text))
}

/**
 * A bounded memory of what was computed for a key. When it is full, what was not asked for since it was last full is
 * forgotten, so that no input can grow it without end and what is in use stays.
 */
export class Remembered<T> {
  #known = new Map<string, T>()
  #before = new Map<string, T>()
  #held = 0
  // The two sides of a pair often say the same.
  #last = ''
  #made: T | undefined
  readonly #limit: number

  /** `limit` counts keys; a long one counts once more for every 64 characters, as what is made of it grows with it. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, make: (key: string) => T): T {
    if (key === this.#last && this.#made !== undefined) return this.#made
    const value = this.#known.get(key) ?? this.#remembered(key, make)
    this.#last = key
    this.#made = value
    return value
  }

  #remembered(key: string, make: (key: string) => T): T {
    const value = (this.#before.size === 0 ? undefined : this.#before.get(key)) ?? make(key)
    if (this.#held >= this.#limit) {
      this.#before = this.#known
      this.#known = new Map()
      this.#held = 0
    }
    this.#held += 1 + (key.length >> 6)
    this.#known.set(key, value)
    return value
  }
}

/** The meanings of a word by its spelling, as the pack's setting asks for: those of names, of concepts, of goods, or none. */
export function meaningsOf(packs: Packs, setting: unknown): ReadonlyMap<string, number[]> {
  if (setting === 'names') return readMeanings(packs)
  if (setting === 'concepts') return readConcepts(packs)
  return setting === 'goods' ? readGoods(packs) : new Map()
}

/** One id for each line of words that says what is one kind of goods. */
function readGoods(packs: Packs): ReadonlyMap<string, number[]> {
  const meanings = new Map<string, number[]>()
  for (const [id, line] of packs.equivalents('goods.txt').split('\n').entries()) {
    if (line.startsWith('#') || line === '') continue
    for (const word of new Set(line.split(' '))) meanings.set(word, [...(meanings.get(word) ?? []), id + 1])
  }
  return meanings
}

/** Names: one id for each lexicon entry that lists the word. */
function readMeanings(packs: Packs): ReadonlyMap<string, number[]> {
  const meanings = new Map<string, number[]>()
  let next = 1
  const add = (word: string, id: number) => {
    const ids = meanings.get(word)
    if (ids === undefined) meanings.set(word, [id])
    else if (!ids.includes(id)) ids.push(id)
  }
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  // A short form shares a meaning with each of its full names; two short forms of one name share that name.
  const fullNames = new Map<string, number>()
  for (const line of linesOf(packs.lexicon('nicknames.txt'))) {
    const [short, full] = line.split(': ')
    for (const name of full!.split(' ')) {
      let id = fullNames.get(name)
      if (id === undefined) {
        id = next++
        fullNames.set(name, id)
        add(name, id)
      }
      add(short!, id)
    }
  }
  for (const line of linesOf(`${packs.lexicon('name-equivalents.txt')}\n${packs.equivalents('name-variants.txt')}`)) {
    const id = next++
    for (const word of line.split(' ')) add(word, id)
  }
  return meanings
}

/** Concepts of organisation names: one id for all spellings of "university", "bank", "foundation". */
function readConcepts(packs: Packs): ReadonlyMap<string, number[]> {
  const concepts = new Map<string, number[]>()
  const parsed = JSON.parse(packs.lexicon('organisation-concepts.json')) as { words: Record<string, string[]> }
  let next = 1_000_001
  for (const words of Object.values(parsed.words)) {
    const id = next++
    for (const word of words) {
      const ids = concepts.get(word)
      if (ids === undefined) concepts.set(word, [id])
      else ids.push(id)
    }
  }
  return concepts
}

const NO_MEANINGS: readonly number[] = []

/** Gives words their information and meanings under one pack. */
export class Vocabulary {
  readonly #tables: readonly { readonly table: FrequencyTable; readonly offset: number }[]
  readonly #meanings: ReadonlyMap<string, readonly number[]>
  readonly #local: ReadonlyMap<string, number> | null
  readonly #territory: number
  readonly #words = new Remembered<Word>(200_000)
  readonly #sounds: boolean
  readonly #kinds: ReadonlySet<string>
  /** Meanings of the words for kinds, so that they are known in other languages too. */
  readonly #kindMeanings: ReadonlySet<number>
  readonly #reader: NameFormsReader | null

  constructor(
    packs: Packs,
    pack: EntityPack,
    meanings: ReadonlyMap<string, readonly number[]>,
    jurisdiction: string | null,
  ) {
    this.#tables = pack.tables.map(({ table, offset }) => ({ table: packs.frequencies(table), offset }))
    this.#meanings = meanings
    this.#sounds = pack.settings['sounds'] === true
    const kinds = pack.settings['kinds']
    this.#kinds = new Set(typeof kinds === 'string' ? kinds.split(' ') : [])
    this.#kindMeanings = new Set([...this.#kinds].flatMap((text) => meanings.get(text) ?? NO_MEANINGS))
    this.#reader = pack.settings['meanings'] === 'names' ? nameFormsOf(packs) : null
    const territory = pack.settings['territory_bits']
    this.#territory = typeof territory === 'number' ? territory : TERRITORY_BITS
    this.#local = jurisdiction === null ? null : (packs.jurisdictionFrequencies().get(jurisdiction) ?? null)
  }

  word(text: string): Word {
    return this.#words.get(text, this.#make)
  }

  readonly #make = (text: string): Word => {
    const meanings = this.#meanings.get(text) ?? NO_MEANINGS
    const kind = this.#kinds.has(text) || meanings.some((id) => this.#kindMeanings.has(id))
    return new KnownWord(text, this.#bits(text), meanings, this.#sounds, kind, this.#reader)
  }

  #bits(text: string): number {
    let least = this.#local?.get(text) ?? Number.POSITIVE_INFINITY
    let unseen = Number.POSITIVE_INFINITY
    for (const { table, offset } of this.#tables) {
      const known = table.bitsOf(text)
      if (known !== undefined && known + offset < least) least = known + offset
      if (table.unseen + offset < unseen) unseen = table.unseen + offset
    }
    if (least === Number.POSITIVE_INFINITY) least = unseen
    // A token of one or two characters says no more than its length allows (26 letters, 10 digits).
    // A territory is one of a few hundred, and most names of public bodies hold one.
    if (text.charAt(0) === TERRITORY) return this.#territory
    const room = isNumber(text) ? 3.4 * text.length + 1 : 4.7 * text.length
    return Math.max(1, Math.min(least, room))
  }
}
