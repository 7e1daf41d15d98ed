import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { checkModel } from '../../../src/model/check.ts'
import { readModelFolder } from '../../../src/model/folder.ts'

const TINY = fileURLToPath(new URL('../../files/model/tiny', import.meta.url))
const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

/** A copy of the tiny model, changed. */
function folder(change: (path: (name: string) => string) => void): string {
  const copy = mkdtempSync(join(tmpdir(), 'model-'))
  made.push(copy)
  cpSync(TINY, copy, { recursive: true })
  change((name) => join(copy, name))
  return copy
}

/** One whose model.json says something else. */
function described(changed: object): string {
  return folder((path) => {
    const about = JSON.parse(readFileSync(path('model.json'), 'utf8'))
    writeFileSync(path('model.json'), JSON.stringify({ ...about, ...changed }))
  })
}

const check = (path: string) => checkModel(path, () => {})

it('says what a model is, and that it finds what it says', async () => {
  expect(await check(TINY)).toMatchObject({
    model: expect.stringMatching(/^tiny-names@1\+[0-9a-f]{16}$/),
    task: 'token-classification',
    languages: ['en'],
    categories: { 'PII-1-NAME': ['PERSON'] },
    found: 1,
  })
})

it('has another hash when any of its files is another', () => {
  const hashes = ['model.json', 'tokenizer.json', 'model.onnx'].map((name) => {
    const changed = folder((path) =>
      writeFileSync(path(name), Buffer.concat([readFileSync(path(name)), Buffer.from(' ')])),
    )
    return readModelFolder(changed).sha256
  })
  expect(new Set([readModelFolder(TINY).sha256, ...hashes]).size).toBe(4)
})

describe('what cannot be used is one sentence', () => {
  const cases: readonly (readonly [string, () => string, RegExp])[] = [
    ['no folder', () => join(TINY, 'none'), /has no file model\.json/],
    ['no tokenizer', () => folder((path) => rmSync(path('tokenizer.json'))), /has no file tokenizer\.json/],
    ['no weights', () => folder((path) => rmSync(path('model.onnx'))), /has no file model\.onnx/],
    [
      'broken weights',
      () => folder((path) => writeFileSync(path('model.onnx'), 'no')),
      /its ONNX file cannot be loaded/,
    ],
    [
      'a description that is no JSON',
      () => folder((path) => writeFileSync(path('model.json'), '{')),
      /model\.json is not JSON/,
    ],
    ['a member that there is not', () => described({ lables: {} }), /not as docs\/model\.md describes/],
    ['a category that is none', () => described({ labels: { PERSON: 'name' } }), /at labels\.PERSON/],
    ['a label that the model has not', () => described({ labels: { PER: 'PII-1-NAME' } }), /no label "PER"/],
    [
      'labels that are too few',
      () => described({ id2label: { 0: 'O', 1: 'B-PERSON' } }),
      /gives 3 labels for a piece, and id2label names 2/,
    ],
    [
      'a self-test that it fails',
      () => described({ check: { text: 'The rain fell.', finds: [{ category: 'PII-1-NAME', text: 'rain' }] } }),
      /does not find the PII-1-NAME/,
    ],
    ['a file outside of it', () => described({ model: '../model.onnx' }), /at model/],
    [
      'a tokenizer of another kind',
      () => folder((path) => writeFileSync(path('tokenizer.json'), '{"model":{"type":"WordLevel","vocab":{}}}')),
      /tokenizer/,
    ],
  ]
  it.each(cases)('%s', async (_, path, sentence) => {
    const refused = check(path())
    await expect(refused).rejects.toMatchObject({ code: 'model_invalid', message: expect.stringMatching(sentence) })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(tmpdir()) })
  })
})
