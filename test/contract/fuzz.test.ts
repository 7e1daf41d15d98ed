import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENTITIES, type Reply, useClient } from './client.ts'

const EXPECTED = [200, 400, 404, 405, 413, 415, 422]

/** Texts as they come: pieces of personal data, hostile letters and noise, in any order. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'NIN 12345678901',
        '+234 803 555 7890',
        'casey@example.com',
        'DE89370400440532013000',
        '12 Marina Road, Lagos',
        'from ',
        ' to ',
      ),
      fc.constantFrom(
        '\u{1F469}\u200D\u{1F467}',
        '\u202E',
        '\u0000',
        '\uFEFF',
        'e\u0301',
        'ß',
        'İ',
        '\r\n',
        '١٢٣',
        '１２３',
        '\u{1D7D8}',
        '\u00AD',
        '@',
        '.',
        '-',
        '((((',
      ),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))

const fieldNames = fc.constantFrom(
  'text',
  'jurisdiction',
  'statute',
  'backend',
  'method',
  'salt',
  'store',
  'a',
  'b',
  'entity',
  'entity_types',
  'constructor',
  'toString',
  'x',
)
const fieldValues = fc.oneof(
  hostileText,
  fc.constantFrom('NG', 'DE', 'auto', 'GDPR', 'basic', 'mask', 'person', 'place', ''),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue(),
  fc.dictionary(fc.string(), fc.string()),
)

describe('whatever is sent', () => {
  const client = useClient({ withLedger: true, signed: true })

  const expectDocumented = (reply: Reply) => {
    expect(EXPECTED).toContain(reply.status)
    if (reply.status !== 200) expect(reply.body).toEqual({ detail: expect.any(String) })
  }

  it.each(['/detect', '/deidentify', '/compare', '/places', '/extract'])(
    '%s answers or refuses any JSON in the documented shape',
    async (route) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.dictionary(fieldNames, fieldValues), fc.jsonValue()), async (body) => {
          expectDocumented(await client.post(route, JSON.stringify(body)))
        }),
        { numRuns: 100 },
      )
    },
  )

  it.each([
    ['/detect', { jurisdiction: 'NG' }],
    ['/deidentify', { jurisdiction: 'GB', method: 'token', store: true }],
    ['/places', {}],
    ['/extract', {}],
  ])('%s answers any text', async (route, rest) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        fc.pre((text as string & { isWellFormed(): boolean }).isWellFormed())
        const { status } = await client.post(route, { text, ...rest })
        expect(status).toBe(200)
      }),
      { numRuns: 100 },
    )
  })

  it('/compare answers any two texts and any two records', async () => {
    const field = fc.constantFrom(
      'name',
      'dob',
      'phone',
      'email',
      'address',
      'national_id',
      'registration_id',
      'lat',
      'lon',
      'price',
      'title',
      'constructor',
      'x',
    )
    const record = fc.dictionary(field, hostileText)
    const entity = fc.constantFrom(...ENTITIES)
    await fc.assert(
      fc.asyncProperty(record, record, entity, async (a, b, pack) => {
        const { status, body } = await client.post('/compare', { a, b, entity: pack, store: true })
        expect([200, 422]).toContain(status)
        if (status === 200) expect((await client.get(`/replay/${body.decision_id}`)).body.reproduced).toBe(true)
      }),
      { numRuns: 100 },
    )
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (a, b) => {
        expect([200, 422]).toContain((await client.post('/compare', { a, b, store: true })).status)
      }),
      { numRuns: 60 },
    )
  })

  it('/documents answers any bytes under any name', async () => {
    const name = fc
      .oneof(fc.string(), fc.constantFrom('a.pdf', 'b.docx', 'c.txt', '__proto__', 'constructor', '..', '.'))
      .map((text) => text.replace(/["\r\n\\]/g, ''))
    const magic = fc.constantFrom(
      '',
      '%PDF-1.7\n',
      'PK\u0003\u0004',
      '\u0089PNG\r\n',
      '{\\rtf1',
      '<?xml version="1.0"?>',
      '\u001f\u008b',
    )
    const content = fc
      .tuple(magic, fc.uint8Array({ maxLength: 300 }))
      .map(([head, tail]) => Buffer.concat([Buffer.from(head, 'latin1'), tail]))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, content), { maxLength: 3 }), async (parts) => {
        expectDocumented(await client.upload(parts, { jurisdiction: 'NG' }))
      }),
      { numRuns: 100 },
    )
  })

  it('the ledger routes answer any id and query', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('decision', 'explain', 'replay'),
        fc.oneof(fc.string(), fc.webPath()),
        fc.webQueryParameters(),
        async (route, id, query) => {
          for (const url of [
            `/${route}/${encodeURIComponent(id)}`,
            `/${route}/${id.replace(/[^!-~]/g, '')}`,
            `/${route}/x?${query}`,
          ])
            expectDocumented(await client.get(url))
        },
      ),
      { numRuns: 100 },
    )
  })
})
