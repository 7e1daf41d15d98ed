// How much a sequence of capitalised words looks like a personal name by its words alone: the lexicon's log-odds of name
// against ordinary word, summed over the best reading as given and family names. What depends on one word is in tables.
import { LEVEL_CODES, type Levels, levelsByCode } from '../../packs/word-levels.ts'
import { Role } from './name-roles.ts'
import type { NameWord } from './name-words.ts'

/** What the lexicon does not know at all. */
export function isUnknown(levels: Levels): boolean {
  return levels.code === 0
}

const clip = (value: number): number => Math.max(-6, Math.min(6, value))

function givenOdds(levels: Levels): number {
  const { given, word: ordinary, proper } = levels
  if (given === 0) return isUnknown(levels) ? -1 : -1 - Math.max(ordinary, proper) * 0.7
  return clip(given - Math.max(ordinary, proper) * 0.8)
}

function familyOdds(levels: Levels, shaped: number): number {
  const { family, given, word: ordinary, proper } = levels
  if (family === 0) {
    if (isUnknown(levels)) return shaped > 0 ? 1.5 : -0.3
    // A given name can be a family name anywhere: Thomas, Peter, Juma.
    if (given === 0 && ordinary <= 1) return shaped - 0.3 - proper * 0.3
    if (given > 0) return clip(given - 1.5 - Math.max(ordinary, proper) * 0.8)
    return -1 - Math.max(ordinary, proper) * 0.7
  }
  return clip(Math.max(family, given - 1) + shaped - Math.max(ordinary, proper) * 0.8)
}

const tableOf = (odds: (levels: Levels) => number): Float64Array =>
  Float64Array.from({ length: LEVEL_CODES }, (_, code) => odds(levelsByCode(code)))

const GIVEN = tableOf(givenOdds)
const FAMILY = tableOf((levels) => familyOdds(levels, 0))
const FAMILY_SHAPED = tableOf((levels) => familyOdds(levels, 1))
const PLAIN = tableOf(({ given, family, word }) => (given === 0 && family <= 1 && word >= 2 ? 1 : 0))

/** Log-odds of a word as a given name, in lexicon levels. */
export function givenScore({ code }: Levels, isInitial: boolean): number {
  return isInitial ? 1.2 : GIVEN[code]!
}

/** Log-odds of a word as a family name, in lexicon levels. */
export function familyScore({ code }: Levels, isInitial: boolean, isShaped: boolean): number {
  return isInitial ? 0 : (isShaped ? FAMILY_SHAPED : FAMILY)[code]!
}

/** Levels of an ordinary word that is hardly ever a name. */
export function isPlainAs({ code }: Levels): boolean {
  return PLAIN[code] === 1
}

/** A word that no name is made of, whatever stands around it. */
export function isPlainWord(word: NameWord): boolean {
  return word.roles === 0 && isPlainAs(word.levels)
}

/** The higher of the log-odds as a given and as a family name. */
export function likeness({ asGiven, asFamily }: NameWord): number {
  return asGiven > asFamily ? asGiven : asFamily
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
  if (count === 1) {
    const { word, proper } = last.levels
    return Math.max(last.asGiven, last.asFamily - (word + proper === 0 ? 1 : 2))
  }
  // Initials alone are an abbreviation, not a person.
  if (initials === count) return NONE
  // Two name-like words side by side are rarely an accident; each further word adds less than it claims.
  return bestReading(words, from, to, count) / Math.sqrt(count / 2) + 1.5
}

/** The best sum over all ways to cut the words, particles aside, into given and family names, in either order. */
function bestReading(words: readonly NameWord[], from: number, to: number, count: number): number {
  let best = -99
  for (let cut = 1; cut < count; cut++) {
    let forward = 0
    let backward = 0
    let place = 0
    for (let i = from; i < to; i++) {
      const { isParticle, asGiven, asFamily } = words[i]!
      if (isParticle) continue
      forward += place < cut ? asGiven : asFamily
      backward += place < cut ? asFamily : asGiven
      place++
    }
    best = Math.max(best, forward, backward - 0.5)
  }
  return best
}

/** Words that end a name: titles, organisations, streets, and words that are never names. */
export function isBarrier(word: NameWord): boolean {
  if ((word.roles & (Role.title | Role.organisation | Role.street | Role.notName)) !== 0) return true
  // "Identifiant Hubert", "Kunde Meier": the label is not part of the name.
  if ((word.roles & Role.label) === 0) return false
  const { given, family, word: ordinary } = word.levels
  return given >= 5 ? ordinary >= 6 : family < 6 || ordinary >= 2
}
