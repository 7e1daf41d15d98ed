// Scores and comparison levels of a sample of pairs, on all threads.
import type { Threads } from '../../workers/threads.ts'
import type { Measured, MeasuredPairs } from '../records/fit.ts'
import type { Sampled } from './candidates.ts'

/** Pairs per job; independent of the number of threads. */
const A_JOB = 4000

/** Scores of some pairs, in their order; 0 for a pair whose score is certain to be below the thresholds. */
export async function scoresOf(threads: Threads, pairs: Sampled): Promise<Float32Array> {
  const parts = await Promise.all(parted(pairs).map((part) => threads.run<Float32Array>('scores', part)))
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

/** Levels and log-odds of every comparison of some pairs, in their order. Pairs that are in `known` are not compared again. */
export async function measure(
  threads: Threads,
  { a, b }: Sampled,
  known: readonly MeasuredPairs[],
  count: number,
): Promise<Measured> {
  const rest: number[] = []
  const places = new Map<number, readonly [part: MeasuredPairs, row: number]>()
  for (const part of known)
    for (const [row, record] of part.a.entries()) places.set(record * count + part.b[row]!, [part, row])
  const sources = Array.from(a, (record, i) => {
    const place = places.get(record * count + b[i]!)
    if (place === undefined) rest.push(i)
    return place
  })
  const asked = parted({ a: Uint32Array.from(rest, (i) => a[i]!), b: Uint32Array.from(rest, (i) => b[i]!) })
  const found = await Promise.all(asked.map((part) => threads.run<MeasuredPairs>('measure', part)))
  rest.forEach((i, n) => {
    sources[i] = [found[Math.floor(n / A_JOB)]!, n % A_JOB]
  })
  const { names } = (known[0] ?? found[0])!
  const width = names.length
  const levels = new Uint8Array(a.length * width)
  const added = new Float32Array(a.length * width)
  const scores = new Float32Array(a.length)
  const named = new Uint8Array(a.length)
  sources.forEach((source, i) => {
    const [part, row] = source!
    levels.set(part.levels.subarray(row * width, (row + 1) * width), i * width)
    added.set(part.added.subarray(row * width, (row + 1) * width), i * width)
    scores[i] = part.scores[row]!
    named[i] = part.named[row]!
  })
  return { names, levels, added, scores, named }
}

/** The pairs of each job; one without pairs where there are none. */
function parted({ a, b }: Sampled): Sampled[] {
  const parts: Sampled[] = []
  for (let from = 0; from === 0 || from < a.length; from += A_JOB)
    parts.push({ a: a.slice(from, from + A_JOB), b: b.slice(from, from + A_JOB) })
  return parts
}
