// POST /deidentify/fhir: FHIR R4 resources without their personal data. Resources of one request share their tokens and what they state.
import { SelfsameError } from '../errors.ts'
import { compareCodePoints } from '../records/canonical.ts'
import type { FhirCopyAnswer, FhirCopyRequest } from '../records/fhir.ts'
import { warnOfEmptySalt } from './deidentify.ts'
import { ResourceMasker } from './fhir/resource-masker.ts'
import type { Handler } from './shared/context.ts'
import { statedLaw, supportedCodes } from './shared/governing.ts'

/** Throws jurisdiction_unknown, jurisdiction_unsupported, statute_unknown, statute_mismatch, shape. */
export const deidentifyFhir: Handler<FhirCopyRequest, FhirCopyAnswer> = async (request, context) => {
  if (request.resources.length === 0) throw new SelfsameError('shape', 'resources: expected at least one resource.')
  const law = statedLaw(request, context)
  if (law === null)
    throw new SelfsameError(
      'jurisdiction_unknown',
      `Resources do not say which law governs them. Pass jurisdiction or statute. Supported: ${supportedCodes(context)}.`,
    )
  if (request.salt === '') warnOfEmptySalt(context)
  const masker = new ResourceMasker(law, { salt: request.salt, years: request.dates === 'year' }, context)
  for (const [at, resource] of request.resources.entries())
    if (!masker.isResource(resource))
      throw new SelfsameError('shape', `resources.${at}: expected a resource of FHIR R4 with its resourceType.`)
  await masker.read(request.resources)
  const resources = request.resources.map((resource) => masker.resource(resource))
  return {
    resources,
    jurisdiction: law.jurisdiction,
    statute: law.statute.name,
    by_category: sorted(masker.texts.counts),
    removed: sorted(masker.removed),
  }
}

const sorted = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).sort(([one], [other]) => compareCodePoints(one, other)))
