// Legal forms of organisations in text: "S. p. A.", "Sp. z o.o." and "GmbH & Co. KG" are compared by their letters.
import type { ScannedText } from '../../text/scanned.ts'
import { OPEN_PARENTHESIS } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { WordFacts } from '../../text/words.ts'

const MOST_TOKENS = 14
/** Forms of at most this length must have the case of the list: AS is a company form, As can open a sentence. */
const SHORT = 3
/** Signs inside a form; only an opening bracket may begin it. */
const INNER_SIGN = /^[.,/()&-]$/

const letters = (value: string): string => value.replace(/[\s.,/()&-]/gu, '')

/** Spelling of short forms, from data/cues/organisation-forms.json. */
export interface FormHabits {
  readonly lower: readonly string[]
  readonly endsSentence: readonly string[]
}

export class LegalForms {
  readonly #exact: ReadonlySet<string>
  readonly #folded: ReadonlySet<string>
  readonly #stopped: ReadonlySet<string>
  readonly #lower: ReadonlySet<string>
  readonly #endsSentence: ReadonlySet<string>
  /** Every prefix of every form, as written and in lower case; no other word opens a form. */
  readonly #begun: ReadonlySet<string>
  readonly #opens = new WordFacts<boolean>(({ raw }) => this.#isBegun(raw))

  /** `lower`: lower-case short forms that are not words; `endsSentence`: forms after which a full stop usually ends the sentence. */
  constructor(forms: readonly string[], { lower, endsSentence }: FormHabits) {
    this.#lower = new Set(lower)
    this.#endsSentence = new Set(endsSentence)
    this.#exact = new Set(forms.map(letters))
    this.#folded = new Set(forms.map((form) => letters(form).toLowerCase()).filter((form) => form.length > SHORT))
    this.#stopped = new Set(forms.filter((form) => form.endsWith('.')).map((form) => letters(form).toLowerCase()))
    const spellings = forms.map(letters).flatMap((form) => [form, form.toLowerCase()])
    this.#begun = new Set(
      spellings.flatMap((form) => Array.from({ length: form.length }, (_, i) => form.slice(0, i + 1))),
    )
  }

  #isBegun(letters: string): boolean {
    return this.#begun.has(letters) || this.#begun.has(letters.toLowerCase())
  }

  /** True if a form may begin at token `at`. The first word excludes nearly every position. */
  #mayOpen(text: ScannedText, at: number): boolean {
    const { kind, start, units, count } = text.tokens
    if (at >= count) return false
    if (kind[at] === TokenKind.sign) return units[start[at]!] === OPEN_PARENTHESIS
    return kind[at] !== TokenKind.newline && kind[at] !== TokenKind.number && this.#opens.of(text.word(at))
  }

  /** View index after the longest legal form that begins at token `at`, and the token after it; null if there is none. */
  at(text: ScannedText, at: number): { end: number; next: number } | null {
    if (!this.#mayOpen(text, at)) return null
    const { tokens } = text
    const source = text.text
    let joined = ''
    let hasDot = false
    let best: { end: number; next: number } | null = null
    for (let index = at; index < tokens.count && index - at < MOST_TOKENS; index++) {
      const kind = tokens.kind[index]!
      if (index > at && tokens.start[index]! - tokens.end[index - 1]! > 1) break
      const value = source.slice(tokens.start[index], tokens.end[index])
      if (kind === TokenKind.sign) {
        if (!INNER_SIGN.test(value) || (index === at && value !== '(')) break
        hasDot ||= value === '.'
        continue
      }
      if (kind === TokenKind.newline || kind === TokenKind.number) break
      joined += value
      if (!this.#isBegun(joined)) break
      best = this.#formOf(text, at, index, joined, hasDot) ?? best
    }
    return best
  }

  /** The form of the tokens from `at` to `last`, whose letters are `joined`, with the full stop and bracket after it; null if it is none. */
  #formOf(
    { text, tokens }: ScannedText,
    at: number,
    last: number,
    joined: string,
    hasDot: boolean,
  ): { end: number; next: number } | null {
    const start = tokens.start[at]!
    let end = tokens.end[last]!
    const small = joined.toLowerCase()
    const isWhole = this.#exact.has(joined) || (joined.length > SHORT && this.#folded.has(small))
    const isStopped = this.#stopped.has(small)
    if (!isWhole && !isStopped) return null
    const isDotted = hasDot && /\p{L}\.\s?\p{L}/u.test(text.slice(start, end))
    if (!isDotted && (!isWhole || this.#isOrdinary(joined))) return null
    const after = text[end]
    if (after !== undefined && /[\p{L}\p{N}]/u.test(after)) return null
    let next = last + 1
    if (after === '.' && (isDotted || (isStopped && !this.#endsSentence.has(small)))) {
      end++
      next++
    }
    if (text[end] !== ')' || !text.slice(start, end).includes('(')) return { end, next }
    return { end: end + 1, next: next + 1 }
  }

  /** A lower-case short form is an ordinary word unless full stops separate its letters. */
  #isOrdinary(joined: string): boolean {
    return joined.length <= SHORT && !/\p{Lu}/u.test(joined) && !this.#lower.has(joined)
  }
}
