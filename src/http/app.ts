// The application: the route table on Fastify, behind the guard, with every failure in the contract's words.
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import { SelfsameError } from '../errors.ts'
import type { Upload } from '../records/requests.ts'
import { createService, type Service, type ServiceOptions } from '../service.ts'
import { readShape } from '../shape.ts'
import { type Admission, createAdmission } from './admission.ts'
import { booleanOf, isForm, isJson, readJson } from './body.ts'
import { namedCaller } from './caller.ts'
import { createDocsPage } from './docs-page.ts'
import { failureOf, isUnexpected, refuseConnection } from './failure.ts'
import { createGuard } from './guard.ts'
import { createLog, type Log, type LogLevel } from './log.ts'
import { openApiDocument } from './openapi.ts'
import { responses } from './response.ts'
import { type Call, ROUTES, type Route } from './routes.ts'
import { sealed } from './seal.ts'
import { createSelfDescription, type SelfDescription } from './self-description.ts'
import { heardOut } from './stopping.ts'
import { createTurn } from './turn.ts'
import { readForm } from './uploads.ts'

export interface AppOptions extends Omit<ServiceOptions, 'warn'> {
  /** Path of the key file that answers are signed with. Null or absent: nothing is attested. */
  readonly signingKey?: string | null | undefined
  /** Load models and parsers in the background once the application is ready. */
  readonly warm?: boolean | undefined
  /** Host names served besides the loopback names. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Least severe log line written, as JSON to standard error. Default: silent. */
  readonly log?: LogLevel | undefined
}

/** Bytes of a body from which on its answer may take longer than others should wait. */
const LONG_BODY = 4_096

const JSON_TYPE = 'application/json; charset=utf-8'

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * A Fastify application, ready for `inject`, `listen` or another server; closing it closes the ledger. Its `ready()`
 * rejects with key_file or ledger_unavailable when what it was given cannot be used.
 */
export function createApp(options: AppOptions = {}): FastifyInstance {
  const log = createLog(options.log ?? 'silent')
  const service = createService({ ...options, warn: log.warn })
  const { limits } = service
  const selfDescription = createSelfDescription({ warm: options.warm ?? false, ledger: service.ledgerConfigured })
  const fail = failWith(log)
  let closing = false
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    http: {
      headersTimeout: Math.min(limits.requestMs, 30_000),
      connectionsCheckingInterval: 1_000,
      ServerResponse: responses(() => closing),
      requireHostHeader: false, // refused by the guard, with a body of the documented shape
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // refused below, with a body of the documented shape
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => fail(error, request, reply as FastifyReply),
    clientErrorHandler: refuseConnection,
  })
  app.setErrorHandler(fail)
  // An expectation we do not know may be ignored (RFC 9110, 10.1.1); Node alone would answer 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  // Node drops what comes behind the 2,000th header, a second Host or Origin among it, and says nothing: the guard counts them instead.
  app.server.maxHeadersCount = 0
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  guardRequests(app, options.allowedHosts ?? [], log, () => closing)
  addRoutes(app, service, selfDescription)
  addPages(app, () => fastify().setErrorHandler(fail).setNotFoundHandler(refuseAddress))
  app.setNotFoundHandler(refuseAddress)
  app.addHook('onReady', async () => {
    if (options.signingKey)
      selfDescription.signer = (await import('../attest/index.ts')).loadKeyFile(options.signingKey)
    await service.open()
    if (selfDescription.warm === false) warmUp(service, selfDescription, log)
  })
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), limits.shutdownMs).unref()
    await heardOut(app.server)
  })
  app.addHook('onClose', () => service.close())
  return app
}

function failWith(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error)
    if (isUnexpected(failure)) log.failed(error, request.routeOptions?.url ?? null)
    if (failure.status === 429) reply.header('retry-after', '1')
    reply.code(failure.status).headers(HEADERS).send({ detail: failure.detail })
  }
}

