// Whether a text may mention one of its persons again, by two or three letters of each word: most short texts do not, and are read no further.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { Word } from '../../../text/words.ts'
import { latinLetter, type NameKey, NameLetters, nameKey, shelfLetters, shelfOf, spellingsOf } from './name-keys.ts'
import type { Nicknames } from './nicknames.ts'
import type { KnownName } from './people.ts'

/** Letters of initials that are written as one word. */
const LONGEST_INITIALS = 5

const beginnings = new NameLetters()

/** False where no word of a text resembles one of its names: most short texts are read no further. */
export function mayMention(text: ScannedText, names: readonly KnownName[], nicknames: Nicknames): boolean {
  const { kind, start, end, count } = text.tokens
  beginnings.clear()
  /** Bits of the letters that names begin with. */
  let letters = 0
  for (const { first, end: last } of names)
    for (let i = first; i < last; i++) {
      if (kind[i]! > TokenKind.upper) continue
      letters |= letterBit(text.folded(i))
      const key = nameKey(text.word(i))
      if (key === null) continue
      // A second name that begins so may be the same name again.
      if (beginnings.mayResemble(key)) return true
      beginnings.add(key.key)
      for (const spelling of spellingsOf(text.word(i))) beginnings.add(spelling)
    }
  let name = 0
  for (let i = 0; i < count; i++) {
    if (name < names.length && i === names[name]!.first) {
      i = names[name++]!.end - 1
      continue
    }
    if (kind[i]! > TokenKind.upper && kind[i] !== TokenKind.mixed) continue
    const isInitials = kind[i] === TokenKind.upper && end[i]! - start[i]! <= LONGEST_INITIALS
    if (isInitials && areAmong(text.folded(i), letters)) return true
    const key = nameKey(text.word(i))
    if (key === null) continue
    if (
      kind[i] !== TokenKind.lower
        ? isAlike(key, nicknames)
        : beginnings.mayResemble(key) && beginnings.mayBeFormed(key.key)
    )
      return true
  }
  return false
}

/** Whether a word with a capital may be formed from a name, or be short for it. */
function isAlike(key: NameKey, nicknames: Nicknames): boolean {
  return beginnings.mayResemble(key) || nicknames.namesOf(key.key).some((full) => beginnings.hasHead(full))
}

/** The bit of the first letter of a word in its Latin spelling. */
function letterBit(folded: string): number {
  return 1 << ((latinLetter(folded[0] ?? '').charCodeAt(0) || 0) & 31)
}

function areAmong(word: string, letters: number): boolean {
  for (const letter of word) if ((letterBit(letter) & letters) === 0) return false
  return true
}

/** Letters at the end that a word shares with a name where it does not begin as one: after a prefix or initial, as a short form. */
const TAIL = 3

/** The same for people who are named in other texts, by the beginnings and ends of their names. */
export class NameEnds {
  readonly #heads = new Set<number>()
  readonly #tails = new Set<string>()
  readonly #initials = new Set<string>()
  readonly #nicknames: Nicknames

  constructor(names: readonly ScannedText[], nicknames: Nicknames) {
    this.#nicknames = nicknames
    for (const name of names)
      for (let i = 0; i < name.tokens.count; i++) {
        const own = name.tokens.kind[i]! > TokenKind.upper ? null : nameKey(name.word(i))
        if (own === null) continue
        this.#initials.add(own.key[0]!)
        this.#tails.add(own.key.slice(-TAIL))
        for (const key of [own.key, ...spellingsOf(name.word(i))]) this.#heads.add(shelfOf(key, shelfLetters(key)))
      }
  }

  /** Whether a word of a text may mention one of the people; words in the ranges of `known`, sorted, are left out. */
  mayBeIn(text: ScannedText, known: readonly { readonly start: number; readonly end: number }[]): boolean {
    const { kind, start, end, count } = text.tokens
    let next = 0
    for (let i = 0; i < count; i++) {
      if (kind[i]! > TokenKind.upper && kind[i] !== TokenKind.mixed) continue
      while (next < known.length && known[next]!.end <= start[i]!) next++
      if (next < known.length && known[next]!.start <= start[i]!) continue
      const isShort = kind[i] === TokenKind.upper && end[i]! - start[i]! <= LONGEST_INITIALS
      if ((isShort && this.#initials.has(latinLetter(text.folded(i)))) || this.#mayBe(text.word(i), kind[i]!))
        return true
    }
    return false
  }

  #mayBe(word: Word, kind: number): boolean {
    const own = nameKey(word)
    if (own === null) return false
    const { key } = own
    if (this.#begins(key) || this.#tails.has(key.slice(-TAIL))) return true
    return kind !== TokenKind.lower && this.#nicknames.namesOf(key).some((full) => this.#begins(full))
  }

  #begins(key: string): boolean {
    return this.#heads.has(shelfOf(key, 2)) || (key.length > 2 && this.#heads.has(shelfOf(key, 3)))
  }
}
