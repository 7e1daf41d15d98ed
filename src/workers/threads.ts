// Threads with shared memory. Unlike processes of pool.ts they read no untrusted formats, only rows of numbers and bounded values. Their shared memory
// is collected by request, because Node does not count it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { abandoned, SelfsameError } from '../errors.ts'

let collector: (() => void) | null = null

/** One full collection, some milliseconds for each 100 MB of heap. */
export function collect(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
  }
  collector()
}

export type ThreadJobs = Readonly<Record<string, (asked: never) => unknown>>

export interface Threads {
  readonly size: number
  /** Runs one job. Jobs start in the order of the calls. Throws timeout once `signal` is aborted, and worker_lost. */
  run<Answer>(job: string, asked: unknown): Promise<Answer>
  close(): Promise<void>
}

/** Facts of a pack and caches of values take some 300 MB; without a limit, a thread would keep as much again in garbage. */
const HEAP = { maxOldGenerationSizeMb: 640, maxYoungGenerationSizeMb: 160 }

interface Waiting {
  readonly job: string
  readonly asked: unknown
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

interface Reply {
  readonly answer?: unknown
  readonly error?: string
  readonly code?: string
}

/** Starts threads of `program`, which calls serveThread. With a size of one, or an uncompiled program, `here` runs the jobs in this thread. */
export function createThreads(options: {
  readonly program: URL
  readonly size: number
  readonly data: unknown
  readonly here: (data: never) => ThreadJobs | Promise<ThreadJobs>
  readonly signal?: AbortSignal | undefined
}): Threads {
  return options.size <= 1 ? alone(options) : together(options)
}

function alone({ data, here, signal }: Parameters<typeof createThreads>[0]): Threads {
  const jobs = Promise.resolve(here(data as never))
  return {
    size: 1,
    async run<Answer>(job: string, asked: unknown) {
      // Lets the program process a cancellation between two jobs.
      await new Promise(setImmediate)
      if (signal?.aborted) throw abandoned(signal)
      return (await (
        await jobs
      )[job]!(asked as never)) as Answer
    },
    close: async () => {},
  }
}

function together({ program, size, data, signal }: Parameters<typeof createThreads>[0]): Threads {
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  const at = new Map<Worker, Waiting>()
  let failed: Error | null = null
  const workers = Array.from({ length: size }, () => {
    const worker = new Worker(program, { workerData: data, resourceLimits: HEAP })
    worker.on('message', (reply: Reply) => {
      const job = at.get(worker)
      at.delete(worker)
      idle.push(worker)
      if (reply.error === undefined) job?.resolve(reply.answer as never)
      else job?.reject(new SelfsameError((reply.code ?? 'worker_lost') as 'worker_lost', reply.error))
      next()
    })
    worker.on('error', (cause) => fail(new SelfsameError('worker_lost', LOST, { cause })))
    worker.on('exit', (status) => {
      if (status !== 0) fail(new SelfsameError('worker_lost', LOST))
    })
    idle.push(worker)
    return worker
  })
  const fail = (error: Error) => {
    failed ??= error
    for (const job of [...at.values(), ...waiting.splice(0)]) job.reject(failed)
    at.clear()
  }
  const next = () => {
    while (idle.length > 0 && waiting.length > 0) {
      const worker = idle.pop()!
      const job = waiting.shift()!
      at.set(worker, job)
      worker.postMessage({ job: job.job, asked: job.asked })
    }
  }
  const stop = async () => {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  const onAbort = () => {
    fail(abandoned(signal!))
    void stop()
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  return {
    size,
    run<Answer>(job: string, asked: unknown) {
      return new Promise<Answer>((resolve, reject) => {
        if (signal?.aborted) reject(abandoned(signal))
        else if (failed !== null) reject(failed)
        else {
          waiting.push({ job, asked, resolve: resolve as (answer: never) => void, reject })
          next()
        }
      })
    },
    async close() {
      signal?.removeEventListener('abort', onAbort)
      await stop()
    },
  }
}

/** Inside a thread: answers the jobs that `make` creates from the start data of the thread. */
export function serveThread<Data>(make: (data: Data) => ThreadJobs | Promise<ThreadJobs>): void {
  if (isMainThread || parentPort === null) return
  const port = parentPort
  const jobs = Promise.resolve().then(() => make(workerData as Data))
  port.on('message', async ({ job, asked }: { job: string; asked: unknown }) => {
    try {
      const answer = (await (await jobs)[job]!(asked as never)) as { transfer?: ArrayBuffer[] } | undefined
      port.postMessage({ answer })
    } catch (error) {
      const { code, message } = error as SelfsameError
      port.postMessage({ error: message, code: error instanceof SelfsameError ? code : undefined })
    }
  })
}

const LOST =
  'A thread that worked on the tables ended before it was done, most likely of too little memory; use fewer workers.'
