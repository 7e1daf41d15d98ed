// The metrics port: a bare server with one address, separate from the API, so that proxies need no rule for it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { SelfsameError } from '../errors.ts'
import { createGuard } from './guard.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export interface MetricsServerOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly allowedHosts: readonly string[]
}

/** Scrapers are few, send a short head and read at once. */
const BOUNDS = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 8_192,
}
const MOST_CONNECTIONS = 32
const PATH = '/metrics'

/** Binds and answers. Rejects with the operating system's reason (EADDRINUSE, EACCES). */
export async function serveMetrics(metrics: Metrics, options: MetricsServerOptions): Promise<MetricsServer> {
  const guard = createGuard(options.allowedHosts)
  const server = createServer(BOUNDS, (request, response) => {
    const problem = problemOf(request, guard)
    if (problem !== null) {
      refuse(response, problem)
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { ...HEADERS, 'content-type': metrics.contentType }).end(text),
      () => refuse(response, { status: 500, detail: 'The metrics could not be read.' }),
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address, family, port } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

interface Problem {
  readonly status: number
  readonly detail: string
}

function problemOf(request: IncomingMessage, guard: ReturnType<typeof createGuard>): Problem | null {
  try {
    // Scrapers name a target by its address as well. Rebinding a name to this machine (what the guard is for) sends the name.
    if (!isAddress(request.headers.host ?? '')) guard(request.headers)
  } catch (error) {
    if (error instanceof SelfsameError) return { status: 403, detail: error.message }
    throw error
  }
  if (request.url !== PATH)
    return { status: 404, detail: `There is nothing at this address; this port answers ${PATH} only.` }
  if (request.method !== 'GET') return { status: 405, detail: 'This address answers GET only.' }
  return null
}

/** `10.0.0.5:9464`, `[fd00::5]:9464`, with or without the port. */
function isAddress(host: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(host) ?? []
  return isIP(bracketed ?? plain ?? '') !== 0
}

function refuse(response: ServerResponse, { status, detail }: Problem): void {
  // A body is not read, so its connection cannot be used again.
  const close = status === 405 ? { allow: 'GET', connection: 'close' } : { connection: 'close' }
  response
    .writeHead(status, { ...HEADERS, ...close, 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ detail }))
}
