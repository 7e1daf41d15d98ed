// The adapter against requests and answers in the shapes of Presidio's own API documents.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../house/sources.ts'
import { type Program, startProgram } from './program.ts'

let adapter: Program
let asking: Program

beforeAll(async () => {
  adapter = await startProgram('presidio/server.mjs', '--jurisdiction', 'GB')
  asking = await startProgram('presidio/server.mjs')
})
afterAll(() => Promise.all([adapter?.stop(), asking?.stop()]))

async function post(
  path: string,
  body: unknown,
  to = adapter,
): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(to.url + path, { method: 'POST', headers, body: text })
  return { status: answer.status, body: await answer.json() }
}

const get = async (path: string) => (await fetch(adapter.url + path)).json()

const TEXT = '𝒜 call from John Smith, office@example.com, NHS number 943 476 5919.'
const analyze = (more: object = {}) => post('/analyze', { text: TEXT, language: 'en', ...more })

describe('POST /analyze', () => {
  it('answers results in the shape of Presidio, with offsets in code points', async () => {
    const { status, body } = await analyze()
    expect(status).toBe(200)
    const types = body.map((result: { entity_type: string; start: number; end: number }) => [
      result.entity_type,
      [...TEXT].slice(result.start, result.end).join(''),
    ])
    expect(types).toEqual([
      ['PERSON', 'John Smith'],
      ['EMAIL_ADDRESS', 'office@example.com'],
      ['UK_NHS', '943 476 5919'],
    ])
    expect(Object.keys(body[0]).sort()).toEqual(['analysis_explanation', 'end', 'entity_type', 'score', 'start'])
    expect(body[0].analysis_explanation).toBe(null)
  })

  it('takes entities, a threshold, an allow list, and the wish to know why', async () => {
    const typesOf = async (more: object) =>
      (await analyze(more)).body.map((result: { entity_type: string }) => result.entity_type)
    expect(await typesOf({ entities: ['PERSON', 'US_SSN'] })).toEqual(['PERSON'])
    expect(await typesOf({ score_threshold: 1 })).toEqual([])
    expect(await typesOf({ allow_list: ['John Smith', 'office@example.com'] })).toEqual(['UK_NHS'])
    const { body } = await analyze({ return_decision_process: true })
    expect(body[0].analysis_explanation).toMatchObject({ recognizer: 'rule:names', original_score: body[0].score })
  })

  it('answers a list of texts with a list of lists', async () => {
    const { body } = await post('/analyze', { text: ['Nothing here.', 'office@example.com'], language: 'en' })
    expect(body.map((results: unknown[]) => results.length)).toEqual([0, 1])
  })

  it.each([
    ['no text', { language: 'en' }, 500, 'No text provided'],
    ['no language', { text: 'a' }, 500, 'No language provided'],
    [
      'entities that it does not know',
      { text: 'a', language: 'en', entities: ['SHOE'] },
      500,
      'No matching recognizers',
    ],
    ['recognisers of the request', { text: 'a', language: 'en', ad_hoc_recognizers: [{}] }, 400, 'not supported'],
    ['no JSON', '{', 400, 'Invalid request json'],
  ])('refuses %s as Presidio does', async (_, body, status, error) => {
    expect(await post('/analyze', body)).toEqual({ status, body: { error: expect.stringContaining(error) } })
  })

  it('does not guess the law from the language', async () => {
    const { status, body } = await post('/analyze', { text: 'Call Ada.', language: 'de' }, asking)
    expect([status, body.error]).toEqual([422, expect.stringContaining('jurisdiction')])
    const text = 'Patient Casey Example (NIN 12345678901).'
    expect((await post('/analyze', { text, language: 'en' }, asking)).body).toHaveLength(2)
  })
})

