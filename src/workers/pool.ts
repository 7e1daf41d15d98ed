// A pool of worker processes (docs/adr/0007-processes-for-heavy-work.md): each job has a deadline and can be cancelled; when a process
// dies, only its own job fails.
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Pool as Processes, pool as startPool, type Promise as Task } from 'workerpool'
import { abandoned, SelfsameError, tooLong } from '../errors.ts'

// At most `size` jobs run at once; the others wait in the order they came.
interface Slots {
  /** Resolves with a function that releases the slot (safe to call twice). Throws timeout if `signal` is aborted during the wait. */
  enter(signal?: AbortSignal): Promise<() => void>
  readonly taken: number
  readonly waiting: number
}

function createSlots(size: number): Slots {
  let taken = 0
  const waiting = new Set<() => void>()

  function releaseOnce(): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = waiting
      if (next === undefined) taken--
      else {
        waiting.delete(next)
        next()
      }
    }
  }

  return {
    async enter(signal) {
      if (signal?.aborted) throw abandoned(signal)
      if (taken < size) taken++
      else
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            waiting.delete(begin)
            reject(abandoned(signal))
          }
          const begin = () => {
            signal?.removeEventListener('abort', giveUp)
            resolve()
          }
          waiting.add(begin)
          signal?.addEventListener('abort', giveUp, { once: true })
        })
      return releaseOnce()
    },
    get taken() {
      return taken
    },
    get waiting() {
      return waiting.size
    },
  }
}

export interface PoolOptions {
  readonly program: URL
  readonly size: number
  /** Limit of resident memory in bytes; a process above it is ended. */
  readonly memoryBytes: number
  /** Arguments of the process, after the limit of its memory. */
  readonly programArguments?: readonly string[]
  readonly flags?: readonly string[]
  /** Milliseconds without a job after which the processes are ended; absent: never. */
  readonly idleMilliseconds?: number
}

export interface JobOptions {
  /** Milliseconds from the start of the job to its end; the wait for a process does not count. */
  readonly milliseconds: number
  /** Once aborted, a waiting job is dropped and a running one stopped. */
  readonly signal?: AbortSignal | undefined
}

export interface Pool {
  /** Runs one job. Throws timeout after its milliseconds or when `signal` is aborted, worker_lost if its process died. */
  run<Answer>(job: string, asked: unknown, options: JobOptions): Promise<Answer>
  readonly load: PoolLoad
  start(): void
  close(): Promise<void>
}

export interface PoolLoad {
  readonly running: number
  readonly waiting: number
  readonly lost: number
  /** Jobs stopped, or not started, because their time was over. */
  readonly timedOut: number
  /** Jobs stopped, or not started, because their caller left. */
  readonly abandoned: number
}

/** An abandoned job may still finish within this time, because another process would have to load everything again. */
const GRACE_MILLISECONDS = 250
/** Maximum milliseconds to wait for all processes to end. */
const CLOSE_MILLISECONDS = 2_000
/** Time that a process gets to clean up: none (0 would be the default), because it keeps nothing. */
const TERMINATE_MILLISECONDS = 1

const MEGABYTE = 1024 * 1024

