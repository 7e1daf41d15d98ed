// Facts of the model about each distinct word, computed once: its class, its features, and their sum of scores per place and label.
import type { Gazetteer, Place } from '../../../packs/gazetteer.ts'
import { type Levels, levelsOf, type WordLevels } from '../../../packs/word-levels.ts'
import { fold, latin } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { type Word, WordFacts, wordOf } from '../../../text/words.ts'
import { inflection } from '../persons/inflection.ts'
import { LABELS } from './labels.ts'
import type { LanguageVotes } from './languages.ts'
import { type Endings, ROLE_NAMES, roleBit } from './roles.ts'
import { type FeatureNumbers, HERE, type NameWeights, PLACES } from './weights.ts'
import { CASING_NAMES, Casing, CLASS_NAMES, classOf, classOfSign, classOfWord } from './word-classes.ts'

const NO_LEVELS: Levels = levelsOf(0, 0, 0, 0)
const LONGEST_ENDING = 5
const LEAST_STEM = 4
/** Letters of a word for a thing with a name, in another case or at the end of a longer word, and before it in that, at least. */
const LEAST_CARRIER = 5
const LEAST_BEFORE_CARRIER = 3
const CARRIER = roleBit('organisation') | roleBit('street') | roleBit('bearer')
const CAPITAL = /^[\p{Lu}\p{Lt}]/u
/** A capital after a small letter, except after the prefixes of names: EliteBook, not McKay. */
const CAPITAL_INSIDE = /^(?!(?:Ma?c|De|Di|Da|Du|La|Le|Van|Fitz|O|D)\p{Lu}\p{Ll}+$).*\p{Ll}\p{Lu}/u
/** "uCyril", at the start of a sentence "UCyril": a short beginning and a name; "e" stands before places: "eThekwini". */
const PREFIXED = /^(?!e\p{Lu})(\p{L}{1,6}?)(\p{Lu}[\p{Ll}\p{M}]{2,})$/u
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Greek', /^\p{Script=Greek}/u],
  ['Cyrillic', /^\p{Script=Cyrillic}/u],
  ['other', /^[^\p{Script=Latin}]/u],
]

/** Levels of names in steps of two, given name and family name together: 0 to 15. */
export const PEOPLE = 16
const peopleOf = ({ given, family }: Levels): number => (step(given) << 2) | step(family)
const step = (level: number): number => (level === 0 ? 0 : level <= 2 ? 1 : level <= 4 ? 2 : 3)

export interface NameWord {
  readonly raw: string
  readonly folded: string
  readonly casing: number
  readonly kind: number
  readonly roles: number
  /** Levels that do not depend on the languages of the text. */
  readonly levels: Levels
  readonly people: number
  /** Index of the word in the lexicon, if its ordinary level depends on the languages; -1 otherwise. */
  readonly spoken: number
  /** Number of the group of languages that use the word commonly; 0 for most. */
  readonly commonIn: number
  /** Numbers of its features for each of PLACES. */
  readonly features: readonly Int32Array[]
  /** Numbers of the word's identity directly before and after the token that is scored; -1 for a word without weights there. */
  readonly before: number
  readonly behind: number
  /** Words of the longest name of a place that begins with this one; 1 for most. */
  readonly placeWords: number
  /** The word in small letters and with a capital alone, as far as they are other words; null for what has no capital. */
  readonly small: Word | null
  readonly capital: Word | null
  /** LABELS sums of weights for each of PLACES; null until the weights are asked. */
  scores: Int32Array | null
}

export interface WordSources {
  readonly names: WordLevels
  readonly places: Gazetteer
  readonly roles: ReadonlyMap<string, number>
  readonly endings: Endings
  readonly placeEndings: Endings
  readonly votes: LanguageVotes
}

export class NameWords {
  readonly #sources: WordSources
  readonly #numbers: FeatureNumbers
  readonly #facts: WordFacts<NameWord>
  readonly #numberWords: readonly NameWord[]
  readonly #lineBreak: NameWord
  readonly #edge: NameWord

  constructor(sources: WordSources, numbers: FeatureNumbers) {
    this.#sources = sources
    this.#numbers = numbers
    this.#facts = new WordFacts((word) => this.#know(word))
    this.#numberWords = [1, 2, 3, 4, 5].map((digits) => this.#unspoken('number', [`digits=${digits}`]))
    this.#lineBreak = this.#unspoken('line break', [])
    this.#edge = this.#unspoken('edge', [])
  }

