// The API page at /docs: Swagger UI from the installed package, loaded on the first visit, without network access.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SelfsameError } from '../errors.ts'
import { REQUEST_ID } from './failure.ts'
import { openApiDocument } from './openapi.ts'

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

/** Answers any request below /docs. `create` gives an application that fails as ours does. */
export function createDocsPage(
  create: () => FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let page: Promise<FastifyInstance> | null = null
  return async (request, reply) => {
    const { '*': below = '' } = request.params as { '*'?: string }
    if (!PAGE.test(below))
      throw new SelfsameError('not_found', 'There is nothing at this address; the API page is at /docs.')
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
