// A number of places, given out in the order in which they were asked for.
import { abandoned } from './abandoned.ts'

export interface Slots {
  /** Resolves with the function that gives the place back (safe to call twice). Throws timeout when `signal` is aborted while it waits. */
  enter(signal?: AbortSignal): Promise<() => void>
  readonly taken: number
  readonly waiting: number
}

export function createSlots(size: number): Slots {
  let taken = 0
  // A set keeps the order, and one that leaves the middle of it costs nothing.
  const waiting = new Set<() => void>()

  function leaver(): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = waiting
      if (next === undefined) taken--
      else {
        waiting.delete(next)
        next()
      }
    }
  }

  return {
    async enter(signal) {
      if (signal?.aborted) throw abandoned(signal)
      if (taken < size) taken++
      else
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            waiting.delete(begin)
            reject(abandoned(signal))
          }
          const begin = () => {
            signal?.removeEventListener('abort', giveUp)
            resolve()
          }
          waiting.add(begin)
          signal?.addEventListener('abort', giveUp, { once: true })
        })
      return leaver()
    },
    get taken() {
      return taken
    },
    get waiting() {
      return waiting.size
    },
  }
}
