// Traces as docs/operations.md describes them: a span for each answer, with nothing of what was sent.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { serve } from '../../src/http/index.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

it('sends a collector a span for each answer, with route, status, duration and count, and no value', async () => {
  let sent = ''
  const collector = createServer(async (request, response) => {
    expect(request.url).toBe('/v1/traces')
    for await (const piece of request) sent += piece
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const serving = await serve({
    port: 0,
    workers: 1,
    otel: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  })
  const traceId = 'a1'.repeat(16)
  await fetch(`${serving.url}/detect`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Casey',
      traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
    },
    body: JSON.stringify({ text: 'Patient Casey Example (NIN 12345678901).' }),
  })
  await fetch(`${serving.url}/casey/12345678901`)
  await serving.close()
  collector.close()
  const { resourceSpans } = JSON.parse(sent)
  const spans = resourceSpans[0].scopeSpans[0].spans as Span[]
  const said = spans.map(({ name, attributes }) => [
    name,
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  ])
  const id = { 'selfsame.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/) }
  expect(said).toEqual([
    [
      'POST /detect',
      {
        ...id,
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'http.route': '/detect',
        'selfsame.count': 2,
      },
    ],
    ['GET', { ...id, 'http.request.method': 'GET', 'http.response.status_code': 404 }],
  ])
  expect(spans[0]!.traceId).toBe(traceId)
  expect(BigInt(spans[0]!.endTimeUnixNano)).toBeGreaterThan(BigInt(spans[0]!.startTimeUnixNano))
  expect(sent).not.toMatch(/casey|example|12345678901|user.agent|127\.0\.0\.1/i)
})

it('refuses what is no address of a collector', async () => {
  await expect(serve({ port: 0, otel: 'collector:4317' })).rejects.toMatchObject({ code: 'usage' })
})

it('ends although the collector is away', async () => {
  const serving = await serve({ port: 0, workers: 1, otel: 'http://127.0.0.1:9' })
  expect((await fetch(`${serving.url}/livez`)).status).toBe(200)
  await serving.close()
})
