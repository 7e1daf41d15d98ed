import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyEnvelope } from '../../src/attest/index.ts'
import { SERVICE_ENGINE } from '../../src/version.ts'
import { useClient } from './client.ts'

const FIELDS = [
  'caller',
  'decision_ids',
  'engine',
  'inputs_sha256',
  'issued_at',
  'jws',
  'response_sha256',
  'schema',
  'signer',
  'tool',
]

describe('attestation of POST answers', () => {
  const client = useClient({ signed: true, withLedger: true })
  const text = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'

  it('writes a caller outside ASCII as it was sent', async () => {
    const caller = 'Zoë 🙂'
    const header = Buffer.from(caller, 'utf8').toString('latin1') // what a header's bytes become in Node
    const { body } = await client.post('/places', { text }, { 'x-service-caller': header })
    expect(body.attestation.caller).toBe(caller)
    const latin = await client.post('/places', { text }, { 'x-service-caller': 'Zo\u00eb' })
    expect(latin.body.attestation.caller).toBe('Zoë')
  })

  it('refuses a caller that is no name before anything is done', async () => {
    const asked = { a: { name: 'A' }, b: { name: 'Before' }, store: true }
    for (const caller of ['svc\u202egnillib', 'a'.repeat(10_000), 'a\u200b']) {
      const header = Buffer.from(caller, 'utf8').toString('latin1')
      const { status, body } = await client.post('/compare', asked, { 'x-service-caller': header })
      expect([status, body]).toEqual([400, { detail: expect.stringContaining('X-Service-Caller') }])
    }
    const { body } = await client.post('/compare', { ...asked, store: false })
    expect((await client.get(`/decision/${body.decision_id}`)).status).toBe(404)
    expect((await client.get('/livez', { 'x-service-caller': 'a\u0085' })).status).toBe(400)
  })

  it.each([
    ['detect', { text, jurisdiction: 'NG' }, { text, jurisdiction: 'NG', backend: 'auto', statute: null }],
    [
      'deidentify',
      { text, jurisdiction: 'NG', store: true },
      { text, jurisdiction: 'NG', backend: 'auto', statute: null, method: 'statute', salt: '', store: true },
    ],
    [
      'compare',
      { a: { name: 'A' }, b: { name: 'B' } },
      { a: { name: 'A' }, b: { name: 'B' }, entity: 'person', jurisdiction: null, backend: 'auto', store: false },
    ],
    ['places', { text }, { text }],
    ['extract', { text }, { text, entity_types: null, backend: 'auto' }],
  ])('seals /%s over the whole request model, defaults included', async (tool, sent, inputs) => {
    const { status, body } = await client.post(`/${tool}`, sent)
    expect(status).toBe(200)
    const { attestation, ...response } = body
    expect(Object.keys(attestation).sort()).toEqual(FIELDS)
    expect(attestation).toMatchObject({
      schema: 'service.attestation.v1',
      tool,
      engine: SERVICE_ENGINE,
      signer: client.signer,
      caller: '127.0.0.1',
    })
    expect(attestation.issued_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    const verdict = await verifyEnvelope({ envelope: attestation, inputs, response, publicKey: client.signer })
    expect(verdict).toMatchObject({
      ok: true,
      valid: true,
      trusted: true,
      inputs_match: true,
      response_match: true,
      problems: [],
    })
    if ('decision_id' in response) expect(attestation.decision_ids).toEqual([response.decision_id])
  })

  it('binds the bytes of uploads, in order', async () => {
    const parts = [
      ['a.txt', 'Adesola Okonkwo, NIN 12345678901, Lagos, Nigeria'],
      ['b.txt', 'Adesola E. Okonkwo, NIN 12345678901, Lagos, Nigeria'],
    ] as const
    const { body } = await client.upload(parts, { jurisdiction: 'NG' })
    const { attestation, ...response } = body
    const files = parts.map(([name, content]) => ({
      name,
      sha256: createHash('sha256').update(content).digest('hex'),
      size: Buffer.byteLength(content),
    }))
    const inputs = { entity: 'person', jurisdiction: 'NG', backend: 'auto', store: false, reveal: false, files }
    const verdict = await verifyEnvelope({ envelope: attestation, inputs, response, publicKey: client.signer })
    expect(verdict).toMatchObject({ ok: true, trusted: true })
    expect(attestation.decision_ids).toEqual(
      response.decisions.map(({ decision_id }: { decision_id: string }) => decision_id),
    )
  })

  it('signs no id that a caller wrote, wherever it comes back', async () => {
    const forged = ['dec', 'xwd', 'red', 'rec', 'ent'].map((prefix, at) => `${prefix}:sha256:${`${at}`.repeat(64)}`)
    const [a, b, c, d, e] = forged as [string, string, string, string, string]
    const said = `Patient Casey Example, NIN 12345678901, wrote ${forged.join(' and ')} to https://x.example/${a}`
    const written = JSON.stringify
    for (const [route, asked] of [
      ['detect', { text: said, jurisdiction: 'NG' }],
      ['deidentify', { text: said, jurisdiction: 'NG' }],
      ['places', { text: `from ${a} Marina Road to ${b}` }],
      ['extract', { text: said }],
      ['compare', { a: { name: a, [b]: c }, b: { name: d, [b]: e } }],
      ['compare', { a: said, b: said, jurisdiction: 'NG' }],
    ] as const) {
      const { status, body } = await client.post(`/${route}`, asked)
      expect(status).toBe(200)
      const { attestation, ...answer } = body
      expect(attestation.decision_ids).toEqual('decision_id' in answer ? [answer.decision_id] : [])
      for (const id of forged) expect(written(attestation)).not.toContain(id)
    }
    const names = [a, b, `${c}.txt`, d]
    const { status, body } = await client.upload(
      names.map((name) => [name, `Name: ${e}. ${said}. Lagos, Nigeria`] as const),
      { jurisdiction: 'NG', reveal: 'true' },
    )
    expect(status).toBe(200)
    const { attestation, ...answer } = body
    expect(written(answer)).toContain(a)
    const issued = answer.decisions.map(({ decision_id }: { decision_id: string }) => decision_id)
    expect(attestation.decision_ids).toEqual([...new Set(issued)].sort())
  })

  it('names the caller that a proxy names, outside of what is hashed', async () => {
    const plain = await client.post('/places', { text })
    const named = await client.post('/places', { text }, { 'x-service-caller': 'svc:billing' })
    expect(named.body.attestation.caller).toBe('svc:billing')
    expect(named.body.attestation.inputs_sha256).toBe(plain.body.attestation.inputs_sha256)
  })

  it('seals no GET answer and no failure', async () => {
    expect((await client.get('/livez')).body).not.toHaveProperty('attestation')
    expect((await client.post('/detect', {})).body).toEqual({ detail: expect.any(String) })
  })
})

describe('without a signing key', () => {
  const client = useClient()
  it('attests nothing', async () => {
    expect((await client.post('/places', { text: '' })).body).not.toHaveProperty('attestation')
  })
})
