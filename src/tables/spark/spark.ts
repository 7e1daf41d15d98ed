// The stages of a run that a Spark cluster can execute: scores of pairs, and connected components. The results equal those of one machine. Stages are
// requested line by line of a session in a Python process, and read and write files that all workers can access.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, createReadStream, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { abandoned, SelfsameError } from '../../errors.ts'
import type { Pairs } from '../blocking/candidates.ts'
import { type Numbered, sortedEdges, UnionFind } from '../clusters/union-find.ts'
import type { Edges } from '../records/table-run.ts'

export interface SparkOptions {
  /** Python executable with pyspark. */
  readonly python: string
  /** URL of the cluster ("spark://host:7077", "yarn", "local-cluster[2,1,1024]"); null: as configured in the installation of Spark. */
  readonly master: string | null
  /** Spark settings ("spark.executor.memory"). */
  readonly conf: Readonly<Record<string, string>>
  /** Folder with the same path on this machine and all workers; stages exchange files in it, which contain personal values. */
  readonly folder: string
  /** Command line that starts this program on a worker. */
  readonly command: readonly string[]
  /** Number of partitions of the pairs. It does not affect the result. */
  readonly partitions: number
}

export interface SparkSession {
  /** Runs a stage. Throws extra_missing if Python or pyspark is missing, internal if the stage fails. */
  run(stage: 'score' | 'components', asked: Readonly<Record<string, unknown>>): Promise<void>
  close(): Promise<void>
}

/** Folder of the Python package; the same relative path from source and compiled files. */
const PACKAGE = fileURLToPath(new URL('../../../python', import.meta.url))

export function startSpark(
  { python, master, conf, folder, partitions }: SparkOptions,
  signal?: AbortSignal,
): SparkSession {
  const child = spawn(python, ['-m', 'selfsame_spark'], {
    cwd: PACKAGE,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const ended = new Promise<never>((_, reject) => {
    child.once('error', (cause) => reject(missing(python, cause)))
    child.once('exit', (code) => {
      reject(code === 1 ? missing(python, code) : new SelfsameError('internal', 'Spark ended before its work was done'))
    })
    signal?.addEventListener('abort', () => {
      child.kill('SIGTERM')
      reject(abandoned(signal))
    })
  })
  ended.catch(() => {})
  child.stdin!.on('error', () => {})
  send(child, { master, conf, folder, partitions })
  return {
    async run(stage, asked) {
      send(child, { stage, ...asked })
      const { value } = await Promise.race([answers.next(), ended])
      if (value === undefined) await ended
    },
    async close() {
      if (child.exitCode !== null) return
      const over = new Promise((resolve) => child.once('exit', resolve))
      child.stdin!.end()
      await over
    },
  }
}

function send(child: ChildProcess, message: unknown): void {
  child.stdin!.write(`${JSON.stringify(message)}\n`)
}

function missing(python: string, cause: unknown): SelfsameError {
  return new SelfsameError(
    'extra_missing',
    `a Spark stage failed, or ${python} has no pyspark: install python/ of this package there (pip install), together with Java; the messages of Spark are above`,
    { cause },
  )
}

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
