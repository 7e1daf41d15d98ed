// What one identifier rule makes of one candidate: whether its evidence suffices, and how sure it is, by check digits, the
// cue that announces the value and the country that governs.
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { Label } from '../label.ts'
import { type Candidate, COMMA_BIT, SPACE_BIT } from './candidates.ts'
import type { RuleIndex } from './rule-index.ts'
import type { Rule } from './rules.ts'

/** How far before a value a cue may stand that does not touch it, in UTF-16 units. */
export const REACH = 40
/** A cue of fewer letters than this ("id", "pin", "nr") may mean anything in another country's text. */
const DISTINCTIVE_CUE = 6
/** A cue of fewer letters than this ("id", "no") is nobody's name for a number: "NIN" is. */
const NAMING_CUE = 3

/** Rank from which on a cue leads to the value. */
export const LED = 60

export interface Verdict {
  readonly rule: Rule
  readonly confidence: number
  readonly validated: boolean
  /** Higher wins between rules that claim one place. */
  readonly rank: number
}

/** What is known about the place of a candidate before any rule is asked. */
export interface Surroundings {
  readonly index: RuleIndex
  label: Label | null
  leads: readonly PhraseHit[] | null
  /** Only a rule whose own cue announces the value may claim it. */
  onlyLabelled: boolean
  /** It begins with a calendar date, or is cut out of a row of groups: only a label makes it a value. */
  isDoubtful: boolean
  /** The label announces an official number. */
  isIdLabel: boolean
  countries: ReadonlySet<string> | null
  hasLetter: boolean
  /** The value is of digits alone. */
  isBare: boolean
}

/** Does a cue announce an official number; where one country governs, one that this country has? */
function isOtherId({ label, isIdLabel, countries, index }: Surroundings): boolean {
  if (label === null || !isIdLabel) return false
  return countries === null || countries.size !== 1 || index.isAtHome(label, countries)
}

/** Does what announces a number of `group` announce other kinds as well, in the words of the country that governs? */
function isVague({ label, countries, index }: Surroundings, group: number): boolean {
  if (label === null || countries === null || !index.isAtHome(label, countries)) return false
  return label.cues.every(({ says }) => !says.has(group) || index.isVague(says))
}

/** The cheap questions: could this rule's evidence suffice at all? */
export function maySpeak({ separators }: Candidate, entry: Rule, around: Surroundings): boolean {
  if (around.label?.has(entry.cues)) return true
  if (around.onlyLabelled || (separators & ~entry.separators) !== 0) return false
  const { evidence } = entry
  if (evidence === 'label') return false
  if (around.leads !== null && leadOf(around.leads, entry.cues) !== null) return true
  if (evidence === 'cue') return false
  if (evidence === 'shape') return true
  // A bare run of digits is not taken for another country's number on its check alone.
  return !around.isBare || around.countries === null || around.countries.has(entry.country)
}

/** The nearest of the cues that lead to a value which is of `group`. */
function leadOf(leads: readonly PhraseHit[], group: number): PhraseHit | null {
  for (let i = 0; i < leads.length; i++) if (leads[i]!.says.has(group)) return leads[i]!
  return null
}

/** All verdicts are made here, laid out alike, so that comparing them is quick. */
function verdictOf(rule: Rule, confidence: number, validated: boolean, rank: number): Verdict {
  return { rule, confidence, validated, rank }
}

/** What one rule makes of one candidate; null when its evidence is not enough. */
export function judge(candidate: Candidate, compact: string, entry: Rule, around: Surroundings): Verdict | null {
  const { label } = around
  // Only rules whose shape the candidate has are asked.
  if (!entry.takes(compact, candidate.isAscii)) return null
  const own = around.countries === null || around.countries.has(entry.country)
  const cueLength = label?.lengthOf(entry.cues) ?? 0
  // "Order ID" is no "ID".
  if (cueLength > 0 && entry.notAfter !== null && (label?.lengthOf(entry.notAfter) ?? 0) > cueLength) return null
  const passed = entry.check === null ? null : entry.check(compact)
  if (cueLength > 0) {
    const isWritten = (candidate.separators & ~entry.separators) === 0
    const isSloppy = passed !== false && own && !around.isDoubtful && (candidate.separators & COMMA_BIT) === 0
    if (!isWritten && !isSloppy) return null
    const rank = 100 + (own ? 20 : 0) + (passed === true ? 10 : passed === false ? -5 : 0) + cueLength / 100
    if (passed === true) return verdictOf(entry, 0.99, true, rank)
    // A mistyped number behind its own name is still somebody's number.
    if (passed === false) return own && !around.isDoubtful ? verdictOf(entry, 0.7, false, rank) : null
    // Digits behind "id" alone are not another country's card, nor any country's where none governs.
    const leastCue = !own ? DISTINCTIVE_CUE : around.countries === null ? NAMING_CUE : 0
    if ((cueLength < leastCue && !around.hasLetter) || (!own && isVague(around, entry.cues))) return null
    // A word like "car" says less of a country than "number plate": too little for a verdict.
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
    // "N.º de documento: 12345678Z": a letter that fits its digits says more than the label of another number.
    if (isAlone && (around.hasLetter || !isOtherId(around))) return verdictOf(entry, 0.95, true, 50)
    // A bare run of digits is not taken for another country's number on its check alone.
    if (!own && (!around.hasLetter || isOtherId(around))) return null
    // Where no country governs, every country's check has its chance at a counter: digits without a sign are left to a cue.
    if (around.countries === null && !around.hasLetter && candidate.separators === 0) return null
    return entry.isStrong(compact) ? verdictOf(entry, 0.9, true, own ? 40 : 30) : null
  }
  // Words in capitals around a spaced number look like the letters of some scheme somewhere.
  const isForeignRow = !own && (candidate.separators & SPACE_BIT) !== 0
  if (entry.evidence !== 'shape' || isForeignRow || isOtherId(around)) return null
  return verdictOf(entry, own ? 0.85 : 0.8, false, own ? 20 : 10)
}
