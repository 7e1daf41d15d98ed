// The fields of a document under each entity pack: data/document-fields.json.
import { z } from 'zod'

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
