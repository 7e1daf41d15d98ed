// "The landlord is Ada Obi": a small word between what somebody is and who it is.

import type { PhraseHit } from '../../../../text/phrases.ts'
import { SPACE } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { Cue } from '../words/cues.ts'
import { Small } from '../words/roles.ts'
import type { Surroundings } from './surroundings.ts'

/** Letters of a small word at most: none of them says what somebody is. */
const LONGEST_SMALL = 3

/** The first of one or two copulas right before token `first`; -1 where none stands. */
export function copulaBefore({ tokens, words }: Surroundings, first: number): number {
  let at = first
  while (at > 0 && first - at < 2 && isCopula(words, at - 1) && tokens.units[tokens.start[at]! - 1] === SPACE) at--
  return at < first ? at : -1
}

/** Whether token `index` stands between what somebody is and who it is: is, was. */
export function isCopula(words: Surroundings['words'], index: number): boolean {
  return words.tokens.kind[index] === TokenKind.lower && (words.small(index) & Small.copula) !== 0
}

/** "The landlord is Ada Obi", "the name on file was Ada Obi": what somebody is, up to the copula at token `copula`. */
export function isSubject({ hits, cues }: Surroundings, hit: PhraseHit, copula: number): boolean {
  if (hit.end - hit.start <= LONGEST_SMALL || hit.endToken > copula) return false
  if (hit.endToken === copula) return true
  if (!hits.has(cues.groups.tail)) return false
  for (let i = hits.endedBefore(copula) - 1; i >= 0 && hits.all[i]!.endToken === copula; i--)
    if ((cues.of(hits.all[i]!) & Cue.tail) !== 0 && hits.all[i]!.firstToken === hit.endToken) return true
  return false
}

/** "is Karen": the copula as it is written, not "iš" without its mark. */
export function isPlainCopula({ words }: Surroundings, index: number): boolean {
  const { raw, folded } = words.known(index)
  return raw === folded && isCopula(words, index)
}
