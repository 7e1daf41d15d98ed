// Trades that are family names as well, where they are named in one breath: "Müller und Bäcker gesucht".
import { COMMA } from '../../../../text/signs.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'

/** Whether the word is a trade that a comma or a conjunction ties to another. */
export function isAmongTrades({ tokens, words }: NameSearch, { first, next, known, roles }: NameWord): boolean {
  if ((known.small & Small.trade) === 0 && (roles & Role.occupation) === 0) return false
  const isTie = (at: number) => tokens.units[tokens.start[at]!]! === COMMA || (words.small(at) & Small.listing) !== 0
  const isTrade = (at: number) => (words.small(at) & Small.trade) !== 0 || (words.roles(at) & Role.occupation) !== 0
  return (
    (first > 1 && isTie(first - 1) && isTrade(first - 2)) ||
    (next + 1 < tokens.count && isTie(next) && isTrade(next + 1))
  )
}
