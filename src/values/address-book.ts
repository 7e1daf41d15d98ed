// Which word does what in an address, in all countries at once: built from the address rules of the country files, the
// words that hold places together, and the gazetteer.
import type { Gazetteer } from '../packs/gazetteer.ts'
import type { Packs } from '../packs/load.ts'
import { fold } from '../text/fold.ts'
import { tokenize } from '../text/tokens.ts'

/** What a word or phrase can be in an address; a word may be several at once. */
export const Role = {
  streetBefore: 1,
  streetAfter: 2,
  unit: 4,
  unitAfter: 8,
  number: 16,
  box: 32,
  plot: 64,
  connector: 128,
  direction: 256,
  region: 512,
  regionAfter: 1024,
  quarterAfter: 2048,
  quarterBefore: 4096,
  building: 8192,
  relation: 16384,
  relationAfter: 32768,
  weakStreet: 65536,
  notStreet: 131072,
  postcodeWord: 262144,
  preposition: 524288,
  surePreposition: 1048576,
  notBare: 2097152,
} as const

export type AnchorType = 'commercial' | 'religious' | 'infrastructure' | 'other'

interface Phrase {
  readonly words: readonly string[]
  roles: number
}

/** What one word can do, alone and as the first of a phrase. */
export interface WordEntry {
  roles: number
  /** Longest first. */
  phrases: Phrase[] | null
}

/** Postcodes of several countries that are written alike where the country's letters are left out. */
export interface PostcodeShape {
  readonly pattern: RegExp
  /** Indexes of the rules it stands for, ascending. */
  readonly rules: readonly number[]
}

export interface PostcodeRule {
  readonly country: string
  readonly pattern: RegExp
  readonly isDistinct: boolean
  readonly isBeforeCity: boolean
}

/** Folded words of a phrase, signs left out. */
export function wordsOf(phrase: string): string[] {
  const tokens = tokenize(phrase.normalize('NFKC'))
  const words: string[] = []
  for (let i = 0; i < tokens.count; i++) {
    const word = fold(tokens.text.slice(tokens.start[i], tokens.end[i]))
    if (/^[\p{L}\p{N}&№]/u.test(word)) words.push(word)
  }
  return words
}

export class AddressBook {
  readonly gazetteer: Gazetteer
  readonly postcodes: readonly PostcodeRule[]
  /** How postcodes that begin with a digit are written. */
  readonly digitShapes: readonly PostcodeShape[]
  /** Rules that may match what begins with this capital, by its code less that of A. */
  readonly letterShapes: readonly (readonly PostcodeShape[])[]
  /** Signs that tie the flat to the house number, by country. */
  readonly unitSigns: ReadonlyMap<string, string>
  /** Countries that close a house number with a dot. */
  readonly dotted: ReadonlySet<string>
  /** Countries that write the house number before the street. */
  readonly numberFirst: ReadonlySet<string>
  readonly #words = new Map<string, WordEntry>()
  readonly #suffixes = new Map<string, number>()
  readonly #suffixEnds = new Set<string>()
  readonly #suffixLengths: readonly number[]
  readonly #landmarks = new Map<string, AnchorType>()
  /** By their first, or last, three letters. */
  readonly #landmarkStems = new Map<string, { readonly stem: string; readonly type: AnchorType }[]>()
  readonly #landmarkEnds = new Map<string, { readonly end: string; readonly type: AnchorType }[]>()

  constructor(packs: Packs) {
    this.gazetteer = packs.gazetteer()
    const words = packs.placeWords()
    const postcodes: PostcodeRule[] = []
    const patterns: string[] = []
    const numberFirst = new Set<string>()
    const dotted = new Set<string>()
    const unitSigns = new Map<string, string>()
    const suffixes = new Set<string>()
    for (const { code, address } of packs.countries().values()) {
      if (!address) continue
      if (address.number_first) numberFirst.add(code)
      if (address.number_dot) dotted.add(code)
      unitSigns.set(code, address.unit_signs)
      if (address.postcode !== null) {
        patterns.push(address.postcode)
        postcodes.push({
          country: code,
          pattern: postcodePattern(address.postcode),
          isDistinct: address.postcode_distinct,
          isBeforeCity: address.postcode_before_city,
        })
      }
      this.#add(address.street_words, Role.streetBefore)
      this.#add(address.street_words_after, Role.streetAfter)
      this.#add(address.unit_words, Role.unit)
      this.#add(address.unit_words_after, Role.unitAfter)
      this.#add(address.number_words, Role.number)
      this.#add(address.box_words, Role.box)
      this.#add(address.plot_words, Role.plot)
      for (const suffix of address.street_suffixes) suffixes.add(fold(suffix))
    }
    this.postcodes = postcodes
    this.digitShapes = digitShapes(patterns)
    this.letterShapes = letterShapes(patterns)
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
    for (const type of ['commercial', 'religious', 'infrastructure'] as const)
      for (const word of words.landmarks[type]) this.#addLandmark(word, type)
    for (const word of words.building_words) {
      const key = wordsOf(word).join(' ')
      if (!this.#landmarks.has(key)) this.#landmarks.set(key, 'other')
    }
  }

  #add(phrases: readonly string[], role: number): void {
    for (const phrase of phrases) {
      const words = wordsOf(phrase)
      const [first] = words
      if (first === undefined) continue
      const entry = this.#words.get(first) ?? { roles: 0, phrases: null }
      this.#words.set(first, entry)
      if (words.length === 1) {
        entry.roles |= role
        continue
      }
      entry.phrases ??= []
      const known = entry.phrases.find((one) => one.words.join(' ') === words.join(' '))
      if (known) known.roles |= role
      else entry.phrases.push({ words, roles: role })
      entry.phrases.sort((a, b) => b.words.length - a.words.length)
    }
  }

