// The service inside another server: the answers are those of the service alone, byte for byte, under any path.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp, createHandler, selfsame, serve } from '../../src/http/index.ts'
import { createService } from '../../src/index.ts'

const headers = { 'content-type': 'application/json' }
const short = JSON.stringify({ text: 'Write to casey@example.com.', jurisdiction: 'DE' })
/** Long enough to be answered by a worker. */
const long = JSON.stringify({ text: 'Write to casey@example.com. '.repeat(400), jurisdiction: 'DE' })

const options = { workers: 1 }
const alone = createApp(options)
afterAll(() => alone.close())

interface Host {
  readonly base: string
  close(): Promise<void>
}

const ends = async (server: Server, close: () => Promise<void>) => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await close()
}

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const HOSTS: Readonly<Record<string, () => Promise<Host>>> = {
  async 'a server of Node'() {
    const handler = createHandler({ ...options, prefix: '/privacy' })
    const server = createServer(handler)
    return { base: `${await listening(server)}/privacy`, close: () => ends(server, handler.close) }
  },
  async Express() {
    const handler = createHandler(options)
    const server = createServer(express().use('/privacy/here', handler))
    return { base: `${await listening(server)}/privacy/here`, close: () => ends(server, handler.close) }
  },
  async Fastify() {
    const server = fastify()
    server.post('/own', async (request) => request.body)
    server.register(selfsame, { ...options, prefix: '/privacy' })
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    return { base: `${url}/privacy`, close: () => server.close() }
  },
}

describe.each(Object.keys(HOSTS))('inside %s', (name) => {
  let host: Host
  beforeAll(async () => {
    host = await HOSTS[name]!()
  })
  afterAll(() => host.close())

  it.each([short, long])('answers as the service alone does', async (body) => {
    const there = await fetch(`${host.base}/detect`, { method: 'POST', headers, body })
    const here = await alone.inject({ method: 'POST', url: '/detect', headers, payload: body })
    expect([there.status, await there.text()]).toEqual([here.statusCode, here.body])
  })

  it('reads files, and refuses in the documented words', async () => {
    const form = new FormData()
    form.append('files', new Blob(['Write to casey@example.com.']), 'a.txt')
    form.append('jurisdiction', 'DE')
    const reply = await fetch(`${host.base}/documents`, { method: 'POST', body: form })
    expect(await reply.json()).toMatchObject({ documents: [{ document: 'a.txt' }] })
    const refused = await fetch(`${host.base}/nowhere`)
    expect(refused.status).toBe(404)
    const { pathname } = new URL(host.base)
    const page = await (await fetch(`${host.base}/docs/no/such/page`)).json()
    expect(page).toEqual({ detail: `There is nothing at this address; the API page is at ${pathname}/docs.` })
    expect(await refused.json()).toEqual({
      detail: `There is nothing at this address; GET ${pathname}/capabilities lists the routes, and ${pathname}/docs explains them.`,
    })
  })

  it('says at its root what it is, with links that stay below the path', async () => {
    const page = await fetch(host.base, { headers: { accept: 'text/html' } })
    expect(page.url).toBe(`${host.base}/`)
    const html = await page.text()
    expect(html).toContain('Finds personal data in texts')
    expect((await fetch(host.base)).status).toBe(404)
    for (const [, link] of html.matchAll(/href="([^"]+)"/g)) {
      const reply = await fetch(new URL(link!, page.url))
      expect([link, reply.status]).toEqual([link, 200])
      await reply.arrayBuffer()
    }
  })

  it('shows the API page, whose links stay below the path', async () => {
    const page = await fetch(`${host.base}/docs`)
    expect(page.status).toBe(200)
    const html = await page.text()
    for (const [, link] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const reply = await fetch(new URL(link!, page.url))
      expect(reply.status).toBe(200)
      // A body without a reader keeps its connection open, and the server waits for it when it is closed.
      await reply.arrayBuffer()
    }
    const document = `${host.base}/docs/json`
    const described = (await (await fetch(document)).json()) as { servers: { url: string }[] }
    expect(new URL(described.servers[0]!.url, document).href).toBe(`${host.base}/`)
  })
})

it('leaves the rest of a Fastify server as it is', async () => {
  const server = fastify()
  server.post('/own', async (request) => request.body)
  server.register(selfsame, { ...options, prefix: '/privacy' })
  const reply = await server.inject({ method: 'POST', url: '/own', payload: { a: 1 } })
  expect(reply.json()).toEqual({ a: 1 })
  await server.close()
})

