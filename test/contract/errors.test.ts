import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/index.ts'
import { type Client, ENTITIES, multipart, type Reply, useClient } from './client.ts'

const JSON_ROUTES = ['/detect', '/deidentify', '/compare', '/places', '/extract']
const TEXT = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'

function expectFailure(reply: Reply, status: number, detail: RegExp): void {
  expect(reply.body).toEqual({ detail: expect.stringMatching(detail) })
  expect(reply.status).toBe(status)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
}

describe('the error table of the contract', () => {
  const client = useClient()
  const kept = useClient({ withLedger: true })

  it('400: jurisdiction omitted and not revealed by the text', async () => {
    for (const route of ['/detect', '/deidentify']) {
      const reply = await client.post(route, { text: 'Nothing in this text says where it is from.' })
      expectFailure(reply, 400, /does not say .*will not guess.*jurisdiction or statute/s)
      for (const pair of [
        'DE (GDPR)',
        'GB (UK-GDPR)',
        'GH (GHANA-DPA)',
        'KE (KENYA-DPA)',
        'NG (NDPA-2023)',
        'ZA (POPIA)',
        'EU (GDPR)',
      ])
        expect(reply.body.detail).toContain(pair)
    }
  })

  it('400: unknown entity pack', async () => {
    const reply = await client.post('/compare', { a: { name: 'x' }, b: { name: 'y' }, entity: 'starship' })
    expectFailure(reply, 400, /starship.*comparator/s)
    for (const entity of ENTITIES) expect(reply.body.detail).toContain(entity)
    for (const [entity, named] of [
      ['Vehicle', 'Vehicle'],
      ['supplier_2024', 'supplier_2024'],
      ['x'.repeat(101), 'x'.repeat(100)],
      ['a\u202eb\nc', 'a\\u{202e}b\\u{a}c'],
    ] as const) {
      const { status, body } = await client.post('/compare', { a: { name: 'x' }, b: { name: 'y' }, entity })
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`no entity pack '${named}'. Packs: artist`)])
    }
    expectFailure(await client.upload([['a.txt', TEXT]], { entity: 'starship', jurisdiction: 'NG' }), 400, /starship/)
  })

  it('400: two uploads share a file name', async () => {
    const reply = await client.upload([
      ['a.txt', TEXT],
      ['b.txt', TEXT],
      ['in/a.txt', 'other'],
    ])
    expectFailure(reply, 400, /two uploads share a name: a\.txt; rename one, the report is keyed by file name/)
    const named = ['Ada Obi referral.pdf', 'ada-obi.pdf', 'a.txt'].flatMap(
      (name) =>
        [
          [name, TEXT],
          [name, 'x'],
        ] as const,
    )
    const told = 'two uploads share a name: Ada Obi referral.pdf; a.txt; ada-obi.pdf; rename'
    expectFailure(await client.upload(named), 400, new RegExp(told))
  })

  it.each(['decision', 'explain', 'replay'])('404: /%s of an id unknown to the ledger', async (route) => {
    expectFailure(await kept.get(`/${route}/dec:sha256:${'0'.repeat(64)}`), 404, /no decision .*in this ledger/)
  })

  it('422: the body does not fit the request model', async () => {
    for (const route of JSON_ROUTES) {
      expectFailure(await client.post(route, {}), 422, /required/)
      expectFailure(await client.post(route, []), 422, /expected an object/)
      expectFailure(await client.post(route, 'null'), 422, /expected an object/)
      expectFailure(await client.post(route, { text: TEXT, a: '', b: '', jurisdiciton: 'NG' }), 422, /unknown field/)
    }
  })

  it('503: store without a ledger, before any value is looked at', async () => {
    const detail = /--ledger|SERVICE_LEDGER/
    expectFailure(await client.post('/deidentify', { text: TEXT, jurisdiction: 'XX', store: true }), 503, detail)
    expectFailure(await client.post('/compare', { a: 'x', b: {}, entity: 'starship', store: true }), 503, detail)
    expectFailure(
      await client.upload(
        [
          ['a.txt', TEXT],
          ['a.txt', TEXT],
        ],
        { store: 'true' },
      ),
      503,
      detail,
    )
  })

  it.each(['decision', 'explain', 'replay'])('503: /%s without a ledger', async (route) => {
    expectFailure(await client.get(`/${route}/dec:sha256:${'0'.repeat(64)}`), 503, /SERVICE_LEDGER/)
  })
})

