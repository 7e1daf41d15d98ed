// Numbers after a word for "number" that belong to a person: "číslo 601174955", or the answer to a question about it.

import type { ScannedText } from '../../../text/scanned.ts'
import {
  APOSTROPHE,
  COLON,
  COMMA,
  EM_DASH,
  EN_DASH,
  EQUALS,
  HYPHEN,
  QUESTION,
  RIGHT_QUOTE,
} from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { Evidence } from '../evidence.ts'
import { isNumeric, isWord, signAt, signCodeAt } from '../token-questions.ts'
import { REACH } from './claim.ts'

/** Maximum distance from a word for "number" to its number: "nº do zé", "namba ya otieno ni". */
const NUMBER_REACH = 32
/** Maximum distance from the line of the answer back to the word for "number" in the question. */
const QUESTION_REACH = 100
/** Maximum number of tokens of a time and a speaker before an answer. */
const MOST_TIME = 12
/** Maximum letters of a word for "my" or "new" before a word for "number". */
const MOST_POSSESSIVE = 5

/**
 * "číslo 601174955", "nº do zé 912341959": a word for "number" directly before, or up to four words of one sentence before;
 * no cue near it may be for the number of an order, an account or a document.
 */
export function isNumberOf(
  scanned: ScannedText,
  first: number,
  evidence: Evidence,
  group: number,
  other: number,
): boolean {
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
function leadsOn(unit: number): boolean {
  switch (unit) {
    case QUESTION:
    case COLON:
    case COMMA:
    case EQUALS:
    case APOSTROPHE:
    case HYPHEN:
    case EN_DASH:
    case EM_DASH:
    case RIGHT_QUOTE:
      return true
    default:
      return false
  }
}

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
