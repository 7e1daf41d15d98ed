import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { responses } from '../../../src/http/response-batching.ts'

let closing = false
const PIECES = ['plain ASCII', 'é of Latin-1', '東京 beyond it', '', '\u{1F600}', 'x'.repeat(70_000)]

/** Every piece as the server sends it: the bytes of the body, and whether the connection is kept. */
async function answers(): Promise<{ bytes: Buffer; connection: string | undefined }[]> {
  const server = createServer({ ServerResponse: responses(() => closing) }, (asked, reply) => {
    const piece = PIECES[Number(asked.url!.slice(1))]!
    reply.writeHead(200, { 'content-length': Buffer.byteLength(piece) })
    reply.end(piece)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const got = []
  for (const n of PIECES.keys())
    got.push(
      await new Promise<{ bytes: Buffer; connection: string | undefined }>((done, fail) => {
        const call = request({ port, path: `/${n}`, headers: { connection: 'keep-alive' } }, async (reply) => {
          const chunks: Buffer[] = []
          for await (const chunk of reply) chunks.push(chunk)
          done({ bytes: Buffer.concat(chunks), connection: reply.headers.connection })
        })
        call.on('error', fail).end()
      }),
    )
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  return got
}

describe('a response', () => {
  it('sends the UTF-8 of its text, whatever the text is', async () => {
    const got = await answers()
    expect(got.map(({ bytes }) => bytes.toString('utf8'))).toEqual(PIECES)
    expect(new Set(got.map(({ connection }) => connection))).toEqual(new Set(['keep-alive']))
  })

  it('ends its connection while the service closes', async () => {
    closing = true
    expect(new Set((await answers()).map(({ connection }) => connection))).toEqual(new Set(['close']))
  })
})
