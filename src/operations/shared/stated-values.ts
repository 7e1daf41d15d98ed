// Labelled values of a file: cells under a header, values at a label, authors in properties. A label takes precedence.
import { append, wordSet } from '../../lists.ts'
import type { Labels } from '../../packs/labels.ts'
import type { Block, Cell, Structure } from '../../records/structure.ts'
import { fitsField } from './value-shapes.ts'

export type StatedBy = 'table' | 'label' | 'metadata'

export interface StatedValue {
  /** Field of the entity packs: name, given_name, dob ... */
  readonly field: string
  readonly by: StatedBy
  /** UTF-16 indexes of the text of the file, end exclusive. */
  readonly start: number
  readonly end: number
  /** The row, if it is in a table of people: values of one row belong to one person. Null elsewhere. */
  readonly row: string | null
}

/** Fewest cells of a header row that are labels. */
const LABELS_OF_A_HEADER = 2

/** Labelled values of a file, and the column headers and labels, which are not names. Both sorted by start, each disjoint. */
export interface Stated {
  readonly values: readonly StatedValue[]
  readonly labels: readonly { readonly start: number; readonly end: number }[]
}

/** Linear in the text. */
export const statedValues = (text: string, structure: Structure, labels: Labels): Stated => ({
  values: valuesIn(text, structure, labels),
  labels: labelCells(text, structure, labels),
})

/** Cells that hold only a label. */
function labelCells(text: string, { blocks }: Structure, labels: Labels): { start: number; end: number }[] {
  return blocks
    .flatMap(({ cells }) => cells)
    .filter(({ start, end }) => end > start && labels.has(text.slice(start, end).trim()))
    .map(({ start, end }) => ({ start, end }))
}

function valuesIn(text: string, { blocks }: Structure, labels: Labels): StatedValue[] {
  const found: StatedValue[] = []
  const lines: Line[] = []
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'table') append(found, fromTable(text, block, `${index}`, labels))
    else if (isMetadata(block)) append(found, fromMetadata(text, block))
    else append(lines, linesOf(text, block))
  }
  append(found, fromLines(lines, labels))
  return disjoint(found.sort((a, b) => a.start - b.start || b.end - a.end))
}

function disjoint(values: readonly StatedValue[]): StatedValue[] {
  const kept: StatedValue[] = []
  for (const value of values) if (value.start >= (kept.at(-1)?.end ?? 0)) kept.push(value)
  return kept
}

function rowsOf(text: string, { cells }: Block): { readonly cell: Cell; readonly content: string }[][] {
  const rows: { cell: Cell; content: string }[][] = []
  let last = -1
  for (const cell of cells) {
    if (cell.row !== last) rows.push([])
    last = cell.row
    const content = text.slice(cell.start, cell.end).trim()
    if (content !== '') rows.at(-1)!.push({ cell, content })
  }
  return rows
}

function fromTable(text: string, block: Block, name: string, labels: Labels): StatedValue[] {
  const found: StatedValue[] = []
  let columns: ReadonlyMap<number, string> | null = null
  const rows = rowsOf(text, block)
  // A form has its labels in the first column, and its first row is not a header.
  const isForm =
    rows.filter((row) => row.length > 1 && labels.has(row[0]!.content) && !labels.has(row[1]!.content)).length * 2 >
    rows.length
  for (const [number, row] of rows.entries()) {
    const header = isForm ? null : headerOf(row, labels)
    if (header !== null) columns = header
    else if (columns !== null) append(found, fromRow(text, row, columns, `${name}.${number}`))
    else append(found, fromPairs(text, row, rows[number + 1] ?? [], labels))
  }
  return found
}

type Row = ReturnType<typeof rowsOf>[number]

/** Column -> field, for a header row: at least two cells and half of all are labels; or the row is marked as a header. */
function headerOf(row: Row, labels: Labels): ReadonlyMap<number, string> | null {
  const named = row.map(({ cell, content }) => ({
    column: cell.column,
    fields: labels.fieldsOf(content),
    isMarked: cell.header,
  }))
  const known = named.filter(({ fields }) => fields.size > 0)
  const isMarked = row.length > 1 && named.every((cell) => cell.isMarked)
  if (known.length === 0 || (!isMarked && (known.length < LABELS_OF_A_HEADER || known.length * 2 < row.length)))
    return null
  // Two pairs of label and value side by side: a form, not a header.
  if (!isMarked && row.some(({ content }, at) => at % 2 === 1 && !labels.has(content) && /\d/.test(content)))
    return null
  const all = new Set(known.flatMap(({ fields }) => [...fields]))
  return new Map(known.map(({ column, fields }) => [column, oneOf(fields, all)]))
}

