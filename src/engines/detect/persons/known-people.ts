// Persons who are named in other texts: in the files of one case, the lines of one session, the cells of one row. Their mentions are looked
// for in every text that shares them.
import type { Range } from '../../../text/range.ts'
import { ScannedText } from '../../../text/scanned.ts'
import type { NameWords } from '../names/words.ts'
import { NameEnds } from './may-mention.ts'
import type { NameLetters } from './name-keys.ts'
import type { Nicknames } from './nicknames.ts'
import { type KnownName, type Mention, People } from './people.ts'

/** A place of a text as sent that mentions somebody who is named elsewhere. */
export interface NamedElsewhere {
  readonly start: number
  readonly end: number
  readonly probability: number
  /** The name of the person as it was added; null where several share what is written. */
  readonly person: string | null
  /** The one word of the name that is mentioned; null for several, for initials and for words that only resemble one. */
  readonly part: string | null
}

/** What is read: a text in which people may or may not be meant, one about these people (a row, a line of a session), or the name of a file. */
export type TextKind = 'text' | 'about' | 'name'

export interface KnownPeople {
  /** Number of names. */
  readonly size: number
  has(name: string): boolean
  /** Adds a name as it is written: "Marek Nowak", "Nowak, Marek". Names beyond MOST_PEOPLE, or behind `close`, are left out. */
  add(name: string): void
  /** No name is added any more: all texts are read with the same persons, in whatever order. */
  close(): void
  /** Mentions in a text, disjoint, sorted. `known`: sorted ranges that need not be looked at: without another hint, the text has no mention. */
  mentions(text: ScannedText, kind: TextKind, known?: readonly Range[]): NamedElsewhere[]
}

/** Finds mentions of an index of people in a text; offsets in its view. */
export type FindMentions = (text: ScannedText, people: People, kind: TextKind) => readonly Mention[]

/** Names that texts share at most. */
const MOST_PEOPLE = 4000
/** A name that fields of a row or a text state is sure. */
const STATED = 0.99
const NO_RANGES: readonly Range[] = []

export class PeopleElsewhere implements KnownPeople {
  readonly #words: NameWords
  readonly #nicknames: Nicknames
  readonly #find: FindMentions
  readonly #letters: NameLetters
  readonly #names = new Set<string>()
  #isClosed = false
  #scanned: readonly ScannedText[] | null = null
  #ends: NameEnds | null = null
  /** The index of all names; null after a further name was added. */
  #index: { readonly people: People; readonly names: ReadonlyMap<KnownName, string> } | null = null

  constructor(words: NameWords, nicknames: Nicknames, letters: NameLetters, find: FindMentions) {
    this.#words = words
    this.#nicknames = nicknames
    this.#find = find
    this.#letters = letters
  }

  get size(): number {
    return this.#names.size
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  add(name: string): void {
    if (this.#isClosed || this.#names.size >= MOST_PEOPLE || name.trim() === '' || this.#names.has(name)) return
    this.#names.add(name)
    this.#scanned = null
    this.#ends = null
    this.#index = null
  }

  close(): void {
    this.#isClosed = true
  }

  mentions(text: ScannedText, kind: TextKind, known: readonly Range[] = NO_RANGES): NamedElsewhere[] {
    if (this.#names.size === 0) return []
    this.#scanned ??= [...this.#names].sort().map((name) => new ScannedText(name))
    this.#ends ??= new NameEnds(this.#scanned, this.#nicknames)
    if (!this.#ends.mayBeIn(text, text.view.starts === null ? known : NO_RANGES)) return []
    this.#index ??= this.#indexed(this.#scanned)
    const { people, names } = this.#index
    return this.#find(text, people, kind).map(({ start, end, probability, person, part }) => ({
      ...text.sourceRange(start, end),
      probability,
      person: person === null ? null : names.get(person.name)!,
      part: part?.word.folded ?? null,
    }))
  }

  /** Names in order of code units, so that the index does not depend on the order in which texts were read. */
  #indexed(scanned: readonly ScannedText[]) {
    const people = new People(this.#words, this.#letters)
    const names = new Map<KnownName, string>()
    const named = scanned.map((text) => {
      const known = { first: 0, end: text.tokens.count, probability: STATED }
      names.set(known, text.source)
      return { text, name: known }
    })
    people.gather(named, false)
    return { people, names }
  }
}
