// The rules for the name of a place in a text, in the order in which they are tried.
import { Level } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import type { AddressPart, FoundAddress } from '../../../values/address/parts.ts'
import { decide, type OrderedRule, PLACE } from '../confidence.ts'
import { LARGE, METROPOLIS, type PlaceContext, startsSentence, VILLAGE, wordAt } from './place-context.ts'

/** Longest abbreviation of a country in capitals: "UK", "USA". */
const LONGEST_SHORT = 3
/** Most digits of a count before a unit, and of a number in a code. */
const SHORT_NUMBER = 3

/** Signs that join a name to a host, a path, a code or another name. */
const JOINS = new Set(['-', '@', '_', '/', '.'])

/** Gives the confidence of a location claim; a rule without one refuses the name. */
type PlaceRule = OrderedRule<PlaceContext, number>

/** Rules for every place name: contexts in which it is part of something else. */
const OTHERWISE: readonly PlaceRule[] = [
  { name: 'the name continues', when: goesOn },
  { name: 'the name began before', when: beganBefore },
  { name: 'a count and its unit', when: isCounted },
  { name: 'joined to the next token', when: isJoinedBehind },
  {
    name: 'joined to the token before',
    when: ({ reader, before, first }) => JOINS.has(reader.sign(before)) && reader.isTight(first),
  },
  { name: 'after a title', when: followsTitle },
  { name: 'a weekday or month', when: ({ isLong, word, words }) => !isLong && words.calendar.has(word) },
  { name: 'the name of a room', when: ({ words, wordBefore }) => words.rooms.has(wordBefore) },
  { name: 'the code of a product', when: isCode },
]

/** Rules for a place of several parts: a town with its region, country, postcode or floor. */
const COMPOUND: readonly PlaceRule[] = [
  { name: 'a letter is closed and signed', when: isSignedLetter },
  { name: 'part of a list of other names', when: isOfList },
  { name: 'a numbered line', when: isNumberedLine },
  { name: 'no sign separates the parts', when: (seen) => !isListed(seen) },
  { name: 'a given name and another name', when: isPerson },
  { name: 'a given name and a floor', when: isTenant },
  { name: 'a town and another part', when: () => true, gives: PLACE.several_parts },
]

/** Rules for one name without another part. */
const ALONE: readonly PlaceRule[] = [
  { name: 'the whole value of a field for a town', when: isTownField, gives: PLACE.labelled },
  { name: 'a word that begins a sentence', when: isSentenceWord },
  {
    name: 'a term with an eponym',
    when: ({ isLong, words, reader, end }) => !isLong && words.eponyms.has(nounAt(reader, end)),
  },
  {
    name: 'an ordinary word of the language',
    when: ({ isLong, isCountry, judge, reader, first: at, evidence: { languages } }) =>
      !isLong && judge.isOther(reader, at, languages, isCountry),
  },
  {
    name: 'not a place, though listed as one',
    when: ({ isLong, word, words }) => !isLong && words.notPlaces.has(word),
  },
  {
    name: 'the name of a field',
    when: (seen) => (!seen.isLarge || seen.levels.word >= Level.rare) && headsField(seen),
  },
  {
    name: 'a word before a colon that begins a sentence',
    when: ({ levels, reader, before, end }) =>
      levels.word >= Level.rare && reader.sign(before) === '.' && reader.sign(end) === ':',
  },
  {
    name: 'the abbreviation of a country in context',
    when: (seen) => isAbbreviation(seen) && seen.isCountry && (seen.isSure || seen.wordBefore === 'the'),
    gives: PLACE.in_context,
  },
  { name: 'another abbreviation', when: isAbbreviation },
  { name: 'alone after a colon or in brackets', when: isAloneInClause, gives: PLACE.in_brackets },
  {
    name: 'a large town after an article and before a noun',
    when: (seen) => seen.isModifier && seen.isLarge && seen.wordBefore === 'the' && !seen.isWord,
    gives: PLACE.in_context,
  },
  { name: 'the town of an office', when: isOffice, gives: PLACE.in_context },
  { name: 'a large town of the governing country after a comma', when: isAfterComma, gives: PLACE.in_context },
  {
    name: 'a large town after a preposition, also a word or a given name',
    when: (seen) => (seen.isWord || seen.isGiven) && seen.isSure && seen.isLarge,
    gives: PLACE.after_preposition,
  },
  { name: 'a word or a given name', when: (seen) => seen.isWord || seen.isGiven },
  { name: 'a country', when: ({ isCountry }) => isCountry, gives: PLACE.by_size },
  { name: 'a town after a preposition', when: followsSurePreposition, gives: PLACE.labelled },
  { name: 'not a metropolis, and in another country', when: ({ isHome, size }) => !isHome && size < METROPOLIS },
  {
    name: 'a family name without a preposition',
    when: ({ isLarge, isCued, levels: { family, proper } }) =>
      isLarge && !isCued && family >= Level.known && family > proper,
  },
  { name: 'a large town', when: ({ isLarge }) => isLarge, gives: PLACE.by_size },
  { name: 'a town of the governing country in context', when: isSmallHomeTown, gives: PLACE.in_context },
]

