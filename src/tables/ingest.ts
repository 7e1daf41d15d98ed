// Reads tables into columns of codes: maps columns to fields, stores each value once, and reads the record ids.
import { SelfsameError } from '../errors.ts'
import { append } from '../lists.ts'
import type { Labels } from '../packs/labels.ts'
import type { EntityPack } from '../packs/schemas/entity-pack.ts'
import { type GivenMapping, mapColumns } from './mapping.ts'
import { type SharedColumn, type SharedValues, sharedNumbers, textAt, ValueCollector } from './records/columns.ts'
import type { MappedColumn, RecordIds, RecordRef, TableSource } from './records/table-run.ts'
import { type Database, named } from './sources/duckdb.ts'
import { type OpenTable, openTables } from './sources/open-tables.ts'

export interface Ingested {
  readonly sources: readonly TableSource[]
  readonly mapping: readonly MappedColumn[]
  readonly columns: readonly SharedColumn[]
  readonly records: RecordIds
  /** Number of the first record of each source, then the count of all records. */
  readonly firsts: Uint32Array
}

export interface IngestOptions {
  readonly files: readonly string[]
  /** Names of the id column if it is not "id": each table uses the first one that it has. */
  readonly idColumns: readonly string[]
  readonly mapping: GivenMapping | null
  readonly onColumn?: ((done: number, of: number) => void) | undefined
}

/** Maximum number of records of one run: record numbers have 32 bits, and pairs of them 53. */
const MOST_RECORDS = 60_000_000
const SAMPLE = 200

/** Reads tables under a pack. `clean` normalises a value; null if it is none. Throws usage for bad tables, mappings and duplicate ids. */
export async function ingest(
  database: Database,
  pack: EntityPack,
  labels: Labels,
  clean: (field: string, value: string) => string | null,
  options: IngestOptions,
): Promise<Ingested> {
  const tables = await openTables(database, options.files)
  const firsts = new Uint32Array(tables.length + 1)
  tables.forEach(({ rows }, index) => {
    firsts[index + 1] = firsts[index]! + rows
  })
  const count = firsts[tables.length]!
  if (count > MOST_RECORDS)
    throw new SelfsameError(
      'usage',
      `${count} records are more than the ${MOST_RECORDS} that one run takes; divide the tables`,
    )
  const idColumns: (string | null)[] = []
  for (const table of tables) idColumns.push(await idColumnOf(database, table, options.idColumns, labels))
  const mapping: MappedColumn[] = []
  for (const [index, table] of tables.entries()) {
    const { name, columns } = table
    const samples = await samplesOf(database, table)
    append(mapping, mapColumns({ name, columns, samples, idColumn: idColumns[index]! }, pack, labels, options.mapping))
  }
  const fields = pack.fields.map(({ name }) => name).filter((name) => mapping.some(({ field }) => field === name))
  const columns: SharedColumn[] = []
  for (const field of fields) {
    columns.push(await readField(database, tables, mapping, field, count, clean))
    options.onColumn?.(columns.length, fields.length)
  }
  // Sequential: a connection can stream only one result at a time.
  const ids: (SharedValues | null)[] = []
  for (const [index, table] of tables.entries()) ids.push(await idsOf(database, table, idColumns[index]!))
  const sources = tables.map(({ name, sha256, rows }, index): TableSource => {
    return { name, sha256, rows, first: firsts[index]!, idColumn: idColumns[index]! }
  })
  return { sources, mapping, columns, records: recordIds(sources, ids, count), firsts }
}

/** The column asked for, `id`, or a column that counts the rows and does so: no number is empty or there twice. */
async function idColumnOf(
  database: Database,
  { name, columns, relation, rows }: OpenTable,
  asked: readonly string[],
  labels: Labels,
): Promise<string | null> {
  if (asked.length === 0) {
    const own = columns.find((column) => column.toLowerCase() === 'id')
    if (own !== undefined) return own
    for (const column of columns.filter(labels.countsRows))
      if ((await idsIn(database, relation, column)).distinct === rows) return column
    return null
  }
  const found = asked.find((column) => columns.includes(column))
  if (found !== undefined) return found
  const wanted = asked.map((column) => JSON.stringify(column)).join(' or ')
  throw new SelfsameError('usage', `${name} has no column ${wanted} for ids; it has ${columns.join(', ')}`)
}

async function samplesOf(database: Database, { relation, columns }: OpenTable): Promise<string[][]> {
  const samples: string[][] = columns.map(() => [])
  const list = columns.map(named).join(', ')
  for await (const cells of database.cells(`SELECT ${list} FROM ${relation} LIMIT ${5 * SAMPLE}`))
    cells.forEach((values, column) => {
      for (const value of values)
        if (value !== null && value.trim() !== '' && samples[column]!.length < SAMPLE) samples[column]!.push(value)
    })
  return samples
}

