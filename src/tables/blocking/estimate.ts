// Estimates without labels how many matches blocking lost. Pairs that share a key and were not selected are sampled and compared; the number
// of pairs that share no key is estimated from the matches that share exactly one or two keys (Chao, Nonparametric Estimation of the Number
// of Classes in a Population, 1984: at least f1^2 / 2 f2 are unseen).
import type { Threads } from '../../workers/threads.ts'
import { type SharedColumn, sharedNumbers } from '../records/columns.ts'
import { type Edges, SAME } from '../records/table-run.ts'
import type { Blocked } from './block.ts'
import { measure } from './measure.ts'
import { meetingsOf, sharedBlocks } from './meetings.ts'
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

/** Maximum number of matches whose shared keys are counted. */
const COUNTED = 20_000
const LEAST = 50

export async function estimateLost(
  threads: Threads,
  { blocks, dropped: sample, met, pairs }: Blocked,
  edges: Edges,
  match: number,
): Promise<Estimate> {
  const found = Array.from(edges.identity.keys()).filter((edge) => edges.identity[edge] === SAME)
  if (found.length < LEAST) return { lost: null, how: `not estimated, because fewer than ${LEAST} pairs were found` }
  const dropped = Math.max(0, met - pairs.others.length)
  const { scores } = await measure(threads, sample)
  const step = Math.max(1, Math.floor(found.length / COUNTED))
  /** Matches, each with the number of pairs it represents: from the sample of pairs not selected, and from the selected pairs. */
  const one: { a: number; b: number; stands: number }[] = []
  let unchosen = 0
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! < match) continue
    unchosen += sample.stands[i]!
    one.push({ a: sample.a[i]!, b: sample.b[i]!, stands: sample.stands[i]! })
  }
  for (let i = 0; i < found.length; i += step)
    one.push({ a: edges.a[found[i]!]!, b: edges.b[found[i]!]!, stands: step })
  const meetings = meetingsOf(blocks, Uint32Array.from(new Set(one.map(({ a }) => a))))
  /** Number of such pairs by shared keys: index 0 is unused, 1, 2, and 3 for three or more. */
  const shared = [0, 0, 0, 0]
  for (const { a, b, stands } of one) shared[sharedBlocks(blocks, meetings, a, b)]! += stands
  // The bias-corrected form, which is defined where no pair shares two keys (Chao 1984).
  const unmet = (shared[1]! * Math.max(0, shared[1]! - 1)) / (2 * (shared[2]! + 1))
  const lost = (unchosen + unmet) / (found.length + unchosen + unmet)
  const how =
    `${sample.a.length} of ${Math.round(dropped)} pairs that share a key and were not chosen were compared, by which about ${Math.round(unchosen)} of ` +
    `them would have been found; about ${Math.round(unmet)} pairs share no key, by how many share one only or two (Chao 1984)`
  return { lost, how }
}
