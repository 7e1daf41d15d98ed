// Inside a worker process: answers the jobs of its pool, watched over by a thread that ends the process when it takes too much
// memory or its service is gone. Nothing in the process itself can stop that thread: not an endless loop, not a busy parser.
import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import workerpool from 'workerpool'

/** One kind of job: what is asked comes, and what is answered goes, as structured clones. */
export type Job = (asked: never) => unknown

/** The program of the thread: beside this file, once compiled. */
const WATCHDOG = new URL('./watchdog.js', import.meta.url)
/** Milliseconds without a job after which what earlier jobs left behind is collected. */
const REST_MILLISECONDS = 300

/** The words of the program behind the memory bound, as its pool gave them. */
export function words(): readonly string[] {
  return process.argv.slice(3)
}

export function serveJobs(jobs: Readonly<Record<string, Job>>): void {
  const memoryBytes = Number(process.argv[2])
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
      try {
        return await job(asked)
      } finally {
        // Where Node was started with --expose-gc: an idle process gives back what its last job took.
        const { gc } = globalThis
        if (gc) rest = setTimeout(() => giveBack(gc), REST_MILLISECONDS).unref()
      }
    }
  workerpool.worker(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, answering(job)])))
}

/**
 * Where cores are scarce, the service process goes first: it answers in a millisecond what callers of short requests wait for. Linux
 * keeps a priority for each thread, and the engine has started some by now; elsewhere it is one for the process.
 */
function yieldToService(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // A thread that ended meanwhile, or a system that does not allow it: it is slower for others, and nothing else.
    }
  }
}

const THREADS = '/proc/self/task'

/** Collects, and moves together what is left, so that whole pages of memory are free to go back. */
function giveBack(gc: NonNullable<typeof globalThis.gc>): void {
  setFlagsFromString('--compact-on-every-full-gc')
  gc()
  setFlagsFromString('--no-compact-on-every-full-gc')
}
