// Facts about the words of place names, which are also surnames, given names and ordinary words; and the towns of inflected names.
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
import {
  endsClause,
  PlaceContext,
  type PlaceContextWords,
  type PlaceKnowledge,
  startsSentence,
  wordAt,
} from './place-context.ts'
import { confidenceWithoutPlace, placeConfidence } from './place-rules.ts'

const SHORTEST_BENT = 4

/** Sizes of the towns that a word is inflected from, after a preposition and by its ending; -1 without one. */
interface Bent {
  readonly byPreposition: number
  readonly byEnding: number
}
const UNBENT: Bent = { byPreposition: -1, byEnding: -1 }

export class PlaceJudge implements PlaceKnowledge {
  readonly words: PlaceContextWords
  readonly #traits: LanguageTraits
  readonly #languages: readonly CueLanguage[]
  readonly #names: () => WordLevels
  readonly #levels: WordFacts<Levels>
  readonly #bent: WordFacts<Bent>

  constructor(packs: Packs) {
    const { calendar, languages, modifier_nouns, rooms, titles, town_labels } = packs.placeCues()
    const { determiners, not_places } = packs.placeWords()
    const setOf = (phrases: readonly string[]) => new Set(phrases.flatMap(wordsOf))
    this.words = {
      titles: setOf(titles),
      calendar: setOf(calendar),
      rooms: setOf(rooms),
      townLabels: setOf(town_labels),
      offices: setOf(modifier_nouns),
      owners: setOf(determiners),
      notPlaces: setOf(not_places),
      eponyms: setOf(wordLists('named-things.json')('eponyms')),
    }
    this.#traits = new LanguageTraits(languageFacts().traits)
    this.#languages = Object.values(languages).filter(
      (language) => language.endings.length > 0 || language.case_endings.length > 0,
    )
    this.#names = () => packs.names()
    this.#levels = new WordFacts(({ folded }) => packs.names().of(folded))
    this.#bent = new WordFacts((word) => this.#bentOf(word, addressBookOf(packs)))
  }

  /** Levels of the word at a token as a name and as an ordinary word. */
  readonly levels = (reader: AddressReader, at: number): Levels => this.#levels.of(reader.text.word(at))

  /** "Černá,Věra" under two column headers: the cells of a person, although there are towns of these names. */
  isRowOf({ parts, start, firstToken, endToken }: FoundAddress, reader: AddressReader, evidence: Evidence): boolean {
    if (parts.length < 2 || parts.some(({ kind }) => kind === 'postcode')) return false
    const heading = evidence.heading(start)
    if (heading === null || heading === evidence.heading(reader.start(endToken - 1))) return false
    const { given, family } = this.levels(reader, firstToken)
    return Math.max(given, family) >= Level.known
  }

  /** Confidence of a location claim, 0 when the name does not have enough evidence: that of the first rule that applies (place-rules.ts). */
  confidence(found: FoundAddress, reader: AddressReader, evidence: Evidence): number {
    const place = found.parts.find((part) => part.place !== undefined)?.place
    if (place === undefined) return confidenceWithoutPlace(found)
    return placeConfidence(new PlaceContext(found, place, reader, evidence, this))
  }

  /** True if a word is an ordinary word of a language of the text in its position: "den Namen", "Riga 12: ..."; for a country only if listed so. */
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
}
