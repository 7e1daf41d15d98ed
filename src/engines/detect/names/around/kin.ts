// Who stands beside a name with a word for what they are to each other: "Ada and her sister Ann", "Martas mamma".
import { TokenKind } from '../../../../text/tokens.ts'
import { Cue } from '../words/cues.ts'
import { Small } from '../words/roles.ts'
import type { Surroundings } from './surroundings.ts'

/** Small words between "and" and what somebody is at most: "and her older sister". */
const MOST_BETWEEN = 2

/** Whether "and", a possessive and a word for somebody follow the name that ends before token `next`. */
export function isKin({ tokens: { kind, count }, words, hits, cues }: Surroundings, next: number): boolean {
  if (next + 1 >= count || kind[next] !== TokenKind.lower || (words.small(next) & Small.and) === 0) return false
  const { all } = hits
  for (let i = hits.endedBefore(next + 2); i < all.length; i++) {
    const hit = all[i]!
    if (hit.endToken > next + 2 + MOST_BETWEEN) return false
    const isOwn = hit.firstToken > next && hit.endToken - next > 2
    if (isOwn && kind[hit.firstToken] === TokenKind.lower && (cues.of(hit) & Cue.cue) !== 0) return true
  }
  return false
}
