// A caller of the service without a socket: what every contract test asks with.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { createKeyFile } from '../../src/attest/index.ts'
import { type AppOptions, createApp } from '../../src/http/index.ts'

/** The entities that the contract names. */
export const ENTITIES = [
  'artist',
  'organisation',
  'organization',
  'person',
  'place',
  'product_electronics',
  'product_grocery',
  'product_home_goods',
  'publication',
] as const

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever came over the wire
  readonly body: any
  readonly headers: Record<string, unknown>
}

export interface Client {
  get(url: string, headers?: Record<string, string>): Promise<Reply>
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  upload(parts: readonly Part[], fields?: Record<string, string>, headers?: Record<string, string>): Promise<Reply>
  send(options: InjectOptions): Promise<Reply>
  readonly app: FastifyInstance
  /** A folder of this test file's own. */
  readonly folder: string
  /** The did:key that signs, when the client was asked to sign. */
  readonly signer: string
}

export type Part = readonly [name: string, content: string | Uint8Array, field?: string]

/** An application for the tests of one file, closed after them. */
export function useClient(options: AppOptions & { withLedger?: boolean; signed?: boolean } = {}): Client {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-contract-'))
  const { withLedger = false, signed = false, ...rest } = options
  const keyPath = join(folder, 'signing.pem')
  const signer = signed ? createKeyFile(keyPath).did : ''
  let app: FastifyInstance
  beforeAll(async () => {
    app = createApp({
      ...(withLedger ? { ledger: join(folder, 'ledger.db') } : {}),
      ...(signed ? { signingKey: keyPath } : {}),
      ...rest,
    })
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const send = async (request: InjectOptions): Promise<Reply> => {
    const reply = await app.inject(request)
    const json = String(reply.headers['content-type'] ?? '').startsWith('application/json') && reply.body !== ''
    return { status: reply.statusCode, body: json ? JSON.parse(reply.body) : reply.body, headers: { ...reply.headers } }
  }
  return {
    send,
    folder,
    signer,
    get app() {
      return app
    },
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, body, headers = {}) =>
      send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    upload: (parts, fields = {}, headers = {}) =>
      send({ method: 'POST', url: '/documents', ...multipart(parts, fields, headers) }),
  }
}

/** A multipart/form-data request, written out by hand so that odd forms can be sent too. */
export function multipart(
  parts: readonly Part[],
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const boundary = 'x-selfsame-test-boundary'
  const chunks: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    chunks.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const [name, content, field = 'files'] of parts) {
    const disposition = `Content-Disposition: form-data; name="${field}"; filename="${name}"`
    chunks.push(Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`))
    chunks.push(Buffer.from(content), Buffer.from('\r\n'))
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload: Buffer.concat(chunks),
  }
}

/** The code points of a text, as offsets count them. */
export function slice(text: string, start: number, end: number): string {
  return [...text].slice(start, end).join('')
}
