// How much a sequence of capitalised words looks like a personal name by its words alone: the lexicon's log-odds of name
// against ordinary word, summed over the best reading as given and family names.
import type { Levels } from '../../packs/word-levels.ts'
import { Role } from './name-roles.ts'
import type { NameWord } from './name-words.ts'

/** What the lexicon does not know at all. */
export function isUnknown(levels: Levels): boolean {
  return levels.given + levels.family + levels.word + levels.proper === 0
}

const clip = (value: number): number => Math.max(-6, Math.min(6, value))

/** Log-odds of a word as a given name, in lexicon levels. */
export function asGiven(word: NameWord): number {
  if (word.isInitial) return 1.2
  const { given, word: ordinary, proper } = word.levels
  if (given === 0) return isUnknown(word.levels) ? -1 : -1 - Math.max(ordinary, proper) * 0.7
  return clip(given - Math.max(ordinary, proper) * 0.8)
}

/** Log-odds of a word as a family name, in lexicon levels. */
export function asFamily(word: NameWord): number {
  if (word.isInitial) return 0
  const { family, given, word: ordinary, proper } = word.levels
  const shaped = word.shaped ? 1 : 0
  if (family === 0) {
    if (isUnknown(word.levels)) return shaped > 0 ? 1.5 : -0.3
    // A given name can be a family name anywhere: Thomas, Peter, Juma.
    if (given === 0 && ordinary <= 1) return shaped - 0.3 - proper * 0.3
    if (given > 0) return clip(given - 1.5 - Math.max(ordinary, proper) * 0.8)
    return -1 - Math.max(ordinary, proper) * 0.7
  }
  return clip(Math.max(family, given - 1) + shaped - Math.max(ordinary, proper) * 0.8)
}

/** Score of words[from..to) as one name: given names then family names, or family names then given names. */
export function scoreName(words: readonly NameWord[], from: number, to: number): number {
  const real: NameWord[] = []
  for (let i = from; i < to; i++) if (!words[i]!.isParticle) real.push(words[i]!)
  if (real.length === 0) return -9
  if (real.length === 1) {
    const { word, proper } = real[0]!.levels
    return Math.max(asGiven(real[0]!), asFamily(real[0]!) - (word + proper === 0 ? 1 : 2))
  }
  let best = -99
  const count = real.length
  for (let cut = 1; cut < count; cut++) {
    let forward = 0
    let backward = 0
    for (let i = 0; i < count; i++) {
      const given = asGiven(real[i]!)
      const family = asFamily(real[i]!)
      forward += i < cut ? given : family
      backward += i < cut ? family : given
    }
    best = Math.max(best, forward, backward - 0.5)
  }
  // Initials alone are an abbreviation, not a person.
  if (real.every((word) => word.isInitial)) return -9
  // Two name-like words side by side are rarely an accident; each further word adds less than it claims.
  return best / Math.sqrt(count / 2) + 1.5
}

/** Words that end a name: titles, organisations, streets, and words that are never names. */
export function isBarrier(word: NameWord): boolean {
  if ((word.roles & (Role.title | Role.organisation | Role.street | Role.notName)) !== 0) return true
  // "Identifiant Hubert", "Kunde Meier": the label is not part of the name.
  if ((word.roles & Role.label) === 0) return false
  const { given, family, word: ordinary } = word.levels
  return given >= 5 ? ordinary >= 6 : family < 6 || ordinary >= 2
}

/** A word that no name is made of, whatever stands around it. */
export function isPlainWord(word: NameWord): boolean {
  const { given, family, word: ordinary } = word.levels
  return given === 0 && family <= 1 && ordinary >= 2 && word.roles === 0
}
