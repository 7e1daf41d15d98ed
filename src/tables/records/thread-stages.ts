// Threads for the stages of a run: for a large table each stage has its own, and shared memory is collected between stages.
import { collect, type Threads } from '../../workers/threads.ts'

/** Fewest records of a large table. */
const LARGE = 200_000

export interface Stages {
  /** Executes one stage with threads. The threads must not be used after it. */
  run<Done>(work: (threads: Threads) => Promise<Done>): Promise<Done>
  close(): Promise<void>
}

/** `start` creates the threads of a stage. */
export const stagesOf = (start: () => Threads, count: number): Stages =>
  count < LARGE ? together(start) : apart(start)

function together(start: () => Threads): Stages {
  let threads: Threads | null = null
  return {
    run(work) {
      threads ??= start()
      return work(threads)
    },
    close: async () => threads?.close(),
  }
}

function apart(start: () => Threads): Stages {
  return {
    async run(work) {
      collect()
      const threads = start()
      try {
        return await work(threads)
      } finally {
        await threads.close()
      }
    },
    close: async () => {},
  }
}
