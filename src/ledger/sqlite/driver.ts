// Loads SQLite: the module of the running Node where it is stable, otherwise the packaged build with the same interface.
import { SelfsameError } from '../../errors.ts'

export interface SqliteStatement {
  run(...values: unknown[]): { changes: number | bigint }
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
}

export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { readOnly?: boolean; timeout?: number }) => SqliteDatabase
}

/** The tables need no prefix, because the file holds no others. */
export const named = (sql: string): string => sql.replace(/\{(\w+)\}/g, '$1')

/** Opens a database file. `busyMilliseconds` is how long one statement waits for another process's lock. */
export async function openSqlite(
  path: string,
  options: { readOnly: boolean; busyMilliseconds: number },
): Promise<SqliteDatabase> {
  const { DatabaseSync } = await sqliteModule()
  return new DatabaseSync(path, { readOnly: options.readOnly, timeout: options.busyMilliseconds })
}

async function sqliteModule(): Promise<SqliteModule> {
  if (hasSettledSqlite(process.versions.node)) {
    const builtIn = process.getBuiltinModule('node:sqlite') as SqliteModule | undefined
    if (builtIn !== undefined) return builtIn
  }
  return (await import('@photostructure/sqlite')) as unknown as SqliteModule
}

/** Node 24.16 and later ship SQLite without the warning of an experimental module (24.14 still prints it). */
export function hasSettledSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 26 || (major === 24 && minor >= 16)
}

// Primary result codes, https://www.sqlite.org/rescode.html; the extended code's low byte is the primary one.
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const FULL = 13
const CANTOPEN = 14
const SENTENCES: Readonly<Record<number, string>> = {
  3: 'the ledger file cannot be opened: permission is denied',
  [BUSY]: 'the ledger is locked by another process; try again',
  [LOCKED]: 'the ledger is locked by another process; try again',
  [READONLY]: 'the ledger cannot be written: its file or folder is read-only',
  10: 'the ledger cannot be read or written: the disk reports an error',
  11: 'the ledger file is damaged; restore it from a backup and run "selfsame ledger verify"',
  [FULL]: 'the ledger cannot be written: the disk is full',
  [CANTOPEN]: 'the ledger file cannot be opened; check that its folder exists and that both may be written',
  26: 'the ledger file is not a ledger; point --ledger at another file',
}

// The packaged build omits the code on errors of reading statements; the messages are SQLite's own (sqlite3_errstr).
const CODES: ReadonlyMap<string, number> = new Map([
  ['database is locked', BUSY],
  ['database table is locked', LOCKED],
  ['attempt to write a readonly database', READONLY],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', FULL],
  ['unable to open database file', CANTOPEN],
  ['file is not a database', 26],
])

/** SQLite's primary result code of an error, null for other errors. */
function sqliteCode(error: unknown): number | null {
  const { errcode, code, message } = (error ?? {}) as { errcode?: unknown; code?: unknown; message?: unknown }
  if (typeof errcode === 'number') return errcode & 0xff
  return code === 'ERR_SQLITE_ERROR' ? (CODES.get(String(message)) ?? 1) : null
}

export const isFull = (error: unknown): boolean => sqliteCode(error) === FULL

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === BUSY || code === LOCKED
}

export const isReadOnly = (error: unknown): boolean => sqliteCode(error) === READONLY

export const isUnopenable = (error: unknown): boolean => sqliteCode(error) === CANTOPEN

/** The message for a failure of SQLite or of its file; other errors are returned unchanged. */
export function asLedgerError(error: unknown): unknown {
  if (error instanceof SelfsameError) return error
  const code = sqliteCode(error)
  if (code !== null) {
    const sentence = SENTENCES[code] ?? 'the ledger refused the operation'
    return new SelfsameError('ledger_unavailable', sentence, { cause: error })
  }
  const system = (error as NodeJS.ErrnoException | null)?.code
  if (system === 'ENOENT') return new SelfsameError('ledger_unavailable', SENTENCES[CANTOPEN]!, { cause: error })
  if (system === 'EACCES' || system === 'EPERM')
    return new SelfsameError('ledger_unavailable', SENTENCES[3]!, { cause: error })
  if (system === 'EROFS') return new SelfsameError('ledger_unavailable', SENTENCES[READONLY]!, { cause: error })
  if (system === 'ENOSPC') return new SelfsameError('ledger_unavailable', SENTENCES[FULL]!, { cause: error })
  if (system === 'EISDIR') return new SelfsameError('ledger_unavailable', SENTENCES[26]!, { cause: error })
  return error
}
