// The operator's log: one JSON line per event on standard error, never a body, a query value, a decision id or a stack.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { destination, pino } from 'pino'
import { SelfsameError } from '../errors.ts'
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

export const LEVELS = ['silent', 'error', 'warn', 'info'] as const
export type LogLevel = (typeof LEVELS)[number]

export interface Log {
  /** Null: the log has no reader. */
  readonly answered: ((entry: AnsweredEntry) => void) | null
  warn(message: string): void
  /** Values were shown to a caller: written at every level but `silent`. */
  revealed(entry: RevealedEntry): void
  /** A failure that the caller did not cause: its kind and place. Only messages of our own errors are free of values. */
  failed(error: unknown, at: { readonly route: string | null; readonly id: string | null }): void
}

export interface AnsweredEntry {
  readonly id: string
  /** Null without a well-formed request. */
  readonly method: string | null
  /** The pattern of the table, null when nothing matched. */
  readonly route: string | null
  readonly status: number
  readonly ms: number | null
}

export interface RevealedEntry {
  readonly id: string
  readonly shown: string
  readonly caller: string | null
}

const SILENT: Log = { answered: null, warn() {}, revealed() {}, failed() {} }

export function createLog(level: LogLevel): Log {
  if (level === 'silent') return SILENT
  // Lines are written after the answers, in order; the remaining lines are written when the process ends.
  const stream = destination({ dest: 2, sync: false })
  process.once('exit', () => stream.flushSync())
  const logger = pino({ level, base: null }, stream)
  // Access to values is an audit record: it is written at every log level.
  const audit = pino({ level: 'info', base: null }, stream)
  return {
    answered: level === 'info' ? (entry) => logger.info(entry, 'answered') : null,
    warn: (message) => logger.warn(message),
    revealed: (entry) => audit.info(entry, 'revealed'),
    failed: (error, at) => logger.error({ ...at, ...kindOf(error) }, 'failed'),
  }
}

export function kindOf(error: unknown): { kind: string; code: string | null; at: string | null; reason?: string } {
  if (!(error instanceof Error)) return { kind: typeof error, code: null, at: null }
  const code = (error as NodeJS.ErrnoException).code
  const at = /\/(?:dist|src)\/([\w./-]{1,200}:\d{1,9}:\d{1,9})/.exec(error.stack ?? '')?.[1]
  const reason = error instanceof SelfsameError ? { reason: error.message } : {}
  return { kind: error.name, code: typeof code === 'string' ? code : null, at: at ?? null, ...reason }
}
