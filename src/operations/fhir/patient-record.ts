// A FHIR Patient as a record of a person to compare, and a record of an index as a Patient.
import type { FhirFacts } from '../../packs/schemas/fhir.ts'
import { contactCategory, isMembers, listOf, type Members, namesOf, numberKindOf } from './element-values.ts'
import { PRIMITIVES } from './primitives.ts'

type Fields = Record<string, string>

const texts = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')
const all = (value: unknown): Members[] => listOf(value).filter(isMembers)

/** The fields of a person that a Patient states. Numbers of systems without a kind are left out. */
export function recordOf(patient: Members, facts: FhirFacts): Fields {
  const fields: Fields = {}
  const put = (field: string, ...values: readonly unknown[]) => {
    const [value] = texts(values)
    if (value !== undefined && fields[field] === undefined) fields[field] = value
  }
  const names = all(patient['name']).sort((one, other) => Number(isOld(one)) - Number(isOld(other)))
  const [name, ...others] = names
  if (name !== undefined) {
    const given = texts(listOf(name['given'])).join(' ')
    const hasParts = given !== '' && typeof name['family'] === 'string'
    if (hasParts) {
      put('given_name', given)
      put('family_name', name['family'])
    } else put('name', namesOf(name)[0])
  }
  for (const other of others) put('alias', namesOf(other)[0])
  put('dob', patient['birthDate'])
  put('gender', patient['gender'])
  put('death_date', patient['deceasedDateTime'])
  for (const contact of all(patient['telecom'])) {
    const field = { 'PII-3-PHONE': 'phone', 'PII-3-EMAIL': 'email' }[contactCategory(contact)]
    if (field !== undefined) put(field, contact['value'])
  }
  const [address] = all(patient['address'])
  if (address !== undefined) {
    put('address', texts([...listOf(address['line'])]).join(', '), address['text'])
    put('postcode', address['postalCode'])
    put('city', address['city'])
  }
  for (const identifier of all(patient['identifier'])) {
    const { field } = numberKindOf(identifier, facts)
    if (field !== null) put(field, identifier['value'])
  }
  return fields
}

const isOld = ({ use }: Members): boolean => use === 'old' || use === 'maiden' || use === 'nickname'

/** A record of an index as a Patient. Numbers have the types of HL7 table 0203. */
export function patientOf(id: string, fields: Readonly<Fields>, { policy }: FhirFacts): Members {
  const {
    name,
    given_name: given,
    family_name: family,
    alias,
    dob,
    gender,
    phone,
    email,
    address,
    postcode,
    city,
  } = fields
  const whole = name === undefined ? {} : { text: name }
  const parts = { ...(family === undefined ? {} : { family }), ...(given === undefined ? {} : { given: [given] }) }
  const names = [
    ...(Object.keys({ ...whole, ...parts }).length > 0 ? [{ ...whole, ...parts }] : []),
    ...(alias === undefined ? [] : [{ use: 'old', text: alias }]),
  ]
  const telecom = Object.entries({ phone, email }).flatMap(([system, value]) =>
    value === undefined ? [] : [{ system, value }],
  )
  const place = {
    ...(address === undefined ? {} : { text: address }),
    ...(city === undefined ? {} : { city }),
    ...(postcode === undefined ? {} : { postalCode: postcode }),
  }
  const types = new Map(
    Object.entries(policy.identifier_types)
      .reverse()
      .map(([code, { field }]) => [field, code]),
  )
  const identifier = Object.entries(fields).flatMap(([field, value]) =>
    types.has(field)
      ? [
          {
            type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: types.get(field) }] },
            value,
          },
        ]
      : [],
  )
  const sex = { m: 'male', male: 'male', f: 'female', female: 'female', other: 'other' }[gender?.toLowerCase() ?? '']
  return {
    resourceType: 'Patient',
    id,
    ...(identifier.length > 0 ? { identifier } : {}),
    ...(names.length > 0 ? { name: names } : {}),
    ...(telecom.length > 0 ? { telecom } : {}),
    ...(sex === undefined ? {} : { gender: sex }),
    ...(dob !== undefined && PRIMITIVES['date']!(dob) ? { birthDate: dob } : {}),
    ...(Object.keys(place).length > 0 ? { address: [place] } : {}),
  }
}
