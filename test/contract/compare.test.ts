import { describe, expect, it } from 'vitest'
import { ENTITIES, useClient } from './client.ts'

const RECORDS = {
  a: { name: 'Touton Trading Nigeria Limited', registration_id: 'RC123456' },
  b: { name: 'Touton Trading Nigeria Ltd', registration_id: 'RC 123456' },
  entity: 'organisation',
}
const TEXTS = { a: 'Adesola Okonkwo, NIN 12345678901', b: 'Adesola E. Okonkwo, NIN 12345678901', jurisdiction: 'NG' }

describe('POST /compare', () => {
  const client = useClient({ withLedger: true })

  it.each([
    [{ name: 'John Smith', dob: '1970-01-02' }, 'same_entity', 'pack:person'],
    [{ name: 'Thaddäus Überreiter' }, 'same_entity', 'pack:person'],
    [{ name: 'John Smith', dob: '1970' }, 'review', 'pack:person (not distinctive)'],
    [{ name: 'John Smith', city: 'Leeds' }, 'review', 'pack:person (not distinctive)'],
  ])('takes as distinctive what README.md says of two equal records: %j', async (record, identity, basis) => {
    const { body } = await client.post('/compare', { a: record, b: record, entity: 'person' })
    expect(body).toMatchObject({ identity, basis })
  })

  it('answers a field map comparison with a receipt of the pack engine', async () => {
    const { status, body } = await client.post('/compare', RECORDS)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'action',
      'basis',
      'decision_id',
      'explanation',
      'factors',
      'identity',
      'pins',
      'recorded',
      'score',
    ])
    expect(body).toMatchObject({
      identity: 'same_entity',
      action: 'merge',
      basis: 'pack:organisation',
      recorded: false,
    })
    expect(body.decision_id).toMatch(/^xwd:sha256:[0-9a-f]{64}$/)
    expect(body.pins.comparators_sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(body.pins).toMatchObject({ tf: 'shipped:organisation', entity_pack: 'organisation' })
    for (const key of ['engine', 'block', 'threshold', 'review_margin', 'distinctive_floor'])
      expect(body.pins).toHaveProperty(key)
    expect(body.factors).toHaveProperty('name')
    expect(body.factors).toHaveProperty('registration_id')
  })

  it('answers a comparison of texts with a receipt of the string engine', async () => {
    const { status, body } = await client.post('/compare', TEXTS)
    expect(status).toBe(200)
    expect(body.decision_id).toMatch(/^dec:sha256:[0-9a-f]{64}$/)
    expect(body.pins).toMatchObject({ receipt_schema: 1, jurisdiction: 'NG' })
    expect(body.pins.engine).toMatch(/^.+@.+$/)
    expect(body.pins.comparator_lib).toMatch(/^.+@.+$/)
    expect(Object.keys(body.pins.thresholds).sort()).toEqual(['distinctive_floor', 'match', 'review'])
    expect(body.pins.provenance.document_content_id_a).toBe(
      'doc:sha256:9e3c0f0d448f450d462ba2dd02c63cfdfedfba55ef53a658dc29cf063468e396',
    )
    expect(body.pins.provenance.document_content_id_b).toBe(
      'doc:sha256:96cf5006e8e9c065a56a60829cb2191ba6dc1e114898a6fb3a7e93dc19fd1bab',
    )
    expect(body).toMatchObject({ identity: 'same_entity', action: 'merge', basis: 'corroborated' })
  })

  it('pairs identity and action one to one', async () => {
    const pairs: Record<string, string> = { same_entity: 'merge', review: 'hold', different: 'no_op' }
    const others = [
      { name: 'Touton Trading Nigeria Limited' },
      { name: 'Kano Grain Mills', registration_id: 'RC999999' },
      { name: 'Zeta' },
    ]
    for (const b of others) {
      const { body } = await client.post('/compare', { ...RECORDS, b })
      expect(body.action).toBe(pairs[body.identity])
    }
  })

  it('does not depend on which side is which', async () => {
    for (const pair of [RECORDS, TEXTS]) {
      const { body: ab } = await client.post('/compare', pair)
      const { body: ba } = await client.post('/compare', { ...pair, a: pair.b, b: pair.a })
      expect(ba.identity).toBe(ab.identity)
      expect(ba.score).toBe(ab.score)
      expect(ba.factors).toEqual(ab.factors)
    }
  })

  it('binds the records: two pairs with the same factors have two ids', async () => {
    const one = await client.post('/compare', {
      a: { name: 'Alpha Mills' },
      b: { name: 'Alpha Mills' },
      entity: 'organisation',
    })
    const two = await client.post('/compare', {
      a: { name: 'Omega Farms' },
      b: { name: 'Omega Farms' },
      entity: 'organisation',
    })
    expect(one.body.decision_id).not.toBe(two.body.decision_id)
  })

  it.each(ENTITIES)('has a pack for %s', async (entity) => {
    const { status, body } = await client.post('/compare', {
      a: { name: 'Kind of Blue' },
      b: { name: 'Kind of Blue' },
      entity,
    })
    expect(status).toBe(200)
    expect(body.decision_id).toMatch(/^xwd:/)
  })

  it('is for person when nothing is said, and reviews what cannot be compared', async () => {
    const { status, body } = await client.post('/compare', { a: {}, b: {} })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      identity: 'review',
      action: 'hold',
      score: 0,
      basis: 'pack:person (no comparable fields)',
    })
    const texts = await client.post('/compare', { a: '', b: '' })
    expect(texts.body).toMatchObject({ identity: 'review', score: 0, basis: 'no_comparable_fields' })
  })

  it('rounds score and factors to four decimals', async () => {
    const { body } = await client.post('/compare', TEXTS)
    for (const value of [body.score, ...Object.values<number>(body.factors)]) {
      expect(Math.round(value * 10_000) / 10_000).toBe(value)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  })

  it('records when asked to', async () => {
    const { body } = await client.post('/compare', { ...RECORDS, store: true })
    expect(body.recorded).toBe(true)
    expect((await client.get(`/decision/${body.decision_id}`)).status).toBe(200)
  })

  it('survives values of any kind of text', async () => {
    for (const value of ['', ' ', '\u{1F600}', 'שלום', 'x'.repeat(10_000), '\0', '-0', 'null'])
      expect(
        (
          await client.post('/compare', {
            a: { name: value, dob: value, phone: value },
            b: { name: value, dob: value },
          })
        ).status,
      ).toBe(200)
  })
})

