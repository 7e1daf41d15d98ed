// The verdict of one identifier rule on one candidate, by check digits, cue and governing country, with its confidence.
import type { PhraseHit } from '../../../text/phrase-hits.ts'
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

/** Length from which letters and digits with a matching check character are no other number. */
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

/** The verdict of one rule on one candidate; null if its evidence is insufficient. */
export function judge(candidate: Candidate, compact: string, entry: Rule, around: Surroundings): Verdict | null {
  const { label } = around
  // Only rules with the shape of the candidate are tested.
  if (!entry.takes(compact, candidate.isAscii)) return null
  const own = around.countries === null || around.countries.has(entry.country)
  const cueLength = label?.lengthOf(entry.cues) ?? 0
  // "Order ID" is not an "ID".
  if (cueLength > 0 && entry.notAfter !== null && (label?.lengthOf(entry.notAfter) ?? 0) > cueLength) return null
  const passed = entry.check === null ? null : entry.check(compact)
  if (cueLength > 0) {
    const isWritten = (candidate.separators & ~entry.separators) === 0
    const isSloppy = passed !== false && own && !around.isDoubtful && (candidate.separators & COMMA_BIT) === 0
    if (!isWritten && !isSloppy) return null
    const rank = 100 + (own ? 20 : 0) + (passed === true ? 10 : passed === false ? -5 : 0) + cueLength / 100
    if (passed === true) return verdictOf(entry, 0.99, true, rank)
    // A mistyped number after its own cue still identifies a person.
    if (passed === false) return own && !around.isDoubtful ? verdictOf(entry, 0.7, false, rank) : null
    // Digits after "id" alone are not a number of another country, nor of any country if none governs.
    const leastCue = !own ? DISTINCTIVE_CUE : around.countries === null ? NAMING_CUE : 0
    if ((cueLength < leastCue && !around.hasLetter) || (!own && isVague(around, entry.cues))) return null
    // A word like "car" is weaker evidence for a country than "number plate": too weak for a jurisdiction.
    const sure = entry.evidence === 'label' ? 0.88 : 0.92
    return verdictOf(entry, own ? sure : 0.75, false, rank)
  }
  if (entry.notAfter !== null && label?.has(entry.notAfter)) return null
  const lead = around.leads === null ? null : leadOf(around.leads, entry.cues)
  if (lead === null && entry.sign !== 0 && (candidate.separators & entry.sign) === 0) return null
  const isAlone = own && around.countries !== null && around.countries.size === 1
  if (passed === false) return null
  if (lead !== null) {
    const distance = candidate.start - lead.end
    const rank = LED + (own ? 20 : 0) + (passed === true ? 10 : 0) - distance / REACH
    if (passed === true) return verdictOf(entry, 0.97, true, rank)
    return own ? verdictOf(entry, 0.85, false, rank) : null
  }
  if (passed === true) {
    // "N.º de documento: 12345678Z": a matching check letter is stronger evidence than the label of another number.
    if (isAlone && (around.hasLetter || !isOtherId(around))) return verdictOf(entry, 0.95, true, 50)
    // A check alone is not enough to claim a bare run of digits as a number of another country.
    if (!own && (!around.hasLetter || isOtherId(around))) return null
    // If no country governs, some country's check passes for many counters: digits without a separator need a cue.
    if (around.countries === null && !around.hasLetter && candidate.separators === 0) return null
    const isLong = around.hasLetter && compact.length >= LONG
    return isLong || entry.isStrong(compact) ? verdictOf(entry, 0.9, true, own ? 40 : 30) : null
  }
  // Words in capitals around a spaced number look like the letters of a foreign scheme.
  const isForeignRow = !own && (candidate.separators & SPACE_BIT) !== 0
  const isShape = entry.evidence === 'shape' || entry.evidence === 'home'
  if (!isShape || isForeignRow || isOtherId(around)) return null
  return verdictOf(entry, own ? 0.85 : 0.8, false, own ? 20 : 10)
}
