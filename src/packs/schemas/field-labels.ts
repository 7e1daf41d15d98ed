// Column headers and labels before a value, by field and language: data/field-labels.json.
import { z } from 'zod'

/** Quasi-identifiers: attributes of a person that together can identify one (Sweeney 2002). */
const QUASI = ['birth_year', 'age', 'postcode', 'place', 'sex', 'nationality', 'occupation'] as const
export type Quasi = (typeof QUASI)[number]

const Labels = z.record(z.string().regex(/^[a-z]{2,3}$/), z.array(z.string().min(1)).min(1))

export const ColumnHeadingFacts = z.strictObject({
  about: z.string(),
  kinds: z.record(
    z.string().regex(/^[a-z_]+$/),
    z.strictObject({
      category: z.string().optional(),
      quasi: z.enum(QUASI).optional(),
      reads: z.enum(['text', 'special', 'key']).optional(),
      labels: Labels.optional(),
    }),
  ),
  short: z.record(z.string(), z.array(z.string().min(1)).min(1)),
  left_out: z.array(z.string().min(1)),
  about_whom: z.array(z.string().min(1)),
  about_others: Labels,
  row_numbers: z.array(z.string().min(1)),
})
export type ColumnHeadingFacts = z.infer<typeof ColumnHeadingFacts>
export type ColumnKind = ColumnHeadingFacts['kinds'][string]

// The fields of a document under each entity pack: data/document-fields.json.
const Source = z.string().regex(/^(?:slot:[a-z_]+|entity:[A-Z_]+)$/)

export const DocumentFieldSet = z.strictObject({
  subject: z.string(),
  fields: z.record(z.string(), z.array(Source).min(1)),
})
export type DocumentFieldSet = z.infer<typeof DocumentFieldSet>

export const DocumentFields = z.strictObject({
  about: z.string(),
  entities: z.record(z.string(), z.union([DocumentFieldSet, z.strictObject({ same_as: z.string() })])),
})
export type DocumentFields = z.infer<typeof DocumentFields>

export const FieldLabelFacts = z.strictObject({
  about: z.string(),
  fields: z.record(
    z.string().regex(/^[a-z_]+$/),
    z.record(z.string().regex(/^[a-z]{2,3}$/), z.array(z.string().min(1)).min(1)),
  ),
})
export type FieldLabelFacts = z.infer<typeof FieldLabelFacts>
