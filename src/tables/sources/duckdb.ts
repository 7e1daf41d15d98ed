// DuckDB, which reads the tables: in memory with a limit, with a private folder for spilled data, and without any download.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api'
import { SelfsameError } from '../../errors.ts'

/** Cells of one chunk of rows, column by column. */
export type Cells = readonly (readonly (string | null)[])[]

export interface Database {
  readonly connection: DuckDBConnection
  /** Rows of a query, chunk by chunk; all its columns must be text. */
  cells(sql: string): AsyncIterable<Cells>
  close(): void
}

/** Quotes a name for SQL. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** Quotes a text for SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Opens a database for the duration of a run. Throws extra_missing if DuckDB has no binary for this system. */
export async function openDatabase(workers: number): Promise<Database> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause) => {
    throw new SelfsameError(
      'extra_missing',
      'DuckDB, which reads tables, has no binary for this system; install @duckdb/node-api where there is one',
      { cause },
    )
  })
  const spill = mkdtempSync(join(tmpdir(), 'selfsame-tables-'))
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(Math.max(1, workers)),
    memory_limit: MEMORY,
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  })
  const connection = await instance.connect()
  return {
    connection,
    async *cells(sql) {
      const result: DuckDBResult = await connection.stream(sql)
      for (;;) {
        const chunk = await result.fetchChunk()
        if (chunk === null || chunk.rowCount === 0) return
        yield Array.from({ length: chunk.columnCount }, (_, column) => {
          const vector = chunk.getColumnVector(column)
          return Array.from({ length: chunk.rowCount }, (_, row) => vector.getItem(row) as string | null)
        })
      }
    },
    close() {
      connection.closeSync()
      instance.closeSync()
      rmSync(spill, { recursive: true, force: true })
    },
  }
}

/** Memory limit of DuckDB, above which it writes to disk. */
const MEMORY = '600MB'
