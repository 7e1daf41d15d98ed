// Monitors a worker process. SIGKILL also ends a process that is out of memory or in a loop, and leaves no dump.
import { workerData } from 'node:worker_threads'

const { memoryBytes, parent } = workerData as { readonly memoryBytes: number; readonly parent: number }

/** Between two checks, a process can allocate at most some hundred megabytes, because only touched memory counts. */
const LOOK_MILLISECONDS = 50

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, LOOK_MILLISECONDS)
