// How many heavy jobs run at once. The others wait with their bodies unread, so that memory stays bounded; past the queue they are turned away.
import { SelfsameError } from '../errors.ts'

/** Resolves when the job may begin, with the function that ends it (safe to call twice). Throws too_busy. */
export type Admission = () => Promise<() => void>

export function createAdmission(jobs: number, queue: number): Admission {
  let running = 0
  const waiting: (() => void)[] = []

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async () => {
    if (running < jobs) running++
    else if (waiting.length >= queue)
      throw new SelfsameError('too_busy', 'Too many large requests at once; try again in a moment.')
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let left = false
    return () => {
      if (left) return
      left = true
      leave()
    }
  }
}
