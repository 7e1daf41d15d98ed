// A ledger in SQL tables, the same for every file or server; only transactions and the appends of callers differ.
import { isUtf8 } from 'node:buffer'
import { SelfsameError } from '../errors.ts'
import { append } from '../lists.ts'
import { compareCodePoints, utcSeconds } from '../records/canonical.ts'
import type { DecisionRow } from './chain.ts'
import { alteredPairs, enteredAll, QUEUE_PROBLEMS } from './review-queue.ts'
import { reviewStore } from './review-store.ts'
import { awaitSteps, parts, placesFor, type Steps } from './steps.ts'
import type {
  AskedPair,
  ChainHead,
  ChainLink,
  ChainPosition,
  Ledger,
  LedgerAppend,
  LedgerBrowser,
  LedgerKey,
  LedgerRecord,
  LedgerStats,
  PersonsDecision,
  RecordedDecision,
  ReviewStore,
  StoredRecord,
  UnreadRow,
} from './store.ts'
import {
  type ChainRow,
  type JoinedDecisionRow,
  linkOf,
  prepare,
  type RecordRow,
  recordedOf,
  recordOf,
  storedOf,
} from './stored-rows.ts'
import { keyMissing, needsKey, type SealedUnder } from './vault.ts'
import { erased, erasedBefore, rekeyed, SEALED_UNDER, type Writing, writeAnswer } from './writing.ts'

/** One rule: its type (e.g. "trigger"), its name, and its text if the database provides it. */
export interface DatabaseRule {
  readonly kind: string
  readonly name: string
  readonly text: string
}

/** One clause for each rule that is missing, changed or unexpected, in order of the expected names, then of the found names. */
export function ruleChanges(expected: readonly DatabaseRule[], found: readonly DatabaseRule[]): string[] {
  const there = new Map(found.map((rule) => [rule.name, rule]))
  const ours = new Set(expected.map(({ name }) => name))
  const changes: string[] = []
  for (const { kind, name, text } of expected) {
    const rule = there.get(name)
    if (rule === undefined) changes.push(`the ${kind} ${name} is missing from the database`)
    else if (rule.kind !== kind || rule.text !== text) changes.push(`the ${kind} ${name} of the database was changed`)
  }
  for (const { kind, name } of found)
    if (!ours.has(name)) changes.push(`the database has a ${kind} ${name} that no release of selfsame made`)
  return changes
}

/** A row whose body may have been returned as bytes. */
type AsRead<Row extends { readonly body: string }> = Omit<Row, 'body'> & { readonly body: string | Uint8Array }

/** The row with its body as text; invalid UTF-8 gives a body that does not parse as a decision. */
function inText<Row extends { readonly body: string }>(row: AsRead<Row>): Row {
  const { body } = row
  const text = body instanceof Uint8Array ? (isUtf8(body) ? Buffer.from(body).toString('utf8') : '') : body
  return { ...row, body: text } as unknown as Row
}

export interface SqlLedgerOptions {
  readonly key: LedgerKey | null
  readonly readOnly: boolean
  readonly now: () => Date
}

export abstract class SqlLedger implements Ledger {
  /** SQL expression that selects the body of a decision with all of its stored bytes. */
  protected abstract readonly body: string
  protected key: LedgerKey | null
  readonly #readOnly: boolean
  readonly #now: () => Date
  #needsKey = false
  /** False once the ledger takes no more decisions. */
  protected isOpen = true

  protected constructor({ key, readOnly, now }: SqlLedgerOptions) {
    this.key = key
    this.#readOnly = readOnly
    this.#now = now
  }

  /** Rows of the result. `{name}` represents a table of the ledger, `?1` the first value. Throws ledger_unavailable. */
  protected abstract ask(sql: string, ...values: unknown[]): Promise<unknown[]>

