// A statute as data: the action it requires for each category, and the citation.
import { z } from 'zod'
import { ACTIONS } from '../../records/detection.ts'

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
