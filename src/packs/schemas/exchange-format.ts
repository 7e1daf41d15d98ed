// Formats for the exchange of personal records between programs: how they are recognised, and the meaning of their fields.
import { z } from 'zod'

export const FORMAT_LAYOUTS = [
  'segments',
  'tags',
  'properties',
  'levels',
  'elements',
  'members',
  'queries',
  'log_lines',
] as const
export type FormatLayout = (typeof FORMAT_LAYOUTS)[number]

export const FormatField = z.strictObject({
  holds: z.string().describe('A code of data/categories.json.'),
  at: z.array(z.string().min(1)).min(1).describe('The fields, as the layout names them.'),
  parts: z
    .tuple([z.int().min(1), z.int().min(1)])
    .optional()
    .describe('First and last component of the field that count, from 1; the whole field without them.'),
})
export type FormatField = z.infer<typeof FormatField>

export const ExchangeFormat = z.strictObject({
  name: z.string().regex(/^[a-z][a-z\d_]*$/),
  title: z.string(),
  source: z.string().describe('The standard, with the parts that define these fields.'),
  layouts: z.array(z.enum(FORMAT_LAYOUTS)).min(1),
  marks: z.array(z.string().min(1)).min(1).describe('A text of the format holds one of these as written.'),
  ends: z.string().optional().describe('Of properties: the line behind which they end; "" is an empty line.'),
  attributes: z
    .array(z.string())
    .optional()
    .describe('Of elements: the attributes that hold values as well as what an element encloses.'),
  type_member: z.string().optional().describe('Of members: the one that names the type of its object.'),
  named_by: z.string().optional().describe('Of elements: the attribute that names one better than its tag does.'),
  fields: z.array(FormatField).min(1),
})
export type ExchangeFormat = z.infer<typeof ExchangeFormat>

export const ExchangeFormats = z.strictObject({
  about: z.string(),
  values: z.record(z.string(), z.string()).describe('What a value of a category must look like; a regular expression.'),
  formats: z.array(ExchangeFormat),
})
export type ExchangeFormats = z.infer<typeof ExchangeFormats>
