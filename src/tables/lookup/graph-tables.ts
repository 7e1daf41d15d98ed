// The tables of an index about resolved records: which row a record id has, the decisions between two records, and those that moved records between
// entities. All of it follows from the ledger; the index keeps it so that a question about an entity reads no whole ledger.
import type { SqliteStatement } from '../../ledger/sqlite/driver.ts'
import type { ChainHead } from '../../ledger/store.ts'
import { bytesOfEntity, entityOfBytes } from '../clusters/cluster-ids.ts'
import { A_RECORD, type IndexedRecord, indexedOf, type Row } from './rows.ts'

export const GRAPH_TABLES = `
CREATE TABLE members (record TEXT PRIMARY KEY, number INTEGER NOT NULL, is_current INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX members_number ON members (number);
CREATE TABLE edges (number INTEGER PRIMARY KEY, record TEXT NOT NULL, other TEXT NOT NULL, decision TEXT NOT NULL, UNIQUE (record, decision)) STRICT;
CREATE TABLE moves (number INTEGER PRIMARY KEY, entity BLOB NOT NULL, decision TEXT NOT NULL, UNIQUE (entity, decision)) STRICT;
CREATE TABLE origins (number INTEGER PRIMARY KEY, entity BLOB NOT NULL) STRICT;
`

export interface Edge {
  readonly decision_id: string
  readonly other: string
}

export interface ListedEntity {
  readonly entity_id: string
  readonly records: number
}

export class GraphTables {
  readonly #sql: (text: string) => SqliteStatement

  constructor(sql: (text: string) => SqliteStatement) {
    this.#sql = sql
  }

  /** Where the index has followed the ledger to, by chain; null if it has followed none. */
  get heads(): readonly ChainHead[] | null {
    const row = this.#sql("SELECT value FROM meta WHERE name = 'ledger'").get() as { value: string } | undefined
    return row === undefined ? null : (JSON.parse(row.value) as ChainHead[])
  }

  set heads(heads: readonly ChainHead[]) {
    this.#sql("INSERT OR REPLACE INTO meta VALUES ('ledger', ?)").run(JSON.stringify(heads))
  }

  /** The row of a record id, or of the record that followed it. */
  rowOf(record: string): IndexedRecord | null {
    const sql = `${A_RECORD} JOIN members ON members.number = records.number WHERE members.record = ?`
    const row = this.#sql(sql).get(record) as Row | undefined
    return row === undefined ? null : indexedOf(row)
  }

  /** Gives a row a record id, which is its current one from then on. */
  setRow(record: string, number: number): void {
    this.#sql('UPDATE members SET is_current = 0 WHERE number = ?').run(number)
    this.#sql('INSERT OR REPLACE INTO members VALUES (?, ?, 1)').run(record, number)
  }

  isCurrent(record: string): boolean {
    const row = this.#sql('SELECT is_current FROM members WHERE record = ?').get(record) as
      | { is_current: number }
      | undefined
    return row?.is_current === 1
  }

  /** Ids under which the record of a row has been resolved, earlier versions included. */
  idsOf(number: number): string[] {
    const rows = this.#sql('SELECT record FROM members WHERE number = ?').all(number) as { record: string }[]
    return rows.map(({ record }) => record)
  }

  /** Removes a row that is gone from the index. */
  forget(number: number): void {
    this.#sql('DELETE FROM members WHERE number = ?').run(number)
    this.#sql('DELETE FROM origins WHERE number = ?').run(number)
  }

  membersOf(entity: string, most: number): IndexedRecord[] {
    const rows = this.#sql(`${A_RECORD} WHERE entity = ? ORDER BY records.number LIMIT ?`).all(
      bytesOfEntity(entity),
      most,
    )
    return (rows as Row[]).map(indexedOf)
  }

  sizeOf(entity: string): number {
    const sql = 'SELECT count(*) AS n FROM records WHERE entity = ?'
    return (this.#sql(sql).get(bytesOfEntity(entity)) as { n: number }).n
  }

  /** Entities of several records, and those that decisions have moved, the largest first. */
  largest(most: number): ListedEntity[] {
    const sql = `SELECT entity, count(*) AS n FROM records GROUP BY entity
      HAVING n > 1 OR entity IN (SELECT entity FROM moves) ORDER BY n DESC, entity LIMIT ?`
    const rows = this.#sql(sql).all(most) as { entity: Uint8Array; n: number }[]
    return rows.map(({ entity, n }) => ({ entity_id: entityOfBytes(entity), records: n }))
  }

  counts(): { readonly records: number; readonly entities: number } {
    const sql = 'SELECT count(*) AS records, count(DISTINCT entity) AS entities FROM records'
    return this.#sql(sql).get() as { records: number; entities: number }
  }

  /** Gives the records of one entity to another; each keeps the entity that it had first as its origin. */
  moveAll(from: string, to: string): void {
    const own = bytesOfEntity(from)
    this.#sql('INSERT OR IGNORE INTO origins SELECT number, entity FROM records WHERE entity = ?').run(own)
    this.#sql('UPDATE records SET entity = ? WHERE entity = ?').run(bytesOfEntity(to), own)
  }

  move(number: number, to: string): void {
    this.#sql('INSERT OR IGNORE INTO origins SELECT number, entity FROM records WHERE number = ?').run(number)
    this.#sql('UPDATE records SET entity = ? WHERE number = ?').run(bytesOfEntity(to), number)
  }

  /** The entity that a row had first: rows of a table with the same one belong together by the results of dedupe. */
  originOf({ number, entity_id }: IndexedRecord): string {
    const row = this.#sql('SELECT entity FROM origins WHERE number = ?').get(number) as
      | { entity: Uint8Array }
      | undefined
    return row === undefined ? entity_id : entityOfBytes(row.entity)
  }

  /** False if the index had the decision. A decision about one record alone has it as both. */
  addEdge(decision: string, a: string, b: string): boolean {
    const put = this.#sql('INSERT OR IGNORE INTO edges (record, other, decision) VALUES (?, ?, ?)')
    const isNew = put.run(a, b, decision).changes > 0
    put.run(b, a, decision)
    return isNew
  }

  /** Decisions between a record and another, in the order of the ledger. */
  edgesOf(record: string): Edge[] {
    const sql = 'SELECT decision AS decision_id, other FROM edges WHERE record = ? ORDER BY number'
    return this.#sql(sql).all(record) as Edge[]
  }

  addMove(decision: string, entity: string): void {
    this.#sql('INSERT OR IGNORE INTO moves (entity, decision) VALUES (?, ?)').run(bytesOfEntity(entity), decision)
  }

  /** True if a decision about entities was applied to the records of the index. */
  hasMove(decision: string, entity: string): boolean {
    const sql = 'SELECT 1 AS found FROM moves WHERE entity = ? AND decision = ?'
    return this.#sql(sql).get(bytesOfEntity(entity), decision) !== undefined
  }

  /** Decisions about an entity, in the order of the ledger. */
  movesOf(entity: string): string[] {
    const rows = this.#sql('SELECT decision FROM moves WHERE entity = ? ORDER BY number').all(bytesOfEntity(entity))
    return (rows as { decision: string }[]).map(({ decision }) => decision)
  }
}
