// Opens a ledger; the location decides the store: a postgres:// address, or the path of a file.
import { SelfsameError } from './errors.ts'
import { openSqliteStore } from './ledger/sqlite/store.ts'
import type { Ledger, LedgerKey, LedgerStore, ReviewStore } from './ledger/store.ts'

/** The same ledger; calls `count` after every append that became durable. */
export function counted(store: LedgerStore, count: (decisions: number) => void): LedgerStore {
  return {
    append: (appends) => store.append(appends).then(() => count(appends.length)),
    decision: (id) => store.decision(id),
    record: (id) => store.record(id),
    browser: store.browser,
    reviews: countedReviews(store.reviews, count),
    close: () => store.close(),
  }
}

function countedReviews(reviews: ReviewStore | null, count: (decisions: number) => void): ReviewStore | null {
  if (reviews === null) return null
  return { ...reviews, answer: (decision) => reviews.answer(decision).then(() => count(1)) }
}

export interface LedgerOptions {
  /** Encrypts the values of records; null or absent stores them unencrypted. */
  readonly key?: LedgerKey | null
  /** For reading a backup: nothing is created or written. */
  readonly readOnly?: boolean
  readonly now?: () => Date
  /** Receives warnings for the operator, free of personal values. */
  readonly warn?: ((message: string) => void) | undefined
}

/** True if the location is the address of a PostgreSQL server, false for the path of a file. */
export function isPostgres(location: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(location)
}

/** True for an address with another scheme than postgres://. As the path of a file it could only be a mistake. */
function isOtherAddress(location: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location) && !isPostgres(location)
}

/** Opens the ledger at a path (created unless readOnly) or postgres address. Throws ledger_unavailable, extra_missing, key_file. */
export async function openLedger(location: string, options: LedgerOptions = {}): Promise<Ledger> {
  if (isOtherAddress(location))
    throw new SelfsameError(
      'ledger_unavailable',
      'the ledger is a SQLite file or a postgres:// address, and the address given is neither',
    )
  const settled = {
    key: options.key ?? null,
    readOnly: options.readOnly ?? false,
    now: options.now ?? (() => new Date()),
    warn: options.warn,
  }
  if (!isPostgres(location)) return openSqliteStore(location, settled)
  const { openPostgresStore } = await import('./ledger/postgres/store.ts')
  return openPostgresStore(location, settled)
}
