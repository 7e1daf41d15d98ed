// The OpenAPI 3.1 document, written from the table of operations, and the page at /docs that shows it without network access.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { Envelope, ErrorBody } from '../records/self-descriptions.ts'
import { VERSION } from '../version.ts'
import { JSON_TYPE } from './bodies.ts'
import { mountOf, REQUEST_ID } from './failure.ts'
import { ALL_ROUTES, type Route } from './routes.ts'

/** Everything from this service, nothing from anywhere else. Swagger UI sets styles inline. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The pages of Swagger UI: a name, below static, static/theme or neither. A name has no character that ends, repeats or climbs a path. */
const PAGE = /^(?:static\/(?:theme\/)?)?(?:[a-z0-9](?:[._-]?[a-z0-9])*)?$/i

/** Swagger UI is dark under a class of the page: set as the browser prefers, now and whenever that changes. */
const DARK = `const dark = matchMedia('(prefers-color-scheme: dark)')
dark.onchange = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.onchange()`

const noSuchPage = (request: FastifyRequest): SelfsameError =>
  new SelfsameError('not_found', `There is nothing at this address; the API page is at ${mountOf(request)}/docs.`)

/** Answers any request below /docs. `create` gives an application that fails as ours does. */
export function createDocsPage(
  create: () => FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let page: Promise<FastifyInstance> | null = null
  return async (request, reply) => {
    const { '*': below = '' } = request.params as { '*'?: string }
    if (!PAGE.test(below)) throw noSuchPage(request)
    // Partial and conditional requests for a page fail: it is sent whole.
    for (const name of ['range', 'if-match', 'if-unmodified-since']) delete request.raw.headers[name]
    page ??= load(create())
    const app = await page
    // The page answers itself from here on, with the id of the log.
    request.raw.headers[REQUEST_ID] = request.id
    reply.raw.setHeader(REQUEST_ID, request.id)
    reply.hijack()
    app.routing(request.raw, reply.raw)
  }
}

async function load(app: FastifyInstance): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  await app.register(swagger, { mode: 'static', specification: { document: openApiDocument('..') as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CSP,
    uiConfig: {
      validatorUrl: null,
      docExpansion: 'list',
      layout: 'BaseLayout',
      tryItOutEnabled: true,
      defaultModelsExpandDepth: -1,
    },
    theme: { title: 'selfsame', js: [{ filename: 'dark.js', content: DARK }] },
  })
  // Only an outer server knows the path prefix, so links of the page are relative.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('location') === '/docs/') reply.header('location', '../')
    return request.routeOptions.url === '/docs' && typeof payload === 'string'
      ? payload.replaceAll('"/docs/', '"docs/')
      : payload
  })
  await app.ready()
  return app
}

type Json = Record<string, unknown>

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: 'The answer.',
  400: 'A value is not one that is accepted; the detail lists those that are.',
  403: 'The Host or the Origin of the request is not served.',
  404: 'This ledger holds no decision with that id.',
  409: 'The answer does not fit what stands by now; the detail says why.',
  413: 'The request is larger than this service accepts.',
  415: 'The content type is not accepted.',
  422: 'The request does not have the expected shape; the detail names the field.',
  429: 'Too many large requests at once.',
  500: 'The service failed.',
  503: 'No ledger is configured, or the service cannot answer now.',
}

/** Built anew at each call; a fresh object of plain JSON. */
/** `root` is the service's root as an address relative to the document's own (OpenAPI 3.1, 4.8.5). */
export function openApiDocument(root: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'selfsame',
      version: VERSION,
      summary: 'Entity resolution and de-identification beside the data it protects.',
      description:
        'Every error body is {"detail": string}. Offsets are Unicode code points of the text as sent, end exclusive. ' +
        'With a signing key every POST answer carries an attestation. The API has no authentication: it is bound to the loopback address.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: root, description: 'This service' }],
    paths: paths(),
    components: { schemas: { ...namedSchemas(), Error: plain(ErrorBody, 'output') } },
  }
}

function paths(): Json {
  const found: Record<string, Json> = {}
  for (const route of ALL_ROUTES)
    found[route.path] = { ...found[route.path], [route.method.toLowerCase()]: operation(route) }
  return found
}

function operation(route: Route): Json {
  return {
    operationId: route.tool,
    tags: [route.group],
    summary: route.summary,
    description: route.description,
    ...(route.carries === 'query' ? parameters(route) : { ...callerHeader(), requestBody: requestBody(route) }),
    responses: responses(route),
  }
}

function callerHeader(): Json {
  const description = 'Set by an authenticating proxy; becomes the caller of the attestation.'
  return {
    parameters: [{ name: 'X-Service-Caller', in: 'header', required: false, description, schema: { type: 'string' } }],
  }
}

function parameters(route: Route): Json {
  const properties = (plain(route.request, 'input') as { properties?: Record<string, Json> }).properties ?? {}
  const list = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: route.path.includes(`{${name}}`) ? 'path' : 'query',
    required: route.path.includes(`{${name}}`),
    description,
    schema,
  }))
  return list.length === 0 ? {} : { parameters: list }
}

function requestBody(route: Route): Json {
  if (route.carries === 'json')
    return {
      required: true,
      content: {
        'application/json': {
          schema: reference(requestName(route)),
          ...(route.example ? { example: route.example } : {}),
        },
      },
    }
  const form = plain(route.request, 'input') as { properties: Json }
  const files = {
    type: 'array',
    minItems: 1,
    items: { type: 'string', format: 'binary' },
    description: 'Text, PDF or DOCX; every name once.',
  }
  const schema = { ...form, properties: { files, ...form.properties }, required: ['files'] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function responses(route: Route): Json {
  const carried = route.carries === 'query' ? [] : [413, 415, 429]
  const shaped = route.carries === 'query' && Object.keys(route.request.shape).length === 0 ? [] : [422]
  const failures = [...new Set([...route.statuses, 403, ...carried, ...shaped, 500])].sort((a, b) => a - b)
  return {
    200: { description: STATUS_TEXT[200], content: { 'application/json': { schema: reference(answerName(route)) } } },
    ...Object.fromEntries(
      failures.map((status) => [
        status,
        { description: STATUS_TEXT[status], content: { 'application/json': { schema: reference('Error') } } },
      ]),
    ),
  }
}

function namedSchemas(): Json {
  const named: Json = {}
  for (const route of ALL_ROUTES) {
    if (route.carries === 'json') named[requestName(route)] = plain(route.request, 'input')
    const answer = plain(route.answer, 'output')
    named[answerName(route)] = route.method === 'POST' ? { allOf: [answer, reference('Attested')] } : answer
  }
  named['Attested'] = {
    type: 'object',
    properties: { attestation: { description: 'Present when a signing key is loaded.', ...plain(Envelope, 'output') } },
  }
  return named
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const requestName = (route: Route) => `${capital(route.tool)}Request`
const answerName = (route: Route) => `${capital(route.tool)}Answer`
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** JSON Schema 2020-12 of a schema, without the dialect line and the bounds of JavaScript's own integers. */
function plain(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return json
}

/** The OpenAPI document and the page that shows it. */
export function addPages(app: FastifyInstance, createPages: () => FastifyInstance): void {
  // One buffer for all: answers that are not read yet share it.
  let openApi: Buffer | null = null
  app.get('/openapi.json', (_request, reply) => {
    openApi ??= Buffer.from(JSON.stringify(openApiDocument('.')))
    return reply.header('content-type', JSON_TYPE).send(openApi)
  })
  const docs = createDocsPage(createPages)
  app.get('/docs', docs)
  app.get('/docs/*', docs)
}
