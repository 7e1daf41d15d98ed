// Estimates how many true pairs blocking lost from clusters of three records and more: two records that a third one connects are a true pair
// whether they were compared or not.
import type { BlockingSummary, TableRun } from '../records/table-run.ts'
import { grouped, type Numbered } from './union-find.ts'

/** Fewest pairs for an estimate, and the most records of a cluster that counts: a large one may be several entities. */
const [LEAST, MOST] = [300, 30]
/** Standard normal quantile of a two-sided 95 % interval. */
const WIDE = 1.96

/** The summary of blocking with the larger of both estimates and its interval; as it is where few clusters hold three records. */
export function withLossOf({ blocking, sources, task, compared }: TableRun, { of, count }: Numbered): BlockingSummary {
  const { starts, items } = grouped(of.length, count, (record) => of[record]!)
  const isWithin = (a: number, b: number) =>
    task === 'link' && sources.some(({ first, rows }) => a >= first && b < first + rows)
  const found: (readonly [pairs: number, missed: number])[] = []
  for (let cluster = 0; cluster < count; cluster++) {
    const own = items.subarray(starts[cluster]!, starts[cluster + 1]!)
    if (own.length < 3 || own.length > MOST) continue
    let [pairs, missed] = [0, 0]
    for (let i = 0; i < own.length; i++)
      for (let j = i + 1; j < own.length; j++) {
        if (isWithin(own[i]!, own[j]!)) continue
        pairs++
        if (!compared(own[i]!, own[j]!)) missed++
      }
    found.push([pairs, missed])
  }
  const [sum, lacking] = [0, 1].map((at) => found.reduce((total, counts) => total + counts[at]!, 0)) as [number, number]
  if (blocking.lost === null || sum < LEAST) return { ...blocking, between: null }
  const share = lacking / sum
  // A triple is found if two of its pairs are: where q of all pairs are lost, q / (1 + 2 q) of those in clusters are.
  const lostAt = (part: number) => Math.min(1, part / Math.max(part, 1 - 2 * part))
  // Ratio estimator (Cochran, Sampling Techniques, 2.11); pairs of one cluster are not independent. The 3 is for none missed (rule of three).
  const squares = found.reduce((total, [pairs, missed]) => total + (missed - share * pairs) ** 2, 0)
  const wide = Math.max(WIDE * Math.sqrt(squares), 3) / sum
  const lost = Math.max(blocking.lost, lostAt(share))
  return {
    ...blocking,
    lost,
    between: [Math.min(blocking.lost, lostAt(Math.max(0, share - wide))), Math.max(lost, lostAt(share + wide))],
    estimate: `${blocking.estimate}; of ${sum} pairs within clusters of three records and more, ${lacking} were not compared`,
  }
}
