// Measures the comparisons of a sample of pairs on all threads.
import type { Threads } from '../../workers/threads.ts'
import type { Measured } from '../records/fit.ts'
import type { Sampled } from './candidates.ts'

/** Pairs per job; independent of the number of threads. */
const A_JOB = 4000

/** Levels and log-odds of every comparison of some pairs, in their order. */
export async function measure(threads: Threads, { a, b }: Sampled): Promise<Measured> {
  const jobs: Promise<Measured>[] = []
  for (let from = 0; from === 0 || from < a.length; from += A_JOB)
    jobs.push(threads.run<Measured>('measure', { a: a.slice(from, from + A_JOB), b: b.slice(from, from + A_JOB) }))
  const parts = await Promise.all(jobs)
  return {
    names: parts[0]!.names,
    levels: joined(
      parts.map(({ levels }) => levels),
      Uint8Array,
    ),
    added: joined(
      parts.map(({ added }) => added),
      Float32Array,
    ),
    scores: joined(
      parts.map(({ scores }) => scores),
      Float32Array,
    ),
    named: joined(
      parts.map(({ named }) => named),
      Uint8Array,
    ),
  }
}

function joined<Row extends Uint8Array | Float32Array>(rows: readonly Row[], of: new (length: number) => Row): Row {
  const whole = new of(rows.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const row of rows) {
    whole.set(row, at)
    at += row.length
  }
  return whole
}
