// Opens a ledger file: private to its owner, durable, and of a version this release knows. Otherwise it throws an error of one sentence.
import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { SelfsameError } from '../../errors.ts'
import { utcSeconds } from '../../records/canonical.ts'
import { fillQueue } from '../review-queue.ts'
import { runSteps } from '../steps.ts'
import { asLedgerError, isBusy, isReadOnly, isUnopenable, named, openSqlite, type SqliteDatabase } from './driver.ts'
import { APPLICATION_ID, QUEUE_SCHEMA, QUEUE_VERSION, SCHEMA, SCHEMA_VERSION } from './schema.ts'

// How long one statement blocks this process on another's lock; longer waits happen between attempts, with the event loop free.
const BUSY_MILLISECONDS = 20
const LOCK_PATIENCE_MILLISECONDS = 10_000
const OWNER_ONLY = 0o600
export const MEMORY = ':memory:'

export async function openLedgerFile(
  given: string,
  options: { readOnly: boolean; now: () => Date },
): Promise<SqliteDatabase> {
  // SQLite reads a name that begins with "file:" as a URI and would open another file than the one made private here.
  const path = given.startsWith('file:') ? `./${given}` : given
  try {
    refuseOrCreate(path, options.readOnly)
    if (!options.readOnly) return await opened(path, false, (database) => prepareFile(database, options.now))
    try {
      return await opened(path, true, checkVersion)
    } catch (error) {
      if (!canBeFrozen(path, error)) throw error
      return await opened(frozen(path), true, checkVersion)
    }
  } catch (error) {
    throw asLedgerError(error)
  }
}

async function opened(
  name: string,
  readOnly: boolean,
  ready: (database: SqliteDatabase) => void,
): Promise<SqliteDatabase> {
  const database = await openSqlite(name, { readOnly, busyMilliseconds: BUSY_MILLISECONDS })
  try {
    // Large enough for the inner pages of every index with millions of entries; a small ledger never fills it.
    database.exec('PRAGMA cache_size = -65536')
    await patiently(() => ready(database))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

// A reader also needs the second file of a log. If none can be created and the log is empty, there is no writer: https://www.sqlite.org/wal.html#read_only_databases
function canBeFrozen(path: string, error: unknown): boolean {
  const cause = error instanceof SelfsameError ? error.cause : error
  return (
    (isReadOnly(cause) || isUnopenable(cause)) && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0
  )
}

function frozen(path: string): string {
  const steps = resolve(path)
    .replaceAll('\\', '/')
    .replace(/^(?!\/)/, '/')
    .split('/')
  return `file:${steps.map(encodeURIComponent).join('/')}?immutable=1`
}

/** Runs `attempt` until no other process holds the lock it needs. Throws ledger_unavailable after ten seconds. */
export async function patiently<T>(attempt: () => T): Promise<T> {
  const until = Date.now() + LOCK_PATIENCE_MILLISECONDS
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw asLedgerError(error)
    }
    // A random pause keeps two waiting processes from retrying in step.
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 15))
  }
}

function refuseOrCreate(path: string, readOnly: boolean): void {
  if (path === MEMORY)
    throw new SelfsameError('ledger_unavailable', 'a ledger in memory keeps nothing that it acknowledges: pass a file')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new SelfsameError('ledger_unavailable', 'the ledger must be a file, not a folder')
  // The file is still empty: it is made private before any data is written, like one created here.
  if (found?.isFile() && found.size === 0 && !readOnly) chmodSync(path, OWNER_ONLY)
  if (found !== undefined) return
  if (readOnly) throw new SelfsameError('ledger_unavailable', 'there is no ledger at the place given; check --ledger')
  // Created here and not by SQLite: it holds personal data, so only its owner may read it from the first byte (WAL files copy the mode).
  closeSync(openSync(path, 'a', OWNER_ONLY))
}

