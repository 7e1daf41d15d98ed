// The application: the route table on Fastify, protected by the guard, with every failure in the contract's words.
import { resolve } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import { loadKeyFile } from '../attest/key-file.ts'
import { SelfsameError } from '../errors.ts'
import { countOf } from '../operations/shared/check-limits.ts'
import { refuseOptions } from '../options.ts'
import { documentId, sha256Of } from '../records/ids.ts'
import { createInstallation, type Installation } from '../service.ts'
import { APP_OPTIONS, type AppOptions, withEnvironment } from './app-options.ts'
import {
  type Bodies,
  createBodies,
  fieldsOf,
  type Held,
  isForm,
  isJson,
  isReadByModel,
  JSON_TYPE,
  readBody,
  readJson,
} from './bodies.ts'
import { boundConnections, heardOut } from './connections.ts'
import { failureOf, isUnexpected, mountOf, REQUEST_ID, refuseConnection, requestIdOf } from './failure.ts'
import { addFhir } from './fhir.ts'
import { createGuard } from './guard.ts'
import { addHome } from './home.ts'
import { type Answered, createDesk, type Desk } from './job-queue.ts'
import { createLog, type Log, type Watch, watchRequests } from './log.ts'
import type { Metrics } from './metrics.ts'
import { addPages } from './openapi.ts'
import { createTurn, responses, whileAwaited } from './response-batching.ts'
import { ALL_ROUTES, type Route } from './routes.ts'
import { callerOf, digestOfAnswer, namedCaller, sealed } from './seal.ts'
import { createSelfDescription, type SelfDescription } from './self-description.ts'
import { addStudio, noteReveal } from './studio.ts'
import { readForm } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts the body of a request that may be long. */
    held: Held | null
  }
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * A Fastify application, ready for `inject`, `listen` or another server; closing it closes the ledger. Options left out are read from
 * SERVICE_* as the command reads them. Throws usage for an option that it does not have or a value that the option does not take, and key_file; its `ready()` rejects with
 * ledger_unavailable. `metrics`: what counts its requests.
 */
export function createApp(given: AppOptions = {}, metrics: Metrics | null = null): FastifyInstance {
  refuseOptions('createApp', given, APP_OPTIONS)
  const options = withEnvironment(given)
  const {
    signingKey,
    warm = false,
    allowedHosts = [],
    studio = false,
    fhir = false,
    fhirSalt = null,
    log: level,
    workers: asked,
    ...ofService
  } = options
  const signer = signingKey ? loadKeyFile(signingKey) : null
  const log = createLog(level ?? 'silent')
  const workers = countOf(asked)
  const warn = onceEach(log.warn)
  const service = createInstallation({ ...ofService, readers: workers, warn })
  const { limits, maskValues } = service
  const model = options.model === undefined ? null : resolve(options.model)
  const desk = createDesk({
    workers,
    limits,
    setting: {
      limits: options.limits ?? {},
      ledger: service.ledgerConfigured,
      signs: signer !== null,
      warm,
      model,
      maskValues,
    },
    packs: options.packs ?? [],
    ledger: service.ledger,
    warn,
  })
  const selfDescription = createSelfDescription({
    warm,
    signer,
    ledger: service.ledgerConfigured,
    model: model !== null,
  })
  const fail = failWith(log)
  let closing = false
  let watch: Watch
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
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) => {
      fail(error, request, reply as FastifyReply)
      watch.unrouted(request, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, watch.refused),
  })
  app.setErrorHandler(fail)
  // An expectation we do not know may be ignored (RFC 9110, 10.1.1); Node alone would answer 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  boundConnections(app.server, limits.connections)
  const bodies = { json: createBodies(limits.bodyTotalBytes), form: createBodies(limits.formTotalBytes) }
  // Node drops headers after the 2,000th without an error, even a second Host or Origin: the guard counts them instead.
  app.server.maxHeadersCount = 0
  app.removeAllContentTypeParsers()
  app.decorateRequest('held', null)
  app.addContentTypeParser('application/json', (request, payload, done) =>
    readBody(payload, limits.bodyBytes, request.held, done),
  )
  watch = watchRequests(app, log, metrics)
  metrics?.readFrom({ ...service.counts, jobs: () => desk.load, held: () => bodies.json.held + bodies.form.held })
  guardRequests(app, allowedHosts, () => closing)
  const house: House = { service, desk, bodies, selfDescription, log, hasModel: model !== null }
  addRoutes(app, house)
  if (fhir)
    addFhir(app, { service, desk, log, salt: fhirSalt, admit: (request, reply) => hold(house, 'json', request, reply) })
  addHome(app, studio)
  if (studio) addStudio(app, log)
  addPages(app, () => fastify({ genReqId: requestIdOf }).setErrorHandler(fail).setNotFoundHandler(refuseAddress))
  app.setNotFoundHandler(refuseAddress)
  app.addHook('onReady', async () => {
    await service.open()
    if (selfDescription.warm === false) {
      desk.start()
      warmUp(service, selfDescription, log)
    }
  })
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), limits.shutdownMs).unref()
    await heardOut(app.server)
  })
  app.addHook('onClose', async () => {
    try {
      await desk.close()
    } finally {
      await service.close()
    }
  })
  return app
}

