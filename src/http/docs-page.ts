// The readable API page at /docs: Swagger UI from the installed package over our own document, loaded on the first visit only,
// and able to work with no network at all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** Answers any request below /docs. */
export function createDocsPage(create: () => FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let page: Promise<FastifyInstance> | null = null
  return async (request, reply) => {
    page ??= load(create())
    const app = await page
    reply.hijack()
    app.routing(request.raw, reply.raw)
  }
}

async function load(app: FastifyInstance): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  await app.register(swagger, { mode: 'static', specification: { document: openApiDocument() as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { validatorUrl: null, docExpansion: 'list', tryItOutEnabled: true, defaultModelsExpandDepth: -1 },
    theme: { title: 'selfsame' },
  })
  await app.ready()
  return app
}
