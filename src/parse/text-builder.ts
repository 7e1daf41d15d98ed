// Builds a text from many pieces and keeps its last character. Reading the end of a string that was built with += makes
// V8 copy the whole string each time.

export class TextBuilder {
  readonly #pieces: string[] = []
  #last = ''
  #length = 0

  add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.#last = piece[piece.length - 1]!
    this.#length += piece.length
  }

  get length(): number {
    return this.#length
  }

  endsWith(unit: string): boolean {
    return this.#last === unit
  }

  endLine(): void {
    if (this.#last !== '' && this.#last !== '\n') this.add('\n')
  }

  toString(): string {
    return this.#pieces.join('')
  }
}
