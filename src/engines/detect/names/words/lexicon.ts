// What names know of each distinct word, worked out once for the process: its roles, the languages in which it is common, what
// the lexicon says of it and how it is spelt. A text's words are then looked up, not looked into.
import type { Gazetteer } from '../../../../packs/gazetteer.ts'
import { type Languages, Level, type Levels, levelsOf, type WordLevels } from '../../../../packs/word-levels.ts'
import { hashOf } from '../../../../text/hash.ts'
import { latin } from '../../../../text/latin.ts'
import type { ScannedText } from '../../../../text/scanned.ts'
import { WordBits } from '../../../../text/word-bits.ts'
import { type Word, WordFacts, wordOf } from '../../../../text/words.ts'
import type { LegalForms } from '../around/company-ahead.ts'
import { BARRIER, isBarrierAs } from './barrier.ts'
import type { LanguageVotes } from './language.ts'
import { isPlainAs } from './odds.ts'
import { type NameLists, Role, Small } from './roles.ts'
import type { Spelling } from './spelling.ts'

/** Case ending, folded -> what may have stood in its place in the nominative. */
export type Endings = ReadonlyMap<string, readonly string[]>

export const NO_LEVELS: Levels = levelsOf(0, 0, 0, 0)
const LONGEST_ENDING = 5
const LEAST_STEM = 4
/** English writes its words without marks. */
const IS_ASCII = /^[a-z]+$/i
/** Letters that a word and its case forms begin with at least; a stem has one more. */
const HEAD = LEAST_STEM - 1

/** What names ask of every word, one number each: the bits of its roles, and these. */
export const WordBit = {
  /** It is one of the small words; see Small. */
  small: 1 << 19,
  /** Capitalised and alone an ordinary word, whatever the language: only a label makes a name of it. */
  plain: 1 << 20,
  /** Capitalised and alone a word that ends names, whatever the language; when it is plain too, nobody is addressed by it. */
  closed: 1 << 21,
  /** Small.opensForm. */
  opensForm: 1 << 22,
} as const
/** The bits of a word that are its roles. */
export const ROLES = WordBit.small - 1
/** From this bit on stands which languages the word votes for: 0, the number of a group, or OTHER_VOTES. */
export const VOTES = 23
/** The word itself must be asked: its letters tell a language, or its group has a greater number. */
export const OTHER_VOTES = 0xff

/** One word, as far as names care. */
export interface KnownWord {
  readonly raw: string
  readonly folded: string
  /** Bits of Role. */
  readonly roles: number
  /** Bits of Small. */
  readonly small: number
  /** The group of languages in which the word is common; 0 for most words. */
  readonly commonIn: number
  /** Letters that tell the language; see LanguageVotes.lettersOf. */
  readonly letters: number
  /** One of 32 bits by its first letters, which its case forms have too; 0 where it has fewer. */
  readonly head: number
  /** What only a word that may be a name is asked for; read on first use. */
  lexical: Lexical | null
}

/** What the letters of a word say. */
export interface Lexical {
  /** Where the lexicon has the word; -1 when it does not. */
  readonly place: number
  /** Where it has the names that the word may be inflected from. */
  readonly stems: readonly number[]
  /** What the word says when it is spelt in Latin letters. */
  readonly inLatin: Levels
  /** Roles by the last part of a compound. */
  readonly endingRoles: number
  /** It ends as family names do and ordinary words rarely. */
  readonly isShaped: boolean
  /** A capital inside, as in the names of products. */
  readonly isCamel: boolean
  /** A place is called so. */
  readonly isPlace: boolean
  /** The levels do not depend on the languages of the text. */
  readonly isFixed: boolean
  /** The last answer, the roles that a capitalised word of one token has by it, and what it was asked under: a text asks again and again under the same. */
  levels: Levels
  capitalRoles: number
  under: Languages | null | undefined
}

export class NameLexicon {
  /** What names ask of every word of a text; see WordBit. */
  readonly bits: WordBits
  readonly spelling: Spelling
  readonly #names: WordLevels
  readonly #places: Gazetteer
  readonly #lists: NameLists
  readonly #forms: LegalForms
  readonly #endings: Endings
  /** Endings of ordinary words. */
  readonly #wordEndings: Endings
  readonly #votes: LanguageVotes
  readonly #words: WordFacts<KnownWord>
  /** Words joined of several tokens, by their folded form. */
  readonly #joined: WordFacts<KnownWord>

