// Candidates for telephone numbers: digit groups joined as in such numbers, optionally after a plus, "00" or a bracket.
import type { ScannedText } from '../../../text/scanned.ts'
import { CLOSE_PARENTHESIS, COMMA, FULL_STOP, HYPHEN, SLASH, SPACE, signSet, TAB, ZERO } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isDigitUnit, isLetterOrNumberUnit, sliceOf, unitAt } from '../../../text/unit-classes.ts'
import type { Evidence } from '../evidence.ts'
import { isAlphanumeric, isNumeric, isWord, signCodeAt } from '../token-questions.ts'

/** A number with at least this many digits is complete, not an area code. */
const LEAST_WHOLE = 9
/** ITU E.164: 15 digits with the country code; two more for "00". */
const MOST_DIGITS = 17
const MOST_GROUPS = 8
/** Maximum number of digits in a leading pair of brackets. */
const MOST_BRACKETED = 6
/** Range of digits of the last group before the x of an extension, and maximum of the extension: "0100x123". */
const LEAST_EXTENDED = 3
const MOST_EXTENDED = 8
const LONGEST_EXTENSION = 6
export const MOST_OPENING = 3
const NO_SIGN = 0
export const PLUS = 43
export const OPEN = 40
const X = 120
/** The bit that distinguishes a lower-case letter from its capital. */
const SMALL = 32

/** Fewest digits of a national number; shorter candidates are only skipped. */
export const FEWEST_DIGITS = 6

const OPENS_OTHER = /^\r?\n\s{0,4}(?:v?\d{1,4}\.\d{1,4}\.\d|\d{4}-\d{2}-\d{2})/

const OPENS_WITHIN = 18

const NONE: readonly number[] = []
/** The groups of the candidate that is read: their last tokens, and what else is known. One object for all candidates. */
const ends: number[] = []
const run = { groups: 0, digits: 0, lineEnd: -1 }

export interface PhoneCandidate {
  /** First token of the value, including a sign. */
  readonly first: number
  /** Token indexes of its possible ends, the longest last. If a line break is inside, the end of the first line is last, because it is tried first. */
  readonly ends: readonly number[]
  /** Last token of its first line, or of all of it. */
  readonly last: number
  readonly international: boolean
  /** Number of digits of the longest form, without an extension. */
  readonly digits: number
}

export const opensPhone = (unit: number): boolean => unit === PLUS || unit === OPEN

/** Digit groups from token `first` on, joined as in telephone numbers; null if none begins here. `phone`: bit of the label kind; `tied`: prepositions joined to numbers by a hyphen. */
export function phoneCandidateAt(
  scanned: ScannedText,
  first: number,
  evidence: Evidence,
  phone: number,
  tied: ReadonlySet<string>,
): PhoneCandidate | null {
  const { kind, start } = scanned.tokens
  const isNumber = kind[first] === TokenKind.number
  const sign = isNumber ? NO_SIGN : signCodeAt(scanned, first)
  if (!isNumber && !opensPhone(sign)) return null
  if (isJoinedBefore(scanned, first, evidence, tied)) return null
  const hasPlus = sign === PLUS || (sign === OPEN && signCodeAt(scanned, first + 1) === PLUS)
  const index = firstGroup(scanned, first, sign, hasPlus)
  if (index < 0) return null
  const international = hasPlus || (isNumber && hasExitCode(scanned.units, start[first]!))
  const isLabelled = () => ((evidence.label(first)?.kinds ?? 0) & phone) !== 0
  readGroups(scanned, first, index, evidence, international, isLabelled)
  if (run.groups === 0 || (isNumber && isInsideRow(scanned, first, evidence))) return null
  if (run.lineEnd >= 0) ends[run.groups++] = ends[run.lineEnd]!
  const last = ends[run.groups - 1]!
  const isShort = !international && run.digits < FEWEST_DIGITS
  return { first, ends: isShort ? NONE : ends.slice(0, run.groups), last, international, digits: run.digits }
}

