// Decides reviews by weights fitted to a sample of the table: with a certain probability, a review becomes `same`.
import type { Threads } from '../workers/threads.ts'
import type { Pairs } from './blocking/candidates.ts'
import { measure } from './blocking/measure.ts'
import type { Clusters } from './clusters/cluster.ts'
import { type Fit, fittedProbability, fitWeights, type Measured, type MeasuredPairs, weightsOf } from './records/fit.ts'
import { BY_CLUSTER, BY_FIT, type Edges, type FactorWeights, REVIEW, SAME, type TableRun } from './records/table-run.ts'

export interface Settled {
  readonly edges: Edges
  readonly basis: Uint8Array
  readonly weights: readonly FactorWeights[]
}

/** Maximum number of pairs of the sample, and fewest `same` pairs of a table for a fit. */
const SAMPLE = 40_000
const LEAST_SAME = 300
/** Fitted probability that decides a review. It is high because comparisons are not independent, which inflates fitted probabilities. */
const CERTAIN = 0.95

/** Number of pairs for each pair of the sample. */
export const stepOf = (pairs: number): number => Math.max(1, Math.floor(pairs / SAMPLE))

/** Null if the table is too small. `known`: pairs that were measured when they were scored. */
export async function settle(
  threads: Threads,
  pairs: Pairs,
  edges: Edges,
  known: readonly MeasuredPairs[],
): Promise<Settled | null> {
  let same = 0
  for (const identity of edges.identity) if (identity === SAME) same++
  if (same < LEAST_SAME) return null
  const count = pairs.starts.length - 1
  const sample = await measure(threads, sampled(pairs), known, count)
  const width = sample.names.length
  const found = fitWeights({ width, levels: sample.levels, scores: sample.scores }, sample.added)
  const open = Array.from(edges.identity.keys()).filter((edge) => edges.identity[edge] === REVIEW)
  const openOf = (records: Uint32Array) => Uint32Array.from(open, (edge) => records[edge]!)
  const questions = await measure(threads, { a: openOf(edges.a), b: openOf(edges.b) }, known, count)
  return { ...answered(edges, open, questions, found, width), weights: weightsOf(found, sample.names) }
}

function answered(edges: Edges, open: readonly number[], questions: Measured, found: Fit, width: number) {
  const identity = edges.identity.slice()
  const basis = new Uint8Array(identity.length)
  open.forEach((edge, i) => {
    if (questions.named[i] === 1) return
    const levels = questions.levels.subarray(i * width, (i + 1) * width)
    if (fittedProbability(found, levels, width) < CERTAIN) return
    identity[edge] = SAME
    basis[edge] = BY_FIT
  })
  return { edges: { ...edges, identity }, basis }
}

/** Marks pairs to review as `same` if both records are in one cluster, and `same` pairs as to review if their clusters contradict each other. */
export function impliedBy(run: TableRun, { of, withheld }: Clusters): TableRun {
  const { a, b } = run.edges
  const identity = run.edges.identity.slice()
  const basis = run.basis.slice()
  let implied = 0
  for (let edge = 0; edge < identity.length; edge++) {
    if (identity[edge] !== REVIEW || of[a[edge]!] !== of[b[edge]!]) continue
    identity[edge] = SAME
    basis[edge] = BY_CLUSTER
    implied++
  }
  for (const { edge, why } of withheld) {
    if (why !== 'identifier' && why !== 'contrary' && why !== 'ambiguous') continue
    identity[edge] = REVIEW
    basis[edge] = BY_CLUSTER
    implied--
  }
  const { same, review } = run.statistics
  const statistics = { ...run.statistics, same: same + implied, review: review - implied }
  return { ...run, edges: { ...run.edges, identity }, basis, statistics }
}

/** Every n-th pair, in their order. */
function sampled({ starts, others }: Pairs): { a: Uint32Array; b: Uint32Array } {
  const step = stepOf(others.length)
  const length = Math.ceil(others.length / step)
  const [a, b] = [new Uint32Array(length), new Uint32Array(length)]
  let record = 0
  for (let i = 0; i < length; i++) {
    while (starts[record + 1]! <= i * step) record++
    a[i] = record
    b[i] = others[i * step]!
  }
  return { a, b }
}
