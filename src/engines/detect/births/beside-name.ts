// Dates that nothing announces as births, but that stand beside a person's name: in rows, lists, brackets, fields and replies.

import type { ScannedText } from '../../../text/scanned.ts'
import { firstAt } from '../../../text/search.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../dates/parts.ts'
import type { Claim } from '../detector.ts'
import { signAt } from '../token-questions.ts'
import { EARLIEST, isLongPast } from './lifetime.ts'
import { mayBeListed } from './rows.ts'

/** The value after a listed date stands so near. */
const LISTED_WITHIN = 48

/** A date up to this year that stands by itself in a form of today is a birth. */
const ADULT = 2008

/** The label of a field that opens its line, before its value. */
const FIELD = /(?:^|\n)\p{L}[^\n:.,;]{1,30}: (?:\p{Lu}\p{L}{0,11}\.? )?$/u
const FIELD_WITHIN = 48
const BRACKET = 40
const COMMA = 44
const NEWLINE = 10

/** The colon of a field, a form of address and a blank. */
const TITLE_WITHIN = 15
const SPACE = 32
const QUOTES = 34
const QUOTE = 39
const HYPHEN = 45
const COLON = 58
const SEMICOLON = 59
const LESS = 60
const SLASH = 47
const BAR = 124
const QUESTION = 63

/** Where the official numbers, addresses, telephone numbers and e-mail addresses begin that have a digit and a comma before them, ascending. */
export function listedValues(scanned: ScannedText, claims: readonly Claim[]): readonly number[] {
  const starts: number[] = []
  if (!scanned.mayHold(COMMA)) return starts
  for (const { category, start } of claims)
    if (mayBeListed(category) && isListedAt(scanned.text, start)) starts.push(start)
  return starts.length > 1 ? starts.sort(ascending) : starts
}

const ascending = (a: number, b: number) => a - b

/** Does a label and nothing else stand before view index `at` in its line? */
export function opensField(text: string, at: number): boolean {
  if (at < 2 || codeAt(text, at - 1) !== SPACE) return false
  // A form of address may stand between: "Pour : Mme".
  if (!sliceOf(text, Math.max(0, at - TITLE_WITHIN), at - 1).includes(':')) return false
  return FIELD.test(sliceOf(text, Math.max(0, at - FIELD_WITHIN), at))
}

/** Do a digit and a comma stand together in what is near before view index `at`? */
function isListedAt(text: string, at: number): boolean {
  for (let i = Math.max(1, at - LISTED_WITHIN + 1); i < at; i++)
    if (codeAt(text, i) === COMMA && isDigitUnit(codeAt(text, i - 1))) return true
  return false
}

/** A letter with its full stop stands before token `first`, none that says died. */
export function isAbbreviated(scanned: ScannedText, first: number, died: ReadonlySet<string>): boolean {
  const { start, end, kind } = scanned.tokens
  if (signAt(scanned, first - 1) !== '.' || kind[first - 2] !== TokenKind.lower) return false
  return end[first - 2]! - start[first - 2]! === 1 && !died.has(scanned.folded(first - 2))
}

