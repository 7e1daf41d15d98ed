// Whether what follows a run of capitalised words describes a person: an e-mail address, a telephone number, a date, an
// address, or a phrase that announces one.
import {
  AT,
  CLOSE_PARENTHESIS,
  COMMA,
  EN_DASH,
  FULL_STOP,
  HYPHEN,
  isDash,
  LESS_THAN,
  OPEN_PARENTHESIS,
  PLUS,
  SEMICOLON,
  SPACE,
  ZERO,
} from '../../../../text/signs.ts'

import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import {
  isCapitalUnit,
  isDigitUnit,
  isLetterUnit,
  isSmallLetterUnit,
  sliceOf,
  unitOf,
} from '../../../../text/unit-classes.ts'
import { Cue } from '../words/cues.ts'
import { Small } from '../words/roles.ts'
import { isCopula } from './copula.ts'
import type { Surroundings } from './surroundings.ts'

/** An e-mail address, an international or a local telephone number, a full date, a street with its number, an account. */
const VALUE_AHEAD =
  /^(?:[\w.+-]{1,30}@|\+\d|0\d{2,}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|(?:\p{Ll}{1,6}\. ?){0,2}(?:\p{Ll}{2,9} )?\p{Lu}[\p{L}.' -]{2,30} \d{1,4}\p{L}?(?![\p{L}\d])|\d{1,2} \p{L}{3,9} \d{4}|(?:\p{L}{2,10}[ :]{1,2})?[A-Z]{2}\d{2} ?[A-Z\d]{4} ?[A-Z\d]{4})/u
/** Characters of what follows that are looked at. */
const VALUE_WITHIN = 40
/** A house number with its street, in either order. */
const HOME_AHEAD =
  /^(?:\d{1,4}\p{L}?,? \p{Lu}|\p{Lu}[\p{L}.'-]{1,20}(?: [\p{L}.'-]{1,20}){0,3},? \d{1,4}\p{L}?(?:,|(?![\p{L}\d:.])))/u
const HOME_WITHIN = 44
/** A dash with blanks around it. */
const DASH = /^ {1,2}[\u2013\u2014-] {1,2}$/
/** Where a role ends. */
const ALONE = /^(?: ?[,;()\n]|[.]?\s?$|\s{2})/
/** A telephone number with its country code or trunk prefix. */
const BARE_NUMBER = /^(?:\+\d|0\d{2,})[\d ()/-]{4,}/
const BARE_WITHIN = 16
/** Words with blanks between and no comma. */
const WORDS = /^[^, ]* [^,]*$/
/** A cue is at most this long. */
const CUE_AHEAD = 30
const ANY_CUE = 0xffff

/**
 * Whether what follows the run that ends before token `next` is a value that only persons have, or the cue of one: "Ada
 * Obi, born 1970", "Ada Obi (ada@...", "Ada Obi, +234 ...".
 */
export function attribute(around: Surroundings, next: number): boolean {
  const { text, tokens } = around
  const { units } = tokens
  if (next >= tokens.count) return false
  const kind = tokens.kind[next]!
  const end = tokens.end[next - 1]!
  const start = tokens.start[next]!
  if (start - end <= 2 && isBareValue(text, units, start)) return true
  if (kind === TokenKind.lower)
    return (
      start - end <= 2 && (isCue(around, start, Cue.foreign) || isResident(around, next) || isSomebody(around, next))
    )
  if (kind !== TokenKind.sign || !opensValue(units[start]!)) return false
  const from = openedBy(units, end)
  if (from < 0) return false
  // "Ada Obi (16 %), born 1970"
  if (units[start] === OPEN_PARENTHESIS) {
    const behind = behindBracket(around, next)
    if (behind > 0 && attribute(around, behind)) return true
  }
  if (mayBeValue(units, from) && VALUE_AHEAD.test(sliceOf(text, from, from + VALUE_WITHIN))) return true
  // "(landlord": in brackets a role says it as well, and behind a dash when nothing else stands there.
  if (isCue(around, from, hasBracket(units, end, from) ? ANY_CUE : Cue.foreign)) return true
  const sign = units[from - 2]!
  if (sign === COMMA) return isDetermined(around, next + 1)
  return isDash(sign) && DASH.test(sliceOf(text, end, from)) && isRole(around, from)
}

/** Tokens of a share or a count in brackets at most. */
const MOST_SHARE = 6

/** The token behind a bracket that opens at token `index` and holds a number and signs alone; -1. */
function behindBracket({ tokens: { kind, units, start, count } }: Surroundings, index: number): number {
  for (let at = index + 1; at < count && at <= index + MOST_SHARE; at++) {
    if (units[start[at]!] === CLOSE_PARENTHESIS) return at > index + 1 ? at + 1 : -1
    if (kind[at] !== TokenKind.number && kind[at] !== TokenKind.sign) return -1
  }
  return -1
}

/** "Ada Obi +234 ...", "Ada Obi ada@example.org": a number with its prefix or an e-mail address, behind blanks alone. */
function isBareValue(text: string, units: Uint16Array, at: number): boolean {
  const unit = units[at]!
  if (unit === PLUS || unit === ZERO) return BARE_NUMBER.test(sliceOf(text, at, at + BARE_WITHIN))
  if (!isLetterUnit(unit)) return false
  for (let i = at; i < at + VALUE_WITHIN && i < units.length && units[i] !== SPACE; i++)
    if (units[i] === AT) return true
  return false
}

/** "Ada Obi is our landlord": a copula, and what somebody is. */
function isSomebody(around: Surroundings, next: number): boolean {
  return isCopula(around.words, next) && isDetermined(around, next + 1)
}

/** "the landlord", "our tenant": an article or whose it is at token `index`, and what somebody is right behind. */
function isDetermined(around: Surroundings, index: number): boolean {
  const { tokens, words } = around
  if (index + 1 >= tokens.count || tokens.kind[index] !== TokenKind.lower) return false
  if ((words.small(index) & Small.determiner) === 0) return false
  return isRole(around, tokens.start[index + 1]!)
}

/** Signs that a value stands behind: , ; ( < - and a dash. */
function opensValue(unit: number): boolean {
  return (
    unit === COMMA ||
    unit === SEMICOLON ||
    unit === OPEN_PARENTHESIS ||
    unit === LESS_THAN ||
    unit === HYPHEN ||
    unit === EN_DASH
  )
}

/**
 * Could VALUE_AHEAD match at `from`? Each of its values has an @ or a digit; of those that begin with a letter the first digit
 * stands behind a blank and the letter is no small one, or behind two capitals.
 */
function mayBeValue(units: Uint16Array, from: number): boolean {
  const end = Math.min(units.length, from + VALUE_WITHIN)
  let digit = from
  while (digit < end && !isDigitUnit(units[digit]!)) {
    if (units[digit]! === AT) return true
    digit++
  }
  if (digit === from) return true
  if (digit === end) return false
  const first = units[from]!
  if (!isLetterUnit(first)) return true
  const before = units[digit - 1]!
  if (before === SPACE ? !isSmallLetterUnit(first) || isShortened(units, from) : isCapitalUnit(before)) return true
  // The part of an address before its @ may have digits.
  for (let at = digit; at < end; at++) if (units[at]! === AT) return true
  return false
}

/** "ul. Zielona 23", "zam. ul. Zielona 23": a short word in small letters with its full stop at `from`. */
function isShortened(units: Uint16Array, from: number): boolean {
  for (let at = from; at < from + SHORTENED; at++) if (units[at] === FULL_STOP) return at > from
  return false
}

/** Letters of a shortened word for a street, and its stop, at most. */
const SHORTENED = 7

/** "Ada Obi of 12 Mill Lane": where somebody is of, with a house number. */
function isResident(around: Surroundings, next: number): boolean {
  return (around.words.small(next) & Small.link) !== 0 && isHome(around, next + 1)
}

/** Whether a house number with its street begins at token `index`. */
export function isHome({ text, tokens }: Surroundings, index: number): boolean {
  if (index >= tokens.count) return false
  const at = tokens.start[index]!
  return HOME_AHEAD.test(text.slice(at, at + HOME_WITHIN))
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
function openedBy(units: Uint16Array, end: number): number {
  let at = behindBlanks(units, end)
  const from = at
  while (at < from + 2 && opensValue(unitAt(units, at))) at++
  return at === from ? -1 : behindBlanks(units, at)
}

/** Behind the blanks at `at`, two at most. */
function behindBlanks(units: Uint16Array, at: number): number {
  if (unitAt(units, at) !== SPACE) return at
  return unitAt(units, at + 1) === SPACE ? at + 2 : at + 1
}

/** Does a bracket open in [from, to)? */
function hasBracket(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (units[at]! === OPEN_PARENTHESIS) return true
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

/** "SA ID number", "(SA ID": whether a phrase of several words that announces another value begins at view index `from` or behind its bracket. */
export function opensWords({ text, hits, cues }: Pick<Surroundings, 'text' | 'hits' | 'cues'>, from: number): boolean {
  const { all } = hits
  const at = unitOf(text, from) === OPEN_PARENTHESIS ? from + 1 : from
  for (let i = hits.endedBy(at); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > at + CUE_AHEAD) return false
    if (hit.start !== at || hit.endToken - hit.firstToken === 1 || (cues.of(hit) & Cue.foreign) === 0) continue
    // "Papírna Jizera a.s., Reg. No.": the comma is behind the company.
    if (WORDS.test(sliceOf(text, at, hit.end))) return true
  }
  return false
}

/** The token behind a label of several words that begins with token `first`, or -1: "Bill to" is no Bill. */
export function behindLabel({ tokens, hits, cues }: Surroundings, first: number): number {
  if (!hits.has(cues.groups.label)) return -1
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