/** Fields whose columns are joined as one text; columns of other fields are separate values. */
const JOINED_BY_BLANK = new Set(['address', 'name', 'given_name', 'family_name', 'description'])

async function readField(
  database: Database,
  tables: readonly OpenTable[],
  mapping: readonly MappedColumn[],
  field: string,
  count: number,
  clean: (field: string, value: string) => string | null,
): Promise<SharedColumn> {
  const collector = new ValueCollector()
  const codes = sharedNumbers(count)
  const between = JOINED_BY_BLANK.has(field) ? ' ' : '; '
  /** Maps written values to codes, because most values occur several times. */
  const seen = new Map<string, number>()
  const codeOf = (written: string): number => {
    const known = seen.get(written)
    if (known !== undefined) return known
    const value = clean(field, written)
    const code = value === null ? 0 : collector.numberOf(value)
    if (seen.size < KEPT_WRITTEN) seen.set(written, code)
    return code
  }
  let record = 0
  for (const { name, relation, rows } of tables) {
    const own = mapping.filter((entry) => entry.source === name && entry.field === field).map(({ column }) => column)
    if (own.length === 0) {
      record += rows
      continue
    }
    for await (const cells of database.cells(`SELECT ${own.map(named).join(', ')} FROM ${relation}`)) {
      const [first] = cells
      for (let row = 0; row < first!.length; row++) {
        const written = cells.length === 1 ? first![row]! : joined(cells, row, between)
        if (written !== null && written !== '') codes[record] = codeOf(written)
        record++
      }
    }
  }
  return { field, codes, values: collector.shared() }
}

const KEPT_WRITTEN = 100_000

function joined(cells: readonly (readonly (string | null)[])[], row: number, between: string): string {
  const parts: string[] = []
  for (const values of cells) {
    const value = values[row]?.trim() ?? ''
    if (value !== '' && !parts.includes(value)) parts.push(value)
  }
  return parts.join(between)
}

/** Ids of a table's rows, in order; null if the row number is the id. Throws usage for a duplicate or empty id. */
async function idsOf(
  database: Database,
  { name, relation, rows }: OpenTable,
  column: string | null,
): Promise<SharedValues | null> {
  if (column === null) return null
  const { distinct, filled } = await idsIn(database, relation, column)
  const why = filled < rows ? 'is empty in some rows' : distinct < rows ? 'gives one id to several rows' : null
  if (why !== null)
    throw new SelfsameError(
      'usage',
      `the id column ${JSON.stringify(column)} of ${name} ${why}; name another with --id`,
    )
  const ids = new ValueCollector()
  for await (const [values] of database.cells(`SELECT ${named(column)} FROM ${relation}`))
    for (const value of values!) ids.numberOf(value!)
  return ids.shared()
}

/** How many rows have an id in a column, and how many different ids there are. */
async function idsIn(database: Database, relation: string, column: string) {
  const id = named(column)
  const sql = `SELECT count(DISTINCT ${id})::VARCHAR, count(${id})::VARCHAR FROM ${relation}`
  for await (const [distinct, filled] of database.cells(sql))
    return { distinct: Number(distinct![0]), filled: Number(filled![0]) }
  return { distinct: 0, filled: 0 }
}

export function recordIds(
  sources: readonly TableSource[],
  ids: readonly (SharedValues | null)[],
  count: number,
): RecordIds {
  const sourceOf = (record: number): number => {
    let source = sources.length - 1
    while (sources[source]!.first > record) source--
    return source
  }
  const numbers = sources.map(() => null as Map<string, number> | null)
  return {
    count,
    of(record): RecordRef {
      const source = sourceOf(record)
      const { name, first } = sources[source]!
      const own = ids[source]
      return { source: name, id: own == null ? String(record - first + 1) : textAt(own, record - first + 1) }
    },
    numberOf(name, id) {
      const source = sources.findIndex((entry) => entry.name === name)
      if (source < 0) return undefined
      const { first, rows } = sources[source]!
      const own = ids[source]
      if (own == null) {
        const row = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
        return row >= 1 && row <= rows ? first + row - 1 : undefined
      }
      let known = numbers[source]!
      if (known === null) {
        known = new Map()
        for (let row = 1; row <= rows; row++) known.set(textAt(own, row), first + row - 1)
        numbers[source] = known
      }
      return known.get(id)
    },
  }
}
