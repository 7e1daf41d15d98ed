// When answers are worked out and leave: the requests of one turn of the event loop are answered together at its end. Work of one
// kind done in a row finds its code and facts in the processor's caches, and each write that wakes a waiting client costs more
// than a short answer. What is not ready by then is waited for, up to a limit.
import { tooLong } from '../workers/abandoned.ts'

export interface Turn {
  /**
   * Begins the work at the end of the turn and gives its answer with those of the others, or as soon as it is there. Refuses with
   * what it failed with, or with timeout after so many milliseconds. None of the three may throw.
   */
  within<Answer>(
    milliseconds: number,
    work: () => Promise<Answer>,
    give: (answer: Answer) => void,
    refuse: (error: unknown) => void,
  ): void
  /** Begins what waits now: called before and after long work, which nothing else should wait for. */
  flush(): void
}

interface Waiting {
  readonly milliseconds: number
  readonly begin: (settled: (give: () => void) => void) => void
  readonly refuse: (error: unknown) => void
}

/** Requests that wait for the end of the turn: past them those that wait are answered. */
const MOST_WAITING = 32

export function createTurn(): Turn {
  let waiting: Waiting[] = []
  let scheduled = false

  function flush(): void {
    if (waiting.length === 0) return
    const group = waiting
    waiting = []
    leaveTogether(group)
  }

  function endTurn(): void {
    scheduled = false
    flush()
  }

  return {
    flush,
    within(milliseconds, work, give, refuse) {
      const begin: Waiting['begin'] = (settled) => {
        work().then(
          (answer) => settled(() => give(answer)),
          (error) => settled(() => refuse(error)),
        )
      }
      waiting.push({ milliseconds, begin, refuse })
      if (waiting.length >= MOST_WAITING) flush()
      else if (!scheduled) {
        scheduled = true
        setImmediate(endTurn)
      }
    },
  }
}

/** Does the work of a group; its answers leave in the order of the requests, once all are there or the event loop has turned. */
function leaveTogether(group: readonly Waiting[]): void {
  const ripe: ((() => void) | null)[] = group.map(() => null)
  const late: (((give: () => void) => void) | null)[] = []
  let unsettled = group.length
  let isTogether = true

  function leave(): void {
    if (!isTogether) return
    isTogether = false
    group.forEach((each, at) => {
      const give = ripe[at]!
      if (give === null) late[at] = waitedFor(each)
      else give()
    })
  }

  group.forEach(({ begin }, at) => {
    begin((give) => {
      if (!isTogether) {
        late[at]?.(give)
        return
      }
      ripe[at] = give
      unsettled--
      if (unsettled === 0) leave()
    })
  })
  setImmediate(leave)
}

/** Takes the answer that is late, unless its time is over by then. Fastify's own handlerTimeout stops counting when the body has been read. */
function waitedFor({ milliseconds, refuse }: Waiting): (give: () => void) => void {
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    refuse(tooLong())
  }, milliseconds)
  return (give) => {
    if (isOver) return
    clearTimeout(timer)
    give()
  }
}
