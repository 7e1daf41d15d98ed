// Long work that Ctrl-C stops in an orderly way.
import { SelfsameError } from '../errors.ts'

/** Runs `work` until it is done or Ctrl-C is pressed, which fails with the sentence `stopped`. */
export async function withCancel<Result>(
  stopped: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const cancel = new AbortController()
  const stop = () => cancel.abort(new SelfsameError('timeout', stopped))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work(cancel.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
