// A lone word that is something else here, wherever its sentence begins: a noun of its language, a month, the end of a path.
import { FULL_STOP } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { monthNames } from '../../../../values/date.ts'
import { After } from '../around/after.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'

const PATH = /[a-z]\.[a-z]{1,16}\.$/
const PATH_WITHIN = 20

/** "Im Garten blühen Rosen", "την Κυριακή το πρωί": an ordinary word of a language that writes it with a capital. */
export function isWithin(search: NameSearch, { folded, next }: NameWord, after: number): boolean {
  if ((after & (After.verb | After.possessive | After.colon)) !== 0 || !search.isOther(folded, false)) return false
  return !search.attribute(next)
}

/** "Jun 14 18:12:19", "12 Jan 2026": the month of a date, whoever is called so. */
export function isMonth({ tokens: { kind, start, end } }: NameSearch, { folded, first, next }: NameWord): boolean {
  if (!monthNames().has(folded)) return false
  const isDay = (at: number) => kind[at] === TokenKind.number && end[at]! - start[at]! <= 2
  return (isDay(next) && kind[next + 1] === TokenKind.number) || (first > 0 && isDay(first - 1))
}

/** "com.example.net.Peer": the word ends the path of a program. */
export function endsPath({ text, tokens }: NameSearch, { start }: NameWord): boolean {
  if (unitAt(tokens.units, start - 1) !== FULL_STOP) return false
  return PATH.test(text.slice(Math.max(0, start - PATH_WITHIN), start))
}
