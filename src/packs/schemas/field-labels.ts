// Column headers and labels before a value, by field and language: data/field-labels.json.
import { z } from 'zod'

export const FieldLabelFacts = z.strictObject({
  about: z.string(),
  fields: z.record(
    z.string().regex(/^[a-z_]+$/),
    z.record(z.string().regex(/^[a-z]{2,3}$/), z.array(z.string().min(1)).min(1)),
  ),
})
export type FieldLabelFacts = z.infer<typeof FieldLabelFacts>
