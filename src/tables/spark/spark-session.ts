// A Spark session in a Python process: stages are requested line by line, and read and write files that all workers can access.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { SelfsameError } from '../../errors.ts'
import { abandoned } from '../../workers/abandoned.ts'

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
