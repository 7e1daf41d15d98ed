// One piece of a table masked: the same work in the process that was asked and in those of the pool.
import type { KeptToken } from '../engines/deidentify/engine.ts'
import { SelfsameError } from '../errors.ts'
import type { Context } from '../operations/shared/context.ts'
import { inertCell } from '../text/inert-cells.ts'
import { isTellingNumber } from './cell-shapes.ts'
import type { ColumnPlan, MaskSetting } from './column-plan.ts'
import { groupOf, quasiColumns, viewsOf } from './row-groups.ts'
import { type ColumnCounts, TableMasker } from './table-masker.ts'
import { type Dialect, leavesOf, objectOf, rowsOf, written } from './text-rows.ts'

/** Rows as they are written in a file, or as cells. */
export type Piece =
  | { readonly kind: 'delimited'; readonly text: string; readonly dialect: Dialect }
  | { readonly kind: 'json lines'; readonly text: string; readonly newline: string }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }

/** The input of a job: plain data. */
export interface MaskOrder {
  readonly setting: MaskSetting
  readonly piece: Piece
  /** Number of the first row of the piece in its file, for errors: the headings are row 1. */
  readonly first: number
  /** Whether the groups of what remains are counted. */
  readonly counts: boolean
}

export interface MaskedPiece {
  /** The piece again, masked: text for text, rows for rows. */
  readonly text: string
  readonly rows: readonly (readonly string[])[]
  readonly rowCount: number
  readonly counts: readonly ColumnCounts[]
  readonly tokens: readonly KeptToken[]
  /** For each view of what remains, the group of each row. */
  readonly groups: readonly Float64Array[]
  /** First 32 bits of the distinct tokens of each column that has them. */
  readonly drawn: readonly (Uint32Array | null)[]
}

/** Makes the function that masks pieces; what it built for the last setting is kept. */
export function maskJob(context: Context): (order: MaskOrder) => MaskedPiece {
  let last: { readonly written: string; readonly masker: TableMasker } | null = null
  return ({ setting, piece, first, counts }) => {
    const known = JSON.stringify(setting)
    if (last?.written !== known) last = { written: known, masker: new TableMasker(setting, context) }
    const { masker } = last
    const { columns } = setting.plan
    const made =
      piece.kind === 'json lines' ? jsonLines(piece, first, masker, columns) : cells(piece, first, masker, columns)
    const quasis = quasiColumns(columns)
    const views = counts && quasis.length > 0 ? viewsOf(new Set(quasis.map(({ quasi }) => quasi))) : []
    return {
      ...made,
      groups: views.map((view) => Float64Array.from(made.rows, (row) => groupOf(row, quasis, view))),
      drawn: columns.map((column) => (column.action === 'tokenize' ? drawnIn(made.rows, column.index) : null)),
      rows: piece.kind === 'rows' ? made.rows : [],
      rowCount: made.rows.length,
    }
  }
}

type Made = Pick<MaskedPiece, 'text' | 'rows' | 'counts' | 'tokens'>

function cells(
  piece: Exclude<Piece, { kind: 'json lines' }>,
  first: number,
  masker: TableMasker,
  columns: readonly ColumnPlan[],
): Made {
  const rows = piece.kind === 'rows' ? piece.rows : rowsOf(piece.text, piece.dialect, first)
  const wide = rows.findIndex((row) => row.length > columns.length)
  if (wide >= 0)
    throw new SelfsameError(
      'usage',
      `row ${first + wide} has ${rows[wide]!.length} cells and the table ${columns.length} columns; mend it`,
    )
  const { rows: copy, counts, tokens } = masker.mask(rows)
  prove(rows, copy, columns, first)
  const inert = piece.kind === 'rows' ? [] : copy.map((row) => row.map(inertCell))
  const text = piece.kind === 'rows' ? '' : written(inert, piece.dialect)
  // The written piece is read again before it is returned: no cell may have become two, and no row another.
  if (piece.kind === 'delimited') {
    const again = rowsOf(text, piece.dialect, first)
    const differs = again.length !== copy.length || again.some((row, at) => row.length !== copy[at]!.length)
    if (differs) throw leak(first, 'the copy does not read as it was written')
  }
  return { text, rows: copy, counts, tokens }
}

