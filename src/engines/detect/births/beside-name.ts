// Dates of birth without a cue, next to a person's name: in rows, lists, brackets, fields and replies.
import type { ScannedText } from '../../../text/scanned.ts'
import { QUESTION, QUOTE, SPACE, signSet } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../../../values/written-dates.ts'
import type { Claim } from '../detector.ts'
import { signAt } from '../token-questions.ts'
import { ADULT, EARLIEST, isLongPast, LATEST, MET } from './lifetime.ts'
import { isBehindLabel, LISTED_WITHIN, type Records } from './rows.ts'

/** The evidence for a date without a cue: the text, and the values found in it. */
export interface Surroundings {
  readonly scanned: ScannedText
  /** Starts of names by their ends. */
  readonly names: ReadonlyMap<number, number>
  readonly records: Records
  /** Signs and words of a death. */
  readonly died: ReadonlySet<string>
  /** The last year of the text. */
  readonly now: number
}

export function namesIn(claims: readonly Claim[]): ReadonlyMap<number, number> {
  const names = new Map<number, number>()
  for (const { category, start, end } of claims) if (category === 'PII-1-NAME') names.set(end, start)
  return names
}

/** The last token before a date that ends a name, within the length of a reply; -1 if there is none. */
export function nameBefore({ scanned, names }: Surroundings, date: WrittenDate): number {
  const { end } = scanned.tokens
  let last = date.first - 1
  while (last >= 0 && date.start - end[last]! < REPLY_WITHIN && !names.has(end[last]!)) last--
  return last >= 0 && date.start - end[last]! < REPLY_WITHIN ? last : -1
}

