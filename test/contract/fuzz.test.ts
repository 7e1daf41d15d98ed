// The invariants of every request and of any text: the fuzzer of tools/fuzz/ in a short run with a fixed seed, and
// properties of answers that it does not know.
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../../src/http/index.ts'
import { attack } from '../../tools/fuzz/attack.mjs'
import { rowTrials } from '../../tools/fuzz/rows.mjs'
import { type Trials, verifierTrials } from '../../tools/fuzz/verify.mjs'
import { ENTITIES, useClient } from './client.ts'

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
        '\u{10400}',
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

/** Says again what `npm run fuzz` says, so that a failure here can be repeated there. */
const SEED = '18'

describe('whatever is sent', () => {
  const client = useClient({ signed: true })
  let serving: Serving

  beforeAll(async () => {
    serving = await serve({
      port: 0,
      ledger: join(client.folder, 'fuzz.ledger'),
      signingKey: join(client.folder, 'signing.pem'),
      limits: { requestMs: 3_000 },
    })
  })
  afterAll(() => serving.close())

  it.each([
    ['all', 2_000, ['200', '400', '403', '404', '405', '415', '422']],
    ['parsers', 60, ['200', '422']],
    ['ledger', 200, ['200', '404']],
  ] as const)(
    'is answered as the contract says: %s, %i requests',
    async (part, count, statuses) => {
      const {
        requests,
        findings,
        statuses: seen,
      } = await attack({
        target: { port: serving.port, pid: null },
        seed: SEED,
        part,
        count,
      })
      expect(findings.lines()).toEqual([])
      expect(requests).toBe(count)
      expect(Object.keys(seen)).toEqual(expect.arrayContaining([...statuses]))
    },
    120_000,
  )

  const wrongOf = async (trials: Trials, count: number) => {
    const wrong: string[] = []
    for (let number = 0; number < count; number++) {
      const { label, wrong: found } = await trials.trial(number)
      if (found !== null) wrong.push(`${number}: ${label}: ${found}`)
    }
    trials.close()
    return wrong
  }

  it('never makes the verifier throw, or take what was changed for signed', async () => {
    expect(await wrongOf(verifierTrials({ seed: SEED }), 300)).toEqual([])
  }, 120_000)

  it('never makes a changed ledger verify', async () => {
    expect(await wrongOf(await rowTrials({ seed: SEED }), 60)).toEqual([])
  }, 120_000)
})

describe('any text', () => {
  const client = useClient({ withLedger: true, signed: true })

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
      // A capital letter beyond the Basic Multilingual Plane, which no tokens know as a letter.
      { numRuns: 100, examples: [['\u{10400}\u0000']] },
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
})
