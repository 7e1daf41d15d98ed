// Telephone numbers without a country code: valid in a plan of the text, or with a telephone cue.
import type { ScannedText } from '../../../text/scanned.ts'
import { signSet } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, sliceOf } from '../../../text/unit-classes.ts'
import type { WordFacts } from '../../../text/words.ts'
import { readPhone } from '../../../values/phone/phone.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { isNumeric, isWord, signAt, signCodeAt } from '../token-questions.ts'
import { MOST_BARE } from './beside-names.ts'
import { FEWEST_DIGITS, type PhoneCandidate } from './candidates.ts'
import { isInPlan, type PhoneKinds, phoneClaim, REACH } from './claim.ts'
import {
  breaksBehind,
  digitsOf,
  isDatedNumber,
  isNamedBehind,
  isOfProgram,
  isOpenEnd,
  isOwnField,
  isQuantity,
  isSmallWord,
  isZero,
  looksOtherwise,
} from './surroundings.ts'

/** Maximum distance from a word for "number" to its number: "nº do zé", "namba ya otieno ni". */
const NUMBER_REACH = 32
/** Maximum distance from the line of the answer back to the word for "number" in the question. */
const QUESTION_REACH = 100
const MOST_TIME = 12
/** Maximum letters of a word for "my" or "new" before a word for "number". */
const MOST_POSSESSIVE = 5

/** "číslo 601174955", "nº do zé 912341959": a word for "number" up to four words before; a near cue may be for an order or account. */
function isNumberOf(scanned: ScannedText, first: number, evidence: Evidence, group: number, other: number): boolean {
  const { start, end, kind } = scanned.tokens
  const answered = answeredFrom(scanned, first)
  const near = evidence.nearest(group, answered ?? start[first]!, answered === null ? NUMBER_REACH : QUESTION_REACH)
  if (near === null) return false
  // A question and its answer in two chat lines; the text between them concerns the holder of the number.
  if (answered !== null) return !namesOther(evidence, near.start, start[first]!, other)
  let words = 0
  for (let i = near.endToken; i < first; i++) {
    if (isNumeric(kind[i]) || kind[i] === TokenKind.newline) return false
    if (kind[i] !== TokenKind.sign && ++words > 4) return false
    if (kind[i] === TokenKind.sign && !leadsOn(signCodeAt(scanned, i))) return false
  }
  // "nr 12345678" alone can number anything; a longer word or a person's name makes it a telephone number.
  if (words === 0 && near.end - near.start < 5) return false
  // "Rapport nummer": a longer word directly before is the numbered document; "mein", "neue", "jeho" are not.
  const before = near.firstToken - 1
  if (words === 0 && isWord(kind[before]) && end[before]! - start[before]! > MOST_POSSESSIVE) return false
  return !namesOther(evidence, Math.max(0, near.start - REACH), end[first]!, other)
}

/** Signs that may be between a word for "number" and the number. */
const leadsOn = signSet("?:,='\u2019-\u2013\u2014")

/** True if a cue between two view indexes is for another kind of number. */
function namesOther({ hits }: Evidence, from: number, to: number, other: number): boolean {
  const { all } = hits
  for (let i = hits.endedBy(from); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > to) break
    if (hit.end - hit.start > 3 && (hit.says.kinds & other) !== 0) return true
  }
  return false
}

/** End of the line before, if a number is the whole text after its line's speaker ("bo: 61920175"); null otherwise. */
function answeredFrom(scanned: ScannedText, first: number): number | null {
  const { start, end, kind, count } = scanned.tokens
  if (signAt(scanned, first - 1) !== ':' || start[first]! - end[first - 1]! !== 1 || !isWord(kind[first - 2]))
    return null
  let last = first
  while (last + 1 < count && isNumeric(kind[last + 1])) last++
  if (last + 1 < count && kind[last + 1] !== TokenKind.newline) return null
  let at = first - 3
  while (at > first - MOST_TIME && (isNumeric(kind[at]) || kind[at] === TokenKind.sign)) at--
  return kind[at] === TokenKind.newline ? start[at]! : null
}

const NONE: readonly string[] = []

/** Digits of the shortest national numbers with groups, as in Iceland and Estonia. */
const FEWEST_NATIONAL = 7
const MOST_DIGITS = 13

export interface NationalFacts {
  readonly cue: number
  /** Cues after a number for its kind: "office", "fax". */
  readonly behind: number
  /** Words for "number": of a person, unless it is the number of an order. */
  readonly numbers: number
  readonly home: readonly string[]
  readonly plans: readonly string[]
  readonly units: WordFacts<boolean>
  readonly kinds: PhoneKinds
}

