// Collects what the program has let go. Node collects by itself as its heap fills, and does not count memory that threads share.
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
