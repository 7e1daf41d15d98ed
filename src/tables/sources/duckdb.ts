// DuckDB, which reads the tables: in memory with a limit, with a private folder for spilled data, and without any download.
import { existsSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api'
import { SelfsameError } from '../../errors.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Cells of one chunk of rows, column by column. */
export type Cells = readonly (readonly (string | null)[])[]

export interface Database {
  readonly connection: DuckDBConnection
  /** The path of one of its files inside SQL; a path is never a pattern. */
  path(file: string): string
  /** Rows of a query, chunk by chunk; all its columns must be text. */
  cells(sql: string): AsyncIterable<Cells>
  close(): void
}

export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Characters of a name pattern of DuckDB. */
const PATTERN = /[*?[\]]/g

/** Opens a database for the run that reads the given files only, even if a view in an untrusted one requests others. Throws extra_missing. */
export async function openDatabase(workers: number, files: readonly string[]): Promise<Database> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause) => {
    throw new SelfsameError(
      'extra_missing',
      'DuckDB, which reads tables, has no binary for this system; install @duckdb/node-api where there is one',
      { cause },
    )
  })
  const spill = temporaryFolder('tables')
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(Math.max(1, workers)),
    memory_limit: MEMORY,
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  })
  const connection = await instance.connect()
  const links = linksTo(files, spill)
  // A database that was not closed has its last changes in a file next to it.
  const real = files.map(realPath)
  const allowed = [...files.map((file) => resolve(file)), ...real, ...real.map((file) => `${file}.wal`)]
  await connection.run(`SET allowed_paths = [${[...new Set(allowed)].map(quoted).join(', ')}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return {
    connection,
    path: (file) => quoted(links.get(file) ?? resolve(file)),
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

/** Links in `folder` to the files whose paths would be patterns, under names that are none. */
function linksTo(files: readonly string[], folder: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>()
  for (const [index, file] of [...new Set(files)].entries()) {
    if (resolve(file).replace(PATTERN, '') === resolve(file) || !existsSync(file)) continue
    const link = join(folder, `${index}-${basename(file).replace(PATTERN, '_')}`)
    symlinkSync(realPath(file), link)
    links.set(file, link)
  }
  return links
}

const realPath = (file: string): string => (existsSync(file) ? realpathSync(file) : resolve(file))

/** Memory limit of DuckDB before it writes to disk. */
const MEMORY = '600MB'