/** Confidence of a location claim: that of the first rule that applies; 0 if the name does not have enough evidence. */
export function placeConfidence(seen: PlaceContext): number {
  if (OTHERWISE.some(({ when }) => when(seen))) return PLACE.refused
  return decide(seen.found.parts.length > 1 ? COMPOUND : ALONE, seen) ?? PLACE.refused
}

/** Confidence of several parts of an address without a place of the gazetteer. */
export const confidenceWithoutPlace = ({ parts }: FoundAddress): number =>
  parts.length > 1 ? PLACE.by_size : PLACE.refused

/** A capital follows that can be a part of the name. */
function goesOn(seen: PlaceContext): boolean {
  const { reader, before, end } = seen
  const isSeparate =
    reader.isPrice(end) ||
    seen.isCapitalPreposition(end) ||
    reader.isCell(end) ||
    reader.isNewline(end) ||
    (reader.sign(before) === ':' && reader.isApart(end))
  return reader.isCapital(end) && !isSeparate
}

/** A capital precedes that can be a part of the name. */
function beganBefore(seen: PlaceContext): boolean {
  const { reader, before, first, isCued } = seen
  return reader.isCapital(before) && !reader.isCell(first) && !isCued && !isBranch(seen)
}

/** "Branch Tamale, 03.04.2026": the first word of a sentence before a town of the country that ends the clause. */
const isBranch = (seen: PlaceContext): boolean =>
  seen.isHome && seen.words.offices.has(seen.wordBefore) && startsSentence(seen.reader, seen.before) && seen.endsClause

/** "21 Grad" */
function isCounted({ found, reader, before }: PlaceContext): boolean {
  return found.parts.length === 1 && isShortNumber(reader, before)
}

function isJoinedBehind({ reader, end }: PlaceContext): boolean {
  return JOINS.has(reader.sign(end)) && reader.isTight(end) && reader.isTight(end + 1) && !reader.isNewline(end + 1)
}

/** "dottor Firenze", "pan Kraków": a person. */
function followsTitle({ words, reader, before }: PlaceContext): boolean {
  return words.titles.has(wordAt(reader, reader.sign(before) === '.' ? before - 1 : before))
}

/** "OSLO-1", "ROMA-2" */
function isCode({ reader, first }: PlaceContext): boolean {
  const hyphen = first + 1
  return (
    reader.isCapital(first) &&
    reader.sign(hyphen) === '-' &&
    reader.isTight(hyphen) &&
    reader.isTight(hyphen + 1) &&
    isShortNumber(reader, hyphen + 1)
  )
}

/** "Best,\nMartin" */
function isSignedLetter({ found, reader, levels: { word, proper } }: PlaceContext): boolean {
  return word >= Level.known && word > proper && isBrokenBehind(found, reader)
}

/** True if a line break separates the first word of a place from the rest. */
function isBrokenBehind({ firstToken, endToken }: FoundAddress, reader: AddressReader): boolean {
  for (let i = firstToken + 1; i < endToken && i <= firstToken + 2; i++) if (reader.isNewline(i)) return true
  return false
}

/** "apples: Bramley, Cox, Gala": two of a longer list of words that are other names too, not a town and its region. */
function isOfList(seen: PlaceContext): boolean {
  const { found, reader, before, end, judge } = seen
  if (seen.has('postcode') || seen.has('country')) return false
  const sign = reader.sign(before)
  if ((sign !== ',' && sign !== ':') || reader.sign(end) !== ',' || !reader.isCapital(end + 1)) return false
  const isName = ({ from }: AddressPart) => {
    const { given, family } = judge.levels(reader, from)
    return Math.max(given, family) >= Level.known
  }
  const isSmall = ({ place }: AddressPart) => (place?.entries[0]?.size ?? 0) < LARGE
  return found.parts.some(isName) && found.parts.every((part) => isName(part) || isSmall(part))
}

/** "Guia 44818: Metformina": a line begins with a word, its number and a colon. */
function isNumberedLine({ found: { parts }, reader, first, end }: PlaceContext): boolean {
  if (parts.length !== 2 || parts[1]!.kind !== 'postcode' || reader.sign(end) !== ':') return false
  return first === 0 || reader.isNewline(first - 1)
}

/** Commas separate the parts of one place, or a postcode precedes it; "Paris Hilton" has neither. */
function isListed(seen: PlaceContext): boolean {
  const { reader, first, end } = seen
  if (seen.has('postcode')) return true
  for (let i = first; i < end; i++)
    if (reader.sign(i) === ',' || reader.sign(i) === '(' || reader.isNewline(i)) return true
  return false
}

