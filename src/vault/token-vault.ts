// A vault of tokens: the value of each token of a masked copy, sealed value by value under a key that the copy's readers do not
// have. One SQLite file; the tokens of one run are stored completely or not at all, even if the process dies.
import { createHmac } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { SelfsameError } from '../errors.ts'
import { asLedgerError, openSqlite, type SqliteDatabase, type SqliteStatement } from '../ledger/sqlite/driver.ts'
import type { LedgerKey } from '../ledger/store.ts'
import { type KeptValue, keep, open } from '../ledger/vault.ts'

/** A token, its category and its value, as it was written where the token was made first. */
export interface VaultEntry {
  readonly token: string
  readonly category: string
  readonly value: string
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS vault (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
  token TEXT NOT NULL,
  mark BLOB NOT NULL,
  value BLOB NOT NULL,
  wrapped_key BLOB NOT NULL,
  key_id TEXT NOT NULL,
  PRIMARY KEY (token, mark)
) WITHOUT ROWID;`

const FORMAT = 'selfsame.vault.v1'
const BUSY_MILLISECONDS = 10_000
/** Bytes of the mark that tells values of one token apart without showing them. */
const MARK_BYTES = 16

export class TokenVault {
  readonly #database: SqliteDatabase
  readonly #key: LedgerKey
  readonly #insert: SqliteStatement
  readonly #known: SqliteStatement
  readonly #find: SqliteStatement
  #isOpen = false
  /** The file that this process made, until something is in it. */
  #made: string | null

  private constructor(database: SqliteDatabase, key: LedgerKey, made: string | null) {
    this.#database = database
    this.#made = made
    this.#key = key
    this.#insert = database.prepare(
      'INSERT OR IGNORE INTO tokens (token, mark, value, wrapped_key, key_id) VALUES (?, ?, ?, ?, ?)',
    )
    this.#known = database.prepare('SELECT 1 FROM tokens WHERE token = ? AND mark = ?')
    this.#find = database.prepare('SELECT value, wrapped_key, key_id FROM tokens WHERE token = ?')
  }

  /** Opens a vault, and makes it where there is none and it may be written. Throws vault_unavailable, key_file for a wrong key. */
  static async open(path: string, key: LedgerKey, { readOnly = false } = {}): Promise<TokenVault> {
    const isNew = !existsSync(path)
    try {
      if (isNew) {
        if (readOnly) throw unavailable('there is no vault at the place given; check --vault')
        closeSync(openSync(path, 'wx', 0o600))
      }
      const database = await openSqlite(resolve(path), { readOnly, busyMilliseconds: BUSY_MILLISECONDS })
      try {
        begin(database, key, readOnly)
        return new TokenVault(database, key, isNew ? path : null)
      } catch (error) {
        database.close()
        throw error
      }
    } catch (error) {
      throw asVaultError(error)
    }
  }

  /** Keeps entries, until `commit` for this process alone. A value that is there already under its token stays as it was first written. */
  keep(entries: readonly (VaultEntry & { readonly normal: string })[]): void {
    this.#guarded(() => {
      if (entries.length > 0 && !this.#isOpen) {
        this.#database.exec('BEGIN IMMEDIATE')
        this.#isOpen = true
      }
      for (const { token, category, value, normal } of entries) {
        const mark = createHmac('sha256', this.#key.bytes)
          .update(`${token}\n${normal}`)
          .digest()
          .subarray(0, MARK_BYTES)
        if (this.#known.get(token, mark) !== undefined) continue
        const sealed = keep(contextOf(token), { entity: category, text: value }, this.#key)
        this.#insert.run(token, mark, sealed.value, sealed.wrapped_key, sealed.key_id)
      }
    })
  }

  /** Everything kept so far is on the disk when this returns. */
  commit(): void {
    this.#guarded(() => {
      if (this.#isOpen) this.#database.exec('COMMIT')
      this.#isOpen = false
      this.#made = null
    })
  }

  /** The values of a token: none where the vault does not know it, several where values share it. */
  find(token: string): readonly VaultEntry[] {
    return this.#guarded(() => {
      const found = (this.#find.all(token) as KeptValue[]).map((kept) => {
        const content = open(contextOf(token), kept, this.#key)
        return { token, category: content.entity, value: 'text' in content ? content.text : '' }
      })
      // Values that share a token differ: a value that is there twice was added without the key.
      if (new Set(found.map(({ value }) => value)).size < found.length) throw unavailable(DAMAGED)
      return found
    })
  }

  /** The labels of the tokens in the vault, and their numbers of digits. */
  form(): { readonly labels: ReadonlySet<string>; readonly lengths: ReadonlySet<number> } {
    const listed = this.#guarded(() =>
      this.#database
        .prepare(
          "SELECT DISTINCT rtrim(token, '0123456789abcdef') AS label, length(token) - length(rtrim(token, '0123456789abcdef')) AS digits FROM tokens",
        )
        .all(),
    ) as { label: string; digits: number }[]
    return {
      labels: new Set(listed.map(({ label }) => label.slice(0, -1))),
      lengths: new Set(listed.map(({ digits }) => digits)),
    }
  }

  /** Tokens in the vault. */
  count(): number {
    return this.#guarded(() => (this.#database.prepare('SELECT count(*) AS n FROM tokens').get() as { n: number }).n)
  }

  /** Uncommitted tokens are gone, and so is a new vault without any. */
  close(): void {
    this.#database.close()
    if (this.#made !== null) rmSync(this.#made, { force: true })
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw asVaultError(error)
    }
  }
}

/** Everything that the file of a vault has; SQLite runs triggers and views of a file for whoever opens it. */
const OBJECTS = 'table tokens, table vault'

/** Checks what the file says of itself, or says it. */
function begin(database: SqliteDatabase, key: LedgerKey, readOnly: boolean): void {
  const listed = database.prepare("SELECT type || ' ' || name AS object FROM sqlite_master ORDER BY object").all()
  const objects = (listed as { object: string }[]).map(({ object }) => object).join(', ')
  if (objects !== OBJECTS && objects !== '')
    throw unavailable('the file at --vault is no vault, or somebody has added to it; restore it from a backup')
  if (!readOnly) {
    // A value that is deleted is overwritten, and what is committed is on the disk (https://www.sqlite.org/pragma.html).
    database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;')
    database.exec(SCHEMA)
    const say = database.prepare('INSERT OR IGNORE INTO vault (name, value) VALUES (?, ?)')
    say.run('format', FORMAT)
    say.run('key_id', key.id)
  }
  const said = new Map(
    (database.prepare('SELECT name, value FROM vault').all() as { name: string; value: string }[]).map(
      ({ name, value }) => [name, value],
    ),
  )
  if (said.get('format') !== FORMAT) throw unavailable('the file at --vault is no vault of this release')
  if (said.get('key_id') !== key.id)
    throw new SelfsameError('key_file', 'the vault key is not the one that the values in this vault are sealed with')
}

const DAMAGED = 'the file at --vault is damaged or is no vault; restore it from a backup'

function contextOf(token: string): string {
  return `token ${token}`
}

function unavailable(sentence: string, cause?: unknown): SelfsameError {
  return new SelfsameError('vault_unavailable', sentence, { cause })
}

/** The ledger's sentences name the ledger. */
function asVaultError(error: unknown): unknown {
  const told = asLedgerError(error)
  if (!(told instanceof SelfsameError)) return error
  if (told.code !== 'ledger_unavailable' && told.code !== 'ledger_corrupt') return told
  const damaged = /no such table|not a ledger|damaged|not what was written/.test(
    `${told.message} ${(error as Error).message}`,
  )
  return unavailable(
    damaged
      ? DAMAGED
      : 'the vault cannot be read or written: check that its folder exists, that both may be written, and that no other process writes to it',
    error,
  )
}