/** Each process warns of a thing once, and the operator wants to hear of it once in all. */
function onceEach(warn: (message: string) => void): (message: string) => void {
  const warned = new Set<string>()
  return (message) => {
    if (!warned.has(message)) warn(message)
    warned.add(message)
  }
}

/** Failures that the same request may not meet a moment later. */
const PASSING = new Set<string>(['too_busy', 'shutting_down'])

function failWith(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error)
    if (isUnexpected(failure)) log.failed(error, { route: request.routeOptions?.url ?? null, id: request.id })
    if (error instanceof SelfsameError && PASSING.has(error.code)) reply.header('retry-after', '1')
    reply.code(failure.status).headers(HEADERS).header(REQUEST_ID, request.id).send({ detail: failure.detail })
  }
}

function guardRequests(app: FastifyInstance, allowedHosts: readonly string[], isClosing: () => boolean): void {
  const guard = createGuard(allowedHosts)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS).header(REQUEST_ID, request.id)
    guard(request.headers, { url: request.raw.url, sent: request.raw.rawHeaders })
    namedCaller(request.raw)
    if (isClosing())
      throw new SelfsameError('shutting_down', 'The service is stopping; send the request again when it is back.')
    done()
  })
}

interface House {
  readonly service: Installation
  readonly desk: Desk
  readonly bodies: Readonly<Record<'json' | 'form', Bodies>>
  readonly selfDescription: SelfDescription
  readonly log: Log
  /** A learned model reads texts: all that it reads is heavy, since running it holds up a process. */
  readonly hasModel: boolean
}

function addRoutes(app: FastifyInstance, house: House): void {
  const turn = createTurn()
  const { limits } = house.service
  function send(reply: FastifyReply, answer: object | string): void {
    try {
      if (typeof answer === 'string' || Buffer.isBuffer(answer)) reply.header('content-type', JSON_TYPE)
      reply.send(answer)
    } catch (error) {
      refuse(reply, error)
    }
  }
  function refuse(reply: FastifyReply, error: unknown): void {
    reply.send(error instanceof Error ? error : new Error('a failure that is no error', { cause: error }))
  }
  const optionsOf = (route: Route): RouteOptions => ({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/, ':$1'),
    ...(route.method === 'POST' ? { onRequest: admit(route, house) } : {}),
    handler: (request, reply) => {
      if (isHeavy(route, request, limits.heavyBytes, house.hasModel))
        heavyAnswer(route, request, reply, house).then(
          (answer) => send(reply, answer),
          (error) => refuse(reply, error),
        )
      else
        turn.within(
          limits.answerMs,
          () => shortAnswer(route, request, house),
          (answer) => send(reply, answer),
          (error) => refuse(reply, error),
        )
    },
  })
  for (const route of ALL_ROUTES) if (route.carries !== 'form') app.route(optionsOf(route))
  app.register(async (forms) => {
    await forms.register(multipart)
    for (const route of ALL_ROUTES) if (route.carries === 'form') forms.route(optionsOf(route))
  })
}

