// The persons of a text: what its names consist of, and an index by which further mentions of each part are found.
import type { ScannedText } from '../../../text/scanned.ts'
import { COMMA, SPACE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { type Word, WordFacts, wordOf } from '../../../text/words.ts'
import type { TokenRange } from '../names/fields.ts'
import { roleBit } from '../names/roles.ts'
import { Casing } from '../names/word-classes.ts'
import { type NameWord, type NameWords, withoutNamePrefix } from '../names/words.ts'
import { type NameLetters, nameKey, shelfLetters, shelfOf, spellingsOf, tailOf } from './name-keys.ts'

/** Part of a name: what a person is called by. `single`: the only word that is known of them. */
export type PartRole = 'given' | 'family' | 'single' | 'nickname'

/** A name that was found, with how likely it is one. */
export interface KnownName extends TokenRange {
  readonly probability: number
}

/** One word of a person's name. */
export interface NamePart {
  readonly key: string
  readonly role: PartRole
  readonly word: Word
}

export interface Person {
  /** The fullest mention. */
  readonly name: KnownName
  /** Given names and family names in the order in which they are written. */
  readonly parts: readonly NamePart[]
  /** Keys of the particles before the family name, in order: "van", "den". */
  readonly particles: readonly string[]
  /** First letters of all words, particles and initials included, in order. */
  readonly initials: string
  /** First letters of given names and family names alone. */
  readonly shortInitials: string
}

/** A name word of one or several persons. */
export interface Entry {
  readonly key: string
  readonly role: PartRole
  readonly word: Word
  /** Places in `People.all`. */
  readonly persons: number[]
  /** Several words of a name, or an initial and a name, written as one: "leguellec", "lvanderhaeghe". */
  readonly isJoined: boolean
  /** A long word that no lexicon has: a longer word which begins or ends with it is made of it. */
  readonly isRare: boolean
  probability: number
}

/** A place of the text that mentions a person of it; offsets in the view. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly probability: number
  /** The person it can only be; null where several share it. */
  readonly person: Person | null
  /** The one part of a name that is mentioned; null for several, for initials and for words that only resemble one. */
  readonly part: Pick<Entry, 'word'> | null
  /** Whether it was found here, not by the names detector. */
  readonly isNew: boolean
}

const TITLE = roleBit('title')
const PARTICLE = roleBit('particle')
/** Letters of a title that is joined with a name, and of the name at least. */
const SHORTEST_TITLE = 2
const LONGEST_TITLE = 5
const LEAST_TITLED = 4
/** Letters of a name at least that is looked for inside longer words: "wallraffbefund.pdf". */
const LEAST_GLUED = 6
/** Words of a name at most; longer ranges are lists. */
const MOST_PARTS = 8
/** Letters of a name that a nickname may be made of. */
const INSIDE = 3
/** Entries with the same two letters that are compared with a word at most: bounds the work for a long list of persons. */
const MOST_ALIKE = 24
/** Maximum number of persons listed for one shared word: from two on it is ambiguous anyway. */
const MOST_SHARING = 16
/** Persons are read up to here; further names of a text are looked for as they are written only. */
const MOST_PERSONS = 4000

export class People {
  readonly all: Person[] = []
  readonly exact = new Map<string, Entry>()
  readonly #heads = new Map<number, Entry[]>()
  readonly #tails = new Map<number, Entry[]>()
  readonly #words: NameWords
  /** By three letters inside a name. */
  #inside: Map<string, Entry> | null = null
  /** By person of `all`, how likely the likeliest mention of its name is one. */
  readonly #likeliest: number[] = []
  /** Names written as one word, and first letters of persons with several parts; null before they are asked for: few texts have either. */
  #joined: Map<string, Entry> | null = null
  #initials: Map<string, number[]> | null = null

  /** Whether there are more names than are read as persons: such a text is a register. */
  isFull = false

  readonly #letters: NameLetters
  #turn: number

  /** `letters` is emptied: the indexes that share it fill it when they are used in turn. */
  constructor(words: NameWords, letters: NameLetters) {
    this.#words = words
    this.#letters = letters
    this.#turn = letters.clear()
  }

