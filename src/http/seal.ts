// Attestation at the edge: what was asked, as a model with its defaults, and who asked, as far as the transport knows.
import type { FastifyRequest } from 'fastify'
import { type AnswerDigest, digestOf, type Signer, sealDigest } from '../attest/index.ts'
import type { Limits } from '../limits.ts'
import type { Envelope } from '../records/service.ts'
import { readShape } from '../shape.ts'
import { SERVICE_ENGINE } from '../version.ts'
import { namedCaller } from './caller.ts'
import type { Route } from './routes.ts'

/** An uploaded file as an attestation binds it: by its bytes, not only by its name. */
export interface BoundFile {
  readonly name: string
  readonly sha256: string
  readonly size: number
}

/** The digest of an answer of a POST route: `asked` is its request as sent, `files` what was uploaded with it. */
export function digestOfAnswer(
  route: Route,
  asked: unknown,
  files: readonly BoundFile[],
  answer: object,
  limits: Limits,
): AnswerDigest {
  const model: object = readShape(route.request, asked, limits)
  return digestOf(route.tool, route.carries === 'form' ? { ...model, files } : model, answer)
}

/** The caller as the transport reports it: the name from a proxy, or the address of the client. */
export const callerOf = (request: FastifyRequest): string | null => namedCaller(request.raw) ?? (request.ip || null)

/** The envelope of an answer. */
export function sealed(route: Route, digest: AnswerDigest, request: FastifyRequest, signer: Signer): Promise<Envelope> {
  return sealDigest({
    tool: route.tool,
    digest,
    caller: callerOf(request),
    signer,
    engine: SERVICE_ENGINE,
    now: new Date(),
  })
}
