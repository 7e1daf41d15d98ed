// Dates of birth without a cue, next to a person's name: in rows, lists, brackets, fields and replies.
import type { ScannedText } from '../../../text/scanned.ts'
import {
  APOSTROPHE,
  BAR,
  COLON,
  COMMA,
  HYPHEN,
  LESS_THAN,
  OPEN_PARENTHESIS,
  QUOTE,
  SEMICOLON,
  SLASH,
  SPACE,
  TAB,
} from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, sliceOf } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../dates/parts.ts'
import type { Claim } from '../detector.ts'
import { signAt } from '../token-questions.ts'
import { ADULT, isLongPast, LATEST, MET } from './lifetime.ts'

export function namesIn(claims: readonly Claim[]): ReadonlyMap<number, number> {
  const names = new Map<number, number>()
  for (const { category, start, end } of claims) if (category === 'PII-1-NAME') names.set(end, start)
  return names
}

/** The last token before a date that ends a name, within CELL_WITHIN; -1 if there is none. */
export function nameBefore(
  { tokens: { end } }: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
): number {
  let last = date.first - 1
  while (last >= 0 && date.start - end[last]! < CELL_WITHIN && !names.has(end[last]!)) last--
  return last >= 0 && date.start - end[last]! < CELL_WITHIN ? last : -1
}

/** Text from the end of a name to the next cell or item of its row, and text that continues or ends such a row. */
const NEXT_CELL = /^(?:<\/t[dh]>\s{0,8}<t[dh]>|["']?\s?[;|\t]\s{0,3}["']?| {1,2}\/ {1,2})$/
const CELL_ENDS = /^(?:["']?\s?(?:[;|\t]|<\/t[dh]>|\r?\n|$)| {1,2}\/ )/
const NEXT_ITEM = /^ {0,2}[,:\u2013\u2014-] {0,2}$/
const LONGEST_ITEM_GAP = 5
const OPENS_ITEM = /(?:^|\n)[^\S\n]{0,8}(?:[-*\u2022\u2013]|\(?\d{1,3}[.):]?)?[^\S\n]{0,8}$/
const CELL_WITHIN = 24

/** True for "<td>Okafor, Ada</td><td>03.09.1990</td>": the cell after a name has a long past date. `last`: last token of the name. */
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
  // Another word or sign between them excludes a row of a table or list.
  if (next === date.start || !mayPart(codeAt(text, next))) return false
  const gap = sliceOf(text, from, date.start)
  const behind = sliceOf(text, date.end, date.end + 8)
  if (NEXT_CELL.test(gap)) return CELL_ENDS.test(behind)
  if (gap.length > LONGEST_ITEM_GAP || !NEXT_ITEM.test(gap) || !/^[^\S\n]*(?:\n|$)/.test(behind)) return false
  // The item contains only the name and the date.
  const start = names.get(from)!
  return OPENS_ITEM.test(sliceOf(text, Math.max(0, start - CELL_WITHIN), start))
}

/** Characters that can separate cells or items: ; | / < , : and dashes, all outside Basic Latin, and white space. */
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

/** Text between a name and the date next to it: a separator, or a bracket and a word for the person's role. */
const BESIDE = /^(?: {0,2}[,/\t] {0,2}(?:(\p{Ll}{1,3})\. {0,2})?| {0,2}\((?:\p{Ll}{2,16}, {1,2})?)$/u

const FROM = /^, {1,2}\p{Lu}\p{Ll}{2,14}(?: \p{Lu}\p{Ll}{2,14})?, {1,2}$/u

/** Years before the last date of the text; a text does not mention meetings that are older. */
const GROWN = 12
const BESIDE_ENDS = /^(?: ?[,/)\t]|[.;]?\s*(?:\n|$))/

/** True for "Pt Ada Obi / 03.09.1990 / asthma" or "Ada Obi (guest, 03.09.1990)": a date in the distant past between separators, next to a name. */
export function isApposed(
  { text, tokens }: ScannedText,
  date: WrittenDate,
  last: number,
  names: ReadonlyMap<number, number>,
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
  // A single word next to a date is a place as often as a person; "... with Ada Obi, 03.09.2005, room 4" is a meeting.
  const isFull = text.slice(from, end).includes(' ')
  // "Ada Obi, Kenya, 03.09.1990, passport ...": the origin is between name and date; a signature would end after the date.
  if (isFull && FROM.test(gap)) return text.startsWith(', ', date.end)
  const beside = isFull ? BESIDE.exec(gap) : null
  if (beside === null) return false
  // "Ada Obi, n. 03.09.2005": a birth word of one letter.
  const isMeeting =
    beside[1] === undefined &&
    gap.startsWith(',') &&
    date.year > MET &&
    now - date.year < GROWN &&
    from > 0 &&
    !OPENS_ITEM.test(text.slice(Math.max(0, from - CELL_WITHIN), from)) &&
    !isBehindLabel(text, from)
  const behind = text.slice(date.end, date.end + 8)
  return !isMeeting && BESIDE_ENDS.test(behind)
}

/** "Ada Obi (03.09.1990)": alone in a bracket after a name. */
export function isBracketed(scanned: ScannedText, date: WrittenDate, names: ReadonlyMap<number, number>): boolean {
  if (date.bare || date.year > LATEST - 1) return false
  if (signAt(scanned, date.last + 1) !== ')') return false
  const opening = date.first - 1
  if (signAt(scanned, opening) !== '(') return false
  const { start, end, kind } = scanned.tokens
  // An emoji may be between the name and its bracket, or a last word that is not in the lexicon.
  for (let i = opening - 1; i >= 0 && i >= opening - 3; i--) {
    if (names.has(end[i]!)) return true
    const isAside = end[i]! - start[i]! === 1 || kind[i] === TokenKind.sign
    if (!isAside && kind[i] !== TokenKind.capital) return false
  }
  return false
}

const ADJOINING = /^ {1,2}$/
const ADJOINING_ENDS = /^(?: ?(?:[,;.)|\n]|$)| {1,2}\p{L}|\t)/u

/** "Ada Obi 03.09.1980 lot 12; Tom Obi ...": directly after a full name. One such date may be a meeting; a text with several lists people. */
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

/** "Pt Obi c/o pain. 03.09.1980. NI no. ...": the date is a separate sentence or line. */
export function isSentence({ text }: ScannedText, { start, end }: WrittenDate): boolean {
  return (
    OPENS_SENTENCE.test(text.slice(Math.max(0, start - 3), start)) && CLOSES_SENTENCE.test(text.slice(end, end + 5))
  )
}

/** The label of a field that opens its line, before its value. */
const FIELD = /(?:^|\n)\p{L}[^\n:.,;]{1,30}: {1,2}(?:\p{Lu}\p{L}{0,11}\.? )?$/u
const FIELD_WITHIN = 48

/** Length of the colon of a field, a form of address and a space. */
const TITLE_WITHIN = 15

/** True if only a label precedes view index `at` in its line. */
export function isBehindLabel(text: string, at: number): boolean {
  if (at < 2 || codeAt(text, at - 1) !== SPACE) return false
  // A form of address may be between them: "Pour : Mme".
  if (!sliceOf(text, Math.max(0, at - TITLE_WITHIN), at - 1).includes(':')) return false
  return FIELD.test(sliceOf(text, Math.max(0, at - FIELD_WITHIN), at))
}
