// The verdict of one identifier rule on one candidate, by check digits, cue and governing country, with its confidence.
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import { IDENTIFIER } from '../confidence.ts'
import type { Label } from '../fields/label.ts'
import { type Candidate, COMMA_BIT, SPACE_BIT } from './candidates.ts'
import type { RuleIndex } from './rule-index.ts'
import type { Rule } from './rules.ts'

/** Maximum distance of a cue that does not touch its value, in UTF-16 units. */
export const REACH = 40
/** A cue with fewer letters ("id", "pin", "nr") may have another meaning in another country's text. */
const DISTINCTIVE_CUE = 6
/** A cue with fewer letters ("id", "no") does not name a scheme; "NIN" does. */
const NAMING_CUE = 3

/** Least length of letters and digits whose matching check character excludes another number. */
const LONG = 17

/** Least rank of a verdict with a leading cue. */
export const LED = 60

export interface Verdict {
  readonly rule: Rule
  readonly confidence: number
  readonly validated: boolean
  /** Of verdicts on the same span, the highest rank takes precedence. */
  readonly rank: number
}

export interface Surroundings {
  readonly index: RuleIndex
  label: Label | null
  leads: readonly PhraseHit[] | null
  /** Only a rule with a cue directly at the value may claim it. */
  onlyLabelled: boolean
  /** The value begins with a calendar date, or is a part of a row of groups: it needs a label. */
  isDoubtful: boolean
  isIdLabel: boolean
  countries: ReadonlySet<string> | null
  hasLetter: boolean
  isBare: boolean
}

/** True if the label is a cue for an official number; if one country governs, for a number of that country. */
function isOtherId({ label, isIdLabel, countries, index }: Surroundings): boolean {
  if (label === null || !isIdLabel) return false
  return countries === null || countries.size !== 1 || index.isAtHome(label, countries)
}

/** True if the cue for `group` also labels other categories in the language of the governing country. */
function isVague({ label, countries, index }: Surroundings, group: number): boolean {
  if (label === null || countries === null || !index.isAtHome(label, countries)) return false
  return label.cues.every(({ says }) => !says.has(group) || index.isVague(says))
}

/** Fast test whether this rule's evidence could suffice. */
export function maySpeak({ separators }: Candidate, entry: Rule, around: Surroundings): boolean {
  if (around.label?.has(entry.cues)) return true
  if (around.onlyLabelled || (separators & ~entry.separators) !== 0) return false
  const { evidence } = entry
  if (evidence === 'label') return false
  if (around.leads !== null && leadOf(around.leads, entry.cues) !== null) return true
  if (evidence === 'cue') return false
  if (evidence === 'shape') return true
  if (evidence === 'home') return around.countries?.has(entry.country) === true
  // A check alone is not enough to claim a bare run of digits as a number of another country.
  return !around.isBare || around.countries === null || around.countries.has(entry.country)
}

function leadOf(leads: readonly PhraseHit[], group: number): PhraseHit | null {
  for (let i = 0; i < leads.length; i++) if (leads[i]!.says.has(group)) return leads[i]!
  return null
}

/** Creates all verdicts with one object shape, which makes their comparison fast. */
const verdictOf = (rule: Rule, confidence: number, validated: boolean, rank: number): Verdict => ({
  rule,
  confidence,
  validated,
  rank,
})

/** Ranks by the kind of evidence; within a kind, the value of the governing country and the checked value are higher. */
const LABELLED = 100
const OWN = 20
const CHECKED = 10
const FAILED = -5
const Rank = { checkedAlone: 50, checkedOwn: 40, checkedForeign: 30, shapeOwn: 20, shapeForeign: 10 } as const

/** The verdict of one rule on one candidate; null if its evidence is insufficient. */
export function judge(candidate: Candidate, compact: string, entry: Rule, around: Surroundings): Verdict | null {
  const { label } = around
  // Only rules with the shape of the candidate are tested.
  if (!entry.takes(compact, candidate.isAscii)) return null
  const own = around.countries === null || around.countries.has(entry.country)
  const cueLength = label === null ? 0 : label.lengthOf(entry.cues)
  const isOther = label !== null && entry.notAfter !== null && label.lengthOf(entry.notAfter) > cueLength
  // "Order ID" is not an "ID".
  if (isOther) return null
  const passed = entry.check === null ? null : entry.check(compact)
  if (cueLength > 0) return labelled(candidate, entry, around, own, passed, cueLength)
  const lead = around.leads === null ? null : leadOf(around.leads, entry.cues)
  if (passed === false || (lead === null && !hasSign(candidate, entry))) return null
  if (lead !== null) return led(candidate.start - lead.end, entry, own, passed)
  return passed === true ? checked(candidate, compact, entry, around, own) : shaped(candidate, entry, around, own)
}

