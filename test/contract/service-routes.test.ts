import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/index.ts'
import { VERSION } from '../../src/version.ts'
import { useClient } from './client.ts'

const ENDPOINTS = [
  '/detect',
  '/deidentify',
  '/compare',
  '/documents',
  '/places',
  '/extract',
  '/decision/{id}',
  '/explain/{id}',
  '/replay/{id}',
  '/livez',
  '/capabilities',
]

describe('GET /livez', () => {
  it('says that the service lives, and is null about warmth when none was asked for', async () => {
    const app = createApp()
    expect((await app.inject('/livez')).json()).toEqual({ ok: true, version: VERSION, warm: null })
    expect((await app.inject({ method: 'HEAD', url: '/livez' })).body).toBe('')
    await app.close()
  })

  it('goes from false to true with a warm start, and answers meanwhile', async () => {
    const app = createApp({ warm: true })
    expect((await app.inject('/livez')).json().warm).toBe(false)
    await expect.poll(async () => (await app.inject('/livez')).json().warm, { timeout: 170_000 }).toBe(true)
    expect((await app.inject('/capabilities')).json().warm).toBe(true)
    await app.close()
  })
})

describe('GET /capabilities', () => {
  const bare = useClient()
  const full = useClient({ withLedger: true, signed: true })

  it('lists what a bare installation has', async () => {
    const { status, body } = await bare.get('/capabilities')
    expect(status).toBe(200)
    expect(body).toEqual({
      version: VERSION,
      ledger: false,
      model: expect.any(Boolean),
      parsers: { text: true, pdf: true, docx: true, docling: expect.any(Boolean), ocr: expect.any(Boolean) },
      warm: null,
      attestation: null,
      endpoints: ENDPOINTS,
    })
  })

  it('names the ledger and the signer', async () => {
    const { body } = await full.get('/capabilities')
    expect(body.ledger).toBe(true)
    expect(body.attestation).toEqual({ signer: full.signer })
    expect(full.signer).toMatch(/^did:key:z6Mk/)
  })
})
