// When the name of a town, region or country may be claimed: names of places are also surnames, given names and ordinary
// words, so a name needs size or company.
import type { CueLanguage } from '../../packs/schemas/place.ts'
import type { WordLevels } from '../../packs/word-levels.ts'
import { TokenKind } from '../../text/tokens.ts'
import { Role } from '../../values/address-book.ts'
import type { FoundAddress } from '../../values/address-parts.ts'
import type { AddressReader } from '../../values/address-reader.ts'
import { caseOf, plainPlace } from '../../values/place-inflection.ts'

/** Floors of log10 of the population: known by name alone; known at home; a village. */
const LARGE = 5
const METROPOLIS = 6
const SMALL = 3
/** From here on a word is first of all a given name or an ordinary word (src/packs/word-levels.ts). */
const STRONG = 4

/** Confidence of a location claim, 0 when the name does not have enough evidence. */
export function isPlaceClaim(
  found: FoundAddress,
  reader: AddressReader,
  names: WordLevels,
  titles: ReadonlySet<string>,
): number {
  const { parts, firstToken, endToken } = found
  const place = parts.find((part) => part.place !== undefined)?.place
  if (place === undefined) return parts.length > 1 ? 0.7 : 0
  const before = firstToken - 1
  const follows = reader.isWord(before) && !reader.isNewline(before) ? reader.roles(before) : 0
  const isSmall = reader.kind(before) === TokenKind.lower
  // "de", "von", "of" tie names of all kinds; "in", "aus", "nach" stand before places.
  const isCued = (follows & Role.preposition) !== 0 && (isSmall || startsSentence(reader, before))
  const isSure = isCued && (follows & Role.surePreposition) !== 0
  const isNamed = reader.isCapital(before) && !reader.isCell(firstToken) && !isCued
  const goesOn = reader.isCapital(endToken) && !reader.isCell(endToken) && !reader.isNewline(endToken)
  if (goesOn || isNamed) return 0
  if (
    JOINED.has(reader.sign(endToken)) &&
    reader.isTight(endToken) &&
    reader.isTight(endToken + 1) &&
    !reader.isNewline(endToken + 1)
  )
    return 0
  if (reader.sign(before) === '.' && reader.isTight(firstToken)) return 0
  if ('@-_/'.includes(reader.sign(before) || '!') && reader.isTight(firstToken)) return 0
  // "21 Grad": a count and its unit.
  if (
    parts.length === 1 &&
    reader.kind(before) === TokenKind.number &&
    reader.length(before) <= 3 &&
    !reader.isNewline(before)
  )
    return 0
  // "dottor Firenze", "pan Kraków": a person.
  if (titles.has(wordAt(reader, reader.sign(before) === '.' ? before - 1 : before))) return 0
  if (parts.length > 1) return isListed(found, reader) && !isPerson(found, reader, names) ? 0.85 : 0
  const entry = place.entries[0]!
  const isHome = place.entries.some((one) => reader.book.isHome(one.country))
  const isLong = endToken - firstToken > 1
  const levels = names.of(reader.text.folded(firstToken))
  const isWord = !isLong && levels.word >= STRONG && levels.word > levels.proper
  const isGiven = !isLong && levels.given >= STRONG && levels.given > levels.proper
  const isModifier = isSmall && reader.kind(endToken) === TokenKind.lower && !reader.isCell(endToken)
  if (!isLong && reader.kind(firstToken) === TokenKind.upper && reader.length(firstToken) <= 3)
    return entry.kind === 'k' && (isSure || wordAt(reader, before) === 'the') ? 0.6 : 0
  // "Localidad: Zaragoza.", "(España)": alone behind a colon or in brackets.
  const isAlone = (reader.sign(before) === ':' || reader.sign(before) === '(') && endsClause(reader, endToken)
  if (isAlone && (entry.size >= LARGE || (isHome && entry.size > SMALL)) && !(isGiven && entry.size < LARGE))
    return 0.75
  if (isModifier && entry.size >= LARGE && wordAt(reader, before) === 'the' && !isWord) return 0.6
  if (isWord || isGiven) return isSure && entry.size >= LARGE ? 0.65 : 0
  if (entry.kind === 'k') return 0.7
  if (isSure && (entry.size > SMALL || (isHome && levels.word < 2 && levels.family < STRONG))) return 0.8
  if (!isHome && entry.size < METROPOLIS) return 0
  if (entry.size >= LARGE) return levels.family >= STRONG && !isCued && levels.family > levels.proper ? 0 : 0.7
  return isHome &&
    entry.size > SMALL &&
    levels.family < STRONG &&
    levels.word < 3 &&
    (isModifier || isCued || endsClause(reader, endToken))
    ? 0.6
    : 0
}

/**
 * A bent name behind a preposition ("w Rzeszowie", "z Prahy") or one whose ending says it ("Joensuusta"): the plain name must be
 * a town of some size and the word itself nothing else.
 */
export function isInflectedPlace(
  reader: AddressReader,
  at: number,
  names: WordLevels,
  languages: readonly CueLanguage[],
): boolean {
  if (
    !reader.isCapital(at) ||
    reader.length(at) < 4 ||
    startsSentence(reader, at) ||
    (reader.isCapital(at + 1) && !reader.isNewline(at + 1))
  )
    return false
  const before = at - 1
  if (reader.kind(before) !== TokenKind.lower) return false
  const word = reader.text.folded(at)
  const levels = names.of(word)
  if (levels.word >= 2 || levels.given >= 3 || levels.family >= 3) return false
  const isCued = (reader.roles(before) & Role.surePreposition) !== 0
  for (const language of languages) {
    if (isCued && language.endings.length > 0) {
      const place = plainPlace(word, language, reader.book)
      if (place !== null && place.entries[0]!.size >= LARGE) return true
    }
    if (language.case_endings.length > 0) {
      const hit = caseOf(reader.slice(at, at + 1), language, reader.book, false)
      if (hit?.place && hit.length >= 2 && hit.place.entries[0]!.size >= LARGE) return true
    }
  }
  return false
}

const JOINED = new Set(['-', '@', '_', '/', '.'])

/** "Melissa Nogueira, DOB": towns too, but first of all a given name and a family name side by side. */
function isPerson({ firstToken, endToken }: FoundAddress, reader: AddressReader, names: WordLevels): boolean {
  const second = firstToken + 1
  if (second >= endToken || !reader.isCapital(firstToken) || !reader.isCapital(second)) return false
  const a = names.of(reader.text.folded(firstToken))
  const b = names.of(reader.text.folded(second))
  return a.given >= STRONG && a.given > a.proper && b.family >= STRONG && b.family > b.proper
}

/** Parts of one place are parted by commas or led by a postcode; "Paris Hilton" is neither. */
function isListed(found: FoundAddress, reader: AddressReader): boolean {
  if (found.parts.some((part) => part.kind === 'postcode')) return true
  for (let i = found.firstToken; i < found.endToken; i++)
    if (reader.sign(i) === ',' || reader.sign(i) === '(' || reader.isNewline(i)) return true
  return false
}

function startsSentence(reader: AddressReader, at: number): boolean {
  return at <= 0 || reader.isNewline(at - 1) || '.!?:'.includes(reader.sign(at - 1) || 'x')
}

function endsClause(reader: AddressReader, at: number): boolean {
  return at >= reader.count || reader.kind(at) === TokenKind.sign || reader.isNewline(at)
}

function wordAt(reader: AddressReader, i: number): string {
  return i >= 0 && i < reader.count ? reader.text.folded(i) : ''
}
