// A listening service, and the port of its metrics, if requested.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DEFAULT_PORT } from '../limits.ts'
import { type OptionKinds, PORT, refuseOptions, TEXT } from '../options.ts'
import { createApp } from './app.ts'
import { APP_OPTIONS, type AppOptions } from './app-options.ts'
import type { MetricsServer } from './metrics.ts'

export interface ServeOptions extends AppOptions {
  /** Address to bind. Anything but a loopback address exposes an API that has no authentication. */
  readonly host?: string | undefined
  /** 0 takes any free port. */
  readonly port?: number | undefined
  /** Port on which metrics are served to Prometheus; 0 takes any free port. Absent: nothing is counted. */
  readonly metricsPort?: number | undefined
  /** Address to bind that port to. Default: 127.0.0.1. */
  readonly metricsHost?: string | undefined
  /** Address of a collector that receives a span for each answer (OTLP over HTTP). Absent: nothing is traced. */
  readonly otel?: string | undefined
}

export interface Serving {
  readonly app: FastifyInstance
  readonly url: string
  readonly port: number
  /** Address of the metrics; null where they are off. */
  readonly metricsUrl: string | null
  close(): Promise<void>
}

/** Node takes an empty address for every address of the machine: the API has no authentication. */
const ADDRESS = { ...TEXT, allowed: 'an address to bind, as in 127.0.0.1' }

/** Every option of `serve`; the compiler refuses a missing one. */
const SERVE_OPTIONS: OptionKinds<ServeOptions> = {
  ...APP_OPTIONS,
  host: ADDRESS,
  port: PORT,
  metricsPort: PORT,
  metricsHost: ADDRESS,
  otel: TEXT,
}

/**
 * Binds and answers. Options left out are read from SERVICE_* as the command reads them, but for the port of the metrics. Rejects with
 * usage, key_file, ledger_unavailable, extra_missing, or the operating system's reason (EADDRINUSE, EACCES).
 */
export async function serve(options: ServeOptions = {}): Promise<Serving> {
  refuseOptions('serve', options, SERVE_OPTIONS)
  const { host = '127.0.0.1', port = DEFAULT_PORT, metricsPort, metricsHost = '127.0.0.1', otel, ...rest } = options
  const metrics = metricsPort === undefined ? null : (await import('./metrics.ts')).createMetrics()
  const traces = otel === undefined ? null : await (await import('./traces.ts')).createTraces(otel)
  const app = createApp(rest, metrics)
  traces?.(app)
  let scraped: MetricsServer | null = null
  try {
    if (metrics !== null && metricsPort !== undefined) {
      const { serveMetrics } = await import('./metrics.ts')
      const allowedHosts = options.allowedHosts ?? []
      scraped = await serveMetrics(metrics, { host: metricsHost, port: metricsPort, allowedHosts })
    }
    await app.listen({ host, port })
  } catch (error) {
    await Promise.all([app.close(), scraped?.close()])
    throw error
  }
  const bound = app.server.address() as AddressInfo
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return {
    app,
    url: `http://${name}:${bound.port}`,
    port: bound.port,
    metricsUrl: scraped?.url ?? null,
    async close() {
      await app.close()
      await scraped?.close()
    },
  }
}
