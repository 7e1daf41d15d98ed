// Words written as several tokens: apostrophes (O'Neill, Ng'ang'a, d'Angelo) and hyphens (Jean-Luc) join their pieces.

import { Level, type Levels, levelsOf } from '../../../../packs/word-levels.ts'
import { isApostrophe, isHyphen } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isCapitalised } from '../../token-questions.ts'
import type { KnownWord } from '../words/lexicon.ts'
import { Form, formOf, type NameWord, nameWord, stronger } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'
import type { NameWords } from '../words/words.ts'

const MOST_PIECES = 4
/** Tokens of a compound of three words. */
const NAMED_AFTER = 5
/** Letters in lower case behind an apostrophe at most: "Ng'ang'a". */
const MOST_LOWER = 4

/** The word that begins at the capitalised token `at`, with what apostrophes and hyphens join to it. */
export function joinedWord(
  words: NameWords,
  at: number,
  known: KnownWord,
  isFirstUpper: boolean,
  isLetter: boolean,
): NameWord {
  const { text, tokens, lexicon, scanned } = words
  const { kind: kinds, start, end, count } = tokens
  let best: Levels | null = null
  let folded = known.folded
  let isUpper = isFirstUpper
  let next = at + 1
  for (let pieces = 1; pieces < MOST_PIECES && next + 1 < count; pieces++) {
    if (start[next] !== end[next - 1] || start[next + 1] !== end[next]) break
    const unit = tokens.units[start[next]!]!
    const kind = kinds[next + 1]!
    const part = scanned.folded(next + 1)
    if (isApostrophe(unit)) {
      if (!isCapitalised(kind) && (kind !== TokenKind.lower || !mayEnd(words, folded, part))) break
      if ((words.small(next + 1) & Small.possessive) !== 0) break
      folded += part
    } else if (isHyphen(unit)) {
      if (!isCapitalised(kind)) break
      const before: Levels = best ?? words.levelsOf(lexicon.joined(folded))
      best = stronger(before, words.levels(next + 1))
      folded += `-${part}`
    } else break
    if (kind !== TokenKind.upper) isUpper = false
    next += 2
  }
  if (next === at + 1) return words.single(at, known, isFirstUpper, isLetter)
  const whole = lexicon.joined(folded)
  const levels = best ?? words.levelsOf(whole)
  let roles = lexicon.joinedRoles(whole, levels, text.slice(start[at]!, end[next - 1]!))
  // "D-Light", "T-Shirt", "U-Bahn": only a given name is shortened to its letter before another, as in "J-Luc".
  if (isLetter && isHyphen(tokens.units[end[at]!]!) && words.levels(next - 1).given < Level.uncommon)
    roles |= Role.notName
  // "Robert-Koch-Klinik": named after somebody.
  const last = words.known(next - 1)
  const kindOfPlace = (last.roles | lexicon.lexical(last).endingRoles) & (Role.organisation | Role.street)
  if (
    next - at >= NAMED_AFTER ||
    (words.levelsOf(last).family < Level.uncommon && words.levelsOf(last).given < Level.uncommon)
  )
    roles |= kindOfPlace
  return words.made(at, next, whole, levels, roles, formOf(isUpper, false) | words.shape(whole))
}

/** Short, or the end of a family name: "Ng'ang'a", "D'hondt". */
function mayEnd(words: NameWords, folded: string, part: string): boolean {
  if (part.length <= MOST_LOWER) return true
  const { family, word } = words.levelsOf(words.lexicon.joined(folded + part))
  return family > 0 && word === 0
}

/** "d'Aubigny": the small particle at token `index` and the word `rest` behind its apostrophe, as one word. */
export function elidedWord(words: NameWords, index: number, rest: NameWord): NameWord {
  const known = words.lexicon.joined(words.scanned.folded(index) + rest.folded)
  const whole = words.levelsOf(known)
  const { given, family, word, proper } = rest.levels
  // What "d'" stands before is a family name or a place, never a given name.
  const levels = whole.family > 0 ? whole : levelsOf(0, Math.max(family, given - 2), word, proper)
  const form = Form.shaped | formOf(rest.isUpper, rest.isInitial) | (rest.isParticle ? Form.particle : 0)
  return nameWord(index, rest.next, words.tokens.start[index]!, rest.end, known, levels, rest.roles, form)
}
