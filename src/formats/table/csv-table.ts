// Tables in text, cell by cell: read as a table, and opened with each cell as a piece; a masked cell is quoted if it was before, or if its new text needs it.
import type { CopyText } from '../shared/copy-text.ts'
import type { Open, Read } from '../shared/format.ts'
import type { Source } from '../shared/source.ts'
import { openSource } from '../text/encode.ts'
import { decodeText } from '../text/encoding.ts'
import { type CsvCell, cellsIn, delimiterOf, isHeaderRow } from './csv.ts'

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
    if (!cell.endsRow) into.sign('\t')
    else if (cell.end < source.text.length) into.sign('\n')
  }
  into.endPart()
  return copy
}

function addCell(source: Source, { start, end, value }: CsvCell, delimiter: string, into: CopyText): void {
  const isQuoted = source.text[start] === '"'
  into.add({
    // Line ends in a cell become blanks, so that a row stays one line of the text.
    value: value.replace(/\r?\n|[\r\t]/g, ' '),
    set(text) {
      const needsQuotes = isQuoted || text.includes(delimiter) || /["\r\n]/.test(text)
      source.put(start, end, needsQuotes ? `"${text.replaceAll('"', '""')}"` : text)
    },
  })
}
