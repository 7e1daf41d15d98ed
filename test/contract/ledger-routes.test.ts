import { beforeAll, describe, expect, it } from 'vitest'
import { useClient } from './client.ts'

const PAIR = {
  a: { name: 'Adesola Okonkwo', national_id: '12345678901', phone: '+234 803 123 4567' },
  b: { name: 'Adesola E. Okonkwo', national_id: '12345678901' },
}
const TEXT = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'
const HEX = '[0-9a-f]{64}'

describe('the ledger routes', () => {
  const client = useClient({ withLedger: true })
  let compared: string
  let texts: string
  let masked: string

  beforeAll(async () => {
    compared = (await client.post('/compare', { ...PAIR, store: true })).body.decision_id
    texts = (
      await client.post('/compare', {
        a: 'Adesola Okonkwo, NIN 12345678901',
        b: 'Adesola E. Okonkwo, NIN 12345678901',
        jurisdiction: 'NG',
        store: true,
      })
    ).body.decision_id
    masked = (await client.post('/deidentify', { text: TEXT, jurisdiction: 'NG', salt: 'pepper', store: true })).body
      .decision_id
  })

  describe('GET /decision/{id}', () => {
    it('returns a decision as it was stored', async () => {
      const { status, body } = await client.get(`/decision/${compared}`)
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual([
        'action',
        'call',
        'decision_id',
        'explanation',
        'factors',
        'identity',
        'pins',
        'record_a',
        'record_b',
        'recorded_at',
        'score',
        'superseded_by',
        'supersedes',
        'verb',
      ])
      expect(body).toMatchObject({ decision_id: compared, verb: 'compare', supersedes: null, superseded_by: null })
      expect(body.call).toMatchObject({ entity: 'person' })
      expect(Object.keys(body.call)).toEqual(expect.arrayContaining(['backend', 'entity', 'jurisdiction']))
      expect(body.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00:00|Z)$/)
      expect(body.record_a).toMatch(new RegExp(`^rec:sha256:${HEX}$`))
      expect(body.record_b).toMatch(new RegExp(`^rec:sha256:${HEX}$`))
      expect(JSON.stringify(body)).not.toContain('12345678901')
    })

    it('adds the records when revealed', async () => {
      const { body } = await client.get(`/decision/${compared}?reveal=true`)
      expect(body.records).toHaveLength(2)
      expect(body.records[0]).toMatchObject({
        record_id: body.record_a,
        entity: 'person',
        attributes: PAIR.a,
        erased: false,
      })
      expect((await client.get(`/decision/${compared}?reveal=false`)).body).not.toHaveProperty('records')
      const text = await client.get(`/decision/${masked}?reveal=1`)
      expect(text.body.records[0].text).toBe(TEXT)
    })
  })

  describe('GET /explain/{id}', () => {
    it('says what supported a comparison, and masks what both sides share', async () => {
      const { status, body } = await client.get(`/explain/${compared}`)
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual([
        'action',
        'basis',
        'explanation',
        'gate',
        'identity',
        'missing',
        'refuting',
        'shared',
        'supporting',
      ])
      expect(body.supporting).toEqual(expect.arrayContaining(['national_id']))
      expect(body.missing).toEqual(expect.arrayContaining(['phone', 'email', 'dob', 'address']))
      expect(body.shared.national_id).toBe('1234*******')
      expect(Object.keys(body.gate).sort()).toEqual(['clearing_signal', 'distinctive_cleared', 'floor'])
      expect((await client.get(`/explain/${compared}?reveal=true`)).body.shared.national_id).toBe('12345678901')
    })

    it('lists spans and citations of a de-identification, without values', async () => {
      const { status, body } = await client.get(`/explain/${masked}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ identity: null, statute: 'NDPA-2023', jurisdiction: 'NG' })
      expect(body.spans.length).toBeGreaterThan(0)
      expect(body.citations.length).toBeGreaterThan(0)
      expect(JSON.stringify(body)).not.toMatch(/12345678901|Casey/)
    })
  })

  describe('GET /replay/{id}', () => {
    it('reproduces every kind of decision byte for byte', async () => {
      for (const id of [compared, texts, masked]) {
        const { status, body } = await client.get(`/replay/${id}`)
        expect(status).toBe(200)
        expect(Object.keys(body).sort()).toEqual(['changed', 'decision_id', 'now', 'reproduced'])
        expect(body).toMatchObject({ decision_id: id, reproduced: true, changed: {} })
        expect(body.now).toMatchObject({ decision_id: id })
        expect(Object.keys(body.now).sort()).toEqual(['action', 'decision_id', 'factors', 'identity', 'score'])
      }
    })
  })

  it.each(['decision', 'explain', 'replay'])(
    'GET /%s answers 404 for an id it never saw, whatever it looks like',
    async (route) => {
      for (const id of [
        `dec:sha256:${'0'.repeat(64)}`,
        'dec:sha256:0000',
        'x',
        '%00',
        '%F0%9F%98%80',
        "' OR 1=1 --",
        '..%2f..%2fetc%2fpasswd',
      ]) {
        const { status, body } = await client.get(`/${route}/${id.includes('%') ? id : encodeURIComponent(id)}`)
        expect(status).toBe(404)
        expect(body).toEqual({ detail: expect.stringMatching(/no decision/) })
      }
    },
  )
})
