// What goes on behind the word that opens a sentence as only a sentence about a person does: what somebody does ("sits next to
// you"), what is theirs to do ("to call back"), where they work ("from billing") or are met ("at 12 Mill Lane").
import { TokenKind } from '../../../../text/tokens.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role } from '../words/roles.ts'
import { isHome } from './attribute.ts'
import { isCopula } from './copula.ts'

/** Whether the words behind a name say what a person does, has to do or works at. */
export function acts(search: NameSearch, { end, next }: NameWord): boolean {
  const { tokens, words, facts, text } = search
  const { kind, start, count } = tokens
  if (next >= count || kind[next] !== TokenKind.lower || start[next]! - end > 2) return false
  const { folded } = words.known(next)
  const { doings } = facts
  if (search.hasTrait('stacksNouns') && !isCopula(words, next) && facts.verbs.isFormOfOne(folded))
    return isFollowed(search, next + 1)
  const isDuty = doings.dutyLeads.has(folded)
  if (!isDuty && !doings.workLeads.has(folded)) return false
  let at = next + 1
  if (!isDuty && (kind[at] === TokenKind.capital || kind[at] === TokenKind.number)) return isHome(search, at)
  // "from the front desk"
  if (at < count && !isDuty && search.isThingArticle(at)) at++
  if (at >= count || kind[at] !== TokenKind.lower || text[tokens.end[at - 1]!] !== ' ') return false
  return (isDuty ? doings.duties : doings.workplaces).has(words.known(at).folded)
}

/** Articles, prepositions and adverbs. */
function isSmall(words: NameSearch['words'], at: number): boolean {
  return words.small(at) !== 0 || (words.roles(at) & Role.placeLead) !== 0
}

/** What may stand behind a verb: no bare noun or second verb, as in "Barb points face outward". */
function isFollowed({ tokens: { kind, count }, words }: NameSearch, at: number): boolean {
  return at >= count || kind[at] !== TokenKind.lower || isSmall(words, at)
}
