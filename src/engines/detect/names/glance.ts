// The one walk of names over all tokens of a text: which languages its words and letters vote for, and the few places where
// a name may stand. Everything else is asked only there.

import { keptList } from '../../../text/kept-list.ts'
import { numbersFor } from '../../../text/number-rooms.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import {
  AT,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  GREATER_THAN,
  isDash,
  LESS_THAN,
  OPEN_SQUARE,
  PLUS,
  SPACE,
  ZERO,
} from '../../../text/signs.ts'
import { TokenKind, type Tokens } from '../../../text/tokens.ts'
import type { Election, LanguageVotes } from './words/language.ts'
import { type NameLexicon, OTHER_VOTES, VOTES } from './words/lexicon.ts'

/** What one look at a text's tokens finds. A class, as it is kept with the text: see text/kept-list.ts. */
export class Glance implements Election {
  readonly languages: Election['languages']
  readonly ahead: Election['ahead']
  /** Capitalised tokens. */
  readonly capitals: Int32Array
  /** How many they are; behind them stands nothing. */
  readonly capitalCount: number
  /** Signs that may give a lower-case name away: a comma or a colon right behind the word that opens a line, a dash before one. */
  readonly marks: number[] = keptList()
  /** Tokens with which a telephone number may begin behind a lower-case word: its first digits or the plus sign before them. */
  readonly numbers: readonly number[]
  /** Signs @. */
  readonly ats: number[] = keptList()
  /** Some line may begin with a word that speaks: a colon behind it, or behind a time; or in brackets, a time before them or not. */
  readonly talks: boolean

  constructor(text: ScannedText, lexicon: NameLexicon, votes: LanguageVotes) {
    this.capitals = numbersFor(text.tokens.count)
    this.capitalCount = words(text, lexicon, votes, this.capitals)
    this.talks = signs(text, this.marks, this.ats)
    const { languages, ahead } = votes.end()
    this.languages = languages
    this.ahead = ahead
    this.numbers = numbers(text)
  }
}

/** By kind of token: 1 for those with a capital. */
const IS_CAPITAL = new Uint8Array(8)
IS_CAPITAL[TokenKind.capital] = IS_CAPITAL[TokenKind.upper] = 1

/** Lower-case words whose votes count. */
const MOST_VOTERS = 120
/** 1 for the signs of Basic Latin that names ask about. */
const IS_ASKED = new Uint8Array(128)
for (const sign of ',:>]@-~') IS_ASKED[sign.charCodeAt(0)] = 1
const NO_NUMBERS: readonly number[] = []

/** Looks at every token of a text once, as far as one number says what names know of its word. */
export function glance(text: ScannedText, lexicon: NameLexicon, votes: LanguageVotes): Glance {
  return new Glance(text, lexicon, votes)
}

/** Counts the votes of all words and notes the capitalised ones: how many they are. */
function words(text: ScannedText, lexicon: NameLexicon, votes: LanguageVotes, capitals: Int32Array): number {
  const { kind, start, end, count } = text.tokens
  const { each } = lexicon.bits.over(text)
  const lastVoter = count > MOST_VOTERS ? afterVoters(text.tokens) : count
  let capitalCount = 0
  votes.begin(text.text)
  for (let index = 0; index < count; index++) {
    // A sum instead of a branch: which word comes next nobody foresees, the processor least of all.
    capitals[capitalCount] = index
    capitalCount += IS_CAPITAL[kind[index]!]!
    let group = each[index]! >>> VOTES
    if (group === 0) continue
    if (group === OTHER_VOTES) {
      const { letters, commonIn } = lexicon.at(text, index)
      votes.letters(letters, start[index]!, end[index]!)
      group = commonIn
    }
    if (index < lastVoter && kind[index] === TokenKind.lower) votes.word(group)
  }
  return capitalCount
}