/** May the answer take longer than others should wait? Of a stored decision this is seen when it is read. */
function isHeavy(route: Route, request: FastifyRequest, heavyBytes: number, hasModel: boolean): boolean {
  if (route.light === true) return false
  const body = request.body as Buffer | undefined
  if (route.carries === 'json')
    return (body?.length ?? 0) > heavyBytes || (hasModel && route.readByModel === true && isReadByModel(body))
  return route.carries === 'form' || route.rerun === true
}

/** Answered here, in the turn of the event loop. */
async function shortAnswer(route: Route, request: FastifyRequest, house: House): Promise<object | string> {
  const { service, selfDescription } = house
  const asked = read(route, request)
  if ((asked as { reveal?: unknown } | null)?.reveal === true) noteReveal(house.log, request, route.tool)
  const answer = await route.respond({
    asked: asked as never,
    files: [],
    uploads: [],
    service,
    selfDescription,
    caller: callerOf(request),
  })
  if (selfDescription.signer === null || route.method !== 'POST')
    return route.written === undefined ? answer : route.written(answer as never)
  const digest = digestOfAnswer(route, asked, [], answer, service.limits)
  return { ...answer, attestation: await sealed(route, digest, request, selfDescription.signer) }
}

/** Answered by a worker, while this process goes on. */
async function heavyAnswer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  house: House,
): Promise<object | string> {
  const { service, desk, selfDescription } = house
  const { signal, end } = whileAwaited(reply, service.limits.answerMs)
  try {
    if (route.carries === 'form') return await answerForm(route, request, house, signal)
    const asked = route.carries === 'json' ? jsonBody(request) : (read(route, request) as { id: string })
    const rows = 'id' in asked && service.ledgerConfigured ? await desk.heavyRows(asked.id) : null
    if ('id' in asked && rows !== null && 'reveal' in asked && asked.reveal === true)
      noteReveal(house.log, request, route.tool)
    if ('id' in asked && rows === null) return await shortAnswer(route, request, house)
    const answered = await desk.answer({ tool: route.tool, asked, files: [], uploads: [], bound: [], rows }, signal)
    return await withAttestation(route, request, answered, selfDescription)
  } finally {
    end()
    // A caller that does not read its answer would keep it in memory for ever.
    reply.raw.setTimeout(service.limits.requestMs, () => reply.raw.destroy())
    // The time is the connection's: it would go on for the next answer, which may take longer.
    reply.raw.prependOnceListener('finish', () => reply.raw.socket?.setTimeout(0))
  }
}

async function answerForm(
  route: Route,
  request: FastifyRequest,
  { service, desk, selfDescription, log }: House,
  signal: AbortSignal,
): Promise<object> {
  refuseQuery(request.query as Record<string, unknown>)
  const { fields, uploads } = await readForm(request, service.limits, request.held, route.request)
  if ('reveal' in fields && fields.reveal === true) noteReveal(log, request, route.tool)
  desk.refuseWhenFull()
  const files = route.readsFiles ? [] : await service.readFiles(fields, uploads, { signal })
  const ids = route.readsFiles ? uploads.map(({ bytes }) => documentId(bytes)) : files.map(({ id }) => id)
  const bound = uploads.map(({ name, bytes }, at) => ({ name, sha256: sha256Of(ids[at]!), size: bytes.length }))
  const order = { tool: route.tool, asked: fields, files, uploads: route.readsFiles ? uploads : [], bound, rows: null }
  const answered = await desk.answer(order, signal)
  return withAttestation(route, request, answered, selfDescription)
}

