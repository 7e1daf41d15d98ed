// Dates of birth: with a cue, or next to a person's name. A date alone is not personal data.
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { ASTERISK, COMMA, DEGREE, OPEN_PARENTHESIS } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { sliceOf } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../../../values/written-dates.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { birthCues, categoriesKnownBy } from '../lexicons.ts'
import { confirms, hasCueBehind, isBirth } from './announced.ts'
import {
  adjoins,
  endsField,
  isApposed,
  isBracketed,
  isListed,
  isListedLast,
  isReply,
  isRow,
  isSentence,
  nameBefore,
  nameBeforeComma,
  namesIn,
  type Surroundings,
} from './beside-name.ts'
import { EARLIEST, isGenerationAgo, isLifetime, isLongPast, LATEST } from './lifetime.ts'
import { Records } from './rows.ts'

/** Maximum length of the text between a column header and its value: `"birth": "`. */
const LABEL_GAP = 4

/** A date of birth that stands in a text again is found at this confidence at most. */
const AGAIN = 0.9

/** Claims PII-1-DOB: first the dates with a cue, then those next to names that other detectors found, and the same days again. */
export const birthDetector: DetectorFactory = (packs, cues) => {
  const words = birthCues()
  const knownBy = categoriesKnownBy(packs)
  const before = cues.add(words.before, 'birth')
  const after = cues.add(words.after, 'birth')
  const capitals = cues.add(words.capitals, 'birth')
  const headings = cues.add(words.headings, 'aside')
  const confirming = cues.add(words.confirming, 'aside')
  // A word for a person, or for a logged-in user, is not a label of a number.
  const silent = cues.bitsOf(['', 'aside', 'login'])
  const died: ReadonlySet<string> = new Set(words.died)
  return {
    name: 'births',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const hasCue = evidence.hits.has(before) || evidence.hits.has(after) || evidence.hits.has(headings)
      const isConfirmed = evidence.hits.has(confirming)
      if (!hasCue && !isConfirmed && !scanned.mayHold(ASTERISK) && !scanned.mayHold(DEGREE)) return claims
      for (const date of evidence.dates) {
        if (date.year < EARLIEST || date.year > LATEST) continue
        if (
          isBirth(scanned, date, evidence, { cue: before, capitals, silent }) ||
          evidence.cue(headings, date.start, LABEL_GAP) >= 0
        )
          claims.push(birthOf(date, 0.97))
        else if (!date.bare && hasCueBehind(scanned, date, evidence, after)) claims.push(birthOf(date, 0.9))
        else if (isConfirmed && isGenerationAgo(date, evidence.years) && confirms(scanned, date, evidence, confirming))
          claims.push(birthOf(date, 0.8))
      }
      return claims
    },
    refine(scanned, claims, evidence) {
      const found = besideNames(scanned, claims, evidence)
      return [...found, ...sameDays(scanned, claims, found, evidence)]
    },
  }

  function besideNames(scanned: ScannedText, claims: readonly Claim[], evidence: Evidence): Claim[] {
    const found: Claim[] = []
    // Without a cue, only a complete date within a lifetime can be a date of birth.
    if (!evidence.dates.some(isLifetime)) return found
    const names = namesIn(claims)
    if (names.size === 0) return found
    const records = new Records(scanned, claims, knownBy)
    const hasBracket = scanned.mayHold(OPEN_PARENTHESIS)
    const hasComma = scanned.mayHold(COMMA)
    const hasHeading = ({ start }: WrittenDate) => evidence.heading(start) !== null
    const now = evidence.dates.reduce((latest, { year }) => Math.max(latest, year), Number.NEGATIVE_INFINITY)
    const beside: Surroundings = { scanned, names, records, died, now }
    const adjoining = evidence.dates.filter((date) => adjoins(beside, date))
    if (adjoining.length > 1) for (const date of adjoining) found.push(birthOf(date, 0.75))
    for (const date of evidence.dates) {
      if (isLongPast(date)) {
        const last = nameBefore(beside, date)
        const isBeside =
          last >= 0 && (isRow(beside, date, last) || isReply(beside, date, last) || isApposed(beside, date, last))
        if (isBeside || records.isBirth(date, evidence)) found.push(birthOf(date, 0.75))
      }
      if (!hasHeading(date) && isSentence(beside, date) && records.hasReach() && isGenerationAgo(date, evidence.years))
        found.push(birthOf(date, 0.7))
      const name = hasComma ? nameBeforeComma(beside, date) : -1
      if (name >= 0 && endsField(beside, date, name)) found.push(birthOf(date, 0.75))
      if (name >= 0 && isListed(beside, date)) found.push(birthOf(date, 0.75))
      if (hasComma && isListedLast(beside, date)) found.push(birthOf(date, 0.75))
      if (hasBracket && isBracketed(beside, date)) found.push(birthOf(date, 0.8))
    }
    return found
  }
}

/** A day however it is written: of 03/04/1970 nobody knows which number is the month. */
const dayOf = ({ year, month, day }: WrittenDate): string => `${year}-${Math.min(month, day)}-${Math.max(month, day)}`

const two = (number: number): string => String(number % 100).padStart(2, '0')

/** The dates of birth of a text wherever else it has them, in any spelling. */
function sameDays(
  scanned: ScannedText,
  claims: readonly Claim[],
  found: readonly Claim[],
  evidence: Evidence,
): Claim[] {
  const again: Claim[] = []
  if (evidence.dates.length === 0) return again
  const confidences = new Map<number, number>()
  for (const list of [claims, found])
    for (const { category, start, confidence } of list)
      if (category === 'PII-1-DOB') confidences.set(start, Math.max(confidence, confidences.get(start) ?? 0))
  if (confidences.size === 0) return again
  const births = new Map<string, { readonly confidence: number; readonly of: Claim['of'] }>()
  for (const date of evidence.dates) {
    const confidence = Math.min(confidences.get(date.start) ?? 0, AGAIN)
    if (confidence === 0 || date.year < EARLIEST || date.year > LATEST) continue
    const { year, month, day, start, end } = date
    for (const written of [dayOf(date), `${two(day)}${two(month)}${two(year)}`, `${two(month)}${two(day)}${year}`])
      if (confidence > (births.get(written)?.confidence ?? 0)) births.set(written, { confidence, of: { start, end } })
  }
  const add = (first: number, date: Range, written: string, isBare: boolean) => {
    const birth = births.get(written)
    // Digits without separators that a label announces are a number of something else.
    if (birth === undefined || confidences.has(date.start) || (isBare && evidence.label(first) !== null)) return
    again.push(birthOf(date, birth.confidence, birth.of))
  }
  for (const date of evidence.dates) add(date.first, date, dayOf(date), date.bare)
  const { digits, kind, start, end } = scanned.tokens
  for (const token of digits) {
    const at = { start: start[token]!, end: end[token]! }
    const width = at.end - at.start
    if (kind[token] === TokenKind.number && (width === 6 || width === 8))
      add(token, at, sliceOf(scanned.text, at.start, at.end), true)
  }
  return again
}

const birthOf = ({ start, end }: Range, confidence: number, of?: Claim['of']): Claim =>
  claimOf('PII-1-DOB', start, end, confidence, 'rule:date_of_birth', 'pattern', undefined, of)
