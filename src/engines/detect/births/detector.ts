// Dates of birth: what announces a date as one, and what of dates that nothing announces stands beside somebody's name.
// A date alone is not personal data.

import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { WrittenDate } from '../dates/parts.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import { birthCues } from '../lexicons.ts'
import { signAt } from '../token-questions.ts'
import { hasCueBehind, isBirth } from './announced.ts'
import {
  isAbbreviated,
  isApposed,
  isBesideName,
  isListed,
  isReply,
  isRow,
  listedValues,
  opensField,
} from './beside-name.ts'
import { EARLIEST, isLifetime, LATEST } from './lifetime.ts'
import { Records } from './rows.ts'

/** `"birth": "`: what may stand between a heading and its value. */
const LABEL_GAP = 4
const BRACKET = 40
const STAR = 42
const DEGREE = 0xb0
const COMMA = 44

/** Claims PII-1-DOB: first what is announced, then what stands beside the names that others found. */
export function birthDetector(_packs: Packs, cues: PhraseBook): Detector {
  const words = birthCues()
  const before = cues.add(words.before, 'birth')
  const after = cues.add(words.after, 'birth')
  const headings = cues.add(words.headings, 'aside')
  // A word for somebody, or for who is logged in, announces no number.
  const silent = cues.bitsOf(['', 'aside', 'login'])
  const died: ReadonlySet<string> = new Set(words.died)
  return {
    name: 'births',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const hasCue = evidence.hits.has(before) || evidence.hits.has(after) || evidence.hits.has(headings)
      if (!hasCue && !scanned.mayHold(STAR) && !scanned.mayHold(DEGREE)) return claims
      for (const date of evidence.dates) {
        if (date.year < EARLIEST || date.year > LATEST) continue
        if (isBirth(scanned, date, evidence, before, silent) || evidence.cue(headings, date.start, LABEL_GAP) >= 0)
          claims.push(birthOf(date, 0.97))
        else if (!date.bare && hasCueBehind(scanned, date, evidence, after)) claims.push(birthOf(date, 0.9))
      }
      return claims
    },
    refine(scanned, claims, evidence) {
      const found: Claim[] = []
      // Nobody's birth is read off what announces none but a date in full of somebody's lifetime.
      if (!evidence.dates.some(isLifetime)) return found
      const hasBracket = scanned.mayHold(BRACKET)
      /** Where a name ends -> where it starts. */
      const startOf = new Map<number, number>()
      /** Where names end that open a field. */
      const named = new Set<number>()
      for (const { category, start, end } of claims) {
        if (category !== 'PII-1-NAME') continue
        startOf.set(end, start)
        if (opensField(scanned.text, start)) named.add(end)
      }
      if (startOf.size === 0) return found
      const records = new Records(scanned, claims)
      for (const date of evidence.dates)
        if (
          isRow(scanned, date, startOf) ||
          isReply(scanned, date, startOf) ||
          isApposed(scanned, date, startOf, died) ||
          records.isBirth(date, evidence)
        )
          found.push(birthOf(date, 0.75))
      if (!hasBracket && !scanned.mayHold(COMMA)) return found
      const listed = listedValues(scanned, claims)
      if (listed.length === 0 && named.size === 0 && !hasBracket) return found
      if (named.size > 0)
        for (const date of evidence.dates) if (isBesideName(scanned, date, named)) found.push(birthOf(date, 0.75))
      if (listed.length > 0)
        for (const date of evidence.dates) if (isListed(scanned, date, startOf, listed)) found.push(birthOf(date, 0.75))
      if (!hasBracket) return found
      for (const date of evidence.dates) {
        if (date.bare || date.year < EARLIEST || date.year > LATEST - 1) continue
        const { tokens } = scanned
        const { end } = tokens
        // "(g. 1998-04-21)", "(r. 3. 5. 2014)": the word for birth as one letter.
        const opening = isAbbreviated(scanned, date.first, died) ? date.first - 3 : date.first - 1
        if (signAt(scanned, opening) !== '(' || signAt(scanned, date.last + 1) !== ')') continue
        // A picture may stand between the name and its bracket, or a last word the lexicon does not know.
        for (let i = opening - 1; i >= 0 && i >= opening - 3; i--) {
          if (startOf.has(end[i]!)) {
            found.push(birthOf(date, 0.8))
            break
          }
          const isAside = tokens.end[i]! - tokens.start[i]! === 1 || tokens.kind[i] === TokenKind.sign
          if (!isAside && tokens.kind[i] !== TokenKind.capital) break
        }
      }
      return found
    },
  }
}

function birthOf({ start, end }: WrittenDate, confidence: number): Claim {
  return claimOf('PII-1-DOB', start, end, confidence, 'rule:date_of_birth', 'pattern')
}