  /** The letters that the names and their particles begin and end with. */
  get letters(): NameLetters {
    if (!this.#letters.isSince(this.#turn)) {
      this.#turn = this.#letters.clear()
      for (const key of this.exact.keys()) this.#letters.add(key)
      for (const { particles } of this.all) for (const key of particles) this.#letters.add(key)
    }
    return this.#letters
  }

  /** Adds names of one or several texts. Names of several words come first: single words are mentions of them where they match. */
  gather(names: readonly { readonly text: ScannedText; readonly name: KnownName }[], familyFirst: boolean): void {
    const persons: { readonly person: Person; readonly written: string }[] = []
    /** Names as they are written -> the most likely of each, whose words are read once. */
    const likeliest = new Map<string, number>()
    for (const { text, name } of names) {
      if (persons.length >= MOST_PERSONS) {
        this.isFull = true
        break
      }
      const { start, end } = text.tokens
      const written = text.text.slice(start[name.first], end[name.end - 1])
      const known = likeliest.get(written)
      likeliest.set(written, Math.max(known ?? 0, name.probability))
      const person = known === undefined ? this.#personOf(text, name, familyFirst) : null
      if (person !== null) persons.push({ person, written })
    }
    // A stable order: fuller names first, then as they come.
    persons.sort(({ person: a }, { person: b }) => b.parts.length - a.parts.length || a.name.first - b.name.first)
    for (const { person, written } of persons) this.#add(person, likeliest.get(written)!)
  }

  /** A further name of a person, e.g. a nickname that the text introduces. */
  addName(person: number, word: Word, probability: number): void {
    const key = nameKey(word)
    if (key === null) return
    this.#addEntry(key.key, 'nickname', word, person, probability)
  }

  /** The entry that has a key, another spelling of it, or joined: "mueller", "jnowak", "drnowak". */
  entry(key: string): Entry | undefined {
    const known = this.exact.get(key)
    if (known !== undefined || this.all.length === 0) return known
    this.#joined ??= this.#joinedNames()
    return this.#joined.get(key) ?? this.#titled(key, this.#joined)
  }

