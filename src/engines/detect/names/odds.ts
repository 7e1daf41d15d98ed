// How much one word looks like a given or a family name by its levels alone: log-odds of name against ordinary word, in tables.
import { LEVEL_CODES, type Levels, levelsByCode } from '../../../packs/word-levels.ts'

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

function tableOf(odds: (levels: Levels) => number): Float64Array {
  const table = new Float64Array(LEVEL_CODES)
  for (let code = 0; code < LEVEL_CODES; code++) table[code] = odds(levelsByCode(code))
  return table
}

const GIVEN = tableOf(givenOdds)
const FAMILY = tableOf((levels) => familyOdds(levels, 0))
const FAMILY_SHAPED = tableOf((levels) => familyOdds(levels, 1))
const PLAIN = tableOf(({ given, family, word }) => (given === 0 && family <= 1 && word >= 2 ? 1 : 0))

/** Log-odds of a word with these levels as a given name, in lexicon levels. */
export function givenScore({ code }: Levels): number {
  return GIVEN[code]!
}

/** Log-odds of a word with these levels as a family name, in lexicon levels; `isShaped`: it ends as such names do. */
export function familyScore({ code }: Levels, isShaped: boolean): number {
  return isShaped ? FAMILY_SHAPED[code]! : FAMILY[code]!
}

/** What a word that stands alone scores by its letters: a family name alone says less than a given name. */
function loneOdds(levels: Levels, shaped: number): number {
  return Math.max(givenOdds(levels), familyOdds(levels, shaped) - (levels.word + levels.proper === 0 ? 1 : 2))
}

const LONE = tableOf((levels) => loneOdds(levels, 0))
const LONE_SHAPED = tableOf((levels) => loneOdds(levels, 1))

/** Log-odds of a word with these levels as a name of its own, in lexicon levels. */
export function loneScore({ code }: Levels, isShaped: boolean): number {
  return isShaped ? LONE_SHAPED[code]! : LONE[code]!
}

/** Levels of an ordinary word that is hardly ever a name. */
export function isPlainAs({ code }: Levels): boolean {
  return PLAIN[code] === 1
}
