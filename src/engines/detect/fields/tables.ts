// Tables in plain text: the column header of each cell, from a first line with separators or gaps, or from an SQL INSERT.

import { firstAt } from '../../../lists.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import {
  APOSTROPHE,
  BAR,
  CLOSE_PARENTHESIS,
  COMMA,
  NEWLINE,
  OPEN_PARENTHESIS,
  QUOTE,
  SEMICOLON,
  SPACE,
  TAB,
} from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, type TextUnits } from '../../../text/unit-classes.ts'

const DELIMITERS = [';', '\t', '|', ','] as const
/** Columns separated by spaces: the delimiter that represents them, and the least gap between column headers. */
const BLANKS = '  '
const WIDE_GAP = '   '
/** Fewest delimiters of a table; with fewer, a line is a sentence with a comma, unless no space follows: "name,dob". */
const LEAST_DELIMITERS = 2
/** A row of two column headers, as programs write it. */
const PAIR = /^"?\p{L}[\p{L}\p{M} _-]{1,29}"?[;\t|,]"?\p{L}[\p{L}\p{M} _-]{1,29}"?$/u
/** A gap between two columns; each row of the table has as many. */
const GAP = / {2,}/
const LONGEST_HEADING = 40
const LONGEST_HEAD = 2000
/** Maximum length of a cell in quotation marks. */
const LONGEST_CELL = 400
/** Maximum distance of a cell from the start of its line. */
const LONGEST_ROW = 4000
const HEADING = /^\p{L}[\p{L}\p{M} ()./'_#-]{0,39}\r?$/u

/** Digits that column headers do not contain: a long number, a time, decimals. */
const VALUE = /\d{3}|\d[:.,]\d|@/

interface Table extends Range {
  readonly delimiter: string
  readonly headings: readonly Range[]
  /** True for the rows of an INSERT: each is in parentheses, and its texts in apostrophes. */
  readonly isInserted?: boolean
}

/** A cell of a table under its column header, in view indexes. */
export interface HeadedCell extends Range {
  readonly heading: Range
}

interface AskedRow extends Range {
  readonly cuts: readonly number[]
}

export class Headings {
  readonly #text: string
  readonly #units: Uint16Array
  readonly #tables: readonly Table[]
  readonly #heads = new Map<Table, Range>()
  /** The last row looked up: most look-ups are for successive rows, several for each. */
  #asked: AskedRow | null = null
  /** The last position beyond LONGEST_ROW from the start of its line; -1 if none. */
  #far = -1

  constructor({ text, units }: TextUnits, tables: readonly Table[]) {
    this.#text = text
    this.#units = units
    this.#tables = tables
  }

  /** View range of all column headers of the table at view index `at`, one object per table; null outside tables. */
  head(at: number): Range | null {
    const table = this.#table(at)
    if (table === null) return null
    let head = this.#heads.get(table)
    if (head === undefined) {
      const { headings } = table
      head = { start: headings[0]!.start, end: headings[headings.length - 1]!.end }
      this.#heads.set(table, head)
    }
    return head
  }

  #table(at: number): Table | null {
    const tables = this.#tables
    if (tables.length === 0) return null
    const table = tables[tables.length === 1 ? 0 : firstAt(tables, ({ end }) => end > at)]
    return table === undefined || at < table.start || at >= table.end ? null : table
  }

  /** View range of the column header above view index `at`; null outside tables. */
  at(at: number): Range | null {
    const table = this.#table(at)
    if (table === null) return null
    if (table.delimiter === BLANKS) return table.headings[columnOf(this.#text, this.#units, table.start, at)] ?? null
    const row = this.#row(at, table)
    return row === null || at > row.end ? null : (table.headings[firstAt(row.cuts, (cut) => cut >= at)] ?? null)
  }

  /** The cells of all tables that are under a header; rows without one cell for each header are left out. */
  *cells(): Generator<HeadedCell> {
    for (const table of this.#tables) {
      const { start, end, headings } = table
      if (table.delimiter === BLANKS) continue
      for (let line = start; line < end; ) {
        if (table.isInserted) while (line < end && line > start && this.#units[line - 1] !== OPEN_PARENTHESIS) line++
        else if (this.#units[line] === NEWLINE) line++
        const { cuts, end: stop } = rowOf(this.#text, this.#units, line, table)
        if (cuts.length + 1 >= headings.length)
          for (let i = 0; i < headings.length; i++)
            yield { heading: headings[i]!, start: i === 0 ? line : cuts[i - 1]! + 1, end: cuts[i] ?? stop }
        line = Math.max(stop, line) + 1
      }
    }
  }

  #row(at: number, table: Table): AskedRow | null {
    const asked = this.#asked
    if (asked !== null && asked.start >= table.start && asked.start <= at && at <= asked.end) return asked
    const units = this.#units
    // Tests whether `at` is on the same line after a position that is too far from the line's start.
    const far = this.#far
    const isFar = far >= table.start && far <= at && lineStart(units, at, far, LONGEST_ROW) === far
    const line = isFar ? -1 : lineStart(units, at, table.start, LONGEST_ROW)
    if (line < 0) {
      this.#far = at
      return null
    }
    this.#asked = rowOf(this.#text, units, line, table)
    return this.#asked
  }
}

function lineStart(units: Uint16Array, at: number, from: number, within: number): number {
  const least = Math.max(from, at - within)
  for (let i = at; i >= least; i--) if (i === from || units[i - 1] === NEWLINE) return i
  return -1
}

/** Positions of the delimiters of a row. A cell in quotation marks can contain delimiters: `"Via Roma 1, 39100 Bolzano",02...`. */
function rowOf(text: string, units: Uint16Array, line: number, { delimiter, end, isInserted }: Table): AskedRow {
  const cuts: number[] = []
  const quote = isInserted ? APOSTROPHE : QUOTE
  const cut = delimiter.charCodeAt(0)
  const last = Math.min(units.length, end, line + LONGEST_ROW)
  let i = line
  // The next quotation mark that closes a cell is searched once, not again for each opening one.
  let close = line
  for (; i < last && units[i] !== NEWLINE; i++) {
    const unit = units[i]
    if (unit === cut) cuts.push(i)
    else if (isInserted && unit === CLOSE_PARENTHESIS) break
    if (unit !== quote || !opensCell(units, i, line, cut)) continue
    if (close <= i) close = closingQuote(text, units, i + 1, last + LONGEST_CELL, delimiter, quote)
    if (close - i < LONGEST_CELL && close < last + LONGEST_CELL) i = close
  }
  return { start: line, end: Math.min(i, last), cuts }
}

/** True if a quotation mark is the first sign of its cell. */
function opensCell(units: Uint16Array, at: number, line: number, cut: number): boolean {
  let before = at - 1
  if (before > line && units[before] === SPACE) before--
  return at === line || units[before] === cut || units[before] === OPEN_PARENTHESIS
}

/** The next quotation mark of a line before view index `most` that ends its cell; `most` if there is none. */
function closingQuote(
  text: string,
  units: Uint16Array,
  from: number,
  most: number,
  delimiter: string,
  quote: number,
): number {
  for (let at = from; at < most && at < units.length && units[at] !== NEWLINE; at++)
    if (units[at] === quote && closesCell(text, at, delimiter)) return at
  return most
}

function closesCell(text: string, at: number, delimiter: string): boolean {
  const next = text[at + 1]
  return next === undefined || next === delimiter || next === '\n' || next === '\r' || next === ')'
}

/** Number of gaps of two or more spaces before view index `at` in its line; -1 if the line is too long. */
function columnOf(text: string, units: Uint16Array, from: number, at: number): number {
  const line = lineStart(units, at, from, LONGEST_HEAD)
  return line < 0 ? -1 : text.slice(line, at).trimStart().split(GAP).length - 1
}

const NO_TABLES: readonly Table[] = []
/** For a text without tables; one object for all, as most texts have none. */
export const NO_HEADINGS = new Headings({ text: '', units: new Uint16Array(0) }, NO_TABLES)

function cells(text: string, row: Range, delimiter: string): Range[] {
  const found: Range[] = []
  let from = row.start
  for (let i = row.start; i <= row.end; i++) {
    if (i < row.end && text[i] !== delimiter) continue
    found.push({ start: from, end: i })
    from = i + 1
  }
  return found
}

/** The lines of a text, and the number of each delimiter per line: four counts a line, in the order of DELIMITERS. */
function linesOf(text: string): { rows: readonly Range[]; counts: readonly number[] } {
  const rows: Range[] = []
  const counts = [0, 0, 0, 0]
  let from = 0
  const { length } = text
  for (let i = 0; i <= length; i++) {
    const unit = i < length ? codeAt(text, i) : NEWLINE
    if (unit === NEWLINE) {
      rows.push({ start: from, end: i > from && text[i - 1] === '\r' ? i - 1 : i })
      counts.push(0, 0, 0, 0)
      from = i + 1
    } else if (unit === SEMICOLON) counts[counts.length - 4]!++
    else if (unit === TAB) counts[counts.length - 3]!++
    else if (unit === BAR) counts[counts.length - 2]!++
    else if (unit === COMMA) counts[counts.length - 1]!++
  }
  return { rows, counts }
}

/** True if two successive lines have enough delimiters. Most texts have none, so that this is their only cost. */
function mayHoldTable({ text, units, tokens: { kind, start, end, count } }: ScannedText): boolean {
  // Spaces and tabs are not tokens.
  if (text.includes('\t')) return true
  let [semicolons, bars, commas] = [0, 0, 0]
  // Count of the line before; start of the line; whether a delimiter in each line has no space after it.
  let [above, from] = [0, 0]
  let [isTight, isTightAbove] = [false, false]
  const { length } = units
  for (let i = 0; i <= count; i++) {
    const behind = i < count ? end[i]! : length
    if (i === count || (kind[i] === TokenKind.newline && units[behind - 1] === NEWLINE)) {
      const most = Math.max(semicolons, bars, commas)
      const to = i < count ? start[i]! : length
      if (above >= LEAST_DELIMITERS && (most >= LEAST_DELIMITERS || isDrawn(text, { start: from, end: to })))
        return true
      if (isTight && isTightAbove) return true
      above = most
      from = behind
      isTightAbove = isTight
      isTight = false
      semicolons = bars = commas = 0
      continue
    }
    if (kind[i] !== TokenKind.sign) continue
    const unit = units[start[i]!]
    if (unit === SEMICOLON) semicolons++
    else if (unit === BAR) bars++
    else if (unit === COMMA) commas++
    else continue
    if (behind < length && units[behind]! > SPACE) isTight = true
  }
  return false
}

/** A separator line under a header line: "|---|---|". */
const isDrawn = (text: string, row: Range): boolean =>
  row.end > row.start && /^[\s|:+-]*$/.test(text.slice(row.start, Math.min(row.end, row.start + 200)))

/** True for a header line: every cell is short and without values, and at least two have letters. */
function isHeading(text: string, row: Range, delimiter: string, width: number): boolean {
  if (width < LEAST_DELIMITERS)
    return row.end - row.start <= 2 * LONGEST_HEADING && PAIR.test(text.slice(row.start, row.end))
  let worded = 0
  for (const cell of cells(text, row, delimiter)) {
    if (cell.end - cell.start > LONGEST_HEADING) return false
    const value = text.slice(cell.start, cell.end)
    if (VALUE.test(value)) return false
    if (/\p{L}/u.test(value)) worded++
  }
  return worded >= LEAST_DELIMITERS
}

/** A row of two cells as programs write it, not a sentence with a comma. */
const isPair = (text: string, { start }: Range, which: number): boolean =>
  codeAt(text, start) === QUOTE || text[text.indexOf(DELIMITERS[which]!, start) + 1] !== ' '

const INSERT = /\binsert\s{1,3}into\s{1,3}[^\s(]{1,60}\s{0,3}\(([^()]{3,600})\)\s{0,8}values\s{0,8}\(/gi

/** "INSERT INTO members (name, dob) VALUES ('Ada Obi', '03.09.1990')": the column names apply to the values. */
function insertsOf(scanned: ScannedText): readonly Table[] {
  const { text } = scanned
  if (!scanned.mayHold(OPEN_PARENTHESIS) || (!text.includes('VALUES') && !text.includes('values'))) return NO_TABLES
  const tables: Table[] = []
  for (const { index, 0: statement, 1: columns } of text.matchAll(INSERT)) {
    const start = index + statement.length
    // Skips statements inside the last table before searching their end, which may be the end of the text.
    if ((tables.at(-1)?.end ?? 0) > start) continue
    const first = index + statement.indexOf('(') + 1
    const close = text.indexOf(';', start)
    const end = close < 0 ? text.length : close
    tables.push({
      start,
      end,
      delimiter: ',',
      isInserted: true,
      headings: cells(text, { start: first, end: first + columns!.length }, ','),
    })
  }
  return tables
}

/** Tables with gaps for columns: a row of short headers, at least three spaces apart, and rows with as many columns. Prose has other gaps. */
function spacedTables(text: string): Table[] {
  const tables: Table[] = []
  let gap = text.indexOf(WIDE_GAP)
  while (gap >= 0) {
    const start = text.lastIndexOf('\n', gap) + 1
    const end = lineEnd(text, gap)
    const headings = end - start <= LONGEST_HEAD ? spacedCells(text, start, end) : []
    const isHead =
      headings.length > LEAST_DELIMITERS && headings.every((cell, i) => isSpaced(text, cell, headings[i - 1]))
    let last = end
    while (isHead && last < text.length) {
      const next = lineEnd(text, last + 1)
      if (next - last > LONGEST_HEAD || spacedCells(text, last + 1, next).length < headings.length) break
      last = next
    }
    if (last > end) tables.push({ start: end, end: last + 1, delimiter: BLANKS, headings })
    gap = text.indexOf(WIDE_GAP, last)
  }
  return tables
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}

/** The cells of a line that are separated by gaps of two or more spaces. */
function spacedCells(text: string, start: number, end: number): Range[] {
  const found: Range[] = []
  let from = start
  while (from < end) {
    while (from < end && codeAt(text, from) === SPACE) from++
    let to = text.indexOf(BLANKS, from)
    if (to < 0 || to > end) to = end
    if (to > from) found.push({ start: from, end: to })
    from = to
  }
  return found
}

/** A header is short, begins with a letter, and has no colon or digits; a wide gap precedes it. */
function isSpaced(text: string, { start, end }: Range, previous: Range | undefined): boolean {
  if (previous !== undefined && start - previous.end < WIDE_GAP.length) return false
  return end - start <= LONGEST_HEADING && HEADING.test(text.slice(start, end))
}

/** Finds the tables of a text. Linear: each line is read a fixed number of times. */
export function headingsOf(scanned: ScannedText): Headings {
  const text = scanned.text
  const inserted = insertsOf(scanned)
  if (inserted.length > 0) return new Headings(scanned, inserted)
  if (!text.includes('\n')) return NO_HEADINGS
  const delimited = mayHoldTable(scanned) ? delimitedTables(text) : NO_TABLES
  // Decimal commas do not separate cells: in "Ada Obi  03.09.1990  354,86" spaces separate them.
  const tables = delimited.length === 0 && text.includes(WIDE_GAP) ? spacedTables(text) : delimited
  return tables.length === 0 ? NO_HEADINGS : new Headings(scanned, tables)
}

/** Tables whose columns are separated by a sign: a header line, and lines below with at least as many of that sign. */
function delimitedTables(text: string): Table[] {
  const { rows, counts } = linesOf(text)
  const tables: Table[] = []
  for (let i = 0; i + 1 < rows.length; i++) {
    const head = rows[i]!
    if (head.end - head.start > LONGEST_HEAD) continue
    for (let which = 0; which < DELIMITERS.length; which++) {
      const width = counts[4 * i + which]!
      if (width === 0) continue
      const belongs = (row: number) =>
        row < rows.length &&
        (counts[4 * row + which]! >= width ? width > 1 || isPair(text, rows[row]!, which) : isDrawn(text, rows[row]!))
      // The next row is tested before the header, so that rows without a header are not read again from each line.
      if (!belongs(i + 1) || !isHeading(text, head, DELIMITERS[which]!, width)) continue
      let last = i + 1
      while (belongs(last + 1)) last++
      const delimiter = DELIMITERS[which]!
      tables.push({ start: head.end, end: rows[last]!.end + 1, delimiter, headings: cells(text, head, delimiter) })
      i = last
      break
    }
  }
  return tables
}
