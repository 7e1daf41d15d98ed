// A client of the service for browsers and Node: one method for each route, typed by the schemas that the service validates with.
import { OPERATION_PATHS, type OperationName } from '../records/operation-paths.ts'
import type { AnswerOf, OPERATIONS, RequestInput } from '../records/operations.ts'
import type { Envelope } from '../records/self-descriptions.ts'
import { AttestationRefused, errorOf, Unreachable } from './client-errors.ts'
import { hexOf, verifyAnswer } from './verify.ts'

export interface ClientOptions {
  /** Base URL of the service. Default: http://127.0.0.1:8766, in a page the page's origin. */
  readonly baseUrl?: string
  /** The did:key of the service: every POST answer must then have its attestation, otherwise AttestationRefused is thrown. */
  readonly signer?: string
  /** Maximum retries of a call that changes nothing, or that can be repeated without effect. Default: 3. */
  readonly retries?: number
  /** Timeout of a call in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number
  /** Headers of every request, e.g. for a proxy. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

/** An answer with its attestation, if the service signs. */
export type Attested<Answer> = Answer & { readonly attestation?: Envelope }

export interface ClientFile {
  readonly name: string
  readonly content: Blob | Uint8Array<ArrayBuffer> | string
}

type JsonMethod<Name extends OperationName> = (request: RequestInput<Name>) => Promise<Attested<AnswerOf<Name>>>
type FormMethod<Name extends OperationName> = (
  files: readonly ClientFile[],
  request?: RequestInput<Name>,
) => Promise<Attested<AnswerOf<Name>>>
type IdMethod<Name extends OperationName> = (
  id: string,
  options?: Omit<RequestInput<Name>, 'id'>,
) => Promise<AnswerOf<Name>>
type QueryMethod<Name extends OperationName> = (request?: RequestInput<Name>) => Promise<AnswerOf<Name>>

type Method<Name extends OperationName> = Name extends FormName
  ? FormMethod<Name>
  : (typeof OPERATION_PATHS)[Name] extends `GET ${string}{id}`
    ? IdMethod<Name>
    : (typeof OPERATION_PATHS)[Name] extends `GET ${string}`
      ? QueryMethod<Name>
      : JsonMethod<Name>

/** A method for each route. Methods reject with a subclass of ClientError. `review` is never retried: a repeated answer is a Conflict. */
export type Client = {
  readonly [Name in keyof typeof OPERATIONS]: Method<Name>
}

/** Operations whose request is a form with files. */
const FORMS = ['documents', 'deidentify_file'] as const
type FormName = (typeof FORMS)[number]

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: string | FormData
  readonly json?: boolean
  readonly once?: boolean
}

interface Reply {
  readonly answer: object
  readonly requestId: string | null
}

export function createClient(options: ClientOptions = {}): Client {
  const { signer, retries = 3, timeoutMs = 120_000 } = options
  const base = (options.baseUrl ?? ownOrigin() ?? 'http://127.0.0.1:8766').replace(/\/$/, '')
  const ask = options.fetch ?? fetch

  /** One attempt. Rejects with an error that shows whether a retry can help. */
  async function attempt({ method, path, query = {}, body, json }: Call): Promise<Reply | Again> {
    const words = Object.entries(query).flatMap(([name, value]) =>
      value == null ? [] : [[name, String(value)] as [string, string]],
    )
    const search = words.length === 0 ? '' : `?${new URLSearchParams(words)}`
    let response: Response
    let text: string
    try {
      response = await ask(`${base}${path}${search}`, {
        method,
        headers: { ...options.headers, ...(json ? { 'content-type': 'application/json' } : {}) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      })
      text = await response.text()
    } catch (cause) {
      return new Again(new Unreachable('no answer came from the service', null, null, cause), null)
    }
    const requestId = response.headers.get('x-request-id')
    const answer = parsed(text)
    if (response.ok && answer !== null) return { answer, requestId }
    const detail = (answer as { detail?: unknown } | null)?.detail
    const sentence = typeof detail === 'string' ? detail : `the service answered ${response.status}`
    const error = errorOf(response.status, sentence, requestId)
    const after = response.headers.get('retry-after')
    const isPassing = response.status === 429 || (response.status === 503 && after !== null)
    if (isPassing) return new Again(error, Number(after) || 1)
    throw error
  }

  async function send(call: Call): Promise<Reply> {
    for (let tried = 0; ; tried++) {
      const result = await attempt(call)
      if (!(result instanceof Again)) return result
      // Exponential backoff, so that clients do not retry in step.
      if (tried >= retries || call.once === true) throw result.error
      await new Promise((resolve) => setTimeout(resolve, 1000 * (result.seconds ?? 0.1) * 2 ** tried))
    }
  }

  /** The answer of a POST, after verifying its attestation if one is required. */
  async function checked(name: OperationName, request: object, reply: Reply, more: object): Promise<object> {
    const { answer, requestId } = reply
    if (signer === undefined) return answer
    const { OPERATIONS } = await import('../records/operations.ts')
    // An attestation binds the request as read, with its defaults.
    const read = OPERATIONS[name].request.safeParse(request)
    const inputs = { ...(read.success ? read.data : request), ...more }
    const { ok, problems } = await verifyAnswer({ answer, inputs, signer })
    if (ok) return answer
    throw new AttestationRefused(problems, requestId)
  }

  async function sendForm(name: OperationName, path: string, files: readonly ClientFile[], request: object = {}) {
    const body = new FormData()
    for (const [field, value] of Object.entries(request)) body.append(field, String(value))
    const bound: object[] = []
    for (const { name: file, content } of files) {
      const blob = content instanceof Blob ? content : new Blob([content])
      body.append('files', blob, file)
      if (signer !== undefined) bound.push({ name: file, sha256: await sha256Of(blob), size: blob.size })
    }
    return checked(name, request, await send({ method: 'POST', path, body }), { files: bound })
  }

  function methodOf(name: OperationName) {
    const [method, path] = OPERATION_PATHS[name].split(' ') as ['GET' | 'POST', string]
    if ((FORMS as readonly string[]).includes(name))
      return (files: readonly ClientFile[], request?: object) => sendForm(name, path, files, request)
    if (method === 'POST')
      return async (request: object) => {
        const call: Call = { method, path, body: JSON.stringify(request), json: true, once: name === 'review' }
        return checked(name, request, await send(call), {})
      }
    const query = async (of: string, asked: object = {}) =>
      (await send({ method, path: of, query: { ...asked } })).answer
    return path.endsWith('{id}')
      ? (id: string, asked?: object) => query(path.replace('{id}', encodeURIComponent(id)), asked)
      : (asked?: object) => query(path, asked)
  }

  const names = Object.keys(OPERATION_PATHS) as OperationName[]
  return Object.fromEntries(names.map((name) => [name, methodOf(name)])) as unknown as Client
}

/** A failure that a retry may avoid. */
class Again {
  readonly error: Error
  /** The delay requested by the service; null if it requested none. */
  readonly seconds: number | null

  constructor(error: Error, seconds: number | null) {
    this.error = error
    this.seconds = seconds
  }
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The origin of a page; null outside of pages. */
function ownOrigin(): string | null {
  const { location } = globalThis as { location?: { origin?: string } }
  return location?.origin?.startsWith('http') ? location.origin : null
}

const sha256Of = async (blob: Blob): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())))
