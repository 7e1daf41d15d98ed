// The routes of the review queue: additions to the contract, under the same guard, signed like the others.
import { describe, expect, it } from 'vitest'
import { verifyEnvelope } from '../../src/attest/index.ts'
import { useClient } from './client.ts'

const PAIR = { a: { name: 'John Smith' }, b: { name: 'John Smith', city: 'Leeds' }, store: true }
const BOLA = { 'x-service-caller': 'bola@example.org' }

describe('the review routes', () => {
  const client = useClient({ withLedger: true, signed: true })

  it('show what waits, take an answer in the name of the caller, sign it, and let it be undone', async () => {
    const engine = (await client.post('/compare', PAIR)).body.decision_id
    const { status, body } = await client.get('/review?limit=5&blind=yes')
    expect(status).toBe(200)
    expect(body).toMatchObject({ counts: { waiting: 1 }, agreement: { pairs: 0, kappa: null } })
    expect(body.pairs).toMatchObject([{ decision_id: engine, entity: 'person', state: 'waiting', score: null }])

    const pair = (await client.get(`/review/${engine}`)).body
    expect(pair.fields).toEqual([
      { field: 'name', a: 'John******', b: 'John******', likeness: 1 },
      { field: 'city', a: null, b: 'Leed*', likeness: null },
    ])
    expect((await client.get(`/review/${engine}?reveal=true&blind=true`)).body).toMatchObject({
      engine: null,
      fields: [{ a: 'John Smith' }, { b: 'Leeds' }],
    })

    const request = { decision_id: engine, answer: 'different', reason: 'two accounts of one bank' }
    const answered = (await client.post('/review', request, BOLA)).body
    expect(answered).toMatchObject({ identity: 'different', action: 'no_op', state: 'different', recorded: true })
    expect(answered.attestation).toMatchObject({ tool: 'review', caller: 'bola@example.org' })
    expect(answered.attestation.decision_ids).toEqual([answered.decision_id, engine].sort())
    const verified = await verifyEnvelope({ envelope: answered, inputs: request, publicKey: client.signer })
    expect(verified).toMatchObject({ trusted: true, inputs_match: true, response_match: true })

    expect((await client.get('/review')).body).toMatchObject({ counts: { different: 1 }, pairs: [] })
    expect((await client.get('/review?state=different')).body.pairs).toHaveLength(1)
    expect((await client.get(`/decision/${engine}`)).body.superseded_by).toBe(answered.decision_id)
    expect((await client.get(`/decision/${answered.decision_id}`)).body.pins.reviewer).toBe('bola@example.org')
    const changed = (await client.get(`/replay/${answered.decision_id}`)).body.changed
    expect(Object.keys(changed)).toEqual(['decided_by', 'identity'])

    const again = await client.post('/review', request, BOLA)
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('read it again')])
    const undone = { decision_id: answered.decision_id, answer: 'undo', reason: 'the wrong key' }
    expect((await client.post('/review', undone)).body).toMatchObject({ identity: 'review', state: 'waiting' })
    expect((await client.get('/review')).body.counts).toEqual({ waiting: 1 })
  })

  it('refuse what has no such shape and what nobody asked about', async () => {
    expect((await client.get('/review?limit=0')).status).toBe(422)
    expect((await client.get('/review?state=done')).status).toBe(422)
    expect((await client.post('/review', { decision_id: 'x', answer: 'maybe', reason: 'so' })).status).toBe(422)
    expect((await client.get('/review/unknown')).status).toBe(404)
    const text = { text: 'Casey Example', jurisdiction: 'GB', store: true }
    const masked = (await client.post('/deidentify', text)).body.decision_id
    expect((await client.get(`/review/${masked}`)).status).toBe(404)
    const other = { a: { name: 'Ada Obi' }, b: { name: 'Zuzanna Kowalska' }, store: true }
    const different = (await client.post('/compare', other)).body.decision_id
    expect((await client.get(`/review/${different}`)).status).toBe(404)
    expect((await client.send({ method: 'DELETE', url: '/review' })).headers['allow']).toBe('GET, HEAD, POST, OPTIONS')
  })

  it('answer a text as long as a reason may be in this process, as they answer any other', async () => {
    const engine = (await client.get('/review')).body.pairs[0].decision_id
    const request = { decision_id: engine, answer: 'cannot_tell', reason: '\u{1f600}'.repeat(1000) }
    expect((await client.post('/review', request)).body.state).toBe('cannot_tell')
    const longer = { ...request, reason: 'x'.repeat(2001) }
    expect((await client.post('/review', longer)).status).toBe(422)
  })
})

describe('the review routes without a ledger', () => {
  const client = useClient()
  it('answer 503', async () => {
    expect((await client.get('/review')).status).toBe(503)
    expect((await client.get('/review/x')).status).toBe(503)
    expect((await client.post('/review', { decision_id: 'x', answer: 'same', reason: 'so' })).status).toBe(503)
  })
})
