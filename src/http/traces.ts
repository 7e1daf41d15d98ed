// OpenTelemetry traces: one span for each answer, by the pattern of its route. The packages are installed by name and loaded only when
// asked for. A span has no address, header, body, address of a caller or id of a decision.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SpanContext } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SelfsameError } from '../errors.ts'
import { VERSION } from '../version.ts'

/** Makes a span of every answer of an application; closing the application sends the last ones. */
export type Traces = (app: FastifyInstance) => void

const PACKAGES = ['api@1.9', 'resources@2', 'sdk-trace-base@2', 'exporter-trace-otlp-http@0.223']
/** Milliseconds for the last spans. */
const LAST_MS = 2000
/** The number that an answer begins with, as that of /detect: {"count":2. */
const COUNT = /^\{\s*"count":\s?(\d{1,9})\b/

/** Throws what createTraces throws, and makes nothing. */
export async function checkCollector(endpoint: string): Promise<void> {
  tracesOf(endpoint)
  await packages()
}

/** `endpoint`: the address of a collector. Throws usage if it is not an address, and extra_missing. */
export async function createTraces(endpoint: string): Promise<Traces> {
  const url = tracesOf(endpoint)
  const { api, resources, base, otlp } = await packages()
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  const provider = new base.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'selfsame', 'service.version': VERSION })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new base.BatchSpanProcessor(new otlp.OTLPTraceExporter({ url }))],
  })
  const tracer = provider.getTracer('selfsame', VERSION)
  const counts = new WeakMap<FastifyRequest, number>()
  const tell = (request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => {
    const { id, method } = request
    const route = request.routeOptions.url
    const count = counts.get(request)
    const parent = callerSpan(request)
    const now = Date.now()
    const attributes = {
      'http.request.method': method,
      'http.response.status_code': statusCode,
      'selfsame.request_id': id,
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(count === undefined ? {} : { 'selfsame.count': count }),
    }
    const span = tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      { kind: SpanKind.SERVER, startTime: now - elapsedTime, attributes },
      parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
    )
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(now)
  }
  return (app) => {
    app.addHook('onSend', (request, _, payload, done) => {
      const text = Buffer.isBuffer(payload) ? payload.toString('latin1', 0, 40) : payload
      const count = typeof text === 'string' ? COUNT.exec(text.slice(0, 40))?.[1] : undefined
      if (count !== undefined) counts.set(request, Number(count))
      done(null, payload)
    })
    app.addHook('onResponse', (request, reply, done) => {
      tell(request, reply)
      done()
    })
    // A collector that is away is tried again and again, which must not keep the service from its end.
    app.addHook('onClose', () =>
      Promise.race([provider.shutdown().catch(() => {}), sleep(LAST_MS, undefined, { ref: false })]),
    )
  }
}

/** The address for spans: an endpoint without a path gets the path of the specification (OTLP/HTTP). */
function tracesOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new SelfsameError('usage', 'the address of a collector is like http://127.0.0.1:4318; correct --otel')
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return url.href
}

async function packages() {
  try {
    const [api, resources, base, otlp] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
    return { api, resources, base, otlp }
  } catch (cause) {
    const named = PACKAGES.map((name) => `@opentelemetry/${name}`).join(' ')
    throw new SelfsameError('extra_missing', `traces need packages that are not installed: npm install ${named}`, {
      cause,
    })
  }
}

/** The span that the caller names (W3C Trace Context), hexadecimal digits alone; null without a well-formed one. */
function callerSpan({ headers }: FastifyRequest): SpanContext | null {
  const header = String(headers['traceparent'] ?? '')
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & 1, isRemote: true }
}