  /** Token `index` of a text; outside of the text, the token for its edge. */
  at(text: ScannedText, index: number): NameWord {
    const { count, kind, word, table, start, end } = text.tokens
    if (index < 0 || index >= count) return this.#edge
    if (kind[index] === TokenKind.newline) return this.#lineBreak
    if (kind[index] === TokenKind.number) return this.#numberWords[Math.min(5, end[index]! - start[index]!) - 1]!
    const number = word[index]!
    return number >= 0 ? this.#facts.numbered(table, number) : this.#facts.of(text.word(index))
  }

  of(word: Word): NameWord {
    return this.#facts.of(word)
  }

  /** The scores that a word adds at each of PLACES. */
  scoresOf(word: NameWord, weights: NameWeights): Int32Array {
    if (word.scores !== null) return word.scores
    const scores = new Int32Array(PLACES.length * LABELS)
    for (const [place, features] of word.features.entries())
      for (const feature of features) weights.addTo(scores, place * LABELS, feature)
    word.scores = scores
    return scores
  }

  #unspoken(kind: (typeof CLASS_NAMES)[number], more: readonly string[]): NameWord {
    const spelt = [`class=${kind}`, ...more]
    return this.#wordOf('', '', Casing.small, classOf(kind), 0, NO_LEVELS, -1, 0, spelt, spelt)
  }

  #wordOf(
    raw: string,
    folded: string,
    casing: number,
    kind: number,
    roles: number,
    levels: Levels,
    spoken: number,
    commonIn: number,
    here: readonly string[],
    beside: readonly string[],
  ): NameWord {
    const asToken = here.map((feature) => this.#numbers.numbersOf(feature))
    const asNeighbour = beside.map((feature) => this.#numbers.numbersOf(feature))
    const features = PLACES.map((_, place) => numbered(place === HERE ? asToken : asNeighbour, place))
    const people = peopleOf(levels)
    const own = raw === '' ? null : this.#numbers.numbersOf(`word=${folded}`)
    const before = own === null ? -1 : own[HERE - 1]!
    const behind = own === null ? -1 : own[HERE + 1]!
    return {
      raw,
      folded,
      casing,
      kind,
      roles,
      levels,
      people,
      spoken,
      commonIn,
      features,
      before,
      behind,
      placeWords: casing === Casing.small ? 1 : this.#sources.places.mostWords(folded),
      ...otherForms(raw, casing),
      scores: null,
    }
  }

  #know({ raw, folded }: Word): NameWord {
    if (!/^[\p{L}\p{M}]/u.test(raw)) {
      const isCode = /^\d/.test(raw)
      const kind = isCode ? classOf('code') : classOfSign(raw)
      const spelt = [`class=${CLASS_NAMES[kind]}`, ...(isCode ? [] : [`word=${raw}`])]
      return this.#wordOf(raw, folded, Casing.small, kind, 0, NO_LEVELS, -1, 0, spelt, spelt)
    }
    const name = withoutNamePrefix(raw)
    return name === null ? this.#knowLetters(raw, folded, false) : this.#knowLetters(name, fold(name), true)
  }

  #knowLetters(raw: string, folded: string, isPrefixed: boolean): NameWord {
    const { names, roles: rolesOf, votes } = this.#sources
    const place = names.find(folded)
    const own = names.at(place, null)
    const stem = own.given + own.family === 0 ? this.#stemOf(folded) : NO_LEVELS
    const levels = own.code === 0 ? stem : own
    const casing = casingOf(raw)
    const roles = rolesOf.get(folded) ?? (own.given + own.family === 0 ? this.#carrierOf(folded) : 0)
    const commonIn = votes.common.get(folded) ?? 0
    const kind = classOfWord(casing, roles, levels, commonIn > 0, folded.length)
    const known = { raw, folded, casing, kind, roles, levels: own, stem, commonIn, isPrefixed }
    const spoken = place >= 0 && names.depends(place) ? place : -1
    const here = hereFeatures(known, casing === Casing.small ? null : this.placeOf(folded))
    return this.#wordOf(raw, folded, casing, kind, roles, levels, spoken, commonIn, here, besideFeatures(known))
  }

  /** The levels, one down, of the name that a word is likely inflected from or that it is in Latin letters. */
  #stemOf(folded: string): Levels {
    const { names, endings } = this.#sources
    const inLatin = latin(folded)
    if (inLatin !== null) {
      const { given, family } = names.of(inLatin)
      if (given + family > 0) return levelsOf(Math.max(0, given - 1), Math.max(0, family - 1), 0, 0)
    }
    for (const stem of stemsOf(folded, endings, LEAST_STEM)) {
      const { given, family, proper } = names.of(stem)
      if (Math.max(given, family) >= 4) return levelsOf(Math.max(0, given - 1), Math.max(0, family - 1), 0, proper)
    }
    return NO_LEVELS
  }

  /** Roles of the word for a thing with a name that a word is inflected from or ends with: "gimnazijos", "barnsjukhus". */
  #carrierOf(folded: string): number {
    const { roles, endings } = this.#sources
    for (const stem of stemsOf(folded, endings, LEAST_CARRIER)) {
      const found = (roles.get(stem) ?? 0) & CARRIER
      if (found !== 0) return found
    }
    for (let at = LEAST_BEFORE_CARRIER; at <= folded.length - LEAST_CARRIER; at++) {
      const found = (roles.get(folded.slice(at)) ?? 0) & CARRIER
      if (found !== 0) return found
    }
    return 0
  }

  /** The kind of place that a word names, as written or without the ending of a case; null where it names none. */
  placeOf(folded: string): string | null {
    const { places, placeEndings } = this.#sources
    const own = places.get(folded)
    if (own !== null) return PLACE_RANKS[rankOf(own)]!
    for (let cut = LONGEST_ENDING; cut >= 1; cut--) {
      if (folded.length - cut < LEAST_STEM - 1) continue
      for (const tail of placeEndings.get(folded.slice(folded.length - cut)) ?? []) {
        const stem = folded.slice(0, folded.length - cut) + tail
        const found = stem.length < LEAST_STEM ? null : places.get(stem)
        if (found !== null && isLarge(found)) return `${PLACE_RANKS[rankOf(found)]} inflected`
      }
    }
    return null
  }

  /** The rank (PLACE_RANKS) of the place whose name of several words begins at a token, and its number of tokens; null if none does. */
  placeFrom(text: ScannedText, index: number): { rank: number; tokens: number } | null {
    const first = this.at(text, index)
    if (first.placeWords < 2 || index + 1 >= text.tokens.count) return null
    const { places } = this.#sources
    if (!places.mayOpen(first.folded, text.folded(index + 1))) return null
    let name = first.folded
    let found: { rank: number; tokens: number } | null = null
    for (let tokens = 2; tokens <= first.placeWords && index + tokens <= text.tokens.count; tokens++) {
      if (text.tokens.kind[index + tokens - 1]! > TokenKind.upper) break
      name += ` ${text.folded(index + tokens - 1)}`
      const place = places.get(name)
      if (place !== null) found = { rank: rankOf(place), tokens }
    }
    return found
  }

  /** The level of a word as an ordinary one in the languages of a text; their own level where it does not depend on them. */
  spokenLevel(word: NameWord, languages: Uint8Array | null): number {
    return word.spoken < 0 ? word.levels.word : this.#sources.names.at(word.spoken, languages).word
  }
}

