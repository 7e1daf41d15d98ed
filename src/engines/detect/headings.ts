// Tables in plain text: which heading stands over a cell. Delimited lines (; , tab |) whose first line names the columns.
import type { ScannedText } from '../../text/scanned.ts'

const DELIMITERS = [';', '\t', '|', ','] as const
/** Two delimiters make a table; fewer is a sentence with a comma. */
const LEAST_DELIMITERS = 2
const LONGEST_HEADING = 40

interface Row {
  readonly start: number
  readonly end: number
}

/** Cells under one heading line; `cuts` are the delimiter positions of each row. */
interface Table {
  readonly start: number
  readonly end: number
  readonly delimiter: string
  readonly headings: readonly Row[]
}

export class Headings {
  readonly #text: string
  readonly #tables: readonly Table[]

  constructor(text: string, tables: readonly Table[]) {
    this.#text = text
    this.#tables = tables
  }

  /** View range of the heading over view index `at`; null when it stands in no table. */
  at(at: number): Row | null {
    let low = 0
    let high = this.#tables.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#tables[middle]!.end <= at) low = middle + 1
      else high = middle
    }
    const table = this.#tables[low]
    if (!table || at < table.start) return null
    let column = 0
    const line = Math.max(this.#text.lastIndexOf('\n', at - 1) + 1, table.start)
    // A cell further than this from its line's start is in no table a person would write.
    if (at - line > 4000) return null
    for (let i = line; i < at; i++) if (this.#text[i] === table.delimiter) column++
    return table.headings[column] ?? null
  }
}

function cells(text: string, row: Row, delimiter: string): Row[] {
  const found: Row[] = []
  let from = row.start
  for (let i = row.start; i <= row.end; i++) {
    if (i < row.end && text[i] !== delimiter) continue
    found.push({ start: from, end: i })
    from = i + 1
  }
  return found
}

/** A heading line: every cell short, worded, and free of digits runs that would be values. */
function isHeading(text: string, row: Row, delimiter: string): boolean {
  let worded = 0
  for (const cell of cells(text, row, delimiter)) {
    if (cell.end - cell.start > LONGEST_HEADING) return false
    const value = text.slice(cell.start, cell.end)
    if (/\d{3}|@/.test(value)) return false
    if (/\p{L}/u.test(value)) worded++
  }
  return worded >= LEAST_DELIMITERS
}

/** The lines of a text, and how often each holds each of DELIMITERS: one read of the text. */
interface Lines {
  readonly rows: readonly Row[]
  /** DELIMITERS.length numbers for each row. */
  readonly counts: readonly number[]
}

const NEWLINE = 10
const RETURN = 13
const [SEMICOLON, TAB, BAR, COMMA] = DELIMITERS.map((delimiter) => delimiter.charCodeAt(0))

function linesOf(text: string): Lines {
  const rows: Row[] = []
  const counts: number[] = []
  let from = 0
  let semicolons = 0
  let tabs = 0
  let bars = 0
  let commas = 0
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : NEWLINE
    if (unit === COMMA) commas++
    else if (unit === SEMICOLON) semicolons++
    else if (unit === TAB) tabs++
    else if (unit === BAR) bars++
    else if (unit === NEWLINE) {
      rows.push({ start: from, end: at > from && text.charCodeAt(at - 1) === RETURN ? at - 1 : at })
      counts.push(semicolons, tabs, bars, commas)
      from = at + 1
      semicolons = tabs = bars = commas = 0
    }
  }
  return { rows, counts }
}

/** A line that only rules off the heading: |---|:--:|. */
function isRule(text: string, { start, end }: Row): boolean {
  return end > start && /^[\s|:+-]*$/.test(text.slice(start, Math.min(end, start + 200)))
}

/** Finds the tables of a text. Linear: each line is read a fixed number of times. */
export function headingsOf(scanned: ScannedText): Headings {
  const text = scanned.text
  if (!text.includes('\n')) return new Headings(text, [])
  const { rows, counts } = linesOf(text)
  const tables: Table[] = []
  for (let i = 0; i + 1 < rows.length; i++) {
    const head = rows[i]!
    if (head.end - head.start > 2000) continue
    for (let d = 0; d < DELIMITERS.length; d++) {
      const width = counts[i * DELIMITERS.length + d]!
      if (width < LEAST_DELIMITERS) continue
      const delimiter = DELIMITERS[d]!
      const goesOn = (row: number) =>
        row < rows.length && (counts[row * DELIMITERS.length + d]! >= width || isRule(text, rows[row]!))
      if (!goesOn(i + 1) || !isHeading(text, head, delimiter)) continue
      let last = i + 1
      while (goesOn(last + 1)) last++
      tables.push({ start: head.end, end: rows[last]!.end + 1, delimiter, headings: cells(text, head, delimiter) })
      i = last
      break
    }
  }
  return new Headings(text, tables)
}
