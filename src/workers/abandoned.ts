// What is said of work that was not finished because its time was over, or because nobody waits for it any more.
import { SelfsameError } from '../errors.ts'

/** The time that one answer may take is over. */
export function tooLong(): SelfsameError {
  return new SelfsameError('timeout', 'The answer took longer than this service allows; send less at once.')
}

/** Nobody waits any more: what `signal` was aborted with, where that says why. */
export function abandoned(signal?: AbortSignal): SelfsameError {
  if (signal?.reason instanceof SelfsameError) return signal.reason
  return new SelfsameError('timeout', 'The caller went away before the answer was there; nothing was recorded.')
}
