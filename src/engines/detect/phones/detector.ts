// Telephone numbers: international writing by its country code, national writing by the plan of the governing country
// or behind a cue; never an order number, an amount, a date or an identity number.
import type { Packs } from '../../../packs/load.ts'
import { fold } from '../../../text/fold.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, sliceOf } from '../../../text/unit-classes.ts'
import { WordFacts } from '../../../text/words.ts'
import { readPhone } from '../../../values/phone/phone.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import type { Label } from '../label.ts'
import { unitWords, valueCues } from '../lexicons.ts'
import { isNumeric, isWord, signAt, signCodeAt } from '../token-questions.ts'
import {
  FEWEST_DIGITS,
  MOST_OPENING,
  OPEN,
  opensPhone,
  type PhoneCandidate,
  PLUS,
  phoneCandidateAt,
} from './candidates.ts'
import {
  breaksBehind,
  digitsOf,
  isDatedNumber,
  isNamedBehind,
  isOpenEnd,
  isQuantity,
  isZero,
  looksOtherwise,
} from './surroundings.ts'

const REACH = 45
/** "nº do zé", "namba ya otieno ni": how far a word for "number" may stand before its number. */
const NUMBER_REACH = 32
/** How far before the answer's line the question may name the number. */
const QUESTION_REACH = 100
/** Tokens of a time and a speaker in front of an answer. */
const MOST_TIME = 12
/** Letters of the longest word for "my" or "new" before a word for "number". */
const MOST_POSSESSIVE = 5
/** Small words between a word for a telephone and what it is for. */
const FOR = /^(?: \p{Ll}{1,5}){1,3} $/u
const FOR_WITHIN = 24
/** Kinds of label that say the number is something else. */
const OTHER = [
  'reference',
  'version',
  'amount',
  'id',
  'account',
  'card',
  'iban',
  'secret',
  'birth',
  'device',
  'network',
  'wallet',
]

/** Bits of the kinds of label that matter here. */
interface Kinds {
  readonly phone: number
  readonly other: number
}

/** Digits of the shortest national numbers that are written in groups, as in Iceland and Estonia. */
const FEWEST_NATIONAL = 7
/** Digits of the longest national number. */
const MOST_DIGITS = 13

export function phoneDetector(packs: Packs, cues: PhraseBook): Detector {
  const cue = cues.add(valueCues('phone'), 'phone')
  const behind = cues.add(valueCues('phone_after'), 'aside')
  const numbers = cues.add(valueCues('number_of'), 'aside')
  const known = unitWords()
  const tied: ReadonlySet<string> = new Set(valueCues('tied_prepositions').map(fold))
  const units = new WordFacts<boolean>((word) => known.has(word.folded))
  const kinds = { phone: cues.bitOf('phone'), other: cues.bitsOf(OTHER) }
  const plans = [...packs.countries().values()]
    .filter((facts) => facts.calling_code !== null)
    .map((facts) => facts.code)
  return {
    name: 'phones',
    isScoped: true,
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const unread: PhoneCandidate[] = []
      let seen: Set<string> | null = null
      const { text, digits } = scanned
      const { count, end, start, kind } = scanned.tokens
      const mayOpen = scanned.mayHold(PLUS) || scanned.mayHold(OPEN)
      for (let n = 0, i = 0; n < digits.length; i++) {
        // Nothing begins a number but the next digits, or a sign right before them.
        const next = digits[n]!
        const from = mayOpen ? next - MOST_OPENING : next
        if (i < from) i = from
        if (i >= next) n++
        if (kind[i] !== TokenKind.number && (kind[i] !== TokenKind.sign || !opensPhone(codeAt(text, start[i]!))))
          continue
        if (isLoneNumber(scanned, i)) continue
        const candidate = phoneCandidateAt(scanned, i, evidence, kinds.phone, tied)
        if (candidate === null) continue
        const claim = candidate.international ? international(scanned, candidate, evidence, cue, kinds) : null
        if (claim === null) {
          if (!candidate.international && candidate.digits >= FEWEST_DIGITS) unread.push(candidate)
        } else {
          claims.push(claim)
          if (claim.country !== undefined) {
            seen ??= new Set()
            seen.add(claim.country)
          }
        }
        const reach = claim?.end ?? end[candidate.last]!
        if (claim !== null || !candidate.international) while (i + 1 < count && start[i + 1]! < reach) i++
        while (n < digits.length && digits[n]! <= i) n++
      }
      if (unread.length === 0) return claims
      const facts = { cue, behind, numbers, home: homePlans(evidence, seen, plans), plans, units, kinds }
      for (let i = 0; i < unread.length; i++) {
        const claim = national(scanned, unread[i]!, evidence, facts)
        if (claim !== null) claims.push(claim)
      }
      return claims
    },
    refine(scanned, claims, evidence) {
      const { countries } = evidence
      return countries?.size === 1 ? besideNames(scanned, claims, evidence, [...countries], kinds) : []
    },
  }
}