  constructor(
    names: WordLevels,
    places: Gazetteer,
    lists: NameLists,
    forms: LegalForms,
    endings: Endings,
    wordEndings: Endings,
    votes: LanguageVotes,
  ) {
    this.#names = names
    this.#places = places
    this.#lists = lists
    this.#forms = forms
    this.#endings = endings
    this.#wordEndings = wordEndings
    this.#votes = votes
    this.spelling = lists.spelling
    this.#words = new WordFacts(({ raw, folded }) => this.#know(raw, folded))
    this.bits = new WordBits((word) => this.#bitsOf(word))
    this.#joined = new WordFacts(({ raw }) => this.#know(raw, raw))
  }

  #know(raw: string, folded: string): KnownWord {
    const roles = this.#lists.roles.get(folded) ?? 0
    const small = (this.#lists.small.get(folded) ?? 0) | (this.#forms.mayOpen(raw) ? Small.opensForm : 0)
    const commonIn = this.#votes.common.get(folded) ?? 0
    return {
      raw,
      folded,
      roles,
      small,
      commonIn,
      letters: this.#votes.lettersOf(raw),
      head: headOf(folded),
      lexical: null,
    }
  }

  #bitsOf(word: Word): number {
    const known = this.of(word)
    const { roles, small, commonIn, letters, raw } = known
    let bits = roles
    if (small !== 0) bits |= WordBit.small
    if ((small & Small.opensForm) !== 0) bits |= WordBit.opensForm
    if (letters !== 0) bits |= OTHER_VOTES << VOTES
    // Words with a capital have no vote, but may be names.
    if (raw[0] !== raw[0]!.toLowerCase()) return bits | this.#verdict(known)
    return bits | (Math.min(commonIn, OTHER_VOTES) << VOTES)
  }

