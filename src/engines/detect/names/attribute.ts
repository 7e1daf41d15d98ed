// Whether what follows a run of capitalised words describes a person: an e-mail address, a telephone number, a date, an
// address, or a phrase that announces one.
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, isLetterUnit, lengthOf, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import { Cue } from './cues.ts'
import { Small } from './roles.ts'
import { isDash } from './signs.ts'
import type { Surroundings } from './surroundings.ts'

/** An e-mail address, an international or a local telephone number, a full date, a street with its number, an account. */
const VALUE_AHEAD =
  /^(?:[\w.+-]{1,30}@|\+\d|0\d{2,}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\p{Lu}[\p{L}.' -]{2,30} \d{1,4}\p{L}?(?![\p{L}\d])|\d{1,2} \p{L}{3,9} \d{4}|(?:\p{L}{2,10}[ :]{1,2})?[A-Z]{2}\d{2} ?[A-Z\d]{4} ?[A-Z\d]{4})/u
/** Characters of what follows that are looked at. */
const VALUE_WITHIN = 40
/** A house number with its street, in either order. */
const HOME_AHEAD =
  /^(?:\d{1,4}\p{L}?,? \p{Lu}|\p{Lu}[\p{L}.'-]{1,20}(?: [\p{L}.'-]{1,20}){0,3},? \d{1,4}\p{L}?(?:,|(?![\p{L}\d:.])))/u
/** A dash with blanks around it. */
const DASH = /^ {1,2}[\u2013\u2014-] {1,2}$/
/** Where a role ends. */
const ALONE = /^(?: ?[,;()\n]|[.]?\s?$|\s{2})/
const SPACE = 32
const BRACKET = 40
const AT = 64
/** A cue is at most this long. */
const CUE_AHEAD = 30
const ANY_CUE = 0xffff

/**
 * Whether what follows the run that ends before token `next` is a value that only persons have, or the cue of one: "Ada
 * Obi, born 1970", "Ada Obi (ada@...", "Ada Obi, +234 ...".
 */
export function attribute(around: Surroundings, next: number): boolean {
  const { text, tokens } = around
  if (next >= tokens.count) return false
  const kind = tokens.kind[next]!
  const end = tokens.end[next - 1]!
  if (kind === TokenKind.lower)
    return (
      tokens.start[next]! - end <= 2 && (isCue(around, tokens.start[next]!, Cue.foreign) || isResident(around, next))
    )
  if (kind !== TokenKind.sign || !opensValue(codeAt(text, tokens.start[next]!))) return false
  const from = openedBy(text, end)
  if (from < 0) return false
  if (mayBeValue(text, from) && VALUE_AHEAD.test(sliceOf(text, from, from + VALUE_WITHIN))) return true
  // "(landlord": in brackets a role says it as well, and behind a dash when nothing else stands there.
  if (isCue(around, from, hasBracket(text, end, from) ? ANY_CUE : Cue.foreign)) return true
  return isDash(codeAt(text, from - 2)) && DASH.test(sliceOf(text, end, from)) && isRole(around, from)
}

/** Signs that a value stands behind: , ; ( < - and a dash. */
function opensValue(unit: number): boolean {
  return unit === 44 || unit === 59 || unit === 40 || unit === 60 || unit === 45 || unit === 0x2013
}

/**
 * Could VALUE_AHEAD match at `from`? Each of its values has an @ or a digit; of those that begin with a letter the first digit
 * stands behind a blank and the letter is no small one, or behind two capitals.
 */
function mayBeValue(text: string, from: number): boolean {
  const end = Math.min(lengthOf(text), from + VALUE_WITHIN)
  let digit = from
  while (digit < end && !isDigitUnit(codeAt(text, digit))) {
    if (codeAt(text, digit) === AT) return true
    digit++
  }
  if (digit === from) return true
  if (digit === end) return false
  const first = codeAt(text, from)
  if (!isLetterUnit(first)) return true
  const before = codeAt(text, digit - 1)
  if (before === SPACE ? !isSmall(first) : isCapital(before)) return true
  // The part of an address before its @ may have digits.
  for (let at = digit; at < end; at++) if (codeAt(text, at) === AT) return true
  return false
}

/** A small letter of Basic Latin. */
function isSmall(unit: number): boolean {
  return unit >= 97 && unit <= 122
}

/** A capital of Basic Latin. */
function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90
}

/** "Ada Obi of 12 Mill Lane": where somebody is of, with a house number. */
function isResident({ text, tokens, words }: Surroundings, next: number): boolean {
  if ((words.small(next) & Small.link) === 0) return false
  if (next + 1 >= tokens.count) return false
  const at = tokens.start[next + 1]!
  return HOME_AHEAD.test(text.slice(at, at + 44))
}

/** Whether a phrase that says what somebody is begins at view index `from`, and is all that stands there. */
function isRole({ text, hits, cues }: Surroundings, from: number): boolean {
  const { all } = hits
  for (let i = hits.endedBy(from); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > from + CUE_AHEAD) return false
    if (
      hit.start === from &&
      (cues.of(hit) & (Cue.label | Cue.cue)) !== 0 &&
      ALONE.test(text.slice(hit.end, hit.end + 3))
    )
      return true
  }
  return false
}

/** Where what stands behind one or two signs begins, with a blank before and behind them or not; -1 when no sign stands at `end`. */
function openedBy(text: string, end: number): number {
  let at = end
  while (at < end + 2 && unitOf(text, at) === SPACE) at++
  const from = at
  while (at < from + 2 && opensValue(unitOf(text, at))) at++
  if (at === from) return -1
  // Some texts have all their blanks doubled.
  for (const most = at + 2; at < most && unitOf(text, at) === SPACE; ) at++
  return at
}

/** Does a bracket open in [from, to)? */
function hasBracket(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (codeAt(text, at) === BRACKET) return true
  return false
}

/** Whether a phrase that says one of `bits` begins at view index `from`. */
function isCue({ hits, cues }: Surroundings, from: number, bits: number): boolean {
  const { all } = hits
  for (let i = hits.endedBy(from); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > from + CUE_AHEAD) return false
    if (hit.start === from && (cues.of(hit) & bits) !== 0) return true
  }
  return false
}

/** The token behind a label of several words that begins with token `first`, or -1: "Bill to" is no Bill. */
export function behindLabel({ tokens, hits, cues }: Surroundings, first: number): number {
  const { all } = hits
  const start = tokens.start[first]!
  for (let i = hits.endedBefore(first); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > start + CUE_AHEAD) return -1
    const isLong = hit.start === start && hit.endToken - hit.firstToken > 1
    if (isLong && (cues.of(hit) & Cue.label) !== 0) return hit.endToken
  }
  return -1
}
