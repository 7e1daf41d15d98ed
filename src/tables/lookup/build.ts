// Builds an index from tables: each row a record, and with the results of a dedupe run each cluster an entity. The folder is written whole or not at all.
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CompareEngine } from '../../engines/compare/engine.ts'
import { abandoned, SelfsameError } from '../../errors.ts'
import { openSqlite, type SqliteDatabase } from '../../ledger/sqlite/driver.ts'
import type { Packs } from '../../packs/load.ts'
import { canonicalJson } from '../../records/canonical.ts'
import { sha256Hex } from '../../records/ids.ts'
import { ENGINES } from '../../version.ts'
import { eachRun } from '../blocking/keys.ts'
import { sorted } from '../blocking/numbers.ts'
import { bytesOfEntity, entityId } from '../clusters/cluster-ids.ts'
import { readEarlier } from '../earlier.ts'
import { type Ingested, recordIds } from '../ingest.ts'
import type { RecordRef } from '../records/table-run.ts'
import { replaceFolder } from '../results-folder.ts'
import { fieldsOf, type RunOptions, readTables, refuse } from '../run.ts'
import { entriesByKind, type Fields, keyOf, kindsOf } from './keys.ts'
import { INDEX_FILE, INDEX_SCHEMA, type IndexPack, packedNumbers, ROW_INDEX, TABLES } from './store.ts'

export interface IndexOptions extends Pick<RunOptions, 'files' | 'idColumn' | 'mapping' | 'signal' | 'onProgress'> {
  /** Name of an entity pack; default: person, or that of the clusters. */
  readonly entity?: string | undefined
  /** Folder for the index; an index there is replaced. */
  readonly out: string
  /** Results of `dedupe` over these tables: their clusters become the entities. Absent: each row is an entity. */
  readonly clusters?: string | undefined
}

export interface IndexMade {
  readonly records: number
  readonly entities: number
  readonly version: string
  readonly mapping: Ingested['mapping']
}

/** The pack of an entity with what pins an index to it. */
export function indexPack(packs: Packs, entity: string): IndexPack {
  const { pack, sha256 } = packs.entityPack(entity)
  return { pack, pins: { engine: ENGINES.tables, entity_pack: entity, comparators_sha256: sha256 } }
}

export interface TableRecord extends RecordRef {
  readonly fields: Fields
}

/** The rows of tables as records, for additions to an index. Throws usage. */
export async function recordsIn(
  options: Pick<RunOptions, 'files' | 'entity' | 'idColumn' | 'mapping'>,
  packs: Packs,
  compare: CompareEngine,
): Promise<Iterable<TableRecord>> {
  const { records, columns } = await readTables({ ...options, task: 'dedupe' }, packs, compare, 1, () => {})
  return (function* () {
    for (let record = 0; record < records.count; record++)
      yield { ...records.of(record), fields: fieldsOf(columns, record) }
  })()
}

