// Forces a garbage collection. Node collects as its heap fills, but does not count shared memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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
