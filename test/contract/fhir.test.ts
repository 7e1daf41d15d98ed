import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { createService } from '../../src/service.ts'
import { schemaProblems } from '../shared/fhir-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
const index = join(folder, 'index')
const PEOPLE = `id,first name,surname,birth date,email,city,national id
N-1,Katarzyna,Wiśniewska,1987-04-03,kasia@example.com,Kraków,
N-2,Peter,Hill,1990-05-06,,Leeds,7788991
N-3,Peter,Hill,1990-05-06,,Leeds,4455661
`
const app = createApp({ ledger: null, fhir: true, fhirSalt: 'a salt', indexes: { people: index } })

beforeAll(async () => {
  writeFileSync(join(folder, 'people.csv'), PEOPLE)
  const service = createService({ ledger: null })
  await service.buildIndex({ files: [join(folder, 'people.csv')], entity: 'person', out: index })
  await service.close()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const JSON_TYPE = 'application/fhir+json'
async function post(path: string, body: unknown, type = JSON_TYPE) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const {
    statusCode,
    body: text,
    headers,
  } = await app.inject({
    ...{ method: 'POST', url: `/fhir/${path}`, payload, headers: { 'content-type': type } },
  })
  return { status: statusCode, text, type: headers['content-type'] }
}
const match = async (resource: object, ...parameter: object[]) => {
  const { status, text } = await post('Patient/$match', {
    resourceType: 'Parameters',
    parameter: [{ name: 'resource', resource: { resourceType: 'Patient', ...resource } }, ...parameter],
  })
  const answer = JSON.parse(text)
  expect(schemaProblems(answer)).toEqual([])
  return {
    status,
    answer,
    grades: (answer.entry as { search: { extension: { valueCode: string }[] } }[] | undefined)?.map(
      (one) => one.search.extension[0]!.valueCode,
    ),
  }
}

const KASIA = {
  name: [{ family: 'Wisniewska', given: ['Kasia'] }],
  birthDate: '1987-04-03',
  telecom: [{ system: 'email', value: 'kasia@example.com' }],
}
const HILL = { name: [{ family: 'Hill', given: ['Peter'] }], birthDate: '1990-05-06', address: [{ city: 'Leeds' }] }

describe('POST /fhir/Patient/$match', () => {
  it('answers a searchset with grades from the verdicts', async () => {
    const { answer, grades } = await match(KASIA)
    expect(grades).toEqual(['certain'])
    expect(answer).toMatchObject({ resourceType: 'Bundle', type: 'searchset', total: 1 })
    const [{ resource, search }] = answer.entry
    expect(resource).toMatchObject({
      resourceType: 'Patient',
      name: [{ family: 'Wiśniewska' }],
      birthDate: '1987-04-03',
    })
    expect(resource.identifier[0]).toMatchObject({ value: 'N-1', assigner: { display: 'people.csv' } })
    expect(search).toMatchObject({ mode: 'match', score: expect.any(Number) })
    expect((await match(HILL)).grades).toEqual(['probable', 'probable'])
  })

  it('takes onlyCertainMatches and count, and numbers by their system', async () => {
    expect((await match(HILL, { name: 'onlyCertainMatches', valueBoolean: true })).answer).toMatchObject({ total: 0 })
    expect((await match(HILL, { name: 'count', valueInteger: 1 })).grades).toEqual(['probable'])
    const identifier = [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: '7788991' }]
    const { answer, grades } = await match({ ...HILL, identifier })
    expect([grades?.[0], answer.entry[0].resource.identifier[0].value]).toEqual(['certain', 'N-2'])
  })

  it('refuses a Patient that says too little, by an OperationOutcome', async () => {
    const { status, answer } = await match({ address: [{ city: 'Leeds' }] })
    expect([status, answer.resourceType, answer.issue[0].code]).toEqual([400, 'OperationOutcome', 'invalid'])
  })
})

