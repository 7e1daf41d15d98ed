// Scores pairs for a task of Spark: lines of two record numbers and their fields in, lines of edges out, a batch at a time.
import { createInterface } from 'node:readline'
import { createCompareEngine } from '../../engines/compare/engine.ts'
import { loadPacks } from '../../packs/load.ts'
import { IDENTITY_NUMBER } from '../jobs.ts'
import { LEAST } from '../run.ts'

/**
 * Reads `a TAB b TAB fields TAB fields` up to an empty line, answers with `a TAB b TAB score TAB identity` for every pair that is kept and an empty
 * line, and so on until the input ends. What a run on one machine does not keep, this does not.
 */
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
    const { identity, score } = compare.verdict(entity, JSON.parse(left!), JSON.parse(right!))
    if (identity === 'different' && score < LEAST) continue
    answers += `${a}\t${b}\t${score}\t${IDENTITY_NUMBER[identity]}\n`
  }
}
