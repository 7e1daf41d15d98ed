// Writes decisions, records, links and erasures into the tables of a ledger: the same for a file and a server, as steps in the transaction of the store.
import { type DecisionRow, decisionDigest, erasureDigest, type Linked, nextLink } from './chain.ts'
import { answered, enqueue, followed, forgotten, reasonsAbout } from './review-queue.ts'
import { reviewMoved } from './review-store.ts'
import { parts, placesFor, type Steps, step } from './steps.ts'
import { type ChainEntry, type ChainHead, type LedgerKey, type PersonsDecision, REASON_ENTITY } from './store.ts'
import { formOf, keptOf, type PreparedAppend, type RecordRow, recordUnknown } from './stored-rows.ts'
import { keep, keyChanged, keyMissing, rewrap, type SealedUnder } from './vault.ts'

/** The circumstances of a write. */
export interface Writing {
  readonly chain: string
  readonly key: LedgerKey | null
  /** Rows of one statement: each costs a round trip to a server. A statement of PostgreSQL takes at most 65,535 values. */
  readonly rowsAtOnce: number
  /** True if the tables name the key, because several writers must agree on it. */
  readonly namesKey: boolean
}

export interface DatedAppend {
  readonly append: PreparedAppend
  readonly recorded_at: string
}

/** Records with values that no decision since the moment `?1` is about. The reasons of reviewers are erased with their records. */
const RECORDS_BEFORE = `SELECT record_id FROM {records} WHERE value IS NOT NULL AND entity <> '${REASON_ENTITY}' AND record_id NOT IN (
  SELECT record_a FROM {decisions} JOIN {chain} ON subject = decision_id WHERE recorded_at >= ?1 AND record_a IS NOT NULL
  UNION SELECT record_b FROM {decisions} JOIN {chain} ON subject = decision_id WHERE recorded_at >= ?1 AND record_b IS NOT NULL
) ORDER BY record_id`

/** Records after `?1` whose values are not encrypted with the key `?2`, in order; at most `?3`, empty at the end. */
const RECORDS_TO_REKEY = `SELECT * FROM {records}
  WHERE record_id > ?1 AND value IS NOT NULL AND (key_id IS NULL OR key_id <> ?2) ORDER BY record_id LIMIT ?3`
const REKEY_GROUP = 500

/** Whether values are encrypted with the key `?1`, and with another. Reads the index only, so its cost does not grow with the records. */
export const SEALED_UNDER = `SELECT EXISTS (SELECT 1 FROM {records} WHERE key_id = ?1) AS own,
  EXISTS (SELECT 1 FROM {records} WHERE key_id < ?1) OR EXISTS (SELECT 1 FROM {records} WHERE key_id > ?1) AS other`

/** Writes the decisions that are not stored yet, encrypted with the key if there is one. Throws ledger_unavailable if the key has changed. */
export function* writeDecisions(group: readonly DatedAppend[], writing: Writing): Steps<void> {
  const { chain, key, rowsAtOnce, namesKey } = writing
  if (!namesKey) yield* refuseOtherKey(key)
  const fresh = yield* unknownOf(group, rowsAtOnce)
  if (fresh.length === 0) return
  if (namesKey) yield* claimKey(key)
  yield* keepRecords(fresh, writing)
  const newest = yield* newestOfPairs(fresh, rowsAtOnce)
  const decisions: DecisionRow[] = []
  const links: ChainEntry[] = []
  let head = yield* headOf(chain)
  for (const { append, recorded_at } of fresh) {
    const { row, digest: alone, follows } = append
    const pair = pairOf(row)
    const supersedes = follows ?? (pair === null ? null : (newest.get(pair) ?? null))
    if (pair !== null) newest.set(pair, row.decision_id)
    const written = { ...row, supersedes }
    decisions.push(written)
    const digest = supersedes === null ? alone : decisionDigest(written)
    head = link(links, head, chain, { kind: 'decision', subject: row.decision_id, digest, recorded_at })
  }
  const columns = ['decision_id', 'verb', 'record_a', 'record_b', 'supersedes', 'body'] as const
  yield* insert('decisions', columns, decisions, rowsAtOnce)
  yield* insertLinks(links, rowsAtOnce)
  for (const { row, follows } of fresh.map(({ append }) => append))
    if (follows !== undefined) yield* followed(follows, row)
  yield* enqueue(decisions, rowsAtOnce)
}

