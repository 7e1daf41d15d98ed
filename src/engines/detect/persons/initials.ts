// Initials in a text: "G. K.", "S.L.G.", "JB".
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP, HYPHEN, SPACE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { latinLetter, nameKey } from './name-keys.ts'

/** Initials in a run, and letters of one: "Sz. P." */
const MOST_INITIALS = 5
const LONGEST_INITIAL = 2
/** Tokens from one initial to the next over a full stop and a hyphen: "O.-N." */
const HYPHENATED = 3

/** Letters of a run of initials, the token after it, and how many of them have a full stop. */
export interface Initials {
  readonly letters: string
  readonly last: number
  readonly stops: number
}

/** True for a token that may be an initial: a capital, or a capital and another letter. */
function isInitial(text: ScannedText, at: number): boolean {
  const { kind, start, end, count } = text.tokens
  if (at >= count || kind[at] === TokenKind.lower || kind[at]! > TokenKind.upper) return false
  const length = end[at]! - start[at]!
  return length < LONGEST_INITIAL || (length === LONGEST_INITIAL && kind[at] !== TokenKind.upper)
}

/** The letters of initials from a token on, the token after them, and how many have a full stop: "G. K.", "S.L.G.", "JB". */
export function initialsFrom(text: ScannedText, taken: Int32Array, token: number): Initials {
  const { start, end, count, units } = text.tokens
  let letters = ''
  let at = token
  let stops = 0
  let last = token
  while (letters.length < MOST_INITIALS && isInitial(text, at) && (at === token || taken[at] === 0)) {
    letters += firstLetter(text, at)
    last = at + 1
    const unit = at + 1 < count && start[at + 1] === end[at] ? units[end[at]!]! : SPACE
    if (unit === FULL_STOP) {
      stops++
      last = at + 2
      at += units[start[at + 2] ?? 0] === HYPHEN && start[at + 2] === end[at + 1] ? HYPHENATED : 2
    } else if (unit === HYPHEN) at += 2
    else break
    if (at < count && start[at]! - end[at - 1]! > 1) break
  }
  return letters.length < 2 && isAcronym(text, token)
    ? { letters: (nameKey(text.word(token))?.key ?? '').slice(0, MOST_INITIALS), last: token + 1, stops }
    : { letters, last, stops }
}

function isAcronym(text: ScannedText, token: number): boolean {
  const { kind, start, end } = text.tokens
  const length = end[token]! - start[token]!
  return kind[token] === TokenKind.upper && length >= 2 && length <= MOST_INITIALS
}

const firstLetter = (text: ScannedText, at: number): string =>
  (nameKey(text.word(at))?.key ?? latinLetter(text.folded(at))).slice(0, 1)
