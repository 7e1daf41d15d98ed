// A text with changes laid over it: every character that is not changed stays.

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

export class Source {
  readonly text: string
  readonly #changes: Change[] = []
  /** Range -> index of its change in the list. */
  readonly #ranges = new Map<string, number>()

  constructor(text: string) {
    this.text = text
  }

  /** Puts a text in place of a range of the source, as it is, or of what was put there before. */
  put(start: number, end: number, text: string): void {
    const range = `${start} ${end}`
    const known = start === end ? undefined : this.#ranges.get(range)
    if (known === undefined) this.#ranges.set(range, this.#changes.push({ start, end, text }) - 1)
    else this.#changes[known] = { start, end, text }
  }

  get isChanged(): boolean {
    return this.#changes.length > 0
  }

  /** The source with every change; a change inside another is a part of it. */
  written(): string {
    // An insertion between two places precedes the replacement of others.
    const sorted = [...this.#changes].sort(
      (a, b) => a.start - b.start || Number(b.start === b.end) - Number(a.start === a.end) || b.end - a.end,
    )
    const parts: string[] = []
    let at = 0
    for (const { start, end, text } of sorted) {
      if (start < at) continue
      parts.push(this.text.slice(at, start), text)
      at = end
    }
    parts.push(this.text.slice(at))
    return parts.join('')
  }

  /** The bytes of `written`, in UTF-8, which an XML declaration then says. */
  bytes(): Buffer {
    const text = this.written().replace(
      /^(<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["'])[\w.-]{1,40}(["'])/,
      (_, before: string, behind: string) => `${before}UTF-8${behind}`,
    )
    return Buffer.from(text, 'utf8')
  }
}