  #addLandmark(word: string, type: AnchorType): void {
    if (word.startsWith('*')) {
      const end = fold(word.slice(1))
      pushTo(this.#landmarkEnds, end.slice(-3), { end, type })
      return
    }
    if (word.endsWith('*')) {
      const stem = fold(word.slice(0, -1))
      pushTo(this.#landmarkStems, stem.slice(0, 3), { stem, type })
      return
    }
    const words = wordsOf(word)
    const key = words.join(' ')
    if (!this.#landmarks.has(key)) this.#landmarks.set(key, type)
  }

  /** Is it one of the countries whose address rules are known? */
  isHome(country: string): boolean {
    return this.unitSigns.has(country)
  }

  /** What a folded word can be, suffixes not looked at. */
  entry(word: string): WordEntry | undefined {
    return this.#words.get(word)
  }

  /** streetAfter (and weakStreet) when the folded word ends in a glued type word that leaves three letters of a name; else 0. */
  suffixRole(word: string): number {
    if (word.length < 5 || !this.#suffixEnds.has(word.slice(-2))) return 0
    for (const length of this.#suffixLengths) {
      if (word.length - length < 2) continue
      const role = this.#suffixes.get(word.slice(-length))
      if (role !== undefined) return role
    }
    return 0
  }

  /** What kind of landmark a folded word (or words joined by one blank) names; null when none. */
  landmarkType(words: string): AnchorType | null {
    const known = this.#landmarks.get(words)
    if (known) return known
    if (words.length < 4) return null
    for (const { stem, type } of this.#landmarkStems.get(words.slice(0, 3)) ?? [])
      if (words.startsWith(stem)) return type
    for (const { end, type } of this.#landmarkEnds.get(words.slice(-3)) ?? []) if (words.endsWith(end)) return type
    return null
  }
}

/** The letters of the country in front, which may be left out: (?:GR-?)?. */
const COUNTRY_LETTERS = /^\(\?:([A-Z|?-]+)\)\?(?=[\\\d])/
/** A pattern that begins with a digit, or (behind the letters of the country) with nothing else. */
const BEGINS_WITH_DIGIT = /^(?:\\d|\[[\d-]+\])/

function postcodePattern(source: string): RegExp {
  return new RegExp(`(?:${source})(?![\\p{L}\\p{N}])`, 'uy')
}

function digitShapes(patterns: readonly string[]): PostcodeShape[] {
  const shapes = new Map<string, number[]>()
  patterns.forEach((pattern, index) => {
    const rest = pattern.replace(COUNTRY_LETTERS, '')
    // What must begin with a capital matches no digit; what cannot be told is tried as it is.
    if (!/^\(\?:|^\[?[A-Z]/.test(rest) || !isLettered(rest)) pushTo(shapes, rest, index)
  })
  return [...shapes].map(([pattern, rules]) => ({ pattern: postcodePattern(pattern), rules }))
}

function letterShapes(patterns: readonly string[]): PostcodeShape[][] {
  const all = patterns.map((pattern, index) => ({ pattern: postcodePattern(pattern), rules: [index] }))
  return Array.from({ length: 26 }, (_, offset) => {
    const letter = String.fromCharCode(65 + offset)
    return all.filter((_shape, index) => {
      const pattern = patterns[index]!
      const letters = COUNTRY_LETTERS.exec(pattern)?.[1]
      if (letters !== undefined) return letters.split('|').some((one) => one.startsWith(letter))
      return !BEGINS_WITH_DIGIT.test(pattern)
    })
  })
}

/** Does every alternative of a pattern begin with a capital? */
function isLettered(pattern: string): boolean {
  const body = /^\(\?:(.*)\)/.exec(pattern)?.[1] ?? pattern
  return body.split('|').every((one) => /^(?:[A-Z]|\[\^?[A-Z-]+\])/.test(one))
}

function pushTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
