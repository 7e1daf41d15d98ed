// Names as tickets and passenger lists write them: the family name, a slash, the given names and a form of address, all in
// capitals ("OZOLA/ILZE MRS", "GARCIA LOPEZ/ANA MARIA MS"; IATA passenger name records); clerks write so in small letters too.

import { Level } from '../../../../packs/word-levels.ts'
import { SLASH } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isCapitalised } from '../../token-questions.ts'
import { Before } from '../around/before.ts'
import { Candidate, CERTAIN } from '../candidate.ts'
import { asFamily, asGiven } from '../runs/score.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Small } from '../words/roles.ts'
import type { NameWords } from '../words/words.ts'

/** Given names before the form of address, and words of a family name, at most. */
const MOST_GIVEN = 3
const MOST_FAMILY = 3

/** Adds the booked names of a text to `search.found`. */
export function findBooked(search: NameSearch): void {
  const { scanned, tokens } = search
  if (!scanned.mayHold(SLASH)) return
  const { capitals, capitalCount } = search.glance
  for (let i = 0; i < capitalCount; i++) {
    const index = capitals[i]!
    const slash = index + 1
    if (unitAt(tokens.units, tokens.end[index]!) !== SLASH) continue
    if (tokens.start[slash + 1] !== tokens.end[slash]) continue
    const given = givenNames(search, slash + 1) ?? unaddressed(search, index, slash + 1)
    if (given === null) continue
    search.found.push(new Candidate([...familyName(search, index), ...given], CERTAIN, true))
  }
}

/** The words from token `first` up to a form of address; null when none stands there. */
function givenNames({ text, tokens, words }: NameSearch, first: number): readonly NameWord[] | null {
  const { kind, start, end, count } = tokens
  const given: NameWord[] = []
  for (let at = first; at < count && isCapitalised(kind[at]!) && given.length <= MOST_GIVEN; at++) {
    if (at > first && !isBeside(text, end[at - 1]!, start[at]!)) return null
    if (isTitle(words, at)) {
      // "AND/OR MR Smith": that title is another's.
      const isOthers = kind[at + 1] === TokenKind.capital && isBeside(text, end[at]!, start[at + 1]!)
      return given.length > 0 && !isOthers && kind[at] === TokenKind.upper ? given : null
    }
    given.push(words.lower(at))
  }
  return null
}

/** Without a form of address the words or a label must say it: "1. SMITH/ANNA 23KG"; "OPEN/CLOSED" and "IN/OUT" are none. */
function unaddressed(search: NameSearch, family: number, first: number): readonly NameWord[] | null {
  const { tokens, words } = search
  if (tokens.kind[first] !== tokens.kind[family]) return null
  const given = words.lower(first)
  if (given.end - given.start < 2 || asGiven(given) < 3) return null
  if (tokens.kind[first] === TokenKind.capital) return isReached(search, family, given) ? [given] : null
  if (tokens.kind[first] !== TokenKind.upper) return null
  const isLabelled = (search.before(family) & (Before.label | Before.cue)) !== 0
  return isLabelled || asFamily(words.lower(family)) >= 3 ? [given] : null
}

/** "Pickup slip: Baranov/Laura, +372 ...": a family name or no known word, behind a label or a line break, and what belongs to a person behind both. */
function isReached(search: NameSearch, family: number, { next, levels }: NameWord): boolean {
  const { words, tokens } = search
  const kin = words.lower(family)
  if (kin.roles !== 0 || levels.word > Level.rare || words.isPlace(kin)) return false
  if (asFamily(kin) < 3 && !isUnknown(kin.levels)) return false
  const before = family - 1
  const opens = before < 0 || tokens.kind[before]! >= TokenKind.sign
  return opens && search.attribute(next)
}

/** The family name that ends with token `last`: words before it belong to it when people are called so. */
function familyName({ text, tokens, words }: NameSearch, last: number): readonly NameWord[] {
  const { kind, start, end } = tokens
  const family = [words.lower(last)]
  for (let at = last - 1; at >= 0 && kind[at] === TokenKind.upper && family.length < MOST_FAMILY; at--) {
    const isName = words.levels(at).family >= Level.uncommon && !isTitle(words, at)
    if (!isName || !isBeside(text, end[at]!, start[at + 1]!)) break
    family.unshift(words.lower(at))
  }
  return family
}

function isTitle(words: NameWords, index: number): boolean {
  return (words.small(index) & Small.booked) !== 0
}

function isBeside(text: string, from: number, to: number): boolean {
  return to - from === 1 && text[from] === ' '
}
