// The thread that watches over a worker process. SIGKILL, because a process that is out of memory or in a loop answers to nothing
// else, and because it leaves no dump of what the process held.
import { workerData } from 'node:worker_threads'

const { memoryBytes, parent } = workerData as { readonly memoryBytes: number; readonly parent: number }

/** Between two looks a process can take some hundred megabytes more at most: memory has to be touched to count. */
const LOOK_MILLISECONDS = 50

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, LOOK_MILLISECONDS)