/** "Nome" is a first name next to a family name, and a whole name elsewhere; a family name that may be a whole name is a family name next to a first name. */
function oneOf(fields: ReadonlySet<string>, others: ReadonlySet<string>): string {
  if (fields.size === 1) return [...fields][0]!
  if (fields.has('given_name') && others.has('family_name') && !fields.has('family_name')) return 'given_name'
  if (fields.has('family_name') && others.has('given_name') && !fields.has('given_name')) return 'family_name'
  if (fields.has('name')) return 'name'
  return [...fields].sort()[0]!
}

function fromRow(text: string, row: Row, columns: ReadonlyMap<number, string>, name: string): StatedValue[] {
  return row.flatMap(({ cell, content }) => {
    const field = columns.get(cell.column)
    return field !== undefined && fitsField(field, content)
      ? [valueAt(text, field, 'table', cell.start, cell.end, name)]
      : []
  })
}

/** Labels with the values next to them, one or several pairs per row. */
function fromPairs(text: string, row: Row, below: Row, labels: Labels): StatedValue[] {
  const found: StatedValue[] = []
  for (let at = 0; at + 1 < row.length; at++) {
    const [label, value] = [row[at]!, row[at + 1]!]
    const field = fieldFor(labels.fieldsOf(label.content), value.content)
    if (field === null || labels.has(value.content)) {
      const under = below.find(({ cell }) => cell.column === label.cell.column)
      const fieldUnder =
        under === undefined || labels.has(under.content)
          ? null
          : fieldFor(labels.fieldsOf(label.content), under.content)
      if (under !== undefined && fieldUnder !== null)
        found.push(valueAt(text, fieldUnder, 'label', under.cell.start, under.cell.end, null))
      continue
    }
    const add = ({ start, end }: Cell) => found.push(valueAt(text, field, 'label', start, end, null))
    add(value.cell)
    at++
    // A table that is turned over has the value of a second person in the next cell.
    while (/\d/.test(row[at + 1]?.content ?? '') && fitsField(field, row[at + 1]!.content)) add(row[++at]!.cell)
  }
  return found
}

/** The field, of several, whose shape the value has; whole names before parts. */
function fieldFor(fields: ReadonlySet<string>, value: string): string | null {
  if (fields.size === 0) return null
  const fitting = [...fields].sort().filter((field) => fitsField(field, value))
  if (fitting.length < 2) return fitting[0] ?? null
  // "Nom" alone is a family name as often as a whole name: with two words it is a whole name.
  if (fitting.includes('name') && /\s/.test(value)) return 'name'
  return fitting.find((field) => field === 'family_name' || field === 'given_name') ?? fitting[0]!
}

interface Line {
  readonly start: number
  readonly text: string
}

function linesOf(text: string, block: Block): Line[] {
  const lines: Line[] = []
  let at = block.start
  for (const line of text.slice(block.start, block.end).split('\n')) {
    lines.push({ start: at, text: line })
    at += line.length + 1
  }
  return lines
}

/** Separators of a label and its value: a colon, leader dots, a tab or wide gap. */
const PARTS = /[:：]|\.{3,60}|\t|\s{3,60}/g
const LONGEST_LABEL = 60
const LONGEST_VALUE = 300

interface LabelAndRest {
  readonly label: string
  readonly rest: string
}

/** Splits a line that begins with a label; null for any other line. */
function parted(line: string): LabelAndRest | null {
  const lead = /^[\s•*\-–|]{0,8}/u.exec(line)![0].length
  for (const { 0: parting, index } of line.slice(0, lead + LONGEST_LABEL * 2).matchAll(PARTS)) {
    const label = line.slice(lead, index).trim()
    const rest = line.slice(index + parting.length).trimStart()
    if (label.length > LONGEST_LABEL || rest.length > LONGEST_VALUE) return null
    if (label.length > 1) return rest === '' ? null : { label, rest }
  }
  return null
}

