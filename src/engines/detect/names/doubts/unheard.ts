// Words that no list has: what they gain as names where a person is announced, or where two of them stand side by side.
import { Level } from '../../../../packs/word-levels.ts'
import { COMMA } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Small } from '../words/roles.ts'

/** What a word that no list has gains behind what announces a person. */
export const UNHEARD = 1.5
/** Letters of such a word at least. */
const LEAST_UNHEARD = 4
/** What two words gain that no list has, where a person may be named. */
export const NEVER_HEARD = 4.2

/** No list has the word, and it is no acronym and joined of no others. */
export function isUnheard({ levels, roles, isUpper, start, end, first, next }: NameWord): boolean {
  return isUnknown(levels) && roles === 0 && !isUpper && end - start >= LEAST_UNHEARD && next - first === 1
}

/** A name somewhere and hardly an ordinary word. */
function isOnlyName({ levels, roles, isUpper }: NameWord): boolean {
  return levels.given + levels.family > 0 && levels.word + levels.proper < 3 && roles === 0 && !isUpper
}

/**
 * "surety for Triantafylli Vasileiadi": no list has either word, in a language of which it has nearly all; behind no article
 * and no conjunction, as the names of things and ideas stand.
 */
export function areStrangers(search: NameSearch, first: NameWord, last: NameWord): boolean {
  const isStrange = isUnheard(first) ? isUnheard(last) || isOnlyName(last) : isUnheard(last) && isOnlyName(first)
  if (!isStrange || !search.hasTrait('wellRead')) return false
  const { tokens, words } = search
  const before = first.first - 1
  if (before < 0) return true
  // "Gordon setter, Dandie Dinmont, St Bernard": one of a list of anything.
  if (tokens.kind[before] !== TokenKind.lower) return tokens.units[tokens.start[before]!]! !== COMMA
  return (words.small(before) & (Small.thingArticle | Small.determiner | Small.and)) === 0
}

/** What an announced name of two words gains when one of its words is no ordinary word anywhere and none is a common one. */
export function strangers(run: readonly NameWord[], a: number, b: number): number {
  let isStrange = false
  for (let i = a; i < b; i++) {
    const word = run[i]!
    const { word: ordinary, proper } = word.levels
    if (ordinary >= Level.frequent || (word.isUpper && (i === a || run[a]!.isUpper || word.end - word.start < 4)))
      return 0
    if (ordinary + proper === 0 && !word.isInitial && !word.isParticle) isStrange = true
  }
  return isStrange ? 1.2 : 0
}
