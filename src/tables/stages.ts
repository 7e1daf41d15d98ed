// Threads for the stages of a run. Rows of numbers that threads share lie outside the heaps, whose collectors do not see how much they
// take: in a large table every stage has threads of its own, and what the stage before let go is collected before the next begins.
import { collect } from '../workers/collect.ts'
import type { Threads } from '../workers/threads.ts'

/** Records from which on a table is large. */
const LARGE = 200_000

export interface Stages {
  /** Does one stage of the work with threads; none of them is to be used behind it. */
  run<Done>(work: (threads: Threads) => Promise<Done>): Promise<Done>
  close(): Promise<void>
}

/** `start` makes the threads of a stage. */
export function stagesOf(start: () => Threads, count: number): Stages {
  return count < LARGE ? together(start) : apart(start)
}

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
