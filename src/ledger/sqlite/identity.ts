// Is the file at a path still the one that was opened? SQLite goes on writing into a file that was moved or removed, and what
// it says is durable there is nowhere to be found later (https://www.sqlite.org/howtocorrupt.html, section 2.5).
import { statSync } from 'node:fs'
import { SelfsameError } from '../../errors.ts'

/** Tells the file at `path` and the log beside it, as they are now, from any that could be put in their place. */
export function identityOf(path: string): string {
  return [path, `${path}-wal`]
    .map((name) => {
      const found = statSync(name, { bigint: true, throwIfNoEntry: false })
      return found === undefined ? 'none' : `${found.dev}:${found.ino}`
    })
    .join(' ')
}

/** Throws ledger_unavailable when the file at `path`, or the log beside it, is not the one of `identity` any more. */
export function refuseReplaced(path: string, identity: string): void {
  if (identityOf(path) === identity) return
  const sentence =
    'the ledger file or its log was moved, removed or replaced while it was in use; stop every process that uses it, put the files back and start again'
  throw new SelfsameError('ledger_unavailable', sentence)
}
