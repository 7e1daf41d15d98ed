// Estimates without labels how many matches blocking lost. Pairs that share a key and were not selected are sampled and compared; the number
// of pairs that share no key is estimated from the matches that share exactly one or two keys (Chao, Nonparametric Estimation of the Number
// of Classes in a Population, 1984: at least f1^2 / 2 f2 are unseen).
import type { Threads } from '../../workers/threads.ts'
import { type Edges, SAME } from '../records/table-run.ts'
import type { Blocked } from './block.ts'
import { measure } from './measure.ts'
import { meetingsOf, sharedBlocks } from './meetings.ts'

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
