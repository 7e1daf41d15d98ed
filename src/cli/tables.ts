// Whether what is given for one side of a comparison is a table: many records, which a comparison would take for one text.
import { SelfsameError } from '../errors.ts'

/** What stands between the cells of a row (RFC 4180, and what spreadsheets write where the comma divides decimals). */
const SEPARATORS = ['\t', ';', ',', '|']
/** Characters of a text that are looked at: a table shows in its first rows. */
const LOOKED_AT = 64 * 1024
/** A column is called by so many words at most: more are a sentence. */
const MOST_WORDS = 4

/** Throws usage for a table: CSV or TSV under a heading, JSON lines, or a JSON list. `file` is where it was read from. */
export function refuseTable(text: string, file: string | undefined): void {
  const found = tableIn(text, /\.(?:csv|tsv|tab)$/i.test(file ?? ''))
  if (found === null) return
  throw new SelfsameError(
    'usage',
    `${file ?? 'a side'} is ${found}: compare takes one record or one text a side. To find the rows of two tables that belong ` +
      'together is to link them, which is another task than comparing; compare one row with one row, each as a JSON object',
  )
}

/** What kind of table a text is, null for none. `named`: its file says that it is one. */
function tableIn(text: string, named: boolean): string | null {
  const lines = linesAtHead(text)
  if (text.trimStart().startsWith('[')) return isListOfRecords(text) ? 'a JSON list of records' : null
  if (lines.length > 1 && lines.every(isRecord)) return 'a file of JSON lines'
  if (lines.length < 3) return null
  for (const separator of SEPARATORS) {
    const rows = lines.map((line) => cellsOf(line, separator))
    const columns = rows[0]!.length
    if (columns < 2) continue
    // Two columns that no file name vouches for are as well a form: a field and its value on every line.
    const shaped =
      columns > 2 && rows.every((row) => row.length === columns) && isHeading(lines[0]!, rows[0]!, separator)
    if (named || shaped) return `a table of ${columns} columns`
  }
  return null
}

/** The lines that begin a text and are not empty; the last of them only where it is whole. */
function linesAtHead(text: string): string[] {
  const lines = text.slice(0, LOOKED_AT).split(/\r?\n/)
  if (text.length > LOOKED_AT) lines.pop()
  return lines.filter((line) => line.trim() !== '')
}

/** Cells of a row; what stands in quotes is one cell (RFC 4180, section 2). */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let quoted = false
  let cell = ''
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

/** Names of columns: short, of letters, each another one, and not set apart by a comma and a space as sentences are. */
function isHeading(line: string, cells: readonly string[], separator: string): boolean {
  if (/[,;]/.test(separator) && line.includes(`${separator} `)) return false
  const named = cells.every(
    (cell) => /^\p{L}[\p{L}\p{M}\p{N}_ ./()-]*$/u.test(cell) && cell.split(' ').length <= MOST_WORDS,
  )
  return named && new Set(cells.map((cell) => cell.toLowerCase())).size === cells.length
}

const isRecord = (line: string): boolean => line.trimStart().startsWith('{') && isObject(parsed(line))

function isListOfRecords(text: string): boolean {
  const value = parsed(text)
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
