// Files that hold a table, by their content: which format one is of, its headings, a sample of its rows, and all of it in pieces.

import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import { SelfsameError } from '../errors.ts'
import { sniff } from '../formats/formats.ts'
import { delimiterOf, isHeaderRow } from '../formats/table/csv.ts'
import { decodeText, markOf, westernText } from '../formats/text/encoding.ts'
import { largest } from '../lists.ts'
import type { Labels } from '../packs/labels.ts'
import type { Piece } from './mask-job.ts'
import { type Dialect, dialectOf, endOfRows, leavesOf, MOST_PATHS, objectOf, rowsOf } from './text-rows.ts'

export type TableFormat = 'delimited' | 'json lines' | 'parquet'

/** How a file is read; plain data. */
export interface TableFile {
  readonly path: string
  readonly format: TableFormat
  readonly size: number
  readonly encoding: string
  /** Bytes of a byte order mark, which the copy has too. */
  readonly mark: number
  readonly dialect: Dialect
}

/** The inputs of a plan. */
export interface TableHead {
  readonly headings: readonly string[]
  /** Whether the first row of the file holds them. */
  readonly hasHeadings: boolean
  readonly rows: readonly (readonly string[])[]
}

export interface HeadOptions {
  /** Null: as the table looks. */
  readonly hasHeadings: boolean | null
  readonly kinds: Labels
  /** Does a row of words name people? Asked where nothing says whether the first row is one of headings. */
  readonly namesPeople: (cells: readonly string[]) => boolean
}

const HEAD_BYTES = 64 * 1024
/** Bytes and rows that a plan is made from. */
const SAMPLE_BYTES = 4 * 1024 * 1024
const SAMPLE_ROWS = 2_000
/** Bytes read at once, and characters of a piece at least. */
const AT_ONCE = 256 * 1024
const PIECE = 512 * 1024
const PARQUET = 'PAR1'
/** Rows below the first that are searched for the headings: reports have a title, a period and a filter above them. */
const BELOW_TITLES = 30
/** Endings that say of a file what its content alone does not: one column, or two. */
const NAMED: readonly (readonly [ending: RegExp, delimiter: string])[] = [
  [/\.csv$/i, ','],
  [/\.(?:tsv|tab)$/i, '\t'],
]

function headOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(most)
    return bytes.subarray(0, readSync(file, bytes, 0, most, 0))
  } finally {
    closeSync(file)
  }
}

/** The table that a file holds, null where it holds something else. Throws what the file system throws. */
export function tableFile(path: string, encoding: string | null = null): TableFile | null {
  const { size } = statSync(path)
  const bytes = headOf(path, HEAD_BYTES)
  const base = {
    path,
    size,
    encoding: 'utf-8',
    mark: 0,
    dialect: { delimiter: ',', newline: '\n', quoted: false } as Dialect,
  }
  if (bytes.subarray(0, 4).toString('latin1') === PARQUET) return { ...base, format: 'parquet' }
  const format = sniff(bytes)
  if (format !== 'csv' && format !== 'json' && format !== 'text') return null
  const mark = markOf(bytes)
  const decoded =
    encoding === null
      ? decodeText(bytes, { isCut: bytes.length < size })
      : { encoding, text: decoderOf(encoding).decode(bytes) }
  const text = decoded.text.replace(/^\ufeff/, '')
  const read = { ...base, encoding: decoded.encoding, mark: mark?.length ?? 0 }
  if (format === 'json')
    return isJsonLines(text) ? { ...read, format: 'json lines', dialect: dialectOf(text, ',') } : null
  const delimiter = delimiterOf(text.slice(0, 8_192)) ?? namedDelimiter(path, text)
  return delimiter === null ? null : { ...read, format: 'delimited', dialect: dialectOf(text, delimiter) }
}

/** The first two lines are an object each: one alone is a JSON document. */
function isJsonLines(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const whole = text.endsWith('\n') || lines.length < 2 ? lines : lines.slice(0, Math.max(2, lines.length - 1))
  try {
    return whole.length > 1 && whole.slice(0, 2).every((line) => objectOf(line, 0) !== null)
  } catch {
    return false
  }
}