  readonly reviews: ReviewStore = reviewStore(
    // bounded: the values of one statement, whose lists are cut into parts
    (sql, ...values) => this.ask(sql, ...values),
    { ask: (pairs) => this.#enter(pairs), answer: (decision) => this.#answer(decision) },
  )

  readonly browser: LedgerBrowser = {
    stats: () => this.stats(),
    latest: (limit) => this.#latest(limit),
    latestClusters: () => this.#latestClusters(),
    heads: () => this.heads(),
    links: (after, limit) => this.links(after, limit),
  }

  /**
   * Runs the steps in one transaction; if it is disturbed, they are made again. `isRepeatable`: also after a connection that broke when it may have
   * been committed. Throws ledger_unavailable.
   */
  protected abstract write<Result>(steps: (writing: Writing) => Steps<Result>, isRepeatable?: boolean): Promise<Result>
  /** Removes what is left of old values once they were replaced. */
  protected abstract forget(): Promise<void>
  /** True if the ledger has a queue. A ledger of an earlier release that was opened read-only has none. */
  protected abstract hasQueue(): Promise<boolean>

  abstract append(appends: readonly LedgerAppend[]): Promise<void>
  abstract alteredRules(): Promise<readonly string[]>
  abstract unreadRows(limit: number): Promise<readonly UnreadRow[]>
  abstract close(): Promise<void>

  /** Throws key_file when the key does not decrypt the values of this ledger. Without a key, such a ledger is read-only. */
  async checkKey(): Promise<void> {
    const [sealed] = (await this.ask(SEALED_UNDER, this.key?.id ?? '')) as SealedUnder[]
    this.#needsKey = sealed !== undefined && needsKey(sealed, this.key, this.#readOnly)
  }

  /** Throws ledger_unavailable. */
  protected refuseUnwritable(): void {
    if (!this.isOpen) throw new SelfsameError('ledger_unavailable', 'the ledger is closed')
    if (this.#needsKey) throw keyMissing()
    if (this.#readOnly)
      throw new SelfsameError('ledger_unavailable', 'the ledger cannot be written: it was opened to be read')
  }

  protected get moment(): string {
    return utcSeconds(this.#now())
  }

  /** A separate transaction: a conflict with another reviewer must not fail the appends of other callers. */
  async #answer(decision: PersonsDecision): Promise<void> {
    this.refuseUnwritable()
    const append = prepare(decision)
    await this.write((writing) => writeAnswer({ append, recorded_at: this.moment }, decision, writing), true)
  }

  async #enter(pairs: readonly AskedPair[]): Promise<void> {
    this.refuseUnwritable()
    await this.write(() => enteredAll(pairs))
  }

  async erase(recordId: string): Promise<boolean> {
    const isErased = await this.write((writing) => erased(recordId, this.moment, writing))
    if (isErased) await this.forget()
    return isErased
  }

  async eraseBefore(moment: string): Promise<number> {
    const count = await this.write((writing) => erasedBefore(moment, this.moment, writing))
    if (count > 0) await this.forget()
    return count
  }

  /** One transaction: a ledger encrypted under two keys could be opened with neither. */
  async rekey(key: LedgerKey): Promise<number> {
    const total = await this.write((writing) => rekeyed(key, writing))
    this.key = key
    await this.forget()
    return total
  }

  async decision(id: string): Promise<RecordedDecision | null> {
    // SQLite ends a text at its first NUL (https://www.sqlite.org/nulinstr.html), and PostgreSQL accepts none, so no id
    // contains one.
    if (id.includes('\0')) return null
    // Selected by the value itself: a server uses no index to join columns of two collations.
    const [row] = (await this.ask(
      `SELECT d.decision_id, d.verb, d.record_a, d.record_b, d.supersedes, ${this.body}, c.digest, c.recorded_at,
        (SELECT min(s.decision_id) FROM {decisions} s WHERE s.supersedes = ?1) AS superseded_by
       FROM {decisions} d LEFT JOIN {chain} c ON c.subject = ?1 AND c.kind = 'decision' WHERE d.decision_id = ?1`,
      id,
    )) as AsRead<JoinedDecisionRow>[]
    return row === undefined ? null : recordedOf(inText(row))
  }

  async record(id: string): Promise<LedgerRecord | null> {
    const stored = await this.storedRecord(id)
    return stored === null ? null : recordOf(stored)
  }

  async storedRecord(id: string): Promise<StoredRecord | null> {
    const [row] = (await this.ask('SELECT * FROM {records} WHERE record_id = ?1', id)) as RecordRow[]
    return row === undefined ? null : storedOf(row, this.key)
  }

  async heads(): Promise<readonly ChainHead[]> {
    return (await this.#atEndOfChains('DESC')).map(({ chain, sequence, hash }) => ({ chain, sequence, hash }))
  }

  /** The last or first link of every chain, found by index from one chain name to the next: a scan takes minutes in a large ledger. */
  async #atEndOfChains(order: 'ASC' | 'DESC'): Promise<readonly EndOfChain[]> {
    const ends: EndOfChain[] = []
    const next = 'SELECT min(chain) AS chain FROM {chain} WHERE chain > ?1'
    const end = `SELECT chain, sequence, hash, recorded_at FROM {chain} WHERE chain = ?1 ORDER BY sequence ${order} LIMIT 1`
    for (let chain: string | null = ''; ; ) {
      const [found] = (await this.ask(next, chain)) as { chain: string | null }[]
      chain = found?.chain ?? null
      if (chain === null) return ends
      for (const link of (await this.ask(end, chain)) as EndOfChain[])
        ends.push({ ...link, sequence: Number(link.sequence) })
    }
  }

  async links(after: ChainPosition | null, limit: number): Promise<readonly ChainLink[]> {
    // Larger numbers than JavaScript can represent were never written; the walk would read them again and again.
    const rows = (await this.ask(
      `SELECT c.*, d.decision_id, d.verb, d.record_a, d.record_b, d.supersedes, ${this.body} FROM {chain} c
       LEFT JOIN {decisions} d ON c.kind = 'decision' AND d.decision_id = c.subject
       WHERE (c.chain, c.sequence) > (?1, ?2) AND c.sequence <= ${Number.MAX_SAFE_INTEGER} ORDER BY c.chain, c.sequence LIMIT ?3`,
      after?.chain ?? '',
      after?.sequence ?? Number.MIN_SAFE_INTEGER,
      limit,
    )) as AsRead<ChainRow & DecisionRow>[]
    return rows.map((row) => linkOf(inText(row)))
  }

  async #latest(limit: number): Promise<readonly ChainLink[]> {
    const found: ChainLink[] = []
    for (const { chain, sequence } of await this.heads()) {
      // Erasures come between decisions: twice the limit of links has enough decisions, except in a ledger of mostly erasures.
      const links = await this.links({ chain, sequence: sequence - 2 * limit }, 2 * limit)
      append(found, links.filter(({ entry }) => entry.chain === chain && entry.kind === 'decision').reverse())
    }
    // The sort is stable: links of one chain keep their order.
    found.sort((a, b) => compareCodePoints(b.entry.recorded_at, a.entry.recorded_at))
    return found.slice(0, limit)
  }

  async #latestClusters(): Promise<string | null> {
    const lists = (await this.ask(
      `SELECT decision_id FROM {decisions} WHERE verb = 'tables' AND body LIKE '%"clusters_sha256"%' ORDER BY decision_id`,
    )) as { decision_id: string }[]
    const links: (ChainPosition & { readonly subject: string; readonly recorded_at: string })[] = []
    for (const some of parts(lists, 400)) {
      const sql = `SELECT subject, chain, sequence, recorded_at FROM {chain} WHERE kind = 'decision' AND subject IN (${placesFor(some.length)})`
      // bounded: parts of at most 400
      append(links, (await this.ask(sql, ...some.map(({ decision_id }) => decision_id))) as typeof links)
    }
    links.sort((x, y) => compareCodePoints(y.recorded_at, x.recorded_at) || Number(y.sequence) - Number(x.sequence))
    return links[0]?.subject ?? null
  }