/** What stands between a name or an address and the number of whom it names: "Ada Obi (63439676)", "Ada Obi, 63439676". */
const BESIDE =
  /^(?: {1,2}\(|(?: {1,2}\(\p{L}{2,14}\))?, {1,2}| {1,2}[\u2013\u2014/-] {1,2}| {1,2}\p{Ll}{2,3} {1,3}|["'>]?(?: ?[;|\t] ?|<\/td><td>)["']?)(?:\p{Extended_Pictographic}\ufe0f?)?$/u
const BESIDE_WITHIN = 22
/** Digits of a national number written in one group without trunk prefix. */
const LEAST_BARE = 8
const MOST_BARE = 10
/** How an item of a list ends. */
const ITEM_ENDS = /^(?:[),;]|["'<|]|\.?(?:\s|$))(?! ?\d)/

/** Numbers in one group that nothing announces, right behind somebody's name or address. */
function besideNames(
  scanned: ScannedText,
  claims: readonly Claim[],
  evidence: Evidence,
  home: readonly string[],
  kinds: Kinds,
): Claim[] {
  const found: Claim[] = []
  const { text, digits, tokens } = scanned
  let ends: Set<number> | null = null
  let starts: Set<number> | null = null
  for (let n = 0; n < digits.length; n++) {
    const first = digits[n]!
    const from = tokens.start[first]!
    const to = tokens.end[first]!
    if (tokens.kind[first] !== TokenKind.number || to - from < LEAST_BARE || to - from > MOST_BARE) continue
    if (!ITEM_ENDS.test(text.slice(to, to + 3))) continue
    starts ??= new Set(claims.map(({ start }) => start))
    ends ??= new Set(
      claims
        .filter(
          ({ category }) =>
            category === 'PII-1-NAME' ||
            category === 'PII-1-DOB' ||
            category === 'PII-4-ADDRESS' ||
            category === 'PII-3-EMAIL',
        )
        .map(({ end }) => end),
    )
    let end = from - 1
    while (from - end < BESIDE_WITHIN && !ends.has(end)) end--
    if (starts.has(from) || !ends.has(end) || !BESIDE.test(text.slice(end, from))) continue
    const label = evidence.label(first)
    if (label !== null && (label.kinds & kinds.other) !== 0) continue
    if (isInPlan(text.slice(from, to), home, false)) found.push(phoneClaim(from, to, 0.8, false, null))
  }
  return found
}

/** Fewer digits than a national number has, before a word: no group of a telephone number goes on from there. */
function isLoneNumber({ tokens: { kind, start, end } }: ScannedText, i: number): boolean {
  return kind[i] === TokenKind.number && isWord(kind[i + 1]) && end[i]! - start[i]! < FEWEST_DIGITS
}

const NONE: readonly string[] = []

/** The plans a number without country code may belong to: the governing country's, else those of the numbers around it. */
function homePlans(
  { countries }: Evidence,
  seen: ReadonlySet<string> | null,
  plans: readonly string[],
): readonly string[] {
  if (countries !== null && countries.size === 1) return [...countries]
  if (seen === null) return NONE
  return plans.filter((code) => seen.has(code) && (countries === null || countries.has(code)))
}

function phoneClaim(start: number, end: number, confidence: number, isValid: boolean, country: string | null): Claim {
  const strength = isValid ? 'validated' : 'pattern'
  return claimOf('PII-3-PHONE', start, end, confidence, 'rule:phone', strength, country ?? undefined)
}

/** "+CC ..." or "00CC ...": the longest reading that the plan of its country accepts. */
function international(
  scanned: ScannedText,
  candidate: PhoneCandidate,
  evidence: Evidence,
  cue: number,
  kinds: Kinds,
): Claim | null {
  const { text } = scanned
  const { start, end } = scanned.tokens
  let from = start[candidate.first]!
  // "Ada Obi (+44 20 ...)": a bracket that the number does not close is the sentence's.
  if (text.charCodeAt(from) === OPEN && !text.slice(from, end[candidate.last]).includes(')')) from++
  const isPlus = scanned.tokens.kind[candidate.first] === TokenKind.sign
  const label = evidence.label(candidate.first)
  const labelled = ((label?.kinds ?? 0) & kinds.phone) !== 0
  if (!isPlus && label !== null && !labelled && (label.kinds & kinds.other) !== 0 && !isFor(text, label, evidence, cue))
    return null
  let possible: Claim | null = null
  for (let i = candidate.ends.length - 1; i >= 0; i--) {
    const last = candidate.ends[i]!
    const to = end[last]!
    if (to - from < 8 || (isOpenEnd(scanned, last, isPlus || labelled) && i === candidate.ends.length - 1)) continue
    const reading = readPhone(sliceOf(text, from, to), null)
    if (reading === null) continue
    if (reading.valid) return phoneClaim(from, to, labelled ? 0.99 : 0.96, true, reading.country)
    if (possible === null && reading.possible && (isPlus || labelled || evidence.cue(cue, from, REACH) >= 0))
      possible = phoneClaim(from, to, labelled ? 0.85 : 0.75, false, null)
  }
  return possible
}

/** "Phone for the code: 0035...": what the number is for, between its own cue and its colon. */
function isFor(text: string, { start, end }: Label, evidence: Evidence, cue: number): boolean {
  if (text[end] !== ':') return false
  const near = evidence.nearest(cue, start, FOR_WITHIN)
  return near !== null && FOR.test(text.slice(near.end, start))
}

interface NationalFacts {
  readonly cue: number
  /** Words behind a number that say where it rings: "office", "fax". */
  readonly behind: number
  /** Words for "number": of a person, unless it is an order's. */
  readonly numbers: number
  readonly home: readonly string[]
  readonly plans: readonly string[]
  /** Words and signs that make a number an amount. */
  readonly units: WordFacts<boolean>
  readonly kinds: Kinds
}

/** A number without country code: valid in a home plan, or announced as a telephone number. */
function national(
  scanned: ScannedText,
  candidate: PhoneCandidate,
  evidence: Evidence,
  { cue, behind, numbers, home, plans, units, kinds }: NationalFacts,
): Claim | null {
  const { text } = scanned
  const { start, end } = scanned.tokens
  const from = start[candidate.first]!
  const label = evidence.label(candidate.first)
  const labelled =
    ((label?.kinds ?? 0) & kinds.phone) !== 0 ||
    isNamedBehind(scanned, candidate.ends[candidate.ends.length - 1]!, evidence, behind)
  const isNumber =
    !labelled && home.length === 1 && isNumberOf(scanned, candidate.first, evidence, numbers, kinds.other)
  if (!labelled && label !== null && (label.kinds & kinds.other) !== 0)
    if (!label.isDoubtful || (!isNumber && evidence.cue(cue, from, REACH) < 0)) return null
  // In no plan, but announced: unless the reading over the line's end is in one.
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
      looksOtherwise(value) ||
      (!labelled && (isDecimal(value) || isDatedNumber(value))) ||
      isQuantity(scanned, candidate.first, last, units)
    ) {
      if (i === candidate.ends.length - 1) continue
      if (!labelled) return null
      continue
    }
    // A number cut out of a longer row of groups is none, unless it is announced or the row breaks there.
    if (!labelled && i < candidate.ends.length - 1 && !breaksBehind(scanned, last)) return null
    // "mobil +45 ..., 1 stk. Braun (587.603.66)": an article number in brackets, whatever rings before it.
    if (!labelled && i < 3 && value.includes('.') && signAt(scanned, candidate.first - 1) === '(') continue
    const near = labelled || evidence.cue(cue, from, REACH) >= 0
    if (isNumber && !near) {
      const reading = readPhone(value, home[0]!)
      if (reading?.valid === true && !reading.lacksTrunk() && reading.isMobile())
        return phoneClaim(from, to, 0.85, false, null)
    }
    const groups = i + 1
    const isWritten = groups > 1 || isZero(scanned, candidate.first)
    if (!near && !isWritten) continue
    if (isInPlan(value, home.length > 0 ? home : near ? plans : NONE, near)) {
      // Of a union's members any may be meant: what shows its trunk prefix behind a cue is enough.
      const isUnion = evidence.countries !== null && evidence.countries.size > 1
      if (home.length === 0 && !labelled && !(isUnion && digits >= 9 && isZero(scanned, candidate.first))) continue
      if (near) return phoneClaim(from, to, labelled ? 0.97 : 0.93, true, null)
      // Unannounced: only what is written as telephone numbers are, and long enough not to be a count.
      const isDotted = value.includes('.') && groups < 4
      const isLong = digits >= 8 || (digits === FEWEST_NATIONAL && home.length === 1)
      if (isLong && (groups > 1 || digits >= 9) && !isDotted) return phoneClaim(from, to, 0.85, false, null)
    } else if (labelled && i === candidate.ends.length - 1 && digits >= 7 && isWritten && digits <= 12)
      announced = phoneClaim(from, to, 0.7, false, null)
  }
  return announced
}

/** Digits, a full stop and digits. */
function isDecimal(value: string): boolean {
  const stop = value.indexOf('.')
  if (stop < 1 || stop === value.length - 1) return false
  for (let i = 0; i < value.length; i++) if (i !== stop && !isDigitUnit(codeAt(value, i))) return false
  return true
}

/** Do any of the plans assign the number? Unannounced, it shows the trunk prefix where its plan has one. */
function isInPlan(value: string, plans: readonly string[], isAnnounced: boolean): boolean {
  for (let i = 0; i < plans.length; i++) {
    const reading = readPhone(value, plans[i]!)
    if (reading?.valid === true && (isAnnounced || !reading.lacksTrunk())) return true
  }
  return false
}

/**
 * "číslo 601174955", "nº do zé 912341959": a word for "number" right before, or up to three words of one sentence before;
 * nothing in the line may say that it is the number of an order, an account or an office paper.
 */
function isNumberOf(scanned: ScannedText, first: number, evidence: Evidence, group: number, other: number): boolean {
  const { start, end, kind } = scanned.tokens
  const answered = answeredFrom(scanned, first)
  const near = evidence.nearest(group, answered ?? start[first]!, answered === null ? NUMBER_REACH : QUESTION_REACH)
  if (near === null) return false
  // A question and its answer in two lines of a chat; what stands between them is said of the number's owner.
  if (answered !== null) return !namesOther(evidence, near.start, start[first]!, other)
  let words = 0
  for (let i = near.endToken; i < first; i++) {
    if (isNumeric(kind[i]) || kind[i] === TokenKind.newline) return false
    if (kind[i] !== TokenKind.sign && ++words > 4) return false
    if (kind[i] === TokenKind.sign && !leadsOn(signCodeAt(scanned, i))) return false
  }
  // "nr 12345678" alone numbers anything; a written-out word or somebody's name makes it a telephone number.
  if (words === 0 && near.end - near.start < 5) return false
  // "Rapport nummer": a longer word right before is the paper that is numbered; "mein", "neue", "jeho" are not.
  const before = near.firstToken - 1
  if (words === 0 && isWord(kind[before]) && end[before]! - start[before]! > MOST_POSSESSIVE) return false
  return !namesOther(evidence, Math.max(0, near.start - REACH), end[first]!, other)
}

/** Signs that may stand between a word for "number" and the number: ? : , = ' and dashes. */
function leadsOn(unit: number): boolean {
  switch (unit) {
    case 63:
    case 58:
    case 44:
    case 61:
    case 39:
    case 45:
    case 0x2013:
    case 0x2014:
    case 0x2019:
      return true
    default:
      return false
  }
}

/** Does something between two view indexes say that a number there is no telephone's? */
function namesOther({ hits }: Evidence, from: number, to: number, other: number): boolean {
  const { all } = hits
  for (let i = hits.endedBy(from); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > to) break
    if (hit.end - hit.start > 3 && (hit.says.kinds & other) !== 0) return true
  }
  return false
}

/** Where the line before a number ends that stands alone behind its line's speaker ("bo: 61920175"); null where none does. */
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
