// FHIR R4 as data: the elements of each type, and how elements are masked where their type alone does not say it.
import { z } from 'zod'

export const FhirElements = z.strictObject({
  about: z.string(),
  resources: z.array(z.string()),
  /** Type -> element -> its type; "=a|b" lists the codes of a required binding. */
  types: z.record(z.string(), z.record(z.string(), z.string())),
})

const NumberKind = z.strictObject({ category: z.string(), field: z.string().nullable() })

export const FhirPolicy = z.strictObject({
  about: z.string(),
  systems: z.array(NumberKind.extend({ prefix: z.string(), exact: z.boolean().default(false) })),
  identifier_types: z.record(z.string(), NumberKind),
  identifier: NumberKind,
  known_systems: z.array(z.string()),
  elements: z.record(z.string(), z.string()),
  extensions: z.record(z.string(), z.string()),
  people: z.array(z.string()),
})

/** Category and field of a person of the numbers of an identifier system. */
export type NumberKind = z.infer<typeof NumberKind>

export interface FhirFacts {
  readonly resources: ReadonlySet<string>
  readonly types: z.infer<typeof FhirElements>['types']
  readonly policy: z.infer<typeof FhirPolicy>
}
