// The words that a personal name can be made of: runs of capitalised words, apostrophes and hyphens joined, with what the
// lexicon and the word lists say about each. Knows spelling, not context.
import type { Levels, WordLevels } from '../../packs/word-levels.ts'
import { latin } from '../../text/latin.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { CommonWords } from './name-language.ts'
import { Role, type RolesByEnding, type RoleTable } from './name-roles.ts'

/** Case ending, folded -> what may have stood in its place in the nominative. */
export type Endings = ReadonlyMap<string, readonly string[]>

export interface NameWord {
  /** First token and the token after the last. */
  readonly first: number
  readonly next: number
  /** View indexes. */
  readonly start: number
  readonly end: number
  readonly folded: string
  readonly levels: Levels
  readonly roles: number
  readonly isUpper: boolean
  /** One letter, with or without its full stop. */
  readonly isInitial: boolean
  readonly isParticle: boolean
  /** It ends as family names do and ordinary words rarely. */
  readonly shaped: boolean
}

const LONGEST_RUN = 10
const APOSTROPHE = /^['\u2019\u02bc`]$/
const ELIDED = /^(?:d|dell|dall)$/
const NONE: Levels = { given: 0, family: 0, word: 0, proper: 0 }

/** Whether only blanks, three at most and no tab, stand between two view indexes. */
function isBlank(text: string, from: number, to: number): boolean {
  if (to - from > 3 || to <= from) return false
  for (let i = from; i < to; i++) if (text.charCodeAt(i) !== 32) return false
  return true
}

export class NameWords {
  readonly #text: ScannedText
  readonly #lexicon: WordLevels
  readonly #roles: RoleTable
  readonly #languages: ReadonlySet<number> | null
  readonly #endings: Endings
  readonly #byEnding: RolesByEnding

  constructor(
    text: ScannedText,
    lexicon: WordLevels,
    roles: RoleTable,
    languages: ReadonlySet<number> | null,
    endings: Endings,
    byEnding: RolesByEnding,
  ) {
    this.#text = text
    this.#lexicon = lexicon
    this.#roles = roles
    this.#languages = languages
    this.#endings = endings
    this.#byEnding = byEnding
  }

  /** A lower-case token as a word. */
  lower(index: number): NameWord {
    const { start, end } = this.#text.tokens
    const folded = this.#text.folded(index)
    return {
      first: index,
      next: index + 1,
      start: start[index]!,
      end: end[index]!,
      folded,
      levels: this.levels(folded),
      roles: 0,
      isUpper: false,
      isInitial: false,
      isParticle: false,
      shaped: isSurnameShaped(folded),
    }
  }

  /** Whether a word is one of the commonest of the text's languages, or of any while they are unknown. */
  isCommon(folded: string, common: CommonWords): boolean {
    const keys = common.get(folded)
    if (keys === undefined) return false
    const languages = this.#languages
    return languages === null || keys.some((key) => languages.has(key))
  }

  roles(folded: string): number {
    // In lower case a plant is a plant or a name in a chat; only capitals raise the question which.
    return (this.#roles.get(folded) ?? 0) & ~Role.plant
  }

  /** Levels of a folded word; when it is unknown, of the form it is likely inflected from, one level down. */
  levels(folded: string): Levels {
    const known = this.#lexicon.of(folded, this.#languages)
    if (known.given + known.family + known.word + known.proper > 0) return known
    const inflected = this.#inflected(folded)
    if (inflected !== null) return inflected
    const plain = latin(folded)
    if (plain === null) return NONE
    // The lists hold most Greek and Bulgarian names in Latin letters; ordinary words of those letters are not theirs.
    const { given, family } = this.#lexicon.of(plain)
    return given + family > 0
      ? { given: Math.max(0, given - 1), family: Math.max(0, family - 1), word: 0, proper: 0 }
      : NONE
  }

  /**
   * Case endings of the inflecting languages (Slavic, Baltic, Finnic, Hungarian) and the German and Nordic genitive.
   * A stem counts only when it is a plain name: no ordinary word, at least four letters.
   */
  #inflected(folded: string): Levels | null {
    for (let cut = 1; cut <= 3 && folded.length - cut >= 3; cut++) {
      const ending = folded.slice(folded.length - cut)
      const stems = this.#endings.get(ending)
      if (stems === undefined) continue
      for (const tail of stems) {
        const stem = folded.slice(0, folded.length - cut) + tail
        if (stem.length < 4) continue
        const levels = this.#lexicon.of(stem, this.#languages)
        if ((levels.given >= 4 || levels.family >= 4) && levels.word < 3 && levels.proper < 3) {
          return {
            given: Math.max(0, levels.given - 1),
            family: Math.max(0, levels.family - 1),
            word: levels.word,
            proper: levels.proper,
          }
        }
      }
    }
    return null
  }

  /** The run of words that begins at token `at`, which is capitalised. */
  run(at: number): NameWord[] {
    const { text, tokens } = this.#text
    const words: NameWord[] = []
    let index = at
    while (index < tokens.count && words.length < LONGEST_RUN) {
      const kind = tokens.kind[index]!
      let word: NameWord | null = null
      if (kind === TokenKind.capital || kind === TokenKind.upper) {
        // "Tilman Graf Schwerin": a title of nobility inside a name, not before one.
        const isNamed = words.length > 0 && words[words.length - 1]!.levels.given >= 3
        word = this.#word(index, words.length > 0, isNamed)
      } else if (words.length > 0) {
        if (kind === TokenKind.lower && this.#isElided(index)) word = this.#elided(index)
        else if (kind === TokenKind.lower && this.#leadsOn(index)) word = this.#particle(index)
        else if (this.#isThe(index) && this.#leadsOn(index)) word = this.#particle(index, index + 2)
      }
      if (word === null) break
      words.push(word)
      index = word.next
      if (index >= tokens.count) break
      if (this.#isDoubled(word.end, index)) index++
      else if (!isBlank(text, word.end, tokens.start[index]!) && !this.#isNextInitial(word, index)) break
    }
    while (words.length > 0 && words[words.length - 1]!.isParticle) words.pop()
    return words
  }

  /** A lower-case word inside a name: a particle, with a capital within three words. */
  #leadsOn(index: number): boolean {
    const { text, tokens } = this.#text
    for (let i = index; i < index + 4 && i < tokens.count; i++) {
      const kind = tokens.kind[i]!
      if (i > index && !isBlank(text, tokens.end[i - 1]!, tokens.start[i]!)) {
        return false
      }
      if (this.#isThe(i)) {
        i++
        continue
      }
      if (kind === TokenKind.capital || kind === TokenKind.upper) {
        // "Ortega y Gasset" is one person, "Ana y Juan" are two.
        if (i === index + 1 && this.#text.folded(index) === 'y') {
          const levels = this.levels(this.#text.folded(i))
          return levels.family > levels.given || levels.given === 0
        }
        return true
      }
      if (kind !== TokenKind.lower || (this.roles(this.#text.folded(i)) & Role.particle) === 0) return false
    }
    return false
  }

  /** "van 't Hoff": the Dutch article without its vowel. */
  #isThe(index: number): boolean {
    const { text, tokens } = this.#text
    return (
      index + 1 < tokens.count &&
      tokens.kind[index] === TokenKind.sign &&
      APOSTROPHE.test(text.slice(tokens.start[index]!, tokens.end[index]!)) &&
      tokens.start[index + 1] === tokens.end[index] &&
      text.slice(tokens.start[index + 1]!, tokens.end[index + 1]!) === 't'
    )
  }

  /** "Hoff-de Bruijn": a hyphen between two family names of which the second has a particle. */
  #isDoubled(end: number, index: number): boolean {
    const { text, tokens } = this.#text
    return (
      text[end] === '-' &&
      tokens.start[index] === end &&
      tokens.start[index + 1] === end + 1 &&
      tokens.kind[index + 1] === TokenKind.lower &&
      (this.roles(this.#text.folded(index + 1)) & Role.particle) !== 0 &&
      this.#leadsOn(index + 1)
    )
  }

  /** "H.J.M. van der Wal": initials without blanks. */
  #isNextInitial(word: NameWord, index: number): boolean {
    const { text, tokens } = this.#text
    const kind = tokens.kind[index]
    return (
      word.isInitial &&
      tokens.start[index] === word.end &&
      text[word.end - 1] === '.' &&
      (kind === TokenKind.capital || kind === TokenKind.upper)
    )
  }

  /** "d'Aubigny", "dell'Acqua": a small particle tied to a capital by its apostrophe. */
  #isElided(index: number): boolean {
    const { text, tokens } = this.#text
    const next = tokens.kind[index + 2]
    return (
      index + 2 < tokens.count &&
      ELIDED.test(this.#text.folded(index)) &&
      tokens.start[index + 2] === tokens.end[index]! + 1 &&
      APOSTROPHE.test(text[tokens.end[index]!]!) &&
      (next === TokenKind.capital || next === TokenKind.upper)
    )
  }

  #elided(index: number): NameWord {
    const rest = this.#word(index + 2, true)
    const folded = this.#text.folded(index) + rest.folded
    const whole = this.levels(folded)
    const { given, family, word, proper } = rest.levels
    // What "d'" stands before is a family name or a place, never a given name.
    const levels = whole.family > 0 ? whole : { given: 0, family: Math.max(family, given - 2), word, proper }
    return { ...rest, first: index, start: this.#text.tokens.start[index]!, folded, levels, shaped: true }
  }

  #particle(index: number, next = index + 1): NameWord {
    const { tokens } = this.#text
    const folded = this.#text.folded(index)
    return {
      first: index,
      next,
      start: tokens.start[index]!,
      end: tokens.end[next - 1]!,
      folded,
      levels: NONE,
      roles: this.roles(folded),
      isUpper: false,
      isInitial: false,
      isParticle: true,
      shaped: false,
    }
  }

  /** One word: letters joined by apostrophes (O'Neill, Ng'ang'a, d'Angelo) and hyphens (Jean-Luc), or an initial with its stop. */
  #word(at: number, inside: boolean, isNamed = false): NameWord {
    const { text, tokens } = this.#text
    const kinds = tokens.kind
    let next = at + 1
    let end = tokens.end[at]!
    let folded = this.#text.folded(at)
    let isUpper = kinds[at] === TokenKind.upper
    const length = end - tokens.start[at]!
    const signAfter =
      next < tokens.count && tokens.start[next] === end && kinds[next] === TokenKind.sign ? text[end]! : ''
    // "Laurine Van den Abbeele": a particle with a capital.
    if (
      inside &&
      (kinds[at] === TokenKind.capital || length > 1) &&
      (isNamed || (this.roles(folded) & Role.title) === 0) &&
      (this.roles(folded) & Role.particle) !== 0 &&
      this.#leadsOn(at + 1)
    ) {
      return {
        ...this.#particle(at),
        roles: this.roles(folded) & ~(Role.title | Role.label | Role.organisation | Role.street),
      }
    }
    if (length === 1 && signAfter === '.') {
      return this.#made(at, next + 1, end + 1, folded, NONE, isUpper, true)
    }
    let best: Levels | null = null
    let pieces = 1
    while (
      next + 1 < tokens.count &&
      tokens.start[next] === end &&
      tokens.start[next + 1] === tokens.end[next] &&
      pieces < 4
    ) {
      const sign = text.slice(tokens.start[next]!, tokens.end[next]!)
      const kind = kinds[next + 1]!
      const part = this.#text.folded(next + 1)
      if (APOSTROPHE.test(sign)) {
        if (kind !== TokenKind.capital && kind !== TokenKind.upper && kind !== TokenKind.lower) break
        // The possessive is not part of the name.
        if (part === 's' || part === 'ssa' || part === 'in' || part === 'n') break
        if (kind === TokenKind.lower && part.length > 4) break
        folded += part
      } else if (sign === '-' || sign === '\u2013') {
        if (kind !== TokenKind.capital && kind !== TokenKind.upper) break
        best = stronger(best ?? this.levels(folded), this.levels(part))
        folded += `-${part}`
      } else break
      if (kind !== TokenKind.upper) isUpper = false
      end = tokens.end[next + 1]!
      next += 2
      pieces++
    }
    return this.#made(at, next, end, folded, best ?? this.levels(folded), isUpper, length === 1 && pieces === 1)
  }

  #made(
    first: number,
    next: number,
    end: number,
    folded: string,
    levels: Levels,
    isUpper: boolean,
    isInitial: boolean,
  ): NameWord {
    return {
      first,
      next,
      start: this.#text.tokens.start[first]!,
      end,
      folded,
      levels,
      roles:
        (this.#roles.get(folded) ?? 0) |
        (levels.given < 3 && levels.family < 3 ? this.#byEnding(folded) : 0) |
        (isCamel(this.#text.text.slice(this.#text.tokens.start[first]!, end)) ? Role.notName : 0),
      isUpper,
      isInitial,
      isParticle: false,
      shaped: isSurnameShaped(folded),
    }
  }
}

/** Endings that family names have and ordinary words rarely; folded. Patronymics of Iceland and the Slavic languages among them. */
const SURNAME_ENDING =
  /(?:ov|ova|ev|eva|ovic|evic|ovich|evich|ic|ski|ska|sky|cki|cka|wicz|czyk|enko|chuk|escu|eanu|sson|ssen|sen|dottir|son|nen|lainen|opoulos|opoulou|poulos|poulou|idis|idou|iadis|akis|aki|ellis|elli|ian|yan|vili|dze|berg|stein|mann|auskas|auskiene|iene|aite|ute|yte|kova|skis|ins|sz|ez|ov\u0430|\u043e\u0432|\u043e\u0432\u0430|\u0435\u0432|\u0435\u0432\u0430|\u0441\u043a\u0438|\u0441\u043a\u0430|\u03b9\u03b4\u03b7\u03c2|\u03b9\u03b4\u03bf\u03c5|\u03bf\u03c0\u03bf\u03c5\u03bb\u03bf\u03c2|\u03bf\u03c0\u03bf\u03c5\u03bb\u03bf\u03c5|\u03b1\u03ba\u03b7\u03c2|\u03b1\u03ba\u03b7)$/u
const LEAST_SURNAME = 5

function isSurnameShaped(folded: string): boolean {
  return folded.length >= LEAST_SURNAME && SURNAME_ENDING.test(folded)
}

/** EliteBook, NºCol: a capital inside a word that no name prefix explains. */
function isCamel(word: string): boolean {
  return (
    /[\u00aa\u00ba]|\p{Ll}\p{Lu}/u.test(word) &&
    !/^(?:M[a\u2019']?c|De|Di|Da|Du|Le|La|Van|Von|Fitz|El|Al|Mac|O|Ng|St|Ab|Ap)\p{Lu}/u.test(word)
  )
}

/** A double name is as much a name as its better half and as much a word as its lesser one. */
function stronger(a: Levels, b: Levels): Levels {
  return {
    given: Math.max(a.given, b.given),
    family: Math.max(a.family, b.family),
    word: Math.min(a.word, b.word),
    proper: Math.min(a.proper, b.proper),
  }
}
