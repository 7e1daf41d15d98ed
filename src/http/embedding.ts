// The service inside another server (Node, Express, Fastify): hands requests unchanged to its own application, with the bytes of `serve`.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type OptionKind, refuseOptions } from '../options.ts'
import { createApp } from './app.ts'
import { APP_OPTIONS, type AppOptions } from './app-options.ts'

/** Answers one request. Its body must not have been read before. */
export interface Handler {
  (request: IncomingMessage, response: ServerResponse): void
  /** Opens the ledger. Requests before that wait for it. Rejects with ledger_unavailable. */
  ready(): Promise<void>
  /** Finishes what is in flight and closes the ledger. */
  close(): Promise<void>
}

export interface HandlerOptions extends AppOptions {
  /** Path that the service is found under, as in `/privacy`; paths outside of it are answered 404. Default: the root. */
  readonly prefix?: string | undefined
}

/** A request listener for `http.createServer`, and for `use` of Express, which strips its path itself. Throws what `createApp` throws. */
export function createHandler(given: HandlerOptions = {}): Handler {
  refuseOptions('createHandler', given, { ...APP_OPTIONS, prefix: PATH })
  const { prefix = '', ...options } = given
  const under = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
  const app = createApp(options)
  const ready = Promise.resolve(app.ready()).then(() => {})
  ready.catch(() => {})
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/'
    // As Express sets them too: links of the page at the root need the slash of the address, and hints the path before it.
    const { originalUrl = url, baseUrl = '' } = request as { originalUrl?: string; baseUrl?: string }
    Object.assign(request, { originalUrl, baseUrl: baseUrl + under })
    request.url = pathBelow(under, url)
    ready.then(
      () => app.routing(request, response),
      () => response.writeHead(503, { 'content-type': 'application/json' }).end(UNREADY),
    )
  }
  return Object.assign(handler, { ready: () => ready, close: () => app.close() })
}

/** A Fastify plugin: `server.register(selfsame, { prefix: '/privacy', ledger: 'decisions.sqlite' })`. Closed with its server. */
export const selfsame: FastifyPluginAsync<AppOptions & { readonly prefix?: string }> = async (
  server: FastifyInstance,
  { prefix = '', ...options },
) => {
  const handler = createHandler({ ...options, prefix })
  await handler.ready()
  // The body is left to the application: what the server around it would read, it could not read again.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.addHook('onClose', () => handler.close())
  for (const url of ['/', '/*'])
    server.all(url, (request, reply) => {
      reply.hijack()
      handler(request.raw, reply.raw)
    })
}

const UNREADY = JSON.stringify({ detail: 'The service could not start; the operator finds the cause in the log.' })

const PATH: OptionKind = {
  takes: (value) => typeof value === 'string' && /^(?:\/[\w~-][\w.~-]*)*\/?$/.test(value),
  allowed: 'a path of letters, digits and dashes that begins with a slash',
}

/** The address as the application knows it; what is not below the prefix is an address it does not have. */
function pathBelow(prefix: string, url: string): string {
  if (prefix === '') return url
  if (!url.startsWith(prefix)) return NOWHERE
  const rest = url.slice(prefix.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : NOWHERE
}

const NOWHERE = '/-'
