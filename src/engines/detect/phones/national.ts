// Telephone numbers without a country code: valid in a plan of the text, or with a telephone cue.
import type { ScannedText } from '../../../text/scanned.ts'
import { signSet } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, sliceOf } from '../../../text/unit-classes.ts'
import type { WordFacts } from '../../../text/words.ts'
import { readPhone } from '../../../values/phone/phone.ts'
import { type ClaimRule, RULES } from '../confidence.ts'
import { type Claim, claimBy } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import type { Label } from '../fields/label.ts'
import { isNumeric, isWord, signAt, signCodeAt } from '../token-questions.ts'
import { MOST_BARE } from './beside-names.ts'
import { FEWEST_DIGITS, type PhoneCandidate } from './candidates.ts'
import { isInPlan, type PhoneKinds, REACH } from './claim.ts'
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
/** Most digits of a number with a label that is in no plan. */
const MOST_UNPLANNED = 12

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

/** A candidate without country code, with what is around it. */
interface NationalCandidate {
  readonly scanned: ScannedText
  readonly candidate: PhoneCandidate
  readonly evidence: Evidence
  readonly facts: NationalFacts
  readonly from: number
  readonly label: Label | null
  readonly isLabelled: boolean
  /** A telephone cue labels the number, or is near and does not belong to another key. */
  readonly isNear: boolean
  readonly isZero: boolean
}

/** One of the possible ends of a candidate. */
interface Form {
  readonly last: number
  readonly to: number
  readonly value: string
  readonly digits: number
  readonly groups: number
  readonly isLongest: boolean
}

/** The claim of a number without country code: valid in a home plan, or with a telephone cue. */
export function national(
  scanned: ScannedText,
  candidate: PhoneCandidate,
  evidence: Evidence,
  facts: NationalFacts,
): Claim | null {
  const { ends } = candidate
  const seen = seenAround(scanned, candidate, evidence, facts)
  if (!seen.isLabelled && isOtherNumber(seen)) return null
  // In no plan, but with a label: used unless a longer form over the line break is in a plan.
  let unplanned: Claim | null = null
  for (let i = ends.length - 1; i >= 0; i--) {
    const form = formOf(seen, i)
    if (unplanned !== null && form.to < unplanned.end) continue
    if (form.digits < FEWEST_DIGITS || form.digits > MOST_DIGITS) continue
    if (isOtherValue(seen, form)) {
      if (!form.isLongest && !seen.isLabelled) return null
      continue
    }
    // A part of a longer row of groups is not a number, unless it has a label or the row breaks there.
    if (!seen.isLabelled && !form.isLongest && !breaksBehind(scanned, form.last)) return null
    if (isArticleNumber(seen, form)) continue
    const rule = ruleFor(seen, form)
    if (rule === null) continue
    const claim = claimBy(rule, seen.from, form.to)
    if (rule !== RULES.phone_national_not_in_plan) return claim
    unplanned = claim
  }
  return unplanned
}

function seenAround(
  scanned: ScannedText,
  candidate: PhoneCandidate,
  evidence: Evidence,
  facts: NationalFacts,
): NationalCandidate {
  const { first, ends } = candidate
  const from = scanned.tokens.start[first]!
  const label = evidence.label(first)
  const isLabelled =
    (label !== null && (label.kinds & facts.kinds.phone) !== 0) ||
    isNamedBehind(scanned, ends[ends.length - 1]!, evidence, facts.behind)
  // "phone='030 901820' where id=3446182139": the value of another key.
  const isNear = isLabelled || (evidence.cue(facts.cue, from, REACH) >= 0 && signAt(scanned, first - 1) !== '=')
  const isTrunk = isZero(scanned, first)
  return { scanned, candidate, evidence, facts, from, label, isLabelled, isNear, isZero: isTrunk }
}

function formOf({ scanned, candidate: { first, ends }, from }: NationalCandidate, i: number): Form {
  const last = ends[i]!
  const to = scanned.tokens.end[last]!
  const isLongest = i === ends.length - 1
  const value = sliceOf(scanned.text, from, to)
  return { last, to, value, digits: digitsOf(scanned, first, last), groups: i + 1, isLongest }
}

/** "mobil +45 ..., 1 stk. Braun (587.603.66)": a number in brackets or after another number, in spite of the telephone cue. */
const isArticleNumber = (
  { scanned, candidate, evidence, facts, isLabelled }: NationalCandidate,
  { value, groups }: Form,
): boolean =>
  !isLabelled && groups <= 3 && value.includes('.') && isAside(scanned, candidate.first, evidence, facts.cue)

/** True if the label is for another kind of number, and nothing else shows a telephone number. */
function isOtherNumber({ scanned, candidate, evidence, facts, from, label }: NationalCandidate): boolean {
  if (label === null || (label.kinds & facts.kinds.other) === 0 || isSmallWord(scanned.text, label)) return false
  if (!label.isDoubtful) return true
  return evidence.cue(facts.cue, from, REACH) < 0 && !isNumber(scanned, candidate, evidence, facts)
}