function namedDelimiter(path: string, text: string): string | null {
  const named = NAMED.find(([ending]) => ending.test(path))?.[1]
  if (named === undefined) return null
  if (named !== ',') return named
  // A line above the headings has no cells.
  const lines = text.split('\n').map((line) => (line.includes(';') ? 1 : 0) - (line.includes(',') ? 1 : 0))
  return text.split('\n', 1)[0]!.includes(';') || lines.reduce<number>((sum, more) => sum + more, 0) > 0 ? ';' : named
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string
}

/** Throws usage for an encoding that is not read here. */
function decoderOf(encoding: string): Decoder {
  // Node's own decoder steps over places of this one in some releases.
  if (/^(?:windows-1252|cp1252)$/i.test(encoding))
    return { decode: (bytes) => (bytes === undefined ? '' : westernText(bytes)) }
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  } catch (cause) {
    throw new SelfsameError('usage', 'the encoding of the table is none that is read here; save the table as UTF-8', {
      cause,
    })
  }
}

/** Decoded pieces of text as they are read. Throws usage where bytes are not of the encoding. */
export async function* textOf(
  { path, encoding, mark }: TableFile,
  seen: (bytes: Buffer) => void = () => {},
  end?: number,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }> {
  const decoder = decoderOf(encoding)
  let read = 0
  try {
    const options = { highWaterMark: AT_ONCE, ...(end === undefined ? {} : { end }) }
    for await (const chunk of createReadStream(path, options) as AsyncIterable<Buffer>) {
      seen(chunk)
      const bytes = read < mark ? chunk.subarray(mark - read) : chunk
      read += chunk.length
      yield { text: decoder.decode(bytes, { stream: true }), bytes: read }
    }
    if (end === undefined) yield { text: decoder.decode(), bytes: read }
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new SelfsameError(
      'usage',
      `the table is not ${encoding.toUpperCase()} text somewhere behind its beginning; name its encoding with --encoding, or save it as UTF-8`,
      { cause },
    )
  }
}

/** Headings and a sample. Throws usage. */
export async function tableHead(file: TableFile, options: HeadOptions): Promise<TableHead> {
  return file.format === 'json lines' ? jsonHead(file) : delimitedHead(file, options)
}

async function delimitedHead(file: TableFile, options: HeadOptions): Promise<TableHead> {
  let text = ''
  for await (const part of textOf(file, undefined, Math.min(file.size, SAMPLE_BYTES) - 1)) text += part.text
  const end = file.size <= SAMPLE_BYTES ? text.length : endOfRows(text, file.dialect)
  const rows = rowsOf(text.slice(0, end), file.dialect, 1)
  const first = rows[0] ?? []
  if (first.length === 0) throw new SelfsameError('usage', 'the table is empty')
  if (options.hasHeadings !== false) refuseTitles(rows, options.kinds)
  const hasHeadings = options.hasHeadings ?? looksLikeHeadings(first, options)
  const width = hasHeadings ? first.length : largest(rows.map((row) => row.length))
  return {
    hasHeadings,
    headings: Array.from({ length: width }, (_, at) => (hasHeadings ? first[at]!.trim() : '') || `column ${at + 1}`),
    rows: rows.slice(hasHeadings ? 1 : 0, SAMPLE_ROWS),
  }
}

function namedIn(cells: readonly string[], kinds: Labels): number {
  return cells.filter((cell) => kinds.kindsOf(cell, null).kinds.size > 0 && kinds.kindsOf(cell, null).by !== 'short')
    .length
}

/** Throws usage where a row below the first names more columns than the first does: a date of birth under it would be kept as any date. */
function refuseTitles(rows: readonly (readonly string[])[], kinds: Labels): void {
  const least = Math.max(2, namedIn(rows[0]!, kinds) + 1)
  const place = rows.slice(1, 1 + BELOW_TITLES).findIndex((row) => {
    const half = row.filter((cell) => cell.trim() !== '').length / 2
    return isHeaderRow(row) && namedIn(row, kinds) >= Math.max(least, half)
  })
  if (place < 0) return
  throw new SelfsameError(
    'usage',
    `row ${place + 2} of the table looks like its headings: remove the rows above it; if it is a row of values, say with --no-headings that the table has no headings`,
  )
}

