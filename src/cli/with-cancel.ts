// Work that somebody at the terminal may stop.
import { SelfsameError } from '../errors.ts'

/** Runs `work` until it is done or somebody presses Ctrl-C: then it is stopped, and fails with `sentence`. */
export async function withCancel<Result>(
  sentence: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const cancel = new AbortController()
  const stop = () => cancel.abort(new SelfsameError('timeout', sentence))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work(cancel.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