/** Throws usage for bad tables, clusters of other tables or a folder with something else in it, and timeout once the signal is aborted. */
export async function buildLookup(
  { out, clusters, entity: asked, ...options }: IndexOptions,
  packs: Packs,
  compare: CompareEngine,
): Promise<IndexMade> {
  refuseForeign(out)
  const tell = options.onProgress ?? (() => {})
  const run = clusters === undefined ? null : await readEarlier(clusters)
  const entity = asked ?? run?.manifest.entity ?? 'person'
  const asRun = { ...options, entity, task: 'dedupe' } as const
  // Without tables the index is for records that are resolved.
  const isEmpty = options.files.length === 0
  refuse(isEmpty ? { ...asRun, files: ['none'] } : asRun, packs)
  const read = isEmpty ? NO_TABLES : await readTables(asRun, packs, compare, 2, tell)
  const entities = run === null ? null : entitiesOf(read, run)
  const { pack, pins } = indexPack(packs, entity)
  const made = {
    schema: INDEX_SCHEMA,
    pins,
    sources: read.sources,
    mapping: read.mapping,
    clusters: run?.manifest.files ?? null,
  }
  const version = sha256Hex(canonicalJson(made))
  await replaceFolder(out, async (partial) => {
    closeSync(openSync(join(partial, INDEX_FILE), 'wx', 0o600))
    const database = await openSqlite(join(partial, INDEX_FILE), { readOnly: false, busyMilliseconds: 0 })
    try {
      // Nobody else opens the file before it is complete, and an incomplete one is removed: a journal would protect nothing.
      database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; ${TABLES}`)
      const numbers = { records: read.records.count, next: read.records.count, added: 0 }
      writeMeta(database, { made: JSON.stringify(made), version, ...numbers })
      await writeRecords(database, read, entity, entities?.of ?? null, options.signal, (done) => tell('records', done))
      const kinds = kindsOf(pack)
      let kind = 0
      for (const { starts, hashes } of entriesByKind(read.columns, read.records.count, pack, kinds)) {
        await between(options.signal)
        writePostings(database, kind, starts, hashes)
        tell('keys', ++kind / kinds.length)
      }
      database.exec(`COMMIT; ${ROW_INDEX}; PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE`)
      writeMeta(database, { version })
      database.exec('COMMIT')
    } finally {
      database.close()
    }
  })
  return {
    records: read.records.count,
    entities: entities?.count ?? read.records.count,
    version,
    mapping: read.mapping,
  }
}

type Tables = Pick<Ingested, 'sources' | 'mapping' | 'columns' | 'records'>

const NO_TABLES: Tables = {
  sources: [],
  mapping: [],
  columns: [],
  records: recordIds([], [], 0),
}

function refuseForeign(out: string): void {
  if (!existsSync(out)) return
  if (existsSync(join(out, INDEX_FILE))) return
  if (readdirSync(out).length > 0)
    throw new SelfsameError('usage', `${out} holds something else than an index; name another folder`)
}

/** The hash of the entity of each record. Throws usage where the run was over other rows. */
function entitiesOf({ records }: Pick<Ingested, 'records'>, run: Awaited<ReturnType<typeof readEarlier>>) {
  const of = new Array<Uint8Array | null>(records.count).fill(null)
  let known = 0
  for (let then = 0; then < run.records.count; then++) {
    const ref = run.records.of(then)
    const record = records.numberOf(ref.source, ref.id)
    if (record === undefined) continue
    of[record] = bytesOfEntity(run.ids[run.clusterOf[then]!]!)
    known++
  }
  if (known === records.count && run.records.count === known) return { of, count: run.ids.length }
  throw new SelfsameError(
    'usage',
    'the clusters are not those of these tables; name the tables of that run, or run dedupe again',
  )
}

function writeMeta(database: SqliteDatabase, values: Readonly<Record<string, string | number>>): void {
  const put = database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)')
  for (const [name, value] of Object.entries(values)) put.run(name, String(value))
}

/** Number of records between two looks at the signal. */
const A_SLICE = 20_000

async function between(signal: AbortSignal | undefined): Promise<void> {
  await new Promise(setImmediate)
  if (signal?.aborted) throw abandoned(signal)
}

async function writeRecords(
  database: SqliteDatabase,
  { sources, records, columns }: Tables,
  entity: string,
  entities: readonly (Uint8Array | null)[] | null,
  signal: AbortSignal | undefined,
  onStep: (done: number) => void,
): Promise<void> {
  sources.forEach(({ name }, number) => {
    database.prepare('INSERT INTO sources VALUES (?, ?)').run(number, name)
  })
  const put = database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?)')
  const numbers = new Map(sources.map(({ name }, number) => [name, number]))
  for (let record = 0; record < records.count; record++) {
    if (record % A_SLICE === 0) {
      await between(signal)
      onStep(record / records.count)
    }
    const { source, id } = records.of(record)
    const own = entities?.[record] ?? bytesOfEntity(entityId(entity, { source, id }, 0))
    put.run(record, numbers.get(source), id, own, JSON.stringify(fieldsOf(columns, record)))
  }
}

/** Writes the records of each key of a kind, in the order of keys, in which a table is filled fastest. */
function writePostings(database: SqliteDatabase, kind: number, starts: Uint32Array, hashes: Uint32Array): void {
  const owners = new Uint32Array(hashes.length)
  for (let record = 0; record + 1 < starts.length; record++) owners.fill(record, starts[record], starts[record + 1])
  const { keys, places } = sorted(hashes)
  const put = database.prepare('INSERT INTO postings VALUES (?, ?, ?)')
  eachRun(keys, (from, to) => {
    const own = Uint32Array.from({ length: to - from }, (_, at) => owners[places[from + at]!]!)
    put.run(keyOf(kind, keys[from]!), own.length, packedNumbers(own))
  })
}
