// Names that are spelt out letter by letter: "W-H-I-T-C-O-M-B-E", "W H I T C O M B E", "W.H.I.T.C.O.M.B.E".
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP, HYPHEN, SPACE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { wordOf } from '../../../text/words.ts'
import { nameKey } from './name-keys.ts'
import type { Entry, People } from './people.ts'

/** Letters of such a name: "T i m" may be a list. */
const LEAST = 4
const MOST = 30

const isLetter = ({ tokens: { kind, start, end, count } }: ScannedText, i: number): boolean =>
  i < count && kind[i]! <= TokenKind.upper && end[i]! - start[i]! === 1

/** The token of the next letter after the same sign (space, hyphen or full stop) as before; -1 for none. */
function nextLetter(text: ScannedText, i: number, sign: number): number {
  const { start, end, units } = text.tokens
  if (units[end[i]!] !== sign) return -1
  const next = sign === SPACE ? i + 1 : i + 2
  return isLetter(text, next) && start[next] === end[i]! + 1 ? next : -1
}

/** The longest name of one of the people that is spelt out from a token on, and the token after it; null for none. */
export function speltOut(text: ScannedText, people: People, token: number): { entry: Entry; end: number } | null {
  if (!isLetter(text, token)) return null
  const sign = text.tokens.units[text.tokens.end[token]!]
  if (sign !== SPACE && sign !== HYPHEN && sign !== FULL_STOP) return null
  const letters: number[] = []
  for (let i = token; i >= 0 && letters.length < MOST; i = nextLetter(text, i, sign)) letters.push(i)
  const raw = letters.map((i) => text.word(i).raw)
  for (let length = letters.length; length >= LEAST; length--) {
    const key = nameKey(wordOf(raw.slice(0, length).join('')))?.key ?? ''
    if (length === letters.length && !people.letters.hasHead(key)) return null
    const entry = people.entry(key)
    if (entry !== undefined) return { entry, end: letters[length - 1]! + 1 }
  }
  return null
}