/** The features that have weights at a place. */
function numbered(features: readonly ArrayLike<number>[], place: number): Int32Array {
  let count = 0
  for (const numbers of features) if (numbers[place]! >= 0) count++
  const found = new Int32Array(count)
  for (const numbers of features) if (numbers[place]! >= 0) found[--count] = numbers[place]!
  return found.reverse()
}

/** Possible stems of a word without the ending of a case, shorter endings first; `least` letters at least. */
function* stemsOf(folded: string, endings: Endings, least: number): Generator<string> {
  for (let cut = 1; cut <= LONGEST_ENDING && folded.length - cut >= least - 1; cut++)
    for (const tail of endings.get(folded.slice(folded.length - cut)) ?? []) {
      const stem = folded.slice(0, folded.length - cut) + tail
      if (stem.length >= least) yield stem
    }
}

/** Size of a place: floor of log10 of its population, or a country. */
export const PLACE_RANKS = ['10^3', '10^4', '10^5', '10^6', 'country'] as const

/** Least log10 of the population of a town whose inflected names are searched. */
const LARGE_TOWN = 4

const isLarge = ({ entries }: Place): boolean => entries[0]!.kind === 'k' || entries[0]!.size >= LARGE_TOWN

function rankOf({ entries }: Place): number {
  const { kind, size } = entries[0]!
  return kind === 'k' ? PLACE_RANKS.length - 1 : Math.max(0, Math.min(PLACE_RANKS.length - 2, size - LARGE_TOWN + 1))
}

