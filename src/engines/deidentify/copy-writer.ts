// Writes the redacted text piece by piece and closes the gap of a dropped value: one space stays between words, none before
// closing punctuation, after an opening bracket or at the ends of a line. Tabs and line breaks are kept as structure.

const SPACE = /^\p{Zs}$/u
/** Characters that have no space before them after the value between is dropped. */
const CLOSING = new Set([...'.,;:!?)]}%»”’…、。，；：！？）】」'])
const OPENING = new Set([...'([{«“‘„¿¡（【「'])
const BREAKS = new Set(['\n', '\r', '\t', '\u0085', '\u2028', '\u2029'])

export class CopyWriter {
  readonly #parts: string[] = []
  /** A value was dropped and no text has been written since. */
  #gap = false

  keep(text: string): void {
    if (!this.#gap) {
      if (text !== '') this.#parts.push(text)
      return
    }
    const lead = leadingSpaces(text)
    const rest = text.slice(lead)
    const next = rest[0]
    if (next !== undefined && lead === 0 && CLOSING.has(next)) this.#trimEnd()
    else if (next !== undefined && BREAKS.has(next)) this.#trimEnd()
    else if (lead > 0 && this.#joins()) this.#parts.push(text[lead - 1]!)
    if (rest !== '') {
      this.#parts.push(rest)
      this.#gap = false
    }
  }

  replace(text: string): void {
    this.#parts.push(text)
    this.#gap = false
  }

  drop(): void {
    this.#gap = true
  }

  finish(): string {
    if (this.#gap) this.#trimEnd()
    return this.#parts.join('')
  }

  /** Ensures one space; false if none belongs there (line start, opening bracket) or an indentation already exists. */
  #joins(): boolean {
    const last = this.#parts.at(-1)
    if (last === undefined) return false
    const kept = last.length - trailingSpaces(last)
    const before = kept === 0 ? (this.#parts.length === 1 ? undefined : this.#parts.at(-2)!.at(-1)) : last[kept - 1]
    if (before === undefined || BREAKS.has(before)) return false
    if (kept < last.length) this.#trimEnd()
    return !OPENING.has(before)
  }

  #trimEnd(): void {
    for (;;) {
      const last = this.#parts.pop()
      if (last === undefined) return
      const kept = last.slice(0, last.length - trailingSpaces(last))
      if (kept === '') continue
      this.#parts.push(kept)
      return
    }
  }
}

function leadingSpaces(text: string): number {
  let count = 0
  while (count < text.length && SPACE.test(text[count]!)) count++
  return count
}

function trailingSpaces(text: string): number {
  let count = 0
  while (count < text.length && SPACE.test(text[text.length - 1 - count]!)) count++
  return count
}
