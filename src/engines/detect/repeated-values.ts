// Numbers and dates of birth that were found, wherever else the text has them, in any spelling: with other separators, another prefix of a
// telephone number, or as another way to write the day.
import { firstAt } from '../../lists.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { isDigitUnit } from '../../text/unit-classes.ts'
import { KnownValues } from '../../values/known-values.ts'
import { adjudicate } from './adjudicate.ts'
import { type Claim, claimOf } from './detector.ts'
import type { Evidence } from './evidence.ts'

/** Most confidence of a value that is found as a repeat. */
const MAX_CONFIDENCE = 0.9
/** Digits of the shortest value, a day without separators, that is searched again. */
const LEAST_DIGITS = 6
/** Letters that precede the digits of a number in a token of their own: "AB 12 34 56 C". */
const LONGEST_PREFIX = 4

const NONE: readonly Claim[] = []

/** Claims for the repeats of all claimed numbers and days of a text. O(n log n) in its claims, linear in the text. */
export function repeatedValues(scanned: ScannedText, claims: readonly Claim[], evidence: Evidence): readonly Claim[] {
  if (scanned.tokens.digits.length < 2 || !claims.some((claim) => hasDigits(scanned, claim))) return NONE
  const settled = adjudicate(claims)
  const places = unclaimedNumbers(scanned, settled)
  if (places.length === 0) return NONE
  const known = new Map<string, Claim>()
  for (const claim of settled) {
    const value = hasDigits(scanned, claim) ? scanned.text.slice(claim.start, claim.end) : ''
    if (value !== '' && !known.has(value)) known.set(value, claim)
  }
  const values = new KnownValues([...known.keys()].map((value) => ({ value, text: '' })))
  const isBirth = (claim: Claim) => claim.category === 'PII-1-DOB'
  const found: Claim[] = []
  const add = (start: number, end: number, of: Claim) => {
    const next = settled[firstAt(settled, (claim) => claim.end > start)]
    if (next !== undefined && next.start < end && next.end - next.start >= end - start) return
    const { category, confidence, detector, strength, country } = of
    const source = isBirth(of) ? { start: of.start, end: of.end } : undefined
    found.push(claimOf(category, start, end, Math.min(confidence, MAX_CONFIDENCE), detector, strength, country, source))
  }
  for (const { value, start, end } of values.startingAt(scanned.text, places)) {
    const of = known.get(value)!
    if (!isBirth(of)) add(start, end, of)
  }
  for (const { value, start, end } of values.daysIn(scanned.text)) {
    const of = known.get(value)!
    if (isBirth(of) && !isOtherNumber(scanned, start, end, evidence)) add(start, end, of)
  }
  return found
}

/** Names and places with numbers are searched by their own detectors. */
function hasDigits({ tokens }: ScannedText, { category, start, end, strength }: Claim): boolean {
  if (strength === 'model' || category === 'PII-1-NAME' || category.startsWith('PII-4')) return false
  let digits = 0
  for (let at = start; at < end; at++) if (isDigitUnit(tokens.units[at]!)) digits++
  return digits >= LEAST_DIGITS || category === 'PII-1-DOB'
}

/** Indexes where a number may begin that no claim has; none where these numbers have too few digits together. */
function unclaimedNumbers({ tokens }: ScannedText, settled: readonly Claim[]): number[] {
  const { digits, start, end, kind } = tokens
  const places: number[] = []
  let most = 0
  let n = 0
  for (const token of digits) {
    while (n < settled.length && settled[n]!.end <= start[token]!) n++
    const claim = settled[n]
    if (claim !== undefined && claim.start <= start[token]!) continue
    most += end[token]! - start[token]!
    const before = token - 1
    const hasPrefix =
      before >= 0 &&
      kind[before]! <= TokenKind.upper &&
      end[before]! - start[before]! <= LONGEST_PREFIX &&
      start[token]! - end[before]! <= 1
    if (hasPrefix) places.push(start[before]!)
    places.push(start[token]!)
  }
  return most < LEAST_DIGITS ? [] : places
}

/** Digits without separators that a label precedes are a number of something else. */
function isOtherNumber(scanned: ScannedText, start: number, end: number, evidence: Evidence): boolean {
  const { tokens } = scanned
  for (let at = start; at < end; at++) if (!isDigitUnit(tokens.units[at]!)) return false
  const token = firstAt(tokens.digits, (index) => tokens.start[index]! >= start)
  return evidence.label(tokens.digits[token]!) !== null
}
