// Which part two names have in common of which the rest differs: the family name, the given name, or one that may be either.
import type { Word } from '../words/value-words.ts'
import type { Likeness, Named } from './two-people.ts'

/** `one`: nothing tells which. */
export type SharedPart = 'family' | 'given' | 'one'

/** Agreement from which a part of two names is the same. */
const SAME = 0.9

/**
 * The part that two names share. Where records do not tell them apart, a word that is a common given name beside others that are none
 * is the given name, whichever stands first; among words that are all given names ("Thomas Martin", "Thomas Paul") the first is.
 */
export function sharedPart(x: Named, y: Named, { given, family }: Likeness): SharedPart {
  if (!Number.isNaN(family)) return family >= SAME ? 'family' : given >= SAME ? 'given' : 'one'
  const shared = x.words.findIndex(({ text }) => y.words.some((word) => word.text === text))
  if (shared < 0) return 'one'
  const word = x.words[shared]!
  const isOther = ({ text }: Word) => text !== word.text
  const [ours, theirs] = [x.words.filter(isOther), y.words.filter(isOther)]
  if (!isGiven(word)) return ours.some(isGiven) || theirs.some(isGiven) ? 'family' : 'one'
  if (!ours.some(isGiven) && !theirs.some(isGiven)) return 'given'
  const there = y.words.findIndex(({ text }) => text === word.text)
  if (shared === 0 && there === 0) return 'given'
  return shared === x.words.length - 1 && there === y.words.length - 1 ? 'family' : 'one'
}

/** Is it a common given name of some country? */
function isGiven({ forms }: Word): boolean {
  return forms !== null && forms.countries.length > 0
}
