// The one walk of names over all tokens of a text: which languages its words and letters vote for, and the few places where
// a name may stand. Everything else is asked only there.
import type { Languages } from '../../../packs/word-levels.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind, type Tokens } from '../../../text/tokens.ts'
import { type LanguageVotes, lettersIn } from './language.ts'
import type { NameLexicon } from './lexicon.ts'
import { isDash } from './signs.ts'

export interface Glance {
  readonly languages: Languages | null
  /** Capitalised tokens. */
  readonly capitals: readonly number[]
  /** Signs that may give a lower-case name away: a comma or a colon right behind the word that opens a line, a dash before one. */
  readonly marks: readonly number[]
  /** Tokens with which a telephone number may begin behind a lower-case word: its first digits or the plus sign before them. */
  readonly numbers: readonly number[]
  /** Signs @. */
  readonly ats: readonly number[]
  /** Some line may begin with a lower-case word that speaks: a colon behind it, or behind a time. */
  readonly talks: boolean
}

/** Lower-case words whose votes count. */
const MOST_VOTERS = 120
const COMMA = 44
const COLON = 58
const PLUS = 43
const AT = 64
const ZERO = 48

/** Looks at every token of a text once. */
export function glance(text: ScannedText, lexicon: NameLexicon, votes: LanguageVotes): Glance {
  const { kind, start, end, count } = text.tokens
  const units = text.text
  const capitals: number[] = []
  const marks: number[] = []
  const numbers: number[] = []
  const ats: number[] = []
  let talks = false
  let lowers = 0
  votes.begin(units)
  for (let index = 0; index < count; index++) {
    const at = start[index]!
    switch (kind[index]) {
      case TokenKind.lower: {
        const voter = lexicon.voter(text.word(index))
        if (voter !== null) {
          votes.letters(voter.letters, at, end[index]!)
          if (lowers < MOST_VOTERS && voter.commonIn !== null) votes.word(voter.commonIn)
        }
        lowers++
        break
      }
      case TokenKind.capital:
      case TokenKind.upper:
      case TokenKind.mixed: {
        if (kind[index] !== TokenKind.mixed) capitals.push(index)
        const voter = lexicon.voter(text.word(index))
        if (voter !== null) votes.letters(voter.letters, at, end[index]!)
        break
      }
      case TokenKind.sign: {
        const unit = units.charCodeAt(at)
        if (unit === COMMA) {
          if (isBehindLower(text.tokens, index) && opensLine(text.tokens, index - 1)) marks.push(index)
        } else if (unit === COLON) {
          if (isBehindLower(text.tokens, index)) {
            if (opensLine(text.tokens, index - 1) || kind[index - 2] === TokenKind.sign) marks.push(index)
          }
          talks ||= isFree(text.tokens, index) && mayTalk(text.tokens, index)
        } else if (unit === AT) ats.push(index)
        else if (isDash(unit)) {
          if (index > 0 && kind[index + 1] === TokenKind.lower) marks.push(index)
        } else if (unit > 127) votes.letters(lettersIn(units[at]!), at, at + 1)
        break
      }
      case TokenKind.number: {
        if (index < 2) break
        // Only a country's or a trunk prefix begins a number that a name may stand before.
        const from = units.charCodeAt(at - 1) === PLUS ? index - 1 : index
        if (from === index && units.charCodeAt(at) !== ZERO) break
        if (kind[from - 1] === TokenKind.lower) numbers.push(from)
        break
      }
    }
  }
  return { languages: votes.end(), capitals, marks, numbers, ats, talks }
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

/** Whether the colon at token `index` may stand behind a lower-case word that opens its line, over a blank or a time. */
function mayTalk({ kind }: Tokens, index: number): boolean {
  if (index === 0) return false
  const before = kind[index - 1]!
  // The last digits of a time, or its bracket.
  if (before === TokenKind.number || before === TokenKind.sign) return true
  if (before !== TokenKind.lower) return false
  const first = index === 1 ? TokenKind.newline : kind[index - 2]!
  return first === TokenKind.newline || first === TokenKind.sign || first === TokenKind.number
}
