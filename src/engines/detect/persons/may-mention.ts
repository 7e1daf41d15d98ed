// Whether a text may mention one of its persons again, by two or three letters of each word: most short texts do not, and are read no further.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { latinLetter, type NameKey, NameLetters, nameKey, spellingsOf } from './name-keys.ts'
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
      if (beginnings.hasPair(key)) return true
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
    if (key !== null && (kind[i] === TokenKind.lower ? beginnings.mayBeFormed(key.key) : isAlike(key, nicknames)))
      return true
  }
  return false
}

/** Whether a word with a capital may be formed from a name, or be short for it. */
function isAlike(key: NameKey, nicknames: Nicknames): boolean {
  return beginnings.hasPair(key) || nicknames.namesOf(key.key).some((full) => beginnings.hasHead(full))
}

/** The bit of the first letter of a word in its Latin spelling. */
function letterBit(folded: string): number {
  return 1 << ((latinLetter(folded[0] ?? '').charCodeAt(0) || 0) & 31)
}

function areAmong(word: string, letters: number): boolean {
  for (const letter of word) if ((letterBit(letter) & letters) === 0) return false
  return true
}
