// Tables in text (RFC 4180 and similar formats): the delimiter is the character that splits every line into the same number of cells.
import Papa from 'papaparse'
import type { Parser } from '../parser.ts'
import { decodeText } from '../text/text.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
const LINES = 40
/** Fewest rows of a table, and the upper bound of the mean cell length in characters: prose also contains commas. */
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
  const { data } = Papa.parse<string[]>(head, { delimiter, preview: LINES, skipEmptyLines: true })
  const rows = data.length < LINES && head.length >= 8_000 ? data.slice(0, -1) : data
  const width = rows[0]?.length ?? 0
  if (width < 2 || rows.length < FEWEST_ROWS) return false
  // Two columns can also be a label and its value; such text needs no table structure.
  if (width === 2 && rows.length < 4) return false
  const regular = rows.filter((row) => row.length === width).length
  if (regular < rows.length * REGULAR) return false
  const header = rows[0]!
  if (header.some((cell) => cell.trim() === '' || cell.length > LONGEST_MEAN_CELL) || new Set(header).size < width)
    return false
  // Standards that separate fields with a bar (HL7) begin with a segment name and are read as plain text.
  if (delimiter === '|' && /^[A-Z0-9]{3}$/.test(header[0]!)) return false
  const cells = rows.flat()
  return cells.reduce((sum, cell) => sum + cell.length, 0) / cells.length < LONGEST_MEAN_CELL
}

/** True if the first row holds the column names. A name contains a letter, no three digits in a row and no "@". */
export function isHeaderRow(cells: readonly string[]): boolean {
  const named = cells.filter((cell) => cell.trim() !== '')
  return named.length > 0 && named.every((cell) => /\p{L}/u.test(cell) && !/\d{3}|@/.test(cell) && cell.length <= 80)
}

export const csvParser: Parser = {
  formats: ['csv'],
  extra: null,
  async load() {},
  async read(bytes, into, { languages }) {
    const { text, encoding } = decodeText(bytes, { languages })
    const delimiter = delimiterOf(text.slice(0, 8_192)) ?? ','
    const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' })
    const hasHeader = data.length > 0 && isHeaderRow(data[0]!)
    into.begin('table')
    for (const [row, cells] of data.entries())
      for (const [column, cell] of cells.entries()) {
        into.cell(row, column, { header: hasHeader && row === 0 })
        into.add(cell)
      }
    into.end()
    return encoding
  },
}
