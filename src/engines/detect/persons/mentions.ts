// Words of a text that may mention one of its persons again, and how each is formed from the name: the same word, inflected, with a
// typo, as initials, as a nickname. Nothing is judged here.
import type { Languages } from '../../../packs/word-levels.ts'
import type { Word } from '../../../text/words.ts'
import { WordFacts, wordOf } from '../../../text/words.ts'
import type { Inflection } from './inflection.ts'
import { type NameKey, nameKey } from './name-keys.ts'
import type { Nicknames } from './nicknames.ts'
import { type Entry, type People, withoutPrefix } from './people.ts'

/** How a word is formed from a name; where it may be formed in several ways, the first one. */
export const FORMS = [
  'same',
  'spelling',
  'inflected',
  'joined',
  'nickname',
  'prefixed',
  'inflected elsewhere',
  'typo',
  'ending',
  'beginning',
  'nickname like',
  'nickname inside',
  'introduced',
] as const

export type Form = (typeof FORMS)[number]

/** Forms of words that only resemble the name. */
export const LOOSE: ReadonlySet<Form> = new Set([
  'ending',
  'beginning',
  'nickname like',
  'nickname inside',
  'introduced',
])

const RANK: ReadonlyMap<Form, number> = new Map(FORMS.map((form, rank) => [form, rank]))

/** How a word is formed from a part of a name. */
export interface Match {
  readonly entry: Entry
  readonly form: Form
  /** UTF-16 units of the word that are no part of the name: "u" of uThandi before it, "EKG" of KuettnerEKG after it. */
  readonly before: number
  readonly after: number
}

/** Letters of a word at least in which one edit is looked for, and of an ending that no class of endings has. */
const LEAST_TYPO = 5
const LONGEST_UNKNOWN_ENDING = 3
const LEAST_BEFORE_UNKNOWN = 5
/** Letters of a nickname at most. */
const LONGEST_NICKNAME = 8
/** Letters that a nickname made of a part of a name has in common with it at least, where it begins as the name does and elsewhere. */
const SHARED_BEGINNING = 2
const SHARED_INSIDE = 3
/** Letters of a nickname that are no part of the name at most: "Krešo", "Boštek". */
const OWN_LETTERS = 3
/** What follows a name in camel case: NowakM, KuettnerEKG. */
const CAMEL = /^(\p{Lu}\p{Ll}+)(\p{Lu}\p{L}*)$/u

/** The word behind a prefix in small letters, and the first one of a word in camel case; null for most words. */
interface Inside {
  readonly bare: Word | null
  readonly opening: Word | null
}

const insides = new WordFacts<Inside>(({ raw }) => {
  const bare = withoutPrefix(raw)
  const opening = CAMEL.exec(raw)?.[1]
  return { bare: bare === raw ? null : wordOf(bare), opening: opening === undefined ? null : wordOf(opening) }
})

const SHELVES = [2, 3] as const
const NO_ENTRIES: readonly Entry[] = []

export class MentionFinder {
  readonly #inflection: Inflection
  readonly #nicknames: Nicknames

  constructor(inflection: Inflection, nicknames: Nicknames) {
    this.#inflection = inflection
    this.#nicknames = nicknames
  }

  /** False where no match of a word is to be looked for: most words resemble no name by their letters. */
  mayMatch(people: People, word: Word): boolean {
    const own = nameKey(word)
    if (own === null) return false
    const { bare, opening } = insides.of(word)
    return (
      people.letters.mayResemble(own) ||
      bare !== null ||
      opening !== null ||
      isLenited(own) ||
      this.#nicknames.namesOf(own.key).length > 0
    )
  }

  /** The match of a word that has not been asked whether it may have one. */
  matchOf(people: People, word: Word, languages: Languages | null, isSmall: boolean, asItIs: boolean): Match | null {
    return this.mayMatch(people, word) ? this.match(people, word, languages, isSmall, asItIs) : null
  }

  /** The likeliest match of a word; null where it resembles no name of the people. `asItIs`: nothing is looked for that is formed from a name. */
  match(people: People, word: Word, languages: Languages | null, isSmall: boolean, asItIs: boolean): Match | null {
    if (asItIs) return this.#same(people, word)
    const own = this.#whole(people, word, languages, isSmall)
    if (isSmall) return own
    if (own !== null && RANK.get(own.form)! <= RANK.get('prefixed')!) return own
    const { bare, opening } = insides.of(word)
    if (bare !== null) {
      const found = this.#whole(people, bare, languages)
      if (found !== null) return { ...found, before: word.raw.length - bare.raw.length }
    }
    if (opening !== null) {
      const found = this.#whole(people, opening, languages)
      const after = word.raw.length - opening.raw.length
      if (found !== null && (found.form === 'same' || found.form === 'spelling'))
        return { ...found, after: after === 1 ? 0 : after }
    }
    return own
  }

