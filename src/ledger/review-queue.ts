// Updates the review queue in the transaction of each decision: engine decisions, answers and erasures.
import type { GivenAnswer } from '../records/review.ts'
import type { DecisionRow } from './chain.ts'
import { ASKS, drawOf, effectOf, type Queued, queuedOf, stateOf } from './review-store.ts'
import { parts, placesFor, type Steps, step } from './steps.ts'
import {
  type AskedPair,
  type DecisionEntry,
  OPEN_STATES,
  pairOfRecords,
  type RecordPair,
  type ReviewChange,
  type ReviewRow,
  type ReviewState,
  type UnreadRow,
} from './store.ts'

/** Maximum number of parameters in one statement. */
const MOST_VALUES = 400

/** Union-find over the records that answers "same" have joined; holds what was loaded so far. */
class AnsweredClusters {
  readonly #parent = new Map<string, string>()
  readonly #size = new Map<string, number>()

  has(record: string): boolean {
    return this.#parent.has(record)
  }

  add(record: string): void {
    if (this.has(record)) return
    this.#parent.set(record, record)
    this.#size.set(record, 1)
  }

  /** The representative of the record's cluster. */
  of(record: string): string {
    let root = record
    for (let up = this.#parent.get(root)!; up !== root; up = this.#parent.get(root)!) root = up
    this.#parent.set(record, root)
    return root
  }

  sizeOf(record: string): number {
    return this.#size.get(this.of(record))!
  }

  join({ low, high }: RecordPair): void {
    const [a, b] = [this.of(low), this.of(high)]
    if (a === b) return
    const [into, from] = this.#size.get(a)! >= this.#size.get(b)! ? [a, b] : [b, a]
    this.#parent.set(from, into)
    this.#size.set(into, this.#size.get(a)! + this.#size.get(b)!)
  }

  get records(): string[] {
    return [...this.#parent.keys()]
  }
}

function* rowsTouching(records: readonly string[], states: readonly ReviewState[]): Steps<ReviewRow[]> {
  const found = new Map<string, ReviewRow>()
  const list = states.map((state) => `'${state}'`).join(', ')
  for (const some of parts(records, MOST_VALUES)) {
    for (const side of ['low', 'high']) {
      const sql = `SELECT * FROM {reviews} WHERE ${side} IN (${placesFor(some.length)}) AND state IN (${list})`
      // bounded: at most MOST_VALUES
      for (const row of (yield step(sql, ...some)) as ReviewRow[]) found.set(`${row.low} ${row.high}`, row)
    }
  }
  return [...found.values()]
}

function* gather(clusters: AnsweredClusters, records: Iterable<string>): Steps<void> {
  let frontier = [...new Set(records)].filter((record) => !clusters.has(record))
  for (const record of frontier) clusters.add(record)
  while (frontier.length > 0) {
    const edges = yield* rowsTouching(frontier, ['same'])
    frontier = edges.flatMap(({ low, high }) => [low, high]).filter((record) => !clusters.has(record))
    for (const record of frontier) clusters.add(record)
    for (const edge of edges) clusters.join(edge)
  }
}

const MAY_CHANGE: readonly ReviewState[] = ['waiting', 'second', 'adjudicate', 'implied_same', 'implied_different']

/**
 * For every pair that touches the clusters of `records`: whether answers imply it, and how much an answer would change. "Same" joins records
 * to clusters, "different" separates two clusters; a pair within a cluster, or between two separated ones, is implied and not asked.
 * Decisions of the engine imply nothing: a reviewer may split what an engine merged. Runs in the transaction of the change.
 */
function* updateImplied(records: readonly string[]): Steps<void> {
  const clusters = new AnsweredClusters()
  yield* gather(clusters, records)
  const touched = yield* rowsTouching(clusters.records, MAY_CHANGE)
  yield* gather(
    clusters,
    touched.flatMap(({ low, high }) => [low, high]),
  )
  /** Pairs of separated clusters, in both orders. */
  const apart = new Set<string>()
  for (const { low, high } of yield* rowsTouching(clusters.records, ['different'])) {
    if (!clusters.has(low) || !clusters.has(high)) continue
    apart.add(`${clusters.of(low)} ${clusters.of(high)}`).add(`${clusters.of(high)} ${clusters.of(low)}`)
  }
  for (const row of touched) {
    const [a, b] = [clusters.of(row.low), clusters.of(row.high)]
    const state = a === b ? 'implied_same' : apart.has(`${a} ${b}`) ? 'implied_different' : askedState(row)
    const effect = effectOf(row.score, clusters.sizeOf(row.low), clusters.sizeOf(row.high))
    if (state === row.state && effect === row.effect) continue
    const sql = 'UPDATE {reviews} SET state = ?1, effect = ?2 WHERE low = ?3 AND high = ?4'
    yield step(sql, state, effect, row.low, row.high)
  }
}

/** The state of a pair that no answer implies. */
function askedState({ first_answer, second_answer }: ReviewRow): ReviewState {
  if (first_answer === null) return 'waiting'
  return second_answer === null ? 'second' : 'adjudicate'
}

const COLUMNS = ['low', 'high', 'decision_id', 'entity', 'state', 'score', 'effect', 'draw'] as const

/** A newer engine decision replaces the current one of its pair, unless a reviewer has answered; a settled or erased pair waits again. */
const REPLACES = `ON CONFLICT (low, high) DO UPDATE SET decision_id = excluded.decision_id, score = excluded.score,
    effect = excluded.effect, draw = excluded.draw,
    state = CASE WHEN kept.state IN ('settled', 'erased') THEN 'waiting' ELSE kept.state END
  WHERE kept.first_answer IS NULL
    AND kept.state IN ('waiting', 'settled', 'erased', 'implied_same', 'implied_different')`

/** Adds the pairs of new decisions to the queue, or removes them. `rowsAtOnce`: pairs per INSERT; a pair takes eight parameters. */
export function* enqueue(written: readonly DecisionRow[], rowsAtOnce: number): Steps<void> {
  // The later of two decisions about one pair applies.
  const queued = new Map<string, Queued>()
  for (const row of written) {
    const entry = queuedOf(row)
    if (entry !== null) queued.set(`${entry.low} ${entry.high}`, entry)
  }
  if (queued.size === 0) return
  const asking = [...queued.values()].filter(({ asks }) => asks)
  for (const some of parts(asking, rowsAtOnce)) {
    const rows = some.map((_, index) => `(${placesFor(COLUMNS.length, index * COLUMNS.length)})`).join(', ')
    const values = some.flatMap(({ low, high, decision_id, entity, score }) => {
      return [low, high, decision_id, entity, 'waiting', score, effectOf(score, 1, 1), drawOf(decision_id)]
    })
    // bounded: at most rowsAtOnce rows
    yield step(`INSERT INTO {reviews} AS kept (${COLUMNS.join(', ')}) VALUES ${rows} ${REPLACES}`, ...values)
  }
  for (const { low, high, decision_id, asks } of queued.values()) {
    if (asks) continue
    const sql = `UPDATE {reviews} SET state = 'settled', decision_id = ?1 WHERE low = ?2 AND high = ?3
      AND first_answer IS NULL AND state IN ('waiting', 'implied_same', 'implied_different')`
    yield step(sql, decision_id, low, high)
  }
  yield* placed(asking)
}

/** Applies earlier answers to pairs that were just queued. */
function* placed(pairs: readonly RecordPair[]): Steps<void> {
  if (pairs.length === 0) return
  const answered = yield step("SELECT 1 AS found FROM {reviews} WHERE state IN ('same', 'different') LIMIT 1")
  if (answered.length === 0) return
  const records = [...new Set(pairs.flatMap(({ low, high }) => [low, high]))]
  yield* updateImplied(yield* answeredAmong(records))
}

/** Takes a pair out of the queue whose decision is superseded by one about other records: a record of it has changed, and is asked about instead. */
export function* followed(decision: string, by: Pick<DecisionRow, 'record_a' | 'record_b'>): Steps<void> {
  const sql = 'SELECT record_a, record_b FROM {decisions} WHERE decision_id = ?1'
  const [before] = (yield step(sql, decision)) as Pick<DecisionRow, 'record_a' | 'record_b'>[]
  if (before?.record_a == null || before.record_b === null || by.record_a === null || by.record_b === null) return
  const [was, is] = [pairOfRecords(before.record_a, before.record_b), pairOfRecords(by.record_a, by.record_b)]
  if (was.low === is.low && was.high === is.high) return
  yield step('DELETE FROM {reviews} WHERE low = ?1 AND high = ?2 AND first_answer IS NULL', was.low, was.high)
}

function* answeredAmong(records: readonly string[]): Steps<string[]> {
  const found = new Set<string>()
  for (const some of parts(records, MOST_VALUES)) {
    for (const side of ['low', 'high'] as const) {
      const sql = `SELECT DISTINCT ${side} AS record FROM {reviews}
        WHERE ${side} IN (${placesFor(some.length)}) AND state IN ('same', 'different')`
      // bounded: parts of at most MOST_VALUES
      for (const { record } of (yield step(sql, ...some)) as { record: string }[]) found.add(record)
    }
  }
  return [...found]
}

/** Returns false, and changes nothing, when `follows` is no longer the current decision on the pair. */
export function* answered(change: ReviewChange, follows: string): Steps<boolean> {
  const { low, high, decision_id, state, first_by, first_answer, second_by, second_answer } = change
  if (change.unasked !== null) yield* entered({ ...change.unasked, low, high, decision_id: follows })
  const sql = 'SELECT decision_id FROM {reviews} WHERE low = ?1 AND high = ?2'
  const [row] = (yield step(sql, low, high)) as { decision_id: string }[]
  if (row?.decision_id !== follows) return false
  const update = `UPDATE {reviews} SET decision_id = ?1, state = ?2, first_by = ?3, first_answer = ?4, second_by = ?5,
    second_answer = ?6 WHERE low = ?7 AND high = ?8`
  yield step(update, decision_id, state, first_by, first_answer, second_by, second_answer, low, high)
  yield* updateImplied([low, high])
  return true
}

/** Queues pairs that the engine does not ask about itself. */
export function* enteredAll(pairs: readonly AskedPair[]): Steps<void> {
  for (const pair of pairs) yield* entered(pair)
  yield* placed(pairs)
}

/** Queues a pair that was not in the queue. If it is queued already, it waits again only if the engine had settled it. */
function* entered({ low, high, decision_id, entity, score }: AskedPair): Steps<void> {
  const sql = `INSERT INTO {reviews} AS kept (${COLUMNS.join(', ')}) VALUES (${placesFor(COLUMNS.length)})
    ON CONFLICT (low, high) DO UPDATE SET state = 'waiting', score = excluded.score, effect = excluded.effect, draw = excluded.draw
    WHERE kept.state = 'settled' AND kept.decision_id = excluded.decision_id`
  yield step(sql, low, high, decision_id, entity, 'waiting', score, effectOf(score, 1, 1), drawOf(decision_id))
}

export function* forgotten(record: string): Steps<void> {
  const open = [...OPEN_STATES, 'implied_same', 'implied_different'].map((state) => `'${state}'`).join(', ')
  for (const side of ['low', 'high'])
    yield step(`UPDATE {reviews} SET state = 'erased' WHERE ${side} = ?1 AND state IN (${open})`, record)
}

/** Record ids of the reasons that reviewers gave about a record: such text may hold its values. */
export function* reasonsAbout(record: string): Steps<string[]> {
  const reasons = new Set<string>()
  for (const side of ['record_a', 'record_b']) {
    const sql = `SELECT body FROM {decisions} WHERE ${side} = ?1 AND verb = 'review'`
    for (const { body } of (yield step(sql, record)) as { body: string }[]) {
      const { reason } = (JSON.parse(body) as { pins: { reason?: unknown } }).pins
      if (typeof reason === 'string') reasons.add(reason)
    }
  }
  return [...reasons]
}

/** The part of a query that selects current decisions about two records with the verdict "review". */
const FROM_REVIEW_DECISIONS = `FROM {decisions} d WHERE d.verb IN ('compare', 'documents') AND d.body LIKE '{"identity":"review"%'
  AND d.record_a IS NOT NULL AND d.record_b IS NOT NULL AND d.record_a <> d.record_b
  AND NOT EXISTS (SELECT 1 FROM {decisions} s WHERE s.supersedes = d.decision_id)`

const PAGE = 1000

/** Fills the queue of a ledger that an earlier release wrote. */
export function* fillQueue(rowsAtOnce: number): Steps<void> {
  for (let after = ''; ; ) {
    const rows = (yield step(
      `SELECT d.decision_id, d.verb, d.record_a, d.record_b, d.supersedes, d.body ${FROM_REVIEW_DECISIONS}
       AND d.decision_id > ?1 ORDER BY d.decision_id LIMIT ${PAGE}`,
      after,
    )) as DecisionRow[]
    if (rows.length === 0) return
    yield* enqueue(rows, rowsAtOnce)
    after = rows.at(-1)!.decision_id
  }
}

/** "review" decisions that are not queued, and queued pairs without such a decision. Empty, unless another program wrote to the ledger. */
export const QUEUE_PROBLEMS = `SELECT d.decision_id AS subject, 'the decision asks for a review but is not in the queue' AS problem ${FROM_REVIEW_DECISIONS}
    AND NOT EXISTS (SELECT 1 FROM {reviews} r WHERE r.low = d.record_a AND r.high = d.record_b)
    AND NOT EXISTS (SELECT 1 FROM {reviews} r WHERE r.low = d.record_b AND r.high = d.record_a)
  UNION ALL
  SELECT r.decision_id, 'the review queue links this decision to a pair that the decision is not about' FROM {reviews} r
  WHERE NOT EXISTS (SELECT 1 FROM {decisions} d WHERE d.decision_id = r.decision_id
    AND ((d.record_a = r.low AND d.record_b = r.high) OR (d.record_a = r.high AND d.record_b = r.low))
    AND (d.verb = 'review' OR r.state NOT IN ('same', 'different', 'cannot_tell', 'second', 'adjudicate')))
    OR (r.state = 'erased' AND NOT EXISTS (SELECT 1 FROM {chain} c WHERE c.kind = 'erasure' AND c.subject IN (r.low, r.high)))
    OR (r.state NOT IN ('settled', 'erased') AND EXISTS (SELECT 1 FROM {decisions} s WHERE s.supersedes = r.decision_id))
  LIMIT ?1`

type KeptRow = ReviewRow & Pick<DecisionRow, 'verb' | 'body'> & { readonly draw: unknown }

/** The queue with its decisions, in pages: twice, so that no more than the clusters is in memory. */
function* eachQueued(use: (row: KeptRow) => void): Steps<void> {
  for (let [low, high] = ['', '']; ; ) {
    const sql = `SELECT r.*, d.verb, d.body FROM {reviews} r JOIN {decisions} d ON d.decision_id = r.decision_id
      WHERE (r.low, r.high) > (?1, ?2) ORDER BY r.low, r.high LIMIT ${PAGE}`
    const rows = (yield step(sql, low, high)) as KeptRow[]
    rows.forEach(use)
    if (rows.length < PAGE) return
    ;({ low, high } = rows.at(-1)!)
  }
}

/** Queued pairs whose columns do not follow from their decision, and those whose state or order the answers do not give; at most `limit`. */
export function* alteredPairs(limit: number): Steps<UnreadRow[]> {
  const problems: UnreadRow[] = []
  const clusters = new AnsweredClusters()
  const different: RecordPair[] = []
  const say = ({ decision_id: subject }: ReviewRow, problem: string) => {
    if (problems.length < limit) problems.push({ subject, problem })
  }
  yield* eachQueued((row) => {
    clusters.add(row.low)
    clusters.add(row.high)
    if (row.state === 'same') clusters.join(row)
    if (row.state === 'different') different.push(row)
  })
  const between = ({ low, high }: RecordPair) => [clusters.of(low), clusters.of(high)].sort().join(' ')
  const apart = new Set(different.map(between))
  yield* eachQueued((row) => {
    const isOne = clusters.of(row.low) === clusters.of(row.high)
    if (!follows(row)) say(row, 'the review queue does not hold the answers, the state or the score of this decision')
    else if (row.state === 'implied_same' ? !isOne : row.state === 'implied_different' && !apart.has(between(row)))
      say(row, 'the review queue says that answers imply this pair, and none do')
    else if (MAY_CHANGE.includes(row.state) && !hasEffect(row, clusters))
      say(row, 'the review queue has another effect for this pair than its score and the answers give')
  })
  return problems
}

/** In ledgers of earlier releases, answers did not raise the effect of a pair that the engine does not ask about; a smaller effect is a change there too. */
function hasEffect({ verb, body, score, effect, low, high }: KeptRow, clusters: AnsweredClusters): boolean {
  if (effect === effectOf(score, clusters.sizeOf(low), clusters.sizeOf(high))) return true
  return verb !== 'review' && !body.startsWith(ASKS) && effect >= effectOf(score, 1, 1)
}

/** True if a row has what its decision says, or that cannot be read: the walk over the chain names such a decision. `effect` depends on other pairs and is checked with them. */
function follows({ verb, body, ...row }: KeptRow): boolean {
  try {
    const { pins, call, score } = JSON.parse(body) as Pick<DecisionEntry, 'pins' | 'call' | 'score'>
    const isReview = verb === 'review'
    const asks = !isReview && body.startsWith(ASKS)
    const answers = isReview ? (pins['answers'] as GivenAnswer[]) : []
    const named = call['entity']
    if (!hasAnswers(row, answers)) return false
    if (typeof named === 'string' && row.entity !== named && row.entity !== '') return false
    if (asks && (row.score !== (score ?? 0) || Number(row.draw) !== drawOf(row.decision_id))) return false
    if (row.state === 'settled') return !isReview && !asks
    return mayBecome(stateOf(answers, Number(pins['reviewers'])), row.state)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return true
    throw error
  }
}

type AnswerColumns = Pick<KeptRow, 'first_by' | 'first_answer' | 'second_by' | 'second_answer'>

function hasAnswers(row: AnswerColumns, [first, second]: readonly GivenAnswer[]): boolean {
  const expected: AnswerColumns = {
    first_by: first?.by ?? null,
    first_answer: first?.answer ?? null,
    second_by: second?.by ?? null,
    second_answer: second?.answer ?? null,
  }
  return (Object.keys(expected) as (keyof AnswerColumns)[]).every((column) => row[column] === expected[column])
}

/** True for the state that the answers give, and for those that an open pair gets from other decisions. */
const mayBecome = (expected: ReviewRow['state'], state: ReviewRow['state']): boolean =>
  state === expected || (MAY_CHANGE.includes(expected) && (state === 'erased' || state.startsWith('implied_')))
