// What lies between a word that announces and what it announces: only signs and blanks, never another word.
import type { PhraseHit } from '../../../../text/phrases.ts'
import { SPACE } from '../../../../text/signs.ts'
import { isDigitUnit, isSmallLetterUnit, sliceOf } from '../../../../text/unit-classes.ts'
import type { Surroundings } from './surroundings.ts'

/** How far before a name its label or cue may end, in UTF-16 units. */
export const REACH = 24

/** Does a gap fit? A blank alone fits all that are asked here, and none of them holds a word. */
export function fits({ text, tokens: { units } }: Surroundings, hit: PhraseHit, start: number, gap: RegExp): boolean {
  if (start - hit.end === 1 && units[hit.end]! === SPACE) return true
  return !holdsWord(units, hit.end, start) && gap.test(sliceOf(text, hit.end, start))
}

/** Does a letter or digit of Basic Latin stand in [from, to)? */
export function holdsWord(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = units[at]!
    // | 32 makes a capital small.
    if (isSmallLetterUnit(unit | 32) || isDigitUnit(unit)) return true
  }
  return false
}