function* refuseOtherKey(key: LedgerKey | null): Steps<void> {
  const [sealed] = (yield step(SEALED_UNDER, key?.id ?? '')) as SealedUnder[]
  if (sealed?.other) throw key === null ? keyMissing() : keyChanged()
}

/** The first key that writes is recorded. */
function* claimKey(key: LedgerKey | null): Steps<void> {
  const [named] = (yield step('SELECT key_id FROM {key}')) as { key_id: string | null }[]
  const known = named?.key_id ?? null
  if (known === (key?.id ?? null)) return
  if (known !== null) throw key === null ? keyMissing() : keyChanged()
  yield step('UPDATE {key} SET key_id = ?1', key?.id)
}

/** Writes the answer of a person; nothing if it is stored already. Throws review_moved when `follows` is not current any more. */
export function* writeAnswer(append: DatedAppend, { change, follows }: PersonsDecision, writing: Writing): Steps<void> {
  // After a connection that broke during the commit, the answer is stored.
  if ((yield* unknownOf([append], 1)).length === 0) return
  if (!(yield* answered(change, follows))) throw reviewMoved()
  yield* writeDecisions([append], writing)
}

/** Decisions of a group that the ledger does not have yet, each once, in order. */
function* unknownOf(group: readonly DatedAppend[], rowsAtOnce: number): Steps<DatedAppend[]> {
  const known = new Set<string>()
  for (const some of parts(group, rowsAtOnce)) {
    const sql = `SELECT decision_id FROM {decisions} WHERE decision_id IN (${placesFor(some.length)})`
    // bounded: at most rowsAtOnce
    const rows = (yield step(sql, ...some.map(({ append }) => append.row.decision_id))) as { decision_id: string }[]
    for (const row of rows) known.add(row.decision_id)
  }
  return group.filter(({ append: { row } }) => !known.has(row.decision_id) && known.add(row.decision_id))
}

/** A stored record keeps its value; an erased record gets its value again, because the caller supplied it again. */
function* keepRecords(fresh: readonly DatedAppend[], { key, rowsAtOnce }: Writing): Steps<void> {
  const rows = new Map<string, RecordRow>()
  for (const { id, content } of fresh.flatMap(({ append }) => append.records))
    if (!rows.has(id))
      rows.set(id, { record_id: id, entity: content.entity, form: formOf(content), ...keep(id, content, key) })
  // Every writer uses the same order, so that two writers of the same records wait for each other and do not deadlock.
  const ordered = [...rows.values()].sort((a, b) => (a.record_id < b.record_id ? -1 : 1))
  const columns = ['record_id', 'entity', 'form', 'value', 'wrapped_key', 'key_id'] as const
  const again = `ON CONFLICT (record_id) DO UPDATE SET value = excluded.value, wrapped_key = excluded.wrapped_key,
    key_id = excluded.key_id WHERE kept.value IS NULL`
  yield* insert('records', columns, ordered, rowsAtOnce, again)
}

/** Key of the pair that a decision is about; null for a decision about one record. */
const pairOf = ({ verb, record_a, record_b }: Pick<DecisionRow, 'verb' | 'record_a' | 'record_b'>): string | null =>
  record_a === null || record_b === null ? null : `${record_a} ${record_b} ${verb}`

/** The current decision on each pair: the one that no other supersedes. Verb and pair are enough: a record id binds its entity. */
function* newestOfPairs(fresh: readonly DatedAppend[], rowsAtOnce: number): Steps<Map<string, string>> {
  const newest = new Map<string, string>()
  const pairs = fresh.map(({ append }) => append.row).filter((row) => pairOf(row) !== null)
  for (const some of parts(pairs, rowsAtOnce)) {
    const wanted = some.map(
      (_, i) => `(d.record_a = ?${i * 3 + 1} AND d.record_b = ?${i * 3 + 2} AND d.verb = ?${i * 3 + 3})`,
    )
    const sql = `SELECT d.decision_id, d.verb, d.record_a, d.record_b FROM {decisions} d WHERE (${wanted.join(' OR ')})
      AND NOT EXISTS (SELECT 1 FROM {decisions} s WHERE s.supersedes = d.decision_id)`
    // bounded: three values for each of at most rowsAtOnce
    const rows = yield step(sql, ...some.flatMap(({ record_a, record_b, verb }) => [record_a, record_b, verb]))
    for (const row of rows as DecisionRow[]) newest.set(pairOf(row)!, row.decision_id)
  }
  return newest
}

