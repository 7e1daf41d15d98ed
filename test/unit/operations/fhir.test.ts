import { afterAll, describe, expect, it } from 'vitest'
import { patientOf, recordOf } from '../../../src/operations/fhir/patient-record.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { createService } from '../../../src/service.ts'
// @ts-expect-error: a generator without types
import { patientBundle } from '../../../tools/fhir/patients.mjs'
import { schemaProblems } from '../../shared/fhir-schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
type Resource = Record<string, any>
const service = createService({ ledger: null })
afterAll(() => service.close())

const masked = async (resource: Resource, law: object = { jurisdiction: 'DE' }) => {
  const { resources, removed } = await service.deidentify_fhir({ resources: [resource], salt: 'a salt', ...law })
  expect(schemaProblems(resources[0]!)).toEqual([])
  return { copy: resources[0]! as Resource, removed }
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { data } = value as Resource
  const attached = typeof data === 'string' ? Buffer.from(data, 'base64').toString('utf8') : ''
  return [attached, ...Object.values(value).map(textOf)].join('\n').toLowerCase()
}

describe('masked FHIR resources', () => {
  it.each([[{ statute: 'HIPAA-SAFE-HARBOR' }], [{ jurisdiction: 'GB' }]])(
    'show none of the planted values of made-up patients under %o, are valid, and refer to each other',
    async (law) => {
      for (let n = 0; n < 4; n++) {
        const { bundle, planted } = patientBundle(n) as { bundle: Resource; planted: Record<string, string[]> }
        const wanted = 'statute' in law ? [...planted['always']!, ...planted['safeHarbor']!] : planted['always']!
        const readable = (resource: Resource) =>
          wanted.filter((value) => textOf(resource).includes(value.toLowerCase()))
        expect(readable(bundle)).toEqual(wanted)
        const { copy } = await masked(bundle, law)
        expect(readable(copy)).toEqual([])
        const [patient, , , encounter, condition] = copy['entry'].map((entry: Resource) => entry['resource'])
        expect(condition.subject.reference).toBe(copy['entry'][0].fullUrl)
        expect(condition.encounter.reference).toBe(`urn:uuid:${encounter.id}`)
        expect(copy['entry'][0].fullUrl).toBe(`urn:uuid:${patient.id}`)
        expect(condition.code.coding[0]).toMatchObject({ code: '44054006', display: 'Diabetes mellitus type 2' })
      }
    },
  )

  it('keeps one token for one name in elements, displays, narratives and notes', async () => {
    const { copy } = await masked({
      resourceType: 'Patient',
      id: 'ssn-123',
      text: {
        status: 'generated',
        div: '<div xmlns="http://www.w3.org/1999/xhtml"><p title="Ada Obi" onclick="x()">Seen: <b>Ada</b> Obi<br/><script>Ada Obi</script></p></div>',
      },
      name: [{ family: 'Obi', given: ['Ada'] }],
      link: [{ other: { reference: 'Patient/ssn-123', display: 'Ada Obi' }, type: 'seealso' }],
    })
    const token = copy['name'][0].text
    expect(token).toMatch(/^NAME_[0-9a-f]{8}$/)
    expect(copy['link'][0].other).toEqual({ reference: `Patient/${copy['id']}`, display: token })
    expect(copy['text'].div).toBe(`<div xmlns="http://www.w3.org/1999/xhtml"><p>Seen: <b>${token}</b><br/></p></div>`)
  })

  it('passes nothing unread: unknown elements, extensions, primitive extensions, attachments, addresses, odd numbers', async () => {
    const secret = 'Wojciechowska'
    const { copy, removed } = await masked(
      {
        resourceType: 'Patient',
        birthDate: '1950-04-03',
        _birthDate: { id: secret, extension: [{ url: `http://x.example/${secret}`, valueString: secret }] },
        _gender: { extension: [{ url: 'http://x.example/y', valueHumanName: { family: secret } }] },
        active: secret,
        nickname: { of: secret },
        [secret]: 1,
        implicitRules: `https://x.example/${secret}`,
        multipleBirthInteger: 5551234567,
        modifierExtension: [{ url: 'http://x.example/z', valueReference: { display: secret } }],
        photo: [{ contentType: 'image/png', data: Buffer.from(secret).toString('base64'), url: `http://x/${secret}` }],
        managingOrganization: { reference: `https://user:${secret}@host.example/Organization/${secret}` },
        communication: [{ language: { coding: [{ system: `urn:x:${secret}`, code: `${secret}-12345` }] } }],
        contained: [{ resourceType: secret }, { resourceType: 'Organization' }],
        telecom: [{ system: 'url', value: `https://${secret}.example` }],
      },
      { statute: 'BASELINE' },
    )
    expect(textOf(copy)).not.toContain(secret.toLowerCase())
    expect(textOf(copy)).not.toContain('5551234567')
    expect(JSON.stringify(removed)).not.toContain(secret)
    expect(removed).toMatchObject({ 'Patient.(unknown)': 2, 'Patient.modifierExtension': 1, 'Attachment.data': 1 })
  })

  it('shows years and the oldest age under the Safe Harbor, and nothing of a year that shows an age above 89', async () => {
    const patient = {
      resourceType: 'Patient',
      deceasedDateTime: '2020-03-04T10:00:00Z',
      address: [{ state: 'VT', postalCode: '05901' }],
    }
    const { copy } = await masked({ ...patient, birthDate: '1960-04-03' }, { statute: 'HIPAA-SAFE-HARBOR' })
    expect(copy).toMatchObject({
      birthDate: '1960',
      deceasedDateTime: '2020',
      address: [{ state: 'VT', postalCode: '000' }],
    })
    const old = await masked({ ...patient, birthDate: '1930-04-03' }, { statute: 'HIPAA-SAFE-HARBOR' })
    expect(old.copy).not.toHaveProperty('birthDate')
    expect(old.copy['_birthDate'].extension[0].valueCode).toBe('masked')
    const condition = {
      resourceType: 'Condition',
      subject: { reference: 'Patient/1' },
      onsetAge: { value: 97, code: 'a' },
    }
    const { copy: aged } = await masked(condition, { statute: 'HIPAA-SAFE-HARBOR' })
    expect(aged['onsetAge']).toMatchObject({ value: 90, comparator: '>=' })
    expect(
      (await masked({ ...patient, birthDate: '1960-04-03' }, { jurisdiction: 'DE', dates: 'year' })).copy,
    ).toMatchObject({ deceasedDateTime: '2020' })
  })

  it('is refused without a law, and for what is no resource, without repeating it', async () => {
    const resources = [{ resourceType: 'Patient' }]
    await expect(service.deidentify_fhir({ resources })).rejects.toMatchObject({ code: 'jurisdiction_unknown' })
    const odd = service.deidentify_fhir({ resources: [{ resourceType: 'Wojciechowska' }], jurisdiction: 'DE' })
    await expect(odd).rejects.toMatchObject({ code: 'shape', message: expect.not.stringContaining('Wojciechowska') })
  })
})