/** Throws usage where the first row may be headings or people. */
function looksLikeHeadings(cells: readonly string[], { kinds, namesPeople }: HeadOptions): boolean {
  const named = namedIn(cells, kinds)
  if (named * 2 >= cells.length) return true
  if (!isHeaderRow(cells)) return false
  if (named > 0 || !namesPeople(cells)) return true
  throw new SelfsameError(
    'usage',
    'the first row of the table may be its headings or its first person; say which with --headings or --no-headings',
  )
}

/** Paths are gathered from the whole file, so that no value stands under one that no plan knows. */
async function jsonHead(file: TableFile): Promise<TableHead> {
  const paths = new Map<string, number>()
  const rows: string[][] = []
  for await (const { lines, first } of jsonLinesOf(file))
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue
      const row: string[] = []
      for (const { path, value } of leavesOf(objectOf(line, first + at), first + at)) {
        const place = paths.get(path) ?? paths.size
        paths.set(path, place)
        if (paths.size > MOST_PATHS) throw new SelfsameError('usage', `the table has more than ${MOST_PATHS} columns`)
        row[place] ??= value
      }
      if (rows.length < SAMPLE_ROWS) rows.push(row)
    }
  if (paths.size === 0) throw new SelfsameError('usage', 'the table is empty')
  const headings = [...paths.keys()]
  return { hasHeadings: false, headings, rows: rows.map((row) => headings.map((_, at) => row[at] ?? '')) }
}

async function* jsonLinesOf(file: TableFile): AsyncGenerator<{ readonly lines: string[]; readonly first: number }> {
  let [rest, first] = ['', 1]
  for await (const { text } of textOf(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    yield { lines, first }
    first += lines.length
  }
  if (rest !== '') yield { lines: [rest], first }
}

/** A piece of a file, where its rows begin, and how far the file was read. */
export interface ReadPiece {
  readonly piece: Piece
  readonly first: number
  readonly bytes: number
}

/** The whole table in pieces, its headings left out; `seen` is shown all bytes. */
export async function* piecesOf(
  file: TableFile,
  hasHeadings: boolean,
  seen: (bytes: Buffer) => void,
): AsyncGenerator<ReadPiece> {
  const { dialect } = file
  const isJson = file.format === 'json lines'
  const pieceOf = (text: string): Piece =>
    isJson ? { kind: 'json lines', text, newline: dialect.newline } : { kind: 'delimited', text, dialect }
  let [rest, first, read] = ['', 1, 0]
  let skips = hasHeadings
  for await (const { text, bytes } of textOf(file, seen)) {
    rest += text
    read = bytes
    if (rest.length < PIECE) continue
    const end = isJson ? rest.lastIndexOf('\n') + 1 : endOfRows(rest, dialect)
    if (end === 0) continue
    const { piece, rows } = cut(rest.slice(0, end))
    rest = rest.slice(end)
    yield { piece, first: first - rows, bytes }
  }
  if (rest !== '') {
    const { piece, rows } = cut(rest)
    yield { piece, first: first - rows, bytes: read }
  }

  function cut(text: string): { readonly piece: Piece; readonly rows: number } {
    let whole = text
    if (skips) {
      whole = text.slice(endOfFirstRow(text, dialect))
      first++
      skips = false
    }
    const rows = rowCount(whole)
    first += rows
    return { piece: pieceOf(whole), rows }
  }
  /** Lines; a cell of several counts as several, as an editor does. */
  function rowCount(text: string): number {
    let count = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
    return count
  }
}

/** The end of the header row. */
function endOfFirstRow(text: string, dialect: Dialect): number {
  for (let at = text.indexOf(dialect.newline); at >= 0; at = text.indexOf(dialect.newline, at + 1)) {
    const end = at + dialect.newline.length
    const quotes = text.slice(0, end).split('"').length - 1
    if (quotes % 2 === 0) return end
  }
  return text.length
}
