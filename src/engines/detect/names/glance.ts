// The one walk of names over all tokens of a text: which languages its words and letters vote for, and the few places where
// a name may stand. Everything else is asked only there.
import type { Languages } from '../../../packs/word-levels.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { type LanguageVotes, lettersIn } from './language.ts'
import type { NameLexicon } from './lexicon.ts'
import { isDash } from './signs.ts'

export interface Glance {
  readonly languages: Languages | null
  /** Capitalised tokens. */
  readonly capitals: readonly number[]
  /** Signs that give a lower-case name away: a comma or a colon right behind a word, a dash before one. */
  readonly marks: readonly number[]
  /** Tokens with which a telephone number may begin behind a lower-case word: its first digits or the plus sign before them. */
  readonly numbers: readonly number[]
  /** Signs @. */
  readonly ats: readonly number[]
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
  let voters = 0
  votes.begin(units)
  for (let index = 0; index < count; index++) {
    const at = start[index]!
    switch (kind[index]) {
      case TokenKind.lower: {
        const { letters, commonIn } = lexicon.of(text.word(index))
        votes.letters(letters, at, end[index]!)
        if (voters++ < MOST_VOTERS && commonIn !== null) votes.word(commonIn)
        break
      }
      case TokenKind.capital:
      case TokenKind.upper:
        capitals.push(index)
        votes.letters(lexicon.of(text.word(index)).letters, at, end[index]!)
        break
      case TokenKind.mixed:
        votes.letters(lexicon.of(text.word(index)).letters, at, end[index]!)
        break
      case TokenKind.sign: {
        const unit = units.charCodeAt(at)
        if (unit === COMMA || unit === COLON) {
          if (index > 0 && kind[index - 1] === TokenKind.lower && at === end[index - 1]) marks.push(index)
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
  return { languages: votes.end(), capitals, marks, numbers, ats }
}
