// The roles of words in addresses for all countries, from address rules, connecting words and the gazetteer.
import type { Gazetteer } from '../../packs/gazetteer.ts'
import type { Packs } from '../../packs/load.ts'
import type { AddressRule } from '../../packs/schemas/address.ts'
import { fold } from '../../text/fold.ts'
import { lengthOf, sliceOf } from '../../text/unit-classes.ts'
import { WordBits } from '../../text/word-bits.ts'
import { type Word, WordFacts } from '../../text/words.ts'
import { lookupForm } from './place-script.ts'
import { PostcodeTable } from './postcodes.ts'
import {
  type Opening,
  type PlaceWord,
  Role,
  STARTERS,
  STARTERS_CAPITAL,
  shapeOf,
  Trait,
  type WordEntry,
  wordsOf,
} from './word-roles.ts'

export type AnchorType = 'commercial' | 'religious' | 'infrastructure' | 'other'

const CAPITAL = /^[\p{Lu}\p{Lt}]/u

const books = new WeakMap<Packs, AddressBook>()

export function addressBookOf(packs: Packs): AddressBook {
  let book = books.get(packs)
  if (book === undefined) {
    book = new AddressBook(packs)
    books.set(packs, book)
  }
  return book
}

export class AddressBook {
  readonly gazetteer: Gazetteer
  readonly postcodes: PostcodeTable
  readonly bits = new WordBits((word) => this.#bitsOf(word))
  /** Phrases that begin with a word; null if there are none. */
  readonly openings = new WordFacts<Opening | null>((word) => this.#openingOf(word))
  /** The places that a word begins or names in the gazetteer; null if there are none. */
  readonly places = new WordFacts<PlaceWord | null>((word) => this.#placeOf(word))
  /** Conjunctions: a word after one is not part of the town before it. */
  readonly conjunctions: ReadonlySet<string>
  /** Prepositions that can precede an address. */
  readonly leads: ReadonlySet<string>
  /** Street words that lower-case names can follow, folded. */
  readonly smallNamed: ReadonlySet<string>
  /** Street words of one or two letters that are not abbreviations, folded. */
  readonly wholeShort: ReadonlySet<string>
  readonly unitSigns: ReadonlyMap<string, string>
  /** Countries with a full stop after the house number. */
  readonly dotted: ReadonlySet<string>
  /** Countries with the house number before the street. */
  readonly numberFirst: ReadonlySet<string>
  readonly #words = new Map<string, WordEntry>()
  /** Roles assigned to each phrase. */
  readonly #added = new Map<string, number>()
  readonly #suffixes = new Map<string, number>()
  readonly #suffixEnds = new Set<string>()
  readonly #suffixLengths: readonly number[]
  readonly #landmarks = new Map<string, AnchorType>()
  /** By their first or last three letters. */
  readonly #landmarkStems = new Map<string, { readonly stem: string; readonly type: AnchorType }[]>()
  readonly #landmarkEnds = new Map<string, { readonly end: string; readonly type: AnchorType }[]>()

  constructor(packs: Packs) {
    this.gazetteer = packs.gazetteer()
    const words = packs.placeWords()
    const rules = new Map<string, AddressRule>()
    const numberFirst = new Set<string>()
    const dotted = new Set<string>()
    const unitSigns = new Map<string, string>()
    const suffixes = new Set<string>()
    const covered = packs.countries()
    for (const { code, address } of [...covered.values(), ...packs.foreignCountries()]) {
      if (!address) continue
      if (address.number_first) numberFirst.add(code)
      if (address.number_dot) dotted.add(code)
      if (covered.has(code)) unitSigns.set(code, address.unit_signs)
      rules.set(code, address)
      this.#add(address.street_words, Role.streetBefore)
      this.#add(address.street_words_after, Role.streetAfter)
      this.#add(address.unit_words, Role.unit)
      this.#add(address.unit_words_after, Role.unitAfter)
      this.#add(address.number_words, Role.number)
      this.#add(address.box_words, Role.box)
      this.#add(address.plot_words, Role.plot)
      for (const suffix of address.street_suffixes) suffixes.add(fold(suffix))
    }
    this.postcodes = new PostcodeTable(rules)
    this.numberFirst = numberFirst
    this.unitSigns = unitSigns
    this.dotted = dotted
    const weak = new Set(words.weak_street_words.map(fold))
    for (const suffix of suffixes) {
      this.#suffixes.set(suffix, weak.has(suffix) ? Role.streetAfter | Role.weakStreet : Role.streetAfter)
      this.#suffixEnds.add(suffix.slice(-2))
    }
    this.#suffixLengths = [...new Set([...suffixes].map((suffix) => suffix.length))].sort((a, b) => b - a)
    this.#add(words.weak_street_words, Role.weakStreet)
    this.#add(words.connectors, Role.connector)
    this.#add(words.directions, Role.direction)
    this.#add(words.not_street_starts, Role.notStreet)
    this.#add(words.not_bare_streets, Role.notBare)
    this.#add(words.country_postcode_words, Role.postcodeWord)
    this.#add(words.prepositions, Role.preposition)
    this.#add(words.prepositions_sure, Role.preposition | Role.surePreposition)
    this.#add(words.region_words, Role.region)
    this.#add(words.region_words_after, Role.regionAfter)
    this.#add(words.quarter_words_after, Role.quarterAfter)
    this.#add(words.quarter_words_before, Role.quarterBefore)
    this.#add(words.building_words, Role.building)
    for (const list of Object.values(words.relations)) this.#add(list, Role.relation)
    this.#add(words.relations_after, Role.relationAfter)
    this.conjunctions = new Set(words.conjunctions.map(fold))
    this.leads = new Set(words.prepositions_leading.map(fold))
    this.smallNamed = new Set(words.small_named_streets.map(fold))
    this.wholeShort = new Set(words.whole_short_streets.map(fold))
    for (const type of ['commercial', 'religious', 'infrastructure'] as const)
      for (const word of words.landmarks[type]) this.#addLandmark(word, type)
    for (const word of words.building_words) {
      const key = wordsOf(word).join(' ')
      if (!this.#landmarks.has(key)) this.#landmarks.set(key, 'other')
    }
  }

  #add(phrases: readonly string[], role: number): void {
    for (const phrase of phrases) {
      // Countries with the same language share most of their words.
      const added = this.#added.get(phrase) ?? 0
      if ((added & role) === role) continue
      this.#added.set(phrase, added | role)
      this.#addWords(wordsOf(phrase), role)
    }
  }

  #addWords(words: readonly string[], role: number): void {
    const [first] = words
    if (first === undefined) return
    const entry = this.#words.get(first) ?? { roles: 0, phrases: null }
    this.#words.set(first, entry)
    if (words.length === 1) {
      entry.roles |= role
      return
    }
    entry.phrases ??= []
    const known = entry.phrases.find((one) => one.words.join(' ') === words.join(' '))
    if (known) known.roles |= role
    else {
      entry.phrases.push({ words, roles: role })
      entry.phrases.sort((a, b) => b.words.length - a.words.length)
    }
  }

  #addLandmark(word: string, type: AnchorType): void {
    if (word.startsWith('*')) {
      const end = fold(sliceOf(word, 1))
      pushTo(this.#landmarkEnds, end.slice(-3), { end, type })
      return
    }
    if (word.endsWith('*')) {
      const stem = fold(sliceOf(word, 0, -1))
      pushTo(this.#landmarkStems, stem.slice(0, 3), { stem, type })
      return
    }
    const words = wordsOf(word)
    const key = words.join(' ')
    if (!this.#landmarks.has(key)) this.#landmarks.set(key, type)
  }

  /** True for countries with a country file that has an address rule. For others, the gazetteer has only large towns. */
  isHome(country: string): boolean {
    return this.unitSigns.has(country)
  }

  #bitsOf(word: Word): number {
    const { folded, raw } = word
    const entry = this.#words.get(folded)
    const roles = entry?.roles ?? 0
    let bits = roles | shapeOf(folded)
    const isCapital = CAPITAL.test(raw)
    let isStart = (roles & (isCapital ? STARTERS_CAPITAL : STARTERS)) !== 0
    if (entry?.phrases) {
      bits |= Trait.opens
      // A phrase such as "First Floor" needs no number before it.
      for (const phrase of entry.phrases) isStart ||= (phrase.roles & (STARTERS_CAPITAL | Role.unitAfter)) !== 0
    }
    if (isStart) bits |= Trait.starts
    if (this.suffixRole(folded) !== 0) bits |= Trait.suffix
    if (this.landmarkType(folded) !== null) bits |= Trait.landmark
    if (this.#placeOf(word) !== null) bits |= Trait.place
    return bits
  }

  #openingOf({ folded }: Word): Opening | null {
    const entry = this.#words.get(folded)
    if (!entry?.phrases) return null
    let may = entry.roles
    for (const { roles } of entry.phrases) may |= roles
    return { may, phrases: entry.phrases }
  }

  #placeOf({ folded }: Word): PlaceWord | null {
    const key = lookupForm(folded)
    const place = this.gazetteer.get(key)
    const most = this.gazetteer.mostWords(key)
    return place === null && most === 1 ? null : { key, place, most }
  }

  /** streetAfter (and weakStreet) if the folded word ends in a glued type word after at least three letters of a name; otherwise 0. */
  suffixRole(word: string): number {
    if (lengthOf(word) < 5 || !this.#suffixEnds.has(sliceOf(word, -2))) return 0
    for (const length of this.#suffixLengths) {
      if (lengthOf(word) - length < 2) continue
      const role = this.#suffixes.get(sliceOf(word, -length))
      if (role !== undefined) return role
    }
    return 0
  }

  /** The type of landmark that a folded word (or words joined by one space) names; null if none. */
  landmarkType(words: string): AnchorType | null {
    const known = this.#landmarks.get(words)
    if (known) return known
    if (lengthOf(words) < 4) return null
    for (const { stem, type } of this.#landmarkStems.get(sliceOf(words, 0, 3)) ?? [])
      if (words.startsWith(stem)) return type
    for (const { end, type } of this.#landmarkEnds.get(sliceOf(words, -3)) ?? []) if (words.endsWith(end)) return type
    return null
  }
}

function pushTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