/** True if a form goes on, or is a date, an amount, a decimal or the output of a program. */
function isOtherValue(seen: NationalCandidate, { last, to, value, isLongest }: Form): boolean {
  const { scanned, candidate, evidence, facts, from, label, isLabelled } = seen
  const isPhone = isLabelled && label !== null && label.end - label.start > 2
  if (isOpenEnd(scanned, last, isPhone) && !(isLongest && isNamedBehind(scanned, last, evidence, facts.behind)))
    return true
  if (looksOtherwise(value, isLabelled) || isQuantity(scanned, candidate.first, last, facts.units)) return true
  return !isLabelled && (isDecimal(value) || isDatedNumber(value) || isOfProgram(scanned, from, to))
}

/** The rule that claims a form; null if its evidence is insufficient. */
function ruleFor(seen: NationalCandidate, form: Form): ClaimRule | null {
  const { isLabelled, isNear } = seen
  const { groups, digits } = form
  if (!isNear && isMobileAfterWord(seen, form)) return RULES.phone_mobile_after_number_word
  const isWritten = groups > 1 || seen.isZero
  if (!isWritten && !isNear) return null
  // "phone 01511 8125267, mandate 273807758980": a number that is not next to the cue and has no trunk prefix must not be longer than plans allow.
  if (!isWritten && !isLabelled && digits > MOST_BARE) return null
  const members = membersFor(seen, form)
  if (isInPlan(form.value, plansFor(seen, form, members), isCuedAt(seen))) {
    const isKnown = seen.facts.home.length > 0 || isLabelled || members !== null
    return isKnown ? plannedRule(seen, form) : null
  }
  const isOne = (isWritten && digits >= FEWEST_NATIONAL) || isRightBehind(seen, form)
  return isLabelled && form.isLongest && isOne && digits <= MOST_UNPLANNED ? RULES.phone_national_not_in_plan : null
}

/** "Tel. 7788123": a number without its area code directly after a label that is a word. */
function isRightBehind({ scanned: { text }, label, from }: NationalCandidate, { value }: Form): boolean {
  if (label === null || label.end - label.start < 3 || /[./]/.test(value)) return false
  return /^[.:]{0,2}\s{0,2}$/.test(text.slice(label.end, from))
}

/** The rule for a number that a plan has. */
function plannedRule(seen: NationalCandidate, form: Form): ClaimRule | null {
  if (seen.isLabelled) return RULES.phone_national_labelled
  if (seen.isNear) return RULES.phone_national_near_cue
  return isLikePhone(seen, form) ? RULES.phone_national_by_format : null
}

/** The members of a union of countries, for a number with trunk prefix; null if no union governs. */
function membersFor(
  { evidence: { countries }, isZero }: NationalCandidate,
  { digits }: Form,
): ReadonlySet<string> | null {
  return countries !== null && countries.size > 1 && digits >= 9 && isZero ? countries : null
}

/** The plans that a number may be valid in: of the country, else after a cue all, else for a grouped item of a list those of the members. */
function plansFor(
  { scanned, candidate, facts: { home, plans }, isNear }: NationalCandidate,
  { groups }: Form,
  members: ReadonlySet<string> | null,
): readonly string[] {
  if (home.length > 0) return home
  if (isNear) return plans
  const isItem = members !== null && groups > 1 && /^[,(]$/.test(signAt(scanned, candidate.first - 1))
  return isItem ? [...members] : NONE
}

/** True if a telephone cue belongs to the number itself. */
function isCuedAt({ scanned, candidate, evidence, facts, from, isLabelled, isNear }: NationalCandidate): boolean {
  return isLabelled || (isNear && !isOwnField(scanned, candidate.first, evidence.nearest(facts.cue, from, REACH)))
}

/** "číslo 601174955": a mobile number of the only home plan after a word for "number". */
function isMobileAfterWord({ scanned, candidate, evidence, facts }: NationalCandidate, { value }: Form): boolean {
  if (!isNumber(scanned, candidate, evidence, facts)) return false
  const reading = readPhone(value, facts.home[0]!)
  return reading?.valid === true && !reading.lacksTrunk() && reading.isMobile()
}

/** True for a number in telephone format that is too long for a count. */
function isLikePhone({ facts, isZero }: NationalCandidate, { value, digits, groups }: Form): boolean {
  // No amount or article number begins with a zero and has nine digits: "0712.352.075".
  const isTrunk = digits > 8 && isZero
  if (value.includes('.') && groups < 4 && !isTrunk) return false
  const isLong = digits >= 8 || (digits === FEWEST_NATIONAL && facts.home.length === 1)
  return isLong && (groups > 1 || digits >= 9)
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