describe('values that are not accepted (400)', () => {
  const client = useClient()

  it.each([
    ['/detect', { text: TEXT, jurisdiction: 'US' }, /US.*DE \(GDPR\)/s],
    ['/detect', { text: TEXT, jurisdiction: 'Nigeria' }, /NG \(NDPA-2023\)/],
    ['/detect', { text: TEXT, jurisdiction: '' }, /NG \(NDPA-2023\)/],
    ['/detect', { text: TEXT, statute: '../../etc/passwd' }, /GDPR.*POPIA/s],
    ['/detect', { text: TEXT, statute: 'HIPAA' }, /GDPR.*POPIA/s],
    ['/detect', { text: TEXT, jurisdiction: 'NG', statute: 'GDPR' }, /NDPA-2023.*GDPR/s],
    ['/detect', { text: TEXT, jurisdiction: 'NG', backend: 'quantum' }, /basic/],
    ['/deidentify', { text: TEXT, jurisdiction: 'NG', backend: 'quantum' }, /basic/],
    ['/deidentify', { text: TEXT, jurisdiction: 'NG', method: 'shred' }, /statute, mask, token, drop/],
    ['/compare', { a: 'x', b: { name: 'x' } }, /string|text/],
    ['/compare', { a: 'x', b: 'y', entity: 'organisation' }, /person/],
    ['/compare', { a: 'x', b: 'y', backend: 'quantum' }, /basic/],
    ['/compare', { a: 'x', b: 'y', jurisdiction: 'US' }, /DE/],
    ['/extract', { text: TEXT, backend: 'quantum' }, /basic/],
    ['/extract', { text: TEXT, entity_types: ['SPACESHIP'] }, /PERSON/],
  ])('%s %j', async (route, body, detail) => {
    expectFailure(await client.post(route, body), 400, detail)
  })

  it('/documents', async () => {
    const file = [['a.txt', TEXT]] as const
    expectFailure(await client.upload(file, { jurisdiction: 'US' }), 400, /DE/)
    expectFailure(await client.upload(file, { backend: 'quantum', jurisdiction: 'NG' }), 400, /basic/)
  })
})

