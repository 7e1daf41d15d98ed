// POST /find/fhir: a Patient of FHIR R4 against the entities of an index, with match grades from the verdicts.
import { SelfsameError } from '../errors.ts'
import type { FhirMatchAnswer, FhirMatchRequest } from '../records/fhir.ts'
import { FindRequest } from '../records/find.ts'
import { patientOf, recordOf } from './fhir/patient-record.ts'
import { find } from './find.ts'
import type { Handler } from './shared/context.ts'

const GRADE = 'http://hl7.org/fhir/StructureDefinition/match-grade'

/** Throws shape, index_unknown, record_vague, index_unavailable. */
export const matchPatient: Handler<FhirMatchRequest, FhirMatchAnswer> = async (request, context) => {
  const { patient, index, only_certain: onlyCertain, count } = request
  if (patient['resourceType'] !== 'Patient')
    throw new SelfsameError('shape', 'patient: expected a resource of type Patient.')
  const facts = context.packs.fhir()
  const record = recordOf(patient, facts)
  const { outcome, candidates } = await find(FindRequest.parse({ record, index, reveal: true }), context)
  const entry = candidates.map(({ entity_id: entity, source, record: id, fields, receipt }, at) => {
    const hash = entity.slice(entity.lastIndexOf(':') + 1)
    const isFound = outcome === 'found' && at === 0
    const grade = isFound ? 'certain' : receipt.identity === 'same_entity' ? 'probable' : 'possible'
    const found = patientOf(hash, fields, facts)
    const identifier = [
      { use: 'secondary', value: id, assigner: { display: source } },
      ...((found['identifier'] ?? []) as object[]),
    ]
    return {
      fullUrl: `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
      resource: { ...found, identifier },
      search: { extension: [{ url: GRADE, valueCode: grade }], mode: 'match', score: receipt.score },
      grade,
    }
  })
  const shown = entry.filter(({ grade }) => !onlyCertain || grade === 'certain').slice(0, count)
  const entries = shown.map(({ grade: _, ...one }) => one)
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: entries.length,
    ...(entries.length > 0 ? { entry: entries } : {}),
  }
}
