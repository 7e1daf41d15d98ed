// The kinds of column of a table and their headers: data/column-headings.json.
import { z } from 'zod'

/** Quasi-identifiers: attributes of a person that together can identify one (Sweeney 2002). */
export const QUASI = ['birth_year', 'age', 'postcode', 'place', 'sex', 'nationality', 'occupation'] as const
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
})
export type ColumnHeadingFacts = z.infer<typeof ColumnHeadingFacts>
export type ColumnKind = ColumnHeadingFacts['kinds'][string]
