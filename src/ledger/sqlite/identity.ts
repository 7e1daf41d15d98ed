// Checks that the file at a path is still the opened file. SQLite continues to write into a file that was moved or removed, and
// those commits cannot be found later (https://www.sqlite.org/howtocorrupt.html, section 2.5).
import { statSync } from 'node:fs'
import { SelfsameError } from '../../errors.ts'

/** Identifies the file at `path` and its log as they are now, to detect a replacement. */
export function identityOf(path: string): string {
  return [path, `${path}-wal`]
    .map((name) => {
      const found = statSync(name, { bigint: true, throwIfNoEntry: false })
      return found === undefined ? 'none' : `${found.dev}:${found.ino}`
    })
    .join(' ')
}

/** Throws ledger_unavailable if the file at `path`, or its log, no longer matches `identity`. */
export function refuseReplaced(path: string, identity: string): void {
  if (identityOf(path) === identity) return
  const sentence =
    'the ledger file or its log was moved, removed or replaced while it was in use; stop every process that uses it, put the files back and start again'
  throw new SelfsameError('ledger_unavailable', sentence)
}
