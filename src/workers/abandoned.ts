// Errors for work that was not finished because its time was over, or because its caller left.
import { SelfsameError } from '../errors.ts'

/** The time limit of one answer was exceeded. */
export const tooLong = (): SelfsameError =>
  new SelfsameError('timeout', 'The answer took longer than this service allows; send less at once.')

/** The caller left: returns the abort reason of `signal` if it is a SelfsameError. */
export function abandoned(signal?: AbortSignal): SelfsameError {
  if (signal?.reason instanceof SelfsameError) return signal.reason
  return new SelfsameError('timeout', 'The caller went away before the answer was there; nothing was recorded.')
}
