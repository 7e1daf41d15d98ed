// The word that opens a sentence has its capital from there: what goes on behind it says whether it is the name of a person or
// an ordinary word that people are called by as well.
import { Level } from '../../../../packs/word-levels.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { After, isVerbHere } from '../around/after.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'

/** What speaks against a lone word in such a place: more than the lexicon's best given name has to spare. */
const DOUBT = 3
/** What says who a word in small letters is. */
const PERSONAL = Role.label | Role.notName | Role.title | Role.verb

/** What its sentence says against the lone word that opens it, in lexicon levels; `after`: bits of After. */
export function sentenceDoubt(search: NameSearch, word: NameWord, after: number): number {
  if ((after & After.lower) === 0) return 0
  const { next, folded } = word
  const isSubject = (after & After.verb) !== 0 && isVerbHere(search.words, next)
  // "Heather honey sells well", "Bob the float twice"
  if (!isSubject && search.isOther(folded, true) && !isPair(search, next)) return DOUBT
  if ((search.words.small(next) & Small.thingArticle) !== 0 && search.hasTrait('bareOrders')) return DOUBT
  // "Barnabé a oublié son maillot": what joins in one language is a verb in another.
  return !isSubject && (isJoined(search, next) || isFirstOfTwo(search, next)) ? DOUBT : 0
}

/** "\u{1f6a7} Amber lights warn": what goes on in small letters behind a picture that opens its line. */
export function isBehindPicture({ tokens }: NameSearch, { first }: NameWord, after: number): boolean {
  const { kind, units, start } = tokens
  let at = first - 1
  if ((after & After.lower) === 0 || at < 0 || kind[at] !== TokenKind.sign || units[start[at]!]! < PICTURES)
    return false
  while (at >= 0 && first - at <= MOST_PICTURES && kind[at] === TokenKind.sign) at--
  return at < 0 || kind[at] === TokenKind.newline
}

/** Signs from here on are neither punctuation nor currencies; so many of them open a line at most. */
const PICTURES = 0x2190
const MOST_PICTURES = 4

/** "Cooper and smith were trades", "Myrtle og lyng": joined with a word in small letters that is no person's. */
function isJoined({ tokens, words }: NameSearch, next: number): boolean {
  const other = next + 1
  if ((words.small(next) & Small.and) === 0 || other >= tokens.count || tokens.kind[other] !== TokenKind.lower)
    return false
  const { roles, small, commonIn } = words.known(other)
  if (commonIn !== 0 || (roles & PERSONAL) !== 0 || (small & (Small.relative | Small.household)) !== 0) return false
  return words.levels(other).given < Level.known
}

/** "Dale and White were engineers": joined with another name. */
function isPair(search: NameSearch, next: number): boolean {
  const { tokens, words } = search
  const other = next + 1
  if ((words.small(next) & Small.and) === 0 || other >= tokens.count || tokens.kind[other] !== TokenKind.capital)
    return false
  const { given, family } = words.levels(other)
  // "Vogel und Fuchs wurden gezählt": two ordinary words.
  return Math.max(given, family) >= Level.known && !search.isOther(words.known(other).folded, false)
}

/** "Rowan berries are red": the noun before a copula, which the word only tells from others of its kind. */
function isFirstOfTwo(search: NameSearch, next: number): boolean {
  const { tokens, words } = search
  const behind = next + 1
  if (behind >= tokens.count || tokens.kind[behind] !== TokenKind.lower) return false
  if ((words.small(behind) & Small.copula) === 0 || search.isCommon(next)) return false
  return (words.small(next) & Small.adverb) === 0
}
