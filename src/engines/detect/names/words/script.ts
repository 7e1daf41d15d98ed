// Names in letters of their own: "please confirm whether Αναγνώστης got the parcel". Within a text in Latin letters nothing else
// in Greek or Cyrillic has a single capital at its head but what keeps its own name: somebody, or a place.
import { TokenKind } from '../../../../text/tokens.ts'
import { codeAt, isLetterUnit } from '../../../../text/unit-classes.ts'
import type { NameWord } from './name-word.ts'
import { Small } from './roles.ts'
import type { NameWords } from './words.ts'

/** The first and the last letter of Greek and Cyrillic, side by side in Unicode. */
const FIRST_OTHER = 0x370
const LAST_OTHER = 0x52f
/** Tokens on either side within which a word in Latin letters stands. */
const BESIDE = 3
const LEAST_LETTERS = 3
/** Words in Latin letters to one in others at least. */
const LATIN_SHARE = 12

/** Whether the words a..b of a run are written in other letters than the words in small letters around them. */
export function isAlien(words: NameWords, run: readonly NameWord[], a: number, b: number): boolean {
  for (let i = a; i < b; i++) {
    const { isUpper, roles, start, end } = run[i]!
    if (!isOther(codeAt(words.text, start))) return false
    if (isUpper || roles !== 0 || end - start < LEAST_LETTERS || words.isPlace(run[i]!)) return false
  }
  // "the Στρόβολος office"
  if (words.tokens.kind[run[a]!.first - 1] === TokenKind.lower)
    if ((words.small(run[a]!.first - 1) & Small.thingArticle) !== 0) return false
  return isAmongLatin(words, run[a]!.first, run[b - 1]!.next)
}

/** Whether a character is a letter that `isAlien` asks for: most texts have none. */
export function isOther(unit: number): boolean {
  return unit >= FIRST_OTHER && unit <= LAST_OTHER
}

/** Whether hardly any word in small letters of a text is in Greek or Cyrillic. */
export function isLatinText({ text, tokens: { kind, start, count } }: NameWords): boolean {
  let others = 0
  let latins = 0
  for (let at = 0; at < count; at++) {
    if (kind[at] !== TokenKind.lower) continue
    if (isOther(codeAt(text, start[at]!))) others++
    else latins++
  }
  return others * LATIN_SHARE <= latins
}

/** The nearest words on both sides of the tokens first..next are in Latin letters, one of them at least in small ones. */
function isAmongLatin({ tokens, text }: NameWords, first: number, next: number): boolean {
  const { kind, start, count } = tokens
  let small = 0
  for (const step of [-1, 1]) {
    const from = step < 0 ? first - 1 : next
    for (let at = from; at >= 0 && at < count && Math.abs(at - from) < BESIDE; at += step) {
      if (kind[at] === TokenKind.newline) break
      if (kind[at]! > TokenKind.mixed || !isLetterUnit(codeAt(text, start[at]!))) continue
      if (isOther(codeAt(text, start[at]!))) return false
      if (kind[at] === TokenKind.lower) small++
      break
    }
  }
  return small > 0
}
