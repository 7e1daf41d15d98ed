// The small words inside a name: particles, the Dutch article without its vowel, and what an apostrophe ties to a name.

import { isApostrophe, SPACE } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isCapitalised } from '../../token-questions.ts'
import { Role, Small } from '../words/roles.ts'
import type { NameWords } from '../words/words.ts'

const LETTER_T = 116
/** Tokens from a particle on within which the capital stands: "van de la Cruz". */
const CAPITAL_WITHIN = 4

/** Whether only blanks, three at most and no tab, stand between two view indexes. */
export function isBlank(units: Uint16Array, from: number, to: number): boolean {
  if (to - from > 3 || to <= from) return false
  for (let i = from; i < to; i++) if (units[i]! !== SPACE) return false
  return true
}

/** A lower-case word inside a name: a particle, with a capital within three words. */
export function leadsOn(words: NameWords, index: number): boolean {
  const { tokens } = words
  for (let i = index; i < index + CAPITAL_WITHIN && i < tokens.count; i++) {
    const kind = tokens.kind[i]!
    if (i > index && !isBlank(tokens.units, tokens.end[i - 1]!, tokens.start[i]!)) return false
    if (isThe(words, i)) {
      i++
      continue
    }
    if (isCapitalised(kind)) {
      // "Ortega y Gasset" is one person, "Ana y Juan" are two.
      if (i === index + 1 && words.scanned.folded(index) === 'y') {
        const { family, given } = words.levels(i)
        return family > given || given === 0
      }
      return true
    }
    if (kind !== TokenKind.lower || (words.roles(i) & Role.particle) === 0) return false
  }
  return false
}

/** "van 't Hoff": the Dutch article without its vowel. */
export function isThe({ tokens }: NameWords, index: number): boolean {
  if (tokens.kind[index] !== TokenKind.sign || index + 1 >= tokens.count) return false
  const at = tokens.start[index + 1]!
  return (
    isApostrophe(tokens.units[tokens.start[index]!]!) &&
    at === tokens.end[index] &&
    tokens.end[index + 1] === at + 1 &&
    tokens.units[at]! === LETTER_T
  )
}

/** "d'Aubigny", "dell'Acqua": a small particle tied to a capital by its apostrophe. */
export function isElided(words: NameWords, index: number): boolean {
  const { tokens } = words
  return (
    index + 2 < tokens.count &&
    tokens.start[index + 2] === tokens.end[index]! + 1 &&
    isApostrophe(unitAt(tokens.units, tokens.end[index]!)) &&
    isCapitalised(tokens.kind[index + 2]!) &&
    (words.small(index) & Small.elided) !== 0
  )
}
