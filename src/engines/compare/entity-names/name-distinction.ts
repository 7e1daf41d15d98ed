// What the agreement of two names of organisations tells apart: the information of the words they share, unless all of those are
// common and something else in the names speaks of two bodies ("Kenya Power Company", "Kenya Power Authority").
import type { Alignment } from '../words/align.ts'
import type { FormedName } from './name-reader.ts'

/** Most bits of a common word, and of one in names that also contradict each other. */
const COMMON = 9.5
const CONTRADICTED = 15
/** Bits of few common words, and of a rest that is more than a qualifier. */
const SEVERAL = 22
const LEFT_OVER = 6.7
/** Most bits of a few common words: too little for the gate without other evidence. */
const ORDINARY = 8

/**
 * Is all that two names share common, and do they differ in more than a qualifier? A territory they share is one of a few hundred,
 * and a rare word that only resembles the other's is none they share: neither makes the words beside it less common.
 */
export function isOrdinary(a: FormedName, b: FormedName, aligned: Alignment): boolean {
  const { rarestSure, shared, restA, restB } = aligned
  const rest = Math.max(restA, restB)
  if (rarestSure <= COMMON && shared < SEVERAL && rest > LEFT_OVER) return true
  if (a.lined || b.lined) return false
  if ((isFewLetters(a) && isFewLetters(b)) || areMembers(a, b, aligned) || isOfHouse(a, b) || isOfHouse(b, a))
    return true
  return rarestSure <= CONTRADICTED && contradicts(a, b, aligned, rest)
}

/**
 * Information of an agreement of names that was summed up as `bits`, `rest` being the share that words beside the rarest add: less
 * where it is ordinary; and a territory is never the rarest word ("American Bank").
 */
export function distinguishing(
  bits: number,
  ordinary: boolean,
  { rarest, rarestNamed }: Alignment,
  rest: number,
): number {
  const named = bits - (1 - rest) * (rarest - rarestNamed)
  return ordinary ? Math.min(named, ORDINARY) : named
}

/** The family of kinds of public office, as the pack calls it. */
const OFFICE = 'office'

/**
 * Does the territory that two names share tell more than a word of a name does? In brackets it does not follow from the name before it
 * ("American Bank" is all name), unless both names of common words go on each in its own way; and a territory has one office of a
 * name.
 */
export function isPlaced(a: FormedName, b: FormedName, { rarestSure, restA, restB }: Alignment): boolean {
  if (a.types.includes(OFFICE) && b.types.includes(OFFICE)) return true
  return (a.qualifying || b.qualifying) && (rarestSure > COMMON || restA === 0 || restB === 0)
}

/**
 * Do both name a kind of body that the other lacks, have their words another order, or agree by likeness alone?
 */
function contradicts(a: FormedName, b: FormedName, aligned: Alignment, rest: number): boolean {
  const { inverted, opposed, rarest, rarestSure } = aligned
  if (opposed) return true
  if (rarest > COMMON && rarestSure <= COMMON) return true
  if (rarestSure <= COMMON && isQualified(a) !== isQualified(b)) return true
  if (inverted && rest <= LEFT_OVER && !a.linked && !b.linked) return true
  return lacks(a.types, b.types) && lacks(b.types, a.types)
}

/** Does it say which one it is? Its own initials in brackets do not ("Catholic University of Eastern Africa (CUEA)"). */
function isQualified({ qualifiers, initials }: FormedName): boolean {
  return qualifiers.length > 1 || (qualifiers.length === 1 && !initials.includes(qualifiers[0]!.text))
}

/**
 * Does one of two names that share no more than the name of a house name a member of it ("Dangote Group", "Dangote Industries")? Who
 * shares more of a name ("Defence Science and Technology Group", "... Organisation") has only changed its kind.
 */
function areMembers(a: FormedName, b: FormedName, { pairs, restA, restB }: Alignment): boolean {
  if (a.members.length === 0 && b.members.length === 0) return false
  // "Eskom" is short for "Eskom Holdings Ltd"; who writes out the form of both means two.
  if (!a.housed && !b.housed && restA + restB === 0 && (a.forms.length === 0 || b.forms.length === 0)) return false
  const shared = a.members.filter((member) => b.members.includes(member)).length
  if (pairs - shared > 1 && restA + restB > 0) return false
  return lacks(a.members, b.members) || lacks(b.members, a.members)
}

/** Most letters of a name that may be initials. */
const FEW = 3

/** Is the name nothing but a few letters, neither a class nor a legal form beside them ("BBC")? */
function isFewLetters({ compact, words, classes, forms }: FormedName): boolean {
  return compact.length <= FEW && words.length === 1 && classes.length === 0 && forms.length === 0
}

/**
 * Is one the house's company in a territory, or of a number, that the other does not name, both with their legal forms ("Kestrel S.A.",
 * "Kestrel Nigeria Plc", "Kestrel II Ltd")?
 */
function isOfHouse(a: FormedName, b: FormedName): boolean {
  if (a.forms.length === 0 || b.forms.length === 0) return false
  if (a.numbers.length > 0 && b.numbers.length === 0) return true
  return a.territories.length > 0 && !a.qualifying && b.territories.length === 0
}

function lacks(types: readonly string[], others: readonly string[]): boolean {
  return others.some((type) => !types.includes(type))
}
