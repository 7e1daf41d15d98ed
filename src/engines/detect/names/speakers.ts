// Who speaks in a chat: words that head lines again and again, with a colon or a time behind them.
import type { ScannedText } from '../../../text/scanned.ts'
import { COLON } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'

/** How a token heads lines: not; alone of its kind; again and again; the same where others of the text do so too. */
export const Speaks = { not: 0, once: 1, often: 2, inTurn: 3 } as const
export const SPEAKS = 4

export class Speakers {
  #text: ScannedText | null = null
  #heads: ReadonlyMap<string, number> = new Map()
  #often = 0

  /** How the word at a token heads lines of its text. */
  of(text: ScannedText, token: number): number {
    if (!headsLine(text, token)) return Speaks.not
    if (this.#text !== text) this.#read(text)
    const times = this.#heads.get(text.folded(token)) ?? 0
    if (times < 2) return Speaks.once
    return this.#often > 1 ? Speaks.inTurn : Speaks.often
  }

  #read(text: ScannedText): void {
    const heads = new Map<string, number>()
    const { kind, count } = text.tokens
    for (let i = 0; i < count; i++) {
      if (headsLine(text, i)) heads.set(text.folded(i), (heads.get(text.folded(i)) ?? 0) + 1)
      while (i + 1 < count && kind[i] !== TokenKind.newline) i++
    }
    this.#text = text
    this.#heads = heads
    this.#often = 0
    for (const times of heads.values()) if (times > 1) this.#often++
  }
}

/** Whether a word opens its line and a colon or a time ("10:04") stands behind it. */
function headsLine({ tokens: { kind, start, count, units } }: ScannedText, token: number): boolean {
  if (kind[token]! > TokenKind.upper || (token > 0 && kind[token - 1] !== TokenKind.newline)) return false
  const next = token + 1
  if (next >= count) return false
  if (kind[next] === TokenKind.sign) return units[start[next]!] === COLON
  return (
    kind[next] === TokenKind.number &&
    next + 2 < count &&
    units[start[next + 1]!] === COLON &&
    kind[next + 2] === TokenKind.number
  )
}
