// Schema of one type of identifier: the entry of a country file that the detector, the checker and the reader use.
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
      'Regular expression (no anchors, bounded quantifiers; alternatives may stand at the top level, so wrap it before anchoring) that the compact value must match in full: upper case, letters and digits only, and of the signs those that the pattern itself names ("/" or escaped), without the separators.',
    ),
  separators: z
    .string()
    .default('')
    .describe(
      'Characters that people write inside the value and that mean nothing; "" for none. A blank stands for any space.',
    ),
  sign: z
    .string()
    .length(1)
    .optional()
    .describe(
      'A separator that must be written for the value to be reported without a cue: it makes the shape distinctive.',
    ),
  written: z
    .string()
    .optional()
    .describe(
      'Usual grouping, where hyphens are among the separators and no cue is needed: "#" stands for one character of the compact value, anything else for itself. What nothing announces has its hyphens at signs of the usual grouping; other separators are free.',
    ),
  check: z
    .string()
    .nullable()
    .default(null)
    .describe('Name of the check in src/values/identifier/checks.ts; null when none is published.'),
  evidence: z
    .enum(['shape', 'home', 'check', 'cue', 'label'])
    .describe(
      'The least that suffices to report it: its shape alone (distinctive), its shape where its country governs (home), a passed check (random values of the shape pass at most once in a hundred), a cue word nearby, or a cue word right before it. A failed check refuses the value at every level; with "cue" the check must pass as well.',
    ),
  cues: z
    .array(z.string())
    .describe(
      'Words and phrases that announce it, folded as by text/fold.ts and without signs, in every language of the country and in English; a last word ending in "*" is a stem. Number words (no, nr, number ...) may follow a cue without being listed.',
    ),
  cues_behind: z
    .array(z.string())
    .optional()
    .describe(
      'Words that announce it from right behind, in languages that say so (Hungarian "ABC-123 rendszámú"); each of them stands among `cues` as well.',
    ),
  cue_sets: z
    .array(z.string())
    .optional()
    .describe(
      'Lists of data/cues/value-cues.json whose words announce the value too: what several countries share is written there once.',
    ),
  not_after: z.array(z.string()).default([]).describe('Words right before the value that say it is something else.'),
  not_after_sets: z
    .array(z.string())
    .optional()
    .describe(
      'Lists under `not_after` of data/cues/negative-cues.json whose words say so too: what many numbers are taken for is written there once.',
    ),
  vectors: z
    .string()
    .nullable()
    .default(null)
    .describe('Module name under which published test numbers stand (python-stdnum naming, e.g. de.idnr).'),
  note: z.string().optional(),
})
export type IdentifierRule = z.infer<typeof IdentifierRule>