/** The token from which on the words of a long text vote no more. */
function afterVoters({ kind, count }: Tokens): number {
  let lowers = 0
  for (let index = 0; index < count; index++)
    if (kind[index] === TokenKind.lower && ++lowers > MOST_VOTERS) return index
  return count
}

/** Adds the signs that names ask about; says whether one may stand behind who speaks. */
function signs(text: ScannedText, marks: number[], ats: number[]): boolean {
  const { tokens, signs } = text
  const { kind, start, units } = tokens
  let talks = false
  for (let i = 0; i < signs.length; i++) {
    const index = signs[i]!
    const unit = units[start[index]!]!
    if (unit < IS_ASKED.length && IS_ASKED[unit] === 0) continue
    if (unit === COMMA) {
      if (index > 0 && opensLine(tokens, index - 1) && isBehindLower(tokens, index)) marks.push(index)
    } else if (unit === COLON) {
      if (isBehindLower(tokens, index) && (opensLine(tokens, index - 1) || kind[index - 2] === TokenKind.sign))
        marks.push(index)
      talks ||= isFree(tokens, index) && mayTalk(tokens, index)
    } else if (unit === GREATER_THAN || unit === CLOSE_SQUARE) {
      // "18:02 Ada > hi"
      if (unit === GREATER_THAN && isFree(tokens, index)) talks ||= mayTalk(tokens, index)
      talks ||=
        index > 1 &&
        units[start[index - 2]!] === (unit === GREATER_THAN ? LESS_THAN : OPEN_SQUARE) &&
        units[start[index]! + 1] === SPACE &&
        (opensLine(tokens, index - 2) || kind[index - 3] === TokenKind.number)
    } else if (unit === AT) ats.push(index)
    else if (isDash(unit) && index > 0 && index + 1 < kind.length && kind[index + 1] === TokenKind.lower)
      marks.push(index)
  }
  return talks
}

/** The tokens with which a telephone number may begin behind a lower-case word. */
function numbers({ tokens: { kind, start, units }, digits }: ScannedText): readonly number[] {
  let found: number[] | null = null
  for (let i = 0; i < digits.length; i++) {
    const index = digits[i]!
    if (index < 2 || kind[index] !== TokenKind.number) continue
    const at = start[index]!
    // Only a country's or a trunk prefix begins a number that a name may stand before.
    const from = units[at - 1] === PLUS ? index - 1 : index
    if (from === index && units[at] !== ZERO) continue
    if (kind[from - 1] !== TokenKind.lower) continue
    if (found === null) found = [from]
    else found.push(from)
  }
  return found ?? NO_NUMBERS
}

function isBehindLower({ kind, start, end }: Tokens, index: number): boolean {
  return index > 0 && kind[index - 1] === TokenKind.lower && start[index] === end[index - 1]
}

function opensLine({ kind }: Tokens, index: number): boolean {
  return index === 0 || kind[index - 1] === TokenKind.newline
}

/** Whether a blank or a line break stands behind token `index`, or nothing. */
function isFree({ kind, start, end, count }: Tokens, index: number): boolean {
  const next = index + 1
  return next === count || start[next]! > end[index]! || kind[next] === TokenKind.newline
}

/** Words of a speaker's name at most. */
const MOST_SPEAKER = 3

/** Whether the colon at token `index` may stand behind a word that opens its line, over a blank or a time. */
function mayTalk({ kind }: Tokens, index: number): boolean {
  if (index === 0) return false
  const before = kind[index - 1]!
  // The last digits of a time, or its bracket.
  if (before === TokenKind.number || before === TokenKind.sign) return true
  if (before !== TokenKind.lower && before !== TokenKind.capital && before !== TokenKind.mixed) return false
  // A name of several words of one kind.
  let at = index - 2
  while (at >= 0 && index - at <= MOST_SPEAKER && kind[at] === before) at--
  const first = at < 0 ? TokenKind.newline : kind[at]!
  return first === TokenKind.newline || first === TokenKind.sign || first === TokenKind.number
}
