// Telephone numbers: international writing by its country code, national writing by the plan of the governing country
// or behind a cue; never an order number, an amount, a date or an identity number.
import type { Packs } from '../../packs/load.ts'
import { fold } from '../../text/fold.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { readPhone } from '../../values/phone.ts'
import { isMobileNumber } from '../../values/phone-kind.ts'
import type { Claim, Detector } from './detector.ts'
import type { Evidence } from './evidence.ts'
import { negativeCues, valueCues } from './lexicons.ts'
import { isAlphanumeric, isNumeric, isWord, signAt } from './reading.ts'

/** ITU E.164: 15 digits with the country code; two more for "00". */
const MOST_DIGITS = 17
const MOST_GROUPS = 8
const REACH = 45
/** "nº do zé", "namba ya otieno ni": how far a word for "number" may stand before its number. */
const NUMBER_REACH = 32
/** How far before the answer's line the question may name the number. */
const QUESTION_REACH = 100
/** Tokens of a time and a speaker in front of an answer. */
const MOST_TIME = 12
/** Letters of the longest word for "my" or "new" before a word for "number". */
const MOST_POSSESSIVE = 5
const DECIMAL = /^\d+\.\d+$/
const EXTENDED = /^\d{3,8}x\d{1,6}$/i
/** Kinds of label that say the number is something else. */
const OTHER = new Set([
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
])

interface Candidate {
  /** Token the value starts with, sign included. */
  readonly first: number
  /** Ends of its groups (token indexes), the longest reading last; but where a line breaks inside, its first line comes last: it is tried first. */
  readonly ends: readonly number[]
  readonly international: boolean
}

export function phoneDetector(packs: Packs, cues: PhraseBook): Detector {
  const cue = cues.add(valueCues('phone'), 'phone')
  const behind = cues.add(valueCues('phone_after'), 'aside')
  const numbers = cues.add(valueCues('number_of'), 'aside')
  const units: ReadonlySet<string> = new Set(negativeCues().units.map(fold))
  const plans = [...packs.countries().values()]
    .filter((facts) => facts.calling_code !== null)
    .map((facts) => facts.code)
  return {
    name: 'phones',
    isScoped: true,
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const unread: Candidate[] = []
      const seen = new Set<string>()
      const { count, end, start } = scanned.tokens
      for (let i = 0; i < count; i++) {
        const candidate = candidateAt(scanned, i, evidence)
        if (candidate === null) continue
        const claim = candidate.international ? international(scanned, candidate, evidence, cue) : null
        if (claim === null) {
          if (!candidate.international) unread.push(candidate)
        } else {
          claims.push(claim)
          if (claim.country !== undefined) seen.add(claim.country)
        }
        const reach = claim?.end ?? end[candidate.ends[candidate.ends.length - 1]!]!
        if (claim !== null || !candidate.international) while (i + 1 < count && start[i + 1]! < reach) i++
      }
      const home = homePlans(evidence, seen, plans)
      for (const candidate of unread) {
        const claim = national(scanned, candidate, evidence, { cue, behind, numbers, home, plans, units })
        if (claim !== null) claims.push(claim)
      }
      return claims
    },
  }
}

/** The plans a number without country code may belong to: the governing country's, else those of the numbers around it. */
function homePlans(evidence: Evidence, seen: ReadonlySet<string>, plans: readonly string[]): readonly string[] {
  if (evidence.countries !== null && evidence.countries.size === 1) return [...evidence.countries]
  return plans.filter((code) => seen.has(code) && (evidence.countries === null || evidence.countries.has(code)))
}

