// Writes decisions, their records and their links into a ledger file, inside the transaction of the caller.
import { statSync } from 'node:fs'
import { SelfsameError } from '../../errors.ts'
import type { RecordContent } from '../../records/ids.ts'
import { type DecisionRow, decisionDigest, nextLink } from '../chain.ts'
import { enqueue } from '../review-queue.ts'
import { formOf, type PreparedAppend } from '../rows.ts'
import { SEALED_UNDER } from '../sql-ledger.ts'
import { runSteps, type Steps } from '../steps.ts'
import type { ChainEntry, ChainHead, LedgerKey } from '../store.ts'
import { keep, keyChanged, keyMissing, type SealedUnder } from '../vault.ts'
import { named } from './driver.ts'
import type { SqliteSession } from './session.ts'

// Checks that the file at a path is still the opened file. SQLite continues to write into a file that was moved or removed, and
// those commits cannot be found later (https://www.sqlite.org/howtocorrupt.html, section 2.5).

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

// One chain for each file: BEGIN IMMEDIATE lets one process write at a time, so all of them can extend the same chain.
const CHAIN = 'main'

export interface DatedAppend {
  readonly append: PreparedAppend
  readonly recorded_at: string
}

/** Writes the decisions that are not stored yet, encrypted with `key` if given. Throws ledger_unavailable if the key has changed. */
export function appendDecisions(session: SqliteSession, group: readonly DatedAppend[], key: LedgerKey | null): void {
  if (sealedUnder(session, key).other) throw key === null ? keyMissing() : keyChanged()
  let head = headOf(session)
  const kept = new Set<string>()
  const written: DecisionRow[] = []
  for (const { append, recorded_at } of group) {
    const { row, digest: alone, records } = append
    const { decision_id, verb, record_a, record_b, body } = row
    if (session.all('SELECT 1 FROM decisions WHERE decision_id = ?', decision_id).length > 0) continue
    for (const { id, content } of records) {
      if (!kept.has(id)) keepRecord(session, id, content, key)
      kept.add(id)
    }
    const supersedes = append.follows ?? (record_a === null || record_b === null ? null : newestOf(session, row))
    const sql =
      'INSERT INTO decisions (decision_id, verb, record_a, record_b, supersedes, body) VALUES (?, ?, ?, ?, ?, ?)'
    session.run(sql, decision_id, verb, record_a, record_b, supersedes, body)
    const digest = supersedes === null ? alone : decisionDigest({ ...row, supersedes })
    head = extendChain(session, head, { kind: 'decision', subject: decision_id, digest, recorded_at })
    written.push({ ...row, supersedes })
  }
  inSession(session, enqueue(written, 1))
}

export function inSession<Result>(session: SqliteSession, steps: Steps<Result>): Result {
  // bounded: the values of one statement, whose lists are cut into parts
  return runSteps(steps, ({ sql, values }) => session.all(named(sql), ...values))
}

/** Reports the keys that encrypt values: two index lookups, independent of the number of records. */
export function sealedUnder(session: SqliteSession, key: LedgerKey | null): SealedUnder {
  const [sealed] = session.read(named(SEALED_UNDER), key?.id ?? '') as SealedUnder[]
  return sealed ?? { own: false, other: false }
}

/** A stored record keeps its value; an erased record gets its value again, because the caller supplied it again. */
function keepRecord(session: SqliteSession, id: string, content: RecordContent, key: LedgerKey | null): void {
  const { value, wrapped_key, key_id } = keep(id, content, key)
  session.run(
    `INSERT INTO records (record_id, entity, form, value, wrapped_key, key_id) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (record_id) DO UPDATE SET value = excluded.value, wrapped_key = excluded.wrapped_key, key_id = excluded.key_id
     WHERE records.value IS NULL`,
    id,
    content.entity,
    formOf(content),
    value,
    wrapped_key,
    key_id,
  )
}

/** The current decision on a pair: the one that no other supersedes, which the digest binds. Verb and pair are enough to identify it. */
function newestOf(session: SqliteSession, { verb, record_a, record_b }: PreparedAppend['row']): string | null {
  const sql = `SELECT decision_id FROM decisions d WHERE record_a = ? AND record_b = ? AND verb = ?
    AND NOT EXISTS (SELECT 1 FROM decisions WHERE supersedes = d.decision_id) ORDER BY position DESC LIMIT 1`
  const row = session.all(sql, record_a, record_b, verb)[0] as { decision_id: string } | undefined
  return row?.decision_id ?? null
}

export function headOf(session: SqliteSession): ChainHead | null {
  const sql = 'SELECT chain, sequence, hash FROM chain WHERE chain = ? ORDER BY sequence DESC LIMIT 1'
  return (session.all(sql, CHAIN)[0] as ChainHead | undefined) ?? null
}

export function extendChain(
  session: SqliteSession,
  head: ChainHead | null,
  linked: Pick<ChainEntry, 'kind' | 'subject' | 'digest' | 'recorded_at'>,
): ChainEntry {
  const link = nextLink(CHAIN, head, linked)
  const { chain, sequence, kind, subject, digest, recorded_at, previous, hash } = link
  const sql = 'INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
  session.run(sql, chain, sequence, kind, subject, digest, recorded_at, previous, hash)
  return link
}
