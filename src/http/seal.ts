// Attestation at the edge: the request with its defaults, and the caller by X-Service-Caller or the client's address.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type AnswerDigest, digestOf, type Signer, sealDigest } from '../attest/index.ts'
import { SelfsameError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Envelope } from '../records/self-descriptions.ts'
import { readShape } from '../shape.ts'
import { unfitName } from '../text/mask.ts'
import { SERVICE_ENGINE } from '../version.ts'
import type { Route } from './routes.ts'

const HEADER = 'x-service-caller'

/** The caller that a request names, or null. Throws caller_invalid for a repeated header, over 256 code points, or unreadable characters. */
export function namedCaller({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | null {
  const sent = headers[HEADER]
  if (sent === undefined) return null
  if (timesSent(rawHeaders) > 1) throw refused('it is sent more than once')
  // Node has taken the spaces around it off (RFC 9112, 5.1).
  const name = utf8Of(String(sent))
  const why = unfitName(name)
  if (why !== null) throw refused(why)
  return name.trim() === '' ? null : name.trim()
}

function timesSent(rawHeaders: readonly string[]): number {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === HEADER.length && name.toLowerCase() === HEADER) times++
  }
  return times
}

function refused(why: string): SelfsameError {
  return new SelfsameError(
    'caller_invalid',
    `The header X-Service-Caller cannot be taken: ${why}; the proxy has to set it.`,
  )
}

/** Node reads header bytes as Latin-1; a name outside ASCII is sent as UTF-8 (RFC 9110, 5.5: opaque bytes). */
function utf8Of(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return bytes.toString('latin1') === header && isUtf8(bytes) ? bytes.toString('utf8') : header
}

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
