// How much a sequence of capitalised words looks like a personal name by its words alone: the lexicon's log-odds of name
// against ordinary word, summed over the best reading as given and family names.

import { Level } from '../../../../packs/word-levels.ts'
import { isBarrierAs } from '../words/barrier.ts'
import type { NameWord } from '../words/name-word.ts'
import { familyScore, givenScore, isPlainAs, loneScore } from '../words/odds.ts'
import { Role } from '../words/roles.ts'

/** Log-odds of a word as a given name, in lexicon levels. */
export function asGiven(word: NameWord): number {
  return word.isInitial ? 1.2 : givenScore(word.levels)
}

/** Log-odds of a word as a family name, in lexicon levels. */
export function asFamily(word: NameWord): number {
  return word.isInitial ? 0 : familyScore(word.levels, word.isShaped)
}

/** A word that no name is made of, whatever stands around it. */
export function isPlainWord(word: NameWord): boolean {
  return word.roles === 0 && isPlainAs(word.levels)
}

/** The higher of the log-odds as a given and as a family name. */
export function likeness(word: NameWord): number {
  return Math.max(asGiven(word), asFamily(word))
}

/** No name. */
const NONE = -9

/** Score of words[from..to) as one name: given names then family names, or family names then given names. */
export function scoreName(words: readonly NameWord[], from: number, to: number): number {
  let count = 0
  let initials = 0
  let last: NameWord | null = null
  for (let i = from; i < to; i++) {
    const word = words[i]!
    if (word.isParticle) continue
    count++
    if (word.isInitial) initials++
    last = word
  }
  if (last === null) return NONE
  if (count === 1) return last.isInitial ? asGiven(last) : loneScore(last.levels, last.isShaped)
  // Initials alone are an abbreviation, not a person.
  if (initials === count) return NONE
  // Two name-like words side by side are rarely an accident; each further word adds less than it claims.
  return bestReading(words, from, to, count) / Math.sqrt(count / 2) + 1.5
}

/** Words of a reading that are weighed at most: more than a run has, with the particles put before it. */
const MOST_WORDS = 32
/** The words of one reading as given and as family names, particles aside. */
const given = new Float64Array(MOST_WORDS)
const family = new Float64Array(MOST_WORDS)

/** The best sum over all ways to cut the words, particles aside, into given and family names, in either order. */
function bestReading(words: readonly NameWord[], from: number, to: number, count: number): number {
  let place = 0
  for (let i = from; i < to; i++) {
    const word = words[i]!
    if (word.isParticle) continue
    given[place] = asGiven(word)
    family[place] = asFamily(word)
    place++
  }
  let best = -99
  for (let cut = 1; cut < count; cut++) {
    let forward = 0
    let backward = 0
    for (let i = 0; i < count; i++) {
      forward += i < cut ? given[i]! : family[i]!
      backward += i < cut ? family[i]! : given[i]!
    }
    best = Math.max(best, forward, backward - 0.5)
  }
  return best
}

/** Whether a word ends a name; see barrier.ts. */
export function isBarrier({ roles, levels }: NameWord): boolean {
  return isBarrierAs(roles, levels)
}

/** "Party A Pamela Boateng": a letter without a stop, behind the word of which it says which one. */
export function isDesignator({ roles, levels }: NameWord, { start, end, isInitial }: NameWord): boolean {
  return isInitial && end - start === 1 && (roles & Role.label) !== 0 && levels.given < Level.known
}
