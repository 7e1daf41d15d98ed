// The application: the route table on Fastify, behind the guard, with every failure in the contract's words.
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { SelfsameError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { createService, type ServiceOptions } from '../service.ts'
import { readShape } from '../shape.ts'
import { createAdmission } from './admission.ts'
import { booleanOf, isForm, isJson, readJson } from './body.ts'
import { createDocsPage } from './docs-page.ts'
import { failureOf, isUnexpected, protocolFailure } from './failure.ts'
import { createGuard } from './guard.ts'
import { createInstallation } from './installation.ts'
import { openApiDocument } from './openapi.ts'
import { ROUTES, type Route } from './routes.ts'
import { createSeal } from './seal.ts'
import { readForm } from './uploads.ts'

export interface AppOptions extends Omit<ServiceOptions, 'warn'> {
  /** Path of the key file that answers are signed with. Null or absent: nothing is attested. */
  readonly signingKey?: string | null | undefined
  /** Load models and parsers in the background once the application is ready. */
  readonly warm?: boolean | undefined
  /** Host names served besides the loopback names. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Least severe log line written, as JSON to standard error. Default: silent. */
  readonly log?: 'silent' | 'error' | 'warn' | 'info' | undefined
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** A Fastify application, ready for `inject`, `listen` or another server. Closing it closes the ledger. */
export function createApp(options: AppOptions = {}): FastifyInstance {
  const app = fastify({
    ...logging(options.log ?? 'silent'),
    bodyLimit: 1, // set below from the service's limits
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 1,
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, _request, reply) => fail(error, reply as FastifyReply),
    clientErrorHandler: refuseConnection,
  })
  return app
}
