// The taxonomy of personal data (data/categories.json), and a statute as data: the action it requires for each category, and the citation.
import { z } from 'zod'
import { ACTIONS } from '../../records/detection.ts'

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

export const StatuteRule = z.strictObject({
  action: z.enum(ACTIONS),
  citation: z
    .string()
    .describe(
      'As answers cite it: provisions of the statute ("NDPA-2023 s.25, s.39"), then perhaps other laws, by comma.',
    ),
  heading: z.string().describe('Official titles of the cited provisions of this statute, in order, by semicolon.'),
  note: z.string().optional().describe('Why, in one sentence, for the lawyer who reviews.'),
})
export type StatuteRule = z.infer<typeof StatuteRule>

export const Statute = z.strictObject({
  name: z.string(),
  title: z.string(),
  authority: z.string(),
  source: z.string(),
  version: z.string().regex(/^v\d+\.\d+$/),
  effective: z.string().describe('ISO date from which it applies.'),
  review: z.string().describe('Who reviewed this pack and when; "not yet reviewed by a lawyer" when nobody has.'),
  cites: z
    .string()
    .describe('What stands before a provision number in a citation, for example "GDPR Art" or "POPIA s.".'),
  sections: z
    .record(z.string(), z.string())
    .describe(
      'The provisions that citations name: number -> official title. A citation outside this list is an error.',
    ),
  other_laws: z.record(z.string(), z.string()).describe('Other laws and standards cited: short form -> what it is.'),
  categories: z.record(z.string(), StatuteRule),
})
export type Statute = z.infer<typeof Statute>