/** Text from the end of a name to the next cell or item of its row, and text that continues or ends such a row. */
const NEXT_CELL = /^(?:<\/t[dh]>\s{0,8}<t[dh]>|["']?\s?[;|\t]\s{0,3}["']?| {1,2}\/ {1,2})$/
const CELL_ENDS = /^(?:["']?\s?(?:[;|\t]|<\/t[dh]>|\r?\n|$)| {1,2}\/ )/
/** Separators of a row whose items are separated by dashes. */
const DASHED = /^ {1,2}[\u2013\u2014-] {1,2}$/
const DASH_ENDS = /^ {1,2}[\u2013\u2014-] /
const NEXT_ITEM = /^ {0,2}[,:\u2013\u2014-] {0,2}$/
const LONGEST_ITEM_GAP = 5
const OPENS_ITEM = /(?:^|\n)[^\S\n]{0,8}(?:[-*\u2022\u2013]|\(?\d{1,3}[.):]?)?[^\S\n]{0,8}$/
const CELL_WITHIN = 24

/** True for "<td>Okafor, Ada</td><td>03.09.1990</td>": the cell after a name has a long past date. `last`: last token of the name. */
export function isRow({ scanned: { text, tokens }, names }: Surroundings, date: WrittenDate, last: number): boolean {
  const from = tokens.end[last]!
  if (date.start - from >= CELL_WITHIN) return false
  let next = from
  while (next < date.start && (codeAt(text, next) === SPACE || codeAt(text, next) === QUOTE)) next++
  // "1 Ada Obi 03.09.1990 +234 ...": a list item with spaces between its values.
  if (next === date.start) return isColumn(text, date, from) || isSpacedItem(text, date, from, names.get(from)!)
  // Another word or sign between them excludes a row of a table or list.
  if (!mayPart(codeAt(text, next))) return false
  const gap = sliceOf(text, from, date.start)
  const behind = sliceOf(text, date.end, date.end + 8)
  if (NEXT_CELL.test(gap)) return CELL_ENDS.test(behind)
  // "Ada Obi - 03.09.1990 - NIN 123 ..."
  if (DASHED.test(gap) && DASH_ENDS.test(behind)) return date.year <= ADULT
  if (gap.length > LONGEST_ITEM_GAP || !NEXT_ITEM.test(gap) || !/^[^\S\n]*(?:\n|$)/.test(behind)) return false
  // The item contains only the name and the date.
  const start = names.get(from)!
  return OPENS_ITEM.test(sliceOf(text, Math.max(0, start - CELL_WITHIN), start))
}

/** A gap that separates columns, and the text after the last column. */
const COLUMN = /^ {3,}$/
const COLUMN_ENDS = /^[^\S\n]*(?:\n|$)|^ {3,}/

/** True for "Ada Obi   03.09.1990": in the column next to a full name, a date too old to be an appointment. */
function isColumn(text: string, date: WrittenDate, nameEnd: number): boolean {
  if (!isLongPast(date) || date.year > ADULT || !COLUMN.test(text.slice(nameEnd, date.start))) return false
  return COLUMN_ENDS.test(text.slice(date.end, date.end + CELL_WITHIN))
}

/** Rest of a line: empty, a telephone number or an e-mail address. */
const ITEM_GOES_ON = /^[^\S\n]*(?:\n|$)|^ {1,3}(?:\+?\d[\d ()/-]{6,}|[\w.+-]{1,40}@)/
const ITEM_REST = 48

/** True for a numbered or bulleted line of a name, the date and an optional telephone number or e-mail address. */
function isSpacedItem(text: string, date: WrittenDate, nameEnd: number, nameStart: number): boolean {
  if (date.start - nameEnd > LONGEST_ITEM_GAP) return false
  const before = /(?:^|\n)[^\n]{1,8}$/.exec(text.slice(Math.max(0, nameStart - CELL_WITHIN), nameStart))
  if (before === null || !OPENS_ITEM.test(before[0])) return false
  return ITEM_GOES_ON.test(text.slice(date.end, date.end + ITEM_REST))
}

/** Characters that can separate cells or items: ; | / < , : and dashes, all outside Basic Latin, and white space. */
const mayPart = (unit: number): boolean => isSeparator(unit) || unit < SPACE || unit >= 0x80
const isSeparator = signSet(";|/<,:-'")

/** Text between a name and the date next to it: a separator, or a bracket and a word for the person's role. */
const BESIDE = /^(?: {0,2}[,/\t] {0,2}(?:(\p{Ll}{1,3})\. {0,2})?| {0,2}\((?:\p{Ll}{2,16}, {1,2})?)$/u

const FROM = /^, {1,2}\p{Lu}\p{Ll}{2,14}(?: \p{Lu}\p{Ll}{2,14})?, {1,2}$/u

/** True if the holder is an adult at the last date of the text, or by the year limit if the text has no later date. */
const isAdult = ({ year }: WrittenDate, now: number): boolean =>
  now === year ? year <= MET : year <= ADULT && now - year >= GROWN

/** Years before the last date of the text; a text does not mention meetings that are older. */
const GROWN = 12
const BESIDE_ENDS = /^(?: ?[,/)\t]|[.;]?\s*(?:\n|$))/
const SENTENCE_ENDS = /^[.;] /

/** True for "Pt Ada Obi / 03.09.1990 / asthma" or "Ada Obi (guest, 03.09.1990)": a date in the distant past between separators, next to a name. */
export function isApposed(beside: Surroundings, date: WrittenDate, last: number): boolean {
  const { scanned, names, died, now } = beside
  const { text, tokens } = scanned
  const end = tokens.end[last]!
  if (date.start - end >= CELL_WITHIN || !opensAside(text, end, date.start)) return false
  const from = names.get(end)!
  // A single word next to a date is a place as often as a person.
  if (!text.slice(from, end).includes(' ')) return false
  const gap = text.slice(end, date.start)
  // "Ada Obi, Kenya, 03.09.1990, passport ...": the origin is between name and date; a signature would end after the date.
  if (FROM.test(gap)) return isAdult(date, now) && text.startsWith(', ', date.end)
  const word = BESIDE.exec(gap)
  if (word === null || died.has(word[1] ?? '')) return false
  // "Ada Obi, n. 03.09.2005": a birth word of one letter.
  if (word[1] === undefined && gap.startsWith(',') && isMeeting(beside, date, from)) return false
  const behind = text.slice(date.end, date.end + 8)
  const isGrown = date.year <= MET || now - date.year >= GROWN
  return BESIDE_ENDS.test(behind) || (isGrown && SENTENCE_ENDS.test(behind))
}

/** True if the first sign after a name separates or brackets what follows. */
function opensAside(text: string, from: number, to: number): boolean {
  let at = from
  while (at < to && codeAt(text, at) === SPACE) at++
  return isAside(codeAt(text, at))
}
const isAside = signSet(',/(\t')

/** "... with Ada Obi, 03.09.2005, room 4": a date of the last years in a sentence, after the name at `from`. */
function isMeeting({ scanned: { text }, now }: Surroundings, { year }: WrittenDate, from: number): boolean {
  if (year <= MET || now - year >= GROWN || from === 0) return false
  return !OPENS_ITEM.test(text.slice(Math.max(0, from - CELL_WITHIN), from)) && !isBehindLabel(text, from)
}

/** "Pt = Ada Obi, CPR 010190-1234, 03.09.1990.": a long past date after a name, a comma, an official number and a comma. */
export function isListedLast({ scanned: { text, tokens }, names, records }: Surroundings, date: WrittenDate): boolean {
  if (!isLongPast(date) || date.first < 2 || !LISTED_ENDS.test(text.slice(date.end, date.end + 8))) return false
  const paper = records.numberEndingAt(tokens.end[date.first - 2]!)
  if (paper < 0 || !/^, {1,2}$/.test(text.slice(tokens.end[date.first - 2]!, date.start))) return false
  const before = text.slice(Math.max(0, paper - LISTED_WITHIN), paper)
  const gap = /, {1,2}[\p{L} .:'\u2019-]{0,40}$/u.exec(before)
  return gap !== null && names.has(paper - gap[0].length)
}

const LISTED_ENDS = /^(?:[.,;)]|\s*(?:\n|$))/

/** Text from the end of a name to the reply in the next line: the speaker, and up to two words of assent. */
const REPLY = /^ ?\?[^\S\n]{0,3}\n[^\S\n]{0,3}[^\n:]{1,24}:[^\S\n]{0,3}(?:\p{L}{1,8}[,.!]? {1,3}){0,2}$/u
const REPLY_WITHIN = 56

/** "Are you Ada Obi?\nUser: yes, 03.09.1990": the named person confirms with a date in the distant past; `last` as in isRow. */
export function isReply({ scanned, names }: Surroundings, date: WrittenDate, last: number): boolean {
  if (!scanned.mayHold(QUESTION)) return false
  const { text } = scanned
  const { end } = scanned.tokens
  for (let i = last; i >= 0 && date.start - end[i]! < REPLY_WITHIN; i--)
    if (names.has(end[i]!) && isAsked(text, end[i]!) && REPLY.test(sliceOf(text, end[i]!, date.start))) return true
  return false
}

/** True if a question mark is at `at`, or after one space. */
const isAsked = (text: string, at: number): boolean =>
  unitOf(text, unitOf(text, at) === SPACE ? at + 1 : at) === QUESTION

/** The end of the name before a comma and the date; -1 if there is none. */
export function nameBeforeComma({ scanned, names }: Surroundings, { first }: WrittenDate): number {
  const { start, end } = scanned.tokens
  if (signAt(scanned, first - 1) !== ',' || start[first - 1] !== end[first - 2]) return -1
  return names.has(end[first - 2]!) ? end[first - 2]! : -1
}

/** "Versicherte: Anna Beck, 19.08.1966": the date ends the line of a field that begins with a name, and is too old for a signing date. */
export function endsField({ scanned, records }: Surroundings, date: WrittenDate, name: number): boolean {
  const { kind, count } = scanned.tokens
  if (date.bare || date.year < EARLIEST || date.year > ADULT) return false
  if (date.last + 1 < count && kind[date.last + 1] !== TokenKind.newline) return false
  return records.isField(name)
}

/** "Re: Mr Idris Pugh, 21/07/1946, NHS No. ...": between a name and a number, in one line. Long past dates only: lists have dates of arrival. */
export function isListed({ scanned, records }: Surroundings, date: WrittenDate): boolean {
  if (!isLongPast(date) || signAt(scanned, date.last + 1) !== ',') return false
  const next = records.nextValue(date.end)
  return next >= 0 && !sliceOf(scanned.text, date.end, next).includes('\n')
}

function isAbbreviated(scanned: ScannedText, first: number, died: ReadonlySet<string>): boolean {
  const { start, end, kind } = scanned.tokens
  if (signAt(scanned, first - 1) !== '.' || kind[first - 2] !== TokenKind.lower) return false
  return end[first - 2]! - start[first - 2]! === 1 && !died.has(scanned.folded(first - 2))
}

/** "Ada Obi (03.09.1990)", "Ada Obi (g. 1998-04-21)": alone in a bracket after a name, with an optional birth word of one letter. */
export function isBracketed({ scanned, names, died }: Surroundings, date: WrittenDate): boolean {
  if (date.bare || date.year < EARLIEST || date.year > LATEST - 1) return false
  if (signAt(scanned, date.last + 1) !== ')') return false
  const opening = isAbbreviated(scanned, date.first, died) ? date.first - 3 : date.first - 1
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
export function adjoins({ scanned: { text, tokens }, names }: Surroundings, date: WrittenDate): boolean {
  if (!isLongPast(date) || date.year > ADULT || date.first === 0) return false
  const from = tokens.end[date.first - 1]!
  const start = names.get(from)
  if (start === undefined || !ADJOINING.test(text.slice(from, date.start))) return false
  return text.slice(start, from).includes(' ') && ADJOINING_ENDS.test(text.slice(date.end, date.end + 4))
}

const OPENS_SENTENCE = /(?:^|[.\n])[^\S\n]{0,2}$/
const CLOSES_SENTENCE = /^(?:\.(?:\s|$)|\s{0,3}(?:\n|$))/

/** "Pt Obi c/o pain. 03.09.1980. NI no. ...": the date is a separate sentence or line. */
export function isSentence({ scanned: { text } }: Surroundings, { start, end }: WrittenDate): boolean {
  return (
    OPENS_SENTENCE.test(text.slice(Math.max(0, start - 3), start)) && CLOSES_SENTENCE.test(text.slice(end, end + 5))
  )
}