function otherForms(raw: string, casing: number): { small: Word | null; capital: Word | null } {
  if (casing === Casing.small || casing === Casing.initial) return { small: null, capital: null }
  const capital = raw[0]! + raw.slice(1).toLowerCase()
  return { small: wordOf(raw.toLowerCase()), capital: capital === raw ? null : wordOf(capital) }
}

/** The name in a word that begins with a prefix which languages write together with names; null for other words. */
export function withoutNamePrefix(raw: string): string | null {
  if (!CAPITAL_INSIDE.test(raw) && !/^\p{Lu}{2}\p{Ll}/u.test(raw)) return null
  const [, prefix, name] = PREFIXED.exec(raw) ?? []
  return prefix !== undefined && inflection().prefix(prefix.toLowerCase(), null) !== null ? name! : null
}

function casingOf(raw: string): number {
  if (!CAPITAL.test(raw)) return CAPITAL_INSIDE.test(raw) ? Casing.camel : Casing.small
  if (raw.length === 1) return Casing.initial
  if (raw === raw.toUpperCase() && raw !== raw.toLowerCase()) return Casing.upper
  return CAPITAL_INSIDE.test(raw) ? Casing.camel : Casing.capital
}

interface Known {
  readonly raw: string
  readonly folded: string
  readonly casing: number
  readonly kind: number
  readonly roles: number
  readonly levels: Levels
  readonly stem: Levels
  readonly commonIn: number
  readonly isPrefixed: boolean
}

function hereFeatures(known: Known, place: string | null): string[] {
  const { folded, casing, roles, levels, stem, commonIn } = known
  const { given, family, word, proper } = levels
  const written = CASING_NAMES[casing]!
  const features = [`any`, `class=${CLASS_NAMES[known.kind]}`, `case=${written}`, `word=${folded}`]
  features.push(
    `levels=${given}${family}${word}${proper}`,
    `given=${given} word=${word}`,
    `family=${family} word=${word}`,
  )
  features.push(
    `given=${given} family=${family}`,
    `proper=${proper} people=${peopleOf(levels)}`,
    `case=${written} people=${peopleOf(levels)}`,
  )
  for (const ending of [2, 3, 4]) if (folded.length > ending) features.push(`ends=${folded.slice(-ending)}`)
  for (const beginning of [2, 3, 4])
    if (folded.length > beginning) features.push(`begins=${folded.slice(0, beginning)}`)
  if (levels.code === 0) {
    features.push(
      `unknown case=${written}`,
      `unknown length=${Math.min(folded.length, 12)}`,
      `unknown ends=${folded.slice(-3)}`,
    )
    features.push(`unknown ends=${folded.slice(-2)}`, `stem=${stem.given}${stem.family}${stem.proper}`)
  } else if (stem.code !== 0) features.push(`also stem=${stem.given}${stem.family}`)
  if (place !== null) features.push(`place=${place}`, `place=${place} people=${peopleOf(levels)}`)
  if (commonIn > 0) features.push(`common case=${written}`)
  if (known.isPrefixed) features.push('prefixed', `prefixed people=${peopleOf(levels)}`)
  for (const role of namesOfRoles(roles)) features.push(`role=${role}`, `role=${role} case=${written}`)
  for (const [script, pattern] of SCRIPTS) if (pattern.test(known.raw)) features.push(`script=${script}`)
  return features
}

function besideFeatures(known: Known): string[] {
  const { folded, casing, roles, levels } = known
  const written = CASING_NAMES[casing]!
  const features = [`class=${CLASS_NAMES[known.kind]}`, `word=${folded}`, `case=${written} people=${peopleOf(levels)}`]
  if (folded.length > 4) features.push(`case=${written} ends=${folded.slice(-3)}`)
  for (const role of namesOfRoles(roles)) features.push(`role=${role}`)
  return features
}

function namesOfRoles(roles: number): string[] {
  if (roles === 0) return []
  return ROLE_NAMES.filter((_, bit) => (roles & (1 << bit)) !== 0)
}
