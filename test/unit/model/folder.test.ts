import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { checkModel } from '../../../src/model/check.ts'
import { readModelFolder } from '../../../src/model/folder.ts'

const TINY = fileURLToPath(new URL('../../files/model/tiny', import.meta.url))
const SPANS = fileURLToPath(new URL('../../files/model/tiny-spans', import.meta.url))
const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

/** A copy of a model's folder, changed. */
function folder(change: (path: (name: string) => string) => void, from = TINY): string {
  const copy = mkdtempSync(join(tmpdir(), 'model-'))
  made.push(copy)
  cpSync(from, copy, { recursive: true })
  change((name) => join(copy, name))
  return copy
}

/** One whose model.json says something else. */
function described(changed: object, from = TINY, config?: object): string {
  return folder((path) => {
    if (config !== undefined) writeFileSync(path('gliner_config.json'), JSON.stringify(config))
    const about = JSON.parse(readFileSync(path('model.json'), 'utf8'))
    writeFileSync(path('model.json'), JSON.stringify({ ...about, ...changed }))
  }, from)
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

it('says the same of a span model', async () => {
  expect(await check(SPANS)).toMatchObject({
    model: expect.stringMatching(/^tiny-spans@1\+[0-9a-f]{16}$/),
    task: 'spans',
    categories: { 'PII-1-NAME': ['person'], 'PII-4-LOCATION': ['place'] },
    found: 2,
  })
})

it('takes what model.json does not say of spans from the file of the exporter, and pins that too', async () => {
  const config = { max_width: 4, ent_token: '<<ENT>>', sep_token: '<<SEP>>', span_mode: 'markerV0' }
  const path = described({ spans: {} }, SPANS, config)
  expect((await check(path)).found).toBe(2)
  const other = described({ spans: {} }, SPANS, { ...config, dropout: 0.4 })
  expect(readModelFolder(other).sha256).not.toBe(readModelFolder(path).sha256)
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
    [
      'a span model without its inputs',
      () => folder((path) => cpSync(join(TINY, 'model.onnx'), path('model.onnx')), SPANS),
      /has no input "words_mask"/,
    ],
    [
      'spans of another width than was exported',
      () => described({ spans: { width: 8 } }, SPANS),
      /gives an output of 1 x \d+ x 4 x 2, .* are 1 x \d+ x 8 x 2/,
    ],
    [
      'a label that the tokenizer cannot spell',
      () => described({ labels: { நபர்: 'PII-1-NAME' } }, SPANS),
      /no piece of the label/,
    ],
    [
      'a threshold for a label that there is not',
      () => described({ spans: { width: 4, thresholds: { robot: 0.4 } } }, SPANS),
      /a threshold for the label "robot"/,
    ],
    [
      'a sign before labels that there is not',
      () => described({ spans: { width: 4, entity: '[LABEL]' } }, SPANS),
      /no token "\[LABEL\]"/,
    ],
    ['spans of no width', () => described({ spans: {} }, SPANS), /how many words a span has at most/],
    ['an overlap that holds no span', () => described({ overlap: 6 }, SPANS), /two pieces for each word/],
    ['numbered labels of a span model', () => described({ id2label: { 0: 'person' } }, SPANS), /has id2label/],
    ['spans of a model of another kind', () => described({ spans: { width: 4 } }), /"task": "spans"/],
    [
      'a model of this maker that labels words',
      () => described({}, SPANS, { max_width: 4, span_mode: 'token_level' }),
      /token_level/,
    ],
  ]
  it.each(cases)('%s', async (_, path, sentence) => {
    const refused = check(path())
    await expect(refused).rejects.toMatchObject({ code: 'model_invalid', message: expect.stringMatching(sentence) })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(tmpdir()) })
  })
})
