// Masked FHIR resources: the request, and the answer with what was taken out.
import { z } from 'zod'
import { FindRequest } from './find.ts'
import { DeidentifyRequest } from './requests.ts'

const { jurisdiction, statute, salt } = DeidentifyRequest.shape

export const FhirCopyRequest = z.strictObject({
  resources: z.array(z.record(z.string(), z.unknown())).describe('FHIR R4 resources in JSON; a Bundle is one.'),
  jurisdiction,
  statute,
  salt,
  dates: z
    .enum(['statute', 'year'])
    .default('statute')
    .describe('"statute": dates as the statute says; "year": only their years, also where it retains them.'),
})
export type FhirCopyRequest = z.infer<typeof FhirCopyRequest>

export const FhirMatchRequest = z.strictObject({
  patient: z.record(z.string(), z.unknown()).describe('A Patient of FHIR R4.'),
  index: FindRequest.shape.index,
  only_certain: z.boolean().default(false).describe('Answer the one Patient that is found, and no other candidate.'),
  count: z.int().min(1).max(10).default(10).describe('Most candidates in the answer.'),
})
export type FhirMatchRequest = z.infer<typeof FhirMatchRequest>

/** A searchset Bundle of Patients, the best first. */
export const FhirMatchAnswer = z.looseObject({
  resourceType: z.literal('Bundle'),
  type: z.literal('searchset'),
  total: z.int(),
  entry: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type FhirMatchAnswer = z.infer<typeof FhirMatchAnswer>

export const FhirCopyAnswer = z.object({
  resources: z.array(z.record(z.string(), z.unknown())),
  jurisdiction: z.string().nullable(),
  statute: z.string(),
  /** Values that were hidden or made coarser, by category. */
  by_category: z.record(z.string(), z.int()),
  /** Elements that were taken out, by type and element. */
  removed: z.record(z.string(), z.int()),
})
export type FhirCopyAnswer = z.infer<typeof FhirCopyAnswer>
