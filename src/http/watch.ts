// Observes every answer: a line of the access log and, if enabled, counts and durations.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface Watch {
  /** An answer that no hook sees: the address could not be taken apart. */
  unrouted(request: FastifyRequest, reply: FastifyReply): void
  /** An answer on a bare connection, without a whole request. */
  refused(id: string, status: number): void
}

/** Watches every request of an application. Costs nothing where neither the log nor the metrics want to hear of answers. */
export function watchRequests(app: FastifyInstance, { answered }: Log, metrics: Metrics | null): Watch {
  const tell = (request: FastifyRequest, reply: FastifyReply): void => {
    answered?.({
      id: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  }
  if (metrics !== null) {
    app.server.on('drop', () => metrics.dropped())
    app.addHook('onRequest', (request, reply, done) => {
      metrics.began(request, reply, routeOf(request))
      done()
    })
  }
  if (answered !== null)
    app.addHook('onResponse', (request, reply, done) => {
      tell(request, reply)
      done()
    })
  return {
    unrouted(request, reply) {
      metrics?.began(request, reply, null)
      tell(request, reply)
    },
    refused(id, status) {
      metrics?.refused(status)
      answered?.({ id, method: null, route: null, status, ms: null })
    },
  }
}

/** The pattern of the route that matched; null when none did. */
const routeOf = (request: FastifyRequest): string | null => request.routeOptions.url ?? null
