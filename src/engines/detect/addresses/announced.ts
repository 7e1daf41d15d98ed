// Addresses and places after a cue or a label that no grammar reads, or reads only in part.

import { Level } from '../../../packs/word-levels.ts'
import type { Range } from '../../../text/range.ts'
import { COLON } from '../../../text/signs.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import { PLACE, RULES } from '../confidence.ts'
import { type Claim, claimBy, claimOf } from '../detector.ts'
import type { PlaceJudge } from './place-judge.ts'

const LONGEST_VALUE = 90
/** Letters of a short form at most. */
const LONGEST_SHORT = 4

/** A claim of the place that the tokens from `first` up to `endToken` name. */
export function location(reader: AddressReader, first: number, endToken: number, confidence: number): Claim {
  const [start, end] = [reader.start(first), reader.end(endToken - 1)]
  return claimOf('PII-4-LOCATION', start, end, confidence, 'rule:locations_gazetteer', 'lexicon')
}

/** Whether the value that begins at view index `start` fills a field or a cell: "Gemeinde Schaan" does not. */
export const isField = (text: string, start: number): boolean =>
  /(?:^|[:=>;,|"\t\n])[ "]?$/.test(text.slice(Math.max(0, start - 2), start))

/** The rest of the line after "Address:" that no grammar reads: a value with a letter and a number, up to a semicolon or sentence end. */
export function labelled(text: string, at: number): Claim | null {
  const ahead = text.slice(at, at + LONGEST_VALUE + 8)
  // `"street": "Kwiatowa 7A"`: the quotes say where the value ends.
  const line =
    /^[ \t]*:[ \t]*([^\n\r;|\t]{4,90})/u.exec(ahead) ??
    /^":[ \t]?"(\p{Lu}[^\n\r;|\t"]{1,80} [^\n\r;|\t"]{1,8})(?=")/u.exec(ahead)
  if (line === null) return null
  const value = leadingParts(firstSentence(line[1]!)).replace(/[\s.,]+$/u, '')
  if (!/\p{L}{2}/u.test(value) || !/\d/.test(value) || /[@=]|https?:/.test(value)) return null
  const start = at + line[0].length - line[1]!.length
  const end = start + value.length
  return claimBy(RULES.address_labelled, start, end)
}

/** The value up to the full stop that ends a sentence, no short form. */
function firstSentence(value: string): string {
  const end = value.search(/(?<=[^\s.]{4}|\d)\.(?=\s|$)/u)
  return end < 0 ? value : value.slice(0, end)
}

/** Maximum characters of an announced address before and after the part that a grammar reads. */
export const LONGEST_UNREAD = 70
const MOST_WORDS = 5
const PARTED = /[,(] ?| [-\u2013] /
const NO_PART = /[:;|@\n\r\t]/
/** A word of a part: with a capital, a short form, a number with what ties to it, or up to three small letters. */
const WORD =
  /^["'\u2018-\u201e\u00ab]{0,2}(?:\p{Lu}[\p{L}\p{M}'\u2019-]{0,24}|(?:\p{L}{1,6}\.){1,3}|\d{1,5}\p{L}{0,3}(?:[/-]\d{0,4}\p{L}{0,3})?[.\u00ba\u00aa\u00b0]?|[\p{Lu}\d][\p{Lu}\d/-]{0,9}|\p{Ll}{1,3}|&)["'\u201c\u201d\u00bb)]{0,2}$/u
const OPENS = /^[\p{Lu}\d"'\u2018-\u201e\u00ab]|^\p{L}{1,6}\./u
/** "parcela 134,", "hall D," */
const NUMBERED = /^\p{Ll}{3,20} (?:\d{1,4}\p{L}?|\p{Lu})$/u
const SMALL = /^\p{Ll}{4,20}\.?$/u
const YEAR = /^(?:19|20)\d{2}$/

/** A few words, the first of them no small one; only the last may be: "Metsa talu", "Ulmu pagasts". */
function isPart(part: string): boolean {
  const words = part.split(/ {1,2}/)
  const last = words.length - 1
  if (last >= MOST_WORDS || !/[\p{Lu}\d]/u.test(part) || YEAR.test(part)) return false
  if (!OPENS.test(part)) return false
  return words.every((word, i) => WORD.test(word) || (i > 0 && i === last && SMALL.test(word)))
}

/** True if all parts of the text are parts of an address; commas may cut off the first and the last. */
function areParts(text: string): boolean {
  const parts = text.split(PARTED)
  return (
    !NO_PART.test(text) &&
    parts.every((part, i) => part === '' || isPart(part.trim()) || (i < parts.length - 1 && NUMBERED.test(part)))
  )
}

/** The value up to the first comma before another field or a time. */
function leadingParts(value: string): string {
  const parts = value.split(',')
  const other = parts.findIndex((part, i) => i > 0 && NO_PART.test(part))
  return other < 0 ? value : parts.slice(0, other).join(',')
}

/** The address announced by what ends at `at`, partly read at [start, end): it begins after the label, whose value fills the line. */
export function announced(text: string, at: number, { start, end }: Range): Range {
  const lead = LEAD.exec(text.slice(at, at + LONGEST_LEAD))!
  const from = at + lead[0].length
  const before = text.slice(from, start)
  const isBegun =
    from === start ||
    (start - from <= LONGEST_UNREAD && /^[^,\s].*[ ,'\u2019]$/.test(before) && areParts(before.trimEnd()))
  // "lives in Leeds, 5 Mill Road": without a label the town before the street is another place.
  if (from > start || !isBegun || (lead[1] === undefined && TOWN.test(before))) return { start, end }
  const ahead = text.slice(end, end + LONGEST_UNREAD + 1)
  const rest = /^[^\n\r;|\t]*/.exec(ahead)![0].replace(/[\s.,]+$/u, '')
  const isFilled =
    lead[1] !== undefined && rest.length < LONGEST_UNREAD && /^(?:,| [-\u2013(])/u.test(rest) && areParts(rest)
  return { start: from, end: isFilled ? end + rest.length : end }
}
const TOWN = /^\p{Lu}[\p{L}-]+, $/u
/** Text between a label and its value, with the colon as a group. */
const LEAD = /^"?[ \t]{0,3}(?:(:)\s{0,4}|[ \t]{0,4})/
const LONGEST_LEAD = 8

/** The house number after a street without a word for one, at the end of its part or before a town: "Długiej 7", "Nowowiejskiej 31/4 w". */
const HOUSE = /^ \d{1,4}\p{L}?(\/\d{1,4})?(?:(?=[,.;)]|\s*\n|\s*$)|( \p{Ll}{1,3} (?=\p{Lu})))/u
const HOUSE_WITHIN = 20

/** A name after "lives in" or "born in" is a place, known or not. `isField`: after a field label, several words count regardless of the first. */
export function dwelling(reader: AddressReader, from: number, judge: PlaceJudge, isField = false): Claim | null {
  // "miejsce ur. Płock", "született: Pécs": the full stop of a short form and a colon may stand between.
  const isShort = reader.isDot(from) && reader.isTight(from) && reader.length(from - 1) <= LONGEST_SHORT
  const behind = isShort ? from + 1 : from
  const at = reader.signCode(behind) === COLON ? behind + 1 : behind
  const end = reader.capitals(at, 3)
  if (end === 0 || reader.isNewline(at) || reader.isCell(at) || reader.length(at) < 3) return null
  const house = HOUSE.exec(reader.text.text.slice(reader.end(end - 1), reader.end(end - 1) + HOUSE_WITHIN))
  if (house !== null && !isField && (house[1] !== undefined || reader.place(at) === null)) {
    const number = house[0].length - (house[2]?.length ?? 0)
    return claimBy(RULES.address_of_house, reader.start(at), reader.end(end - 1) + number)
  }
  const isSeveral = isField && end > at + 1
  if (!isSeveral && judge.levels(reader, at).word >= Level.uncommon && reader.place(at) === null) return null
  return location(reader, at, end, PLACE.in_context)
}
