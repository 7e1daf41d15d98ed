// Reads a text for names in one walk: languages that words vote for, tokens that may be part of a name, and chains of such tokens.
import { type Languages, Level } from '../../../packs/word-levels.ts'
import { numbersFor } from '../../../text/kept-list.ts'
import type { PhraseHits } from '../../../text/phrase-hits.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import {
  AT,
  BACKSLASH,
  COLON,
  COMMA,
  FULL_STOP,
  isApostrophe,
  isHyphen,
  NUMBER_SIGN,
  SLASH,
  UNDERSCORE,
} from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { WordBits } from '../../../text/word-bits.ts'
import type { Word, WordTable } from '../../../text/words.ts'
import type { Evidence } from '../evidence.ts'
import { knowsLanguage, learnedOf, tokenLogits } from '../learned.ts'
import { Cue, type NameCues } from './cues.ts'
import type { LanguageVotes } from './languages.ts'
import { roleBit } from './roles.ts'
import { Casing } from './word-classes.ts'
import { type NameWords, type WordSources, withoutNamePrefix } from './words.ts'

/** What a token may be in a name. */
export const Mark = {
  name: 1,
  /** Stands in a name beside one: an initial, a particle, a hyphen. */
  joiner: 2,
} as const

/** Bits of a word. */
const Bit = {
  capital: 1,
  smallName: 2,
  particle: 4,
  initial: 8,
  sign: 16,
  common: 32,
  letters: 64,
  known: 128,
} as const
/** From this bit on stands the group of languages that the word votes for. */
const VOTES = 8
/** Lower-case words whose votes count. */
const MOST_VOTERS = 120
/** Joiners between two words of a name at most. */
const MOST_JOINERS = 5
/** Lower-case words behind what announces a name at most. */
const MOST_SMALL = 3
/** A full stop behind so many letters may be that of a short form. */
const LONGEST_SHORT_FORM = 4
/** Least letters of a known name that is a whole name, not a short form ("Jos", "Geo"). */
const KNOWN_NAME = 4
/** Tokens of a chain at most: a heading in capitals is read in parts. */
const LONGEST_CHAIN = 64
/** What a name in small letters may follow. */
const LEADS =
  Cue.selfNaming | Cue.introduction | Cue.field | Cue.naming | Cue.label | Cue.greeting | Cue.closing | Cue.title

/** Roles of words that stand beside names and are none: "hey sanne". */
const BESIDE_NAMES = roleBit('opening') | roleBit('label') | roleBit('verb') | roleBit('relative') | roleBit('title')

export interface Chain {
  readonly first: number
  readonly end: number
  /** The scores of its labels, LABELS a token, and how likely each token is a part of a name; null before they are worked out. */
  scores: Int32Array | null
  parts: Float64Array | null
}

export interface Make {
  readonly capitals: number
  readonly words: number
  readonly numbers: number
  readonly signs: number
}

export class Reading {
  readonly text: ScannedText
  readonly evidence: Evidence
  readonly hits: PhraseHits
  readonly languages: Languages | null
  readonly make: Make
  readonly chains: readonly Chain[]
  /** Asks whether a word stands in the text; holds until the next text is read. */
  readonly has: (word: number) => boolean
  /** By token, what a learned model says of names (learned.ts); null without one. */
  readonly learned: Float64Array | null

  constructor(
    text: ScannedText,
    evidence: Evidence,
    languages: Languages | null,
    make: Make,
    chains: readonly Chain[],
    has: (word: number) => boolean,
    learned: Float64Array | null,
  ) {
    this.text = text
    this.evidence = evidence
    this.hits = evidence.hits
    this.languages = languages
    this.make = make
    this.chains = chains
    this.has = has
    this.learned = learned
  }
}

const NO_CHAINS: readonly Chain[] = []

export class Reader {
  readonly #words: NameWords
  readonly #sources: WordSources
  readonly #votes: LanguageVotes
  readonly #cues: NameCues
  readonly #bits: WordBits
  /** By number of a word, the last text that has it. */
  #seen = new Int32Array(1024)
  #table: WordTable | null = null
  #turn = 0

  constructor(words: NameWords, sources: WordSources, cues: NameCues) {
    this.#words = words
    this.#sources = sources
    this.#votes = sources.votes
    this.#cues = cues
    this.#bits = new WordBits((word) => this.#bitsOf(word))
  }

