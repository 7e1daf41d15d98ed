// What in a text is written like an official number: groups of letters and digits with single signs between, read off
// the tokens once for all rules.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Evidence } from './evidence.ts'
import { isAlphanumeric, isNumeric } from './reading.ts'

/** No official number has more characters or is written in more groups. */
export const LONGEST = 26
const SHORTEST = 4
const MOST_GROUPS = 9
/** Signs that tie groups into one number; a number cut out of a longer tie is none. */
const TIES = new Set(['-', '/', '.', '_', '\u2013', '\\', '+'])
/** Signs that may stand inside a number at all; their places are the bits of a rule's separators. */
const SEPARATORS = ' -/.,_\u2013\\+'
export const SPACE_BIT = 2
export const COMMA_BIT = 32
const DATED =
  /^(?:\d{1,6}\/(?:19|20)\d{2}$|\d{1,2}([-./])\d{1,2}\1(?:19|20)\d{2}|(?:19|20)\d{2}([-./])\d{1,2}\2\d{1,2})(?!\d)/

/** A stretch of text written like a number, and what stands around it. */
export interface Candidate {
  readonly first: number
  readonly start: number
  readonly end: number
  /** How many letters and digits it has. */
  readonly length: number
  /** The value itself where words stand between its parts. */
  readonly given?: string
  readonly separators: number
  /** The value is the rest of a tie that begins with letters ("NIN-12345678901"), or its letters are not capitals ("Av 154104"). */
  readonly needsLabel: boolean
  /** It begins with a calendar date of four-digit year, or it is cut out of a row of groups: only a label makes it a value. */
  readonly doubtful: boolean
}

/** One bit for each sign that may stand inside a number; 1 for anything unusual. */
export function separatorBits(signs: string): number {
  if (signs.length === 1) return 2 << SEPARATORS.indexOf(signs)
  let bits = 0
  for (const sign of signs) bits |= 2 << SEPARATORS.indexOf(sign)
  return bits
}

/** Reads candidates off the tokens: groups of letters and digits with single signs between. */
export class CandidateScan {
  readonly #scanned: ScannedText
  readonly #evidence: Evidence
  readonly #series: number

  constructor(scanned: ScannedText, evidence: Evidence, series: number) {
    this.#scanned = scanned
    this.#evidence = evidence
    this.#series = series
  }

