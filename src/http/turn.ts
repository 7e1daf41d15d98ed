// When an answer leaves: those worked out in one turn of the event loop are written together at its end, because each write
// that wakes a waiting client costs more than a short answer. What is not ready by then is waited for, up to a limit.
import { SelfsameError } from '../errors.ts'

export interface Turn {
  /**
   * Gives the answer at the end of the turn, or as soon as it is there. Refuses with what it failed with, or with timeout after
   * so many milliseconds. Neither may throw.
   */
  within<Answer>(
    milliseconds: number,
    answer: Promise<Answer>,
    give: (answer: Answer) => void,
    refuse: (error: unknown) => void,
  ): void
  /** Gives what is ready now: called before long work, which the end of the turn would wait for. */
  flush(): void
}

/** Answers that wait for the end of the turn: past them those that are ready go. */
const MOST_WAITING = 16

export function createTurn(): Turn {
  let ending: (() => void)[] = []
  let ready = 0
  let scheduled = false

  function end(): void {
    const ended = ending
    ending = []
    ready = 0
    for (const each of ended) each()
  }

  function endTurn(): void {
    scheduled = false
    end()
  }

  function atEnd(each: () => void): void {
    ending.push(each)
    if (scheduled) return
    scheduled = true
    setImmediate(endTurn)
  }

  return {
    flush: end,
    within(milliseconds, answer, give, refuse) {
      let inTurn = true
      let over = false
      let ripe: (() => void) | null = null
      let timer: NodeJS.Timeout | null = null
      const settled = (how: () => void) => {
        if (over) return
        if (inTurn) {
          ripe = how
          if (++ready >= MOST_WAITING) end()
          return
        }
        if (timer !== null) clearTimeout(timer)
        how()
      }
      answer.then(
        (value) => settled(() => give(value)),
        (error) => settled(() => refuse(error)),
      )
      atEnd(() => {
        inTurn = false
        if (ripe !== null) {
          ripe()
          return
        }
        // Fastify's own handlerTimeout stops counting when the body has been read.
        timer = setTimeout(() => {
          over = true
          refuse(new SelfsameError('timeout', TOO_LONG))
        }, milliseconds)
      })
    },
  }
}

const TOO_LONG = 'The answer took longer than this service allows; send less at once.'
