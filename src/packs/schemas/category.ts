// The taxonomy of personal data (data/categories.json), and a statute as data: the action it requires for each category, and the citation.
import { z } from 'zod'
import { ACTIONS } from '../../records/detection.ts'

export const NORMALIZERS = ['name', 'date', 'identifier', 'phone', 'email', 'handle', 'text', 'ip', 'verbatim'] as const

/**
 * The part of a value that `generalize` keeps, the strictest first: its label, the year of a date, the network of an IP address, one decimal of
 * coordinates, the first digits of a postal code, an age up to the oldest that the statute shows.
 */
export const GENERALIZATIONS = ['label', 'year', 'network', 'coordinates', 'postcode', 'age'] as const
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
  only_where_governed: z
    .boolean()
    .default(false)
    .describe('Looked for only under a statute that does not retain it (see `finds` of a statute).'),
})
export type Category = z.infer<typeof Category>

export const Taxonomy = z.strictObject({ about: z.string(), categories: z.array(Category) })
export type Taxonomy = z.infer<typeof Taxonomy>

export const StatuteRule = z.strictObject({
  action: z.enum(ACTIONS),
  generalize: z
    .enum(GENERALIZATIONS)
    .optional()
    .describe('What is kept of a generalised value under this statute, if not what the category says.'),
  citation: z
    .string()
    .describe(
      'As answers cite it: provisions of the statute ("NDPA-2023 s.25, s.39"), then perhaps other laws, by comma.',
    ),
  heading: z.string().describe('Official titles of the cited provisions of this statute, in order, by semicolon.'),
  note: z.string().optional().describe('Why, in one sentence, for the lawyer who reviews.'),
})
export type StatuteRule = z.infer<typeof StatuteRule>

/** What is looked for under one statute only: a pattern whose group `value` is the value, or a type of entity of /extract. */
const GovernedValue = z.strictObject({
  name: z.string().regex(/^[a-z_]+$/),
  category: z.string(),
  pattern: z.string().optional().describe('Linear: bounded quantifiers. The group `value` is what is found.'),
  any_case: z.boolean().default(false),
  entity: z.enum(['DATE', 'URL']).optional(),
})
export type GovernedValue = z.infer<typeof GovernedValue>

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
  by_name_only: z
    .boolean()
    .default(false)
    .describe('No country names this statute: it is never inferred, and applies where a caller asks for it.'),
  ages: z
    .strictObject({ oldest: z.int(), as_of: z.int() })
    .optional()
    .describe('The oldest age that a copy may show, and the year from which years of birth are reckoned.'),
  postcodes: z
    .strictObject({
      about: z.string(),
      alone: z.string().describe('A postal code; its first group is what is shortened.'),
      in_address: z.string().describe('A postal code within an address: what stays before it, and the code.'),
      keep: z.int(),
      zeroed: z.array(z.string()).describe('Kept beginnings of areas with too few people, written as zeros.'),
    })
    .optional(),
  finds: z.array(GovernedValue).default([]).describe('Values that are looked for under this statute only.'),
  strictest_of_all: z
    .boolean()
    .default(false)
    .describe('`categories` are the strictest rules of all other statutes, and limits and `finds` are theirs.'),
  categories: z.record(z.string(), StatuteRule),
})
export type Statute = z.infer<typeof Statute>

/** data/measured-recall.json: labelled values of the repository's texts, those found, and by which detectors. */
export const MeasuredRecall = z.strictObject({
  about: z.string(),
  engine: z.string(),
  texts: z.int(),
  categories: z.record(
    z.string(),
    z.strictObject({ labelled: z.int(), found: z.int(), detectors: z.array(z.string()) }),
  ),
})
export type MeasuredRecall = z.infer<typeof MeasuredRecall>

/** The limits of a statute for what a generalised value may show. */
export type Coarseness = Pick<Statute, 'ages' | 'postcodes'>
