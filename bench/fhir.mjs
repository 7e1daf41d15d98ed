// FHIR resources without their personal data: npm run bench:fhir [-- N]
// Makes N patients (1,000) as Bundles of thirteen resources (tools/fhir/patients.mjs), masks them under two laws, and prints how many planted values
// can be read in the copies, how many copies the JSON Schema of FHIR R4 refuses, and how many references point at nothing. Exits with 1 if any.
import { createRequire } from 'node:module'
import { createService } from '../dist/index.js'
import { patientBundle } from '../tools/fhir/patients.mjs'

const require = createRequire(import.meta.url)
const Validator = require('@asymmetrik/fhir-json-schema-validator')
const validator = new Validator()
const count = Number(process.argv[2] ?? 1000)
const service = createService({ ledger: null })

/** Every text of a copy, attached texts decoded. */
function textOf(value) {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  const data = typeof value.data === 'string' ? Buffer.from(value.data, 'base64').toString('utf8') : ''
  return [data, ...Object.values(value).map(textOf)].join('\n')
}

/** References of a Bundle that name no entry of it. */
function dangling({ entry }) {
  const known = new Set(entry.map(({ fullUrl }) => fullUrl))
  const references = []
  const walk = (value) => {
    if (typeof value !== 'object' || value === null) return
    if (typeof value.reference === 'string' && value.reference.startsWith('urn:uuid:')) references.push(value.reference)
    Object.values(value).forEach(walk)
  }
  walk(entry)
  return references.filter((reference) => !known.has(reference)).length
}

let failures = 0
console.log('| law | patients | resources | planted | readable | invalid | dangling references | patients/s |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
for (const law of [{ statute: 'HIPAA-SAFE-HARBOR' }, { jurisdiction: 'DE' }, { statute: 'BASELINE' }]) {
  const total = { resources: 0, planted: 0, readable: 0, invalid: 0, dangling: 0 }
  const shown = new Map()
  let busy = 0
  for (let n = 0; n < count; n++) {
    const { bundle, planted } = patientBundle(n)
    const began = performance.now()
    const { resources } = await service.deidentify_fhir({ resources: [bundle], ...law, salt: 'a salt of the bench' })
    busy += performance.now() - began
    const [copy] = resources
    total.resources += copy.entry.length
    const values = law.jurisdiction === undefined ? [...planted.always, ...planted.safeHarbor] : planted.always
    const text = textOf(copy).toLowerCase()
    total.planted += values.length
    for (const value of values)
      if (text.includes(value.toLowerCase())) {
        total.readable++
        if (shown.size < 10)
          shown.set(`${n} ${value}`, text.slice(Math.max(0, text.indexOf(value.toLowerCase()) - 60)).slice(0, 140))
      }
    const problems = validator.validate(copy)
    if (problems.length > 0) {
      total.invalid++
      if (shown.size < 10) shown.set(`${n} invalid`, JSON.stringify(problems).slice(0, 600))
    }
    total.dangling += dangling(copy)
  }
  const { resources, planted, readable, invalid, dangling: lost } = total
  const name = law.statute ?? law.jurisdiction
  console.log(
    `| ${name} | ${count} | ${resources} | ${planted} | ${readable} | ${invalid} | ${lost} | ${(count / (busy / 1000)).toFixed(0)} |`,
  )
  for (const [where, what] of shown) console.log(`  ${where}: ${JSON.stringify(what)}`)
  failures += readable + invalid + lost
}
await service.close()
process.exitCode = failures === 0 ? 0 : 1
