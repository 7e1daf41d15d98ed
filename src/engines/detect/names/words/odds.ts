// How much one word looks like a given or a family name by its levels alone: log-odds of name against ordinary word, in tables.
import { LEVEL_CODES, Level, type Levels, levelsByCode } from '../../../../packs/word-levels.ts'

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
    if (given === 0 && ordinary <= Level.trace) return shaped - 0.3 - proper * 0.3
    if (given > 0) return clip(given - 1.5 - Math.max(ordinary, proper) * 0.8)
    return -1 - Math.max(ordinary, proper) * 0.7
  }
  return clip(Math.max(family, given - 1) + shaped - Math.max(ordinary, proper) * 0.8)
}

/** What a word that stands alone scores by its letters: a family name alone says less than a given name. */
function loneOdds(levels: Levels, shaped: number): number {
  return Math.max(givenOdds(levels), familyOdds(levels, shaped) - (levels.word + levels.proper === 0 ? 1 : 2))
}

/** Places of a word's numbers, side by side in memory. */
const GIVEN = 0
const FAMILY = 1
const FAMILY_SHAPED = 2
const LONE = 3
const LONE_SHAPED = 4
const PLAIN = 5
/** Numbers of one word: a power of two. */
const EACH = 8

const ODDS = new Float64Array(LEVEL_CODES * EACH)
for (let code = 0; code < LEVEL_CODES; code++) {
  const levels = levelsByCode(code)
  const at = code * EACH
  ODDS[at + GIVEN] = givenOdds(levels)
  ODDS[at + FAMILY] = familyOdds(levels, 0)
  ODDS[at + FAMILY_SHAPED] = familyOdds(levels, 1)
  ODDS[at + LONE] = loneOdds(levels, 0)
  ODDS[at + LONE_SHAPED] = loneOdds(levels, 1)
  ODDS[at + PLAIN] = levels.given === 0 && levels.family <= Level.trace && levels.word >= Level.rare ? 1 : 0
}

/** Log-odds of a word with these levels as a given name, in lexicon levels. */
export function givenScore({ code }: Levels): number {
  return ODDS[code * EACH + GIVEN]!
}

/** Log-odds of a word with these levels as a family name, in lexicon levels; `isShaped`: it ends as such names do. */
export function familyScore({ code }: Levels, isShaped: boolean): number {
  return ODDS[code * EACH + (isShaped ? FAMILY_SHAPED : FAMILY)]!
}

/** Log-odds of a word with these levels as a name of its own, in lexicon levels. */
export function loneScore({ code }: Levels, isShaped: boolean): number {
  return ODDS[code * EACH + (isShaped ? LONE_SHAPED : LONE)]!
}

/** Levels of an ordinary word that is hardly ever a name. */
export function isPlainAs({ code }: Levels): boolean {
  return ODDS[code * EACH + PLAIN] === 1
}