function fromLines(lines: readonly Line[], labels: Labels): StatedValue[] {
  const found: StatedValue[] = []
  for (const [index, line] of lines.entries()) {
    const split = parted(line.text)
    const fields = split === null ? null : labels.fieldsOf(split.label)
    if (split !== null && fields !== null && fields.size > 0) {
      const { rest } = split
      const value = withoutNextField(rest, labels)
      const field = fieldFor(fields, value)
      const start = line.start + line.text.length - rest.length
      if (field !== null) found.push({ field, by: 'label', ...trimmed(rest, start, value.length), row: null })
      else if (line.text.includes('\t'))
        append(found, underLabel({ ...line, text: split.label }, firstColumn(lines[index + 1], line), labels))
      continue
    }
    append(found, underLabel(line, following(lines[index + 1], line), labels))
  }
  return found
}

/** The line after another, if nothing is between them, such as a table. */
const following = (next: Line | undefined, line: Line): Line | undefined =>
  next !== undefined && next.start - (line.start + line.text.length) <= 1 ? next : undefined

/** The first of several columns of the line after another. */
function firstColumn(next: Line | undefined, line: Line): Line | undefined {
  const below = following(next, line)
  return below === undefined ? undefined : { start: below.start, text: below.text.split('\t')[0]! }
}

/** A label alone on its line labels the next line. */
function underLabel(line: Line, next: Line | undefined, labels: Labels): StatedValue[] {
  const label = line.text.trim().replace(/[:：]$/, '')
  if (next === undefined) return []
  if (label === '' || next.text.trim() === '' || !labels.has(label) || labels.has(next.text)) return []
  if (labels.has(parted(next.text)?.label ?? '')) return []
  const field = fieldFor(labels.fieldsOf(label), next.text.trim())
  if (field === null) return []
  const lead = next.text.length - next.text.trimStart().length
  const start = next.start + lead
  return [{ field, by: 'label', start, end: start + next.text.trim().length, row: null }]
}

/** Several fields on one line: "Name: Ada Obi   Tel: 0803 ...". A value ends where a gap and the next label begin. */
function withoutNextField(value: string, labels: Labels): string {
  const gap = /\s{2,60}|\t|[;,|·]\s/g
  for (let match = gap.exec(value); match !== null; match = gap.exec(value)) {
    const rest = value.slice(match.index + match[0].length)
    const label = /^([^:：\t]{2,40}?)\s{0,3}[:：\t]/.exec(rest)?.[1]
    if (label !== undefined && labels.has(label)) return value.slice(0, match.index)
    if (/^\s{2}|\t/.test(match[0]) && labels.has(rest.split(/\s{2}|\t/)[0]!)) return value.slice(0, match.index)
  }
  return value
}

const trimmed = (value: string, start: number, length: number): { start: number; end: number } => ({
  start,
  end: start + value.slice(0, length).trimEnd().length,
})

/** Names of properties that hold a person: DOCX and PDF, OpenDocument, e-books, web pages. */
const MAKERS = wordSet(
  'creator dc:creator photoshop:AuthorsPosition photoshop:Credit lastModifiedBy Manager initial-creator ' +
    'printed-by contributor Author author artist Artist',
)

function isMetadata({ origin, part, kind }: Block): boolean {
  return (
    (origin === 'property' && part !== null && MAKERS.has(part)) ||
    (origin === 'comment' && kind === 'paragraph') ||
    (origin === 'annotation' && part === 'author')
  )
}

/** A comment's author, or a short remark, is alone on a line. */
function fromMetadata(text: string, block: Block): StatedValue[] {
  const content = text.slice(block.start, block.end)
  const value =
    content.includes(': ') && block.origin === 'property' ? content.slice(content.indexOf(': ') + 2) : content
  if (value.includes('\n') || !isFullName(value)) return []
  return [valueAt(text, 'name', 'metadata', block.end - value.length, block.end, null)]
}

/** Two to five words, at least two with a capital: excludes login and program names. */
function isFullName(value: string): boolean {
  const words = value.trim().split(/\s+/)
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length
  return words.length >= 2 && words.length <= 5 && capital >= 2 && fitsField('name', value)
}

function valueAt(
  text: string,
  field: string,
  by: StatedBy,
  start: number,
  end: number,
  row: string | null,
): StatedValue {
  const content = text.slice(start, end)
  const lead = content.length - content.trimStart().length
  return { field, by, start: start + lead, end: start + content.trimEnd().length, row }
}