  #same(people: People, word: Word): Match | null {
    const own = nameKey(word)
    const entry = own === null ? undefined : people.entry(own.key)
    return entry === undefined ? null : found(entry, 'same')
  }

  #whole(people: People, word: Word, languages: Languages | null, isSmall = false): Match | null {
    const own = nameKey(word)
    if (own === null) return null
    const exact = people.entry(own.key)
    if (exact !== undefined)
      return found(exact, exact.isJoined ? 'joined' : exact.key === own.key ? 'same' : 'spelling')
    let best: Match | null = null
    const offer = (entry: Entry, form: Form | null): void => {
      if (form !== null && (best === null || RANK.get(form)! < RANK.get(best.form)!)) best = found(entry, form)
    }
    const mayBeFormed = !isSmall || people.letters.mayBeFormed(own.key)
    if (mayBeFormed) {
      this.#heads(people, own.key, languages, offer)
      for (const entry of people.tails(own.tail) ?? []) offer(entry, this.#byTail(own.key, entry, languages))
    }
    for (const full of this.#nicknames.namesOf(own.key)) {
      const entry = people.exact.get(full)
      if (entry !== undefined) offer(entry, 'nickname')
    }
    if (best === null && isLenited(own)) {
      const plain = own.key[0]! + own.key.slice(2)
      const entry = people.exact.get(plain)
      if (entry !== undefined) return found(entry, 'inflected')
      this.#heads(people, plain, languages, (other, form) => {
        if (form === 'inflected' || form === 'inflected elsewhere') offer(other, form)
      })
    }
    return best
  }

  #heads(
    people: People,
    key: string,
    languages: Languages | null,
    offer: (entry: Entry, form: Form | null) => void,
  ): void {
    for (const letters of SHELVES)
      for (const entry of people.heads(key, letters) ?? NO_ENTRIES) offer(entry, this.#byHead(key, entry, languages))
  }

  #byHead(key: string, { key: name, role, isRare }: Entry, languages: Languages | null): Form | null {
    let shared = 2
    while (shared < name.length && key[shared] === name[shared]) shared++
    const inflected = 2 * shared < name.length ? null : this.#inflection.relate(name, key, shared, languages)
    if (inflected !== null) return inflected === 'text' ? 'inflected' : 'inflected elsewhere'
    if (isOneEdit(key, name)) return 'typo'
    if (shared === name.length && isRare) return 'joined'
    if (shared === name.length && name.length >= LEAST_BEFORE_UNKNOWN && key.length - shared <= LONGEST_UNKNOWN_ENDING)
      return 'ending'
    if (role === 'nickname') return null
    if (shared === key.length) return 'beginning'
    if (key.length > LONGEST_NICKNAME || key.length > name.length + 1) return null
    return shared >= SHARED_BEGINNING && key.length - shared <= OWN_LETTERS ? 'nickname like' : null
  }

  #byTail(key: string, { key: name, role, isRare }: Entry, languages: Languages | null): Form | null {
    if (key.length > name.length && key.endsWith(name)) {
      const prefix = key.slice(0, key.length - name.length)
      if (this.#inflection.prefix(prefix, languages) !== null) return 'prefixed'
      return isRare ? 'joined' : null
    }
    if (isOneEdit(key, name)) return 'typo'
    if (role === 'nickname' || key.length < SHARED_INSIDE || key.length > LONGEST_NICKNAME) return null
    return name.endsWith(key) ? 'nickname inside' : null
  }

  /** The part of a name whose inner letters a nickname begins with, e.g. "Leni" of Marlene; null where there is none. */
  inside(people: People, word: Word): Match | null {
    const own = nameKey(word)
    if (own === null || own.key.length < SHARED_INSIDE || own.key.length > LONGEST_NICKNAME) return null
    const entry =
      people.inside(own.key.slice(0, SHARED_INSIDE)) ??
      (own.key.length > SHARED_INSIDE ? people.inside(own.key.slice(1, SHARED_INSIDE + 1)) : null)
    return entry === null ? null : found(entry, 'nickname inside')
  }
}

/** Irish names are written with an h after their first letter where they are addressed or possess: a Sheáin, Mháire. */
const isLenited = ({ key }: NameKey): boolean => key[1] === 'h' && key.length > LEAST_TYPO

function found(entry: Entry, form: Form): Match {
  return { entry, form, before: 0, after: 0 }
}

/** A word as the nickname that a text introduces for a person. */
export function introduced(word: Word, person: number, probability: number): Match | null {
  const key = nameKey(word)?.key
  if (key === undefined) return null
  const entry: Entry = { key, role: 'nickname', word, persons: [person], isJoined: false, isRare: false, probability }
  return found(entry, 'introduced')
}

/** Whether one letter is added, left out, replaced or changed places in a long word. */
function isOneEdit(one: string, other: string): boolean {
  const difference = one.length - other.length
  if (Math.min(one.length, other.length) < LEAST_TYPO || difference > 1 || difference < -1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const rest = one.slice(at)
  const otherRest = other.slice(at)
  if (difference === 1) return rest.slice(1) === otherRest
  if (difference === -1) return rest === otherRest.slice(1)
  return (
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}
