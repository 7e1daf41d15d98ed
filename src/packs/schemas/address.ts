// How addresses are written in a country: enough to find one, to split it, and to compare its parts.
import { z } from 'zod'

const words = () => z.array(z.string()).default([])

export const AddressRule = z.strictObject({
  postcode: z
    .string()
    .nullable()
    .default(null)
    .describe('Pattern of a postcode as written; null where none is in use.'),
  postcode_distinct: z
    .boolean()
    .default(false)
    .describe('The shape of the postcode is enough to know it for one (letters or a hyphen in fixed places).'),
  postcode_before_city: z.boolean().default(true),
  postcode_after_box: z
    .boolean()
    .default(false)
    .describe('Box lines carry the postcode behind a hyphen: "P.O. Box 190-50100".'),
  number_first: z
    .boolean()
    .default(false)
    .describe('House number before the street (GB, FR) rather than after it (DE, NL).'),
  street_words: words().describe('Type words that stand alone before the name: rue, via, ulica.'),
  street_words_after: words().describe('Type words that stand alone after the name: street, utca, iela.'),
  street_suffixes: words().describe('Type words glued to the name: -straße, -gatan, -katu.'),
  unit_words: words().describe('Words before the number of a flat, floor, stair or room: Flat, bte, lgh.'),
  unit_words_after: words().describe('Words after it: Stock, tv, kerros.'),
  number_words: words().describe('Words that may stand before a house number: No, nr, n.'),
  box_words: words().describe('Words before the number of a post box: P.O. Box, Postfach, B.P.'),
  plot_words: words().describe('Words before the number of a plot: Plot, Erf, Grundstück.'),
  number_dot: z.boolean().default(false).describe('A dot closes the house number, as an ordinal: "Kossuth utca 5.".'),
  unit_signs: z
    .string()
    .default('')
    .describe('Signs that tie the flat to the house number: / in Vienna, - in Tallinn.'),
})
export type AddressRule = z.infer<typeof AddressRule>
