// Decides when a place name may be claimed: place names are also surnames, given names and words, so size or context must support it.
import type { Place } from '../../../packs/gazetteer.ts'
import type { Packs } from '../../../packs/load.ts'
import type { CueLanguage } from '../../../packs/schemas/place.ts'
import { type Languages, Level, type Levels, type WordLevels } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { type Word, WordFacts } from '../../../text/words.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import { type AddressBook, addressBookOf } from '../../../values/address/book.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import { caseOf, plainPlace } from '../../../values/address/place-inflection.ts'
import { Role, wordsOf } from '../../../values/address/word-roles.ts'
import type { Evidence } from '../evidence.ts'
import { LanguageTraits, languageFacts, wordLists } from '../lexicons.ts'
import { otherWordsOf } from '../names/other-words.ts'

/** Least log10 of the population: known by name alone, known in its country, a village. */
const LARGE = 5
const METROPOLIS = 6
const SMALL = 3
const SHORTEST_BENT = 4

/** Sizes of the towns that a word is inflected from, after a preposition and by its ending; -1 without one. */
interface Bent {
  readonly byPreposition: number
  readonly byEnding: number
}
const UNBENT: Bent = { byPreposition: -1, byEnding: -1 }

export class PlaceJudge {
  readonly #titles: ReadonlySet<string>
  readonly #calendar: ReadonlySet<string>
  readonly #rooms: ReadonlySet<string>
  readonly #townLabels: ReadonlySet<string>
  /** Words after a town (office, branch) and possessives before it (our, their). */
  readonly #offices: ReadonlySet<string>
  readonly #owners: ReadonlySet<string>
  /** Words in lists of places that are not places: adjectives, and other meanings of territory codes. */
  readonly #notPlaces: ReadonlySet<string>
  readonly #eponyms: ReadonlySet<string>
  readonly #traits: LanguageTraits
  readonly #languages: readonly CueLanguage[]
  readonly #names: () => WordLevels
  readonly #levels: WordFacts<Levels>
  readonly #bent: WordFacts<Bent>