describe('the jurisdiction of two texts', () => {
  const client = useClient()
  const compared = async (a: string, b: string, more: object = {}) =>
    (await client.post('/compare', { a, b, ...more })).body
  const NIGERIAN = 'Adesola Okonkwo, NIN 12345678901, Lagos, Nigeria'

  it('is that of both together where none is given, or auto', async () => {
    for (const more of [{}, { jurisdiction: 'auto' }, { jurisdiction: null }])
      expect((await compared(NIGERIAN, 'Adesola E. Okonkwo', more)).pins.jurisdiction).toBe('NG')
    const [one, other] = [await compared(NIGERIAN, 'A. Okonkwo'), await compared('A. Okonkwo', NIGERIAN)]
    expect([one.identity, one.score, one.factors]).toEqual([other.identity, other.score, other.factors])
    expect(other.pins.jurisdiction).toBe('NG')
  })

  it('is "default" where neither reveals one, or each another', async () => {
    expect((await compared('Ada Obi', 'Ada Obi')).pins.jurisdiction).toBe('default')
    expect((await compared(NIGERIAN, 'Erika Muster, Finanzamt Bremen, HRB 12345')).pins.jurisdiction).toBe('default')
  })

  it('plays no part for two records, whose backend is ignored too', async () => {
    const asked = { a: { name: 'Ada Obi' }, b: { name: 'Ada Obi' } }
    const plain = (await client.post('/compare', asked)).body
    for (const more of [{ jurisdiction: 'NG' }, { backend: 'basic' }, { backend: 'model' }])
      expect((await client.post('/compare', { ...asked, ...more })).body).toEqual(plain)
  })
})
