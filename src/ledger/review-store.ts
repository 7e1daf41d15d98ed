// Queries of the review queue (waiting pairs and their order, progress, agreement between reviewers), and the pair that an engine decision queues.
import { SelfsameError } from '../errors.ts'
import { round4 } from '../records/canonical.ts'
import { sha256Hex } from '../records/ids.ts'
import type { GivenAnswer } from '../records/review.ts'
import type { DecisionRow } from './chain.ts'
import {
  type AnswerPair,
  pairOfRecords,
  type RecordPair,
  type ReviewRow,
  type ReviewState,
  type ReviewStore,
  type Wanted,
} from './store.ts'

/** Expected number of record pairs that an answer changes: the n * m pairs between the clusters times min(score, 1 - score). */
export const effectOf = (score: number, recordsA: number, recordsB: number): number =>
  round4(Math.min(score, 1 - score) * recordsA * recordsB)

/** Position of a decision in the order of the audit sample, in [0, 2^48): a pseudo-random number that is the same on every machine. */
export const drawOf = (text: string): number => Number.parseInt(sha256Hex(text).slice(0, 12), 16)

/** The change that a decision about two records makes to the queue; null for none. */
export interface Queued extends RecordPair {
  readonly decision_id: string
  readonly entity: string
  readonly score: number
  /** False if the engine no longer requests a review. */
  readonly asks: boolean
}

/** A body keeps the order of its members; the first is the verdict. */
export const ASKS = '{"identity":"review"'

/** The queue entry for the row of an engine decision. */
export function queuedOf({ decision_id, verb, record_a, record_b, supersedes, body }: DecisionRow): Queued | null {
  if (record_a === null || record_b === null || record_a === record_b) return null
  if (verb !== 'compare' && verb !== 'documents') return null
  const asks = body.startsWith(ASKS)
  if (!asks && supersedes === null) return null
  const { score, call } = JSON.parse(body) as { score: number | null; call: { entity?: unknown } }
  const entity = typeof call.entity === 'string' ? call.entity : ''
  return { ...pairOfRecords(record_a, record_b), decision_id, entity, score: score ?? 0, asks }
}

/** The state that the answers to a pair make. `reviewers`: how many people are asked, 1 or 2. */
export function stateOf(answers: readonly GivenAnswer[], reviewers: number): ReviewState {
  const [first, second] = answers
  if (first === undefined) return 'waiting'
  if (second === undefined) return reviewers === 1 ? first.answer : 'second'
  if (first.answer === second.answer) return second.answer
  return answers[2]?.answer ?? 'adjudicate'
}

type Ask = (sql: string, ...values: unknown[]) => Promise<unknown[]>

export function reviewStore(ask: Ask, writes: Pick<ReviewStore, 'ask' | 'answer'>): ReviewStore {
  async function rows({ state, entity, by, limit }: Wanted, order: string, where: string, start: number | null) {
    const values: unknown[] = [state]
    const place = (value: unknown) => `?${values.push(value)}`
    const clauses = ['state = ?1']
    if (entity !== null) clauses.push(`entity = ${place(entity)}`)
    if (by !== null && (state === 'second' || state === 'adjudicate')) clauses.push(`first_by <> ${place(by)}`)
    if (by !== null && state === 'adjudicate') clauses.push(`second_by <> ${place(by)}`)
    if (start !== null) clauses.push(where.replace('?', place(start)))
    const sql = `SELECT * FROM {reviews} WHERE ${clauses.join(' AND ')} ORDER BY ${order} LIMIT ${place(limit)}`
    // bounded: one value a clause
    return ((await ask(sql, ...values)) as ReviewRow[]).map(plain)
  }
  return {
    ...writes,
    async row({ low, high }) {
      const [row] = (await ask('SELECT * FROM {reviews} WHERE low = ?1 AND high = ?2', low, high)) as ReviewRow[]
      return row === undefined ? null : plain(row)
    },
    async counts(entity) {
      const sql = `SELECT state, count(*) AS pairs FROM {reviews} ${entity === null ? '' : 'WHERE entity = ?1'} GROUP BY state`
      // bounded: at most one entity
      const found = (await ask(sql, ...(entity === null ? [] : [entity]))) as { state: ReviewState; pairs: unknown }[]
      return new Map(found.map(({ state, pairs }) => [state, Number(pairs)]))
    },
    byEffect: (wanted) => rows(wanted, 'effect DESC, draw', '', null),
    async byDraw(wanted, start) {
      const following = await rows(wanted, 'draw', 'draw >= ?', start)
      if (following.length >= wanted.limit) return following
      const rest = { ...wanted, limit: wanted.limit - following.length }
      return [...following, ...(await rows(rest, 'draw', 'draw < ?', start))]
    },
    async asksTwo() {
      // Each subquery has its own index.
      const sql = `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM {reviews} WHERE state = 'second')
        OR EXISTS (SELECT 1 FROM {reviews} WHERE second_answer IS NOT NULL)`
      return (await ask(sql)).length > 0
    },
    async answered(entity) {
      // Ids of engine decisions on two records have another prefix.
      const sql = `SELECT * FROM {reviews} WHERE entity = ?1 AND decision_id >= 'dec:' AND decision_id < 'dec;' ORDER BY low, high`
      return ((await ask(sql, entity)) as ReviewRow[]).map(plain)
    },
    async answerPairs(entity) {
      const sql = `SELECT first_answer AS first, second_answer AS second, count(*) AS pairs FROM {reviews}
        WHERE second_answer IS NOT NULL ${entity === null ? '' : 'AND entity = ?1'}
        GROUP BY first_answer, second_answer ORDER BY first_answer, second_answer`
      // bounded: at most one entity
      const found = (await ask(sql, ...(entity === null ? [] : [entity]))) as AnswerPair[]
      return found.map(({ first, second, pairs }) => ({ first, second, pairs: Number(pairs) }))
    },
  }
}

/** A row as a plain object, independent of the store's row class. */
function plain(row: ReviewRow): ReviewRow {
  const { low, high, decision_id, entity, state, score, effect } = row
  const { first_by, first_answer, second_by, second_answer } = row
  return { low, high, decision_id, entity, state, score, effect, first_by, first_answer, second_by, second_answer }
}

export function reviewMoved(): SelfsameError {
  return new SelfsameError(
    'review_moved',
    'somebody has answered this pair meanwhile, or the engine has decided it again; read it again',
  )
}
