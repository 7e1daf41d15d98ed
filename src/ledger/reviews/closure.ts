// The implications of reviewers' answers: "same" joins records to clusters, "different" separates two clusters, and pairs within a cluster or
// between two separated clusters are not asked. Engine decisions imply nothing: a reviewer may still split what an engine merged.
import { parts, placesFor, type Steps, step } from '../steps.ts'
import { effectOf } from './queued.ts'
import type { RecordPair, ReviewRow, ReviewState } from './row.ts'

/** Maximum number of parameters in one statement. */
const MOST_VALUES = 400

/** Union-find over the records that reviewers joined, as far as they have been loaded. */
class Clusters {
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

/** Loads the clusters of the records, in addition to those already loaded. */
function* gather(clusters: Clusters, records: Iterable<string>): Steps<void> {
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
 * Recomputes every pair that touches the clusters of the records: whether it is implied, and how much its answer would change.
 * Runs inside the transaction that changed an answer or added a pair.
 */
export function* closeAround(records: readonly string[]): Steps<void> {
  const clusters = new Clusters()
  yield* gather(clusters, records)
  const touched = yield* rowsTouching(clusters.records, MAY_CHANGE)
  yield* gather(
    clusters,
    touched.flatMap(({ low, high }) => [low, high]),
  )
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
