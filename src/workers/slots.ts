// A number of slots, assigned in the order of the requests.
import { abandoned } from './abandoned.ts'

export interface Slots {
  /** Resolves with a function that releases the slot (safe to call twice). Throws timeout if `signal` is aborted during the wait. */
  enter(signal?: AbortSignal): Promise<() => void>
  readonly taken: number
  readonly waiting: number
}

export function createSlots(size: number): Slots {
  let taken = 0
  // A set keeps the order, and removal from its middle is cheap.
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
