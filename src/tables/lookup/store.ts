// An index of records in one SQLite file: each record with its entity, and for each blocking key the records that have it. Built keys are in
// `postings`, one row a key; keys of later additions are rows of `added` until they are folded in.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SelfsameError } from '../../errors.ts'
import { openSqlite, type SqliteDatabase, type SqliteStatement } from '../../ledger/sqlite/driver.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { canonicalJson } from '../../records/canonical.ts'
import { recordId, sha256Hex } from '../../records/ids.ts'
import { bytesOfEntity, entityId } from '../clusters/cluster-ids.ts'
import type { RecordRef } from '../records/table-run.ts'
import { GRAPH_TABLES, GraphTables } from './graph-tables.ts'
import { guarded, unavailable } from './guarded.ts'
import { type Fields, keysOf, kindsOf } from './keys.ts'
import { addKnown, addNew, leastOfBest } from './ranking.ts'
import { A_RECORD, type IndexedRecord, indexedOf, type Row } from './rows.ts'

export const INDEX_FILE = 'index.sqlite'
export const INDEX_SCHEMA = 'selfsame.index.v2'

export const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE sources (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE records (number INTEGER PRIMARY KEY, source INTEGER NOT NULL, id TEXT NOT NULL, entity BLOB NOT NULL, fields TEXT NOT NULL) STRICT;
CREATE TABLE postings (key INTEGER PRIMARY KEY, size INTEGER NOT NULL, records BLOB NOT NULL) STRICT;
CREATE TABLE added (key INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (key, record)) STRICT, WITHOUT ROWID;
${GRAPH_TABLES}`
export const ROW_INDEX =
  'CREATE UNIQUE INDEX records_ref ON records (source, id); CREATE INDEX records_entity ON records (entity)'

/** A record to add: its table and its id there. A record with the same two is replaced. */
export interface NewRecord extends RecordRef {
  readonly fields: Fields
  /** Absent: the entity of the record that it replaces, or one of its own. */
  readonly entity_id?: string
}

/** What an index was made with; another version of these gives other keys. */
export type IndexPins = Readonly<Record<'engine' | 'entity_pack' | 'comparators_sha256', string>>

/** The pack that an index is opened under. */
export interface IndexPack {
  readonly pack: EntityPack
  readonly pins: IndexPins
}

export interface LookupIndex {
  readonly entity: string
  /** Number of records, and a hash that every change moves. */
  state(): { readonly records: number; readonly version: string }
  /** The records that share most with `fields` by rarity of the shared keys, the best first, each read when its turn comes. Those of one pass are of one version of the index. */
  candidates(fields: Fields, most: number): Iterable<IndexedRecord>
  /** Adds records in one durable transaction; returns the row number of the first, which the others follow. */
  add(records: readonly NewRecord[]): number
  /** Removes a record with its keys; false if there is none. */
  erase(ref: RecordRef): boolean
  /** What resolved records and decisions about them add to the records of the index. */
  readonly graph: GraphTables
  /** Begins a transaction that holds until `end`: the ledger is written meanwhile, and a failure there takes everything back. */
  begin(): void
  end(isKept: boolean): void
  /** Takes back what `work` did in the transaction if it fails. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>
  close(): void
}

/** Entries of lists that one look-up reads, the shortest lists first: those that bring candidates, and all, which also rank them. */
const MEET_AT_MOST = 4_000
const READ_AT_MOST = 16_000
/** Lists up to this length are read with their size, in one step. */
const SHORT = 1_000
/** Maximum bits of one key, as in the match weights of blocking. */
const MOST_BITS = 16
/** Units of a bit in sums: so that a thousand keys sum up to less than 2^16. */
const PER_BIT = 4
/** Number of added records whose keys are folded into `postings`. */
const FOLD_AT = 40_000
const BUSY_MILLISECONDS = 10_000

export const packedNumbers = (numbers: Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

const numbersIn = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
    : new Uint32Array(bytes.slice().buffer)

const numbersWritten = (text: string): Uint32Array => Uint32Array.from(text.split(','), Number)

/** Opens an index. `packOf` gives the pack of its entity. Throws usage if there is none or it is of another version, index_unavailable. */
export async function openLookup(
  folder: string,
  packOf: (entity: string) => IndexPack,
  options: { readonly writes: boolean },
): Promise<LookupIndex> {
  const path = join(folder, INDEX_FILE)
  if (!existsSync(path))
    throw new SelfsameError('usage', `${folder} has no index; make one with "selfsame index build TABLE --out FOLDER"`)
  const database = await openSqlite(path, { readOnly: !options.writes, busyMilliseconds: BUSY_MILLISECONDS }).catch(
    unavailable,
  )
  try {
    database.exec('PRAGMA mmap_size = 4294967296; PRAGMA cache_size = -65536')
    const meta = checkedMeta(database)
    const known = packOf(meta.pins.entity_pack)
    if (canonicalJson(known.pins) !== canonicalJson(meta.pins))
      throw new SelfsameError(
        'usage',
        `the index in ${folder} was made by another version of the engine or of the pack; build it again from its tables`,
      )
    if (options.writes) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    return new SqliteIndex(database, known.pack, meta.pins.entity_pack)
  } catch (error) {
    database.close()
    return unavailable(error)
  }
}

function checkedMeta(database: SqliteDatabase): { readonly pins: IndexPins } {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'made'").get() as { value: string } | undefined
  const made = JSON.parse(row?.value ?? '{}') as { schema?: string; pins: IndexPins }
  if (made.schema === INDEX_SCHEMA) return made
  throw new SelfsameError('usage', 'the index is of a version that this release cannot read; build it again')
}

const NO_RECORDS = new Uint32Array(0)

class SqliteIndex implements LookupIndex {
  readonly entity: string
  readonly graph: GraphTables
  readonly #database: SqliteDatabase
  readonly #pack: EntityPack
  readonly #kinds: readonly string[]
  readonly #statements = new Map<string, SqliteStatement>()
  /** Bits that each record shares with the record looked up; 0 between two look-ups. */
  #bits = new Uint16Array(0)
  #seen = new Uint32Array(0)
  /** True within begin and end. */
  #isHeld = false
  #hasErased = false
  /** True if the log has a record that was replaced within begin and end. */
  #isLogStale = false

  constructor(database: SqliteDatabase, pack: EntityPack, entity: string) {
    this.#database = database
    this.#pack = pack
    this.#kinds = kindsOf(pack)
    this.entity = entity
    this.graph = new GraphTables((text) => this.#sql(text))
  }

  begin(): void {
    guarded(() => this.#database.exec('BEGIN IMMEDIATE'))
    this.#isHeld = true
  }

  end(isKept: boolean): void {
    this.#isHeld = false
    guarded(() => this.#database.exec(isKept ? 'COMMIT' : 'ROLLBACK'))
    if (isKept && this.#hasErased) this.#scrub()
    else if (isKept && this.#isLogStale) this.#emptyLog()
    this.#hasErased = false
    this.#isLogStale = false
  }

  /** Leaves nothing of erased records: pages that were split keep rows in their unused space, and the log has pages as they were. */
  #scrub(): void {
    guarded(() => this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'))
  }

  async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#database.exec('SAVEPOINT attempt')
    try {
      const result = await work()
      this.#database.exec('RELEASE attempt')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK TO attempt; RELEASE attempt')
      throw error
    }
  }

  state() {
    return guarded(() => ({ records: Number(this.#meta('records')), version: this.#meta('version') }))
  }

  candidates(fields: Fields, most: number): Iterable<IndexedRecord> {
    const rows: (IndexedRecord | null)[] = []
    let numbers: readonly number[] | null = null
    const rank = () => (numbers ??= this.#ranked(keysOf(fields, this.#pack, this.#kinds), most))
    return { [Symbol.iterator]: () => this.#pass(rank, rows) }
  }

  *#pass(rank: () => readonly number[], rows: (IndexedRecord | null)[]): Generator<IndexedRecord, void> {
    const isOwn = !this.#isHeld
    if (isOwn) guarded(() => this.#database.exec('BEGIN'))
    const read = (number: number) => this.#sql(`${A_RECORD} WHERE records.number = ?`).get(number) as Row | undefined
    try {
      for (const [at, number] of guarded(rank).entries()) {
        if (at === rows.length) {
          const row = guarded(() => read(number))
          rows.push(row === undefined ? null : indexedOf(row))
        }
        if (rows[at] !== null) yield rows[at]!
      }
    } finally {
      if (isOwn) guarded(() => this.#database.exec('COMMIT'))
    }
  }

  add(records: readonly NewRecord[]): number {
    let replaced = 0
    const added = this.#inTransaction(() => {
      const first = Number(this.#meta('next'))
      let next = first
      for (const source of new Set(records.map((record) => record.source)))
        this.#sql('INSERT OR IGNORE INTO sources (name) VALUES (?)').run(source)
      for (const { source, id, fields, entity_id } of records) {
        const known = this.#find({ source, id })
        if (known !== undefined) {
          this.#remove(known)
          replaced++
        }
        // A record keeps its entity when it is replaced.
        const own = entity_id ?? entityId(this.entity, { source, id }, 0)
        const entity = entity_id === undefined && known !== undefined ? known.entity : bytesOfEntity(own)
        this.#sql('INSERT INTO records SELECT ?, number, ?, ?, ? FROM sources WHERE name = ?').run(
          next,
          id,
          entity,
          JSON.stringify(fields),
          source,
        )
        for (const key of keysOf(fields, this.#pack, this.#kinds))
          this.#sql('INSERT INTO added VALUES (?, ?)').run(key, next)
        next++
      }
      this.#setMeta('records', Number(this.#meta('records')) + next - first - replaced)
      this.#setMeta('next', next)
      const added = Number(this.#meta('added')) + records.length
      if (added >= FOLD_AT) this.#fold()
      this.#setMeta('added', added >= FOLD_AT ? 0 : added)
      this.#moveVersion('add', records)
      return first
    })
    if (replaced > 0) this.#emptyLog()
    return added
  }

  erase(ref: RecordRef): boolean {
    const erased = this.#inTransaction(() => {
      const known = this.#find(ref)
      if (known === undefined) return false
      this.#remove(known)
      this.#setMeta('records', Number(this.#meta('records')) - 1)
      this.#moveVersion('erase', [{ ...ref, fields: JSON.parse(known.fields) as Fields }])
      return true
    })
    this.#hasErased ||= erased
    this.#emptyLog()
    return erased
  }

  /** The log has pages as they were before. */
  #emptyLog(): void {
    if (this.#isHeld) this.#isLogStale = true
    else guarded(() => this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  }

  close(): void {
    this.#statements.clear()
    if (this.#hasErased) this.#scrub()
    this.#database.close()
  }

  /** Numbers of the records that share most bits with the keys. */
  #ranked(keys: readonly number[], most: number): number[] {
    const next = Number(this.#meta('next'))
    if (this.#bits.length < next) {
      this.#bits = new Uint16Array(next + (next >> 3) + 1024)
      this.#seen = new Uint32Array(this.#bits.length)
    }
    const bits = this.#bits
    const seen = this.#seen
    let met = 0
    let read = 0
    for (const { size, lists } of this.#lists(keys)) {
      if (met > 0 && read + size > READ_AT_MOST) break
      const own = Math.round(PER_BIT * Math.min(MOST_BITS, Math.log2((next + 1) / size))) + 1
      const isNew = met === 0 || read + size <= MEET_AT_MOST
      for (const list of lists()) met = isNew ? addNew(list, own, bits, seen, met) : addKnown(list, own, bits, met)
      read += size
    }
    const least = leastOfBest(bits, seen, met, most)
    const ranked: number[] = []
    for (let i = 0; i < met; i++) if (bits[seen[i]!]! >= least) ranked.push(seen[i]!)
    ranked.sort((x, y) => bits[y]! - bits[x]! || x - y)
    for (let i = 0; i < met; i++) bits[seen[i]!] = 0
    return ranked.slice(0, most)
  }

  /** The lists of records of each key, the shortest first. Long lists are read when they are used. */
  #lists(keys: readonly number[]): { readonly size: number; readonly lists: () => Uint32Array[] }[] {
    const hasAdded = Number(this.#meta('added')) > 0
    return keys
      .map((key) => {
        const row = this.#sql(
          'SELECT size, CASE WHEN size <= ? THEN records END AS records FROM postings WHERE key = ?',
        ).get(SHORT, key) as { size: number; records: Uint8Array | null } | undefined
        const added = hasAdded ? this.#addedOf(key) : NO_RECORDS
        const lists = () => [
          ...(row === undefined ? [] : [row.records === null ? this.#listOf(key) : numbersIn(row.records)]),
          ...(added.length === 0 ? [] : [added]),
        ]
        return { key, size: (row?.size ?? 0) + added.length, lists }
      })
      .filter(({ size }) => size > 0)
      .sort((x, y) => x.size - y.size || x.key - y.key)
  }

  /** The records of a key as built; additions that are not folded in are not among them. */
  #listOf(key: number): Uint32Array {
    const row = this.#sql('SELECT records FROM postings WHERE key = ?').get(key) as { records: Uint8Array } | undefined
    return row === undefined ? NO_RECORDS : numbersIn(row.records)
  }

  /** As one text: a row each costs several times as much. */
  #addedOf(key: number): Uint32Array {
    const sql = 'SELECT group_concat(record) AS records FROM added WHERE key = ?'
    const { records } = this.#sql(sql).get(key) as { records: string | null }
    return records === null ? NO_RECORDS : numbersWritten(records)
  }

  #find({ source, id }: RecordRef): Row | undefined {
    return this.#sql(`${A_RECORD} WHERE name = ? AND id = ?`).get(source, id) as Row | undefined
  }

  #remove({ number, fields }: Row): void {
    for (const key of keysOf(JSON.parse(fields) as Fields, this.#pack, this.#kinds)) {
      this.#sql('DELETE FROM added WHERE key = ? AND record = ?').run(key, number)
      const records = this.#listOf(key).filter((other) => other !== number)
      this.#putList(key, records)
    }
    this.#sql('DELETE FROM records WHERE number = ?').run(number)
    this.graph.forget(number)
  }

  #putList(key: number, records: Uint32Array): void {
    if (records.length === 0) this.#sql('DELETE FROM postings WHERE key = ?').run(key)
    else this.#sql('INSERT OR REPLACE INTO postings VALUES (?, ?, ?)').run(key, records.length, packedNumbers(records))
  }

  /** Moves the keys of additions into the lists of `postings`. */
  #fold(): void {
    const rows = this.#sql(
      'SELECT key, group_concat(record) AS records FROM added WHERE key > ? GROUP BY key ORDER BY key LIMIT 10000',
    )
    for (let last = -1; ; ) {
      const page = rows.all(last) as { key: number; records: string }[]
      for (const { key, records } of page) {
        this.#putList(key, Uint32Array.from([...this.#listOf(key), ...numbersWritten(records)]))
        last = key
      }
      if (page.length === 0) break
    }
    this.#sql('DELETE FROM added').run()
  }

  #meta(name: string): string {
    return (this.#sql('SELECT value FROM meta WHERE name = ?').get(name) as { value: string }).value
  }

  #setMeta(name: string, value: string | number): void {
    this.#sql('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(name, String(value))
  }

  #moveVersion(change: 'add' | 'erase', records: readonly NewRecord[]): void {
    const ids = records.map(({ source, id, fields }) => [
      source,
      id,
      recordId({ entity: this.entity, attributes: fields }),
    ])
    this.#setMeta('version', sha256Hex(canonicalJson({ before: this.#meta('version'), change, records: ids })))
  }

  #sql(text: string): SqliteStatement {
    let statement = this.#statements.get(text)
    if (statement === undefined) {
      statement = this.#database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement
  }

  #inTransaction<T>(work: () => T): T {
    if (this.#isHeld) return guarded(work)
    return guarded(() => {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.#database.exec('COMMIT')
        return result
      } catch (error) {
        this.#database.exec('ROLLBACK')
        throw error
      }
    })
  }
}
