// How addresses are written in a country: enough to find one, split it and compare its parts.
import { z } from 'zod'

export const AddressRule = z.strictObject({
  postcode: z.string().nullable().default(null).describe('Pattern of a postcode as written; null where none is in use.'),
  postcode_before_city: z.boolean().default(true),
  number_first: z.boolean().default(false).describe('House number before the street (GB, FR) rather than after it (DE, NL).'),
  street_words: z.array(z.string()).default([]).describe('Type words that stand alone: street, rue, via, ulica.'),
  street_suffixes: z.array(z.string()).default([]).describe('Type words glued to the name: -straße, -gatan, -utca.'),
  unit_words: z.array(z.string()).default([]),
  box_words: z.array(z.string()).default([]),
})
export type AddressRule = z.infer<typeof AddressRule>