  async storedRecords(after: string | null, limit: number): Promise<readonly StoredRecord[]> {
    const sql = 'SELECT * FROM {records} WHERE record_id > ?1 ORDER BY record_id LIMIT ?2'
    return ((await this.ask(sql, after ?? '', limit)) as RecordRow[]).map((row) => storedOf(row, this.key))
  }

  async unchained(limit: number): Promise<readonly string[]> {
    const sql = `SELECT decision_id FROM {decisions} d
      WHERE NOT EXISTS (SELECT 1 FROM {chain} c WHERE c.subject = d.decision_id AND c.kind = 'decision') LIMIT ?1`
    return ((await this.ask(sql, limit)) as { decision_id: string }[]).map(({ decision_id }) => decision_id)
  }

  async missingRecords(limit: number): Promise<readonly string[]> {
    const missing = (side: string) =>
      `SELECT ${side} AS id FROM {decisions} WHERE ${side} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {records} WHERE record_id = ${side})`
    const sql = `${missing('record_a')} UNION ${missing('record_b')} ORDER BY id LIMIT ?1`
    return ((await this.ask(sql, limit)) as { id: string }[]).map(({ id }) => id)
  }

  async queueProblems(limit: number): Promise<readonly UnreadRow[]> {
    if (!(await this.hasQueue())) return []
    const found = (await this.ask(QUEUE_PROBLEMS, limit)) as UnreadRow[]
    if (found.length > 0) return found
    // bounded: the parameters of one statement
    return awaitSteps(alteredPairs(limit), ({ sql, values }) => this.ask(sql, ...values))
  }

  async decisionCount(): Promise<number> {
    const [counted] = (await this.ask('SELECT count(*) AS n FROM {decisions}')) as Counts[]
    return Number(counted?.['n'] ?? 0)
  }

  async stats(): Promise<LedgerStats> {
    const verbs = (await this.ask('SELECT verb, count(*) AS n FROM {decisions} GROUP BY verb')) as Counts[]
    const [records] = (await this.ask(
      'SELECT count(*) AS records, count(*) - count(value) AS erased, count(key_id) AS sealed FROM {records}',
    )) as Counts[]
    const first = (await this.#atEndOfChains('ASC')).map(({ recorded_at }) => recorded_at)
    const ends = await this.#atEndOfChains('DESC')
    const last = ends.map(({ recorded_at }) => recorded_at)
    const by_verb = verbs
      .map(({ verb, n }): [string, number] => [String(verb), Number(n)])
      .sort(([a], [b]) => compareCodePoints(a, b))
    return {
      decisions: by_verb.reduce((sum, [, n]) => sum + n, 0),
      records: Number(records?.['records'] ?? 0),
      erased: Number(records?.['erased'] ?? 0),
      sealed: Number(records?.['sealed'] ?? 0),
      by_verb: Object.fromEntries(by_verb),
      first_recorded_at: first.sort(compareCodePoints)[0] ?? null,
      last_recorded_at: last.sort(compareCodePoints).at(-1) ?? null,
      heads: ends.map(({ chain, sequence, hash }) => ({ chain, sequence, hash })),
    }
  }
}

type EndOfChain = ChainHead & { readonly recorded_at: string }

/** Counts are numbers from SQLite, and strings of digits from PostgreSQL. */
type Counts = Readonly<Record<string, unknown>>
