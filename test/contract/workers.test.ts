// Long requests are answered by workers: the same bytes, stored, signed and replayed like short ones, while other requests do not wait.

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyEnvelope } from '../../src/attest/index.ts'
import { createApp } from '../../src/http/index.ts'
import { createService, type OwnPack } from '../../src/index.ts'
import { useClient } from './client.ts'

const PIECE = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890. '
const text = PIECE.repeat(200)
const asked = { text, jurisdiction: 'NG', salt: 's', store: true }
const sides = { a: `Casey Example, born 3 May 1980. ${PIECE.repeat(80)}`, b: PIECE.repeat(80) }

describe('with three workers', () => {
  const client = useClient({ workers: 3, withLedger: true, signed: true })

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

it("compares under a pack of the operator's own as short requests do", async () => {
  const page = readFileSync(new URL('../../docs/entity-packs.md', import.meta.url), 'utf8')
  const pack = JSON.parse(/```json\n(\{\n {2}"entity": "vessel"[\s\S]*?)```/.exec(page)![1]!) as OwnPack
  const app = createApp({ workers: 1, packs: [pack] })
  const side = { name: 'MV Northern Light', imo: '9000003' }
  const ask = async (more: object) => {
    const payload = { entity: 'vessel', a: { ...side, ...more }, b: side }
    return (await app.inject({ method: 'POST', url: '/compare', payload })).json()
  }
  // A field that no pack has is ignored by scoring, and makes the second request a long one.
  const [here, there] = [await ask({ unread: 'x' }), await ask({ unread: 'x'.repeat(5_000) })]
  expect(here.pins.entity_pack).toBe('vessel')
  expect({ ...there, decision_id: '' }).toEqual({ ...here, decision_id: '' })
  await app.close()
})

it('keeps answers whole when requests are sent ahead and one expects to be asked to go on', async () => {
  const app = createApp({ workers: 1 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const one = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n'
  socket.write(`${one}\r\n${one}\r\n${one}Connection: close\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const bodies = Buffer.concat(chunks)
    .toString()
    .split(/HTTP\/1\.1 \d+ [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/)
    .filter((part) => part !== '')
  expect(bodies).toHaveLength(3)
  for (const body of bodies) expect(JSON.parse(body).openapi).toBe('3.1.0')
  await app.close()
})

describe('while the only worker is busy', () => {
  const client = useClient({ workers: 1, limits: { heavyQueue: 1, bodyTotalBytes: 3_000_000 } })
  const long = JSON.stringify({ text: PIECE.repeat(30_000), jurisdiction: 'NG' })
  /** As long, and read at once. */
  const blank = JSON.stringify({ text: PIECE.padEnd(long.length), jurisdiction: 'NG' })
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
    // Two megabytes are held for the first; two more are too many together.
    expect(await client.post('/deidentify', long)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    const waiting = ask(JSON.stringify({ text, jurisdiction: 'NG' }))
    await aMoment()
    expect(await client.post('/detect', { text, jurisdiction: 'NG' })).toMatchObject({ status: 429 })
    expect((await client.post('/detect', { text: PIECE, jurisdiction: 'NG' })).status).toBe(200)
    waiting.destroy()
    running.destroy()
    await aMoment()
    expect((await client.post('/detect', { text, jurisdiction: 'NG' })).status).toBe(200)
    expect((await client.post('/deidentify', blank)).status).toBe(200)
  })
})

describe('with one worker of little memory', () => {
  const client = useClient({ workers: 1, signed: true, limits: { workerMemoryBytes: 640 * 1024 * 1024 } })

  it('answers requests with long answers one after another', async () => {
    const many = { text: '$1,'.repeat(200_000) }
    for (const _ of [1, 2, 3]) expect((await client.post('/extract', many)).status).toBe(200)
  })
})
