// Derivation of user names from names of people: "Kathrin Roth" is kroth, k.roth, rothk, kathrin.roth or katroth.
import { fold, latin } from '../../../text/fold.ts'
import { withoutTrailing } from '../../../text/trim.ts'

/** Fewest letters of a user name from parts of two names, and of its longer part. */
const SHORTEST = 5
const LONGEST_PART = 3

/** The share of a name in a user name: none, parts of two of its words, or one of them whole. */
export type Spelling = 'none' | 'part' | 'whole'

/** The words of one name in the spellings of user names: letters a to z; ö is o or oe. */
export type NameSpelling = readonly (readonly string[])[]

const TWO_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae', ß: 'ss' }

/** Null for a name of one word: too many words begin with some of its letters. */
export function nameSpelling(name: string): NameSpelling | null {
  const words = name
    .split(/[\s.-]+/u)
    .map(spellings)
    .filter(([first]) => first !== '')
  return words.length < 2 ? null : words
}

function spellings(word: string): string[] {
  const plain = lettersOf(word)
  const longer = lettersOf(word.toLowerCase().replace(/[äöüåøæß]/g, (letter) => TWO_LETTERS[letter]!))
  return plain === longer ? [plain] : [plain, longer]
}

function lettersOf(word: string): string {
  const folded = fold(word)
  return (latin(folded) ?? folded).replace(/[^a-z]/g, '')
}

/** A user name without trailing digits: "proth" for "proth2". */
export const withoutDigitsAtEnd = (value: string): string => withoutTrailing(value, '0123456789')

/** The derivation of a user name (letters a to z, without digits and signs) from a name. */
export function spellingOf(letters: string, words: NameSpelling): Spelling {
  if (letters.length < SHORTEST) return 'none'
  if (isInitialsAndLast(letters, words)) return 'whole'
  let best: Spelling = 'none'
  for (const one of words)
    for (const other of words) {
      if (one === other) continue
      const found = ofTwo(letters, one, other)
      if (found === 'whole') return found
      if (found === 'part') best = found
    }
  return best
}

/** "rvdpol": the initials of all words but the last, followed by the last word. */
function isInitialsAndLast(letters: string, words: NameSpelling): boolean {
  const initials = words
    .slice(0, -1)
    .map(([first]) => first![0])
    .join('')
  return words.at(-1)!.some((last) => last.length >= LONGEST_PART && letters === initials + last)
}

/** Tests whether the user name is a beginning of `one` followed by a beginning of `other`. */
function ofTwo(letters: string, one: readonly string[], other: readonly string[]): Spelling {
  let best: Spelling = 'none'
  for (const a of one)
    for (const b of other) {
      let shared = 0
      while (shared < a.length && shared < letters.length && a[shared] === letters[shared]) shared++
      for (let cut = Math.min(shared, letters.length - 1); cut > 0; cut--) {
        const rest = letters.slice(cut)
        if (!b.startsWith(rest) || Math.max(cut, rest.length) < LONGEST_PART) continue
        if ((cut === a.length && cut > LONGEST_PART) || (rest === b && b.length > LONGEST_PART)) return 'whole'
        best = 'part'
      }
    }
  return best
}
