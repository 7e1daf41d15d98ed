// The stages of a run that a Spark cluster can execute: scores of pairs, and connected components. The results equal those of one machine.
import { closeSync, createReadStream, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SelfsameError } from '../../errors.ts'
import type { Pairs } from '../blocking/candidates.ts'
import { sortedEdges } from '../clusters/edges.ts'
import { type Numbered, UnionFind } from '../clusters/union-find.ts'
import type { Edges } from '../records/table-run.ts'
import { type SparkOptions, startSpark } from './spark-session.ts'

export interface RemoteStages {
  /** Scores pairs of records 0..count-1. `fieldsOf` returns the fields of a record under the names of the pack. */
  score(
    entity: string,
    pairs: Pairs,
    count: number,
    fieldsOf: (record: number) => Readonly<Record<string, string>>,
  ): Promise<Edges>
  /** Connected components of records 0..count-1 under pairs (u[i], v[i]). */
  components(u: ArrayLike<number>, v: ArrayLike<number>, count: number): Promise<Numbered>
  close(): Promise<void>
}

export function sparkStages(options: SparkOptions, signal?: AbortSignal): RemoteStages {
  const folder = join(options.folder, `selfsame-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const spark = startSpark({ ...options, folder }, signal)
  const path = (name: string) => join(folder, name)
  return {
    async score(entity, { starts, others }, count, fieldsOf) {
      writeLines(path('pairs'), function* () {
        for (let record = 0; record < count; record++)
          for (let i = starts[record]!; i < starts[record + 1]!; i++) yield `${record}\t${others[i]}`
      })
      writeLines(path('records'), function* () {
        for (let record = 0; record < count; record++) yield `${record}\t${JSON.stringify(fieldsOf(record))}`
      })
      const command = [...options.command, 'spark-score', entity]
      const { partitions } = options
      const asked = { pairs: path('pairs'), records: path('records'), out: path('edges'), command, partitions }
      await spark.run('score', asked)
      const [a, b, score, identity] = await columnsIn(path('edges'), 4)
      const edges = {
        a: Uint32Array.from(a!),
        b: Uint32Array.from(b!),
        score: Float32Array.from(score!),
        identity: Uint8Array.from(identity!),
      }
      return sortedEdges(edges, count)
    },
    async components(u, v, count) {
      writeLines(path('links'), function* () {
        for (let i = 0; i < u.length; i++) yield `${u[i]}\t${v[i]}`
      })
      await spark.run('components', { edges: path('links'), out: path('components') })
      const [records, components] = await columnsIn(path('components'), 2)
      const union = new UnionFind(count)
      records!.forEach((record, i) => {
        union.union(record, components![i]!)
      })
      return union.numbered()
    },
    async close() {
      await spark.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const WRITE_AT = 1 << 20

function writeLines(path: string, lines: () => Iterable<string>): void {
  const file = openSync(path, 'w', 0o600)
  try {
    let text = ''
    for (const line of lines()) {
      text += `${line}\n`
      if (text.length < WRITE_AT) continue
      writeSync(file, text)
      text = ''
    }
    writeSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Columns of numbers from the part files that Spark wrote. */
async function columnsIn(folder: string, width: number): Promise<number[][]> {
  const columns = Array.from({ length: width }, () => [] as number[])
  for (const name of readdirSync(folder).sort()) {
    if (!name.startsWith('part-')) continue
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const cells = line.split('\t')
      if (cells.length !== width) throw new SelfsameError('internal', 'Spark wrote a line that it should not have')
      for (const [i, cell] of cells.entries()) columns[i]!.push(Number(cell))
    }
  }
  return columns
}
