// What tells two people apart whose names are alike: an elder and a younger, another given name in one family, a part that is
// another name on each side, births a generation apart. Whatever else they share, that is two people or a question.
import { editDistance, jaroWinkler } from '../../../text/similarity.ts'
import type { Alignment } from '../words/align.ts'
import type { Word } from '../words/value-words.ts'
import { sharesMeaning } from '../words/word-similarity.ts'
import { meet } from './name-forms.ts'
import { isBorneBySome, isSpouse, isWellKnown, nameSimilarity } from './name-similarity.ts'

/** A name as it is held against a namesake's. */
export interface Named {
  readonly words: readonly Word[]
  readonly given: readonly Word[]
  readonly family: readonly Word[]
  /** Which of a family's bearers of the name: 1 the elder, 2 the younger, 3 the third; 0 where nothing is said. */
  readonly generation: number
  /** Man or woman, as a title says it; empty where none does. */
  readonly sex: string
}

/** Why two names are not one person's. */
export interface Apart {
  readonly reason: 'generation' | 'sex' | 'given' | 'part' | 'lifetime'
  /** The two may live under one roof: what they share at home is no evidence. */
  readonly household: boolean
  /**
   * A record full of slips may say as much of one person: certain only where all that the two share at home is the same to the letter,
   * or, of two names that one country bears, where they share the house.
   */
  readonly doubtful: Doubt
}

/** Where a doubt counts: `home` where all that the two share at home is the same to the letter, `house` where they live at one door. */
export type Doubt = 'home' | 'house' | false

/** Below this the best likeness of two given names is chance. */
const UNRELATED = 0.6
/** From here on one word of a name stands for another. */
const STANDS = 0.9
/** Below this no slip makes one spelling of the other. */
const STRANGE = 0.6
/** What the likeness of two spellings counts for. */
const SPELLED = 0.9

/** How far one part of a name stands for the other, by its best words. */
export function partSimilarity(a: readonly Word[], b: readonly Word[], likeness = nameSimilarity): number {
  let best = 0
  for (const x of a)
    for (const y of b) {
      if (x.text === y.text) return 1
      if (isSpouse(x, y)) continue
      best = Math.max(best, likeness(x, y))
      // Spelling alone never comes to more than that.
      if (best < SPELLED) best = Math.max(best, jaroWinkler(x.text, y.text) * SPELLED)
    }
  return best
}

/** Pairs of words that are asked about again: given and family names, once among all words of a name, once by themselves. */
const RECENT = 8

/** `nameSimilarity` with a memory of the last few pairs of words. */
export function likenessOf(): (a: Word, b: Word) => number {
  const firsts: Word[] = []
  const seconds: Word[] = []
  const likenesses: number[] = []
  let next = 0
  return (a, b) => {
    for (let k = 0; k < firsts.length; k++) if (firsts[k] === a && seconds[k] === b) return likenesses[k]!
    const likeness = nameSimilarity(a, b)
    firsts[next] = a
    seconds[next] = b
    likenesses[next] = likeness
    next = (next + 1) % RECENT
    return likeness
  }
}

/** How far the given and the family names of two people stand for one another; NaN where a side does not tell them apart. */
export interface Likeness {
  readonly given: number
  readonly family: number
}

/** What two dates of birth say of each other. */
export interface Births {
  /** Both are given: that says more than two given names that look alike. */
  readonly dated: boolean
  /** They are one, so that it is twins or a given name put for another. */
  readonly same: boolean
  /** They are full dates that share nothing and lie so far apart that one may be the other's child. */
  readonly remote: boolean
}

/** The reason why two records of like names are not one person's, or null. */
export function apart(x: Named, y: Named, aligned: Alignment, likeness: Likeness, births: Births): Apart | null {
  if (x.generation > 0 && y.generation > 0 && x.generation !== y.generation)
    return { reason: 'generation', household: true, doubtful: false }
  if (aligned.pairs === 0) return null
  if (x.sex !== '' && y.sex !== '' && x.sex !== y.sex) return { reason: 'sex', household: true, doubtful: false }
  const left = otherGivenName(x, y, aligned, likeness, births)
  if (left !== null) {
    const known = left.every(isWellKnown)
    // One of them may be rare (Liam and Aoife), but a slip of the pen is no twin.
    const twins =
      (left.some(isWellKnown) && left.every(isBorneBySome)) || jaroWinkler(left[0]!.text, left[1]!.text) < STRANGE
    if (births.same) return twins ? { reason: 'given', household: false, doubtful: 'home' } : null
    return { reason: 'given', household: known || isSpouse(left[0]!, left[1]!), doubtful: false }
  }
  // One of them may be named after the other in part ("Fatima Zahra Idrissi", "Zahra Idrissi").
  if (Math.min(aligned.restA, aligned.restB) === 0 && aligned.worst >= STANDS && births.remote)
    return { reason: 'lifetime', household: false, doubtful: 'home' }
  if (otherPart(x, y, aligned)) return { reason: 'part', household: false, doubtful: false }
  if (births.same && areNamedAsTwins(x, y, likeness.family))
    return { reason: 'given', household: false, doubtful: 'house' }
  // A "Jr" has a father of his name, who is seldom called "Sr": only the dates of birth say which of them is meant.
  return x.generation !== y.generation && !births.dated
    ? { reason: 'generation', household: false, doubtful: 'home' }
    : null
}

