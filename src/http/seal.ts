// Attestation at the edge: what was asked, as a model with its defaults, and who asked, as far as the transport knows.
import type { FastifyRequest } from 'fastify'
import type { Signer } from '../attest/index.ts'
import { sha256Hex } from '../records/ids.ts'
import type { Upload } from '../records/requests.ts'
import { SERVICE_ENGINE } from '../version.ts'
import { namedCaller } from './caller.ts'
import type { Route } from './routes.ts'

/** The answer of a POST route with its attestation. */
export async function sealed(
  answer: object,
  asked: { route: Route; model: object; uploads: readonly Upload[]; request: FastifyRequest },
  signer: Signer,
): Promise<object> {
  const { sealAnswer } = await import('../attest/index.ts')
  const attestation = await sealAnswer({
    tool: asked.route.tool,
    inputs: asked.route.carries === 'form' ? { ...asked.model, files: asked.uploads.map(fileOf) } : asked.model,
    answer,
    caller: namedCaller(asked.request.raw) ?? (asked.request.ip || null),
    signer,
    engine: SERVICE_ENGINE,
    now: new Date(),
  })
  return { ...answer, attestation }
}

/** A file is bound by its bytes, not only by its name. */
function fileOf({ name, bytes }: Upload): { name: string; sha256: string; size: number } {
  return { name, sha256: sha256Hex(bytes), size: bytes.length }
}
