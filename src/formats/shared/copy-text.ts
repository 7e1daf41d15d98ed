// A file as one text to be read: pieces that can be rewritten, each with its spot in the file, and the signs between them that keep
// words, cells and lines apart. What the text says is read as one, so that a name cut into several runs is still a name.

/** A place in the file that holds a piece of text. `set` is called at most once, with all that is to stand there. */
export interface Spot {
  readonly value: string
  set(value: string): void
  /** Called in place of `set` where a place cannot hold another text but only lose some. */
  edit?(edits: readonly Edit[]): void
}

/** The range of a spot's value in the text: UTF-16 indexes, end exclusive. A spot may be shown in several pieces, each as a whole. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly spot: Spot
  /** Number of the table row that contains the piece; pieces between two rows share one number. */
  readonly row: number
}

/** The replacement of a range of the text. Ranges are disjoint and sorted. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A number or a date that programs read. */
export interface Guarded {
  readonly value: string
  drop(): void
}

const NEW_WORD = /^\p{Lu}\p{Ll}/u
const WORD_BEFORE = /[\p{Ll}\p{Nd}]$/u
const LONG_NUMBER = /\d{7}|\d\.\d{6}|\d{4}-\d{2}-\d{2}/

interface Item {
  readonly value: string
  readonly spot: Spot | null
  /** True for the name of a file. */
  readonly isName?: boolean
  /** True for the sign between two cells of a row. */
  readonly partsCells?: boolean
}

/** A part of the text: UTF-16 indexes, end exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

export class CopyText {
  /** Text outside the running text (a text box, a field, a description) is read after it, each on separate lines. */
  readonly #streams: Item[][] = [[]]
  readonly #behind: Item[][] = []
  readonly #guarded: Guarded[] = []

  get #stream(): Item[] {
    return this.#streams.at(-1)!
  }

  /** Adds what a spot shows. A word with a capital after a small letter or a digit is another word: a label and its value, side by side. */
  add(spot: Spot): void {
    if (spot.value === '') return
    const last = this.#stream.at(-1)
    if (last !== undefined && NEW_WORD.test(spot.value) && WORD_BEFORE.test(last.value.slice(-2))) this.sign(' ')
    this.#stream.push({ value: spot.value, spot })
  }

  /** Adds signs that represent markup: a tab, a line end, a label; they cannot be rewritten. */
  sign(value: string): void {
    this.#stream.push({ value, spot: null })
  }

  /** Ends a line, unless nothing is on it. */
  line(): void {
    const last = this.#stream.at(-1)
    if (last !== undefined && !last.value.endsWith('\n')) this.sign('\n')
  }

  /** Parts words, unless nothing or white space is before. */
  space(): void {
    const last = this.#stream.at(-1)
    if (last !== undefined && !/\s$/.test(last.value)) this.sign(' ')
  }

  /** Separates the cells of a row. A line with such separators is a row; values do not continue from one row to the next. */
  cell(columns = 1): void {
    this.#stream.push({ value: '\t'.repeat(columns), spot: null, partsCells: true })
  }

  /** Begins what stands apart, until `together`. */
  apart(): void {
    this.#streams.push([])
  }

  together(): void {
    if (this.#streams.length > 1) this.#behind.push(this.#streams.pop()!)
  }

  /** Adds one spot on a separate line after the running text, preceded by words of the format. */
  aside(spot: Spot, label = ''): void {
    if (spot.value.trim() === '') return
    const items: Item[] = [{ value: spot.value, spot }]
    if (label !== '') items.unshift({ value: `${label}: `, spot: null })
    this.#behind.push(items)
  }

  /** Adds the name of a file that the file contains, as a separate line after the running text. */
  name(spot: Spot): void {
    if (spot.value.trim() !== '') this.#behind.push([{ value: spot.value, spot, isName: true }])
  }

  /** Watches a value that programs read as a number or a date: it is dropped if it says a value that the edits hide. */
  guard(guarded: Guarded): void {
    if (LONG_NUMBER.test(guarded.value)) this.#guarded.push(guarded)
  }

  /** Ends a part of the file: what stood apart in it comes before the next part. */
  endPart(): void {
    while (this.#streams.length > 1) this.together()
    this.line()
    for (const items of this.#behind.splice(0)) {
      // A blank line, because text set apart does not continue the list before it.
      if (items[0]?.spot !== null) this.#blank()
      for (const item of items) this.#stream.push(item)
      this.line()
    }
  }

  #blank(): void {
    const last = this.#stream.at(-1)
    if (last !== undefined && !last.value.endsWith('\n\n')) this.sign('\n')
  }

  finish() {
    this.endPart()
    const pieces: Piece[] = []
    const names: TextRange[] = []
    const parts: string[] = []
    let [at, row] = [0, 0]
    let isRow = false
    for (const { value, spot, isName, partsCells = false } of this.#stream) {
      const endsRow: boolean = isRow && spot === null && value.includes('\n')
      if (endsRow) row++
      isRow = partsCells || (isRow && !endsRow)
      if (isName) names.push({ start: at, end: at + value.length })
      if (spot !== null) pieces.push({ start: at, end: at + value.length, spot, row })
      parts.push(value)
      at += value.length
    }
    return { text: parts.join(''), pieces, names, guarded: this.#guarded as readonly Guarded[] }
  }
}

/**
 * Rewrites the spots after the edits: a value that is in several gets its new text in the first of each row, and nothing in the others, so
 * that no cell of a table is emptied by the row before. Where one spot is shown several times, what any of them says is hidden in it.
 */
export function layOver(pieces: readonly Piece[], edits: readonly Edit[]): void {
  const changes = new Map<Spot, Edit[]>()
  let first = 0
  for (const { start, end, text } of edits) {
    while (first < pieces.length && pieces[first]!.end <= start) first++
    let row = -1
    for (let n = first; n < pieces.length && pieces[n]!.start < end; n++) {
      const piece = pieces[n]!
      if (piece.end <= start || piece.start === piece.end) continue
      const change = {
        start: Math.max(start, piece.start) - piece.start,
        end: Math.min(end, piece.end) - piece.start,
        text: piece.row === row ? '' : text,
      }
      row = piece.row
      const known = changes.get(piece.spot)
      if (known === undefined) changes.set(piece.spot, [change])
      else known.push(change)
    }
  }
  for (const [spot, made] of changes) {
    if (spot.edit === undefined) spot.set(rewritten(spot.value, made))
    else spot.edit(made)
  }
}

/** A text with edits laid over it. Those that overlap become one. */
export function rewritten(value: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end)
  let text = ''
  let at = 0
  for (const edit of sorted) {
    if (edit.end <= at) continue
    if (edit.start >= at) text += value.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + value.slice(at)
}
