// The tokens of one text as words of names, each by itself: what the lexicon and the word lists say about it under the
// languages of the text. Knows spelling, not context; runs.ts puts words together.

import type { Languages, Levels } from '../../../../packs/word-levels.ts'
import type { ScannedText } from '../../../../text/scanned.ts'
import { FULL_STOP, isApostrophe, isHyphen } from '../../../../text/signs.ts'
import { TokenKind, type Tokens } from '../../../../text/tokens.ts'
import { isCapitalised } from '../../token-questions.ts'
import { type KnownWord, type Lexical, type NameLexicon, NO_LEVELS, ROLES, WordBit } from './lexicon.ts'
import { Form, formOf, type NameWord, nameWord } from './name-word.ts'
import { Role, Small } from './roles.ts'

const SOBER_ROLES = ROLES & ~Role.plant
/** Letters of a word that a full stop may make an abbreviation of a given name. */
const MOST_SHORTENED = 2

/** How a capitalised token goes on; see NameWords.ending. */
export const Ending = { tied: 0, alone: 1, abbreviated: 2 } as const

/** The words of one text. */
export class NameWords {
  readonly scanned: ScannedText
  readonly text: string
  readonly tokens: Tokens
  readonly lexicon: NameLexicon
  readonly languages: Languages | null
  /** Of each token; see WordBit. */
  readonly bits: Int32Array
  /** Of all tokens together. */
  readonly anyBits: number

  constructor(scanned: ScannedText, lexicon: NameLexicon, languages: Languages | null) {
    this.scanned = scanned
    this.text = scanned.text
    this.tokens = scanned.tokens
    this.lexicon = lexicon
    this.languages = languages
    const { each, any } = lexicon.bits.over(scanned)
    this.bits = each
    this.anyBits = any
  }

  /** What names know of token `index`. */
  known(index: number): KnownWord {
    return this.lexicon.at(this.scanned, index)
  }

  /** Roles of token `index`. In lower case a plant is a plant or a name in a chat; only capitals raise the question which. */
  roles(index: number): number {
    return this.bits[index]! & SOBER_ROLES
  }

  /** What token `index` does as a small word: bits of Small. */
  small(index: number): number {
    return (this.bits[index]! & WordBit.small) === 0 ? 0 : this.known(index).small
  }

  levels(index: number): Levels {
    return this.levelsOf(this.known(index))
  }

  levelsOf(known: KnownWord): Levels {
    return this.under(known).levels
  }

  /** What its letters say of a word in this text. */
  under(known: KnownWord): Lexical {
    return this.lexicon.under(known, this.languages)
  }

  /** A place is called as this word. */
  isPlace({ known }: NameWord): boolean {
    return this.lexicon.lexical(known).isPlace
  }

  /** Token `index` as a particle of a name, whatever its case: the "Van" of "heer Van Dijk". */
  particle(index: number): NameWord {
    return this.made(index, index + 1, this.known(index), NO_LEVELS, this.roles(index), Form.particle)
  }

  /** A lower-case token as a word. */
  lower(index: number): NameWord {
    const known = this.known(index)
    return this.made(index, index + 1, known, this.levelsOf(known), 0, this.shape(known))
  }

  /** The capitalised token `at` as a word of its own. */
  single(at: number, known: KnownWord, isUpper: boolean, isLetter: boolean): NameWord {
    const { levels, capitalRoles, isShaped } = this.under(known)
    const form = formOf(isUpper, isLetter) | (isShaped ? Form.shaped : 0)
    return this.made(at, at + 1, known, levels, capitalRoles, form)
  }

  /** Tokens first..next as one word; `form`: bits of Form. */
  made(first: number, next: number, known: KnownWord, levels: Levels, roles: number, form: number): NameWord {
    const { start, end } = this.tokens
    return nameWord(first, next, start[first]!, end[next - 1]!, known, levels, roles, form)
  }

  /** Form.shaped when the word ends as family names do. */
  shape(known: KnownWord): number {
    return this.lexicon.lexical(known).isShaped ? Form.shaped : 0
  }

  /** Whether nothing behind the capitalised token `index` joins it or goes on with its run, seen at one glance; see Ending. */
  ending(index: number): number {
    const { tokens } = this
    const next = index + 1
    if (next >= tokens.count) return Ending.alone
    const kind = tokens.kind[next]!
    if (isCapitalised(kind)) return Ending.tied
    if (kind === TokenKind.lower) {
      return (this.bits[next]! & Role.particle) === 0 && (this.small(next) & Small.elided) === 0
        ? Ending.alone
        : Ending.tied
    }
    if (kind !== TokenKind.sign) return Ending.alone
    const unit = tokens.units[tokens.start[next]!]!
    if (isApostrophe(unit) || isHyphen(unit)) return Ending.tied
    if (unit !== FULL_STOP) return Ending.alone
    // A full stop makes an initial of one letter, and of two now and then.
    const length = tokens.end[index]! - tokens.start[index]!
    if (length > MOST_SHORTENED) return Ending.alone
    return length === 1 ? Ending.tied : Ending.abbreviated
  }
}