export function createPool(options: PoolOptions): Pool {
  const slots = createSlots(options.size)
  const failed = { lost: 0, timedOut: 0, abandoned: 0 }
  let processes: Processes | null = null
  let idle: NodeJS.Timeout | undefined

  function started(least = 0): Processes {
    clearTimeout(idle)
    processes ??= startPool(fileURLToPath(options.program), settingsOf(options, least))
    return processes
  }

  function restLater(): void {
    clearTimeout(idle)
    if (options.idleMilliseconds === undefined || slots.taken > 0) return
    idle = setTimeout(() => void stop(), options.idleMilliseconds)
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ended = processes
    processes = null
    if (ended === null) return
    // workerpool never answers for a process that has already ended, so the wait is limited; the timer is cleared once it is over.
    const clock = new AbortController()
    const tooLate = wait(CLOSE_MILLISECONDS, null, { signal: clock.signal }).catch(() => {})
    await Promise.race([Promise.resolve(ended.terminate(true)).catch(() => {}), tooLate])
    clock.abort()
  }

  async function execute<Answer>(job: string, asked: unknown, { milliseconds, signal }: JobOptions): Promise<Answer> {
    const task = started().exec(job, [asked], { on: ignoreOutput }) as unknown as Task<Answer>
    let isLate = false
    const deadline = setTimeout(() => {
      isLate = true
      task.cancel()
    }, milliseconds)
    let grace: NodeJS.Timeout | undefined
    const abandon = () => {
      grace = setTimeout(() => task.cancel(), GRACE_MILLISECONDS)
    }
    signal?.addEventListener('abort', abandon, { once: true })
    try {
      return await task
    } catch (error) {
      if (isLate) throw tooLong()
      if (signal?.aborted) throw abandoned(signal)
      throw new SelfsameError('worker_lost', LOST, { cause: error })
    } finally {
      clearTimeout(deadline)
      clearTimeout(grace)
      signal?.removeEventListener('abort', abandon)
    }
  }

  /** A process may have died while idle, which shows only with its next job. That job has not started, so it is sent again. */
  async function executeAgainIfDead<Answer>(job: string, asked: unknown, jobOptions: JobOptions): Promise<Answer> {
    for (let dead = 0; ; dead++) {
      try {
        return await execute<Answer>(job, asked, jobOptions)
      } catch (error) {
        const { cause } = error as Error
        if (!(cause instanceof Error && cause.message === DEAD_BEFORE && dead < options.size)) throw error
      }
    }
  }

  return {
    async run<Answer>(job: string, asked: unknown, jobOptions: JobOptions): Promise<Answer> {
      const { signal } = jobOptions
      try {
        const leave = await slots.enter(signal)
        const execution = executeAgainIfDead<Answer>(job, asked, jobOptions).finally(() => {
          leave()
          restLater()
        })
        return await (signal === undefined ? execution : unlessAborted(execution, signal))
      } catch (error) {
        failed[reasonOf(error, signal)]++
        throw error
      }
    },
    get load() {
      return { running: slots.taken, waiting: slots.waiting, ...failed }
    },
    start() {
      started(options.size)
    },
    close: stop,
  }
}

function settingsOf({ program, size, memoryBytes, programArguments = [], flags = [] }: PoolOptions, least: number) {
  return {
    workerType: 'process' as const,
    minWorkers: least,
    maxWorkers: size,
    workerTerminateTimeout: TERMINATE_MILLISECONDS,
    // Output of a parser may quote the file it reads: it is captured from the process and dropped.
    emitStdStreams: true,
    forkArgs: [String(memoryBytes), ...programArguments],
    forkOpts: {
      // The start folder of the service may no longer exist.
      cwd: dirname(fileURLToPath(program)),
      // Above the watchdog's limit: Node would end the process with a dump of its data, the watchdog ends it without one.
      execArgv: [...flags, `--max-old-space-size=${Math.ceil((2 * memoryBytes) / MEGABYTE)}`],
      serialization: 'advanced' as const,
      // The environment is not passed on, because it contains keys. Buffers are mapped singly, so that freed memory returns (mallopt(3)).
      env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
    },
  }
}

/**
 * Why there is no answer: the process died, the time was over, or the caller left. A signal aborted with a SelfsameError comes from a
 * timer, any other from a caller that left.
 */
function reasonOf(error: unknown, signal: AbortSignal | undefined): 'lost' | 'timedOut' | 'abandoned' {
  if (signal?.aborted) return signal.reason instanceof SelfsameError ? 'timedOut' : 'abandoned'
  return error instanceof SelfsameError && error.code === 'timeout' ? 'timedOut' : 'lost'
}

function ignoreOutput(): void {}

/** The execution; rejects as soon as its caller leaves. */
function unlessAborted<Answer>(execution: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  execution.catch(() => {})
  return new Promise((resolve, reject) => {
    const leave = () => reject(abandoned(signal))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    execution.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** The message of workerpool for a process that had ended before it received the job. */
const DEAD_BEFORE = 'Worker is terminated'
const LOST =
  'The process that worked on this ended before it was done, probably because it needed more memory than this service allows; send less at once.'