it('says so when a body parser was there first', async () => {
  const handler = createHandler(options)
  const server = createServer(express().use(express.json()).use('/privacy', handler))
  const base = await listening(server)
  for (const body of [short, long]) {
    const reply = await fetch(`${base}/privacy/detect`, { method: 'POST', headers, body })
    expect(reply.status).toBe(500)
    expect(await reply.json()).toEqual({ detail: expect.stringMatching(/before any body parser/) })
  }
  await ends(server, handler.close)
})

it.each([0, -1, 1.5, Number.NaN, '2', 1e9])('refuses %s workers', (workers) => {
  expect(() => createApp({ workers: workers as number })).toThrow(/whole number from 1/)
})

it('refuses a prefix that is no path', () => {
  for (const prefix of ['privacy', '/a b', '/a//b', '/../x?', 'http://x'])
    expect(() => createHandler({ prefix })).toThrow(/prefix/)
})

it('refuses options that it does not have, and lists those it has', async () => {
  for (const create of [createApp, createHandler, createService])
    expect(() => create({ signing_key: 'service.key' } as never)).toThrow(/no option "signing_key"; it takes ledger, /)
  await expect(serve({ Port: 1 } as never)).rejects.toThrow(/serve has no option "Port"/)
  expect(() => createApp({ maskValues: 'none' as never })).toThrow(/start, all/)
})

it('refuses values that an option does not take, and says which it takes', async () => {
  const refused: readonly (readonly [object, string])[] = [
    [{ warm: 'yes' }, 'The option warm cannot be used: pass true or false.'],
    [{ log: 'debug' }, 'The option log cannot be used: pass one of silent, error, warn, info.'],
    [{ reviewers: 3 }, 'The option reviewers cannot be used: pass a whole number from 1 to 2.'],
    [
      { allowedHosts: 'example.org' },
      'The option allowedHosts cannot be used: pass a list of texts that are not empty.',
    ],
    [{ ledger: '' }, 'The option ledger cannot be used: pass a text that is not empty, or null.'],
    [{ limits: [] }, 'The option limits cannot be used: pass an object.'],
    [{ packs: 'vessel' }, 'The option packs cannot be used: pass a list.'],
  ]
  for (const [options, sentence] of refused) expect(() => createApp(options as never)).toThrow(sentence)
  for (const create of [createApp, createHandler, createService])
    expect(() => create(null as never)).toThrow(/takes its options as an object; it takes ledger, /)
  expect(() => createService({ warn: 'log' as never })).toThrow(/The option warn cannot be used: pass a function/)
  for (const options of [{ port: 99_999 }, { port: '80' }, { metricsPort: -1 }])
    await expect(serve(options as never)).rejects.toThrow(/ort cannot be used: pass a whole number from 0 to 65535/)
  await expect(serve({ host: ' ' })).rejects.toThrow('The option host cannot be used: pass an address to bind, as in')
})

it('fails at once with a key that cannot be used, and says why', () => {
  const signingKey = join(mkdtempSync(join(tmpdir(), 'selfsame-')), 'service.key')
  expect(() => createHandler({ signingKey })).toThrow(/signing key file cannot be read/)
  writeFileSync(signingKey, 'no key', { mode: 0o600 })
  expect(() => createHandler({ signingKey })).toThrow(/PKCS#8/)
  expect(() => createHandler({ ledgerKey: 'short' })).toThrow(/not 32 bytes/)
})

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs())
  const capabilities = async (app: ReturnType<typeof createApp>) => {
    const { ledger, warm } = (await app.inject('/capabilities')).json()
    await app.close()
    return { ledger, warm: warm !== null }
  }

  it('is read where an option is left out, as the command reads it', async () => {
    vi.stubEnv('SERVICE_LEDGER', join(mkdtempSync(join(tmpdir(), 'selfsame-')), 'ledger.sqlite'))
    vi.stubEnv('SERVICE_WARM', 'yes')
    expect(await capabilities(createApp(options))).toEqual({ ledger: true, warm: true })
    expect(await capabilities(createApp({ ...options, ledger: null, warm: false }))).toEqual({
      ledger: false,
      warm: false,
    })
  })

  it('is refused where it says nothing that can be used', () => {
    vi.stubEnv('SERVICE_SIGNING_KEY', '')
    expect(() => createApp(options)).toThrow(/SERVICE_SIGNING_KEY is empty/)
    vi.unstubAllEnvs()
    vi.stubEnv('SERVICE_WARM', 'perhaps')
    expect(() => createApp(options)).toThrow(/SERVICE_WARM must be yes or no/)
  })
})