/** True if what precedes a number is a part of the same value. */
function isJoinedBefore(scanned: ScannedText, first: number, evidence: Evidence, tied: ReadonlySet<string>): boolean {
  const { kind, start, end } = scanned.tokens
  const from = start[first]!
  if (from === 0) return false
  const previous = scanned.units[from - 1]!
  if (isGlue(previous) && !isLoosePunctuation(scanned, first, previous, evidence, tied)) return true
  return previous === SLASH && first > 1 && isAlphanumeric(kind[first - 2]) && from - end[first - 2]! === 1
}

/** The token of the first digits after a plus and an opening bracket; -1 without digits, or if nothing closes the bracket. */
function firstGroup(scanned: ScannedText, first: number, sign: number, hasPlus: boolean): number {
  let index = first
  if (hasPlus) {
    index += sign === PLUS ? 1 : 2
    if (signCodeAt(scanned, index) === OPEN) index++
  } else if (sign === OPEN) index++
  const { kind, count } = scanned.tokens
  if (index >= count || kind[index] !== TokenKind.number) return -1
  return sign === OPEN && !hasPlus && !isBracketed(scanned, index) ? -1 : index
}

/** "00" is the prefix of international calls in most plans (ITU-T E.164, Annex A). */
const hasExitCode = (units: Uint16Array, from: number): boolean =>
  units[from] === ZERO && unitAt(units, from + 1) === ZERO

/** Reads digit groups from token `index` on into `ends` and `run`. */
function readGroups(
  scanned: ScannedText,
  first: number,
  index: number,
  evidence: Evidence,
  isInternational: boolean,
  isLabelled: () => boolean,
): void {
  const { text, units } = scanned
  const { kind, start, end, count } = scanned.tokens
  const hasTrunk = units[start[first]!] === ZERO
  run.groups = 0
  run.digits = 0
  run.lineEnd = -1
  for (let at = index; at >= 0 && at < count && run.groups < MOST_GROUPS; ) {
    const width = kind[at] === TokenKind.number ? end[at]! - start[at]! : 0
    if (width === 0) {
      addExtension(scanned, at)
      return
    }
    if (run.digits + width > MOST_DIGITS) return
    run.digits += width
    ends[run.groups++] = at
    const isLineEnd = kind[at + 1] === TokenKind.newline
    if (isLineEnd && (opensOther(text, end[at]!) || (!isInternational && (run.lineEnd >= 0 || !isLabelled())))) return
    const next = nextGroup(scanned, at, evidence)
    // "110 00 Praha 1 / 212 345 479": a slash with spaces separates values, except after an area code.
    const isArea = run.digits < LEAST_WHOLE && (isInternational || hasTrunk)
    if (next < 0 || (!isArea && isSpacedSlash(units, end[at]!))) return
    if (run.lineEnd < 0 && isLineEnd) run.lineEnd = run.groups - 1
    at = next
  }
}

/** A version or a date begins the next line. */
const opensOther = (text: string, at: number): boolean => OPENS_OTHER.test(sliceOf(text, at, at + OPENS_WITHIN))

/** Adds an extension that is attached to the last group: "555-0100x123". */
function addExtension({ units, tokens: { kind, start, end } }: ScannedText, at: number): void {
  if (run.groups === 0 || kind[at] !== TokenKind.mixed) return
  const more = extendedDigits(units, start[at]!, end[at]!)
  if (more > 0) ends[run.groups++] = at
  run.digits += more
}

/** True in the middle of a longer row of groups (an account, a card), where no number begins. */
function isInsideRow(scanned: ScannedText, first: number, evidence: Evidence): boolean {
  const { kind, start, end } = scanned.tokens
  if (first === 0 || !isNumeric(kind[first - 1]) || scanned.units[start[first]! - 1] !== SPACE) return false
  const gap = start[first]! - end[first - 1]!
  return gap < 2 || (gap === 2 && !isNextColumn(scanned, first, evidence))
}

/** Number of digits before the extension in [from, to); 0 if it is not a group with an extension. */
function extendedDigits(units: Uint16Array, from: number, to: number): number {
  let before = 0
  while (from + before < to && isDigitUnit(units[from + before]!)) before++
  const at = from + before
  if (before < LEAST_EXTENDED || before > MOST_EXTENDED || at === to || (units[at]! | SMALL) !== X) return 0
  for (let i = at + 1; i < to; i++) if (!isDigitUnit(units[i]!)) return 0
  const extension = to - at - 1
  return extension > 0 && extension <= LONGEST_EXTENSION ? before : 0
}

