// The metrics of the service by Prometheus name, and their port. Labels hold no value of a caller: route patterns, methods, statuses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { SelfsameError } from '../errors.ts'
import type { Counts } from '../service-types.ts'
import { SERVICE_ENGINE, VERSION } from '../version.ts'
import type { PoolLoad } from '../workers/pool.ts'
import { createGuard } from './guard.ts'

export interface MetricsServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

interface MetricsServerOptions {
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

export interface Metrics {
  readFrom(sources: Sources): void
  began(request: FastifyRequest, reply: FastifyReply, route: string | null): void
  refused(status: number): void
  /** A connection was closed unanswered: there were as many as there may be. */
  dropped(): void
  readonly contentType: string
  text(): Promise<string>
}

/** Counters of the parts of a service. */
export interface Sources extends Counts {
  jobs(): PoolLoad
  held(): number
}

/** Seconds: a short answer takes a millisecond or two, the longest that limits allow by default 300 seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST'])
const NO_LOAD: PoolLoad = { running: 0, waiting: 0, lost: 0, timedOut: 0, abandoned: 0 }

/** Metrics of the process, started once, because prom-client cannot stop them. */
let ofProcess: Registry | null = null

export function createMetrics(): Metrics {
  if (ofProcess === null) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  const process = ofProcess
  const own = new Registry()
  const requests = new Counter({
    name: 'selfsame_http_requests_total',
    help: 'Requests answered; status is aborted where the caller hung up first.',
    labelNames: ['route', 'method', 'status'],
    registers: [own],
  })
  const durations = new Histogram({
    name: 'selfsame_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer, uploads and waiting included.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [own],
  })
  const inFlight = new Gauge({
    name: 'selfsame_http_requests_in_flight',
    help: 'Requests whose answer has not left.',
    registers: [own],
  })
  const refusals = new Counter({
    name: 'selfsame_http_malformed_requests_total',
    help: 'Answers to what was no whole request: too slow, cut off, malformed, headers too long.',
    labelNames: ['status'],
    registers: [own],
  })
  const drops = new Counter({
    name: 'selfsame_http_dropped_connections_total',
    help: 'Connections closed unanswered because the limit connections was reached.',
    registers: [own],
  })
  new Gauge({
    name: 'selfsame_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'engine'],
    registers: [own],
  }).set({ version: VERSION, engine: SERVICE_ENGINE }, 1)

  return {
    readFrom: (sources) => registerSources(own, sources),
    began(request, reply, route) {
      inFlight.inc()
      const pattern = route ?? 'none'
      const begun = performance.now()
      const method = METHODS.has(request.method) ? request.method : 'other'
      reply.raw.once('close', () => {
        inFlight.dec()
        const status = reply.raw.writableFinished ? String(reply.raw.statusCode) : 'aborted'
        requests.inc({ route: pattern, method, status })
        durations.observe({ route: pattern }, (performance.now() - begun) / 1000)
      })
    },
    refused: (status) => refusals.inc({ status: String(status) }),
    dropped: () => drops.inc(),
    contentType: own.contentType,
    text: async () => `${await own.metrics()}\n${await process.metrics()}`,
  }
}

/** A metric with values from another part, collected on request. */
interface Kept {
  readonly name: string
  readonly help: string
  readonly Kind: typeof Gauge | typeof Counter
  readonly label?: string
  /** Values by the value of the label; null without one. */
  readonly values: (sources: Sources) => readonly (readonly [string | null, number])[]
}

const ofPools = (name: string, Kind: Kept['Kind'], help: string, value: (load: PoolLoad) => number): Kept => ({
  name: `selfsame_${name}`,
  help,
  Kind,
  label: 'pool',
  values: ({ jobs, readers }) => [
    ['answers', value(jobs())],
    ['files', value(readers() ?? NO_LOAD)],
  ],
})

const KEPT: readonly Kept[] = [
  ofPools('jobs_running', Gauge, 'Jobs in worker processes.', ({ running }) => running),
  ofPools('jobs_waiting', Gauge, 'Jobs that wait for a worker process.', ({ waiting }) => waiting),
  ofPools(
    'workers_lost_total',
    Counter,
    'Worker processes that ended under a job: of too much memory, or of a failure.',
    ({ lost }) => lost,
  ),
  ofPools(
    'jobs_timed_out_total',
    Counter,
    'Jobs stopped, or not begun, because their time was over.',
    ({ timedOut }) => timedOut,
  ),
  ofPools(
    'jobs_abandoned_total',
    Counter,
    'Jobs stopped, or not begun, because their caller hung up.',
    ({ abandoned }) => abandoned,
  ),
  {
    name: 'selfsame_files_total',
    help: 'Uploaded files that became text, and that could not be read.',
    Kind: Counter,
    label: 'outcome',
    values: ({ files }) => Object.entries(files()),
  },
  {
    name: 'selfsame_decisions_recorded_total',
    help: 'Decisions acknowledged by the ledger, those that it knew before included.',
    Kind: Counter,
    values: ({ recorded }) => [[null, recorded()]],
  },
  {
    name: 'selfsame_bodies_held_bytes',
    help: 'Bytes of long bodies, uploads and their answers in memory.',
    Kind: Gauge,
    values: ({ held }) => [[null, held()]],
  },
]

function registerSources(register: Registry, sources: Sources): void {
  for (const { name, help, Kind, label, values } of KEPT)
    new Kind({
      name,
      help,
      ...(label === undefined ? {} : { labelNames: [label] }),
      registers: [register],
      collect() {
        this.reset()
        for (const [of, value] of values(sources)) this.inc(label === undefined ? {} : { [label]: of ?? '' }, value)
      },
    })
}
