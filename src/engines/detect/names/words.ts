// The words that a personal name can be made of: runs of capitalised words, apostrophes and hyphens joined, with what the
// lexicon and the word lists say about each. Knows spelling, not context.

import { type Languages, type Levels, levelsOf } from '../../../packs/word-levels.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { unitOf } from '../../../text/unit-classes.ts'
import { type KnownWord, type NameLexicon, NO_LEVELS } from './lexicon.ts'
import { isPlainAs } from './odds.ts'
import { Role } from './roles.ts'
import { isApostrophe, isCapitalised, isHyphen } from './signs.ts'

export interface NameWord {
  /** First token and the token after the last. */
  readonly first: number
  readonly next: number
  /** View indexes. */
  readonly start: number
  readonly end: number
  readonly known: KnownWord
  readonly folded: string
  readonly levels: Levels
  /** Bits of Role. */
  readonly roles: number
  readonly isUpper: boolean
  /** One letter, with or without its full stop. */
  readonly isInitial: boolean
  readonly isParticle: boolean
  /** It ends as family names do and ordinary words rarely. */
  readonly isShaped: boolean
}

/** What a word is besides its letters; bits. */
const Form = { upper: 1, initial: 2, particle: 4, shaped: 8 } as const

const LONGEST_RUN = 10
const MOST_PIECES = 4
/** Small particles that an apostrophe ties to a name. */
const ELIDED: ReadonlySet<string> = new Set(['d', 'dell', 'dall'])
/** What stands behind the apostrophe of a possessive or a case ending: no part of the name. */
const POSSESSIVE: ReadonlySet<string> = new Set(['s', 'ssa', 'in', 'n'])
/** Two letters that stand for a given name: any in Cyrillic, else one sound of Hungarian, Czech or Croatian. */
const SHORTENED = /^(?:\p{Script=Cyrillic}{2}|Cs|Dz|Gy|Ly|Ny|Sz|Ty|Zs|Dž|Lj|Nj)$/u
const LINKING: ReadonlySet<string> = new Set(['in', 'op', 'uit', 'aan', 'onder'])
const ARTICLES: ReadonlySet<string> = new Set(['den', 'der'])
const STOP = 46
const HYPHEN = 45

/** Whether only blanks, three at most and no tab, stand between two view indexes. */
function isBlank(text: string, from: number, to: number): boolean {
  if (to - from > 3 || to <= from) return false
  for (let i = from; i < to; i++) if (text.charCodeAt(i) !== 32) return false
  return true
}

/** The words of one text. */
export class NameWords {
  readonly #text: ScannedText
  readonly #lexicon: NameLexicon
  readonly #languages: Languages | null

  constructor(text: ScannedText, lexicon: NameLexicon, languages: Languages | null) {
    this.#text = text
    this.#lexicon = lexicon
    this.#languages = languages
  }

  /** What names know of token `index`. */
  known(index: number): KnownWord {
    return this.#lexicon.of(this.#text.word(index))
  }

  /** Roles of token `index`. In lower case a plant is a plant or a name in a chat; only capitals raise the question which. */
  roles(index: number): number {
    return this.known(index).roles & ~Role.plant
  }

  levels(index: number): Levels {
    return this.#lexicon.levels(this.known(index), this.#languages)
  }

  /** A place is called as this word. */
  isPlace({ known }: NameWord): boolean {
    return this.#lexicon.lexical(known).isPlace
  }

  /** Token `index` as a particle of a name, whatever its case: the "Van" of "heer Van Dijk". */
  particle(index: number): NameWord {
    return this.#particle(index, index + 1)
  }

  /** A lower-case token as a word. */
  lower(index: number): NameWord {
    const { start, end } = this.#text.tokens
    const known = this.known(index)
    const form = this.#lexicon.lexical(known).isShaped ? Form.shaped : 0
    return nameWord(index, index + 1, start[index]!, end[index]!, known, this.levels(index), 0, form)
  }

