// How names are inflected, by language: data/inflection.json.
import { z } from 'zod'

const endings = z.string().regex(/^(?:(?:-|[a-z]+) )*(?:-|[a-z]+)$/)

export const Inflections = z.strictObject({
  about: z.string(),
  languages: z.record(
    z.string().regex(/^[a-z]{2}$/),
    z.strictObject({
      classes: z.array(endings).describe('The endings of one declension, each with the consonants that change.'),
      fleeting: z
        .array(z.strictObject({ vowel: z.string().regex(/^[a-z]{1,2}$/), consonants: endings, endings }))
        .optional()
        .describe('Stems that lose a vowel before their last consonant: Marek, Marka.'),
      links: z
        .array(z.strictObject({ links: endings, endings }))
        .optional()
        .describe('Each link, a vowel, is joined to each of the endings.'),
      family_first: z.boolean().optional().describe('Names are written with the family name first.'),
      prefixes: endings.optional().describe('Written before a name, together with it: uThandi.'),
    }),
  ),
  romanisations: z
    .record(z.string(), z.array(z.string().regex(/^(?:[a-z']+=[a-z]+ )*[a-z']+=[a-z]+$/)))
    .describe('By script, further spellings in Latin letters; each replaces what its pairs name.'),
})
export type Inflections = z.infer<typeof Inflections>
