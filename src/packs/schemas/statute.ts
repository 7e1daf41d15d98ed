// A statute as data: what it says must happen to each category, and where it says so.
import { z } from 'zod'
import { ACTIONS } from '../../records/detection.ts'

export const StatuteRule = z.strictObject({
  action: z.enum(ACTIONS),
  citation: z.string().describe('Article or section, as cited in answers.'),
  heading: z.string().describe('Official title of that article or section.'),
  note: z.string().optional().describe('Why, in one sentence, for the lawyer who reviews.'),
})
export type StatuteRule = z.infer<typeof StatuteRule>

export const Statute = z.strictObject({
  name: z.string(),
  title: z.string(),
  authority: z.string(),
  source: z.string(),
  version: z.string().regex(/^v\d+\.\d+$/),
  effective: z.string(),
  review: z.string().describe('Who reviewed this pack and when; "not yet reviewed by a lawyer" when nobody has.'),
  categories: z.record(z.string(), StatuteRule),
})
export type Statute = z.infer<typeof Statute>
