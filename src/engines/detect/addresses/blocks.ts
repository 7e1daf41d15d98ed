// Addresses without a known street: a door ("Apt. 241", "Suite 574") with its lines, and military post (USPS Publication 28, 238, 239).

import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { Range } from '../../../text/range.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import { Role } from '../../../values/address/word-roles.ts'
import { PLACE, RULES } from '../confidence.ts'
import { claimBy } from '../detector.ts'
import { location } from './announced.ts'
import type { ClaimList } from './claim-list.ts'

/** Maximum characters of a line before and after a door. */
const LONGEST_LINE = 60
/** Marks of quoted lines in mail, with up to two spaces. */
const MOST_QUOTES = 8
const QUOTED = /^[>?|*\s]{0,6}/
/** A line with a number that ends in words or a number: "37 Melum 50", "110 Rue du Koweit". */
const STREET = /^(?=[^\d]{0,50}\d)[\p{L}\p{M}\d .,'\u2019/-]{5,60}$/u
/** The same before a door in its line: a number, one to six words, perhaps a further number. */
const STREET_BEFORE =
  /(?<![\p{L}\d.-])\d{1,5}\p{L}? (?:\d{1,5} )?(?:[\p{L}\p{M}][\p{L}\p{M}.'\u2019-]{0,24} ){1,6}(?:\d{1,5}\p{L}?,? )?$/u
const TOWN = /^[\p{L}\p{M}][\p{L}\p{M} .,'\u2019()-]{1,40}$/u
/** A line that ends with a postcode. */
const POSTCODE = /^(?:[\p{L}\p{M}][\p{L}\p{M} .,'\u2019()-]{1,40} )?\d{4,6}$/u
/** Up to six capitalised words and numbers after a door in its line. */
const GOES_ON = /^,?(?: (?:\d{1,6}|\p{Lu}[\p{L}\p{M}.'\u2019-]{0,24}),?){1,6}(?=\s*$|[.;?!)]|,? and )/u
const GOES_ON_SMALL = /^,?(?: [\p{Ll}\d.'\u2019-]{1,24},?){1,6}$/u
const DOOR_NUMBER = /^\.? ?(?:no\.? ?)?\d{1,5}\p{L}?\b/iu
const FIELD_POST = /^[ ,]{1,2}A[AEP] \d{5}(?:-\d{4})?\b/i
const FIELD_UNIT =
  /(?:\b(?:PSC|CMR|Unit) \d{1,5},? Box \d{1,5}|\bUS[A-Z]{1,4} \p{Lu}[\p{L}\p{M}'\u2019-]{1,24})[\s,]{1,2}$/iu

/** Adds the blocks that the phrases of groups `doors` and `posts` are part of; a claim that lies in one grows to it. */
export function addBlocks(claims: ClaimList, reader: AddressReader, hits: readonly PhraseHit[], groups: Groups): void {
  const { text } = reader.text
  for (const { says, start, end, endToken } of hits) {
    const block = says.has(groups.doors)
      ? doorBlock(text, start, end, reader.kind(endToken - 1) === TokenKind.lower)
      : says.has(groups.posts)
        ? postBlock(text, start, end)
        : null
    if (block !== null) grow(claims, block)
  }
}

interface Groups {
  readonly doors: number
  readonly posts: number
}

function grow(claims: ClaimList, { start, end }: Range): void {
  const claim = claimBy(RULES.address_block, start, end)
  const index = claims.addressIn(start, end)
  if (index < 0) claims.add(claim)
  else {
    const { start: from, end: to } = claims.all[index]!
    claims.widen(index, Math.min(start, from), Math.max(end, to))
  }
}

/** "Unit 3191 Box 3770 / DPO AP 27173": the last line and the unit or ship before it. */
function postBlock(text: string, start: number, end: number): Range | null {
  const code = FIELD_POST.exec(text.slice(end, end + 20))
  if (code === null) return null
  const unit = FIELD_UNIT.exec(text.slice(Math.max(0, start - LONGEST_LINE), start))
  return { start: unit === null ? start : start - unit[0].length, end: end + code[0].length }
}

/** A door with the street before it, and the text after it up to its postcode. */
function doorBlock(text: string, start: number, end: number, isSmall: boolean): Range | null {
  const number = DOOR_NUMBER.exec(text.slice(end, end + 12))
  if (number === null) return null
  const doorEnd = end + number[0].length
  const near = text.slice(Math.max(0, start - LONGEST_LINE), start)
  const before = near.slice(near.lastIndexOf('\n') + 1)
  const line = start - before.length
  const isOwnLine = before.length < MOST_QUOTES && QUOTED.exec(before)![0] === before
  const street = isOwnLine ? streetAbove(text, line) : streetBefore(before, start)
  const rest = text.slice(doorEnd, doorEnd + LONGEST_LINE)
  const same = rest.startsWith('\n') ? null : (isSmall ? GOES_ON_SMALL : GOES_ON).exec(rest.split('\n', 1)[0]!)
  const own = doorEnd + (same?.[0].length ?? 0)
  const lines = linesBehind(text, own)
  const isDone = lines.isPosted || (street !== null && (same !== null || lines.end > own))
  if (!isDone) return null
  return { start: street ?? start, end: street !== null || lines.isPosted ? lines.end : own }
}

function streetBefore(before: string, start: number): number | null {
  const found = STREET_BEFORE.exec(before)
  return found === null ? null : start - found[0].length
}

/** Start of the street in the line above the one that begins at `line`. */
function streetAbove(text: string, line: number): number | null {
  if (line === 0) return null
  const near = text.slice(Math.max(0, line - 1 - LONGEST_LINE - MOST_QUOTES), line - 1)
  const above = near.slice(near.lastIndexOf('\n') + 1)
  if (above.length >= LONGEST_LINE + MOST_QUOTES) return null
  const from = line - 1 - above.length
  const quoted = QUOTED.exec(above)![0].length
  return STREET.test(above.slice(quoted).trimEnd()) ? from + quoted : null
}

/** The lines after an offset that may be town, country and postcode, up to the postcode or only the first. */
function linesBehind(text: string, offset: number): { end: number; isPosted: boolean } {
  let at = offset
  let first = offset
  for (let count = 0; count < 3 && text[at] === '\n'; count++) {
    let from = at + 1
    if (text[from] === '\n') from++
    from += QUOTED.exec(text.slice(from, from + 8))![0].length
    const eol = text.indexOf('\n', from)
    const to = Math.min(eol < 0 ? text.length : eol, from + LONGEST_LINE)
    const line = text.slice(from, to).trimEnd()
    // The sentence may continue after the postcode: "Esbjerg 24925. Thanks".
    if (POSTCODE.test(line)) return { end: from + line.length, isPosted: true }
    if (!TOWN.test(line)) break
    at = to
    if (count === 0) first = from + line.length
  }
  return { end: first, isPosted: false }
}

/** Digits of a postcode that is too long for a year or a house number. */
const POSTCODE_DIGITS = 5
/** Signs between a postcode and its town at most: "28023. Madrid", "31008-Pamplona". */
const MOST_SIGNS = 2

/** "Av. Galaxia 6, esc. 2, 2ºb 28023. Madrid": a postcode and a town of a governing country, after any text. */
export function addPostcodes(claims: ClaimList, reader: AddressReader): void {
  for (const digits of reader.text.digits) {
    if (reader.length(digits) !== POSTCODE_DIGITS || reader.kind(digits) !== TokenKind.number) continue
    let at = digits + 1
    while (at <= digits + MOST_SIGNS && '.;-'.includes(reader.sign(at) || 'x')) at++
    if (!reader.isCapital(at)) continue
    const hit = reader.place(at)
    if (hit === null || !hit.place.entries.some(({ country, kind }) => kind === 'c' && reader.book.isHome(country)))
      continue
    // "E-41013": the sign of the country.
    const isSigned = reader.sign(digits - 1) === '-' && reader.isTight(digits) && reader.isTight(digits - 1)
    const first = isSigned && reader.isCapital(digits - 2) ? digits - 2 : digits
    const street = streetFirst(reader, first)
    if (street < 0) claims.add(location(reader, first, hit.end, PLACE.by_size))
    else {
      const [start, end] = [reader.start(street), reader.end(hit.end - 1)]
      claims.add(claimBy(RULES.address_block_of_street, start, end))
    }
  }
}

/** Tokens before a postcode that may be its street, number and door. */
const STREET_WITHIN = 14

/** The type word that opens the street before a postcode, where a number stands between the two; -1 without one. */
function streetFirst(reader: AddressReader, postcode: number): number {
  let hasNumber = false
  for (let i = postcode - 1; i >= Math.max(0, postcode - STREET_WITHIN) && !reader.isNewline(i); i--) {
    if (reader.kind(i) === TokenKind.number) hasNumber = true
    else if (hasNumber && reader.isCapital(i) && reader.phrase(i, Role.streetBefore) > 0) return i
  }
  return -1
}

/** The house before a town with its postcode: a number and one to four words, then up to three parts of one to three words. */
const HOUSE =
  /(?<![\p{L}\d.,/-])\d{1,4}[A-Za-z]? (?:\p{Lu}[\p{L}\p{M}.'\u2019-]{1,24} ?){1,4}(?:,? ?\n|, )(?:(?:\p{Lu}[\p{L}\p{M}.'\u2019-]{1,24} ?){1,3}(?:,? ?\n|, )){0,3}$/u
const HOUSE_WITHIN = 120

/** "14 Cois Abhann, Clarecastle, Co. Clare, V95 X2T7": the claim of a town with a postcode is widened to the house before it, even if its street is not listed. */
export function addHouses(claims: ClaimList, text: string): void {
  for (let index = 0; index < claims.all.length; index++) {
    const { category, start, end } = claims.all[index]!
    if (category !== 'PII-4-ADDRESS') continue
    const [first, ...rest] = text.slice(start, end).split(/,|\n/)
    if (/\d/.test(first!) || !rest.some((part) => /\d/.test(part))) continue
    const house = HOUSE.exec(text.slice(Math.max(0, start - HOUSE_WITHIN), start))
    if (house !== null) claims.widen(index, start - house[0].length, end)
  }
}
