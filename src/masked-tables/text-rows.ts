// Rows of tables that are text: delimited ones (RFC 4180 and its relatives) in pieces that end with a row, and lines of JSON with a column for each path
// to a value; and rows written the same way.
import Papa from 'papaparse'
import { SelfsameError } from '../errors.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

/** Most paths of one file; a file with more is not a table. */
export const MOST_PATHS = 2_000
const DEEPEST = 32

/** The object of a line. Throws usage, naming the row alone: a parser's own message quotes the line. */
export function objectOf(line: string, row: number): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new SelfsameError('usage', `row ${row} is not well-formed JSON; mend it`)
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new SelfsameError('usage', `row ${row} is no JSON object; every line of such a table is one`)
  return value as JsonObject
}

/** A value with the path to it: names joined by dots, items of a list as []. */
export interface Leaf {
  readonly path: string
  readonly value: string
  readonly set: (value: string) => void
}

/** Strings and numbers of an object, in order. Throws usage for a number that would not be written again as it was. */
export function leavesOf(object: JsonObject, row: number): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (holder: Json[] | JsonObject, key: string | number, path: string, depth: number): void => {
    if (depth > DEEPEST) throw new SelfsameError('usage', `row ${row} is nested more than ${DEEPEST} deep`)
    const value = (holder as JsonObject)[key]!
    // An assignment to a member named __proto__ would leave its value where it is.
    const set = (made: string) =>
      void Object.defineProperty(holder, key, { value: made, enumerable: true, writable: true, configurable: true })
    if (typeof value === 'string') leaves.push({ path, value, set })
    else if (typeof value === 'number') {
      if (Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new SelfsameError(
          'usage',
          `row ${row} has a number of more digits than JSON numbers keep; write it as a string`,
        )
      leaves.push({ path, value: String(value), set })
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) visit(value, at, `${path}[]`, depth + 1)
    } else if (value !== null && typeof value === 'object')
      for (const name of Object.keys(value)) visit(value, name, `${path}.${name}`, depth + 1)
  }
  for (const name of Object.keys(object)) visit(object, name, name, 0)
  return leaves
}

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
