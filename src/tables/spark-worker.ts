// Scores pairs in a Spark task: reads lines of two record numbers with their fields, and writes lines of edges, in batches.
import { createInterface } from 'node:readline'
import { createCompareEngine } from '../engines/compare/engine.ts'
import { loadPacks } from '../packs/load.ts'
import { LEAST } from './run.ts'
import { edgeOf } from './thread-jobs.ts'

/** Reads `a TAB b TAB fields TAB fields` up to an empty line, writes `a TAB b TAB score TAB identity` of kept pairs, and repeats. */
export async function scorePairs(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  entity: string,
): Promise<void> {
  const compare = createCompareEngine(loadPacks())
  compare.prepare(entity)
  let answers = ''
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') {
      const written = output.write(`${answers}\n`)
      answers = ''
      if (!written) await new Promise((resolve) => output.once('drain', resolve))
      continue
    }
    const [a, b, left, right] = line.split('\t')
    const verdict = compare.verdict(entity, JSON.parse(left!), JSON.parse(right!))
    const number = edgeOf(verdict, LEAST)
    if (number >= 0) answers += `${a}\t${b}\t${verdict.score}\t${number}\n`
  }
}