/** True if a value without a cue has the separator that its rule needs. */
const hasSign = ({ separators }: Candidate, { sign }: Rule): boolean => sign === 0 || (separators & sign) !== 0

/** A value directly after a cue of the rule, of `cueLength` letters. */
function labelled(
  { separators }: Candidate,
  entry: Rule,
  around: Surroundings,
  own: boolean,
  passed: boolean | null,
  cueLength: number,
): Verdict | null {
  const isTrusted = own && !around.isDoubtful
  const isWritten = (separators & ~entry.separators) === 0
  const isSloppy = passed !== false && isTrusted && (separators & COMMA_BIT) === 0
  if (!isWritten && !isSloppy) return null
  const byCheck = passed === null ? 0 : passed ? CHECKED : FAILED
  const rank = LABELLED + (own ? OWN : 0) + byCheck + cueLength / 100
  if (passed === true) return verdictOf(entry, IDENTIFIER.labelled_and_valid, true, rank)
  if (passed === false) return isTrusted ? verdictOf(entry, IDENTIFIER.labelled_but_invalid, false, rank) : null
  // Digits after "id" alone are not a number of another country, nor of any country if none governs.
  const leastCue = !own ? DISTINCTIVE_CUE : around.countries === null ? NAMING_CUE : 0
  if ((cueLength < leastCue && !around.hasLetter) || (!own && isVague(around, entry.cues))) return null
  if (!own) return verdictOf(entry, IDENTIFIER.labelled_foreign, false, rank)
  // A word like "car" is weaker evidence for a country than "number plate": too weak for a jurisdiction.
  const confidence = entry.evidence === 'label' ? IDENTIFIER.labelled_by_word : IDENTIFIER.labelled_own
  return verdictOf(entry, confidence, false, rank)
}

/** A value up to REACH after a cue of the rule. */
function led(distance: number, entry: Rule, own: boolean, passed: boolean | null): Verdict | null {
  const rank = LED + (own ? OWN : 0) + (passed === true ? CHECKED : 0) - distance / REACH
  if (passed === true) return verdictOf(entry, IDENTIFIER.near_cue_and_valid, true, rank)
  return own ? verdictOf(entry, IDENTIFIER.near_cue_own, false, rank) : null
}

/** A value without a cue whose check digits match. */
function checked(
  { separators }: Candidate,
  compact: string,
  entry: Rule,
  around: Surroundings,
  own: boolean,
): Verdict | null {
  const { countries, hasLetter } = around
  // "N.º de documento: 12345678Z": a matching check letter is stronger evidence than the label of another number.
  if (own && countries?.size === 1 && (hasLetter || !isOtherId(around)))
    return verdictOf(entry, IDENTIFIER.valid_at_home, true, Rank.checkedAlone)
  // A check alone is not enough to claim a bare run of digits as a number of another country.
  if (!own && (!hasLetter || isOtherId(around))) return null
  // If no country governs, some country's check passes for many counters: digits without a separator need a cue.
  if (countries === null && !hasLetter && separators === 0) return null
  if (!(hasLetter && compact.length >= LONG) && !entry.isStrong(compact)) return null
  return verdictOf(entry, IDENTIFIER.valid_alone, true, own ? Rank.checkedOwn : Rank.checkedForeign)
}

/** A value without a cue and check digits, by its shape. */
function shaped({ separators }: Candidate, entry: Rule, around: Surroundings, own: boolean): Verdict | null {
  // Words in capitals around a spaced number look like the letters of a foreign scheme.
  const isForeignRow = !own && (separators & SPACE_BIT) !== 0
  const isShape = entry.evidence === 'shape' || entry.evidence === 'home'
  if (!isShape || isForeignRow || isOtherId(around)) return null
  return own
    ? verdictOf(entry, IDENTIFIER.own_format, false, Rank.shapeOwn)
    : verdictOf(entry, IDENTIFIER.foreign_format, false, Rank.shapeForeign)
}
