// Features for and against a word being a further mention of a person of the text; their weights are in data/weights/mentions.tsv.

import { Level } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import { AT, COLON, EXCLAMATION, FULL_STOP, QUESTION } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { wordLists } from '../lexicons.ts'
import { otherWordsOf } from '../names/other-words.ts'
import type { Reading } from '../names/reading.ts'
import { roleBit } from '../names/roles.ts'
import { CASING_NAMES, Casing, CLASS_NAMES } from '../names/word-classes.ts'
import type { NameWord, NameWords } from '../names/words.ts'
import type { Form, Match } from './mentions.ts'

/** Tokens before and after a nickname in which a word may introduce it. */
const CUE_WITHIN = 6
/** Bounds of what the weights of names give a word, as features name them. */
const NAMED_STEPS = [0.01, 0.04, 0.12, 0.3, 0.55, 0.8] as const
/** Sentences that are looked at, tokens of who speaks in a line, and shares of small openings in percent. */
const MOST_OPENINGS = 100
const MOST_SPEAKER = 4
const SMALL_STEPS = [10, 35] as const
/** Letters of a word. */
const LENGTH_STEPS = [3, 4, 5, 6, 8] as const
/** Forms that resemble the name and need more evidence. */
const LOOSE: ReadonlySet<Form> = new Set<Form>(['ending', 'beginning', 'nickname like', 'nickname inside', 'nickname'])
const QUOTES = /["'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u203a\u2039()]/
/** Suffixes of words in file names, and the maximum length that is compared. */
const FILE_ENDING = /^[\p{L}\d_+()-]{0,60}\.(?:[a-z]{2,4}|mp[34])(?![\p{L}\d])/u
const LONGEST_FILE_NAME = 80
const PARTS_OF_FILES = /[_./\\@=%+-]/
const WATCHED = [
  'title',
  'street',
  'relative',
  'verb',
  'occupation',
  'organisation',
  'legal form',
  'label',
  'particle',
  'opening',
  'thing',
  'bearer',
  'conjunction',
  'no name',
] as const

/** A word that may mention a person. */
export interface Candidate {
  readonly token: number
  readonly match: Match
  /** How likely the weights of names find it on its own; -1 where they do not look at it. */
  readonly named: number
  /** Whether the word before it, or after it, mentions the same person by another name. */
  readonly beside: 'before' | 'after' | 'none'
}

/** Score of a candidate (log-odds in hundredths) and the least score of a mention. */
export interface MentionScore {
  readonly threshold: number
  readonly score: (features: readonly string[], start: number, end: number, reading: Reading) => number
}

export class MentionFeatures {
  readonly #words: NameWords
  readonly #introduces: ReadonlySet<string>
  readonly #otherWords = otherWordsOf()
  readonly #watched = WATCHED.map((role) => [role, roleBit(role)] as const)

  constructor(words: NameWords) {
    this.#words = words
    this.#introduces = new Set(wordLists('name-cues.json')('nicknameCues').map(fold))
  }

  of(reading: Reading, { token, match, named, beside }: Candidate): string[] {
    const { text, languages } = reading
    const { form, entry, before } = match
    const word = this.#words.at(text, token)
    const name = this.#words.of(entry.word)
    const casing = before > 0 ? 'capital' : CASING_NAMES[word.casing]!
    const level = levelStep(this.#words.spokenLevel(word, languages))
    const nameLevel = levelStep(this.#words.spokenLevel(name, languages))
    const people = levelStep(Math.max(word.levels.given, word.levels.family))
    const opens = this.#opens(reading, token)
    const length = step(entry.key.length, LENGTH_STEPS)
    const glued = gluedTo(reading, token)
    const { proper } = word.levels
    const style = `small=${this.#smallLine(reading, token)} ${step(this.#smallOpenings(reading), SMALL_STEPS)}`
    const previous = this.#words.at(text, token - 1)
    const how = `form=${form} case=${casing}`
    const features = [
      'any',
      `form=${form}`,
      how,
      `${how} level=${level}`,
      `case=${casing} level=${level}`,
      `case=${casing} name level=${nameLevel}`,
      `case=${casing} level=${level} people=${people}`,
      `case=${casing} opens=${opens} level=${level}`,
      `form=${form} opens=${opens} case=${casing}`,
      `form=${form} length=${length}`,
      `case=${casing} length=${length}`,
      `role=${entry.role} case=${casing}`,
      `named=${namedStep(named)} case=${casing}`,
      `named=${namedStep(named)} level=${level}`,
      `first case=${CASING_NAMES[name.casing]} case=${casing}`,
      `beside own=${beside}`,
      `beside own=${beside} case=${casing}`,
      ...(glued === ''
        ? [
            `${style} case=${casing}`,
            `${style} case=${casing} level=${level}`,
            `proper=${proper} case=${casing} after=${CLASS_NAMES[previous.kind]}`,
          ]
        : [
            `file=${isOfFile(reading, token)} case=${casing}`,
            `file=${isOfFile(reading, token)} form=${form}`,
            `glued=${glued}`,
            `glued case=${casing}`,
            `glued form=${form}`,
            `glued level=${level}`,
            `glued length=${length}`,
          ]),
      `proper=${proper} people=${people} case=${casing}`,
      ...(previous.commonIn > 0 && Number(level) >= Level.uncommon
        ? [`ordinary case=${casing} after ${previous.folded}`]
        : []),
    ]
    if (this.#otherWords.has(word.folded, true, languages))
      features.push(
        `noun case=${casing}`,
        `noun ${style} case=${casing}`,
        `noun case=${casing} named=${namedStep(named)}`,
        `noun case=${casing} after=${CLASS_NAMES[previous.kind]}`,
      )
    for (const [role, bit] of this.#watched)
      if ((word.roles & bit) !== 0) features.push(`own role=${role} case=${casing}`)
    // The signs of a name of a file or an address say nothing of a sentence.
    if (glued === '') this.#beside(reading, token, beside, casing, level, features)
    if (LOOSE.has(form)) this.#nickname(reading, token, form, casing, level, people, features)
    return features
  }

  /** Whether the line, after who speaks in it, opens with a small letter. */
  #smallLine({ text }: Reading, token: number): boolean {
    const { kind } = text.tokens
    let first = token
    for (let i = token - 1; i >= 0 && kind[i] !== TokenKind.newline; i--) if (kind[i]! <= TokenKind.upper) first = i
    const opening = text.tokens.signs.length > 0 ? afterSpeaker(text, first) : first
    return kind[opening] === TokenKind.lower
  }

  /** The share of sentences, in percent, that open with a small letter: who writes so writes names so, too. */
  #smallOpenings(reading: Reading): number {
    const { text } = reading
    const known = text.note(this) as number | undefined
    if (known !== undefined) return known
    const { kind, count } = text.tokens
    let all = 0
    let small = 0
    for (let i = 0; i < count && all < MOST_OPENINGS; i++) {
      if (kind[i]! > TokenKind.upper || !this.#opens(reading, i)) continue
      all++
      if (kind[i] === TokenKind.lower) small++
    }
    const share = (100 * small) / Math.max(1, all)
    text.keepNote(this, share)
    return share
  }

  #beside(
    reading: Reading,
    token: number,
    own: Candidate['beside'],
    casing: string,
    level: string,
    features: string[],
  ): void {
    for (const [side, at] of [
      ['before', token - 1],
      ['after', token + 1],
    ] as const) {
      if (side === own) continue
      const word = this.#words.at(reading.text, at)
      const kind = CLASS_NAMES[word.kind]!
      features.push(`${side}=${kind}`, `${side}=${kind} case=${casing}`)
      if (kind === 'common' || kind === 'particle' || kind === 'small')
        features.push(`${side}=${kind} level=${level} case=${casing}`)
      for (const [role, bit] of this.#watched)
        if ((word.roles & bit) !== 0) features.push(`${side} role=${role}`, `${side} role=${role} case=${casing}`)
    }
    if (own !== 'after' && isCapitalised(this.#words.at(reading.text, token + 1)))
      features.push(`before capital case=${casing}`)
  }

  #nickname(
    { text }: Reading,
    token: number,
    form: Form,
    casing: string,
    level: string,
    people: string,
    features: string[],
  ): void {
    features.push(
      `loose=${form} case=${casing} level=${level} people=${people}`,
      `loose people=${people} case=${casing}`,
    )
    if (this.introduced(text, token))
      features.push('introduced', `introduced form=${form}`, `introduced case=${casing}`)
    const around = `${text.text[text.tokens.start[token]! - 1] ?? ''}${text.text[text.tokens.end[token]!] ?? ''}`
    if (around.length === 2 && QUOTES.test(around[0]!) && QUOTES.test(around[1]!))
      features.push('quoted', `quoted form=${form}`)
  }

  /** Features of the context of initials at tokens `first` to `end`. */
  initials(reading: Reading, first: number, end: number, persons: number): string[] {
    const before = this.#words.at(reading.text, first - 1)
    const after = this.#words.at(reading.text, end)
    const features = [
      `persons=${Math.min(2, persons)}`,
      `before=${CLASS_NAMES[before.kind]}`,
      `after=${CLASS_NAMES[after.kind]}`,
      `opens=${this.#opens(reading, first)}`,
    ]
    const glued = gluedTo(reading, first) + gluedTo(reading, end - 1)
    if (glued !== '') features.push('glued')
    for (const [role, bit] of this.#watched) {
      if ((before.roles & bit) !== 0) features.push(`before role=${role}`)
      if ((after.roles & bit) !== 0) features.push(`after role=${role}`)
    }
    return features
  }

  /** True if a word near the token introduces a nickname: "genannt", "known as". */
  introduced(text: Reading['text'], token: number): boolean {
    const { kind, count } = text.tokens
    for (let i = Math.max(0, token - CUE_WITHIN); i < Math.min(count, token + CUE_WITHIN + 1); i++)
      if (kind[i]! <= TokenKind.upper && i !== token && this.#introduces.has(text.folded(i))) return true
    return false
  }

  /** Whether a token opens a line or a sentence, where its capital says nothing. */
  #opens({ text }: Reading, token: number): boolean {
    const { kind, start, units } = text.tokens
    let at = token - 1
    while (at >= 0 && kind[at] === TokenKind.sign && QUOTES.test(text.text[start[at]!]!)) at--
    if (at < 0 || kind[at] === TokenKind.newline) return true
    if (kind[at] !== TokenKind.sign) return false
    const unit = units[start[at]!]!
    return unit === FULL_STOP || unit === EXCLAMATION || unit === QUESTION || unit === COLON || unit > 0x2000
  }
}

/** The first word after a colon near the beginning of a line: "[10:02] Lea: wer übernimmt". */
function afterSpeaker({ tokens: { kind, start, count, units } }: Reading['text'], first: number): number {
  for (let i = first; i < Math.min(count, first + MOST_SPEAKER); i++)
    if (units[start[i]!] === COLON) {
      let at = i + 1
      while (at < count && (kind[at] === TokenKind.sign || kind[at] === TokenKind.number)) at++
      return at < count ? at : first
    } else if (kind[i] === TokenKind.newline) break
  return first
}

function isCapitalised({ casing }: NameWord): boolean {
  return casing === Casing.capital || casing === Casing.upper
}

/** The sign that joins the word to a file name, an address or a user name; '' if it is a separate word. */
function gluedTo({ text }: Reading, token: number): string {
  const { start, end, units } = text.tokens
  const before = text.text[start[token]! - 1] ?? ' '
  const after = text.text[end[token]!] ?? ' '
  const goesOn = (unit: number | undefined): boolean => unit !== undefined && isInner(unit)
  const isBefore = PARTS_OF_FILES.test(before) && (goesOn(units[start[token]! - 2]) || units[start[token]! - 1] === AT)
  const isAfter = PARTS_OF_FILES.test(after) && goesOn(units[end[token]! + 1])
  return (isBefore ? before : '') + (isBefore || isAfter ? ' ' : '') + (isAfter ? after : '')
}

/** Whether a token is in the name of a file: no space from it to a full stop and an ending of a few letters. */
function isOfFile({ text }: Reading, token: number): boolean {
  const { start, end } = text.tokens
  return FILE_ENDING.test(text.text.slice(end[token], start[token]! + LONGEST_FILE_NAME))
}

function isInner(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit > 0xbf
}

function step(value: number, steps: readonly number[]): string {
  let at = 0
  while (at < steps.length && value >= steps[at]!) at++
  return String(at)
}

function namedStep(named: number): string {
  return named < 0 ? 'none' : step(named, NAMED_STEPS)
}

/** Levels in steps: a trace of a word says as little as none. */
function levelStep(level: number): string {
  return level <= 1 ? '0' : level === 2 ? '2' : String(level)
}