/** Each value of a path is a cell; further values of lists are masked like the first, as of the same row. */
function jsonLines(
  { text, newline }: Extract<Piece, { kind: 'json lines' }>,
  first: number,
  masker: TableMasker,
  columns: readonly ColumnPlan[],
): Made {
  const places = new Map(columns.map(({ heading, index }) => [heading, index]))
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  if (lines.at(-1) === '') lines.pop()
  const rows: string[][] = []
  const of: string[][] = []
  /** Whether a row is that of an object, and not of a further value in its lists. */
  const isOwn: boolean[] = []
  const sets: (((value: string) => void) | null)[][] = []
  const objects = lines.map((line, at) => {
    if (line.trim() === '') return null
    const object = objectOf(line, first + at)
    const own = columns.map(() => '')
    const found: string[][] = []
    for (const { path, value, set } of leavesOf(object, first + at)) {
      const index = places.get(path)
      if (index === undefined)
        throw new SelfsameError('usage', 'the file was changed while it was read; run this again')
      let place = found.findIndex((row) => row[index] === undefined)
      if (place < 0) {
        place = found.length
        found.push([])
        sets.push([])
      }
      found[place]![index] = value
      sets[sets.length - found.length + place]![index] = set
      if (place === 0) own[index] = value
    }
    for (const [place, row] of found.entries()) {
      isOwn.push(place === 0)
      rows.push(columns.map(({ index }) => row[index] ?? ''))
      of.push(own)
    }
    return object
  })
  const masked = masker.mask(rows, of)
  prove(rows, masked.rows, columns, first)
  for (const [at, row] of masked.rows.entries())
    for (const [index, cell] of row.entries()) if (cell !== rows[at]![index]) sets[at]![index]?.(cell)
  const copy = objects.map((object) => (object === null ? '' : JSON.stringify(object)) + newline).join('')
  const own = masked.rows.filter((_, at) => isOwn[at])
  return { text: copy, rows: own, counts: masked.counts, tokens: masked.tokens }
}

/** Throws copy_leaks where a cell of a masked column is unchanged, or its value is still in another cell of its row. */
function prove(
  rows: readonly (readonly string[])[],
  copy: readonly (readonly string[])[],
  columns: readonly ColumnPlan[],
  first: number,
): void {
  const hidden = columns.filter(({ action }) => action === 'tokenize' || action === 'mask' || action === 'drop')
  const open = columns.filter(({ action, by }) => action === 'text' || (action === 'retain' && by !== 'asked'))
  for (const [at, row] of rows.entries())
    for (const column of hidden) {
      const value = (row[column.index] ?? '').trim()
      if (value === '') continue
      if (copy[at]![column.index]!.trim() === value)
        throw leak(first + at, `the column "${column.heading}" still has its value`)
      if (!isTellingNumber(value)) continue
      const signs = signsOf(value)
      for (const other of open)
        if (holds(copy[at]![other.index] ?? '', value, signs))
          throw leak(
            first + at,
            `the value of "${column.heading}" also stands in "${other.heading}"; have that masked too with --columns`,
          )
    }
}

const signsOf = (value: string): string => value.replace(/[^\p{L}\p{N}]+/gu, '')

/** Does a text contain a value with no letter or digit directly before or after it, or consist of its letters and digits (`signs`) with other separators? */
function holds(text: string, value: string, signs: string): boolean {
  if (text.length >= signs.length && text.length <= 2 * value.length && signsOf(text) === signs) return true
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + value.length] ?? ' ')
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

function leak(row: number, why: string): SelfsameError {
  return new SelfsameError('copy_leaks', `No copy was made: in row ${row} ${why}.`)
}

function drawnIn(rows: readonly (readonly string[])[], index: number): Uint32Array {
  const tokens = new Set(rows.map((row) => row[index] ?? ''))
  return Uint32Array.from(
    [...tokens].flatMap((token) => /_([0-9a-f]{8})/.exec(token)?.[1] ?? []),
    (digits) => Number.parseInt(digits, 16),
  )
}
