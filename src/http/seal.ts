// Attestation at the edge: what was asked, as a model with its defaults, and who asked, as far as the transport knows.
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { Signer } from '../attest/index.ts'
import { sha256Hex } from '../records/ids.ts'
import type { Upload } from '../records/requests.ts'
import { SERVICE_ENGINE } from '../version.ts'
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
    caller: callerOf(asked.request),
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

function callerOf(request: FastifyRequest): string | null {
  const named = request.headers['x-service-caller']
  const name = utf8Of(Array.isArray(named) ? named.join(', ') : named)?.trim()
  return name || request.ip || null
}

/** Node reads header bytes as Latin-1; a name outside ASCII is sent as UTF-8 (RFC 9110, 5.5: opaque bytes). */
function utf8Of(header: string | undefined): string | undefined {
  const bytes = Buffer.from(header ?? '', 'latin1')
  return header !== undefined && bytes.toString('latin1') === header && isUtf8(bytes) ? bytes.toString('utf8') : header
}