/** The claim of a number without country code: valid in a home plan, or with a telephone cue. */
export function national(
  scanned: ScannedText,
  candidate: PhoneCandidate,
  evidence: Evidence,
  facts: NationalFacts,
): Claim | null {
  const { cue, behind, home, plans, units, kinds } = facts
  const { text } = scanned
  const { start, end } = scanned.tokens
  const from = start[candidate.first]!
  const label = evidence.label(candidate.first)
  const labelled =
    ((label?.kinds ?? 0) & kinds.phone) !== 0 ||
    isNamedBehind(scanned, candidate.ends[candidate.ends.length - 1]!, evidence, behind)
  if (!labelled && label !== null && (label.kinds & kinds.other) !== 0 && !isSmallWord(text, label))
    if (!label.isDoubtful || (evidence.cue(cue, from, REACH) < 0 && !isNumber(scanned, candidate, evidence, facts)))
      return null
  // In no plan, but with a label: used unless a longer form over the line break is in a plan.
  let announced: Claim | null = null
  for (let i = candidate.ends.length - 1; i >= 0; i--) {
    const last = candidate.ends[i]!
    const to = end[last]!
    if (announced !== null && to < announced.end) continue
    const value = sliceOf(text, from, to)
    const digits = digitsOf(scanned, candidate.first, last)
    if (digits < FEWEST_DIGITS || digits > MOST_DIGITS) continue
    const isNamed = i === candidate.ends.length - 1 && isNamedBehind(scanned, last, evidence, behind)
    if (
      (isOpenEnd(scanned, last, labelled && label !== null && label.end - label.start > 2) && !isNamed) ||
      looksOtherwise(value, labelled) ||
      (!labelled && (isDecimal(value) || isDatedNumber(value) || isOfProgram(scanned, from, to))) ||
      isQuantity(scanned, candidate.first, last, units)
    ) {
      if (i === candidate.ends.length - 1) continue
      if (!labelled) return null
      continue
    }
    // A part of a longer row of groups is not a number, unless it has a label or the row breaks there.
    if (!labelled && i < candidate.ends.length - 1 && !breaksBehind(scanned, last)) return null
    // "mobil +45 ..., 1 stk. Braun (587.603.66)": an article number in brackets or after another number, in spite of the telephone cue.
    if (!labelled && i < 3 && value.includes('.') && isAside(scanned, candidate.first, evidence, cue)) continue
    // "phone='030 901820' where id=3446182139": the value of another key.
    const near = labelled || (evidence.cue(cue, from, REACH) >= 0 && signAt(scanned, candidate.first - 1) !== '=')
    if (!near && isNumber(scanned, candidate, evidence, facts)) {
      const reading = readPhone(value, home[0]!)
      if (reading?.valid === true && !reading.lacksTrunk() && reading.isMobile())
        return phoneClaim(from, to, 0.85, false, null)
    }
    const groups = i + 1
    const isWritten = groups > 1 || isZero(scanned, candidate.first)
    if (!near && !isWritten) continue
    // "phone 01511 8125267, mandate 273807758980": a number that is not next to the cue and has no trunk prefix must not be longer than plans allow.
    if (!labelled && !isWritten && digits > MOST_BARE) continue
    // For a union, any member's plan may apply: a number with trunk prefix, after a cue or as a grouped list item, is enough.
    const { countries } = evidence
    const isUnion = countries !== null && countries.size > 1 && digits >= 9 && isZero(scanned, candidate.first)
    const isItem = isUnion && groups > 1 && /^[,(]$/.test(signAt(scanned, candidate.first - 1))
    const members = isItem ? [...countries] : NONE
    const isAnnounced = labelled || (near && !isOwnField(scanned, candidate.first, evidence.nearest(cue, from, REACH)))
    if (isInPlan(value, home.length > 0 ? home : near ? plans : members, isAnnounced)) {
      if (home.length === 0 && !labelled && !isUnion) continue
      if (near) return phoneClaim(from, to, labelled ? 0.97 : 0.93, true, null)
      // Without a cue: only a number in telephone format that is too long for a count.
      // No amount or article number begins with a zero and has nine digits: "0712.352.075".
      const isTrunk = digits > 8 && isZero(scanned, candidate.first)
      const isDotted = value.includes('.') && groups < 4 && !isTrunk
      const isLong = digits >= 8 || (digits === FEWEST_NATIONAL && home.length === 1)
      if (isLong && (groups > 1 || digits >= 9) && !isDotted) return phoneClaim(from, to, 0.85, false, null)
    } else if (labelled && i === candidate.ends.length - 1 && digits >= 7 && isWritten && digits <= 12)
      announced = phoneClaim(from, to, 0.7, false, null)
  }
  return announced
}

/** True if the number belongs to a person, by a word for "number" and a single home plan. */
function isNumber(
  scanned: ScannedText,
  { first }: PhoneCandidate,
  evidence: Evidence,
  { home, numbers, kinds }: NationalFacts,
): boolean {
  return home.length === 1 && isNumberOf(scanned, first, evidence, numbers, kinds.other)
}

/** Digits, a full stop and digits; false if a zero leads another digit before the stop, as in "06.12268212". */
function isDecimal(value: string): boolean {
  const stop = value.indexOf('.')
  if (stop > 1 && value[0] === '0') return false
  if (stop < 1 || stop === value.length - 1) return false
  for (let i = 0; i < value.length; i++) if (i !== stop && !isDigitUnit(codeAt(value, i))) return false
  return true
}

/** True if a bracket opens before token `first`, or another number is between the cue and it. */
function isAside(scanned: ScannedText, first: number, evidence: Evidence, cue: number): boolean {
  if (signAt(scanned, first - 1) === '(') return true
  const from = scanned.tokens.start[first]!
  const near = evidence.nearest(cue, from, REACH)
  return near !== null && /\d{3}/.test(sliceOf(scanned.text, near.end, from))
}
