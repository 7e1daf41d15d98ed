// Dates that nothing announces as births, but that stand beside a person's name: in rows, lists, brackets, fields and replies.

import type { ScannedText } from '../../../text/scanned.ts'
import {
  APOSTROPHE,
  BAR,
  COLON,
  COMMA,
  HYPHEN,
  LESS_THAN,
  OPEN_PARENTHESIS,
  QUESTION,
  QUOTE,
  SEMICOLON,
  SLASH,
  SPACE,
  TAB,
} from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../dates/parts.ts'
import type { Claim } from '../detector.ts'
import { signAt } from '../token-questions.ts'
import { ADULT, EARLIEST, isLongPast, LATEST, MET } from './lifetime.ts'
import { isBehindLabel, LISTED_WITHIN, type Records } from './rows.ts'

/** Where the names of a text end -> where they start; of several that end together, the last one's start. */
export function namesIn(claims: readonly Claim[]): ReadonlyMap<number, number> {
  const names = new Map<number, number>()
  for (const { category, start, end } of claims) if (category === 'PII-1-NAME') names.set(end, start)
  return names
}

/** The last token before a date that a name ends with, near enough for a reply to stand between; -1 when there is none. */
export function nameBefore(
  { tokens: { end } }: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
): number {
  let last = date.first - 1
  while (last >= 0 && date.start - end[last]! < REPLY_WITHIN && !names.has(end[last]!)) last--
  return last >= 0 && date.start - end[last]! < REPLY_WITHIN ? last : -1
}

