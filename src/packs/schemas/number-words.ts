// Number words by language: data/cues/number-words.json.
import { z } from 'zod'

/** Forms with a space between. */
const forms = z.string().min(1)
const byValue = z.record(z.string().regex(/^\d{1,4}$/), forms)

const LanguageNumbers = z.strictObject({
  numbers: byValue.describe('Value -> its forms; one that ends in a hyphen only occurs inside a longer word.'),
  ordinals: byValue.optional(),
  repeats: byValue.optional().describe('Times -> the words that repeat the next digit: "double".'),
  and: forms.optional().describe('Links inside a number.'),
  plus: forms.optional(),
  dash: forms.optional(),
  point: forms.optional(),
  slash: forms.optional(),
  inverted: z.enum(['always', 'also']).optional().describe('The unit is said before the ten: "vierundzwanzig".'),
})
export type LanguageNumbers = z.infer<typeof LanguageNumbers>

export const NumberWordFacts = z.strictObject({
  about: z.string(),
  languages: z.record(z.string().regex(/^[a-z]{2}$/), LanguageNumbers),
})
