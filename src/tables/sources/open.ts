// Opens the given tables: files by their extension, tables of databases by a name after "#". All become tables of text in DuckDB.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { SelfsameError } from '../../errors.ts'
import { append } from '../../lists.ts'
import { type Database, named, quoted } from './duckdb.ts'
import { refuseMissing } from './files.ts'

export interface OpenTable {
  readonly name: string
  /** Name of the table in the database; all columns are text, rows are in source order. */
  readonly relation: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly sha256: string
}

/** Writes the SELECT that reads a file, whose path is written for SQL. */
type Reader = (path: string) => string

const csv: Reader = (path) =>
  `SELECT * FROM read_csv(${path}, all_varchar = true, header = true, skip = 0, sample_size = 20480, null_padding = false)`
const json: Reader = (path) => `SELECT * FROM read_json(${path}, maximum_object_size = 16777216)`
const parquet: Reader = (path) => `SELECT * FROM read_parquet(${path})`

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/\.(?:csv|tsv|tab|txt)(?:\.gz|\.zst)?$/i, csv],
  [/\.(?:jsonl|ndjson|json)(?:\.gz|\.zst)?$/i, json],
  [/\.(?:parquet|pq)$/i, parquet],
]

const POSTGRES = /^postgres(?:ql)?:/

const FORMATS =
  'tables are CSV or TSV (.csv, .tsv), JSON lines (.jsonl, .ndjson, .json), Parquet (.parquet), Excel (.xlsx), a table of a SQLite file ' +
  '(people.sqlite#customers) or DuckDB file (people.duckdb#customers), or of PostgreSQL (postgres://user@host/database#customers)'

/** Loads tables into the database in order. Throws usage for a missing table, an unknown format, or one that is not valid. */
export async function openTables(database: Database, given: readonly string[]): Promise<OpenTable[]> {
  const tables: OpenTable[] = []
  for (const [index, source] of given.entries()) {
    const relation = `source_${index}`
    const { file, table } = partsOf(source)
    const label = POSTGRES.test(file) ? 'the database' : basename(file)
    await load(database, relation, file, table, label)
    const read = await describe(database, relation, label)
    if (READERS[0]![0].test(label) && (await hasUnevenRows(file, read.columns))) throw uneven(label)
    const name = distinct(
      table === null ? label : `${label}#${table}`,
      tables.map((other) => other.name),
    )
    tables.push({ name, relation, ...read, sha256: await hashOf(file) })
  }
  return tables
}

/** The files that tables are read from: of "people.sqlite#customers" the part before the sign. */
export const filesOf = (given: readonly string[]): string[] =>
  given.map((source) => partsOf(source).file).filter((file) => !POSTGRES.test(file))

/** "people.sqlite#customers" is a file and a table in it. */
function partsOf(source: string): { file: string; table: string | null } {
  const at = source.lastIndexOf('#')
  return at > 0 ? { file: source.slice(0, at), table: source.slice(at + 1) } : { file: source, table: null }
}

async function load(
  database: Database,
  relation: string,
  file: string,
  table: string | null,
  label: string,
): Promise<void> {
  const reader = READERS.find(([ending]) => ending.test(file))?.[1]
  if (reader === undefined) {
    const { loadOther } = await import('./others.ts')
    if (await loadOther(database, relation, file, table, label)) return
    throw new SelfsameError('usage', `${label} is of no known format; ${FORMATS}`)
  }
  refuseMissing(file, label)
  try {
    const select = reader(database.path(file))
    await database.connection.run(`CREATE TABLE ${relation} AS SELECT columns(*)::VARCHAR FROM (${select})`)
  } catch (cause) {
    // DuckDB messages quote rows of the file, so the message stays in the cause.
    throw new SelfsameError(
      'usage',
      `${label} cannot be read as its ending says${placeIn(cause)}; check the file, its header row and its encoding (UTF-8)`,
      {
        cause,
      },
    )
  }
}

/** " (line 17)" if the CSV reader reports the line of the error. */
function placeIn(cause: unknown): string {
  const line = /\bLine:\s{0,4}(\d{1,12})/i.exec(cause instanceof Error ? cause.message : '')
  return line === null ? '' : ` (line ${line[1]})`
}

async function describe(database: Database, relation: string, label: string) {
  const columns: string[] = []
  for await (const [names] of database.cells(
    `SELECT column_name::VARCHAR FROM duckdb_columns() WHERE table_name = ${quoted(relation)} ORDER BY column_index`,
  ))
    append(columns, names as string[])
  let rows = 0
  for await (const [counts] of database.cells(`SELECT count(*)::VARCHAR FROM ${named(relation)}`))
    rows = Number(counts![0])
  if (rows === 0) throw new SelfsameError('usage', `${label} has no rows below its header`)
  return { columns, rows }
}

/** If rows differ in length, the reader takes the header as one column. A quoted header may contain a separator. */
async function hasUnevenRows(file: string, columns: readonly string[]): Promise<boolean> {
  if (columns.length !== 1 || !/[,;\t|]/.test(columns[0]!)) return false
  for await (const start of createReadStream(file, { end: 3, encoding: 'utf8' }))
    return !/^\uFEFF?["']/.test(start as string)
  return true
}

function uneven(label: string): SelfsameError {
  return new SelfsameError(
    'usage',
    `the rows of ${label} do not all have as many cells as its header; give each row as many, and quote cells that hold a separator`,
  )
}

function distinct(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name} (${number})`)) number++
  return `${name} (${number})`
}

/** SHA-256 of a file's bytes; for a database server, of its address without credentials. */
async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  if (POSTGRES.test(file)) return hash.update(file.replace(/\/\/[^@/]*@/, '//')).digest('hex')
  for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(bytes as Buffer)
  return hash.digest('hex')
}
