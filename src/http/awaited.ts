// How long the work for an answer is worth doing.
import type { FastifyReply } from 'fastify'
import { tooLong } from '../workers/abandoned.ts'

/**
 * Aborted when the connection has nothing more to hear: answered, gone, or kept waiting for so many milliseconds. Fastify's own
 * signal ends with the request's body, which is before the work begins.
 */
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