/** From the end of a name to the next cell or item of its row, and how such a row goes on or ends. */
const NEXT_CELL = /^(?:<\/t[dh]>\s{0,8}<t[dh]>|["']?\s?[;|\t]\s{0,3}["']?| {1,2}\/ {1,2})$/
const CELL_ENDS = /^(?:["']?\s?(?:[;|\t]|<\/t[dh]>|\r?\n|$)| {1,2}\/ )/
const NEXT_ITEM = /^ {0,2}[,:\u2013\u2014-] {0,2}$/
const OPENS_ITEM = /(?:^|\n)[^\S\n]{0,8}(?:[-*\u2022\u2013]|\(?\d{1,3}[.):]?)?[^\S\n]{0,8}$/
const CELL_WITHIN = 24

/**
 * "<td>Okafor, Ada</td><td>03.09.1990</td>", "2. Ada Obi - 03.09.1990": the cell or the item beside a name, of a date long
 * past. `names`: where a name ends -> where it starts.
 */
export function isRow({ text, tokens }: ScannedText, date: WrittenDate, names: ReadonlyMap<number, number>): boolean {
  if (!isLongPast(date)) return false
  let last = date.first - 1
  while (last >= 0 && date.start - tokens.end[last]! < CELL_WITHIN && !names.has(tokens.end[last]!)) last--
  if (last < 0 || !names.has(tokens.end[last]!)) return false
  let next = tokens.end[last]!
  while (next < date.start && (codeAt(text, next) === SPACE || codeAt(text, next) === QUOTES)) next++
  // A word or another sign stands between: no row of a table or a list.
  if (!mayPart(codeAt(text, next))) return false
  const gap = sliceOf(text, tokens.end[last]!, date.start)
  const behind = sliceOf(text, date.end, date.end + 8)
  if (NEXT_CELL.test(gap)) return CELL_ENDS.test(behind)
  if (!NEXT_ITEM.test(gap) || !/^[^\S\n]*(?:\n|$)/.test(behind)) return false
  // The item is the name and the date and nothing else.
  const from = names.get(tokens.end[last]!)!
  return OPENS_ITEM.test(sliceOf(text, Math.max(0, from - CELL_WITHIN), from))
}

/** Signs that may part the cells or the items of a row: ; | / < , : and dashes, and what is no Basic Latin, or white space. */
function mayPart(unit: number): boolean {
  switch (unit) {
    case COMMA:
    case HYPHEN:
    case COLON:
    case SEMICOLON:
    case LESS:
    case QUOTE:
    case SLASH:
    case BAR:
      return true
    default:
      return unit < SPACE || unit >= 0x80
  }
}

/** Between a name and the date beside it: a sign, or a bracket and a word that says what somebody is. */
const BESIDE = /^(?: {0,2}[,/] {0,2}(?:(\p{Ll}{1,3})\. {0,2})?| {0,2}\((?:\p{Ll}{2,16}, {1,2})?)$/u

/** Meetings of the years up to this one are in no text of today. */
const MET = 2000
const BESIDE_ENDS = /^(?: ?[,/)]|[.;]?\s*(?:\n|$))/

/** "Pt Ada Obi / 03.09.1990 / asthma", "Ada Obi (guest, 03.09.1990)": a date long past between signs, right beside a name. */
export function isApposed(
  { text, tokens }: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
  died: ReadonlySet<string>,
): boolean {
  if (!isLongPast(date)) return false
  for (let last = date.first - 1; last >= 0 && date.start - tokens.end[last]! < CELL_WITHIN; last--) {
    const from = names.get(tokens.end[last]!)
    if (from === undefined) continue
    let at = tokens.end[last]!
    while (at < date.start && codeAt(text, at) === SPACE) at++
    const sign = codeAt(text, at)
    if (sign !== COMMA && sign !== SLASH && sign !== BRACKET) return false
    const gap = text.slice(tokens.end[last]!, date.start)
    // One word beside a date is a place as often as a person; "... with Ada Obi, 03.09.2005, room 4" is a meeting.
    const beside = text.slice(from, tokens.end[last]).includes(' ') ? BESIDE.exec(gap) : null
    if (beside === null || died.has(beside[1] ?? '')) return false
    // "Ada Obi, n. 03.09.2005": a word for birth as one letter.
    const isMeeting =
      beside[1] === undefined &&
      gap.startsWith(',') &&
      date.year > MET &&
      from > 0 &&
      codeAt(text, from - 1) !== NEWLINE
    return !isMeeting && BESIDE_ENDS.test(text.slice(date.end, date.end + 8))
  }
  return false
}

/** From the end of a name to the reply in the next line: who speaks, and a word or two of assent. */
const REPLY = /^ ?\?[^\S\n]{0,3}\n[^\S\n]{0,3}[^\n:]{1,24}:[^\S\n]{0,3}(?:\p{L}{1,8}[,.!]? {1,3}){0,2}$/u
const REPLY_WITHIN = 56

/** "Are you Ada Obi?\nUser: yes, 03.09.1990": who is asked for by name confirms it with a date long past. */
export function isReply({ text, tokens }: ScannedText, date: WrittenDate, names: ReadonlyMap<number, number>): boolean {
  if (!isLongPast(date)) return false
  for (let last = date.first - 1; last >= 0 && date.start - tokens.end[last]! < REPLY_WITHIN; last--)
    if (
      names.has(tokens.end[last]!) &&
      isAsked(text, tokens.end[last]!) &&
      REPLY.test(sliceOf(text, tokens.end[last]!, date.start))
    )
      return true
  return false
}

/** Does a question end at `at`, over a blank or not? */
function isAsked(text: string, at: number): boolean {
  return unitOf(text, unitOf(text, at) === SPACE ? at + 1 : at) === QUESTION
}

/** "Versicherte: Anna Beck, 19.08.1966": ends the line of a field that a name opens, and is too long past to be its date. */
export function isBesideName(scanned: ScannedText, date: WrittenDate, named: ReadonlySet<number>): boolean {
  if (date.bare || date.year < EARLIEST || date.year > ADULT || signAt(scanned, date.first - 1) !== ',') return false
  const { start, end, kind, count } = scanned.tokens
  if (!named.has(end[date.first - 2]!) || start[date.first - 1] !== end[date.first - 2]) return false
  return date.last + 1 >= count || kind[date.last + 1] === TokenKind.newline
}

/**
 * "Re: Mr Idris Pugh, 21/07/1946, NHS No. ...": between a name and an official number or an address, all of one line. Only
 * a date long past: people are also listed with the day they came.
 */
export function isListed(
  scanned: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
  listed: readonly number[],
): boolean {
  if (!isLongPast(date)) return false
  const { end, start } = scanned.tokens
  if (signAt(scanned, date.first - 1) !== ',' || signAt(scanned, date.last + 1) !== ',') return false
  if (!names.has(end[date.first - 2]!) || start[date.first - 1] !== end[date.first - 2]) return false
  const next = listed[firstAt(listed, (start) => start > date.end)]
  if (next === undefined || next - date.end >= LISTED_WITHIN) return false
  return !sliceOf(scanned.text, date.end, next).includes('\n')
}