  /** Whether the capitalised token `index` is a run of its own, of a word that no name is made of. Answers most words. */
  isPlainAlone(index: number): boolean {
    const known = this.known(index)
    if (known.roles !== 0) return false
    const levels = this.#lexicon.levels(known, this.#languages)
    return isPlainAs(levels) && this.#lexicon.capitalRoles(known, levels) === 0 && this.#isAlone(index)
  }

  /** Whether nothing behind the capitalised token `index` joins it or goes on with its run, seen at one glance. */
  #isAlone(index: number): boolean {
    const { text, tokens } = this.#text
    const next = index + 1
    if (next >= tokens.count) return true
    const kind = tokens.kind[next]!
    if (isCapitalised(kind)) return false
    if (kind === TokenKind.lower) {
      const { roles, folded } = this.known(next)
      return (roles & Role.particle) === 0 && !ELIDED.has(folded)
    }
    if (kind !== TokenKind.sign) return true
    const unit = text.charCodeAt(tokens.start[next]!)
    // A full stop makes an initial of one letter only.
    const isTied = unit === STOP && tokens.end[index]! - tokens.start[index]! === 1
    return !isTied && !isApostrophe(unit) && !isHyphen(unit)
  }

  /** The run of words that begins at token `at`, which is capitalised. */
  run(at: number): NameWord[] {
    const { text, tokens } = this.#text
    let word = this.#word(at, false, false)
    const words = [word]
    let index = word.next
    while (index < tokens.count && words.length < LONGEST_RUN) {
      if (this.#isDoubled(word.end, index)) index++
      else if (!isBlank(text, word.end, tokens.start[index]!) && !this.#isNextInitial(word, index)) break
      const next = this.#inRun(index, word)
      if (next === null) break
      words.push(next)
      index = next.next
      word = next
    }
    while (words.length > 0 && words[words.length - 1]!.isParticle) words.pop()
    return words
  }

  /** The word of a run that begins at token `index` behind `previous`, or null when the run ends before it. */
  #inRun(index: number, previous: NameWord): NameWord | null {
    const kind = this.#text.tokens.kind[index]!
    // "Tilman Graf Schwerin": a title of nobility inside a name, not before one.
    if (isCapitalised(kind)) return this.#word(index, true, previous.levels.given >= 3)
    if (kind === TokenKind.lower) {
      if (this.#isElided(index)) return this.#elided(index)
      if (this.#isLinked(index, previous)) return this.#particle(index, index + 1)
      return this.#leadsOn(index) ? this.#particle(index, index + 1) : null
    }
    return this.#isThe(index) && this.#leadsOn(index) ? this.#particle(index, index + 2) : null
  }

  /** A lower-case word inside a name: a particle, with a capital within three words. */
  #leadsOn(index: number): boolean {
    const { text, tokens } = this.#text
    for (let i = index; i < index + 4 && i < tokens.count; i++) {
      const kind = tokens.kind[i]!
      if (i > index && !isBlank(text, tokens.end[i - 1]!, tokens.start[i]!)) return false
      if (this.#isThe(i)) {
        i++
        continue
      }
      if (isCapitalised(kind)) {
        // "Ortega y Gasset" is one person, "Ana y Juan" are two.
        if (i === index + 1 && this.#text.folded(index) === 'y') {
          const { family, given } = this.levels(i)
          return family > given || given === 0
        }
        return true
      }
      if (kind !== TokenKind.lower || (this.roles(i) & Role.particle) === 0) return false
    }
    return false
  }

  /** "Pleun in 't Veld", "Roos op den Kamp": a preposition and an article of Dutch names behind a given name. */
  #isLinked(index: number, previous: NameWord): boolean {
    if (!LINKING.has(this.#text.folded(index)) || (previous.levels.given < 3 && !previous.isInitial)) return false
    const next = index + 1
    return (
      next < this.#text.tokens.count &&
      (this.#isThe(next) || ARTICLES.has(this.#text.folded(next))) &&
      this.#leadsOn(next)
    )
  }

  /** "van 't Hoff": the Dutch article without its vowel. */
  #isThe(index: number): boolean {
    const { text, tokens } = this.#text
    return (
      tokens.kind[index] === TokenKind.sign &&
      index + 1 < tokens.count &&
      isApostrophe(text.charCodeAt(tokens.start[index]!)) &&
      tokens.start[index + 1] === tokens.end[index] &&
      tokens.end[index + 1] === tokens.start[index + 1]! + 1 &&
      text[tokens.start[index + 1]!] === 't'
    )
  }

  /** "Hoff-de Bruijn": a hyphen between two family names of which the second has a particle. */
  #isDoubled(end: number, index: number): boolean {
    const { text, tokens } = this.#text
    return (
      tokens.start[index] === end &&
      unitOf(text, end) === HYPHEN &&
      index + 1 < tokens.count &&
      tokens.start[index + 1] === end + 1 &&
      tokens.kind[index + 1] === TokenKind.lower &&
      (this.roles(index + 1) & Role.particle) !== 0 &&
      this.#leadsOn(index + 1)
    )
  }

  /** "H.J.M. van der Wal": initials without blanks. */
  #isNextInitial(word: NameWord, index: number): boolean {
    const { text, tokens } = this.#text
    return (
      word.isInitial &&
      tokens.start[index] === word.end &&
      text.charCodeAt(word.end - 1) === STOP &&
      isCapitalised(tokens.kind[index]!)
    )
  }

  /** "d'Aubigny", "dell'Acqua": a small particle tied to a capital by its apostrophe. */
  #isElided(index: number): boolean {
    const { text, tokens } = this.#text
    return (
      index + 2 < tokens.count &&
      tokens.start[index + 2] === tokens.end[index]! + 1 &&
      isApostrophe(unitOf(text, tokens.end[index]!)) &&
      isCapitalised(tokens.kind[index + 2]!) &&
      ELIDED.has(this.#text.folded(index))
    )
  }

  #elided(index: number): NameWord {
    const rest = this.#word(index + 2, true, false)
    const known = this.#lexicon.joined(this.#text.folded(index) + rest.folded)
    const whole = this.#lexicon.levels(known, this.#languages)
    const { given, family, word, proper } = rest.levels
    // What "d'" stands before is a family name or a place, never a given name.
    const levels = whole.family > 0 ? whole : levelsOf(0, Math.max(family, given - 2), word, proper)
    const form = Form.shaped | formOf(rest.isUpper, rest.isInitial) | (rest.isParticle ? Form.particle : 0)
    const start = this.#text.tokens.start[index]!
    return nameWord(index, rest.next, start, rest.end, known, levels, rest.roles, form)
  }

  #particle(index: number, next: number): NameWord {
    return this.#made(index, next, this.known(index), NO_LEVELS, this.roles(index), Form.particle)
  }

  /** One word: letters joined by apostrophes (O'Neill, Ng'ang'a, d'Angelo) and hyphens (Jean-Luc), or an initial with its stop. */
  #word(at: number, inside: boolean, isNamed: boolean): NameWord {
    const { text, tokens } = this.#text
    const known = this.known(at)
    const isUpper = tokens.kind[at] === TokenKind.upper
    const end = tokens.end[at]!
    const isLetter = end - tokens.start[at]! === 1
    const next = at + 1
    const isTied = next < tokens.count && tokens.start[next] === end && tokens.kind[next] === TokenKind.sign
    // "Laurine Van den Abbeele": a particle with a capital.
    if (
      inside &&
      (!isUpper || !isLetter) &&
      (known.roles & Role.particle) !== 0 &&
      (isNamed || (known.roles & Role.title) === 0) &&
      this.#leadsOn(next)
    ) {
      const roles = this.roles(at) & ~(Role.title | Role.label | Role.organisation | Role.street)
      return this.#made(at, next, known, NO_LEVELS, roles, Form.particle)
    }
    if (isTied) {
      const unit = unitOf(text, end)
      if (unit === STOP && (isLetter || this.#isShortened(at, known)))
        return this.#made(at, next + 1, known, NO_LEVELS, known.roles, formOf(isUpper, true))
      if (isApostrophe(unit) || isHyphen(unit)) return this.#joined(at, known, isUpper, isLetter)
    }
    return this.#single(at, known, isUpper, isLetter)
  }

  /** "Хр. Димитров", "Zs. Varga": a given name shortened to its first two letters where these stand for one sound or by custom. */
  #isShortened(at: number, { raw, roles }: KnownWord): boolean {
    const { kind, start, end, count } = this.#text.tokens
    if (roles !== 0 || !SHORTENED.test(raw)) return false
    const behind = at + 2
    return behind < count && kind[behind] === TokenKind.capital && start[behind] === end[at + 1]! + 1
  }

  #single(at: number, known: KnownWord, isUpper: boolean, isLetter: boolean): NameWord {
    const levels = this.#lexicon.levels(known, this.#languages)
    const form = formOf(isUpper, isLetter) | (this.#lexicon.lexical(known).isShaped ? Form.shaped : 0)
    return this.#made(at, at + 1, known, levels, this.#lexicon.capitalRoles(known, levels), form)
  }

  /** A word with apostrophes or hyphens inside. */
  #joined(at: number, known: KnownWord, isFirstUpper: boolean, isLetter: boolean): NameWord {
    const { text, tokens } = this.#text
    const { kind: kinds, start, end, count } = tokens
    let best: Levels | null = null
    let folded = known.folded
    let isUpper = isFirstUpper
    let next = at + 1
    for (let pieces = 1; pieces < MOST_PIECES && next + 1 < count; pieces++) {
      if (start[next] !== end[next - 1] || start[next + 1] !== end[next]) break
      const unit = text.charCodeAt(start[next]!)
      const kind = kinds[next + 1]!
      const part = this.#text.folded(next + 1)
      if (isApostrophe(unit)) {
        if (!isCapitalised(kind) && (kind !== TokenKind.lower || part.length > 4)) break
        if (POSSESSIVE.has(part)) break
        folded += part
      } else if (isHyphen(unit)) {
        if (!isCapitalised(kind)) break
        const before: Levels = best ?? this.#lexicon.levels(this.#lexicon.joined(folded), this.#languages)
        best = stronger(before, this.levels(next + 1))
        folded += `-${part}`
      } else break
      if (kind !== TokenKind.upper) isUpper = false
      next += 2
    }
    if (next === at + 1) return this.#single(at, known, isFirstUpper, isLetter)
    const whole = this.#lexicon.joined(folded)
    const levels = best ?? this.#lexicon.levels(whole, this.#languages)
    let roles = this.#lexicon.joinedRoles(whole, levels, text.slice(start[at]!, end[next - 1]!))
    // "D-Light", "T-Shirt", "U-Bahn": only a given name is shortened to its letter before another, as in "J-Luc".
    if (isLetter && isHyphen(text.charCodeAt(end[at]!)) && this.levels(next - 1).given < 3) roles |= Role.notName
    const form = formOf(isUpper, false) | (this.#lexicon.lexical(whole).isShaped ? Form.shaped : 0)
    return this.#made(at, next, whole, levels, roles, form)
  }

  #made(first: number, next: number, known: KnownWord, levels: Levels, roles: number, form: number): NameWord {
    const { start, end } = this.#text.tokens
    return nameWord(first, next, start[first]!, end[next - 1]!, known, levels, roles, form)
  }
}

function nameWord(
  first: number,
  next: number,
  start: number,
  end: number,
  known: KnownWord,
  levels: Levels,
  roles: number,
  form: number,
): NameWord {
  return {
    first,
    next,
    start,
    end,
    known,
    folded: known.folded,
    levels,
    roles,
    isUpper: (form & Form.upper) !== 0,
    isInitial: (form & Form.initial) !== 0,
    isParticle: (form & Form.particle) !== 0,
    isShaped: (form & Form.shaped) !== 0,
  }
}

function formOf(isUpper: boolean, isInitial: boolean): number {
  return (isUpper ? Form.upper : 0) | (isInitial ? Form.initial : 0)
}

/** A double name is as much a name as its better half and as much a word as its lesser one. */
function stronger(a: Levels, b: Levels): Levels {
  return levelsOf(
    Math.max(a.given, b.given),
    Math.max(a.family, b.family),
    Math.min(a.word, b.word),
    Math.min(a.proper, b.proper),
  )
}
