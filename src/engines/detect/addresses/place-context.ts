// The name of a place in a text, with what its rules ask: the tokens around it, its size, and the other meanings of its words.
import type { Place } from '../../../packs/gazetteer.ts'
import { type Languages, Level, type Levels } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import type { AddressPart, FoundAddress } from '../../../values/address/parts.ts'
import { Role } from '../../../values/address/word-roles.ts'
import type { Evidence } from '../evidence.ts'

/** Least log10 of the population of a town that is known by its name alone, and in another country. */
export const LARGE = 5
export const METROPOLIS = 6
/** log10 of the population of a village. */
export const VILLAGE = 3
/** Words that decide about a place name next to them; see data/cues/place-cues.json and place-words.json. */
export interface PlaceContextWords {
  readonly titles: ReadonlySet<string>
  readonly calendar: ReadonlySet<string>
  readonly rooms: ReadonlySet<string>
  readonly townLabels: ReadonlySet<string>
  /** Words after a town (office, branch), and possessives before it (our, their). */
  readonly offices: ReadonlySet<string>
  readonly owners: ReadonlySet<string>
  /** Words in lists of places that are not places: adjectives, and other meanings of territory codes. */
  readonly notPlaces: ReadonlySet<string>
  readonly eponyms: ReadonlySet<string>
}

/** The facts about a word that the rules use (PlaceJudge). */
export interface PlaceKnowledge {
  readonly words: PlaceContextWords
  levels(reader: AddressReader, at: number): Levels
  isOther(reader: AddressReader, at: number, languages: Languages | null, isCountry: boolean): boolean
}

/** The name of a place in a text, the tokens around it, and the levels of its first word. */
export class PlaceContext {
  readonly found: FoundAddress
  readonly place: Place
  readonly reader: AddressReader
  readonly evidence: Evidence
  readonly judge: PlaceKnowledge
  readonly words: PlaceContextWords
  readonly first: number
  readonly end: number
  readonly before: number
  readonly isLong: boolean
  readonly isHome: boolean
  readonly levels: Levels
  /** A word in small letters precedes the place, or a preposition in capitals. */
  readonly followsSmall: boolean
  /** A preposition precedes the place; `isSure`: one that precedes only places. */
  readonly isCued: boolean
  readonly isSure: boolean

  constructor(found: FoundAddress, place: Place, reader: AddressReader, evidence: Evidence, judge: PlaceKnowledge) {
    const { firstToken: first, endToken: end } = found
    this.found = found
    this.place = place
    this.reader = reader
    this.evidence = evidence
    this.judge = judge
    this.words = judge.words
    this.first = first
    this.end = end
    this.before = first - 1
    this.isLong = end - first > 1
    this.isHome = place.entries.some(({ country }) => reader.book.isHome(country))
    this.levels = judge.levels(reader, first)
    const roles = reader.isWord(first - 1) ? reader.roles(first - 1) : 0
    this.followsSmall = reader.kind(first - 1) === TokenKind.lower || this.isCapitalPreposition(first - 1)
    // "de", "von", "of" are parts of all kinds of names; "in", "aus", "nach" precede places.
    this.isCued = (roles & Role.preposition) !== 0 && (this.followsSmall || startsSentence(reader, first - 1))
    this.isSure = this.isCued && (roles & Role.surePreposition) !== 0
  }

  get isCountry(): boolean {
    return this.place.entries[0]!.kind === 'k'
  }

  get size(): number {
    return this.place.entries[0]!.size
  }

  get isLarge(): boolean {
    return this.size >= LARGE
  }

  /** The town is large, or more than a village of the governing country. */
  get isKnown(): boolean {
    return this.isLarge || (this.isHome && this.size > VILLAGE)
  }

  /** The name is rather an ordinary word, or rather a given name. */
  get isWord(): boolean {
    return !this.isLong && this.levels.word >= Level.known && this.levels.word > this.levels.proper
  }

  get isGiven(): boolean {
    return !this.isLong && this.levels.given >= Level.known && this.levels.given > this.levels.proper
  }

  /** "the Berlin office": words in small letters on both sides. */
  get isModifier(): boolean {
    const { reader, end } = this
    return this.followsSmall && reader.kind(end) === TokenKind.lower && !reader.isCell(end)
  }

  get endsClause(): boolean {
    return endsClause(this.reader, this.end)
  }

  /** The first word, and the word before it in its line. */
  get word(): string {
    return wordAt(this.reader, this.first)
  }

  get wordBefore(): string {
    return this.reader.isNewline(this.before) ? '' : wordAt(this.reader, this.before)
  }

  has(kind: AddressPart['kind']): boolean {
    return this.found.parts.some((part) => part.kind === kind)
  }

  /** "FROM Kassel TO Bremen": forms write prepositions in capitals. */
  isCapitalPreposition(at: number): boolean {
    const { reader, first } = this
    if (reader.kind(at) !== TokenKind.upper || reader.kind(first) === TokenKind.upper) return false
    return (reader.roles(at) & Role.preposition) !== 0
  }
}

export const startsSentence = (reader: AddressReader, at: number): boolean =>
  at <= 0 || reader.isNewline(at - 1) || '.!?:'.includes(reader.sign(at - 1) || 'x')

export function endsClause(reader: AddressReader, at: number): boolean {
  return (
    at >= reader.count ||
    reader.kind(at) === TokenKind.sign ||
    reader.isNewline(at) ||
    reader.isCell(at) ||
    reader.isApart(at)
  )
}

export const wordAt = (reader: AddressReader, i: number): string =>
  i >= 0 && i < reader.count ? reader.text.folded(i) : ''
