// Estimates without labels how many matches blocking lost: pairs that share a key and were not selected are sampled and compared.
import type { Threads } from '../../workers/threads.ts'
import { type SharedColumn, sharedNumbers } from '../records/columns.ts'
import { type Edges, SAME } from '../records/table-run.ts'
import type { Blocked } from './block.ts'
import { scoresOf } from './measure.ts'
import { orderOf } from './numbers.ts'

/** Values that more records share are ignored: the cache does not hold their data long enough. */
const LARGEST_RUN = 2000

/** All records, sorted by the two columns whose equal values hold the most pairs; otherwise in record order. Shared by threads. */
export function workOrder(columns: readonly SharedColumn[], count: number): Uint32Array {
  const order = sharedNumbers(count)
  for (let record = 0; record < count; record++) order[record] = record
  const [first, second] = columns
    .map((column) => ({ column, held: pairsHeld(column) }))
    .sort((a, b) => b.held - a.held)
    .map(({ column }) => column.codes)
  for (const codes of [second, first]) {
    if (codes === undefined) continue
    const places = orderOf(Uint32Array.from(order, (record) => codes[record]!))
    order.set(Uint32Array.from(places, (place) => order[place]!))
  }
  return order
}

/** Number of ordered pairs of records that agree in a value of the column; values that too many records share do not count. */
function pairsHeld({ codes, values }: SharedColumn): number {
  const counts = new Uint32Array(values.count)
  for (const code of codes) counts[code]!++
  let held = 0
  for (let code = 1; code < counts.length; code++)
    if (counts[code]! <= LARGEST_RUN) held += counts[code]! * (counts[code]! - 1)
  return held
}

export interface Estimate {
  readonly lost: number | null
  readonly how: string
}

/** Fewest pairs found for an estimate. */
const LEAST = 50

/** Share of the true pairs that share a key and were not chosen. Those that share no key show in clusters only (clusters/loss.ts). */
export async function estimateLost(
  threads: Threads,
  { dropped: sample, met, pairs }: Blocked,
  edges: Edges,
  match: number,
): Promise<Estimate> {
  let found = 0
  for (const identity of edges.identity) if (identity === SAME) found++
  if (found < LEAST) return { lost: null, how: `not estimated, because fewer than ${LEAST} pairs were found` }
  const scores = await scoresOf(threads, sample)
  const unchosen = scores.reduce((sum, score, i) => (score < match ? sum : sum + sample.stands[i]!), 0)
  const how =
    `${sample.a.length} of ${Math.max(0, met - pairs.others.length)} pairs that share a key and were not chosen were compared, by which ` +
    `about ${Math.round(unchosen)} of them would have been found`
  return { lost: unchosen / (found + unchosen), how }
}
