// Tables in text (RFC 4180 and similar formats): the delimiter is the character that splits every line into the same number of cells. Read as a table,
// and opened with each cell as a piece; a masked cell is quoted if it was before, or if its new text needs it.
import type { CopyText } from '../shared/copy-text.ts'
import type { Open, Read } from '../shared/format.ts'
import type { Source } from '../shared/source.ts'
import { openSource } from '../text/encode.ts'
import { decodeText } from '../text/encoding.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
const LINES = 40
/** Fewest rows of a table, and the upper bound of the mean length of a cell without quotes, in characters: prose also contains commas. */
const FEWEST_ROWS = 2
const LONGEST_MEAN_CELL = 60
/** Share of the rows that must have as many cells as the first row. */
const REGULAR = 0.9

/** The delimiter of a table, or null if the text is not a table. `head`: the beginning of a text; its last line may be cut. */
export function delimiterOf(head: string): string | null {
  for (const delimiter of DELIMITERS) if (isTable(head, delimiter)) return delimiter
  return null
}

function isTable(head: string, delimiter: string): boolean {
  const read = rowsIn(head, delimiter)
  const rows = read.length < LINES && head.length >= 8_000 ? read.slice(0, -1) : read
  const width = rows[0]?.length ?? 0
  if (width < 2 || rows.length < FEWEST_ROWS) return false
  const cells = rows.flat()
  // Two columns can also be a label and its value, unless quotes hold what text has no quotes for.
  if (width === 2 && rows.length < 4 && !areQuoted(cells, head)) return false
  const regular = rows.filter((row) => row.length === width).length
  if (regular < rows.length * REGULAR) return false
  const header = rows[0]!.map(({ value }) => value)
  if (header.some((cell) => cell.trim() === '' || cell.length > LONGEST_MEAN_CELL) || new Set(header).size < width)
    return false
  // Standards that separate fields with a bar (HL7) begin with a segment name and are read as plain text.
  if (delimiter === '|' && /^[A-Z0-9]{3}$/.test(header[0]!)) return false
  const plain = cells.reduce((sum, { start, value }) => sum + (head[start] === '"' ? 0 : value.length), 0)
  return plain / cells.length < LONGEST_MEAN_CELL
}

/** True if all cells are in quotes, or one in quotes has a line end or a quote. */
function areQuoted(cells: readonly CsvCell[], head: string): boolean {
  const quoted = cells.filter(({ start }) => head[start] === '"')
  return quoted.length === cells.length || quoted.some(({ value }) => /["\r\n]/.test(value))
}

/** True if the first row holds the column names. A name contains a letter, no three digits in a row and no "@". */
export function isHeaderRow(cells: readonly string[]): boolean {
  const named = cells.filter((cell) => cell.trim() !== '')
  return named.length > 0 && named.every((cell) => /\p{L}/u.test(cell) && !/\d{3}|@/.test(cell) && cell.length <= 80)
}

export interface CsvCell {
  /** Range in the text, with quotes. */
  readonly start: number
  readonly end: number
  readonly value: string
  readonly endsRow: boolean
}

/** The cells of a table one by one. Line ends are of any kind; what follows the quotes of a cell is a part of it. */
export function* cellsIn(text: string, delimiter: string): Generator<CsvCell> {
  let at = 0
  while (at < text.length) {
    const start = at
    let quoted: string | null = null
    if (text[at] === '"') {
      const closing = closingQuote(text, at, delimiter)
      quoted = text.slice(at + 1, closing).replaceAll('""', '"')
      at = Math.min(closing + 1, text.length)
    }
    const end = endOfPlain(text, at, delimiter)
    const plain = text.slice(at, end)
    const isCut = text[end] === delimiter
    yield { start, end, value: quoted === null ? plain : quoted + plain.trimEnd(), endsRow: !isCut }
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (isCut && at >= text.length) yield { start: at, end: at, value: '', endsRow: true }
  }
}

/**
 * The index of the quote that ends a cell. People forget to double those within: it is the first that nothing but spaces parts from the next cell, or
 * the first of all where the line ends or another quoted cell begins before. The length of the text where there is none.
 */
function closingQuote(text: string, start: number, delimiter: string): number {
  let first: number | null = null
  let before = start
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (first !== null && (text[at - 1] === delimiter || text.slice(before, at).includes('\n'))) return first
    if (text[at + 1] === '"') {
      before = ++at
      continue
    }
    let next = at + 1
    while (text[next] === ' ') next++
    if (next >= text.length || text[next] === delimiter || text[next] === '\n' || text[next] === '\r') return at
    first ??= at
    before = at
  }
  return first ?? text.length
}

function endOfPlain(text: string, start: number, delimiter: string): number {
  let at = start
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** The first rows that are not empty. */
function rowsIn(head: string, delimiter: string): CsvCell[][] {
  const rows: CsvCell[][] = []
  let row: CsvCell[] = []
  for (const cell of cellsIn(head, delimiter)) {
    row.push(cell)
    if (!cell.endsRow) continue
    if (row.length > 1 || row[0]!.value !== '') rows.push(row)
    if (rows.length === LINES) break
    row = []
  }
  return rows
}

const HEAD = 8_192

const delimiterIn = (text: string): string => delimiterOf(text.slice(0, HEAD)) ?? ','

export const readTable: Read = async (bytes, into, { languages }) => {
  const { text, encoding } = decodeText(bytes, { languages })
  let cells: string[] = []
  let row = 0
  into.begin('table')
  for (const { value, endsRow } of cellsIn(text, delimiterIn(text))) {
    cells.push(value)
    if (!endsRow) continue
    if (cells.some((cell) => cell.trim() !== '')) {
      const header = row === 0 && isHeaderRow(cells)
      for (const [column, cell] of cells.entries()) {
        into.cell(row, column, { header })
        into.add(cell)
      }
      row++
    }
    cells = []
  }
  into.end()
  return encoding
}

export const openTable: Open = async (bytes, into, opening) => {
  const { source, copy } = openSource(bytes, opening)
  const delimiter = delimiterIn(source.text)
  for (const cell of cellsIn(source.text, delimiter)) {
    addCell(source, cell, delimiter, into)
    if (!cell.endsRow) into.cell()
    else if (cell.end < source.text.length) into.sign('\n')
  }
  into.endPart()
  return copy
}

function addCell(source: Source, { start, end, value }: CsvCell, delimiter: string, into: CopyText): void {
  const isQuoted = source.text[start] === '"'
  into.add({
    // Line ends in a cell become blanks, so that a row stays one line of the text.
    value: value.replace(/\r\n|[\t-\r\u0085\u2028\u2029]/g, ' '),
    set(text) {
      const needsQuotes = isQuoted || text.includes(delimiter) || /["\r\n]/.test(text)
      source.put(start, end, needsQuotes ? `"${text.replaceAll('"', '""')}"` : text)
    },
  })
}