  constructor(packs: Packs) {
    const { calendar, languages, modifier_nouns, rooms, titles, town_labels } = packs.placeCues()
    this.#titles = new Set(titles.flatMap(wordsOf))
    this.#calendar = new Set(calendar.flatMap(wordsOf))
    this.#rooms = new Set(rooms.flatMap(wordsOf))
    this.#townLabels = new Set(town_labels.flatMap(wordsOf))
    this.#offices = new Set(modifier_nouns.flatMap(wordsOf))
    this.#notPlaces = new Set(packs.placeWords().not_places.flatMap(wordsOf))
    this.#eponyms = new Set(wordLists('named-things.json')('eponyms').flatMap(wordsOf))
    this.#traits = new LanguageTraits(languageFacts().traits)
    this.#owners = new Set(packs.placeWords().determiners.flatMap(wordsOf))
    this.#languages = Object.values(languages).filter(
      (language) => language.endings.length > 0 || language.case_endings.length > 0,
    )
    this.#names = () => packs.names()
    this.#levels = new WordFacts(({ folded }) => packs.names().of(folded))
    this.#bent = new WordFacts((word) => this.#bentOf(word, addressBookOf(packs)))
  }

  /** Levels of the word at a token as a name and as an ordinary word. */
  readonly levels = (reader: AddressReader, at: number): Levels => this.#levels.of(reader.text.word(at))

  /** "Černá,Věra" under two headings: the cells of a person, though towns are called so too. */
  isRowOf({ parts, start, firstToken, endToken }: FoundAddress, reader: AddressReader, evidence: Evidence): boolean {
    if (parts.length < 2 || parts.some(({ kind }) => kind === 'postcode')) return false
    const heading = evidence.heading(start)
    if (heading === null || heading === evidence.heading(reader.start(endToken - 1))) return false
    const { given, family } = this.levels(reader, firstToken)
    return Math.max(given, family) >= Level.known
  }

  /** Confidence of a location claim, 0 when the name does not have enough evidence. */
  confidence(found: FoundAddress, reader: AddressReader, { countries, languages }: Evidence): number {
    const { parts, firstToken, endToken } = found
    const place = parts.find((part) => part.place !== undefined)?.place
    if (place === undefined) return parts.length > 1 ? 0.7 : 0
    const before = firstToken - 1
    const follows = reader.isWord(before) && !reader.isNewline(before) ? reader.roles(before) : 0
    // "FROM Kassel TO Bremen": a form writes its small words in capitals.
    const isForm = (at: number) =>
      reader.kind(at) === TokenKind.upper &&
      (reader.roles(at) & Role.preposition) !== 0 &&
      reader.kind(firstToken) !== TokenKind.upper
    const isSmall = reader.kind(before) === TokenKind.lower || isForm(before)
    // "de", "von", "of" are parts of all kinds of names; "in", "aus", "nach" precede places.
    const isCued = (follows & Role.preposition) !== 0 && (isSmall || startsSentence(reader, before))
    const isSure = isCued && (follows & Role.surePreposition) !== 0
    const isNamed =
      reader.isCapital(before) &&
      !reader.isCell(firstToken) &&
      !isCued &&
      !this.#isBranch(reader, before, endToken, place)
    const goesOn =
      reader.isCapital(endToken) &&
      !reader.isPrice(endToken) &&
      !isForm(endToken) &&
      !reader.isCell(endToken) &&
      !(reader.sign(before) === ':' && reader.isApart(endToken)) &&
      !reader.isNewline(endToken)
    if (goesOn || isNamed) return 0
    // "21 Grad": a count and its unit.
    const isCount = reader.kind(before) === TokenKind.number && reader.length(before) <= 3 && !reader.isNewline(before)
    if (parts.length === 1 && isCount) return 0
    if (
      JOINED.has(reader.sign(endToken)) &&
      reader.isTight(endToken) &&
      reader.isTight(endToken + 1) &&
      !reader.isNewline(endToken + 1)
    )
      return 0
    if (reader.sign(before) === '.' && reader.isTight(firstToken)) return 0
    if ('@-_/'.includes(reader.sign(before) || '!') && reader.isTight(firstToken)) return 0
    // "dottor Firenze", "pan Kraków": a person.
    if (this.#titles.has(wordAt(reader, reader.sign(before) === '.' ? before - 1 : before))) return 0
    // "Mon, Wed", "salle Loire", "room Berlin": a weekday, and what a house calls its rooms.
    if (endToken - firstToken === 1 && this.#calendar.has(wordAt(reader, firstToken))) return 0
    if (this.#rooms.has(wordAt(reader, before)) && !reader.isNewline(before)) return 0
    // "OSLO-1", "ROMA-2": the code of a thing.
    const tail = firstToken + 1
    if (
      reader.isCapital(firstToken) &&
      reader.sign(tail) === '-' &&
      reader.isTight(tail) &&
      reader.isTight(tail + 1) &&
      isDigits(reader, tail + 1)
    )
      return 0
    // "Best,\nMartin": a word that closes a letter, and who signs it.
    if (parts.length > 1 && isBrokenBehind(found, reader)) {
      const { word, proper } = this.levels(reader, firstToken)
      if (word >= Level.known && word > proper) return 0
    }
    if (parts.length > 1 && (this.#isOfList(found, reader) || isNumberedLine(found, reader))) return 0
    if (parts.length > 1)
      return isListed(found, reader) && !this.#isPerson(found, reader) && !this.#isTenant(found, reader) ? 0.85 : 0
    if (this.#isTownField(reader, firstToken, endToken)) return 0.8
    const entry = place.entries[0]!
    const isHome = isHomeOf(reader, place)
    const isLong = endToken - firstToken > 1
    const levels = this.levels(reader, firstToken)
    const isWord = !isLong && levels.word >= Level.known && levels.word > levels.proper
    const isGiven = !isLong && levels.given >= Level.known && levels.given > levels.proper
    // "Reading list:", "Reading 70797": the capital is the sentence's.
    const isOwnWord = !isLong && levels.word >= Level.rare && levels.word >= levels.proper
    const goesOnPlain = reader.kind(endToken) === TokenKind.lower || reader.kind(endToken) === TokenKind.number
    if (isOwnWord && startsSentence(reader, firstToken) && goesOnPlain) return 0
    // "Rayleigh scattering", "Montagu's harrier": a term with an eponym.
    if (!isLong && this.#eponyms.has(wordAt(reader, possessed(reader, endToken)))) return 0
    if (!isLong && this.isOther(reader, firstToken, languages, entry.kind === 'k')) return 0
    // "Russian ships", "Internet": no place, though lists of places have the word.
    if (!isLong && this.#notPlaces.has(wordAt(reader, firstToken))) return 0
    if ((entry.size < LARGE || levels.word >= Level.rare) && headsField(reader, firstToken, endToken)) return 0
    // "+36 1 215 5496. Kazán: Garmin": the same where a sentence begins.
    if (levels.word >= Level.rare && reader.sign(firstToken - 1) === '.' && reader.sign(endToken) === ':') return 0
    const isModifier = isSmall && reader.kind(endToken) === TokenKind.lower && !reader.isCell(endToken)
    if (!isLong && reader.kind(firstToken) === TokenKind.upper && reader.length(firstToken) <= 3)
      return entry.kind === 'k' && (isSure || wordAt(reader, before) === 'the') ? 0.6 : 0
    // "Localidad: Zaragoza.", "(España)": alone after a colon or in brackets.
    const isAlone = (reader.sign(before) === ':' || reader.sign(before) === '(') && endsClause(reader, endToken)
    if (
      isAlone &&
      (entry.size >= LARGE || (isHome && entry.size > SMALL)) &&
      !(isGiven && entry.size < LARGE) &&
      !isWord
    )
      return 0.75
    if (isModifier && entry.size >= LARGE && wordAt(reader, before) === 'the' && !isWord) return 0.6
    // "our Lagos branch", "their Porto office"
    const isOffice =
      isModifier && this.#offices.has(wordAt(reader, endToken)) && this.#owners.has(wordAt(reader, before))
    if (isOffice && !isWord && (entry.size >= LARGE || (isHome && entry.size > SMALL))) return 0.6
    // "Reception, Trondheim", "at 18:10, Lyon. Driver ...": a large town of the only governing country, after a comma.
    const isBehindComma = reader.sign(before) === ',' && !reader.isTight(firstToken) && endsClause(reader, endToken)
    const isOwn =
      countries?.size === 1 &&
      place.entries.some(({ country, kind, size }) => kind === 'c' && size >= LARGE && countries.has(country))
    if (isBehindComma && isOwn && levels.given < Level.common && !isPersonal(reader, endToken)) return 0.6
    if (isWord || isGiven) return isSure && entry.size >= LARGE ? 0.65 : 0
    if (entry.kind === 'k') return 0.7
    if (isSure && (entry.size > SMALL || (isHome && levels.word < Level.rare && levels.family < Level.known)))
      return 0.8
    if (!isHome && entry.size < METROPOLIS) return 0
    if (entry.size >= LARGE) return levels.family >= Level.known && !isCued && levels.family > levels.proper ? 0 : 0.7
    return isHome &&
      entry.size > SMALL &&
      levels.family < Level.known &&
      levels.word < Level.uncommon &&
      (isModifier || isCued || endsClause(reader, endToken))
      ? 0.6
      : 0
  }

  /** "den Namen", "Riga 12: ...", "Ange ett namn": an ordinary word of one of the text's languages where it stands so; of a country only a listed one. */
  isOther(reader: AddressReader, at: number, languages: Languages | null, isCountry = false): boolean {
    const folded = wordAt(reader, at)
    if (languages === null || otherWordsOf().has(folded, false, languages)) return languages !== null
    const behind = reader.sign(at + 1) === ',' ? at + 2 : at + 1
    if (!startsSentence(reader, at) || endsClause(reader, behind) || reader.isCapital(behind)) return false
    if (isCountry || otherWordsOf().has(folded, true, languages)) return otherWordsOf().has(folded, true, languages)
    const { word, proper } = this.#names().of(folded, languages)
    return word >= Level.known && word > proper
  }

  /** The size of the town that an inflected name ("w Rzeszowie", "Joensuusta") comes from, if the word is nothing else; -1 without one. */
  bentSize(reader: AddressReader, at: number, languages: Languages | null): number {
    const before = at - 1
    if (!reader.isCapital(at) || reader.length(at) < SHORTEST_BENT || reader.isCapital(at + 1)) return -1
    const { byPreposition, byEnding } = this.#bent.of(reader.text.word(at))
    if (Math.max(byPreposition, byEnding) < 0 || this.isOther(reader, at, languages)) return -1
    const isLed = reader.kind(before) === TokenKind.lower && (reader.bits(before) & Role.surePreposition) !== 0
    return Math.max(
      isLed ? byPreposition : -1,
      byEnding >= 0 && !this.#traits.hasOnly('unbentNames', languages) ? byEnding : -1,
    )
  }

  #bentOf(word: Word, book: AddressBook): Bent {
    const levels = this.#levels.of(word)
    if (levels.word >= Level.rare || levels.given >= Level.uncommon || levels.family >= Level.uncommon) return UNBENT
    let byPreposition = -1
    let byEnding = -1
    for (const language of this.#languages) {
      const plain = plainPlace(word.folded, language, book)
      if (plain !== null) byPreposition = Math.max(byPreposition, plain.entries[0]!.size)
      const cased = caseOf(word.raw, language, book, false)
      if (cased?.place && cased.length >= 2) byEnding = Math.max(byEnding, cased.place.entries[0]!.size)
    }
    return byPreposition < 0 && byEnding < 0 ? UNBENT : { byPreposition, byEnding }
  }

  /** "Branch Tamale, 03.04.2026": the first word of a sentence before a town of the country that ends the clause. */
  #isBranch(reader: AddressReader, at: number, end: number, place: Place): boolean {
    if (!this.#offices.has(wordAt(reader, at)) || !startsSentence(reader, at) || !endsClause(reader, end)) return false
    return isHomeOf(reader, place)
  }

  /** "city":"Varde", <ort>Emden</ort>: the whole value of a field for a town. */
  #isTownField(reader: AddressReader, first: number, end: number): boolean {
    const opening = reader.sign(first - 1)
    if (opening === '"') {
      const key = first - 2 - (reader.sign(first - 3) === '"' ? 2 : 1)
      return reader.sign(first - 2) === ':' && reader.sign(end) === '"' && this.#townLabels.has(wordAt(reader, key))
    }
    return opening === '>' && reader.sign(end) === '<' && this.#townLabels.has(wordAt(reader, first - 2))
  }

  /** "Milena, 3. nadstropje": who lives on that floor; no street and no postcode say that it is a town. */
  #isTenant({ parts, firstToken }: FoundAddress, reader: AddressReader): boolean {
    if (!parts.some(({ kind }) => kind === 'unit') || parts.some(({ kind }) => kind === 'postcode')) return false
    const { given, proper } = this.levels(reader, firstToken)
    return given >= Level.known && given > proper
  }

  /** "apples: Bramley, Cox, Gala": two of a longer list of words that are other names too, not a town and its region. */
  #isOfList({ parts, firstToken, endToken }: FoundAddress, reader: AddressReader): boolean {
    if (parts.some(({ kind }) => kind === 'postcode' || kind === 'country')) return false
    const before = reader.sign(firstToken - 1)
    if ((before !== ',' && before !== ':') || reader.sign(endToken) !== ',' || !reader.isCapital(endToken + 1))
      return false
    const isName = ({ from }: FoundAddress['parts'][number]) => {
      const { given, family } = this.levels(reader, from)
      return Math.max(given, family) >= Level.known
    }
    return parts.some(isName) && parts.every((part) => isName(part) || (part.place?.entries[0]?.size ?? 0) < LARGE)
  }

  /** "Melissa Nogueira, DOB", "Elena, Margarita": towns too, but first of all a given name before a family or a given name. */
  #isPerson({ firstToken, endToken }: FoundAddress, reader: AddressReader): boolean {
    const isParted = reader.sign(firstToken + 1) === ','
    const second = firstToken + (isParted ? 2 : 1)
    if (second >= endToken || !reader.isCapital(firstToken) || !reader.isCapital(second)) return false
    const a = this.levels(reader, firstToken)
    if (a.given < Level.known || a.given <= a.proper) return false
    const b = this.levels(reader, second)
    const other = isParted ? b.given : b.family
    return other >= Level.known && other > b.proper && (!isParted || second + 1 === endToken)
  }
}

/** "Guia 44818: Metformina": what heads a line, its number and a colon. */
function isNumberedLine({ parts, firstToken, endToken }: FoundAddress, reader: AddressReader): boolean {
  if (parts.length !== 2 || parts[1]!.kind !== 'postcode' || reader.sign(endToken) !== ':') return false
  return firstToken === 0 || reader.isNewline(firstToken - 1)
}

function isHomeOf(reader: AddressReader, place: Place): boolean {
  for (const { country } of place.entries) if (reader.book.isHome(country)) return true
  return false
}

const JOINED = new Set(['-', '@', '_', '/', '.'])

/** Parts of one place are parted by commas or led by a postcode; "Paris Hilton" is neither. */
function isListed(found: FoundAddress, reader: AddressReader): boolean {
  if (found.parts.some((part) => part.kind === 'postcode')) return true
  for (let i = found.firstToken; i < found.endToken; i++)
    if (reader.sign(i) === ',' || reader.sign(i) === '(' || reader.isNewline(i)) return true
  return false
}

/** Does a line break part the first word of a place from the rest? */
function isBrokenBehind({ firstToken, endToken }: FoundAddress, reader: AddressReader): boolean {
  for (let i = firstToken + 1; i < endToken && i <= firstToken + 2; i++) if (reader.isNewline(i)) return true
  return false
}

const isDigits = (reader: AddressReader, at: number): boolean =>
  reader.kind(at) === TokenKind.number && reader.length(at) <= 3

/** True if a list continues after a bracket or comma: with a capital, or with words that only persons have. */
const isPersonal = (reader: AddressReader, at: number): boolean =>
  reader.sign(at) === '(' || (reader.sign(at) === ',' && reader.isCapital(at + 1))

const startsSentence = (reader: AddressReader, at: number): boolean =>
  at <= 0 || reader.isNewline(at - 1) || '.!?:'.includes(reader.sign(at - 1) || 'x')

/** "Razlog: bolečine": what opens a line, and a colon with its value, is what a field is called, in some language or other. */
function headsField(reader: AddressReader, first: number, end: number): boolean {
  if (reader.sign(end) !== ':' || end + 1 >= reader.count || reader.isNewline(end + 1)) return false
  return first === 0 || reader.isNewline(first - 1)
}

export function endsClause(reader: AddressReader, at: number): boolean {
  return (
    at >= reader.count ||
    reader.kind(at) === TokenKind.sign ||
    reader.isNewline(at) ||
    reader.isCell(at) ||
    reader.isApart(at)
  )
}

/** The token after the possessive "'s" at token `at`, if there is one. */
function possessed(reader: AddressReader, at: number): number {
  const isTied = "'\u2019".includes(reader.sign(at) || 'x') && reader.isTight(at) && reader.length(at + 1) === 1
  return isTied ? at + 2 : at
}

export const wordAt = (reader: AddressReader, i: number): string =>
  i >= 0 && i < reader.count ? reader.text.folded(i) : ''