  #bitsOf(word: Word): number {
    const { raw, folded } = word
    if (!/^[\p{L}\p{M}]/u.test(raw)) return /^[.,/'\u2019\u02bc`\u2013-]$/.test(raw) ? Bit.sign : 0
    const { votes, names, roles } = this.#sources
    const commonIn = votes.common.get(folded) ?? 0
    const letters = votes.lettersOf(raw) === 0 ? 0 : Bit.letters
    if (/^[\p{Lu}\p{Lt}]/u.test(raw) || withoutNamePrefix(raw) !== null) return letters | this.#capitalBits(word)
    const role = roles.get(folded) ?? 0
    const isParticle = (role & roleBit('particle')) !== 0
    const { given, family, word: ordinary } = names.of(folded)
    const isName =
      commonIn === 0 &&
      (role & BESIDE_NAMES) === 0 &&
      Math.max(given, family) >= Level.known &&
      ordinary <= Level.uncommon
    let bits = letters | (Math.min(commonIn, 0xfffff) << VOTES)
    if (commonIn > 0 || ordinary >= Level.frequent || (role & BESIDE_NAMES) !== 0) bits |= Bit.common
    if (isParticle) bits |= Bit.particle
    return isName ? bits | Bit.smallName : bits
  }

  /** An ordinary word that nobody is called is no part of a name where nothing announces one. */
  #capitalBits(word: Word): number {
    const { casing, levels, commonIn, roles } = this.#words.of(word)
    if (casing === Casing.initial) return Bit.initial
    const isParticle = (roles & roleBit('particle')) !== 0 && casing === Casing.capital
    if (isParticle && levels.given < Level.known) return Bit.particle
    const { given, family, word: ordinary } = levels
    const name = Math.max(given, family)
    if (name === 0 && ordinary >= Level.known) return 0
    if (commonIn > 0 && name <= Level.known && ordinary >= Level.common) return 0
    return name >= Level.known ? Bit.capital | Bit.known : Bit.capital
  }

  /** `withModel`: together with what a learned model says of the text, where one was asked. */
  read(text: ScannedText, evidence: Evidence, withModel = false): Reading {
    const { tokens } = text
    const { each, any } = this.#bits.over(text)
    const make = this.#walk(text, each)
    const { languages } = this.#votes.end()
    let marks: Int32Array | null = null
    if ((any & (Bit.capital | Bit.smallName)) !== 0) {
      marks = numbersFor(tokens.count)
      this.#mark(text, each, marks)
    }
    marks = this.#markAnnounced(text, evidence.hits, each, marks)
    const learned = withModel ? learnedNames(text, languages) : null
    if (learned !== null) marks = markLearned(text, each, marks, learned)
    const chains = marks === null ? NO_CHAINS : chainsOf(text, marks)
    if (chains.length > 0) this.#note(text)
    const turn = this.#turn
    const has = (word: number) => turn === this.#turn && word < this.#seen.length && this.#seen[word] === turn
    return new Reading(text, evidence, languages, make, chains, has, learned)
  }

  /** Counts what a text is made of, and the votes of its words. */
  #walk(text: ScannedText, each: Int32Array): Make {
    const { kind, count, start, end } = text.tokens
    const votes = this.#votes
    votes.begin(text.text)
    let capitals = 0
    let words = 0
    let voters = 0
    for (let i = 0; i < count; i++) {
      const found = kind[i]!
      if (found > TokenKind.upper) continue
      words++
      const bits = each[i]!
      if (found !== TokenKind.lower) capitals++
      else if (bits >>> VOTES !== 0 && voters++ < MOST_VOTERS) votes.word(bits >>> VOTES)
      if ((bits & Bit.letters) !== 0) votes.letters(votes.lettersOf(text.word(i).raw), start[i]!, end[i]!)
    }
    return { capitals, words, numbers: text.digits.length, signs: text.signs.length }
  }

  #note({ tokens: { word, table, count } }: ScannedText): void {
    if (this.#table !== table || this.#turn === 0x7fffffff) {
      this.#table = table
      this.#seen.fill(0)
      this.#turn = 0
    }
    this.#turn++
    if (this.#seen.length < table.count) {
      const wider = new Int32Array(2 * table.count)
      wider.set(this.#seen)
      this.#seen = wider
    }
    for (let i = 0; i < count; i++) if (word[i]! >= 0) this.#seen[word[i]!] = this.#turn
  }

  #mark(text: ScannedText, each: Int32Array, marks: Int32Array): void {
    const { count, kind } = text.tokens
    for (let i = 0; i < count; i++) {
      const bits = each[i]!
      // Letters beyond the Basic Multilingual Plane, as those of Deseret, are signs to the tokens.
      if ((bits & (Bit.capital | Bit.smallName)) !== 0 && kind[i] !== TokenKind.sign) {
        if (!isGlued(text, i)) {
          marks[i] = Mark.name
          if ((bits & Bit.smallName) !== 0) this.#markBeside(text, each, marks, i)
        }
      } else if ((bits & (Bit.initial | Bit.particle)) !== 0) {
        if (marks[i] === 0 && !isGlued(text, i)) marks[i] = Mark.joiner
      } else if ((bits & Bit.sign) !== 0) {
        if (joins(text, i) && !endsSentence(text, each, i)) marks[i] = Mark.joiner
      } else if (isTiedOn(text, i) && marks[i - 1] === Mark.joiner && marks[i - 2] !== 0) marks[i] = Mark.name
    }
  }

  /** "adaeze okonkwo": beside a name in small letters a word that is not one of the common ones may be the other half. */
  #markBeside(text: ScannedText, each: Int32Array, marks: Int32Array, i: number): void {
    for (const other of [i - 1, i + 1])
      if (isSmall(text, other) && (each[other]! & Bit.common) === 0 && !isGlued(text, other)) marks[other] = Mark.name
  }

  /** Words in small letters behind what announces a name, and those that speak: "[18:02] jolie: hi". */
  #markAnnounced(text: ScannedText, hits: PhraseHits, each: Int32Array, marks: Int32Array | null): Int32Array | null {
    let made = marks
    const mark = (i: number): void => {
      made ??= numbersFor(text.tokens.count)
      made[i] = Mark.name
    }
    for (const hit of hits.all)
      if ((this.#cues.of(hit) & LEADS) !== 0) {
        let i = hit.endToken
        for (let n = 0; n < 3 && isLeadSign(text, i); n++) i++
        for (let n = 0; n < MOST_SMALL && isSmall(text, i); n++, i++) {
          if ((each[i]! & Bit.particle) !== 0) continue
          if ((each[i]! & Bit.common) !== 0 || isGlued(text, i)) break
          mark(i)
        }
      }
    if (text.mayHold(COLON)) for (const i of speakers(text)) if ((each[i]! & Bit.common) === 0) mark(i)
    return made
  }
}

