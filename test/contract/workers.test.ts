// Long requests are answered by workers: the same bytes, stored, signed and replayed like short ones, and nobody else waits.
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyEnvelope } from '../../src/attest/index.ts'
import { createService } from '../../src/index.ts'
import { useClient } from './client.ts'

const PIECE = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890. '
const text = PIECE.repeat(200)
const asked = { text, jurisdiction: 'NG', salt: 's', store: true }
const sides = { a: `Casey Example, born 3 May 1980. ${PIECE.repeat(80)}`, b: PIECE.repeat(80) }

describe.each([1, 3])('with %d workers', (workers) => {
  const client = useClient({ workers, withLedger: true, signed: true })

  it('answers what the library answers, byte for byte', async () => {
    const alone = createService()
    for (const [path, body, answer] of [
      ['/detect', { text, jurisdiction: 'NG' }, await alone.detect({ text, jurisdiction: 'NG' })],
      ['/deidentify', { ...asked, store: false }, await alone.deidentify({ ...asked, store: false })],
      ['/compare', sides, await alone.compare(sides)],
      ['/places', { text }, await alone.places({ text })],
      ['/extract', { text }, await alone.extract({ text })],
    ] as const) {
      const { attestation, ...rest } = (await client.post(path, body)).body
      expect(JSON.stringify(rest)).toBe(JSON.stringify(answer))
      expect(attestation).toMatchObject({ tool: path.slice(1), signer: client.signer })
    }
    await alone.close()
  })

  it('stores, signs, explains and replays', async () => {
    const { status, body } = await client.post('/deidentify', asked)
    expect(status).toBe(200)
    expect(body.recorded).toBe(true)
    const { attestation, ...response } = body
    const inputs = { ...asked, statute: null, backend: 'auto', method: 'statute' }
    const verified = await verifyEnvelope({ envelope: attestation, inputs, response, publicKey: client.signer })
    expect(verified).toMatchObject({ ok: true, trusted: true, problems: [] })
    expect(attestation.decision_ids).toEqual([body.decision_id])
    expect((await client.get(`/decision/${body.decision_id}`)).body.verb).toBe('deidentify')
    expect((await client.get(`/explain/${body.decision_id}`)).body.spans).toHaveLength(body.count)
    expect((await client.get(`/replay/${body.decision_id}`)).body).toMatchObject({ reproduced: true, changed: {} })
    const compared = (await client.post('/compare', { ...sides, store: true })).body
    expect((await client.get(`/replay/${compared.decision_id}`)).body).toMatchObject({ reproduced: true })
  })

  it('refuses in the words of short requests', async () => {
    for (const [body, status, detail] of [
      [`{"text": "${PIECE.repeat(100)}"`, 422, /not well-formed JSON/],
      [{ text, jurisdiction: 'XX' }, 400, /GDPR/],
      [{ text, jurisdiktion: 'NG' }, 422, /unknown field/],
      [{ text: 'a line of a log without a country\n'.repeat(200) }, 400, /will not guess/],
      [Buffer.from(`{"text": "${'\u00e9'.repeat(9000)}"}`, 'latin1'), 422, /not UTF-8/],
    ] as const) {
      const reply = await client.post('/detect', body)
      expect(reply).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } })
    }
  })
})

describe('while the only worker is busy', () => {
  const client = useClient({ workers: 1, limits: { heavyQueue: 1, bodyTotalBytes: 6_000_000 } })
  const long = JSON.stringify({ text: PIECE.repeat(60_000), jurisdiction: 'NG' })
  let port: number
  beforeAll(async () => {
    await client.app.listen({ host: '127.0.0.1', port: 0 })
    port = (client.app.server.address() as AddressInfo).port
  })
  const ask = (body: string) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request({ port, path: '/deidentify', method: 'POST', headers }).on('error', () => {})
    call.end(body)
    return call
  }
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 500))

  it('answers short requests, refuses what is too much, and stops for a caller who hangs up', async () => {
    const running = ask(long)
    await aMoment()
    // Four megabytes are held for the first; four more are too many together.
    expect(await client.post('/deidentify', long)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    const waiting = ask(JSON.stringify({ text, jurisdiction: 'NG' }))
    await aMoment()
    expect(await client.post('/detect', { text, jurisdiction: 'NG' })).toMatchObject({ status: 429 })
    expect((await client.post('/detect', { text: PIECE, jurisdiction: 'NG' })).status).toBe(200)
    waiting.destroy()
    running.destroy()
    await aMoment()
    expect((await client.post('/detect', { text, jurisdiction: 'NG' })).status).toBe(200)
    expect((await client.post('/deidentify', long)).status).toBe(200)
  })
})