describe('shapes that do not fit (422)', () => {
  const client = useClient()
  const kept = useClient({ withLedger: true })
  const complete: Record<string, Record<string, unknown>> = {
    '/detect': { text: TEXT, jurisdiction: 'NG', backend: 'auto', statute: null },
    '/deidentify': {
      text: TEXT,
      jurisdiction: 'NG',
      backend: 'auto',
      statute: null,
      method: 'mask',
      salt: '',
      store: false,
    },
    '/compare': { a: {}, b: {}, entity: 'person', jurisdiction: null, backend: 'auto', store: false },
    '/places': { text: TEXT },
    '/extract': { text: TEXT, entity_types: null, backend: 'auto' },
  }
  const secret = 'PRIVATE-VALUE'
  const wrong = [1, 0.5, true, ['x'], { x: { y: secret } }, [secret, 1]]

  it.each(Object.entries(complete))(
    '%s: a wrong type in every field names the field, never the value',
    async (route, body) => {
      for (const field of Object.keys(body))
        for (const value of wrong) {
          if (field === 'store' && typeof value === 'boolean') continue
          if (field === 'entity_types' && Array.isArray(value) && value.length === 1) continue
          const reply = await client.post(route, { ...body, [field]: value })
          expectFailure(reply, 422, new RegExp(`\\b${field}\\b.*expected`))
          expect(reply.body.detail).not.toContain(secret)
        }
    },
  )

  it('tells an unknown field by its number, never by what the caller called it, and what is accepted', async () => {
    expectFailure(
      await client.post('/detect', { text: TEXT, jurisdiciton: 'NG' }),
      422,
      /unknown field: field 2 of the request \(accepted: text, jurisdiction/,
    )
    const reply = await client.post('/detect', { text: TEXT, 'Casey Example 12345678901': 1 })
    expectFailure(reply, 422, /unknown field/)
    expect(reply.body.detail).not.toMatch(/Casey|123/)
  })

  it.each([
    ['null', { store: null }],
    ['a string', { store: 'true' }],
    ['a number', { store: 1 }],
  ])('takes no %s for a boolean in JSON', async (_, part) => {
    expectFailure(
      await client.post('/deidentify', { ...complete['/deidentify'], ...part }),
      422,
      /store: expected true or false/,
    )
  })

  it.each([
    ['nothing', ''],
    ['broken JSON', '{"text": "x"'],
    ['two values', '{"text":"x"} {}'],
    ['bytes that are not UTF-8', Buffer.from('7b2274657874223a22ff227d', 'hex')],
    ['a hidden member', '{"text":"x","__proto__":{"jurisdiction":"NG"}}'],
    ['a hidden member of a record', '{"a":{"__proto__":"x"},"b":{}}'],
    ['an unpaired surrogate', '{"text":"\\ud800"}'],
    ['nesting without end', `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('a body of %s', async (_, body) => {
    for (const route of JSON_ROUTES) expectFailure(await client.post(route, body), 422, /./)
  })

  it('query parameters that are not there', async () => {
    expectFailure(await client.post('/detect?jurisdiction=NG', { text: TEXT }), 422, /query/)
    expectFailure(
      await kept.get('/decision/x?revael=true'),
      422,
      /unknown field: field 1 of the request \(accepted: id, reveal\)/,
    )
    expectFailure(await kept.get('/decision/x?reveal=maybe'), 422, /reveal: expected true or false/)
    expectFailure(await kept.get('/explain/x?reveal=true&reveal=false'), 422, /reveal/)
  })

  it('forms without files, with unknown or repeated fields, with booleans that are none', async () => {
    const file = [['a.txt', TEXT]] as const
    expectFailure(await client.upload([]), 422, /files/)
    expectFailure(await client.upload([['', '']]), 422, /files/)
    expectFailure(await client.upload([], { files: 'plain text' }), 422, /files/)
    expectFailure(await client.upload(file, { jurisdiciton: 'NG' }), 422, /unknown field \(accepted: files, entity/)
    expectFailure(await client.upload(file, { 'Ann Lee': 'NG' }), 422, /unknown field \(accepted/)
    expectFailure(await client.upload(file, { store: 'maybe' }), 422, /store: expected true or false/)
    expectFailure(await client.upload(file, { store: '' }), 422, /store/)
    expectFailure(await client.upload([['a.txt', TEXT, 'documents']]), 422, /another name than files/)
    expectFailure(await client.upload([['__proto__', TEXT]]), 422, /file names/)
  })

  it('forms that are no forms', async () => {
    const good = multipart([['a.txt', TEXT]])
    const send = (payload: Buffer | string, type = good.headers['content-type']) =>
      client.send({ method: 'POST', url: '/documents', headers: { 'content-type': type }, payload })
    expectFailure(await send(good.payload.subarray(0, 150)), 422, /form/)
    expectFailure(await send('not a form at all'), 422, /form|files/)
    expectFailure(await send(''), 422, /form|files/)
    expectFailure(await send(good.payload, 'multipart/form-data; boundary=other'), 422, /form|files/)
    expectFailure(await send(good.payload, 'multipart/form-data; charset=utf-8'), 422, /form/)
  })
})

describe('who and how', () => {
  const client = useClient({ allowedHosts: ['Proxy.Example'] })

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '[::1',
    'localhost:99999999',
    '169.254.169.254',
    '0.0.0.0',
  ])('403: a foreign Host %j', async (host) => {
    expectFailure(await client.get('/livez', { host }), 403, /Host.*--allowed-host/)
    expectFailure(await client.post('/detect', { text: TEXT }, { host }), 403, /Host/)
  })

  it.each([
    'localhost',
    'LOCALHOST:8766',
    '127.0.0.1:8766',
    '[::1]',
    '[::1]:8766',
    'proxy.example',
    'proxy.example:443',
  ])('answers as %s', async (host) => {
    expect((await client.get('/livez', { host })).status).toBe(200)
  })

  it('403: a page of another origin', async () => {
    const host = '127.0.0.1:8766'
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:3000' },
      { origin: 'http://localhost:8766' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) {
      expectFailure(await client.post('/detect', { text: TEXT }, { host, ...headers }), 403, /origin/)
      expectFailure(await client.get('/capabilities', { host, ...headers }), 403, /origin/)
    }
    const own: Record<string, string>[] = [
      { origin: 'http://127.0.0.1:8766', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://proxy.example' },
    ]
    for (const headers of own) expect((await client.get('/livez', { host, ...headers })).status).toBe(200)
  })

  it('404: no such address', async () => {
    for (const url of [
      '/',
      '/nope',
      '/detect/',
      '/decision',
      '/decision/a/b',
      '//',
      '/decision/%zz',
      '/%',
      `/decision/${'x'.repeat(5000)}`,
      '/docs/nope',
    ])
      expectFailure(await client.get(url), 404, /./)
    expectFailure(await client.post('/nope', '{'), 404, /./)
  })

  it('405: another method, and which it would be', async () => {
    for (const route of JSON_ROUTES) {
      const reply = await client.get(route)
      expectFailure(reply, 405, /POST/)
      expect(reply.headers['allow']).toBe('POST, OPTIONS')
    }
    const reply = await client.send({ method: 'DELETE', url: '/decision/x' })
    expectFailure(reply, 405, /GET/)
    expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS')
    const options = await client.send({ method: 'OPTIONS', url: '/compare' })
    expect(options.status).toBe(204)
    expect(options.headers['allow']).toBe('POST, OPTIONS')
    expect(options.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('415: a content type that is not JSON, or not a form', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
      'multipart/form-data; boundary=x',
    ]) {
      for (const route of JSON_ROUTES)
        expectFailure(await client.post(route, { text: TEXT }, { 'content-type': type }), 415, /application\/json/)
    }
    expectFailure(await client.send({ method: 'POST', url: '/detect', payload: '' }), 415, /application\/json/)
    expectFailure(await client.post('/documents', {}), 415, /multipart\/form-data/)
    expectFailure(await client.post('/detect', { text: TEXT }, { 'content-encoding': 'gzip' }), 415, /[Cc]ompressed/)
    expect(
      (await client.post('/places', { text: TEXT }, { 'content-type': 'application/json; charset=UTF-8' })).status,
    ).toBe(200)
  })

  it('sends no page permission to read, frame or sniff an answer', async () => {
    for (const reply of [await client.get('/livez'), await client.get('/nope'), await client.post('/detect', {})])
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
  })
})

describe('limits', () => {
  const limits = {
    bodyBytes: 2000,
    textLength: 1000,
    listLength: 10,
    uploadBytes: 500,
    uploadTotalBytes: 900,
    uploadFiles: 3,
    heavyBytes: 100,
    heavyQueue: 1,
  }
  const client: Client = useClient({ limits, workers: 1 })
  beforeAll(async () => {
    await client.post('/places', { text: 'x' })
  })

  it('413: a body, a text, a file, all files together, or too many files', async () => {
    expectFailure(await client.post('/places', { text: 'x'.repeat(2500) }), 413, /2000 bytes/)
    expectFailure(await client.post('/places', { text: 'x'.repeat(1500), nope: 1 }), 413, /text.*1000 characters/)
    const record = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`field${n}`, '']))
    expectFailure(await client.post('/compare', { a: record, b: {} }), 413, /a: at most 10 /)
    expectFailure(
      await client.post('/extract', { text: '', entity_types: Array(11).fill('PERSON') }),
      413,
      /entity_types/,
    )
    expectFailure(await client.upload([['a.txt', 'x'.repeat(501)]], { jurisdiction: 'NG' }), 413, /file/)
    expectFailure(
      await client.upload(
        [
          ['a', 'x'.repeat(400)],
          ['b', 'x'.repeat(400)],
          ['c', 'x'.repeat(400)],
        ],
        { jurisdiction: 'NG' },
      ),
      413,
      /900 bytes together/,
    )
    expectFailure(
      await client.upload(
        [1, 2, 3, 4].map((n) => [`${n}`, 'x'] as const),
        { jurisdiction: 'NG' },
      ),
      413,
      /files/,
    )
    expectFailure(await client.upload([['a.txt', TEXT]], { entity: 'x'.repeat(4500) }), 413, /./)
  })

  it('429: more heavy jobs than may run or wait, and none is forgotten', async () => {
    const ask = () => client.post('/places', { text: 'x'.repeat(900) })
    const replies = await Promise.all([ask(), ask(), ask(), ask(), ask()])
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect(statuses).toContain(429)
    for (const reply of replies) if (reply.status === 429) expect(reply.headers['retry-after']).toBe('1')
    for (let again = 0; again < 5; again++) expect((await ask()).status).toBe(200)
  })
})

describe('500: a failure nobody foresaw', () => {
  it('says nothing of what went wrong', async () => {
    const app = createApp()
    app.addHook('preHandler', async () => {
      throw new Error('Casey Example at /srv/secret/place')
    })
    const reply = await app.inject('/livez')
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ detail: expect.stringMatching(/failed to answer/) })
    expect(reply.body).not.toMatch(/Casey|srv/)
    await app.close()
  })
})
