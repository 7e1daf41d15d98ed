import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { useClient } from './client.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('X-Request-Id', () => {
  const client = useClient()
  const idOf = async (sent?: string) => {
    const { headers } = await client.get('/livez', sent === undefined ? {} : { 'x-request-id': sent })
    return headers['x-request-id']
  }

  it('is on every answer, whatever it is', async () => {
    const replies = [
      await client.get('/livez'),
      await client.post('/detect', { text: 'Ada', jurisdiction: 'NG' }),
      await client.post('/detect', '{'),
      await client.post('/detect', { text: 'A long text. '.repeat(1_000), jurisdiction: 'NG' }),
      await client.upload([['a.txt', 'Name: Ada Obi']]),
      await client.get('/nowhere'),
      await client.get('/%E0%A4%A'),
      await client.get('/detect'),
      await client.get('/livez', { host: 'elsewhere.example' }),
      await client.get('/openapi.json'),
      await client.get('/docs'),
      await client.get('/docs/nowhere'),
    ]
    expect(replies.map(({ status, headers }) => [status, UUID.test(String(headers['x-request-id']))])).toEqual(
      [200, 200, 422, 200, 200, 404, 404, 405, 403, 200, 200, 404].map((status) => [status, true]),
    )
    expect(new Set(replies.map(({ headers }) => headers['x-request-id'])).size).toBe(replies.length)
  })

  it('keeps an id that came with the request only in the forms that proxies make', async () => {
    const kept = [
      '0af7651916cd43dd8448eb211c80319c',
      'B7AD6B7169203331',
      'f'.repeat(64),
      '00000000-0000-0000-0000-000000000001',
      `${'0'.repeat(63)}a`,
    ]
    for (const id of kept) expect(await idOf(id)).toBe(id)
    const replaced = [
      'Ada Obi',
      'ada.obi@example.org',
      'abcdef012345678',
      'f'.repeat(65),
      // A card, a national number with zeros before it: digits alone could be personal.
      '4111111111111111',
      '0000012345678901',
      '0af7651916cd43dd8448eb211c80319c, 0af7651916cd43dd8448eb211c80319c',
      '00000000-0000-0000-0000-00000000000g',
      '',
    ]
    for (const id of replaced) expect(await idOf(id)).toMatch(UUID)
  })
})

describe('the access log', () => {
  it('has the id of each answer, also of what was no request', async () => {
    const command = new URL('../../bin/selfsame.mjs', import.meta.url).pathname
    const child = spawn(process.execPath, [command, 'serve', '--port', '0'], { env: { PATH: process.env['PATH'] } })
    let err = ''
    child.stderr.on('data', (bytes) => {
      err += bytes
    })
    const [line] = await once(child.stdout, 'data')
    const url = new URL(/http:\/\/\S+/.exec(String(line))![0])
    const told: (string | null)[] = []
    for (const path of ['/livez', '/docs', '/%E0%A4%A'])
      told.push((await fetch(url.origin + path)).headers.get('x-request-id'))
    const malformed = connect(Number(url.port), '127.0.0.1')
    malformed.end('NO HTTP AT ALL\r\n\r\n')
    let answer = ''
    for await (const chunk of malformed) answer += chunk
    told.push(/X-Request-Id: (\S+)/.exec(answer)?.[1] ?? null)
    child.kill('SIGTERM')
    await once(child, 'close')
    const entries = err
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each))
    expect(entries.map(({ id, method, route, status }) => [id, method, route, status])).toEqual([
      [told[0], 'GET', '/livez', 200],
      [told[1], 'GET', '/docs', 200],
      [told[2], 'GET', null, 404],
      [told[3], null, null, 400],
    ])
  })
})