/** The two given names of one family that have nothing to do with each other: parent and child, siblings, a couple. */
function otherGivenName(
  x: Named,
  y: Named,
  aligned: Alignment,
  { given, family }: Likeness,
  births: Births,
): readonly [Word, Word] | null {
  if (!Number.isNaN(given))
    return family >= STANDS &&
      (given < UNRELATED || areTwo(x.given, y.given, births)) &&
      isName(x.given) &&
      isName(y.given) &&
      !standsIn(x.given, y.words) &&
      !standsIn(y.given, x.words)
      ? [x.given[0]!, y.given[0]!]
      : null
  if (aligned.pairs !== 1 || aligned.worst < STANDS || x.words.length > 3 || y.words.length > 3) return null
  // Of longer names all but one word must be others: a family has its given names, and the names between them.
  const left = leftOf(x.words, y.words)
  const right = leftOf(y.words, x.words)
  if (left.length !== x.words.length - 1 || right.length !== y.words.length - 1) return null
  const [p, q] = [left[0], right[0]]
  if (p === undefined || q === undefined || !isName([...left, ...right])) return null
  if (left.length + right.length > 2) return left.every((word) => isOther(word, right)) ? [p, q] : null
  return partSimilarity(left, right) < UNRELATED || areTwo(left, right, births) ? [p, q] : null
}

/** Has the word nothing to do with any of the others? */
function isOther(word: Word, others: readonly Word[]): boolean {
  return others.every((other) => nameSimilarity(word, other) < UNRELATED)
}

/** Letters that a name and a form of it, which no list may know, have in common at the beginning: "George", "Georgie". */
const BEGINNING = 4

/**
 * One name on each side, both well known and neither a form of the other, however alike their letters: "Samuel", "Daniel". Two dates of
 * birth say more than that, unless they are one: those of twins.
 */
function areTwo(a: readonly Word[], b: readonly Word[], { dated, same }: Births): boolean {
  const [p, q] = [a[0], b[0]]
  if (p === undefined || q === undefined || a.length > 1 || b.length > 1 || (dated && !same)) return false
  if (same && p.text.slice(0, BEGINNING) === q.text.slice(0, BEGINNING) && !(isOpened(p) && isOpened(q))) return false
  const isKnown = same ? isBorneBySome : isWellKnown
  return isKnown(p) && isKnown(q) && nameSimilarity(p, q) < UNRELATED
}

/** Have they two names of one country where nothing else of their names differs: Anna and Hanna, Paul and Paula of one birth? */
function areNamedAsTwins(x: Named, y: Named, family: number): boolean {
  const parted = !Number.isNaN(family)
  if (parted && family < STANDS) return false
  const left = notIn(parted ? x.given : x.words, y.words)
  const right = notIn(parted ? y.given : y.words, x.words)
  return left.length === 1 && right.length === 1 && x.words.length > 1 && areOfOneCountry(left[0]!, right[0]!)
}

function notIn(words: readonly Word[], others: readonly Word[]): readonly Word[] {
  return words.filter(({ text }) => others.every((word) => word.text !== text))
}

/** Letters by which a short form is shorter than its name, at the least: "Kate" of "Katherine". */
const SHORTER = 2

/** Are both common given names of one country, neither a spelling nor a short form of the other? No child is named as its twin is. */
function areOfOneCountry(p: Word, q: Word): boolean {
  const [x, y] = [p.forms, q.forms]
  if (x === null || y === null || x.spelled === y.spelled || meet(x.romanised, y.romanised)) return false
  const [short, long] = p.text.length < q.text.length ? [p, q] : [q, p]
  if (long.text.length - short.text.length >= SHORTER && (sharesMeaning(p, q) || long.text.startsWith(short.text)))
    return false
  return meet(x.countries, y.countries) && !isSwap(p, q)
}

/** Letters from which two names of the same letters, two neighbours swapped, are one name and a slip: "Michael", "Micheal". */
const SWAPPED = 5

function isSwap({ text: p, letters }: Word, { text: q, letters: others }: Word): boolean {
  return p.length >= SWAPPED && p.length === q.length && letters === others && editDistance(p, q, 1) === 1
}

/** Does the name begin with what opens many ("Oluwaseun", "Oluwafemi")? */
function isOpened({ forms }: Word): boolean {
  return forms !== null && forms.shorts.length > 0
}

/** Does each of two longer names keep one name of its own that the other lacks ("Mary Ann Kelly", "Mary Jane Kelly")? */
function otherPart(x: Named, y: Named, { pairs, restA, restB }: Alignment): boolean {
  if (pairs < 2 || restA === 0 || restB === 0 || x.words.length < 3 || y.words.length < 3) return false
  const left = leftOf(x.words, y.words)
  const right = leftOf(y.words, x.words)
  // What resembles a word of the other ("Sergeevich", "Sergeevna") is neither the same nor another.
  const [p, ...more] = left.filter((word) => isOther(word, right))
  const [q, ...others] = right.filter((word) => isOther(word, left))
  if (p === undefined || q === undefined || more.length + others.length > 0) return false
  return isName([p, q]) && isWellKnown(p) && isWellKnown(q)
}

/** The words of one name that nothing in the other stands for. */
function leftOf(words: readonly Word[], others: readonly Word[]): Word[] {
  return words.filter((word) => !others.some((other) => nameSimilarity(word, other) >= STANDS))
}

/** Particles carry one bit. */
function isName(words: readonly Word[]): boolean {
  return words.every(({ text, numeric, bits }) => text.length >= 3 && !numeric && bits > 1)
}

/** Is one of the words among the others: somebody who goes by a middle name? */
function standsIn(words: readonly Word[], others: readonly Word[]): boolean {
  return words.some((word) => others.some((other) => nameSimilarity(word, other) >= STANDS))
}