/** From the end of a name to the next cell or item of its row, and how such a row goes on or ends. */
const NEXT_CELL = /^(?:<\/t[dh]>\s{0,8}<t[dh]>|["']?\s?[;|\t]\s{0,3}["']?| {1,2}\/ {1,2})$/
const CELL_ENDS = /^(?:["']?\s?(?:[;|\t]|<\/t[dh]>|\r?\n|$)| {1,2}\/ )/
/** Between the items of a row that dashes part. */
const DASHED = /^ {1,2}[\u2013\u2014-] {1,2}$/
const DASH_ENDS = /^ {1,2}[\u2013\u2014-] /
const NEXT_ITEM = /^ {0,2}[,:\u2013\u2014-] {0,2}$/
const LONGEST_ITEM_GAP = 5
const OPENS_ITEM = /(?:^|\n)[^\S\n]{0,8}(?:[-*\u2022\u2013]|\(?\d{1,3}[.):]?)?[^\S\n]{0,8}$/
const CELL_WITHIN = 24

/**
 * "<td>Okafor, Ada</td><td>03.09.1990</td>", "2. Ada Obi - 03.09.1990": the cell or the item beside a name, of a date long
 * past. `last` is the token that the name ends with, `names` where a name ends -> where it starts.
 */
export function isRow(
  { text, tokens }: ScannedText,
  date: WrittenDate,
  last: number,
  names: ReadonlyMap<number, number>,
): boolean {
  const from = tokens.end[last]!
  if (date.start - from >= CELL_WITHIN) return false
  let next = from
  while (next < date.start && (codeAt(text, next) === SPACE || codeAt(text, next) === QUOTE)) next++
  // "1 Ada Obi 03.09.1990 +234 ...": the item of a list, blanks between its values.
  if (next === date.start) return isColumn(text, date, from) || isSpacedItem(text, date, from, names.get(from)!)
  // A word or another sign stands between: no row of a table or a list.
  if (!mayPart(codeAt(text, next))) return false
  const gap = sliceOf(text, from, date.start)
  const behind = sliceOf(text, date.end, date.end + 8)
  if (NEXT_CELL.test(gap)) return CELL_ENDS.test(behind)
  // "Ada Obi - 03.09.1990 - NIN 123 ..."
  if (DASHED.test(gap) && DASH_ENDS.test(behind)) return date.year <= ADULT
  if (gap.length > LONGEST_ITEM_GAP || !NEXT_ITEM.test(gap) || !/^[^\S\n]*(?:\n|$)/.test(behind)) return false
  // The item is the name and the date and nothing else.
  const start = names.get(from)!
  return OPENS_ITEM.test(sliceOf(text, Math.max(0, start - CELL_WITHIN), start))
}

/** A gap that parts columns, and what follows the last of them. */
const COLUMN = /^ {3,}$/
const COLUMN_ENDS = /^[^\S\n]*(?:\n|$)|^ {3,}/

/** "Ada Obi   03.09.1990": in the column beside a full name, of a date that is no appointment's. */
function isColumn(text: string, date: WrittenDate, nameEnd: number): boolean {
  if (!isLongPast(date) || date.year > ADULT || !COLUMN.test(text.slice(nameEnd, date.start))) return false
  return COLUMN_ENDS.test(text.slice(date.end, date.end + CELL_WITHIN))
}

/** The rest of a line: nothing, a telephone number or an e-mail address. */
const ITEM_GOES_ON = /^[^\S\n]*(?:\n|$)|^ {1,3}(?:\+?\d[\d ()/-]{6,}|[\w.+-]{1,40}@)/
const ITEM_REST = 48

/** A numbered or marked line that is a name, the date and how somebody is reached. */
function isSpacedItem(text: string, date: WrittenDate, nameEnd: number, nameStart: number): boolean {
  if (date.start - nameEnd > LONGEST_ITEM_GAP) return false
  const before = /(?:^|\n)[^\n]{1,8}$/.exec(text.slice(Math.max(0, nameStart - CELL_WITHIN), nameStart))
  if (before === null || !OPENS_ITEM.test(before[0])) return false
  return ITEM_GOES_ON.test(text.slice(date.end, date.end + ITEM_REST))
}

/** Signs that may part the cells or the items of a row: ; | / < , : and dashes, and what is no Basic Latin, or white space. */
function mayPart(unit: number): boolean {
  switch (unit) {
    case COMMA:
    case HYPHEN:
    case COLON:
    case SEMICOLON:
    case LESS_THAN:
    case APOSTROPHE:
    case SLASH:
    case BAR:
      return true
    default:
      return unit < SPACE || unit >= 0x80
  }
}

/** Between a name and the date beside it: a sign, or a bracket and a word that says what somebody is. */
const BESIDE = /^(?: {0,2}[,/\t] {0,2}(?:(\p{Ll}{1,3})\. {0,2})?| {0,2}\((?:\p{Ll}{2,16}, {1,2})?)$/u

/** A comma, a place and a comma. */
const FROM = /^, {1,2}\p{Lu}\p{Ll}{2,14}(?: \p{Lu}\p{Ll}{2,14})?, {1,2}$/u

/** So long before the last date of the text, or of today where it has no other, that who was born then is grown up. */
function isAdult({ year }: WrittenDate, now: number): boolean {
  return now === year ? year <= MET : year <= ADULT && now - year >= GROWN
}

/** Nobody writes of a meeting so many years before the last date of the text. */
const GROWN = 12
const BESIDE_ENDS = /^(?: ?[,/)\t]|[.;]?\s*(?:\n|$))/
/** The end of a sentence or an item. */
const SENTENCE_ENDS = /^[.;] /

/** "Pt Ada Obi / 03.09.1990 / asthma", "Ada Obi (guest, 03.09.1990)": a date long past between signs, right beside a name. */
export function isApposed(
  { text, tokens }: ScannedText,
  date: WrittenDate,
  last: number,
  names: ReadonlyMap<number, number>,
  died: ReadonlySet<string>,
  now: number,
): boolean {
  const end = tokens.end[last]!
  if (date.start - end >= CELL_WITHIN) return false
  let at = end
  while (at < date.start && codeAt(text, at) === SPACE) at++
  const sign = codeAt(text, at)
  if (sign !== COMMA && sign !== SLASH && sign !== OPEN_PARENTHESIS && sign !== TAB) return false
  const from = names.get(end)!
  const gap = text.slice(end, date.start)
  // One word beside a date is a place as often as a person; "... with Ada Obi, 03.09.2005, room 4" is a meeting.
  const isFull = text.slice(from, end).includes(' ')
  // "Ada Obi, Kenya, 03.09.1990, passport ...": where somebody is from stands between; a signature would end there.
  if (isFull && FROM.test(gap)) return isAdult(date, now) && text.startsWith(', ', date.end)
  const beside = isFull ? BESIDE.exec(gap) : null
  if (beside === null || died.has(beside[1] ?? '')) return false
  // "Ada Obi, n. 03.09.2005": a word for birth as one letter.
  const isMeeting =
    beside[1] === undefined &&
    gap.startsWith(',') &&
    date.year > MET &&
    now - date.year < GROWN &&
    from > 0 &&
    !OPENS_ITEM.test(text.slice(Math.max(0, from - CELL_WITHIN), from)) &&
    !isBehindLabel(text, from)
  const behind = text.slice(date.end, date.end + 8)
  const isGrown = date.year <= MET || now - date.year >= GROWN
  return !isMeeting && (BESIDE_ENDS.test(behind) || (isGrown && SENTENCE_ENDS.test(behind)))
}

/**
 * "Pt = Ada Obi, CPR 010190-1234, 03.09.1990.": a date long past behind an official number and a comma, where the number
 * stands behind a name and a comma.
 */
export function isListedLast(
  { text, tokens }: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
  records: Records,
): boolean {
  if (!isLongPast(date) || date.first < 2 || !LISTED_ENDS.test(text.slice(date.end, date.end + 8))) return false
  const paper = records.numberEndingAt(tokens.end[date.first - 2]!)
  if (paper < 0 || !/^, {1,2}$/.test(text.slice(tokens.end[date.first - 2]!, date.start))) return false
  const before = text.slice(Math.max(0, paper - LISTED_WITHIN), paper)
  const gap = /, {1,2}[\p{L} .:'\u2019-]{0,40}$/u.exec(before)
  return gap !== null && names.has(paper - gap[0].length)
}

const LISTED_ENDS = /^(?:[.,;)]|\s*(?:\n|$))/

/** From the end of a name to the reply in the next line: who speaks, and a word or two of assent. */
const REPLY = /^ ?\?[^\S\n]{0,3}\n[^\S\n]{0,3}[^\n:]{1,24}:[^\S\n]{0,3}(?:\p{L}{1,8}[,.!]? {1,3}){0,2}$/u
const REPLY_WITHIN = 56

/** "Are you Ada Obi?\nUser: yes, 03.09.1990": who is asked for by name confirms it with a date long past; `last` as in isRow. */
export function isReply(
  scanned: ScannedText,
  date: WrittenDate,
  last: number,
  names: ReadonlyMap<number, number>,
): boolean {
  if (!scanned.mayHold(QUESTION)) return false
  const { text } = scanned
  const { end } = scanned.tokens
  for (let i = last; i >= 0 && date.start - end[i]! < REPLY_WITHIN; i--)
    if (names.has(end[i]!) && isAsked(text, end[i]!) && REPLY.test(sliceOf(text, end[i]!, date.start))) return true
  return false
}

/** Does a question end at `at`, over a blank or not? */
function isAsked(text: string, at: number): boolean {
  return unitOf(text, unitOf(text, at) === SPACE ? at + 1 : at) === QUESTION
}

/** The end of the name that a comma parts from a date; -1 when none does. */
export function nameBeforeComma(
  scanned: ScannedText,
  { first }: WrittenDate,
  names: ReadonlyMap<number, number>,
): number {
  const { start, end } = scanned.tokens
  if (signAt(scanned, first - 1) !== ',' || start[first - 1] !== end[first - 2]) return -1
  return names.has(end[first - 2]!) ? end[first - 2]! : -1
}

/** "Versicherte: Anna Beck, 19.08.1966": ends the line of a field that a name opens, and is too long past to be its date. */
export function endsField(
  { tokens: { kind, count } }: ScannedText,
  date: WrittenDate,
  name: number,
  records: Records,
): boolean {
  if (date.bare || date.year < EARLIEST || date.year > ADULT) return false
  if (date.last + 1 < count && kind[date.last + 1] !== TokenKind.newline) return false
  return records.isField(name)
}

/**
 * "Re: Mr Idris Pugh, 21/07/1946, NHS No. ...": between a name and an official number or an address, all of one line. Only
 * a date long past: people are also listed with the day they came.
 */
export function isListed(scanned: ScannedText, date: WrittenDate, records: Records): boolean {
  if (!isLongPast(date) || signAt(scanned, date.last + 1) !== ',') return false
  const next = records.nextValue(date.end)
  return next >= 0 && !sliceOf(scanned.text, date.end, next).includes('\n')
}

/** A letter with its full stop stands before token `first`, none that says died. */
function isAbbreviated(scanned: ScannedText, first: number, died: ReadonlySet<string>): boolean {
  const { start, end, kind } = scanned.tokens
  if (signAt(scanned, first - 1) !== '.' || kind[first - 2] !== TokenKind.lower) return false
  return end[first - 2]! - start[first - 2]! === 1 && !died.has(scanned.folded(first - 2))
}

/** "Ada Obi (03.09.1990)", "Ada Obi (g. 1998-04-21)": alone in a bracket behind a name, with the word for birth as one letter or without. */
export function isBracketed(
  scanned: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
  died: ReadonlySet<string>,
): boolean {
  if (date.bare || date.year < EARLIEST || date.year > LATEST - 1) return false
  if (signAt(scanned, date.last + 1) !== ')') return false
  const opening = isAbbreviated(scanned, date.first, died) ? date.first - 3 : date.first - 1
  if (signAt(scanned, opening) !== '(') return false
  const { start, end, kind } = scanned.tokens
  // A picture may stand between the name and its bracket, or a last word the lexicon does not know.
  for (let i = opening - 1; i >= 0 && i >= opening - 3; i--) {
    if (names.has(end[i]!)) return true
    const isAside = end[i]! - start[i]! === 1 || kind[i] === TokenKind.sign
    if (!isAside && kind[i] !== TokenKind.capital) return false
  }
  return false
}

/** Blanks alone. */
const ADJOINING = /^ {1,2}$/
const ADJOINING_ENDS = /^(?: ?(?:[,;.)|\n]|$)| {1,2}\p{L}|\t)/u

/**
 * "Ada Obi 03.09.1980 lot 12; Tom Obi 13.08.1991 ...": right behind a full name with blanks alone between. One such
 * date may be that of a meeting or a letter; where a text has several, it lists people.
 */
export function adjoins(
  { text, tokens: { end } }: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
): boolean {
  if (!isLongPast(date) || date.year > ADULT || date.first === 0) return false
  const from = end[date.first - 1]!
  const start = names.get(from)
  if (start === undefined || !ADJOINING.test(text.slice(from, date.start))) return false
  return text.slice(start, from).includes(' ') && ADJOINING_ENDS.test(text.slice(date.end, date.end + 4))
}

const OPENS_SENTENCE = /(?:^|[.\n])[^\S\n]{0,2}$/
const CLOSES_SENTENCE = /^(?:\.(?:\s|$)|\s{0,3}(?:\n|$))/

/** "Pt Obi c/o pain. 03.09.1980. NI no. ...": the date is a sentence or a line of its own. */
export function isSentence({ text }: ScannedText, { start, end }: WrittenDate): boolean {
  return (
    OPENS_SENTENCE.test(text.slice(Math.max(0, start - 3), start)) && CLOSES_SENTENCE.test(text.slice(end, end + 5))
  )
}
