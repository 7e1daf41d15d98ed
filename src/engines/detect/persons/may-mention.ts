// Whether a text may mention one of its persons again, by two letters of each word: most short texts do not, and are read no further.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { headOf, LETTER_PAIRS, latinLetter, nameKey, spellingsOf } from './name-keys.ts'
import type { Nicknames } from './nicknames.ts'
import type { KnownName, People } from './people.ts'

/** Letters of initials that are written as one word. */
const LONGEST_INITIALS = 5

/** How many names of the text at hand begin, or end, with each pair of letters; of another turn where the number is less. */
const heads = new Int32Array(LETTER_PAIRS)
const tails = new Int32Array(LETTER_PAIRS)
let turn = 0

/** False where no word of a text resembles one of its names: most short texts are read no further. */
export function mayMention(text: ScannedText, names: readonly KnownName[], nicknames: Nicknames): boolean {
  const { kind, start, end, count } = text.tokens
  turn += 2
  let name = 0
  for (const { first, end: last } of names)
    for (let i = first; i < last; i++) {
      const key = kind[i]! > TokenKind.upper ? null : nameKey(text.word(i))
      if (key === null) continue
      // A second name that begins so may be the same name again.
      if (heads[key.head]! >= turn) return true
      heads[key.head] = turn
      tails[key.tail] = turn
      for (const spelling of spellingsOf(text.word(i))) heads[headOf(spelling)] = turn
    }
  for (let i = 0; i < count; i++) {
    if (name < names.length && i === names[name]!.first) {
      i = names[name++]!.end - 1
      continue
    }
    if (kind[i]! > TokenKind.upper && kind[i] !== TokenKind.mixed) continue
    const isUpper = kind[i] === TokenKind.upper
    if (isUpper && end[i]! - start[i]! <= LONGEST_INITIALS) return true
    const key = nameKey(text.word(i))
    if (key === null) continue
    if (heads[key.head]! >= turn || tails[key.tail]! >= turn) return true
    if (kind[i] !== TokenKind.lower && nicknames.namesOf(key.key).some((full) => heads[headOf(full)]! >= turn))
      return true
  }
  return false
}

/** The same for people who are named in other texts. */
export function mayMentionAny(text: ScannedText, people: People, nicknames: Nicknames): boolean {
  const { kind, start, end, count } = text.tokens
  for (let i = 0; i < count; i++) {
    if (kind[i]! > TokenKind.upper && kind[i] !== TokenKind.mixed) continue
    const isShort = kind[i] === TokenKind.upper && end[i]! - start[i]! <= LONGEST_INITIALS
    if (isShort && people.firstInitials.has(latinLetter(text.folded(i)))) return true
    const own = nameKey(text.word(i))
    if (own === null) continue
    const { key, tail } = own
    if (people.exact.has(key) || people.heads(key, 2) || people.heads(key, 3) || people.tails(tail)) return true
    if (kind[i] !== TokenKind.lower && nicknames.namesOf(key).some((full) => people.exact.has(full))) return true
  }
  return false
}
