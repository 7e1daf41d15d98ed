// Delimited tables (RFC 4180 and its relatives): how one is written, its rows in pieces that end with a row, and rows written the same way.
import Papa from 'papaparse'
import { SelfsameError } from '../errors.ts'

/** How a delimited table is written. Plain data. */
export interface Dialect {
  readonly delimiter: string
  readonly newline: '\n' | '\r\n' | '\r'
  /** Every cell is in quotation marks. */
  readonly quoted: boolean
}

/** The result of papaparse for a piece of a table. */
interface Parsed {
  readonly data: string[][]
  readonly errors: readonly { readonly code: string; readonly row?: number }[]
  readonly meta: { readonly cursor: number }
}

/** A row that is longer than this has an unclosed quotation mark. UTF-16 units. */
const LONGEST_ROW = 16 * 1024 * 1024

export function dialectOf(head: string, delimiter: string): Dialect {
  const line = /\r\n|\n|\r/.exec(head)?.[0] as Dialect['newline'] | undefined
  const first = head.slice(0, head.indexOf(line ?? '\n') + 1 || head.length)
  const quoted =
    first.startsWith('"') &&
    parse(first.trimEnd(), { delimiter, newline: '\n', quoted: true }, false).data[0]!.every((cell) =>
      first.includes(`"${cell.replaceAll('"', '""')}"`),
    )
  return { delimiter, newline: line ?? '\n', quoted }
}

function parse(text: string, { delimiter, newline }: Dialect, isCut: boolean): Parsed {
  // Typed for the browser's streams; the class itself takes text and says where its last whole row ends.
  const Parser = Papa.Parser as unknown as new (
    config: object,
  ) => { parse(text: string, base: number, cut: boolean): Parsed }
  return new Parser({ delimiter, newline, quoteChar: '"' }).parse(text, 0, isCut)
}

/** Rows of a whole piece. `first`: the number of its first row, which errors count from. Throws usage for quotation marks that do not close. */
export function rowsOf(text: string, dialect: Dialect, first: number): string[][] {
  const { data, errors } = parse(text, dialect, false)
  const bad = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes')
  if (bad !== undefined)
    throw new SelfsameError(
      'usage',
      `row ${first + (bad.row ?? 0)} has a quotation mark that is not closed, or stands inside a cell; mend it`,
    )
  // A final line break does not open another row.
  if (data.length > 0 && data.at(-1)!.length === 1 && data.at(-1)![0] === '' && /[\r\n]$/.test(text)) data.pop()
  return data
}

/** Index of the end of the last whole row of a text that may go on; 0 where there is none. Throws usage where a row has no end. */
export function endOfRows(text: string, dialect: Dialect): number {
  const end = text.includes('"')
    ? parse(text, dialect, true).meta.cursor
    : text.lastIndexOf(dialect.newline) + dialect.newline.length
  if (end < dialect.newline.length || end === 0) {
    if (text.length > LONGEST_ROW)
      throw new SelfsameError(
        'usage',
        'a quotation mark of the table is not closed, or a row is longer than 16 MiB; mend the table',
      )
    return 0
  }
  return end
}

/** Rows as they are written in the dialect, each with its line break. */
export function written(rows: readonly (readonly string[])[], { delimiter, newline, quoted }: Dialect): string {
  let text = ''
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      const cell = row[i]!
      if (i > 0) text += delimiter
      text += quoted || needsQuotes(cell, delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
    }
    text += newline
  }
  return text
}

function needsQuotes(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || cell.includes('"') || cell.includes('\n') || cell.includes('\r')
}
