// Parquet tables: their columns as cells of text, and a copy of the same types where a column is kept, of text where it was masked.
// Row group by row group, so that a table is never whole in memory. Apache Parquet format 2.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { AsyncBuffer, FileMetaData, SchemaElement } from 'hyparquet'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { SelfsameError } from '../errors.ts'
import { append } from '../lists.ts'
import type { ColumnPlan } from './column-plan.ts'
import type { ReadPiece, TableHead } from './table-files.ts'

const SAMPLE_ROWS = 2_000
/** Rows of a piece. */
const PIECE_ROWS = 5_000
const HASHED_AT_ONCE = 1024 * 1024

/** A file by ranges, as the reader asks for them. */
function ranges(path: string): AsyncBuffer & { close(): void } {
  const file = openSync(path, 'r')
  const { size } = statSync(path)
  return {
    byteLength: size,
    slice(start, end = size) {
      const bytes = Buffer.alloc(Math.max(0, end - start))
      const read = readSync(file, bytes, 0, bytes.length, start)
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + read) as ArrayBuffer
    },
    close: () => closeSync(file),
  }
}

async function opened(
  path: string,
): Promise<{ readonly file: ReturnType<typeof ranges>; readonly metadata: FileMetaData; readonly names: string[] }> {
  const file = ranges(path)
  try {
    const metadata = await parquetMetadataAsync(file)
    const names = leaves(metadata.schema).map(({ name }) => name)
    return { file, metadata, names }
  } catch (cause) {
    file.close()
    if (cause instanceof SelfsameError) throw cause
    throw new SelfsameError('document_unreadable', 'the Parquet file is damaged or of a kind that is not read here', {
      cause,
    })
  }
}

/** Columns of a flat table. Throws document_unreadable for nested ones: what stands deep inside would be copied unseen. */
function leaves(schema: readonly SchemaElement[]): readonly SchemaElement[] {
  const [, ...columns] = schema
  if (columns.some(({ num_children, repetition_type }) => (num_children ?? 0) > 0 || repetition_type === 'REPEATED'))
    throw new SelfsameError(
      'document_unreadable',
      'the Parquet file has nested columns; flatten them, or write it as JSON lines',
    )
  return columns
}

/** A value as a cell; null is an empty one. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    const text = value.toISOString()
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function rowsBetween(
  { file, metadata, names }: Awaited<ReturnType<typeof opened>>,
  rowStart: number,
  rowEnd: number,
): Promise<unknown[][]> {
  const objects = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors })
  return objects.map((object) => names.map((name) => object[name]))
}

export async function parquetHead(path: string): Promise<TableHead> {
  const table = await opened(path)
  try {
    const most = Math.min(SAMPLE_ROWS, Number(table.metadata.num_rows))
    const rows = await rowsBetween(table, 0, most)
    return { headings: table.names, hasHeadings: true, rows: rows.map((row) => row.map(cellOf)) }
  } finally {
    table.file.close()
  }
}

/** Types whose values are written again as they were read; any other is written as text. */
const TYPES: ReadonlySet<string> = new Set(['BOOLEAN', 'INT32', 'INT64', 'FLOAT', 'DOUBLE'])
const MEANINGS: ReadonlySet<string> = new Set([
  ...['INT_8', 'INT_16', 'INT_32', 'INT_64', 'UINT_8', 'UINT_16', 'UINT_32', 'DATE', 'TIMESTAMP_MILLIS'],
])
/** Rows that are unpacked at once, where a row group has more. */
const UNPACKED_ROWS = 200_000
/** Rows of a group of the copy. */
const GROUP_ROWS = 50_000

/** A Parquet file that is copied: rows come out in pieces, and masked ones go in in the same order. */
export class ParquetCopy {
  readonly #path: string
  readonly #columns: readonly ColumnPlan[]
  readonly #append: (bytes: Uint8Array) => void
  readonly #bytes = new ByteWriter()
  /** Values of the rows that were read and are not written yet. */
  readonly #read: unknown[][] = []
  #schema: readonly SchemaElement[] = []
  #writer: ParquetWriter | null = null
  #group: unknown[][] = []