/** The answer of a worker, with its attestation as the last member where answers are signed. */
async function withAttestation(
  route: Route,
  request: FastifyRequest,
  { json, digest }: Answered,
  { signer }: SelfDescription,
): Promise<Buffer> {
  request.held?.keep(json.length)
  const answer = Buffer.from(json.buffer, json.byteOffset, json.length)
  if (signer === null || digest === null) return answer
  const attestation = JSON.stringify(await sealed(route, digest, request, signer))
  return Buffer.concat([answer.subarray(0, -1), Buffer.from(`,"attestation":${attestation}}`)])
}

/** Before a body is read: is it of a kind and size to read at all, and is there room for it now? */
function admit(route: Route, house: House) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { 'content-type': type } = request.headers
    const [fits, wanted] = route.carries === 'form' ? [isForm, 'multipart/form-data'] : [isJson, 'application/json']
    if (!fits(type)) throw new SelfsameError('media_type', `This route takes ${wanted}; set the Content-Type to it.`)
    hold(house, route.carries === 'form' ? 'form' : 'json', request, reply)
    done()
  }
}

/** Refuses a body that is compressed or too large, and counts one that may be long. Throws media_type, too_large, too_busy. */
function hold(
  { service, desk, bodies }: House,
  kind: 'json' | 'form',
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { limits } = service
  const { 'content-encoding': encoding, 'content-length': length } = request.headers
  if (encoding !== undefined && encoding !== 'identity')
    throw new SelfsameError('media_type', 'Compressed request bodies are not accepted; send the body as it is.')
  // The size of a body in chunks is unknown until it has arrived.
  const bytes = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
  const most = kind === 'form' ? limits.uploadTotalBytes + limits.bodyBytes : limits.bodyBytes
  if (bytes !== Number.POSITIVE_INFINITY && bytes > most)
    throw new SelfsameError('too_large', `The body of this request may have ${most} bytes; send less at once.`)
  if (kind === 'json' && bytes <= limits.heavyBytes) return
  desk.refuseWhenFull()
  request.held = bodies[kind].of(reply.raw)
}

function refuseQuery(query: Readonly<Record<string, unknown>>): void {
  if (Object.keys(query).length > 0)
    throw new SelfsameError('shape', 'This route takes no query parameters; send every field in the body.')
}

/** The request of a route without files, of any shape. Throws malformed_body, shape. */
function read(route: Route, request: FastifyRequest): unknown {
  const query = request.query as Record<string, unknown>
  if (route.carries === 'query') {
    return { ...fieldsOf(query, route.request), ...(request.params as object) }
  }
  return readJson(jsonBody(request))
}

/** The bytes of a JSON body. Throws shape for a query in addition to it. */
function jsonBody(request: FastifyRequest): Buffer {
  refuseQuery(request.query as Record<string, unknown>)
  return (request.body as Buffer | undefined) ?? Buffer.alloc(0)
}

/** Nothing answers here: either no such address (404), or not by this method (405). */
async function refuseAddress(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const path = request.url.split('?', 1)[0] ?? ''
  const known = ALL_ROUTES.filter((route) => new RegExp(`^${route.path.replace(/\{\w+\}/, '[^/]*')}$`).test(path))
  const methods = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const mount = mountOf(request)
  if (methods.length === 0)
    throw new SelfsameError(
      'not_found',
      `There is nothing at this address; GET ${mount}/capabilities lists the routes, and ${mount}/docs explains them.`,
    )
  const allow = [...methods, 'OPTIONS'].join(', ')
  reply.header('allow', allow)
  if (request.method === 'OPTIONS') return reply.code(204).send()
  throw new SelfsameError('method_not_allowed', `This address answers ${allow} only.`)
}

function warmUp(service: Installation, selfDescription: SelfDescription, log: Log): void {
  // The learned model is run by the workers alone.
  service.warm({ learned: false }).then(
    () => {
      selfDescription.warm = true
    },
    (error) => {
      log.failed(error, { route: null, id: null })
      log.warn('the warm start did not finish; the first requests will load what they need')
    },
  )
}
