// Opens the given tables: files by their extension, tables of databases by a name after "#". All become tables of text in DuckDB.
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { SelfsameError } from '../../errors.ts'
import { parseUpload } from '../../formats/one-file.ts'
import { openSqlite } from '../../ledger/sqlite/driver.ts'
import { append } from '../../lists.ts'
import { type Database, named, quoted } from './duckdb.ts'

type Row = readonly (string | null)[]

/** Loads a table of a database or a sheet as a relation of text; false if the extension is not supported. Throws usage. */
async function loadOther(
  database: Database,
  relation: string,
  file: string,
  table: string | null,
  label: string,
): Promise<boolean> {
  if (/^postgres(?:ql)?:\/\//.test(file)) {
    await loadPostgres(database, relation, file, required(table, label))
    return true
  }
  const [, ending] = /\.([a-z0-9]{1,8})$/i.exec(file) ?? []
  switch (ending?.toLowerCase()) {
    case 'sqlite':
    case 'sqlite3':
    case 'db':
      refuseMissing(file, label)
      await loadSqlite(database, relation, file, required(table, label))
      return true
    case 'duckdb':
      refuseMissing(file, label)
      await loadDuckDb(database, relation, file, required(table, label))
      return true
    case 'xlsx':
      refuseMissing(file, label)
      await loadSheet(database, relation, file, table, label)
      return true
    default:
      return false
  }
}

function required(table: string | null, label: string): string {
  if (table !== null && table !== '') return table
  throw new SelfsameError('usage', `${label} is a database: add the name of a table, as in ${label}#customers`)
}

function isView(table: string): SelfsameError {
  return new SelfsameError(
    'usage',
    `${JSON.stringify(table)} is a view; only tables are read, because a view runs what its author wrote: save its rows as a table`,
  )
}

function noTable(table: string, cause?: unknown): SelfsameError {
  return new SelfsameError(
    'usage',
    `the table ${JSON.stringify(table)} cannot be read from the database; check its name and the permissions`,
    { cause },
  )
}

/** Why DuckDB does not open a file, and what helps. */
function unopened(cause: unknown): SelfsameError {
  const said = cause instanceof Error ? cause.message : ''
  const reason = /\block/i.test(said)
    ? 'another program has it open; close it there'
    : /encrypt/i.test(said)
      ? 'it is encrypted; copy its tables into a file that is not'
      : /version/i.test(said)
        ? 'a newer DuckDB wrote it; export its tables there as Parquet or CSV and pass those'
        : 'it is damaged or not a DuckDB database; open it with the program that wrote it, or export its tables as Parquet or CSV and pass those'
  return new SelfsameError('usage', `the DuckDB file cannot be opened: ${reason}`, { cause })
}

async function loadDuckDb(database: Database, relation: string, file: string, table: string): Promise<void> {
  const { connection } = database
  const alias = `${relation}_file`
  try {
    await connection.run(`ATTACH ${database.path(file)} AS ${alias} (READ_ONLY)`)
  } catch (cause) {
    throw unopened(cause)
  }
  try {
    const views = `SELECT view_name FROM duckdb_views() WHERE database_name = ${quoted(alias)} AND lower(view_name) = lower(${quoted(table)})`
    for await (const _ of database.cells(views)) throw isView(table)
    await connection.run(`CREATE TABLE ${relation} AS SELECT columns(*)::VARCHAR FROM ${alias}.${named(table)}`)
    await connection.run(`DETACH ${alias}`)
  } catch (cause) {
    throw cause instanceof SelfsameError ? cause : noTable(table, cause)
  }
}

/** Number of rows read from a cursor at a time. */
const PAGE = 10_000

