// Reads and writes many rows of a PostgreSQL ledger with one statement for a whole group.
import type { DecisionRow } from '../chain.ts'
import { formOf, type PreparedAppend } from '../rows.ts'
import { awaitSteps, type Steps } from '../steps.ts'
import type { ChainEntry, ChainHead, LedgerKey } from '../store.ts'
import { keep, keyChanged, keyMissing } from '../vault.ts'
import type { Queries } from './driver.ts'

// A statement takes at most 65,535 values.
const ROWS_A_STATEMENT = 1000

/** Table names get a prefix, because the database may hold other tables; PostgreSQL numbers its parameters with a dollar sign. */
export const named = (sql: string): string => sql.replace(/\{(\w+)\}/g, 'selfsame_$1').replace(/\?(\d+)/g, '$$$1')

/** Pairs of the review queue in one statement: eight parameters for each. */
export const PAIRS_A_STATEMENT = 1000

export const inTransaction = <Result>(queries: Queries, steps: Steps<Result>): Promise<Result> =>
  awaitSteps(steps, ({ sql, values }) => queries.query(named(sql), values))

export async function headOfChain(queries: Queries, chain: string): Promise<ChainHead | null> {
  const sql = 'SELECT chain, sequence, hash FROM selfsame_chain WHERE chain = $1 ORDER BY sequence DESC LIMIT 1'
  const [row] = (await queries.query(sql, [chain])) as ChainHead[]
  // The client returns a BIGINT as a string.
  return row === undefined ? null : { ...row, sequence: Number(row.sequence) }
}

/** Checks that `key` is still the key of the ledger; the first key is recorded. Throws ledger_unavailable. */
export async function keepKey(queries: Queries, key: LedgerKey | null): Promise<void> {
  const [named] = (await queries.query('SELECT key_id FROM selfsame_key')) as { key_id: string | null }[]
  const known = named?.key_id ?? null
  if (known === (key?.id ?? null)) return
  if (known !== null) throw key === null ? keyMissing() : keyChanged()
  await queries.query('UPDATE selfsame_key SET key_id = $1', [key?.id])
}

/** Key of the pair that a decision is about; null for a decision about one record. */
export function pairOf({
  verb,
  record_a,
  record_b,
}: Pick<DecisionRow, 'verb' | 'record_a' | 'record_b'>): string | null {
  return record_a === null || record_b === null ? null : `${record_a} ${record_b} ${verb}`
}

/** The current decision on each pair: the one that no other supersedes. Verb and pair are enough: a record id binds its entity. */
export async function newestOfPairs(queries: Queries, fresh: readonly PreparedAppend[]): Promise<Map<string, string>> {
  const newest = new Map<string, string>()
  const pairs = fresh.map(({ row }) => row).filter((row) => pairOf(row) !== null)
  for (const some of slices(pairs)) {
    const wanted = some.map((_, i) => `($${i * 3 + 1}::text, $${i * 3 + 2}::text, $${i * 3 + 3}::text)`).join(', ')
    const rows = (await queries.query(
      `SELECT d.decision_id, d.verb, d.record_a, d.record_b FROM (VALUES ${wanted}) AS wanted (a, b, verb)
       JOIN selfsame_decisions d ON d.record_a = wanted.a AND d.record_b = wanted.b AND d.verb = wanted.verb
       WHERE NOT EXISTS (SELECT 1 FROM selfsame_decisions s WHERE s.supersedes = d.decision_id)`,
      some.flatMap(({ record_a, record_b, verb }) => [record_a, record_b, verb]),
    )) as DecisionRow[]
    for (const row of rows) newest.set(pairOf(row)!, row.decision_id)
  }
  return newest
}

/** Decisions of a group that the ledger does not have yet, each once, in order. */
export async function unknownOf(queries: Queries, group: readonly PreparedAppend[]): Promise<PreparedAppend[]> {
  const known = new Set<string>()
  const ids = group.map(({ row }) => row.decision_id)
  for (const some of slices(ids)) {
    const sql = `SELECT decision_id FROM selfsame_decisions WHERE decision_id IN (${places(some.length)})`
    for (const row of (await queries.query(sql, some)) as { decision_id: string }[]) known.add(row.decision_id)
  }
  return group.filter(({ row: { decision_id: id } }) => !known.has(id) && known.add(id))
}

/** A stored record keeps its value; an erased record gets its value again, because the caller supplied it again. */
export async function keepRecords(
  queries: Queries,
  fresh: readonly PreparedAppend[],
  key: LedgerKey | null,
): Promise<void> {
  const rows = new Map<string, unknown[]>()
  for (const { id, content } of fresh.flatMap(({ records }) => records)) {
    if (rows.has(id)) continue
    const { value, wrapped_key, key_id } = keep(id, content, key)
    rows.set(id, [id, content.entity, formOf(content), value, wrapped_key, key_id])
  }
  // Every writer uses the same order, so that two writers of the same records wait for each other and do not deadlock.
  const ordered = [...rows.values()].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  await insert(
    queries,
    'selfsame_records',
    ['record_id', 'entity', 'form', 'value', 'wrapped_key', 'key_id'],
    ordered,
    `ON CONFLICT (record_id) DO UPDATE SET value = excluded.value, wrapped_key = excluded.wrapped_key, key_id = excluded.key_id
     WHERE selfsame_records.value IS NULL`,
  )
}

export function insertDecisions(queries: Queries, decisions: readonly DecisionRow[]): Promise<void> {
  const columns = ['decision_id', 'verb', 'record_a', 'record_b', 'supersedes', 'body'] as const
  return insert(
    queries,
    'selfsame_decisions',
    columns,
    decisions.map((row) => columns.map((column) => row[column])),
  )
}

export function insertLinks(queries: Queries, links: readonly ChainEntry[]): Promise<void> {
  const columns = ['chain', 'sequence', 'kind', 'subject', 'digest', 'recorded_at', 'previous', 'hash'] as const
  return insert(
    queries,
    'selfsame_chain',
    columns,
    links.map((link) => columns.map((column) => link[column])),
  )
}

async function insert(
  queries: Queries,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  conflict = '',
): Promise<void> {
  for (const some of slices(rows)) {
    const values = some.map((_, index) => `(${places(columns.length, index * columns.length)})`).join(', ')
    await queries.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ${conflict}`, some.flat())
  }
}

/** `$1, $2, ...` */
const places = (count: number, before = 0): string =>
  Array.from({ length: count }, (_, index) => `$${before + index + 1}`).join(', ')

/** A statement takes at most 65,535 values. */
function* slices<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += ROWS_A_STATEMENT) yield all.slice(start, start + ROWS_A_STATEMENT)
}
