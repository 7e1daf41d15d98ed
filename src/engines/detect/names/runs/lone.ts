// Single capitalised words that no reading makes a name of: acronyms, headings, words of forms. They are most runs of a text,
// and are told by the most that their surroundings could add, before anybody works out what these are or makes an object of them.

import type { Levels } from '../../../../packs/word-levels.ts'
import { COMMA } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { After, after } from '../around/after.ts'
import { Before, isAgent, mayAnnounce } from '../around/before.ts'
import { isKin } from '../around/kin.ts'
import { mostAtEnd } from '../around/signature.ts'
import { LONE_THRESHOLD } from '../candidate.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown, loneScore } from '../words/odds.ts'
import { Role } from '../words/roles.ts'
import { isOther } from '../words/script.ts'
import { isCut, segmentOf } from './segments.ts'
import { AGENT, DESCRIBED } from './span-score.ts'

/** What the surroundings can add to a word that nothing announces; see scoreSpan and loneDoubt. */
const MOST_ADDED = { title: 4, verb: 1.5, possessive: 1, mail: 2, called: 2 } as const
/** What is sure to be taken off, see loneDoubt. */
const UPPER = 4
const UNKNOWN = 3
const BRAND = 6
const ANNOUNCING = Before.label | Before.cue | Before.title | Before.greeting | Before.closing
/** Sums taken in another order differ in their last bits. */
const ENOUGH = LONE_THRESHOLD - 0.001

/** Whether the only word of a run can be no name where it stands; it may still be one that the text proves elsewhere. */
export function isHopeless(search: NameSearch, run: readonly NameWord[]): boolean {
  const { isInitial, isUpper, isShaped, levels, roles, first, next } = run[0]!
  // A single letter is read with what stands around it.
  return run.length === 1 && !isInitial && isHopelessAs(search, levels, roles, isUpper, isShaped, first, next)
}

/** The same of the token `index`, which is a run of its own. */
export function isHopelessAt(search: NameSearch, index: number): boolean {
  const { words, tokens } = search
  if (tokens.end[index]! - tokens.start[index]! === 1) return false
  // A particle right before may belong to the name.
  if (index > 0 && tokens.kind[index - 1] === TokenKind.lower && (words.bits[index - 1]! & Role.particle) !== 0)
    return false
  const known = words.known(index)
  const { levels, isShaped } = words.under(known)
  const isUpper = tokens.kind[index] === TokenKind.upper
  return isHopelessAs(search, levels, known.roles, isUpper, isShaped, index, index + 1)
}

function isHopelessAs(
  search: NameSearch,
  levels: Levels,
  roles: number,
  isUpper: boolean,
  isShaped: boolean,
  first: number,
  next: number,
): boolean {
  let most = loneScore(levels, isShaped)
  if (search.mail !== null) most += MOST_ADDED.mail
  most += mostAtEnd(search, search.tokens.end[next - 1]!)
  if (isUpper) most -= UPPER
  if (isUnknown(levels)) most -= UNKNOWN
  if ((roles & Role.brand) !== 0) most -= BRAND
  if (isAgent(search, first)) most += AGENT
  // "Okafor, Adaeze" may follow.
  if (most >= ENOUGH || unitAt(search.tokens.units, search.tokens.end[next - 1]!) === COMMA) return false
  const follows = after(search, next)
  if ((follows & After.title) !== 0) most += MOST_ADDED.title
  else if ((follows & After.verb) !== 0) most += MOST_ADDED.verb
  else if ((follows & After.possessive) !== 0) most += MOST_ADDED.possessive
  if ((follows & After.calls) !== 0) most += MOST_ADDED.called
  if (isUnknown(levels) && (isShaped || search.isSpelt(search.words.known(first).folded, levels))) return false
  if (isOther(search.tokens.units[search.tokens.start[first]!]!)) return false
  // Only what comes near is looked at more closely.
  if (
    most >= ENOUGH ||
    (most + DESCRIBED >= ENOUGH &&
      (isKin(search, next) || (search.tokens.kind[next] === TokenKind.sign && search.attribute(next))))
  )
    return false
  const isCalling = (follows & (After.colon | After.end)) !== 0
  return !mayAnnounce(search, first, isCalling) || !isAnnounced(search.before(first), follows)
}

/** Whether what stands around a word announces it; see announcement. */
function isAnnounced(before: number, follows: number): boolean {
  if ((before & (ANNOUNCING | Before.relative)) !== 0) return true
  if ((before & Before.heading) !== 0 && (follows & (After.end | After.calls)) !== 0) return true
  if ((before & Before.speaker) !== 0 && (follows & After.colon) !== 0) return true
  return (before & Before.dash) !== 0 && (follows & After.end) !== 0
}

/** Whether a hopeless word is a word of a name at all, were the text to prove it: no barrier, no company, no street. */
export function isFree(search: NameSearch, run: readonly NameWord[]): boolean {
  return !isCut(run, 0) && segmentOf(search, run, 0, 1, false) !== null
}