/** Digit groups from token `first` on, joined the way telephone numbers are; null where none can begin. */
function candidateAt(scanned: ScannedText, first: number, evidence: Evidence): Candidate | null {
  const { text } = scanned
  const { kind, start, end, count } = scanned.tokens
  const sign = signAt(scanned, first)
  if (kind[first] !== TokenKind.number && sign !== '+' && sign !== '(') return null
  const previous = text[start[first]! - 1] ?? ' '
  if (/[\p{L}\p{N}_@#%^*+.,\\-]/u.test(previous) && !isLoosePunctuation(scanned, first, previous, evidence)) return null
  if (previous === '/' && isAlphanumeric(kind[first - 2]) && start[first]! - end[first - 2]! === 1) return null
  let index = first
  let isInternational = false
  if (sign === '+' || (sign === '(' && signAt(scanned, first + 1) === '+')) {
    isInternational = true
    index += sign === '+' ? 1 : 2
    if (signAt(scanned, index) === '(') index++
  } else if (sign === '(') index++
  if (index >= count || kind[index] !== TokenKind.number) return null
  if (sign === '(' && !isInternational && (end[index]! - start[index]! > 6 || signAt(scanned, index + 1) !== ')'))
    return null
  if (sign === '' && text.startsWith('00', start[index])) isInternational = true
  const ends: number[] = []
  let lineEnd = -1
  let digits = 0
  while (index < count && ends.length < MOST_GROUPS) {
    if (kind[index] !== TokenKind.number) {
      // An extension glued to the last group: "555-0100x123".
      if (ends.length > 0 && kind[index] === TokenKind.mixed && EXTENDED.test(text.slice(start[index], end[index])))
        ends.push(index)
      break
    }
    digits += end[index]! - start[index]!
    if (digits > MOST_DIGITS) break
    ends.push(index)
    const overLines = isInternational || (lineEnd < 0 && (evidence.label(first)?.kinds.includes('phone') ?? false))
    const next = nextGroup(scanned, index, overLines)
    if (next < 0) break
    if (lineEnd < 0 && kind[index + 1] === TokenKind.newline) lineEnd = ends.length - 1
    index = next
  }
  if (ends.length === 0) return null
  // The middle of a longer row of groups (an account, a card) is no beginning.
  if (sign === '' && isNumeric(kind[first - 1]) && start[first]! - end[first - 1]! <= 2 && previous === ' ') return null
  return { first, ends: lineEnd < 0 ? ends : [...ends, ends[lineEnd]!], international: isInternational }
}

/** Punctuation of the sentence before a number, or the comma of a list of values: not the point of a decimal. */
function isLoosePunctuation(scanned: ScannedText, first: number, previous: string, evidence: Evidence): boolean {
  const { start, end, kind } = scanned.tokens
  if (!/[.,-]/.test(previous)) return false
  if (!/[\p{L}\p{N}]/u.test(scanned.text[start[first]! - 2] ?? ' ')) return true
  if (previous !== ',') return false
  // "1,02" is a decimal; "Zanin,02 1234 8545" is the next cell of a table, and so is "17/12/1988,020 7840" under a heading.
  if (evidence.heading(start[first]!) !== null) return true
  return scanned.text[start[first]!] === '+' || end[first]! - start[first]! > 3 || isWord(kind[first - 2])
}

/** The next digit group of a number: over up to two spaces, a hyphen, full stop, slash, or a pair of brackets around a group. */
function nextGroup(scanned: ScannedText, index: number, overLines: boolean): number {
  const { kind, start, end, count } = scanned.tokens
  let at = index + 1
  let signs = 0
  while (at < count && signs < 3) {
    if (start[at]! - end[at - 1]! > 2 || scanned.text[end[at - 1]!] === '\t') return -1
    if (kind[at] === TokenKind.number || kind[at] === TokenKind.mixed) return at
    if (kind[at] === TokenKind.newline ? signs > 0 || !overLines : !/^[-./()\u2013]$/.test(signAt(scanned, at)))
      return -1
    signs++
    at++
  }
  return -1
}

function claimOf(start: number, end: number, confidence: number, isValid: boolean, country: string | null): Claim {
  const claim: Claim = {
    category: 'PII-3-PHONE',
    start,
    end,
    confidence,
    detector: 'rule:phone',
    strength: isValid ? 'validated' : 'pattern',
  }
  return country === null ? claim : { ...claim, country }
}

/** Is a tie or a word glued to the end of a group? Then the number does not end there; what is known to be a telephone number has no decimals. */
function isOpenEnd(scanned: ScannedText, last: number, isPhone: boolean): boolean {
  const { text } = scanned
  const at = scanned.tokens.end[last]!
  const next = text[at] ?? ' '
  if (/[\p{L}_@]/u.test(next)) return true
  if (next === ',') return !isPhone && /^,\d{1,2}(?!\d)/.test(text.slice(at, at + 4))
  return /[-/.:%]/.test(next) && /[\p{L}\p{N}]/u.test(text[at + 1] ?? ' ')
}

/** "+CC ..." or "00CC ...": the longest reading that the plan of its country accepts. */
function international(scanned: ScannedText, candidate: Candidate, evidence: Evidence, cue: number): Claim | null {
  const { text } = scanned
  const { start, end } = scanned.tokens
  const from = start[candidate.first]!
  const isPlus = signAt(scanned, candidate.first) !== ''
  const label = evidence.label(candidate.first)
  const labelled = label?.kinds.includes('phone') ?? false
  if (!isPlus && label !== null && !labelled && label.kinds.some((kind) => OTHER.has(kind))) return null
  let possible: Claim | null = null
  for (let i = candidate.ends.length - 1; i >= 0; i--) {
    const last = candidate.ends[i]!
    const to = end[last]!
    if (to - from < 8 || (isOpenEnd(scanned, last, isPlus || labelled) && i === candidate.ends.length - 1)) continue
    const reading = readPhone(text.slice(from, to), null)
    if (reading === null) continue
    if (reading.valid) return claimOf(from, to, labelled ? 0.99 : 0.96, true, reading.country)
    if (possible === null && reading.possible && (isPlus || labelled || evidence.cue(cue, from, REACH) >= 0))
      possible = claimOf(from, to, labelled ? 0.85 : 0.75, false, null)
  }
  return possible
}

interface NationalFacts {
  readonly cue: number
  /** Words behind a number that say where it rings: "office", "fax". */
  readonly behind: number
  /** Words for "number": of a person, unless it is an order's. */
  readonly numbers: number
  readonly home: readonly string[]
  readonly plans: readonly string[]
  readonly units: ReadonlySet<string>
}

/** A number without country code: valid in a home plan, or announced as a telephone number. */
function national(
  scanned: ScannedText,
  candidate: Candidate,
  evidence: Evidence,
  { cue, behind, numbers, home, plans, units }: NationalFacts,
): Claim | null {
  const { text } = scanned
  const { start, end } = scanned.tokens
  const from = start[candidate.first]!
  const label = evidence.label(candidate.first)
  const labelled =
    (label?.kinds.includes('phone') ?? false) ||
    isNamedBehind(scanned, candidate.ends[candidate.ends.length - 1]!, evidence, behind)
  const isNumber = !labelled && home.length === 1 && isNumberOf(scanned, candidate.first, evidence, numbers)
  if (!labelled && label !== null && label.kinds.some((kind) => OTHER.has(kind)))
    if (label.isDoubtful !== true || (!isNumber && evidence.cue(cue, from, REACH) < 0)) return null
  for (let i = candidate.ends.length - 1; i >= 0; i--) {
    const last = candidate.ends[i]!
    const to = end[last]!
    const value = text.slice(from, to)
    const digits = value.replace(/x\d+$/i, '').replace(/\D+/g, '')
    if (digits.length < 6 || digits.length > 13) continue
    const isNamed = i === candidate.ends.length - 1 && isNamedBehind(scanned, last, evidence, behind)
    if (
      (isOpenEnd(scanned, last, labelled && label !== null && label.end - label.start > 2) && !isNamed) ||
      looksOtherwise(value) ||
      (!labelled && DECIMAL.test(value)) ||
      isQuantity(scanned, candidate.first, last, units)
    ) {
      if (i === candidate.ends.length - 1) continue
      if (!labelled) return null
      continue
    }
    // A number cut out of a longer row of groups is none, unless it is announced or the row breaks there.
    if (!labelled && i < candidate.ends.length - 1 && !breaksBehind(scanned, last)) return null
    const near = labelled || evidence.cue(cue, from, REACH) >= 0
    if (isNumber && !near) {
      const reading = readPhone(value, home[0]!)
      if (reading?.valid === true && !reading.lacksTrunk() && isMobileNumber(value, home[0]!))
        return claimOf(from, to, 0.85, false, null)
    }
    const groups = i + 1
    const isWritten = groups > 1 || digits.startsWith('0')
    if (!near && !isWritten) continue
    const country = (home.length > 0 ? home : near ? plans : []).find((code) => {
      const reading = readPhone(value, code)
      // Unannounced, a number shows the trunk prefix where its plan has one.
      return reading?.valid === true && (near || !reading.lacksTrunk())
    })
    if (country !== undefined) {
      if (home.length === 0 && !labelled) continue
      if (near) return claimOf(from, to, labelled ? 0.97 : 0.93, true, null)
      // Unannounced: only what is written as telephone numbers are, and long enough not to be a count.
      const isDotted = value.includes('.') && groups < 4
      if (digits.length >= 8 && (groups > 1 || digits.length >= 9) && !isDotted)
        return claimOf(from, to, 0.85, false, null)
    } else if (labelled && i === candidate.ends.length - 1 && digits.length >= 7 && isWritten && digits.length <= 12)
      return claimOf(from, to, 0.7, false, null)
  }
  return null
}

/**
 * "číslo 601174955", "nº do zé 912341959": a word for "number" right before, or up to three words of one sentence before;
 * nothing in the line may say that it is the number of an order, an account or an office paper.
 */
function isNumberOf(scanned: ScannedText, first: number, evidence: Evidence, group: number): boolean {
  const { start, end, kind } = scanned.tokens
  const answered = answeredFrom(scanned, first)
  const near = evidence.nearest(group, answered ?? start[first]!, answered === null ? NUMBER_REACH : QUESTION_REACH)
  if (near === null) return false
  // A question and its answer in two lines of a chat; what stands between them is said of the number's owner.
  if (answered !== null) return !namesOther(evidence, near.start, start[first]!)
  let words = 0
  for (let i = near.endToken; i < first; i++) {
    if (isNumeric(kind[i]) || kind[i] === TokenKind.newline) return false
    if (kind[i] !== TokenKind.sign && ++words > 4) return false
    if (kind[i] === TokenKind.sign && !/^[?:,='\u2019\u2013\u2014-]$/.test(signAt(scanned, i))) return false
  }
  // "nr 12345678" alone numbers anything; a written-out word or somebody's name makes it a telephone number.
  if (words === 0 && near.end - near.start < 5) return false
  // "Rapport nummer": a longer word right before is the paper that is numbered; "mein", "neue", "jeho" are not.
  const before = near.firstToken - 1
  if (words === 0 && isWord(kind[before]) && end[before]! - start[before]! > MOST_POSSESSIVE) return false
  return !namesOther(evidence, Math.max(0, near.start - REACH), end[first]!)
}

/** Does something between two view indexes say that a number there is no telephone's? */
function namesOther(evidence: Evidence, from: number, to: number): boolean {
  for (const hit of evidence.hits.between(from, to))
    if (hit.end - hit.start > 3 && hit.groups.some((one) => OTHER.has(evidence.kindOf(one)))) return true
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

/** "0171 2345678 mobile", "050-12345-Fax": the word right behind the number says that it is one. */
function isNamedBehind(scanned: ScannedText, last: number, evidence: Evidence, group: number): boolean {
  const { start, end, count } = scanned.tokens
  const next = signAt(scanned, last + 1) === '-' ? last + 2 : last + 1
  if (next >= count || start[next]! - end[last]! > 1) return false
  for (const hit of evidence.hits.between(start[next]!, start[next]! + 16))
    if (hit.start === start[next] && hit.groups.includes(group)) return true
  return false
}

/** Does a line end, or a wider gap or slash stand, behind token `last`? */
function breaksBehind(scanned: ScannedText, last: number): boolean {
  const { kind, start, end } = scanned.tokens
  return kind[last + 1] === TokenKind.newline || signAt(scanned, last + 1) === '/' || start[last + 1]! - end[last]! > 1
}

/** Dates, times, decimals and thousands, which are written in groups too. */
function looksOtherwise(value: string): boolean {
  return (
    /^\d{1,2}([./-])\d{1,2}\1(?:19|20)?\d{2}\.?$/.test(value) ||
    /^(?:19|20)\d{2}([./-])\d{1,2}\1\d{1,2}/.test(value) ||
    // Acts and papers are cited by number and year: 1415/2006, 2.200-2/2001; periods by two dates.
    /\/(?:19|20)\d{2}$/.test(value) ||
    /\.\s?[-\u2013]\s?\d{1,2}\.|\d{1,2}\.\d{1,2}\.(?:19|20)\d{2}$/.test(value) ||
    /^(?:19|20)\d{2}\s?[-/\u2013]\s?(?:19|20)\d{2}$/.test(value) ||
    /^\d{1,3}(?:\.\d{3})+$/.test(value) ||
    /^\d{1,2}[.:]\d{2}\s?[-\u2013]\s?\d{1,2}[.:]\d{2}$/.test(value)
  )
}

/** A currency or unit right before or behind makes a number an amount. */
function isQuantity(scanned: ScannedText, first: number, last: number, units: ReadonlySet<string>): boolean {
  const { start, end, count } = scanned.tokens
  if (
    first > 0 &&
    start[first]! - end[first - 1]! <= 1 &&
    units.has(scanned.folded(first - 1)) &&
    scanned.tokens.kind[first - 1] !== TokenKind.lower
  )
    return true
  return last + 1 < count && start[last + 1]! - end[last]! <= 1 && units.has(scanned.folded(last + 1))
}
