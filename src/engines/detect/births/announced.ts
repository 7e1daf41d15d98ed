// Evidence that a date is a date of birth: cues before and after it, column headers, questions and their answers.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { sliceOf } from '../../../text/unit-classes.ts'
import { dateAt } from '../dates/find.ts'
import type { WrittenDate } from '../dates/parts.ts'
import type { Evidence } from '../evidence.ts'
import { isNumeric, signAt } from '../token-questions.ts'

/** Maximum distance from a cue to its date, e.g. "born in the small town of ... on 5 May 1980". */
const REACH = 60

/** Maximum number of tokens of a place name between a date and its cue: "in Bruck an der Mur geboren". */
const PLACE_TOKENS = 7

/** Phrase-book groups: birth cues, and birth cues that count in capitals only. */
export interface BirthWords {
  readonly cue: number
  readonly capitals: number
}

/** True if a cue precedes the date directly, as a column header, or within REACH with no other date between. */
export function isBirth(
  scanned: ScannedText,
  date: WrittenDate,
  evidence: Evidence,
  { cue, capitals }: BirthWords,
): boolean {
  if (isStarred(scanned, date)) return true
  const label = evidence.label(date.first)
  // "dn. 14.12.2026": in Polish, this abbreviation precedes any date.
  if (label?.has(capitals) && /^\p{Ll}+$/u.test(sliceOf(scanned.text, label.start, label.end))) return false
  // A single letter ("f.", "s.", "b.") needs its full stop.
  // "nascido em Braga a 7 de maio": a label of one or two letters is a preposition, even if it is also a cue.
  // "When were you born? A: 06.06.2000": a letter that numbers a line is not a label.
  const isLetter = label !== null && label.end - label.start === 1 && !label.has(cue)
  const isWordOnly = label !== null && (label.isDoubtful === true || isPreposition(scanned.text, label) || isLetter)
  const isElided = label !== null && isBehindApostrophe(scanned.text, label.start)
  if (label !== null && !isElided && (!isWordOnly || label.has(cue)))
    return label.has(cue) && (label.end - label.start > 1 || /[.=]/.test(scanned.text[label.end] ?? ''))
  if (date.bare) return false
  const nearest = evidence.nearest(cue, date.start, REACH)
  const isTail = nearest !== null && isBehindApostrophe(scanned.text, nearest.start)
  const near = isTail ? evidence.nearest(cue, nearest.start, REACH) : nearest
  if (near === null) return false
  const { kind } = scanned.tokens
  let newlines = 0
  for (let i = near.endToken; i < date.first; i++) {
    // A further number or a second line break between cue and date means that the cue belongs to another value.
    if (isNumeric(kind[i])) return false
    if (kind[i] === TokenKind.newline && ++newlines > 1) return false
    if (signAt(scanned, i) === '!' || (/^[;<>]$/.test(signAt(scanned, i)) && !isTag(scanned, i))) return false
  }
  // A cue of one or two letters ("f.", "s.", "ur") must touch its date; "né" is not ambiguous.
  const length = near.end - near.start
  return length > 2 || (length > 1 && /[^\u0020-\u007e]/.test(sliceOf(scanned.text, near.start, near.end)))
}

/** True for "*12.04.1971" (German records); a space after the star is allowed only where it is not a list marker. */
function isStarred(scanned: ScannedText, { first }: WrittenDate): boolean {
  const { start, end } = scanned.tokens
  const sign = signAt(scanned, first - 1)
  if (sign !== '*') return false
  const before = signAt(scanned, first - 2)
  if (end[first - 1] === start[first]) return true
  if (start[first]! - end[first - 1]! !== 1) return false
  return before === ',' || before === '('
}

/** "It's 6/28/1939": the letter is the end of another word. */
const isBehindApostrophe = (text: string, at: number): boolean => text[at - 1] === "'" || text[at - 1] === '\u2019'

/** The bracket of a tag touches a word; a comparison sign ("created > '2024-01-01'") has spaces around it. */
function isTag(scanned: ScannedText, index: number): boolean {
  const { start, end } = scanned.tokens
  return signAt(scanned, index) !== ';' && (start[index] === end[index - 1] || start[index + 1] === end[index])
}

const isPreposition = (text: string, { start, end }: { readonly start: number; readonly end: number }): boolean =>
  end - start <= 2 && text[end] === ' '

/** True if a birth word follows the date, with or without a place between ("am 2. Februar 1958 in Kassel geboren"). */
export function hasCueBehind(scanned: ScannedText, date: WrittenDate, evidence: Evidence, cue: number): boolean {
  const { end, start } = scanned.tokens
  const { kind } = scanned.tokens
  const isPlaced = kind[date.last + 1] === TokenKind.lower && kind[date.last + 2] === TokenKind.capital
  if (isPlaced && saysBirth(scanned, date.last + 1, evidence, cue)) return true
  let last = date.last + (isPlaced ? 3 : 2)
  // "in Bruck an der Mur geboren": the place name continues.
  while (isPlaced && last < date.last + PLACE_TOKENS && leadsToCapital(kind, last)) last++
  for (let i = isPlaced ? last : date.last + 1; i <= last && i < scanned.tokens.count; i++) {
    if (!isPlaced && start[i]! - end[date.last]! > 4) return false
    // "12 March 1902. Born digital": the next sentence.
    if (signAt(scanned, i) === '.' && start[i + 1]! > end[i]! && kind[i + 1] === TokenKind.capital) return false
    if (saysBirth(scanned, i, evidence, cue)) return true
  }
  return false
}

/** True if a cue begins at the token and does not precede a later date. */
function saysBirth(scanned: ScannedText, index: number, evidence: Evidence, cue: number): boolean {
  const at = scanned.tokens.start[index]!
  for (const hit of evidence.hits.between(at, at + 24))
    if (hit.start === at && hit.groups.includes(cue)) return !announcesNext(scanned, hit.endToken)
  return false
}

/** A capital, or up to two lower-case words followed by a capital. */
function leadsToCapital(kind: ArrayLike<number>, index: number): boolean {
  for (let i = index; i < index + 3; i++) {
    if (kind[i] === TokenKind.capital) return true
    if (kind[i] !== TokenKind.lower) return false
  }
  return false
}

/** "5 May 2024 (born 6 June 1990)": a cue after one date can belong to the next date. */
function announcesNext(scanned: ScannedText, token: number): boolean {
  for (let i = token; i < token + 3 && i < scanned.tokens.count; i++) if (dateAt(scanned, i) !== null) return true
  return false
}