function guardRequests(
  app: FastifyInstance,
  allowedHosts: readonly string[],
  log: Log,
  isClosing: () => boolean,
): void {
  const guard = createGuard(allowedHosts)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS)
    guard(request.headers, { url: request.raw.url, sent: request.raw.rawHeaders })
    namedCaller(request.raw)
    if (isClosing())
      throw new SelfsameError('shutting_down', 'The service is stopping; send the request again when it is back.')
    done()
  })
  const { answered } = log
  if (answered === null) return
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    answered({
      method: request.method,
      route: url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
}

function addRoutes(app: FastifyInstance, service: Service, selfDescription: SelfDescription): void {
  const admission = createAdmission(service.limits.heavyJobs, service.limits.heavyQueue)
  const turn = createTurn()
  const optionsOf = (route: Route): RouteOptions => ({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/, ':$1'),
    ...(route.method === 'POST' ? { onRequest: admit(route, service, admission) } : {}),
    handler: (request, reply) => {
      const isLong = !(Number(request.headers['content-length'] ?? 0) < LONG_BODY)
      if (isLong) turn.flush()
      turn.within(
        service.limits.answerMs,
        () => answerTo(route, request, reply),
        (answer) => send(reply, answer),
        (error) => refuse(reply, error),
      )
      if (isLong) turn.flush()
    },
  })
  function send(reply: FastifyReply, answer: object | string): void {
    try {
      if (typeof answer === 'string') reply.header('content-type', JSON_TYPE)
      reply.send(answer)
    } catch (error) {
      refuse(reply, error)
    }
  }
  function refuse(reply: FastifyReply, error: unknown): void {
    reply.send(error instanceof Error ? error : new Error('a failure that is no error', { cause: error }))
  }
  async function answerTo(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<object | string> {
    const form = route.carries === 'form' ? await readFiles(request, service) : null
    const asked = form?.fields ?? read(route, request)
    const uploads = form?.uploads ?? []
    const answer = await route.respond(new Asked(asked as never, uploads, service, selfDescription, reply))
    if (selfDescription.signer === null || route.method !== 'POST')
      return route.written === undefined ? answer : route.written(answer as never)
    const model = readShape(route.request, asked, service.limits)
    return sealed(answer, { route, model, uploads, request }, selfDescription.signer)
  }
  for (const route of ROUTES) if (route.carries !== 'form') app.route(optionsOf(route))
  app.register(async (forms) => {
    await forms.register(multipart)
    for (const route of ROUTES) if (route.carries === 'form') forms.route(optionsOf(route))
  })
}

/** A class, because every object literal with an accessor of its own gets a hidden class of its own, which lives long. */
class Asked implements Call<never> {
  readonly asked: never
  readonly uploads: readonly Upload[]
  readonly service: Service
  readonly selfDescription: SelfDescription
  readonly #reply: FastifyReply

  constructor(
    asked: never,
    uploads: readonly Upload[],
    service: Service,
    selfDescription: SelfDescription,
    reply: FastifyReply,
  ) {
    this.asked = asked
    this.uploads = uploads
    this.service = service
    this.selfDescription = selfDescription
    this.#reply = reply
  }

  /** Only long work asks for it: making and firing a signal costs more than a short answer. */
  get signal(): AbortSignal {
    return whileAwaited(this.#reply)
  }
}

/**
 * Aborted when the connection has nothing more to hear: answered (a time-out answers too) or gone. Fastify's own signal
 * ends with the request's body, which is before the work begins.
 */
function whileAwaited(reply: FastifyReply): AbortSignal {
  const awaited = new AbortController()
  reply.raw.once('close', () => awaited.abort())
  if (reply.raw.destroyed || reply.raw.writableEnded) awaited.abort()
  return awaited.signal
}

/** Before a body is read: is it of a kind and size to read at all, and is there room for it now? */
function admit(route: Route, { limits }: Service, admission: Admission) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers
    const [fits, wanted] = route.carries === 'form' ? [isForm, 'multipart/form-data'] : [isJson, 'application/json']
    if (!fits(type)) throw new SelfsameError('media_type', `This route takes ${wanted}; set the Content-Type to it.`)
    if (encoding !== undefined && encoding !== 'identity')
      throw new SelfsameError('media_type', 'Compressed request bodies are not accepted; send the body as it is.')
    const bytes = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
    const most = route.carries === 'form' ? limits.uploadTotalBytes + limits.bodyBytes : limits.bodyBytes
    if (bytes !== Number.POSITIVE_INFINITY && bytes > most)
      throw new SelfsameError('too_large', `The body of this request may have ${most} bytes; send less at once.`)
    if (route.carries !== 'form' && bytes <= limits.heavyBytes) {
      done()
      return
    }
    admission().then((leave) => {
      reply.raw.once('finish', leave).once('close', leave)
      if (request.raw.destroyed) leave()
      done()
    }, done)
  }
}

function readFiles(request: FastifyRequest, { limits }: Service) {
  refuseQuery(request.query as Record<string, unknown>)
  return readForm(request, limits)
}

function refuseQuery(query: Readonly<Record<string, unknown>>): void {
  if (Object.keys(query).length > 0)
    throw new SelfsameError('shape', 'This route takes no query parameters; send every field in the body.')
}

/** What a route without files is asked, of whatever shape. Throws malformed_body, shape. */
function read(route: Route, request: FastifyRequest): unknown {
  const query = request.query as Record<string, unknown>
  if (route.carries === 'query') {
    const { reveal } = query
    const flags = reveal === undefined ? {} : { reveal: booleanOf(reveal) }
    return { ...query, ...flags, ...(request.params as object) }
  }
  refuseQuery(query)
  return readJson((request.body as Buffer | undefined) ?? Buffer.alloc(0))
}

function addPages(app: FastifyInstance, createPages: () => FastifyInstance): void {
  let openApi: object | null = null
  app.get('/openapi.json', () => (openApi ??= openApiDocument()))
  const docs = createDocsPage(createPages)
  app.get('/docs', docs)
  app.get('/docs/*', docs)
}

/** Nothing answers here: either no such address (404), or not by this method (405). */
async function refuseAddress(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const path = request.url.split('?', 1)[0] ?? ''
  const known = ROUTES.filter((route) => new RegExp(`^${route.path.replace(/\{\w+\}/, '[^/]*')}$`).test(path))
  const methods = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  if (methods.length === 0)
    throw new SelfsameError(
      'not_found',
      'There is nothing at this address; GET /capabilities lists the routes, and /docs explains them.',
    )
  const allow = [...methods, 'OPTIONS'].join(', ')
  reply.header('allow', allow)
  if (request.method === 'OPTIONS') return reply.code(204).send()
  throw new SelfsameError('method_not_allowed', `This address answers ${allow} only.`)
}

function warmUp(service: Service, selfDescription: SelfDescription, log: Log): void {
  service.warm().then(
    () => {
      selfDescription.warm = true
    },
    (error) => {
      log.failed(error, null)
      log.warn('the warm start did not finish; the first requests will load what they need')
    },
  )
}