/** "Melissa Nogueira, DOB", "Elena, Margarita": also towns, but rather a given name before a family or a given name. */
function isPerson({ reader, first, end, judge, levels: { given, proper } }: PlaceContext): boolean {
  const isParted = reader.sign(first + 1) === ','
  const second = first + (isParted ? 2 : 1)
  if (second >= end || !reader.isCapital(first) || !reader.isCapital(second)) return false
  if (given < Level.known || given <= proper) return false
  const next = judge.levels(reader, second)
  const other = isParted ? next.given : next.family
  return other >= Level.known && other > next.proper && (!isParted || second + 1 === end)
}

/** "Milena, 3. nadstropje": who lives on that floor; no postcode shows that it is a town. */
function isTenant(seen: PlaceContext): boolean {
  const { given, proper } = seen.levels
  return seen.has('unit') && !seen.has('postcode') && given >= Level.known && given > proper
}

/** "city":"Varde", <ort>Emden</ort> */
function isTownField({ reader, first, end, words: { townLabels } }: PlaceContext): boolean {
  const opening = reader.sign(first - 1)
  if (opening === '"') {
    const key = first - 2 - (reader.sign(first - 3) === '"' ? 2 : 1)
    return reader.sign(first - 2) === ':' && reader.sign(end) === '"' && townLabels.has(wordAt(reader, key))
  }
  return opening === '>' && reader.sign(end) === '<' && townLabels.has(wordAt(reader, first - 2))
}

/** "Reading list:", "Reading 70797": the capital is that of the sentence. */
function isSentenceWord({ isLong, levels: { word, proper }, reader, first, end }: PlaceContext): boolean {
  if (isLong || word < Level.rare || word < proper || !startsSentence(reader, first)) return false
  return reader.kind(end) === TokenKind.lower || reader.kind(end) === TokenKind.number
}

/** "Razlog: bolečine": a word that begins a line, before a colon and a value, is the name of a field. */
function headsField({ reader, first, end }: PlaceContext): boolean {
  if (reader.sign(end) !== ':' || end + 1 >= reader.count || reader.isNewline(end + 1)) return false
  return first === 0 || reader.isNewline(first - 1)
}

function isAbbreviation({ isLong, reader, first }: PlaceContext): boolean {
  return !isLong && reader.kind(first) === TokenKind.upper && reader.length(first) <= LONGEST_SHORT
}

/** "Localidad: Zaragoza.", "(España)" */
function isAloneInClause(seen: PlaceContext): boolean {
  const sign = seen.reader.sign(seen.before)
  if (sign !== ':' && sign !== '(') return false
  return seen.endsClause && seen.isKnown && !seen.isWord && (seen.isLarge || !seen.isGiven)
}

/** "our Lagos branch", "their Porto office" */
function isOffice(seen: PlaceContext): boolean {
  const { words, reader, end } = seen
  if (!seen.isModifier || seen.isWord || !seen.isKnown) return false
  return words.offices.has(wordAt(reader, end)) && words.owners.has(seen.wordBefore)
}

/** "Reception, Trondheim", "at 18:10, Lyon. Driver ..." */
function isAfterComma(seen: PlaceContext): boolean {
  const { reader, before, first, end, place, levels, evidence } = seen
  const { countries } = evidence
  if (reader.sign(before) !== ',' || reader.isTight(first) || !seen.endsClause || countries?.size !== 1) return false
  const isOwn = place.entries.some(({ country, kind, size }) => kind === 'c' && size >= LARGE && countries.has(country))
  return isOwn && levels.given < Level.common && !isPersonal(reader, end)
}

/** True if a list continues after a bracket or comma: with a capital, or with words that only persons have. */
const isPersonal = (reader: AddressReader, at: number): boolean =>
  reader.sign(at) === '(' || (reader.sign(at) === ',' && reader.isCapital(at + 1))

function followsSurePreposition({ isSure, isHome, size, levels }: PlaceContext): boolean {
  return isSure && (size > VILLAGE || (isHome && levels.word < Level.rare && levels.family < Level.known))
}

function isSmallHomeTown(seen: PlaceContext): boolean {
  const { isHome, size, levels } = seen
  if (!isHome || size <= VILLAGE || levels.family >= Level.known || levels.word >= Level.uncommon) return false
  return seen.isModifier || seen.isCued || seen.endsClause
}

const isShortNumber = (reader: AddressReader, at: number): boolean =>
  reader.kind(at) === TokenKind.number && reader.length(at) <= SHORT_NUMBER

/** The word at token `at`, after a possessive "'s". */
function nounAt(reader: AddressReader, at: number): string {
  const isTied = "'\u2019".includes(reader.sign(at) || 'x') && reader.isTight(at) && reader.length(at + 1) === 1
  return wordAt(reader, isTied ? at + 2 : at)
}
