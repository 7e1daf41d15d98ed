import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../../src/http/index.ts'
import { multipart } from './client.ts'

const TEXT = 'Write to casey@example.com.'

interface Raw {
  readonly status: number
  readonly body: string
  readonly head: string
  readonly whole: string
}

/** Writes raw bytes and reads until the other side closes. */
function exchange(
  port: number,
  chunks: readonly (string | Buffer)[],
  options: { end?: boolean; gap?: number } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket: Socket = connect(port, '127.0.0.1', async () => {
      for (const chunk of chunks) {
        if (socket.destroyed) return
        socket.write(chunk)
        if (options.gap) await pause(options.gap)
      }
      if (options.end) socket.end()
    })
    socket.on('data', (bytes) => {
      text += bytes.toString('utf8')
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? undefined : reject(error),
    )
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n', 2)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body, whole: text })
    })
  })
}

const head = (method: string, path: string, headers: Record<string, string | number>) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ Host: 'localhost', Connection: 'close', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

describe('over a real socket', () => {
  let serving: Serving
  const limits = { requestMs: 1500, bodyBytes: 64 * 1024, uploadBytes: 64 * 1024 }

  beforeAll(async () => {
    serving = await serve({ port: 0, limits })
  })
  afterAll(() => serving.close())

  describe('with very many headers', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `h${at % 10}:\r\n`).join('')
    it.each([
      ['a second Host', 'Host: evil.example\r\n', 2_050],
      ['an Origin', 'Origin: https://evil.example\r\n', 2_050],
      ['a caller', 'X-Service-Caller: svc:admin\r\n', 2_050],
      ['nothing', '', 3_000],
      ['nothing', '', 300],
    ])('refuses %s behind them', async (_what, last, count) => {
      const request = `GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${many(count)}${last}\r\n`
      const { status, body } = await exchange(serving.port, [request])
      expect([status, JSON.parse(body)]).toEqual([431, { detail: 'A request may have 256 headers; send fewer.' }])
    })

    it('takes as many as a proxy may send, and sees the last of them', async () => {
      const request = (last: string) =>
        `GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${many(250)}${last}\r\n`
      expect((await exchange(serving.port, [request('')])).status).toBe(200)
      expect((await exchange(serving.port, [request('Host: evil.example\r\n')])).status).toBe(403)
      expect((await exchange(serving.port, [request('Origin: https://evil.example\r\n')])).status).toBe(403)
    })
  })

  it.each([
    '/docs/static/../x',
    '/docs/static/..%2fx',
    '/docs/static/%2e%2e/%2e%2e/package.json',
    '/docs/static/%252e%252e/x',
    '/docs/../../x',
    '/docs//',
    '/docs//static',
    '/docs/static//x',
    '/docs/static/%00',
    '/docs/static/x%00.css',
    '/docs/static/%c0%ae%c0%ae/x',
    '/docs/static/%ff',
    '/docs/static/%zz',
    '/docs/static/..\\x',
    '/docs/static/.',
    '/docs/static/swagger-ui.css/..',
    '/docs/.git',
    '/docs/__proto__',
    `/docs/${'x'.repeat(3000)}`,
    '/docs/static/nothing.css',
    '/docs/nothing',
  ])('404: %s is no page', async (path) => {
    const { status, body } = await exchange(serving.port, [head('GET', path, {})])
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { detail: expect.stringMatching(/^There is nothing at this address/) },
    ])
  })

  it('sends a page whole, whatever part of it is asked for', async () => {
    for (const [name, value] of [
      ['Range', 'bytes=999999999-'],
      ['Range', 'junk'],
      ['If-Match', '"x"'],
    ] as const) {
      const { status } = await exchange(serving.port, [head('GET', '/docs/static/swagger-ui.css', { [name]: value })])
      expect(status).toBe(200)
    }
  })

  it('answers on the loopback address', async () => {
    expect(serving.url).toBe(`http://127.0.0.1:${serving.port}`)
    const reply = await fetch(`${serving.url}/detect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: TEXT, jurisdiction: 'DE' }),
    })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ count: 1 })
  })

  it('refuses requests that say two things about whom they are for', async () => {
    const ask = (target: string, hosts: string) =>
      exchange(serving.port, [`GET ${target} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`])
    const own = 'Host: localhost\r\n'
    expect((await ask('/livez', own)).status).toBe(200)
    expect((await ask('http://localhost/livez', own)).status).toBe(200)
    for (const [target, hosts] of [
      ['http://elsewhere.example/livez', own],
      ['/livez', `${own}Host: elsewhere.example\r\n`],
      ['/livez', ''],
    ] as const) {
      const reply = await ask(target, hosts)
      expect(reply.status).toBe(403)
      expect(JSON.parse(reply.body)).toEqual({ detail: expect.stringContaining('Host') })
    }
  })

  it('answers odd methods and expectations in its own words', async () => {
    const query = await exchange(serving.port, [head('QUERY', '/livez', {})])
    expect([415, 400]).toContain(query.status) // older releases of Node do not know the method
    expect(JSON.parse(query.body)).toEqual({ detail: expect.any(String) })
    expect((await exchange(serving.port, [head('GET', '/livez', { Expect: 'a miracle' })])).status).toBe(200)
  })

  it('takes a real form', async () => {
    const form = new FormData()
    form.append('files', new Blob([TEXT]), 'größe.txt')
    form.append('jurisdiction', 'DE')
    const reply = await fetch(`${serving.url}/documents`, { method: 'POST', body: form })
    expect(reply.status).toBe(200)
    expect(Object.keys(((await reply.json()) as { jurisdictions: object }).jurisdictions)).toEqual(['größe.txt'])
  })

  it('refuses a foreign, missing or doubled Host', async () => {
    expect((await exchange(serving.port, [head('GET', '/livez', { Host: 'evil.example' })])).status).toBe(403)
    const missing = await exchange(serving.port, ['GET /livez HTTP/1.0\r\n\r\n'])
    expect(missing.status).toBe(403)
    const none = await exchange(serving.port, ['GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'])
    expect(none.status).toBe(403)
    const empty = await exchange(serving.port, ['GET /livez HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'])
    expect(empty.status).toBe(403)
  })

  it('survives a body that ends too early', async () => {
    const request = head('POST', '/detect', { 'Content-Type': 'application/json', 'Content-Length': 500 })
    const reply = await exchange(serving.port, [`${request}{"text": "cut`], { end: true })
    expect([0, 400, 422]).toContain(reply.status)
    const form = multipart([['a.txt', TEXT]])
    const upload = head('POST', '/documents', { 'Content-Type': form.headers['content-type'], 'Content-Length': 5000 })
    const cut = await exchange(serving.port, [upload, form.payload.subarray(0, 120)], { end: true })
    expect([0, 400, 422]).toContain(cut.status)
    expect((await fetch(`${serving.url}/livez`)).status).toBe(200)
  })

  it('survives a client that goes away', async () => {
    for (let times = 0; times < 20; times++) {
      const socket = connect(serving.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        `${head('POST', '/documents', { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 5000 })}--x\r\n`,
      )
      await pause(5)
      socket.destroy()
    }
    const form = new FormData()
    form.append('files', new Blob([TEXT]), 'a.txt')
    form.append('jurisdiction', 'DE')
    expect((await fetch(`${serving.url}/documents`, { method: 'POST', body: form })).status).toBe(200)
  })

  it('gives up on a client that is too slow, with a sentence', async () => {
    const request = head('POST', '/detect', { 'Content-Type': 'application/json', 'Content-Length': 500 })
    const reply = await exchange(serving.port, [request, ...Array(12).fill('{"te')], { gap: 400 })
    expect(reply.status).toBe(408)
    expect(JSON.parse(reply.body)).toEqual({ detail: expect.stringMatching(/too long/) })
  })

  it('answers what is no HTTP, and headers that are too long, in the documented shape', async () => {
    const nonsense = await exchange(serving.port, ['this is not http\r\n\r\n'])
    expect(nonsense.status).toBe(400)
    expect(JSON.parse(nonsense.body)).toEqual({ detail: expect.any(String) })
    const long = await exchange(serving.port, [head('GET', '/livez', { 'X-Long': 'x'.repeat(40_000) })])
    expect(long.status).toBe(431)
    expect(JSON.parse(long.body)).toEqual({ detail: expect.any(String) })
  })

  it('refuses too much before reading it, and too much that does not say so', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(200_000) })
    const said = await fetch(`${serving.url}/detect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(said.status).toBe(413)
    const request = head('POST', '/detect', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })
    const chunk = `${(20_000).toString(16)}\r\n${'x'.repeat(20_000)}\r\n`
    const chunked = await exchange(serving.port, [request, ...Array(8).fill(chunk), '0\r\n\r\n'])
    expect(chunked.status).toBe(413)
    expect((await fetch(`${serving.url}/livez`)).status).toBe(200)
  })
})

describe('an answer that takes longer than it may', () => {
  it('ends with a sentence', async () => {
    const serving = await serve({ port: 0, limits: { answerMs: 200 } })
    const form = multipart([['a.txt', TEXT]])
    const headers = { 'Content-Type': form.headers['content-type'], 'Content-Length': form.payload.length }
    const chunks = [head('POST', '/documents', headers), form.payload.subarray(0, 100), form.payload.subarray(100)]
    const reply = await exchange(serving.port, chunks, { gap: 500 })
    expect(reply.status).toBe(503)
    expect(JSON.parse(reply.body)).toEqual({ detail: expect.stringMatching(/longer than this service allows/) })
    expect((await fetch(`${serving.url}/livez`)).status).toBe(200)
    await serving.close()
  })

  it('ends also after the form has arrived, and lets others be answered meanwhile', async () => {
    const serving = await serve({ port: 0, limits: { answerMs: 100 } })
    const files = Array.from({ length: 150 }, (_, i) => [`${i}.txt`, `${TEXT} Casey Miller ${i}`] as const)
    const form = multipart(files, { jurisdiction: 'DE' })
    const headers = { 'Content-Type': form.headers['content-type'], 'Content-Length': form.payload.length }
    const reply = await exchange(serving.port, [head('POST', '/documents', headers), form.payload])
    expect(reply.status).toBe(503)
    await serving.close()
  })
})

describe('a long answer behind a short one on one connection', () => {
  it('arrives however long it takes: only an answer that nobody reads is given up', async () => {
    const serving = await serve({ port: 0, workers: 1, limits: { requestMs: 300, heavyBytes: 1024 } })
    const ask = (length: number, connection: string) => {
      const body = JSON.stringify({ text: TEXT.repeat(Math.ceil(length / TEXT.length)), jurisdiction: 'DE' })
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, Connection: connection }
      return head('POST', '/detect', headers) + body
    }
    const reply = await exchange(serving.port, [ask(2_000, 'keep-alive') + ask(800_000, 'close')])
    expect(reply.status).toBe(200)
    expect(reply.whole.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    await serving.close()
  })
})

describe('stopping', () => {
  it('finishes what is in flight, refuses what is new, and closes', async () => {
    const serving = await serve({ port: 0 })
    const body = JSON.stringify({ text: TEXT, jurisdiction: 'DE' })
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, Connection: 'keep-alive' }
    const inFlight = exchange(serving.port, [`${head('POST', '/detect', headers)}${body.slice(0, 5)}`, body.slice(5)], {
      gap: 300,
    })
    await pause(100)
    const closed = serving.close()
    await pause(20)
    await expect(fetch(`${serving.url}/livez`)).rejects.toThrow()
    expect(await inFlight).toMatchObject({ status: 200 })
    await closed
  })

  it('answers what arrives in the moment of the stop', async () => {
    const serving = await serve({ port: 0 })
    const asking = Array.from({ length: 20 }, () => exchange(serving.port, [head('GET', '/livez', {})]))
    // They connect before the next turn of the event loop, before the service could have accepted the first of them.
    await serving.close()
    for (const { status, body } of await Promise.all(asking)) {
      expect(status).toBe(503)
      expect(JSON.parse(body).detail).toMatch(/stopping/)
    }
  })

  it('rejects a port that is taken and a key that is not there', async () => {
    const serving = await serve({ port: 0 })
    await expect(serve({ port: serving.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await serving.close()
    await expect(serve({ port: 0, signingKey: 'no-such-key.pem' })).rejects.toMatchObject({ code: 'key_file' })
    await expect(serve({ port: 0, ledger: 'no-such-folder/at/all/ledger.db' })).rejects.toMatchObject({
      code: 'ledger_unavailable',
    })
  })
})
