// Single capitalised words that no reading makes a name of: acronyms, headings, words of forms. They are most runs of a text,
// and are told by the most that their surroundings could add, before anybody works out what these are.
import { unitOf } from '../../../text/unit-classes.ts'
import { LONE_THRESHOLD, type NameSearch } from './candidate.ts'
import { After } from './context.ts'
import { isUnknown } from './odds.ts'
import { Role } from './roles.ts'
import { scoreName } from './score.ts'
import { isCut, segmentOf } from './segments.ts'
import type { NameWord } from './words.ts'

const COMMA = 44
/** What the surroundings can add to a word that nothing announces; see scoreSpan and loneDoubt. */
const MOST_ADDED = { title: 4, verb: 1.5, possessive: 1, mail: 2, called: 2 } as const
/** What is sure to be taken off, see loneDoubt. */
const UPPER = 4
const UNKNOWN = 3
const BRAND = 6
/** Sums taken in another order differ in their last bits. */
const ROUNDING = 0.001

/** Whether the only word of a run can be no name where it stands; it may still be one that the text proves elsewhere. */
export function isHopeless(search: NameSearch, run: readonly NameWord[]): boolean {
  const word = run[0]!
  const { text, context, mail } = search
  // "Okafor, Adaeze" may follow; a single letter is read with what stands around it.
  if (run.length > 1 || word.isInitial || unitOf(text.text, word.end) === COMMA) return false
  const after = context.after(word.next)
  let most = scoreName(run, 0, 1)
  if ((after & After.title) !== 0) most += MOST_ADDED.title
  else if ((after & After.verb) !== 0) most += MOST_ADDED.verb
  else if ((after & After.possessive) !== 0) most += MOST_ADDED.possessive
  if (mail !== null) most += MOST_ADDED.mail
  if ((after & After.calls) !== 0) most += MOST_ADDED.called
  if (word.isUpper) most -= UPPER
  if (isUnknown(word.levels)) most -= UNKNOWN
  if ((word.roles & Role.brand) !== 0) most -= BRAND
  return most < LONE_THRESHOLD - ROUNDING && !context.mayAnnounce(word.first, after)
}

/** Whether a hopeless word is a word of a name at all, were the text to prove it: no barrier, no company, no street. */
export function isFree(search: NameSearch, run: readonly NameWord[]): boolean {
  return !isCut(run, 0) && segmentOf(search, run, 0, 1, false) !== null
}
