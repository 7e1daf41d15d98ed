// Words that introduce a nickname: "genannt", "known as" (data/cues/name-cues.json).
import { fold } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { WordFacts } from '../../../text/words.ts'
import { wordLists } from '../lexicons.ts'

/** Maximum distance, in tokens, between a nickname and the word that introduces it. */
const WITHIN = 6

export class NicknameCues {
  readonly #words: WordFacts<boolean>

  constructor() {
    const cues = new Set(wordLists('name-cues.json')('nicknameCues').map(fold))
    this.#words = new WordFacts(({ folded }) => cues.has(folded))
  }

  /** Whether a text has one. */
  areIn(text: ScannedText): boolean {
    const known = text.note(this.#words) as boolean | undefined
    if (known !== undefined) return known
    const found = text.tokens.kind.some((kind, i) => kind <= TokenKind.upper && this.#words.of(text.word(i)))
    text.keepNote(this.#words, found)
    return found
  }

  /** The token of the nearest one around a token; null where none is near. */
  beside(text: ScannedText, token: number): number | null {
    if (!this.areIn(text)) return null
    const { kind, count } = text.tokens
    for (let distance = 1; distance <= WITHIN; distance++)
      for (const at of [token - distance, token + distance])
        if (at >= 0 && at < count && kind[at]! <= TokenKind.upper && this.#words.of(text.word(at))) return at
    return null
  }
}