  constructor(path: string, columns: readonly ColumnPlan[], append: (bytes: Uint8Array) => void) {
    this.#path = path
    this.#columns = columns
    this.#append = append
  }

  /** All rows in pieces; `seen` is shown all bytes first, in their order. Throws document_unreadable. */
  async *pieces(seen: (bytes: Buffer) => void): AsyncGenerator<ReadPiece> {
    const table = await opened(this.#path)
    try {
      const { byteLength } = table.file
      for (let at = 0; at < byteLength; at += HASHED_AT_ONCE)
        seen(Buffer.from(await table.file.slice(at, Math.min(byteLength, at + HASHED_AT_ONCE))))
      if (this.#columns.length !== table.names.length)
        throw new SelfsameError('usage', 'the file was changed while it was read; run this again')
      this.#begin(leaves(table.metadata.schema))
      const total = Number(table.metadata.num_rows)
      let first = 0
      for (const group of table.metadata.row_groups)
        for (const end = first + Number(group.num_rows); first < end; ) {
          const rows = await rowsBetween(table, first, Math.min(end, first + UNPACKED_ROWS))
          for (let at = 0; at < rows.length; at += PIECE_ROWS) {
            const part = rows.slice(at, at + PIECE_ROWS)
            append(this.#read, part)
            const bytes = Math.round((byteLength * (first + at + part.length)) / Math.max(1, total))
            yield { piece: { kind: 'rows', rows: part.map((row) => row.map(cellOf)) }, first: first + at + 1, bytes }
          }
          first += rows.length
        }
    } finally {
      table.file.close()
    }
  }

  #begin(columns: readonly SchemaElement[]): void {
    const names = new Set<string>()
    this.#schema = columns.map((column, at) => {
      // A name of a person at the head of a column is masked; two columns never have one name.
      const { heading } = this.#columns[at]!
      const name = names.has(heading) ? `${heading} (${at + 1})` : heading
      names.add(name)
      return isTyped(column, this.#columns[at]!)
        ? { ...column, name, repetition_type: 'OPTIONAL' }
        : { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }
    })
    const schema = [{ name: 'root', num_children: columns.length }, ...this.#schema]
    // The smallest and largest values of a column would be those of the copy, but are personal values too.
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, statistics: false, createdBy: 'selfsame' })
  }

  /** A value of a typed column loses its type when masked: a mask is not a number. */
  async write(rows: readonly (readonly string[])[]): Promise<void> {
    const read = this.#read.splice(0, rows.length)
    for (const [index, row] of rows.entries()) {
      const before = read[index]!
      this.#group.push(
        row.map((cell, at) => {
          if (this.#schema[at]!.type === 'BYTE_ARRAY') return cell === '' ? null : cell
          return cell === cellOf(before[at]) ? before[at] : null
        }),
      )
    }
    if (this.#group.length >= GROUP_ROWS) await this.#writeGroup()
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#group
    this.#group = []
    if (rows.length > 0)
      await this.#writer!.write({
        columnData: this.#schema.map(({ name }, at) => ({ name, data: rows.map((row) => row[at]) })),
        rowGroupSize: rows.length,
      })
    this.#flush()
  }

  async close(): Promise<void> {
    await this.#writeGroup()
    this.#writer!.finish()
    this.#flush()
  }

  #flush(): void {
    this.#append(this.#bytes.getBytes().slice())
    this.#bytes.index = 0
  }
}

function isTyped({ type, converted_type, logical_type }: SchemaElement, { action }: ColumnPlan): boolean {
  if (type === undefined || !TYPES.has(type) || (action !== 'retain' && action !== 'text')) return false
  return converted_type === undefined ? logical_type === undefined : MEANINGS.has(converted_type)
}
