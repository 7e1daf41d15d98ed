// Inside a worker process: answers its pool. A watchdog thread ends it on excess memory or if the service is gone.
import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import workerpool from 'workerpool'

export type Job = (asked: never) => unknown

/** The program of the thread: a file in the same folder, once compiled. */
const WATCHDOG = new URL('./watchdog.js', import.meta.url)
/** Milliseconds without a job after which garbage of earlier jobs is collected. */
const REST_MILLISECONDS = 300
/** The part of its memory that a process may hold before it collects garbage. */
const FULL = 0.4

/** The arguments of the program after the memory limit, as given by its pool. */
export const words = (): readonly string[] => process.argv.slice(3)

const memoryBytes = Number(process.argv[2])

/** Collects garbage where it would count against the limit of what comes next: Node waits until it nears its own limit, which is higher. */
export function collectWhenFull(): void {
  if (process.memoryUsage.rss() > memoryBytes * FULL) globalThis.gc?.()
}

export function serveJobs(jobs: Readonly<Record<string, Job>>): void {
  const watchdog = new Worker(WATCHDOG, {
    workerData: { memoryBytes, parent: process.ppid },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
    env: {},
  })
  watchdog.unref()
  yieldToService()
  let rest: NodeJS.Timeout | undefined
  const answering =
    (job: Job): Job =>
    async (asked) => {
      clearTimeout(rest)
      collectWhenFull()
      try {
        return await job(asked)
      } finally {
        // If Node was started with --expose-gc, an idle process returns the memory of its last job.
        const { gc } = globalThis
        if (gc) rest = setTimeout(() => giveBack(gc), REST_MILLISECONDS).unref()
      }
    }
  workerpool.worker(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, answering(job)])))
}

/** Lowers the priority of this process, so that the service answers first on few cores. On Linux each thread has its own. */
function yieldToService(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The thread has ended meanwhile, or the system does not permit it: other processes become slower, with no other effect.
    }
  }
}

const THREADS = '/proc/self/task'

/** Collects garbage and compacts the heap, so that whole pages can return to the system. */
function giveBack(gc: NonNullable<typeof globalThis.gc>): void {
  setFlagsFromString('--compact-on-every-full-gc')
  gc()
  setFlagsFromString('--no-compact-on-every-full-gc')
}
