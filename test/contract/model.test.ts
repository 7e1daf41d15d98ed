// With a learned model: the same answers from workers as from the library, receipts that name the model, and a service that does not
// start with a model that does not work.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/index.ts'
import { createService } from '../../src/index.ts'
import { type Client, useClient } from './client.ts'

const TINY = fileURLToPath(new URL('../files/model/tiny', import.meta.url))
const SPANS = fileURLToPath(new URL('../files/model/tiny-spans', import.meta.url))
const text = 'The meeting began late. According to Mirasha, no.'
const asked = { text, jurisdiction: 'GB', salt: 's', store: true }

describe('a service with a model', () => {
  const client = useClient({ model: TINY, workers: 1, withLedger: true, signed: true })

  it('says that it has one', async () => {
    expect((await client.get('/capabilities')).body.model).toBe(true)
  })

  it('answers what the library answers, byte for byte', async () => {
    const alone = createService({ model: TINY })
    for (const [path, body, answer] of [
      ['/detect', { text, jurisdiction: 'GB' }, await alone.detect({ text, jurisdiction: 'GB' })],
      ['/deidentify', { ...asked, store: false }, await alone.deidentify({ ...asked, store: false })],
      ['/compare', { a: text, b: text }, await alone.compare({ a: text, b: text })],
      ['/extract', { text }, await alone.extract({ text })],
      ['/extract', { text, backend: 'basic' }, await alone.extract({ text, backend: 'basic' })],
    ] as const) {
      const { attestation, ...rest } = (await client.post(path, body)).body
      expect(JSON.stringify(rest)).toBe(JSON.stringify(answer))
      expect(attestation).toMatchObject({ tool: path.slice(1) })
    }
    await alone.close()
  })

  it('reads files with it', async () => {
    const { body } = await client.upload([['a.txt', text]], { jurisdiction: 'GB' })
    expect(body.documents[0].detections).toEqual({ 'PII-1-NAME': 1 })
  })

  it('replays its receipts, and the others too', async () => {
    for (const body of [asked, { ...asked, backend: 'basic' }]) {
      const { decision_id } = (await client.post('/deidentify', body)).body
      expect((await client.get(`/replay/${decision_id}`)).body).toMatchObject({ reproduced: true, changed: {} })
    }
    const texts = { a: text, b: `${text} `, backend: 'auto', store: true }
    const { decision_id } = (await client.post('/compare', texts)).body
    expect((await client.get(`/replay/${decision_id}`)).body).toMatchObject({ reproduced: true })
  })
})

describe('a service without', () => {
  const client: Client = useClient({ withLedger: true })

  it('refuses backend model, and says so in words', async () => {
    expect((await client.get('/capabilities')).body.model).toBe(false)
    expect(await client.post('/detect', { text, jurisdiction: 'GB', backend: 'model' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('basic') },
    })
  })

  it('names the model that a receipt was made with', async () => {
    const ledger = `${client.folder}/ledger.db`
    const made = createService({ model: TINY, ledger })
    const { decision_id, model } = await made.deidentify(asked)
    await made.close()
    const { body } = await client.get(`/replay/${decision_id}`)
    expect(body.reproduced).toBe(false)
    expect(JSON.stringify(body.changed['pins.model'])).toBe(
      JSON.stringify(
        Object.fromEntries([
          ['then', model],
          ['now', null],
        ]),
      ),
    )
  })
})

describe('a service with a span model', () => {
  const client = useClient({ model: SPANS, workers: 1, withLedger: true })

  it('answers from its workers what the library answers, and replays it', async () => {
    const alone = createService({ model: SPANS })
    const { attestation: _, ...detected } = (await client.post('/detect', { text, jurisdiction: 'GB' })).body
    expect(JSON.stringify(detected)).toBe(JSON.stringify(await alone.detect({ text, jurisdiction: 'GB' })))
    expect(detected.count).toBe(1)
    const { decision_id, model } = (await client.post('/deidentify', asked)).body
    expect(model).toMatch(/^tiny-spans@1\+/)
    expect((await client.get(`/replay/${decision_id}`)).body).toMatchObject({ reproduced: true, changed: {} })
    await alone.close()
  })
})

const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

/** A span model with the ONNX file of another kind. */
function mixed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'model-'))
  made.push(folder)
  cpSync(SPANS, folder, { recursive: true })
  cpSync(join(TINY, 'model.onnx'), join(folder, 'model.onnx'))
  return folder
}

it.each([
  ['has no model.json', () => fileURLToPath(new URL('../files', import.meta.url)), 'model.json'],
  ['does not run', mixed, 'words_mask'],
])('does not start with a model that %s', async (_, folder, named) => {
  const app = createApp({ model: folder() })
  await expect(app.ready()).rejects.toMatchObject({ code: 'model_invalid', message: expect.stringContaining(named) })
  await app.close()
})