/** True if a bracket closes directly after the groups from token `index` on: "(01)", "(0-312)", "(06 1)". */
function isBracketed(scanned: ScannedText, index: number): boolean {
  const { kind, start, end, count, units } = scanned.tokens
  let digits = 0
  for (let at = index; at < count && kind[at] === TokenKind.number; ) {
    digits += end[at]! - start[at]!
    if (digits > MOST_BRACKETED) return false
    const behind = unitAt(units, end[at]!)
    if (behind === CLOSE_PARENTHESIS) return true
    at += behind === HYPHEN ? 2 : behind === SPACE ? 1 : count
  }
  return false
}

/** True if a slash with a space after it follows at `at`, after one or two spaces. */
function isSpacedSlash(units: Uint16Array, at: number): boolean {
  if (unitAt(units, at) !== SPACE) return false
  const slash = unitAt(units, at + 1) === SPACE ? at + 2 : at + 1
  return unitAt(units, slash) === SLASH && unitAt(units, slash + 1) === SPACE
}

/** Letters, numbers and signs that connect the following text to the text before. */
const isGlue = (unit: number): boolean => isTie(unit) || (unit !== SPACE && isLetterOrNumberUnit(unit))
const isTie = signSet('#%*+,-.@\\^_')

/** True for punctuation of the sentence before a number, or the comma of a list of values, but not for a decimal separator. */
function isLoosePunctuation(
  scanned: ScannedText,
  first: number,
  previous: number,
  evidence: Evidence,
  tied: ReadonlySet<string>,
): boolean {
  const { start, end, kind } = scanned.tokens
  if (previous !== FULL_STOP && previous !== COMMA && previous !== HYPHEN) return false
  if (!isLetterOrNumberUnit(unitAt(scanned.units, start[first]! - 2))) return true
  // "ku-031 398 1349": the Nguni and Sotho languages join prepositions to a number with a hyphen.
  if (previous === HYPHEN && start[first]! - end[first - 2]! === 1 && tied.has(scanned.folded(first - 2)))
    return scanned.text[start[first]!] === '0' || scanned.text[start[first]!] === '+'
  if (previous !== COMMA) return false
  // "1,02" is a decimal; in "Zanin,02 1234 8545", and in "17/12/1988,020 7840" under a column header, the next table cell follows.
  if (evidence.heading(start[first]!) !== null) return true
  return scanned.text[start[first]!] === '+' || end[first]! - start[first]! > 3 || isWord(kind[first - 2])
}

/** True if the two spaces before token `at` separate two columns of a table. */
function isNextColumn({ tokens: { start, end } }: ScannedText, at: number, evidence: Evidence): boolean {
  const heading = evidence.heading(start[at]!)
  return heading !== null && heading !== evidence.heading(end[at - 1]! - 1)
}

/** The next digit group of a number: after up to two spaces, a hyphen, full stop, slash, or a pair of brackets around a group. */
function nextGroup(scanned: ScannedText, index: number, evidence: Evidence): number {
  const { kind, start, end, count, units } = scanned.tokens
  let at = index + 1
  let signs = 0
  while (at < count && signs < 3) {
    const gap = start[at]! - end[at - 1]!
    if (gap > 2 || units[end[at - 1]!] === TAB) return -1
    if (gap === 2 && isNextColumn(scanned, at, evidence)) return -1
    if (kind[at] === TokenKind.number || kind[at] === TokenKind.mixed) return at
    if (kind[at] === TokenKind.newline ? signs > 0 : !isJoint(signCodeAt(scanned, at))) return -1
    // "0244 164 805. 1 gearbox": a full stop before a space ends the sentence and the number.
    if (signCodeAt(scanned, at) === FULL_STOP && unitAt(units, end[at]!) === SPACE) return -1
    signs++
    at++
  }
  return -1
}

export const isJoint = signSet('-./()\u2013')