function* headOf(chain: string): Steps<ChainHead | null> {
  const sql = 'SELECT chain, sequence, hash FROM {chain} WHERE chain = ?1 ORDER BY sequence DESC LIMIT 1'
  const [row] = (yield step(sql, chain)) as ChainHead[]
  // A server returns the sequence as a string of digits.
  return row === undefined ? null : { ...row, sequence: Number(row.sequence) }
}

/** Adds the link that follows `head` to `links` and returns it as the new head. */
function link(links: ChainEntry[], head: ChainHead | null, chain: string, linked: Linked): ChainHead {
  const next = nextLink(chain, head, linked)
  links.push(next)
  return next
}

function insertLinks(links: readonly ChainEntry[], rowsAtOnce: number): Steps<void> {
  const columns = ['chain', 'sequence', 'kind', 'subject', 'digest', 'recorded_at', 'previous', 'hash'] as const
  return insert('chain', columns, links, rowsAtOnce)
}

function* insert<Column extends string>(
  table: string,
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, unknown>>[],
  rowsAtOnce: number,
  conflict = '',
): Steps<void> {
  for (const some of parts(rows, rowsAtOnce)) {
    const places = some.map((_, index) => `(${placesFor(columns.length, index * columns.length)})`).join(', ')
    const sql = `INSERT INTO {${table}} AS kept (${columns.join(', ')}) VALUES ${places} ${conflict}`
    // bounded: the columns of at most rowsAtOnce rows
    yield step(sql, ...some.flatMap((row) => columns.map((column) => row[column])))
  }
}

/** Erases the values of a record; false if they were erased before. Throws record_unknown. */
export function* erased(id: string, recorded_at: string, writing: Writing): Steps<boolean> {
  const [row] = (yield step('SELECT value IS NULL AS gone FROM {records} WHERE record_id = ?1', id)) as {
    gone: boolean | number
  }[]
  if (row === undefined) throw recordUnknown(id)
  if (!row.gone) yield* erase([id], recorded_at, writing)
  return !row.gone
}

/** Erases the records that no decision since `moment` is about; returns their number. */
export function* erasedBefore(moment: string, recorded_at: string, writing: Writing): Steps<number> {
  const ids = ((yield step(RECORDS_BEFORE, moment)) as RecordRow[]).map(({ record_id }) => record_id)
  yield* erase(ids, recorded_at, writing)
  return ids.length
}

function* erase(ids: readonly string[], recorded_at: string, { chain, rowsAtOnce }: Writing): Steps<void> {
  const links: ChainEntry[] = []
  let head = yield* headOf(chain)
  for (const id of yield* withReasons(ids)) {
    yield* forgotten(id)
    yield step('UPDATE {records} SET value = NULL, wrapped_key = NULL, key_id = NULL WHERE record_id = ?1', id)
    head = link(links, head, chain, { kind: 'erasure', subject: id, digest: erasureDigest(id), recorded_at })
  }
  yield* insertLinks(links, rowsAtOnce)
}

/** The given records, and the stored reasons of reviewers about them. */
function* withReasons(ids: readonly string[]): Steps<string[]> {
  const all: string[] = []
  for (const id of ids) {
    all.push(id)
    for (const reason of yield* reasonsAbout(id)) {
      const kept = yield step('SELECT 1 AS found FROM {records} WHERE record_id = ?1 AND value IS NOT NULL', reason)
      if (kept.length > 0) all.push(reason)
    }
  }
  return all
}

/** Encrypts every value with `key`; returns their number. */
export function* rekeyed(key: LedgerKey, { key: before, namesKey }: Writing): Steps<number> {
  if (namesKey) yield step('UPDATE {key} SET key_id = ?1', key.id)
  let changed = 0
  for (let after = ''; ; ) {
    const rows = (yield step(RECORDS_TO_REKEY, after, key.id, REKEY_GROUP)) as RecordRow[]
    if (rows.length === 0) return changed
    for (const row of rows) {
      const { value, wrapped_key, key_id } = rewrap(row.record_id, keptOf(row), before, key)
      const sql = 'UPDATE {records} SET value = ?1, wrapped_key = ?2, key_id = ?3 WHERE record_id = ?4'
      yield step(sql, value, wrapped_key, key_id, row.record_id)
    }
    changed += rows.length
    after = rows.at(-1)!.record_id
  }
}