describe('a FHIR Patient as a record', () => {
  it('has the numbers of known systems and types, and comes back as it was', () => {
    const facts = loadPacks().fhir()
    const patient = {
      resourceType: 'Patient',
      name: [
        { use: 'maiden', text: 'Ada Eze' },
        { family: 'Obi', given: ['Ada', 'Ngozi'] },
      ],
      birthDate: '1970-04-03',
      telecom: [{ system: 'phone', value: '0803 555 7890' }],
      address: [{ line: ['12 Marina Road'], city: 'Lagos' }],
      identifier: [
        { system: 'http://hl7.org/fhir/sid/us-ssn', value: '219-09-9999' },
        { type: { coding: [{ code: 'PPN' }] }, value: 'A01234567' },
        { system: 'http://hospital.example', value: '77' },
      ],
    }
    const record = recordOf(patient, facts)
    expect(record).toEqual({
      ...{ given_name: 'Ada Ngozi', family_name: 'Obi', alias: 'Ada Eze', dob: '1970-04-03', phone: '0803 555 7890' },
      ...{ address: '12 Marina Road', city: 'Lagos', national_id: '219-09-9999', passport: 'A01234567' },
    })
    const back = patientOf('id-1', record, facts)
    expect(schemaProblems(back)).toEqual([])
    expect(recordOf(back, facts)).toEqual(record)
  })
})
