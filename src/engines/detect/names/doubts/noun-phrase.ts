// Given names that are words as well, as English uses them inside a noun phrase: before a bare noun, behind an article.
import { TokenKind } from '../../../../text/tokens.ts'
import { After } from '../around/after.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'

/** A word in small letters that no verb form ends like, of three letters or more. */
const NOUN = /^\p{Ll}+(?<!ed|ing|ly)$/u
const LEAST_NOUN = 3

/** Whether a word in small letters follows, in English, that is neither a verb nor a small word nor announces a value. */
export function isBeforeNoun(search: NameSearch, { end, next }: NameWord, after: number): boolean {
  if ((after & (After.lower | After.goods)) === 0 || (after & (After.verb | After.title)) !== 0) return false
  const { tokens, words, text } = search
  const { raw, folded, roles, small } = words.known(next)
  if (tokens.start[next]! - end !== 1 || folded.length < LEAST_NOUN || !NOUN.test(raw)) return false
  if (small !== 0 || (roles & ~(Role.goods | Role.label | Role.notName)) !== 0) return false
  if (/^[.:]\S/.test(text.slice(tokens.end[next], tokens.end[next]! + 2))) return false
  return search.isIn('en') && !search.isCommon(next) && !search.isVerbForm(folded) && !search.attribute(next)
}

/** Whether the article that English puts before no person stands right before a word. */
export function isBehindArticle({ words, tokens }: NameSearch, { first }: NameWord): boolean {
  return first > 0 && tokens.kind[first - 1]! <= TokenKind.upper && (words.small(first - 1) & Small.thingArticle) !== 0
}

/** A word alone in straight quotes, with a blank and another word before them: no cell of a table, nobody's speech. */
function isQuotedTitle({ text, tokens }: NameSearch, { start, end, first }: NameWord): boolean {
  if (text[start - 1] !== '"' || text[end] !== '"' || text[start - 2] !== ' ') return false
  return first > 1 && tokens.kind[first - 2]! <= TokenKind.capital
}

/** What a word loses that opens a line of money. */
const PRICED = 1.5
/** Tokens of an amount before its currency at most: "1 234 567,89 €". */
const LONGEST_AMOUNT = 6

/** Whether an amount of money stands right behind the word. */
function isPriced(search: NameSearch, { next }: NameWord): boolean {
  const { tokens, text } = search
  let at = next
  const isPart = () => tokens.kind[at] === TokenKind.number || /[.,]/.test(text[tokens.start[at]!]!)
  if (tokens.kind[at] !== TokenKind.number) return false
  while (at < tokens.count && at < next + LONGEST_AMOUNT && isPart()) at++
  return at < tokens.count && isMoney(search, at)
}
