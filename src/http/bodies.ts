// All request bodies in memory, counted as they arrive: slow connections hold only what they sent, and a flood is refused early.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SelfsameError, tooBusy } from '../errors.ts'

export interface Bodies {
  /** Begins the count of one request: what it holds is given back when its answer has left or its connection is gone. */
  of(answer: ServerResponse): Held
  /** Bytes of all of them. */
  readonly held: number
}

export interface Held {
  /** Counts bytes that have arrived. Throws too_busy when all together are too many. */
  take(bytes: number): void
  /** Counts bytes of an answer until it has left: it is made, and not refused any more, but further bodies may be. */
  keep(bytes: number): void
}

export function createBodies(most: number): Bodies {
  let total = 0
  return {
    get held() {
      return total
    },
    of(answer) {
      let held = 0
      let isOver = answer.destroyed
      answer.once('close', () => {
        isOver = true
        total -= held
        held = 0
      })
      const keep = (bytes: number): void => {
        if (isOver) return
        total += bytes
        held += bytes
      }
      return {
        keep,
        take(bytes) {
          if (!isOver && total + bytes > most) throw tooBusy()
          keep(bytes)
        },
      }
    },
  }
}

/** In an outer server, whose body parser came first. */
export function readBefore(): SelfsameError {
  return new SelfsameError(
    'body_taken',
    'The body of this request was read before it reached this service; mount the service before any body parser.',
  )
}

/** A body that is whole, or why it is not, told once. */
export type BodyRead = (error: Error | null, body?: Buffer) => void

/** Reads the body of a request of at most `most` bytes. Fails with too_large, too_busy, or malformed_body when it ends early. */
export function readBody(payload: IncomingMessage, most: number, held: Held | null, done: BodyRead): void {
  if (payload.readableEnded) {
    done(readBefore())
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  const finish = (error: Error | null): void => {
    payload.off('data', take).off('end', end).off('error', cut).off('close', cut)
    if (error === null) done(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length))
    else {
      // Remaining data is read and dropped.
      payload.on('error', () => {}).resume()
      done(error)
    }
  }
  const take = (chunk: Buffer): void => {
    length += chunk.length
    try {
      if (length > most)
        throw new SelfsameError('too_large', 'The request body is larger than this service accepts; send less at once.')
      held?.take(chunk.length)
    } catch (error) {
      finish(error as Error)
      return
    }
    chunks.push(chunk)
  }
  const cut = () => finish(new SelfsameError('malformed_body', 'The request ended before it was complete.'))
  const end = () => finish(null)
  payload.on('data', take).on('end', end).on('error', cut).on('close', cut)
}
