// A Spark session in a Python process beside this one: stages are asked for line by line, and read and write files that all workers see.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { SelfsameError } from '../../errors.ts'
import { abandoned } from '../../workers/abandoned.ts'

export interface SparkOptions {
  /** Program that starts Python with pyspark. */
  readonly python: string
  /** URL of the cluster ("spark://host:7077", "yarn", "local-cluster[2,1,1024]"); null: what the installation of Spark says. */
  readonly master: string | null
  /** Settings of Spark ("spark.executor.memory"). */
  readonly conf: Readonly<Record<string, string>>
  /** Folder that this machine and all workers see under one name: what stages hand on lies there, personal values with it. */
  readonly folder: string
  /** Starts this program's command line on a worker. */
  readonly command: readonly string[]
  /** Parts into which pairs are divided. The result is the same with any number. */
  readonly partitions: number
}

export interface SparkSession {
  /** Runs a stage. Throws extra_missing where Python or pyspark is not there, internal where the stage fails. */
  run(stage: 'score' | 'components', asked: Readonly<Record<string, unknown>>): Promise<void>
  close(): Promise<void>
}

/** Where the Python package lies, from the compiled file as from the source. */
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
    `a stage of Spark failed, or ${python} has no pyspark: install python/ of this package there (pip install), with Java beside it; what Spark said stands above`,
    { cause },
  )
}
