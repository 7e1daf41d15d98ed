// Dates of birth: with a cue, or next to a person's name. A date alone is not personal data.
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { ASTERISK, COMMA, DEGREE, OPEN_PARENTHESIS } from '../../../text/signs.ts'
import type { WrittenDate } from '../../../values/written-dates.ts'
import { type ClaimRule, RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
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

/** Claims PII-1-DOB: first the dates with a cue, then those next to names that other detectors found. */
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
          claims.push(birthOf(date, RULES.birth_cue))
        else if (!date.bare && hasCueBehind(scanned, date, evidence, after))
          claims.push(birthOf(date, RULES.birth_cue_after))
        else if (isConfirmed && isGenerationAgo(date, evidence.years) && confirms(scanned, date, evidence, confirming))
          claims.push(birthOf(date, RULES.birth_confirmed))
      }
      return claims
    },
    refine(scanned, claims, evidence) {
      return besideNames(scanned, claims, evidence)
    },
  }

  function besideNames(scanned: ScannedText, claims: readonly Claim[], evidence: Evidence): Claim[] {
    const found: Claim[] = []
    // Without a cue, only a complete date within a lifetime can be a date of birth.
    if (!evidence.dates.some(isLifetime)) return found
    const names = namesIn(claims)
    if (names.size === 0) return found
    const records = new Records(scanned, claims, knownBy)
    const now = evidence.dates.reduce((latest, { year }) => Math.max(latest, year), Number.NEGATIVE_INFINITY)
    const beside: Surroundings = { scanned, names, records, died, now }
    const adjoining = evidence.dates.filter((date) => adjoins(beside, date))
    if (adjoining.length > 1) for (const date of adjoining) found.push(birthOf(date, RULES.birth_after_name))
    for (const date of evidence.dates)
      for (const rule of rulesBeside(date, beside, evidence)) found.push(birthOf(date, rule))
    return found
  }
}

/** The rules that a date next to a name meets; each makes its own claim, because adjudication removes doubles. */
function rulesBeside(date: WrittenDate, beside: Surroundings, evidence: Evidence): readonly ClaimRule[] {
  const { scanned, records } = beside
  const rules: ClaimRule[] = []
  if (isLongPast(date) && (isBesideName(date, beside) || records.isBirth(date, evidence)))
    rules.push(RULES.birth_after_name)
  const isAlone = isSentence(beside, date) && evidence.heading(date.start) === null
  if (isAlone && records.hasReach() && isGenerationAgo(date, evidence.years)) rules.push(RULES.birth_sentence)
  if (scanned.mayHold(COMMA) && isAfterComma(date, beside)) rules.push(RULES.birth_after_name)
  if (scanned.mayHold(OPEN_PARENTHESIS) && isBracketed(beside, date)) rules.push(RULES.birth_in_brackets)
  return rules
}

function isBesideName(date: WrittenDate, beside: Surroundings): boolean {
  const last = nameBefore(beside, date)
  return last >= 0 && (isRow(beside, date, last) || isReply(beside, date, last) || isApposed(beside, date, last))
}

function isAfterComma(date: WrittenDate, beside: Surroundings): boolean {
  const name = nameBeforeComma(beside, date)
  return (name >= 0 && (endsField(beside, date, name) || isListed(beside, date))) || isListedLast(beside, date)
}

const birthOf = ({ start, end }: Range, rule: ClaimRule): Claim => claimBy(rule, start, end)