  /** A name, or several joined names, after a title in the same word. */
  #titled(key: string, joined: ReadonlyMap<string, Entry>): Entry | undefined {
    for (let at = SHORTEST_TITLE; at <= LONGEST_TITLE && key.length - at >= LEAST_TITLED; at++) {
      const name = key.slice(at)
      const entry = this.exact.get(name) ?? joined.get(name)
      if (entry === undefined || entry.role === 'nickname') continue
      if ((this.#words.of(wordOf(key.slice(0, at))).roles & TITLE) !== 0) return { ...entry, key, isJoined: true }
    }
    return undefined
  }

  /** Places in `all` of the persons with these first letters. */
  byInitials(letters: string): readonly number[] | undefined {
    this.#initials ??= this.#allInitials()
    return this.#initials.get(letters)
  }

  /** Names that begin with the same two letters, or, long ones, with the same three. */
  heads(key: string, letters: 2 | 3): readonly Entry[] | undefined {
    return key.length < letters ? undefined : this.#heads.get(shelfOf(key, letters))
  }

  tails(tail: number): readonly Entry[] | undefined {
    return this.#tails.get(tail)
  }

  /** An entry whose name has three letters inside it, not at its beginning; null where none has. */
  inside(letters: string): Entry | null {
    if (this.#inside === null) {
      this.#inside = new Map()
      for (const entry of this.exact.values())
        if (entry.role !== 'nickname')
          for (let at = 1; at + INSIDE <= entry.key.length; at++) {
            const gram = entry.key.slice(at, at + INSIDE)
            if (!this.#inside.has(gram)) this.#inside.set(gram, entry)
          }
    }
    return this.#inside.get(letters) ?? null
  }

  #personOf(text: ScannedText, name: KnownName, familyFirst: boolean): Person | null {
    const { kind, end, start, units } = text.tokens
    const words: { known: NameWord; word: Word; key: string; isParticle: boolean }[] = []
    let comma = -1
    let initials = ''
    /** Single letters that are particles: "Ó" in Ó Conghaile. */
    const lone: string[] = []
    for (let i = name.first; i < name.end; i++) {
      if (kind[i] === TokenKind.sign) {
        if (units[start[i]!] === COMMA && comma < 0) comma = words.length
        continue
      }
      if (kind[i]! > TokenKind.upper) continue
      const spelt = text.word(i)
      const word = bareWords.of(spelt)
      const known = word === spelt ? this.#words.at(text, i) : this.#words.of(word)
      if ((known.roles & TITLE) !== 0 && words.length === 0 && known.levels.given < TITLE_AS_NAME) continue
      const own = nameKey(word)
      if (own === null) {
        if (end[i]! - start[i]! === 1) initials += word.folded
        if (units[end[i]!] === SPACE && i + 1 < name.end) lone.push(word.folded)
        continue
      }
      initials += own.key[0]!
      const isParticle = (known.roles & PARTICLE) !== 0 && i + 1 < name.end
      words.push({ known, word, key: own.key, isParticle })
      if (words.length > MOST_PARTS) return null
    }
    // Beside capitalised words a small one is a particle or part of a title: "г-жо Роза".
    const hasCapital = words.some(({ known }) => known.casing !== Casing.small)
    for (const word of words) if (hasCapital && word.known.casing === Casing.small) word.isParticle = true
    const named = words.filter(({ isParticle }) => !isParticle)
    if (named.length === 0) return null
    const roles = rolesOf(named, comma, familyFirst)
    return {
      name,
      parts: named.map(({ key, word }, i) => ({ key, word, role: roles[i]! })),
      particles: [...lone, ...words.filter(({ isParticle }) => isParticle).map(({ key }) => key)],
      initials,
      shortInitials: named.map(({ key }) => key[0]!).join(''),
    }
  }

  #add(person: Person, probability: number): void {
    const { parts } = person
    const same = this.#samePerson(person)
    const number = same ?? this.all.push(person) - 1
    for (const { key, role, word } of parts) this.#addEntry(key, role, word, number, probability)
    if (same !== null) return
    this.#likeliest.push(probability)
    for (const key of person.particles) this.letters.add(key)
  }

