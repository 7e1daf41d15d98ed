// A client of the service for browsers and Node: one method for each route, typed by the schemas that the service validates with.
import type { z } from 'zod'
import type { ClusterAnswer, ClusterRequest, ClustersAnswer } from '../records/clusters.ts'
import type { DeidentifyAnswer, DetectAnswer } from '../records/detection.ts'
import type { DocumentReport } from '../records/documents.ts'
import type { Explanation, ReplayAnswer, StoredDecision } from '../records/ledger.ts'
import type { ExtractAnswer, PlacesAnswer } from '../records/mentions.ts'
import type { Receipt } from '../records/receipt.ts'
import type {
  CompareRequest,
  DeidentifyRequest,
  DetectRequest,
  DocumentsRequest,
  ExtractRequest,
  PlacesRequest,
} from '../records/requests.ts'
import type {
  PairAnswer,
  PairRequest,
  QueueAnswer,
  QueueRequest,
  ReviewAnswer,
  ReviewRequest,
} from '../records/review.ts'
import type { Capabilities, Envelope, Liveness } from '../records/service.ts'
import type { DecisionsAnswer, DecisionsRequest, WeighAnswer, WeighRequest, WhyAnswer } from '../records/studio.ts'
import { AttestationRefused, errorOf, Unreachable } from './errors.ts'
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

/** Methods reject with a subclass of ClientError. */
export interface Client {
  detect(request: z.input<typeof DetectRequest>): Promise<Attested<DetectAnswer>>
  deidentify(request: z.input<typeof DeidentifyRequest>): Promise<Attested<DeidentifyAnswer>>
  compare(request: z.input<typeof CompareRequest>): Promise<Attested<Receipt>>
  documents(files: readonly ClientFile[], request?: z.input<typeof DocumentsRequest>): Promise<Attested<DocumentReport>>
  places(request: z.input<typeof PlacesRequest>): Promise<Attested<PlacesAnswer>>
  extract(request: z.input<typeof ExtractRequest>): Promise<Attested<ExtractAnswer>>
  decision(id: string, options?: { readonly reveal?: boolean }): Promise<StoredDecision>
  explain(id: string, options?: { readonly reveal?: boolean }): Promise<Explanation>
  replay(id: string): Promise<ReplayAnswer>
  /** The answer of detect; each detection has the reasons for it. */
  why(request: z.input<typeof DetectRequest>): Promise<Attested<WhyAnswer>>
  weigh(request: z.input<typeof WeighRequest>): Promise<Attested<WeighAnswer>>
  decisions(request?: z.input<typeof DecisionsRequest>): Promise<DecisionsAnswer>
  clusters(): Promise<ClustersAnswer>
  cluster(id: string, options?: Omit<z.input<typeof ClusterRequest>, 'id'>): Promise<ClusterAnswer>
  queue(request?: z.input<typeof QueueRequest>): Promise<QueueAnswer>
  pair(id: string, options?: Omit<z.input<typeof PairRequest>, 'id'>): Promise<PairAnswer>
  /** Never retried: a repeated answer finds another decision and is a Conflict. */
  review(request: z.input<typeof ReviewRequest>): Promise<Attested<ReviewAnswer>>
  livez(): Promise<Liveness>
  capabilities(): Promise<Capabilities>
}

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

  async function get(path: string, query: object = {}): Promise<never> {
    return (await send({ method: 'GET', path, query: { ...query } })).answer as never
  }

  async function post(tool: string, request: object, once = false): Promise<never> {
    const reply = await send({ method: 'POST', path: `/${tool}`, body: JSON.stringify(request), json: true, once })
    return checked(tool, request, reply, {})
  }

  /** The answer, after verifying its attestation if one is required. */
  async function checked(tool: string, request: object, { answer, requestId }: Reply, more: object): Promise<never> {
    if (signer === undefined) return answer as never
    const { modelOf } = await import('./models.ts')
    const { ok, problems } = await verifyAnswer({ answer, inputs: { ...modelOf(tool, request), ...more }, signer })
    if (ok) return answer as never
    throw new AttestationRefused(problems, requestId)
  }

  return {
    detect: (request) => post('detect', request),
    deidentify: (request) => post('deidentify', request),
    compare: (request) => post('compare', request),
    places: (request) => post('places', request),
    extract: (request) => post('extract', request),
    review: (request) => post('review', request, true),
    async documents(files, request = {}) {
      const body = new FormData()
      for (const [name, value] of Object.entries(request)) body.append(name, String(value))
      const bound: object[] = []
      for (const { name, content } of files) {
        const blob = content instanceof Blob ? content : new Blob([content])
        body.append('files', blob, name)
        if (signer !== undefined) bound.push({ name, sha256: await sha256Of(blob), size: blob.size })
      }
      const reply = await send({ method: 'POST', path: '/documents', body })
      return checked('documents', request, reply, { files: bound })
    },
    decision: (id, query) => get(`/decision/${encodeURIComponent(id)}`, query),
    explain: (id, query) => get(`/explain/${encodeURIComponent(id)}`, query),
    replay: (id) => get(`/replay/${encodeURIComponent(id)}`),
    why: (request) => post('why', request),
    weigh: (request) => post('weigh', request),
    decisions: (query) => get('/decisions', query),
    clusters: () => get('/clusters'),
    cluster: (id, query) => get(`/clusters/${encodeURIComponent(id)}`, query),
    queue: (query) => get('/review', query),
    pair: (id, query) => get(`/review/${encodeURIComponent(id)}`, query),
    livez: () => get('/livez'),
    capabilities: () => get('/capabilities'),
  }
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