describe('POST /anonymize', () => {
  const text = 'hello world, my name is Jane Doe. My number is: 034453334'
  const results = [
    { start: 24, end: 32, score: 0.8, entity_type: 'PERSON' },
    { start: 48, end: 57, score: 0.95, entity_type: 'PHONE_NUMBER' },
  ]
  const anonymize = (anonymizers?: object, analyzer_results: object[] = results) =>
    post('/anonymize', { text, anonymizers, analyzer_results })

  it('answers the example of the API documents', async () => {
    const { body } = await anonymize({
      PERSON: { type: 'redact' },
      PHONE_NUMBER: { type: 'replace', new_value: 'ANON' },
    })
    expect(body).toEqual({
      text: 'hello world, my name is . My number is: ANON',
      items: [
        { operator: 'replace', entity_type: 'PHONE_NUMBER', start: 40, end: 44, text: 'ANON' },
        { operator: 'redact', entity_type: 'PERSON', start: 24, end: 24, text: '' },
      ],
    })
  })

  it('replaces by the type where nothing is said, masks, hashes and keeps', async () => {
    expect((await anonymize()).body.text).toBe('hello world, my name is <PERSON>. My number is: <PHONE_NUMBER>')
    const mask = { type: 'mask', masking_char: '*', chars_to_mask: 4, from_end: true }
    expect((await anonymize({ DEFAULT: { type: 'keep' }, PHONE_NUMBER: mask })).body.text).toBe(
      'hello world, my name is Jane Doe. My number is: 03445****',
    )
    const hashes = async (more: object) => (await anonymize({ DEFAULT: { type: 'hash', ...more } })).body.items[0].text
    expect(await hashes({})).toMatch(/^[0-9a-f]{64}$/)
    expect(await hashes({ salt: 'sixteen letters.' })).not.toBe(await hashes({}))
    expect(await hashes({ hash_type: 'sha512' })).toHaveLength(128)
  })

  it('leaves no part of results that overlap', async () => {
    const overlapping = [
      { start: 21, end: 28, score: 0.5, entity_type: 'A' },
      { start: 24, end: 32, score: 0.8, entity_type: 'PERSON' },
      { start: 25, end: 26, score: 0.9, entity_type: 'B' },
    ]
    expect((await anonymize({}, overlapping)).body.text).toBe(
      'hello world, my name <A><PERSON>. My number is: 034453334',
    )
  })

  it.each([
    ['an operator that it does not have', { DEFAULT: { type: 'encrypt', key: 'k' } }, results],
    ['a hash that is too weak', { DEFAULT: { type: 'hash', hash_type: 'md5' } }, results],
    ['a place outside of the text', {}, [{ start: 50, end: 99, score: 1, entity_type: 'PERSON' }]],
  ])('refuses %s, without the text in its words', async (_, anonymizers, analyzer_results) => {
    const { status, body } = await anonymize(anonymizers, analyzer_results)
    expect([status, Object.keys(body)]).toEqual([422, ['error']])
    expect(body.error).not.toContain('Jane')
  })
})

it('names what it supports, and every type of its table is one of them', async () => {
  const supported = await get('/supportedentities?language=en')
  expect(supported).toEqual(expect.arrayContaining(['PERSON', 'EMAIL_ADDRESS', 'PL_PESEL', 'VAT']))
  const table = JSON.parse(readFileSync(join(root, 'examples/presidio/entities.json'), 'utf8'))
  const named = [...Object.values(table.categories), ...Object.values(table.detectors)]
  expect(named.filter((type) => !supported.includes(type))).toEqual([])
  // Every name of the table is one that the data have: a category, or an identifier of a country.
  const read = (path: string) => JSON.parse(readFileSync(join(root, 'data', path), 'utf8'))
  const codes = new Set(read('categories.json').categories.map(({ code }: { code: string }) => code))
  expect(Object.keys(table.categories).filter((code) => !codes.has(code))).toEqual([])
  const unknown = Object.keys(table.detectors).filter((detector) => {
    const [, country, name] = /^rule:([a-z]{2})_(\w+)$/.exec(detector)!
    return !read(`countries/${country}.json`).identifiers.some((each: { name: string }) => each.name === name)
  })
  expect(unknown).toEqual([])
  expect(await get('/anonymizers')).toEqual(['hash', 'keep', 'mask', 'redact', 'replace'])
  expect(await (await fetch(`${adapter.url}/health`)).text()).toMatch(/is up$/)
})
