// The taxonomy of personal data: data/categories.json.
import { z } from 'zod'

export const NORMALIZERS = ['name', 'date', 'identifier', 'phone', 'email', 'handle', 'text', 'ip', 'verbatim'] as const

/** The part of a value that `generalize` keeps: its label, the year of a date, the network of an IP address, one decimal of coordinates. */
export const GENERALIZATIONS = ['label', 'year', 'network', 'coordinates'] as const
export type Generalization = (typeof GENERALIZATIONS)[number]

/** How a value identifies a person: as an official number, or as a way to reach them. */
export const KNOWN_BY = ['number', 'reach'] as const
export type KnownBy = (typeof KNOWN_BY)[number]

export const Category = z.strictObject({
  code: z.string().regex(/^PII-\d-[A-Z_]+$/),
  title: z.string(),
  slot: z.string(),
  normalize: z.enum(NORMALIZERS),
  generalize: z.enum(GENERALIZATIONS).default('label'),
  known_by: z
    .enum(KNOWN_BY)
    .optional()
    .describe('Somebody is known by such a value: an official number, or where and how they are reached.'),
})
export type Category = z.infer<typeof Category>

export const Taxonomy = z.strictObject({ about: z.string(), categories: z.array(Category) })
export type Taxonomy = z.infer<typeof Taxonomy>
