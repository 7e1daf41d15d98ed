// Builds the text of a file block by block: line ends separate blocks, tabs separate cells, and the length is limited.
import { SelfsameError } from '../../errors.ts'
import type { Block, BlockKind, Box, Cell, Origin, PageSize, Placed, Structure } from '../../records/structure.ts'

// Builds a text and keeps its last character: reading the end of a string that grows by += makes V8 copy it each time.
class TextBuilder {
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

export interface BlockOptions {
  readonly origin?: Origin
  readonly level?: number | null
  readonly part?: string | null
}

export interface CellOptions {
  readonly rowSpan?: number
  readonly columnSpan?: number
  readonly header?: boolean
}

export interface Place {
  readonly page: number
  readonly box: Box
  readonly confidence: number | null
}

export class DocumentBuilder {
  readonly #text = new TextBuilder()
  readonly #most: number
  readonly #blocks: Block[] = []
  readonly #placed: Placed[] = []
  readonly #pages: PageSize[] = []
  #open: { kind: BlockKind; origin: Origin; start: number; level: number | null; part: string | null } | null = null
  #cells: Cell[] = []
  #cell: Cell | null = null
  #attached: string | null = null

  constructor(most: number) {
    this.#most = most
  }

  get length(): number {
    return this.#text.length
  }

  /** Ends the open block and begins a new one on its own line. A block without text is left out. */
  begin(kind: BlockKind, { origin = 'body', level = null, part = null }: BlockOptions = {}): void {
    this.end()
    this.#text.endLine()
    const inner = this.#attached !== null && origin === 'body'
    this.#open = {
      kind,
      origin: inner ? 'attachment' : origin,
      start: this.#text.length,
      level,
      part: part ?? this.#attached,
    }
  }

  /** Marks everything that `read` adds to the body as part of an embedded file. */
  async attached(name: string | null, read: () => Promise<void>): Promise<void> {
    const before = this.#attached
    this.end()
    this.#attached = name ?? 'attachment'
    try {
      await read()
    } finally {
      this.end()
      this.#attached = before
    }
  }

  /** Records the size of a page in points. Pages of embedded files are left out because their numbers start again at 1. */
  page(page: number, width: number, height: number): void {
    if (this.#attached === null) this.#pages.push({ page, width, height })
  }

  get isOpen(): boolean {
    return this.#open !== null
  }

  /** Adds text to the open block, or to a new body paragraph if no block is open. Throws document_unreadable beyond `most`. */
  add(text: string, place: Place | null = null): void {
    if (text === '') return
    if (this.#open === null) this.begin('paragraph')
    const start = this.#text.length
    if (start + text.length > this.#most)
      throw new SelfsameError('document_unreadable', `the text is longer than ${this.#most} characters; split the file`)
    this.#text.add(text)
    if (place !== null) this.#placed.push({ start, end: start + text.length, ...place })
  }

  endsWith(unit: string): boolean {
    return this.#text.endsWith(unit)
  }

  /** Ends the open cell and begins a new cell of the open table. Call it in order of rows, then columns. */
  cell(row: number, column: number, { rowSpan = 1, columnSpan = 1, header = false }: CellOptions = {}): void {
    if (this.#open?.kind !== 'table') this.begin('table')
    const before = this.#cell
    this.#endCell()
    if (before !== null) this.add(before.row === row ? '\t' : '\n')
    const start = this.#text.length
    this.#cell = { row, column, rowSpan, columnSpan, header, start, end: start }
  }

  #endCell(): void {
    if (this.#cell === null) return
    this.#cells.push({ ...this.#cell, end: this.#text.length })
    this.#cell = null
  }

  end(): void {
    this.#endCell()
    if (this.#open === null) return
    const block = { ...this.#open, end: this.#text.length, cells: this.#cells }
    this.#open = null
    this.#cells = []
    if (block.end > block.start) this.#blocks.push(block)
  }

  /** Adds a block of one string; adds nothing if the string is empty or white space. */
  block(kind: BlockKind, text: string, options: BlockOptions = {}): void {
    if (text.trim() === '') return
    this.begin(kind, options)
    this.add(text)
    this.end()
  }

  finish(): Structure & { readonly text: string } {
    this.end()
    return { text: this.#text.toString(), blocks: this.#blocks, placed: this.#placed, pages: this.#pages }
  }
}