describe('POST /fhir/$de-identify', () => {
  const patient = { resourceType: 'Patient', id: 'ssn-123', ...KASIA }
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { fullUrl: 'https://host.example/Patient/ssn-123', resource: patient },
      {
        resource: {
          resourceType: 'Condition',
          subject: { reference: 'Patient/ssn-123' },
          code: { text: 'Asthma' },
          note: [{ text: 'Kasia Wisniewska was seen.' }],
        },
      },
    ],
  }

  it('takes a resource, a Bundle, Parameters and lines, under one key', async () => {
    const one = await post('$de-identify?jurisdiction=PL', patient)
    expect([one.status, one.type]).toEqual([200, `${JSON_TYPE}; charset=utf-8`])
    const copy = JSON.parse(one.text)
    const many = JSON.parse((await post('$de-identify?jurisdiction=PL', bundle)).text)
    expect(schemaProblems(many)).toEqual([])
    const [{ fullUrl, resource }, { resource: condition }] = many.entry
    expect(resource.name).toEqual(copy.name)
    expect(fullUrl).toBe(`https://fhir.invalid/Patient/${copy.id}`)
    expect(condition.subject.reference).toBe(`Patient/${copy.id}`)
    expect(condition.note[0].text).toBe(`${copy.name[0].text} was seen.`)
    const lines = await post(
      '$de-identify?jurisdiction=PL',
      `${JSON.stringify(patient)}\n\n${JSON.stringify(patient)}\n`,
      'application/fhir+ndjson',
    )
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([copy.id, copy.id])
    const parameters = {
      resourceType: 'Parameters',
      parameter: [
        { name: 'resource', resource: patient },
        { name: 'statute', valueString: 'GDPR' },
        { name: 'salt', valueString: 'another' },
      ],
    }
    const other = JSON.parse((await post('$de-identify', parameters)).text)
    expect(other.id).not.toBe(copy.id)
    for (const text of [one.text, JSON.stringify(many), lines.text, JSON.stringify(other)])
      expect(text).not.toMatch(/wisniewska|kasia|ssn-123|host\.example/i)
  })

  it.each([
    ['no law', '$de-identify', patient, JSON_TYPE, 400, 'invalid'],
    ['a parameter that is not known', '$de-identify?patient=Wisniewska', patient, JSON_TYPE, 422, 'structure'],
    ['a salt in the address', '$de-identify?statute=GDPR&salt=x', patient, JSON_TYPE, 422, 'structure'],
    ['what is no resource', '$de-identify?statute=GDPR', { resourceType: 'Wisniewska' }, JSON_TYPE, 422, 'structure'],
    ['no JSON', '$de-identify?statute=GDPR', '{"Wisniewska', JSON_TYPE, 422, 'structure'],
    ['no line', '$de-identify?statute=GDPR', '\n', 'application/fhir+ndjson', 422, 'structure'],
    ['another type', '$de-identify?statute=GDPR', 'Wisniewska', 'text/plain', 415, 'not-supported'],
    ['another address', 'Patient/Wisniewska', patient, JSON_TYPE, 404, 'not-found'],
  ])('refuses %s by an OperationOutcome without values', async (_what, path, body, type, status, code) => {
    const refused = await post(path, body, type)
    const outcome = JSON.parse(refused.text)
    expect(schemaProblems(outcome)).toEqual([])
    expect([refused.status, outcome.resourceType, outcome.issue[0].code]).toEqual([status, 'OperationOutcome', code])
    expect(refused.text).not.toMatch(/wisniewska/i)
  })
})

describe('what is not a resource', () => {
  const DEEP = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`

  it.each([
    ['/deidentify/fhir', '{"jurisdiction":"DE","resources":{"length":{"toString":null}}}'],
    ['/deidentify/fhir', '{"jurisdiction":"DE","resources":[]}'],
    ['/deidentify/fhir', `{"jurisdiction":"DE","resources":[{"resourceType":"Patient","contact":${DEEP}}]}`],
    ['/find/fhir', `{"index":"people","patient":${DEEP}}`],
  ])('is refused: %s', async (url, payload) => {
    const headers = { 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(422)
  })

  it('is refused by the facade as well', async () => {
    for (const path of ['$de-identify?jurisdiction=DE', 'Patient/$match'])
      expect((await post(path, `{"resourceType":"Patient","contact":${DEEP}}`)).status).toBe(422)
  })
})

describe('the FHIR facade', () => {
  it('says what it can do, and is absent unless it is asked for', async () => {
    const { body } = await app.inject({ url: '/fhir/metadata' })
    const statement = JSON.parse(body)
    // The schema is that of 4.0.0, which a technical correction renamed.
    expect(schemaProblems({ ...statement, fhirVersion: '4.0.0' })).toEqual([])
    expect(statement).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' })
    const plain = createApp({ ledger: null })
    expect((await plain.inject({ url: '/fhir/metadata' })).statusCode).toBe(404)
    await plain.close()
  })
})