/** What a model says of names, by token; null where it says nothing or knows none of the text's languages. */
function learnedNames(text: ScannedText, languages: Languages | null): Float64Array | null {
  const learned = learnedOf(text)
  return learned !== null && knowsLanguage(learned, languages) ? tokenLogits(text, learned, 'PII-1-NAME') : null
}

/** Words that a model takes for names may be part of one, but for common words in small letters. */
function markLearned(text: ScannedText, each: Int32Array, marks: Int32Array | null, learned: Float64Array): Int32Array {
  const { kind, count } = text.tokens
  const made = marks ?? numbersFor(count)
  for (let i = 0; i < count; i++)
    if (learned[i]! > 0 && kind[i]! <= TokenKind.upper && (each[i]! & Bit.common) === 0 && !isGlued(text, i))
      made[i] = Mark.name
  return made
}

/** Lower-case words with a colon behind them that open a line, or stand behind a time in brackets. */
function speakers(text: ScannedText): number[] {
  const { kind, start, units } = text.tokens
  const found: number[] = []
  for (const sign of text.signs) {
    const at = sign - 1
    if (units[start[sign]!] !== COLON || at < 0 || kind[at] !== TokenKind.lower) continue
    if (units[start[sign]! + 1] === SLASH) continue
    const before = at === 0 ? TokenKind.newline : kind[at - 1]!
    if (before === TokenKind.newline || (before !== TokenKind.lower && start[at]! > 0 && units[start[at]! - 1]! <= 32))
      found.push(at)
  }
  return found
}

function isSmall({ tokens: { kind, count } }: ScannedText, i: number): boolean {
  return i >= 0 && i < count && kind[i] === TokenKind.lower
}

/** "Ng'ang'a": letters that an apostrophe or a hyphen ties to what stands before them; an s alone is a possessive. */
function isTiedOn({ tokens: { kind, start, end, units } }: ScannedText, i: number): boolean {
  if (i < 2 || kind[i] !== TokenKind.lower || start[i] !== end[i - 1] || kind[i - 1] !== TokenKind.sign) return false
  const unit = units[start[i - 1]!]!
  return (isApostrophe(unit) || isHyphen(unit)) && (end[i]! - start[i]! > 1 || units[start[i]!] !== 115)
}

