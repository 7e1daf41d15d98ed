// When answers are worked out and leave: the requests of one turn of the event loop are answered together at its end. Work of one
// kind done in a row finds its code and facts in the processor's caches, and each write that wakes a waiting client costs more
// than a short answer. What is not ready by then is waited for, up to a limit.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { tooLong } from '../errors.ts'

// Node's response, with ASCII text sent as Latin-1, connections closed on shutdown, and no "100 Continue".
type Written = (error?: Error | null) => void

/** The class of a server's responses; what they send is what Node's own would send. */
export function responses(isClosing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...head: unknown[]): this {
      // A connection kept alive past its last answer would hold the service open.
      if (isClosing()) this.shouldKeepAlive = false
      // bounded: the arguments of writeHead
      return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>))
    }

    /** While an earlier answer is on its way, "100 Continue" would land in its body. A server may omit it (RFC 9110, 10.1.1); Node must see it sent. */
    override writeContinue(sent?: () => void): void {
      if (this.socket === null) Object.assign(this, { _sent100: true })
      else super.writeContinue(sent)
    }

    /** Head and body of a short answer leave as one string: the same bytes in either encoding, but one is copied, one transcoded. */
    override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
      const isUtf8 = encoding === undefined || encoding === null || encoding === 'utf8'
      if (typeof chunk !== 'string' || !isUtf8 || Buffer.byteLength(chunk) !== chunk.length)
        return super.end(chunk, encoding as BufferEncoding, done as Written)
      return super.end(chunk, 'latin1', done as Written)
    }
  }
}

/** Aborted when the connection is answered, gone or has waited that long. Fastify's own signal ends with the request body, before the work. */
export function whileAwaited(reply: FastifyReply, milliseconds: number): { signal: AbortSignal; end: () => void } {
  const awaited = new AbortController()
  const abort = () => awaited.abort()
  const timer = setTimeout(() => awaited.abort(tooLong()), milliseconds)
  reply.raw.once('close', abort)
  if (reply.raw.destroyed || reply.raw.writableEnded) abort()
  const end = () => {
    clearTimeout(timer)
    reply.raw.off('close', abort)
  }
  return { signal: awaited.signal, end }
}

export interface Turn {
  /** Starts the work at the end of the turn and answers with the others, or once ready. Fails with its error or timeout. None may throw. */
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