async function loadSqlite(database: Database, relation: string, file: string, table: string): Promise<void> {
  const source = await openSqlite(file, { readOnly: true, busyMilliseconds: 5_000 })
  try {
    const columns = (source.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[]).map(
      ({ name }) => name,
    )
    if (columns.length === 0) throw noTable(table)
    const [kind] = source
      .prepare('SELECT type FROM pragma_table_list WHERE schema = ? AND name = ? COLLATE NOCASE')
      .all('main', table)
    if ((kind as { type?: string } | undefined)?.type === 'view') throw isView(table)
    const list = columns.map((column) => `CAST(${named(column)} AS TEXT) AS ${named(column)}`).join(', ')
    // Ordered by rowid, so that pages are consecutive for any index that SQLite uses.
    const page = source.prepare(
      `SELECT rowid AS "selfsame row", ${list} FROM ${named(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
    )
    await fill(database, relation, columns, async function* () {
      for (let last: unknown = -1; ; ) {
        const rows = page.all(last) as Record<string, string | null>[]
        if (rows.length === 0) return
        for (const row of rows) yield columns.map((column) => row[column] ?? null)
        last = rows[rows.length - 1]!['selfsame row']
      }
    })
  } catch (cause) {
    throw cause instanceof SelfsameError ? cause : noTable(table, cause)
  } finally {
    source.close()
  }
}

/** The used part of node-postgres, which ships without types. */
interface PgModule {
  readonly default: { readonly Client: new (options: { connectionString: string }) => PgClient }
}
interface PgClient {
  connect(): Promise<void>
  query(asked: string | { text: string; rowMode: 'array' }): Promise<{ fields: { name: string }[]; rows: Row[] }>
  end(): Promise<void>
}

async function loadPostgres(database: Database, relation: string, address: string, table: string): Promise<void> {
  const { default: pg } = (await import('pg' as string).catch((cause) => {
    throw new SelfsameError('extra_missing', 'tables of PostgreSQL need the package pg: npm install pg', { cause })
  })) as PgModule
  const client = new pg.Client({ connectionString: address })
  try {
    await client.connect()
    await client.query('BEGIN TRANSACTION READ ONLY')
    const from = table.split('.').map(named).join('.')
    const { fields } = await client.query({ text: `SELECT * FROM ${from} LIMIT 0`, rowMode: 'array' })
    const columns = fields.map(({ name }) => name)
    const list = columns.map((column) => `${named(column)}::text`).join(', ')
    await client.query(`DECLARE selfsame_rows NO SCROLL CURSOR FOR SELECT ${list} FROM ${from}`)
    await fill(database, relation, columns, async function* () {
      for (;;) {
        const { rows } = await client.query({ text: `FETCH ${PAGE} FROM selfsame_rows`, rowMode: 'array' })
        if (rows.length === 0) return
        yield* rows
      }
    })
  } catch (cause) {
    throw cause instanceof SelfsameError ? cause : noTable(table, cause)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The first table of a workbook, or the table of the named sheet. */
async function loadSheet(
  database: Database,
  relation: string,
  file: string,
  sheet: string | null,
  label: string,
): Promise<void> {
  const { parsed: document } = await workbook(file, label)
  const block = document.blocks.find(({ kind, part }) => kind === 'table' && (sheet === null || part === sheet))
  if (block === undefined)
    throw new SelfsameError('usage', `${label} holds no table${sheet === null ? '' : ' on that sheet'}`)
  const rows: (string | null)[][] = []
  for (const { row, column, start, end } of block.cells) {
    rows[row] ??= []
    rows[row][column] = document.text.slice(start, end)
  }
  const [header = [], ...body] = rows.filter((row) => row !== undefined)
  const columns = Array.from(header, (name, index) => name ?? `column ${index + 1}`)
  await fill(database, relation, columns, async function* () {
    for (const row of body) yield columns.map((_, index) => row[index] ?? null)
  })
}

async function workbook(file: string, label: string) {
  try {
    return await parseUpload(readFileSync(file))
  } catch (cause) {
    throw new SelfsameError('usage', `${label} cannot be read as a workbook`, { cause })
  }
}

async function fill(
  { connection }: Database,
  relation: string,
  columns: readonly string[],
  rows: () => AsyncIterable<Row>,
): Promise<void> {
  await connection.run(`CREATE TABLE ${relation} (${columns.map((column) => `${named(column)} VARCHAR`).join(', ')})`)
  const appender = await connection.createAppender(relation)
  try {
    for await (const row of rows()) {
      for (const value of row) {
        if (value === null) appender.appendNull()
        else appender.appendVarchar(value)
      }
      appender.endRow()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

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

/** Throws usage if the path is not a file. `label`: its name without folders. */
function refuseMissing(file: string, label: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new SelfsameError('usage', `${label} is not a readable file; check the path and its permissions`)
}