  #joinedNames(): Map<string, Entry> {
    const joined = new Map<string, Entry>()
    for (const [number, person] of this.all.entries()) {
      if (person.parts.length < 2) continue
      const { word } = person.parts.at(-1)!
      const probability = this.#likeliest[number]!
      for (const key of joinedForms(person))
        if (!joined.has(key))
          joined.set(key, { key, role: 'family', word, persons: [number], isJoined: true, isRare: false, probability })
    }
    return joined
  }

  #allInitials(): Map<string, number[]> {
    const all = new Map<string, number[]>()
    for (const [number, { parts, initials, shortInitials }] of this.all.entries()) {
      if (parts.length < 2) continue
      const given = parts.filter(({ role }) => role === 'given').map(({ key }) => key[0]!)
      for (const letters of new Set([initials, shortInitials, given.join('')])) {
        if (letters.length < 2) continue
        const known = all.get(letters)
        if (known === undefined) all.set(letters, [number])
        else if (!known.includes(number)) known.push(number)
      }
    }
    return all
  }

  /** The person who has all parts of a name already, and its initials: "J. Nowak" after "Jan Nowak", not "M. Nowak". */
  #samePerson({ parts, initials, particles }: Person): number | null {
    let shared: readonly number[] | null = null
    for (const { key } of parts) {
      const entry = this.exact.get(key)
      if (entry === undefined) return null
      const persons: readonly number[] = entry.persons
      shared = shared === null ? persons : shared.filter((one) => persons.includes(one))
    }
    if (parts.length > 1) return shared?.[0] ?? null
    const isFurther = (letter: string, number: number) => !this.all[number]!.initials.includes(letter)
    const own = [...initials].filter((_, at) => at < initials.length - 1)
    const found = shared?.find(
      (number) =>
        !own.some((letter) => isFurther(letter, number)) &&
        particles.every((one) => this.all[number]!.particles.includes(one)),
    )
    return found ?? null
  }

  #addEntry(key: string, role: PartRole, word: Word, person: number, probability: number): void {
    const known = this.exact.get(key)
    if (known !== undefined) {
      if (known.persons.length < MOST_SHARING && !known.persons.includes(person)) known.persons.push(person)
      known.probability = Math.max(known.probability, probability)
      return
    }
    const { levels, commonIn, roles } = this.#words.of(word)
    const isRare = key.length >= LEAST_GLUED && role !== 'nickname' && levels.code + commonIn + roles === 0
    const entry: Entry = { key, role, word, persons: [person], isJoined: false, isRare, probability }
    this.exact.set(key, entry)
    this.letters.add(key)
    for (const spelling of spellingsOf(word)) {
      this.letters.add(spelling)
      if (!this.exact.has(spelling)) this.exact.set(spelling, entry)
      addTo(this.#heads, shelfOf(spelling, shelfLetters(spelling)), { ...entry, key: spelling })
    }
    addTo(this.#heads, shelfOf(key, shelfLetters(key)), entry)
    addTo(this.#tails, tailOf(key), entry)
  }
}

/** Words without the prefix of a name: "Themba" of uThemba. */
const bareWords = new WordFacts<Word>((word) => {
  const bare = withoutNamePrefix(word.raw)
  return bare === null ? word : wordOf(bare)
})

/** A prefix of Bantu languages, in small letters, before a capital. */
const SMALL_BEFORE_CAPITAL = /^\p{Ll}{1,6}(?=\p{Lu}\p{Ll})/u

/** "Themba" of "uThemba". */
export function withoutPrefix(raw: string): string {
  return raw.replace(SMALL_BEFORE_CAPITAL, '')
}

/** A title is the first word of a name where people are given that name at least so often (Level): "Prince Osei". */
const TITLE_AS_NAME = 6

function addTo(lists: Map<number, Entry[]>, at: number, entry: Entry): void {
  const list = lists.get(at)
  if (list === undefined) lists.set(at, [entry])
  else if (list.length < MOST_ALIKE) list.push(entry)
}

function rolesOf(
  words: readonly { readonly known: NameWord }[],
  comma: number,
  familyFirst: boolean,
): readonly PartRole[] {
  if (words.length === 1) return ['single']
  const isUpper = words.map(({ known }) => known.raw.length > 1 && known.raw === known.raw.toUpperCase())
  if (isUpper.some(Boolean) && !isUpper.every(Boolean)) return isUpper.map((upper) => (upper ? 'family' : 'given'))
  const isReversed =
    familyFirst || (comma > 0 && comma < words.length) || isLikelier(words[0]!.known, words.at(-1)!.known)
  const families = comma > 0 && comma < words.length ? comma : 1
  return words.map((_, i) =>
    isReversed ? (i < families ? 'family' : 'given') : i === 0 || i < words.length - 2 ? 'given' : 'family',
  )
}

/** Whether the first word is more often a family name, and the last more often a given name, by two steps of Level each. */
function isLikelier(first: NameWord, last: NameWord): boolean {
  return first.levels.family - first.levels.given >= 2 && last.levels.given - last.levels.family >= 2
}

const spelt = ({ key, word }: NamePart): readonly string[] => [key, ...spellingsOf(word)]

/** How names of files and user names join words: "jnowak", "nowakj", "jannowak", "nowakjan", "leguellec". */
function joinedForms({ parts, particles }: Person): string[] {
  const given = parts.filter(({ role }) => role === 'given').flatMap(spelt)
  const own = parts.filter(({ role }) => role === 'family')
  const families = own.map(({ key }) => key)
  const found: string[] = []
  for (const family of new Set([
    families.join(''),
    ...own.slice(0, 1).flatMap(spelt),
    ...own.slice(-1).flatMap(spelt),
  ])) {
    if (family === '') continue
    const whole = particles.join('') + family
    for (const name of new Set([family, whole])) {
      if (name !== family || families.length > 1) found.push(name)
      for (const first of given) found.push(first[0]! + name, name + first[0]!, first + name, name + first)
    }
  }
  return found
}