  /** `series` is the cue group of words like "seria" that open a number quoted in words. */
  each(visit: (candidate: Candidate) => void): void {
    const { count, kind } = this.#scanned.tokens
    for (let i = 0; i < count; i++) if (kind[i]! < TokenKind.sign && opens(this.#scanned, i)) this.#from(i, visit)
    if (!this.#evidence.hits.has(this.#series)) return
    for (const hit of this.#evidence.hits.all)
      if (hit.groups.includes(this.#series)) this.#worded(hit.firstToken, visit)
  }

  /** Every candidate that begins at token `first`. */
  #from(first: number, visit: (candidate: Candidate) => void): void {
    const { text } = this.#scanned
    const { kind, start, end } = this.#scanned.tokens
    const before = first > 0 && end[first - 1] === start[first] ? text[start[first]! - 1]! : ' '
    if (before === '@' || before === '%') return
    const isTied =
      TIES.has(before) && first > 1 && end[first - 2] === start[first - 1] && isAlphanumeric(kind[first - 2])
    // The rest of a tie counts only when what it is tied to is a word that announces it.
    if (isTied && (isNumeric(kind[first - 2]) || this.#evidence.hits.endingAt(end[first - 2]!).length === 0)) return
    const inRow =
      first > 0 && isNumeric(kind[first - 1]) && start[first]! - end[first - 1]! <= 2 && text[start[first]! - 1] === ' '
    let length = 0
    let separators = 0
    let hasDigit = false
    let isLoose = false
    for (let j = first, groups = 1; groups <= MOST_GROUPS; groups++) {
      length += end[j]! - start[j]!
      if (length > LONGEST) return
      hasDigit ||= isNumeric(kind[j])
      isLoose ||= kind[j] === TokenKind.capital || kind[j] === TokenKind.lower
      const next = nextGroup(this.#scanned, j)
      const gap = next < 0 ? '' : signBetween(this.#scanned, j, next)
      // A value may end where a space or the end follows, or a sign that ties nothing to it.
      if (hasDigit && length >= SHORTEST && !TIES.has(gap)) {
        const isCut = (separators & SPACE_BIT) !== 0 && (inRow || (gap === ' ' && isNumeric(kind[next])))
        visit({
          first,
          start: start[first]!,
          end: end[j]!,
          length,
          separators,
          needsLabel: isTied || isLoose,
          doubtful: isCut || (separators !== 0 && DATED.test(text.slice(start[first]!, end[j]!))),
        })
      }
      if (next < 0) return
      separators |= separatorBits(gap)
      j = next
    }
  }

  /** "seria RK nr. 170116": a series and a number in words, as identity cards are quoted. */
  #worded(first: number, visit: (candidate: Candidate) => void): void {
    const scanned = this.#scanned
    const { kind, start, end, count } = scanned.tokens
    const letters = first + 1
    if (kind[letters] !== TokenKind.upper || end[letters]! - start[letters]! > 4) return
    for (let i = letters + 1; i < count && i <= letters + 4; i++) {
      if (start[i]! - end[i - 1]! > 2) return
      if (kind[i] === TokenKind.number) {
        const length = end[letters]! - start[letters]! + end[i]! - start[i]!
        if (length > LONGEST) return
        visit({
          first,
          start: start[first]!,
          end: end[i]!,
          length,
          given: scanned.text.slice(start[letters], end[letters]) + scanned.text.slice(start[i], end[i]),
          separators: 0,
          needsLabel: false,
          doubtful: false,
        })
        return
      }
      if (kind[i] !== TokenKind.sign && kind[i] !== TokenKind.newline && !this.#evidence.isFiller(i)) return
    }
  }
}

/** The next group of the same number behind token `index`: after a space, one line break or one tie; -1 when there is none. */
function nextGroup(scanned: ScannedText, index: number): number {
  const { text } = scanned
  const { count, kind, start, end } = scanned.tokens
  const next = index + 1
  if (next >= count) return -1
  const room = start[next]! - end[index]!
  if (isAlphanumeric(kind[next])) {
    // One space, or two where texts are set wide.
    const isNear = room <= 2 && text[end[index]!] === ' ' && text[start[next]! - 1] === ' '
    return isNear && isShort(scanned, index, next) ? next : -1
  }
  const after = next + 1
  if (room !== 0 || after >= count || start[after] !== end[next] || !isAlphanumeric(kind[after])) return -1
  if (kind[next] === TokenKind.newline) return isNumeric(kind[index]) && isNumeric(kind[after]) ? after : -1
  return SEPARATORS.includes(text[start[next]!]!) ? after : -1
}

/** What stands between two groups: a space for any white space, else the sign. */
function signBetween(scanned: ScannedText, index: number, next: number): string {
  if (next === index + 1 || scanned.tokens.kind[index + 1] === TokenKind.newline) return ' '
  const sign = scanned.text[scanned.tokens.start[index + 1]!]!
  return sign === '\u2013' ? '-' : sign
}

/** Groups beside a space are numbers or a few letters; a longer word belongs to the sentence. */
function isShort(scanned: ScannedText, index: number, next: number): boolean {
  const { kind, start, end } = scanned.tokens
  const isGroup = (at: number, most: number) =>
    isNumeric(kind[at]) ||
    (kind[at] === TokenKind.upper && end[at]! - start[at]! <= 6) ||
    (kind[at] === TokenKind.capital && end[at]! - start[at]! <= most)
  return isGroup(index, 2) && isGroup(next, 0)
}

/** Can a number begin at this token? Digits can; a few letters can when digits follow within two groups. */
function opens(scanned: ScannedText, index: number): boolean {
  const { kind, start, end } = scanned.tokens
  if (isNumeric(kind[index])) return true
  if (end[index]! - start[index]! > 6) return false
  let at = index
  for (let step = 0; step < 2; step++) {
    at = nextGroup(scanned, at)
    if (at < 0) return false
    if (isNumeric(kind[at])) return true
    if (kind[at] !== TokenKind.upper || kind[index] !== TokenKind.upper) return false
  }
  return false
}