/** What stands between a label and its value. */
function isLeadSign({ tokens: { kind, count, start, units } }: ScannedText, i: number): boolean {
  if (i >= count) return false
  if (kind[i] === TokenKind.newline) return true
  return kind[i] === TokenKind.sign && /[:,="'\u201c\u201e*!|-]/.test(String.fromCharCode(units[start[i]!]!))
}

/** Whether a sign ties the token to what is no word of a sentence: an address, a path, a handle. */
function isGlued({ tokens: { start, end, units, kind } }: ScannedText, i: number): boolean {
  const before = start[i]! > 0 ? units[start[i]! - 1]! : 32
  const behind = units[end[i]!] ?? 32
  // "SMITH/ANNA": a slash between two words in capitals may part a family name from a given one.
  if (before === SLASH && i > 1 && kind[i - 2] === TokenKind.upper && kind[i] === TokenKind.upper) return false
  if (isTie(before) || behind === AT || behind === UNDERSCORE || behind === BACKSLASH) return true
  if (behind === FULL_STOP && isInner(units[end[i]! + 1] ?? 32)) return end[i]! - start[i]! > 1
  return (
    before === FULL_STOP &&
    start[i]! > 1 &&
    isInner(units[start[i]! - 2]!) &&
    start[i]! > 2 &&
    isInner(units[start[i]! - 3]!)
  )
}

function isTie(unit: number): boolean {
  return unit === AT || unit === UNDERSCORE || unit === BACKSLASH || unit === NUMBER_SIGN || unit === SLASH
}

function isInner(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit > 0xbf
}

/** Whether a sign may stand inside a name: a hyphen or an apostrophe between letters, the stop of a short form, a comma. */
function joins({ tokens: { kind, start, end, units, count } }: ScannedText, i: number): boolean {
  if (i === 0 || i + 1 >= count) return false
  const unit = units[start[i]!]!
  const isTied = start[i] === end[i - 1]
  const before = kind[i - 1]!
  if (before > TokenKind.upper) return false
  if (unit === FULL_STOP)
    return isTied && end[i - 1]! - start[i - 1]! <= LONGEST_SHORT_FORM && before !== TokenKind.lower
  if (unit === COMMA) return isTied && kind[i + 1]! <= TokenKind.upper && start[i + 1]! > end[i]!
  if (start[i + 1] !== end[i]) return false
  if (unit === SLASH) return isTied && before === TokenKind.upper && kind[i + 1] === before
  // "van 't Hof"
  if (isApostrophe(unit) && !isTied) return kind[i + 1] === TokenKind.lower && end[i + 1]! - start[i + 1]! === 1
  return (isHyphen(unit) || isApostrophe(unit)) && isTied && kind[i + 1]! <= TokenKind.upper
}

/** True for the full stop after a known name that is too long for a short form: "by Baraka Ouma. Zawadi called". */
function endsSentence({ tokens: { start, end, units } }: ScannedText, each: Int32Array, i: number): boolean {
  return units[start[i]!] === FULL_STOP && end[i - 1]! - start[i - 1]! >= KNOWN_NAME && (each[i - 1]! & Bit.known) !== 0
}

/** The runs of marked tokens that begin and end with a word of a name, or an initial. */
function chainsOf(text: ScannedText, marks: Int32Array): readonly Chain[] {
  const { kind, count } = text.tokens
  const chains: Chain[] = []
  for (let i = 0; i < count; i++) {
    if (marks[i] === 0) continue
    let first = i
    let last = -1
    let joiners = 0
    for (; i < count && marks[i] !== 0 && i - first < LONGEST_CHAIN; i++) {
      if (marks[i] === Mark.name) {
        if (joiners > MOST_JOINERS) {
          if (last >= 0) push(text, chains, first, last)
          first = i - MOST_JOINERS
        }
        joiners = 0
        last = i
      } else joiners++
    }
    while (last >= 0 && kind[first] === TokenKind.sign) first++
    if (last >= 0) push(text, chains, first, last)
    if (i < count && marks[i] !== 0) i--
  }
  return chains
}

function push(
  { tokens: { kind, start, end, count } }: ScannedText,
  chains: Chain[],
  first: number,
  last: number,
): void {
  // "Anna B.": the initial behind.
  const isInitial = last + 1 < count && kind[last + 1] === TokenKind.upper && end[last + 1]! - start[last + 1]! === 1
  chains.push({ first, end: isInitial ? last + 2 : last + 1, scores: null, parts: null })
}