  /** What a capitalised word is by itself, when that holds in every language. */
  #verdict(known: KnownWord): number {
    if (known.raw.length === 1) return 0
    const { isFixed, levels, capitalRoles: roles } = this.lexical(known)
    if (!isFixed) return (known.roles & BARRIER) !== 0 ? WordBit.closed : 0
    if (isBarrierAs(roles, levels)) return isAddressable(levels) ? WordBit.closed : WordBit.closed | WordBit.plain
    return roles === 0 && isPlainAs(levels) ? WordBit.plain : 0
  }

  /** What names know of token `index` of a text. */
  at(text: ScannedText, index: number): KnownWord {
    const { word, table, count } = text.tokens
    const number = index >= 0 && index < count ? word[index]! : -1
    return number >= 0 ? this.#words.numbered(table, number) : this.of(text.word(index))
  }

  of(word: Word): KnownWord {
    return this.#words.of(word)
  }

  /** Whether a word of one or two letters is a verb in one of these languages, or in any while they are unknown. */
  isShortVerb({ raw }: KnownWord, languages: Languages | null): boolean {
    const { shortVerbs } = this.#lists
    return languages === null ? shortVerbs.languagesOf(raw).length > 0 : shortVerbs.has(raw, languages)
  }

  /** A word that is written as several tokens, folded: "jean-luc", "oneill". */
  joined(folded: string): KnownWord {
    return this.#joined.of(wordOf(folded))
  }

  /** What its letters say of a word. */
  lexical(word: KnownWord): Lexical {
    word.lexical ??= this.#read(word)
    return word.lexical
  }

  #read({ raw, folded, roles }: KnownWord): Lexical {
    const names = this.#names
    const place = names.find(folded)
    // The lexicon speaks for itself, whatever the languages are.
    const isSure = place >= 0 && isName(names.at(place, null))
    const stems = isSure ? [] : this.#stems(folded)
    const dependsOn = [place, ...stems].filter((one) => one >= 0 && names.depends(one))
    const isFixed = dependsOn.length === 0
    const found: Lexical = {
      place,
      stems,
      inLatin: isSure && isPerson(names.at(place, null)) ? NO_LEVELS : this.#inLatin(folded),
      endingRoles: this.#lists.byEnding(folded),
      isShaped: this.spelling.isFamilyShaped(folded),
      isCamel: this.spelling.isCamel(raw),
      isPlace: this.#places.has(folded),
      isFixed,
      levels: NO_LEVELS,
      capitalRoles: 0,
      under: undefined,
    }
    if (isFixed) found.levels = this.#levels(found, null)
    if (found.levels.code === 0 && isFixed && place < 0 && IS_ASCII.test(raw)) found.levels = this.#derived(folded)
    if (isFixed) found.capitalRoles = capitalRoles(roles, found)
    return found
  }

  /** "Permitted", "Toasters": what no list has is an ordinary word where it is bent or derived from one that nobody is called. */
  #derived(folded: string): Levels {
    for (const stem of basesOf(folded, this.#wordEndings)) {
      const { given, family, word, proper } = this.#names.at(this.#names.find(stem), null)
      if (word >= Level.uncommon && given === 0 && family === 0) return levelsOf(0, 0, Level.rare, Math.min(proper, 1))
    }
    return NO_LEVELS
  }

  /**
   * Where the lexicon has what a word may be inflected from: case endings of the inflecting languages (Slavic, Baltic,
   * Finnic, Hungarian) and the German and Nordic genitive. A stem counts only when it is a plain name of four letters.
   */
  #stems(folded: string): readonly number[] {
    const found: number[] = []
    for (const stem of basesOf(folded, this.#endings)) {
      const place = this.#names.find(stem)
      const { given, family, proper } = this.#names.at(place, null)
      if ((given >= Level.known || family >= Level.known) && proper < Level.uncommon) found.push(place)
    }
    return found
  }

  /** The lists hold most Greek and Bulgarian names in Latin letters; ordinary words of those letters are not theirs. */
  #inLatin(folded: string): Levels {
    const plain = latin(folded)
    if (plain === null) return NO_LEVELS
    const { given, family } = this.#names.of(plain)
    return levelsOf(Math.max(0, given - 1), Math.max(0, family - 1), 0, 0)
  }

  /**
   * What its letters say of a word, with its levels under the languages of a text; when it is unknown, of the form it is likely
   * inflected from, one level down.
   */
  under(word: KnownWord, languages: Languages | null): Lexical {
    const known = this.lexical(word)
    if (known.isFixed || known.under === languages) return known
    known.levels = this.#levels(known, languages)
    known.capitalRoles = capitalRoles(word.roles, known)
    known.under = languages
    return known
  }

  #levels({ place, stems, inLatin }: Lexical, languages: Languages | null): Levels {
    const own = this.#names.at(place, languages)
    // Ивайло: the lists have the place alone in its own letters.
    const isPlaceOnly = !isPerson(own) && own.word === 0 && isPerson(inLatin)
    if (own.code !== 0) return isPlaceOnly ? levelsOf(inLatin.given, inLatin.family, 0, own.proper) : own
    for (const stem of stems) {
      const { given, family, word, proper } = this.#names.at(stem, languages)
      if (word < Level.uncommon) return levelsOf(Math.max(0, given - 1), Math.max(0, family - 1), word, proper)
    }
    return inLatin
  }

  /** Roles of a word of several tokens, `written` so. */
  joinedRoles(word: KnownWord, levels: Levels, written: string): number {
    const { endingRoles } = this.lexical(word)
    return rolesAs(word.roles, endingRoles, levels) | (this.spelling.isCamel(written) ? Role.notName : 0)
  }
}

/** Roles of a capitalised word of one token. */
function capitalRoles(roles: number, { endingRoles, levels, isCamel }: Lexical): number {
  return rolesAs(roles, endingRoles, levels) | (isCamel ? Role.notName : 0)
}

/** What the last part of a compound says counts unless the whole is a name. */
function rolesAs(roles: number, endingRoles: number, { given, family }: Levels): number {
  return roles | (given < Level.uncommon && family < Level.uncommon ? endingRoles : 0)
}

/** "Frau Graf", "Ciao Nino,": people may be addressed by a word that is another as well. */
export function isAddressable({ given, family }: Levels): boolean {
  return given >= Level.frequent || family >= Level.known
}

/** A bit by the first letters of a folded word. */
function headOf(folded: string): number {
  return folded.length < HEAD ? 0 : 1 << (hashOf(folded.slice(0, HEAD)) & 31)
}

/** Whether some level says something in every language. */
function isName({ given, family, proper }: Levels): boolean {
  return given + family + proper > 0
}

/** Whether some level says that people are called so. */
function isPerson({ given, family }: Levels): boolean {
  return given + family > 0
}

/** What a folded word may be inflected from, folded, of four letters or more; the shortest ending first. */
export function basesOf(folded: string, endings: Endings): readonly string[] {
  const found: string[] = []
  for (let cut = 1; cut <= LONGEST_ENDING && folded.length - cut >= HEAD; cut++) {
    for (const tail of endings.get(folded.slice(folded.length - cut)) ?? []) {
      const stem = folded.slice(0, folded.length - cut) + tail
      if (stem.length >= LEAST_STEM) found.push(stem)
    }
  }
  return found
}
