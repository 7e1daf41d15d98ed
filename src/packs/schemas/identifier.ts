// How one kind of number is described: the row of a country file that a detector, a checker and a reader all use.
import { z } from 'zod'

export const IdentifierRule = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .describe('Name within the country; the detector is called rule:<country>_<name>.'),
  category: z.string().describe('Category code from data/categories.json.'),
  title: z.string().describe('What people call it, in the language of the issuer.'),
  issuer: z.string().describe('The authority that issues it.'),
  source: z.string().describe('Where shape and check are laid down: law, authority page, standard.'),
  pattern: z
    .string()
    .describe(
      'Regular expression (no anchors, bounded quantifiers) that the compact value must match in full: upper case, separators removed.',
    ),
  separators: z.string().default('').describe('Characters that people write inside the value; "" for none.'),
  check: z
    .string()
    .nullable()
    .default(null)
    .describe('Name of the check in src/values/identifier/checks.ts; null when none is published.'),
  evidence: z
    .enum(['shape', 'check', 'cue'])
    .describe(
      'The least that suffices to report it: its shape alone (distinctive), a passed check, or a cue word nearby.',
    ),
  cues: z
    .array(z.string())
    .describe('Words and phrases that announce it, lower case, in every language of the country.'),
  not_after: z.array(z.string()).default([]).describe('Words right before the value that say it is something else.'),
  vectors: z
    .string()
    .nullable()
    .default(null)
    .describe('Module name under which published test numbers stand (python-stdnum naming, e.g. de.idnr).'),
  note: z.string().optional(),
})
export type IdentifierRule = z.infer<typeof IdentifierRule>