function prepareFile(database: SqliteDatabase, now: () => Date): void {
  const owner = readNumber(database, 'PRAGMA application_id')
  // One view or an application id is enough to show that the file belongs to another program.
  if (owner !== APPLICATION_ID && (owner !== 0 || readNumber(database, 'SELECT count(*) FROM sqlite_master') > 0)) {
    throw new SelfsameError(
      'ledger_unavailable',
      'the file is a database of another program; point --ledger at another file',
    )
  }
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string }
  if (mode !== 'wal') {
    throw new SelfsameError(
      'ledger_unavailable',
      'the ledger needs a local disk: this file system does not support its write-ahead log',
    )
  }
  // FULL: commits are on the disk before acknowledgement. secure_delete: erased values are overwritten. Large log: fewer checkpoints.
  database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF')
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  database.exec('BEGIN IMMEDIATE')
  try {
    const isNew = countTables(database) === 0
    if (isNew) {
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
      database.exec(SCHEMA)
    } else checkVersion(database)
    const version = readNumber(database, 'SELECT max(version) FROM schema_version')
    if (!isNew && version < QUEUE_VERSION) addQueue(database)
    if (version < SCHEMA_VERSION)
      database.prepare('INSERT INTO schema_version VALUES (?, ?)').run(SCHEMA_VERSION, utcSeconds(now()))
    database.exec('COMMIT')
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/** Adds the review queue to a ledger of an earlier release. */
function addQueue(database: SqliteDatabase): void {
  database.exec(QUEUE_SCHEMA)
  // bounded: the values of one statement, whose lists are cut into parts
  runSteps(fillQueue(1), ({ sql, values }) => database.prepare(named(sql)).all(...values))
}

/** Ends a transaction that failed; SQLite may have ended it already (a full disk does). */
export function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch (error) {
    const ended = error instanceof Error && error.message.includes('no transaction is active')
    if (!ended) throw asLedgerError(error)
  }
}

function checkVersion(database: SqliteDatabase): void {
  const isLedger = readNumber(database, 'PRAGMA application_id') === APPLICATION_ID
  const version = isLedger ? readNumber(database, 'SELECT max(version) FROM schema_version') : 0
  // A reader writes nothing: an earlier version is migrated when the ledger is opened for writing.
  if (version > 0 && version <= SCHEMA_VERSION) return
  const sentence =
    version > SCHEMA_VERSION
      ? 'the ledger was written by a later release; upgrade selfsame'
      : 'the file is not a ledger'
  throw new SelfsameError('ledger_unavailable', sentence)
}

const countTables = (database: SqliteDatabase): number =>
  readNumber(database, "SELECT count(*) FROM sqlite_master WHERE type = 'table'")

const readNumber = (database: SqliteDatabase, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() as Record<string, number>)[0] ?? 0)

/** Writes a copy of the ledger file `from` to the new file `to`, while others continue to write. Throws ledger_unavailable, usage. */
export async function backUpLedgerFile(from: string, to: string): Promise<void> {
  // SQLite does not read file:... and :memory: as file names; no absolute path begins with them.
  const [path, copy] = [resolve(from), resolve(to)]
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new SelfsameError('ledger_unavailable', 'there is no ledger at the place given; check --ledger')
  try {
    closeSync(openSync(copy, 'wx', 0o600))
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    const why = exists
      ? 'the backup cannot be written: there is a file of that name already'
      : 'the backup cannot be written: its folder does not exist or may not be written'
    throw new SelfsameError('usage', why, { cause })
  }
  try {
    const database = await openSqlite(path, { readOnly: true, busyMilliseconds: 10_000 })
    try {
      // https://www.sqlite.org/lang_vacuum.html#vacuuminto: one read transaction, so other processes keep writing.
      database.prepare('VACUUM INTO ?').run(copy)
    } finally {
      database.close()
    }
  } catch (error) {
    rmSync(copy, { force: true })
    throw asLedgerError(error)
  }
}
