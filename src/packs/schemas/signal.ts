// Jurisdiction evidence: which signals in a text support which country.
import { z } from 'zod'
import { TIERS } from '../../records/documents.ts'
import { AddressRule } from './address.ts'

const STRENGTHS = ['validated', 'pattern', 'lexicon', 'model'] as const

export const SignalRule = z.strictObject({
  signal: z
    .string()
    .regex(/^[a-z_]+\.[\p{L}\d_]+$/u)
    .describe('Name, `<kind>.<what>`, for example registrar.handelsregister. Signals of one kind are not independent.'),
  tier: z.enum(TIERS).describe('A decides alone, B needs evidence of another kind, C never decides.'),
  phrases: z
    .array(z.string())
    .default([])
    .describe(
      'Whole words or phrases. All capitals: only in capitals. Capital first: capital first. Else any case. ' +
        'Marks may be missing in the text unless the phrase has four letters or fewer. A last word ending in * is a stem.',
    ),
  pattern: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Regular expression with bounded quantifiers, on the view of the text. With phrases: what must follow one of them; ' +
        'without: searched for by itself.',
    ),
  at_least: z
    .int()
    .min(1)
    .default(1)
    .describe('Occurrences below which it says nothing; all together then count once.'),
  shared: z
    .boolean()
    .default(false)
    .describe('Several countries have this signal: it counts only for the one that other evidence favours.'),
  note: z.string().optional(),
})
export type SignalRule = z.infer<typeof SignalRule>

/** How a detection claim becomes evidence. */
export const ClaimSignal = z.strictObject({
  categories: z.array(z.string()),
  detectors: z
    .array(z.string())
    .optional()
    .describe('Only claims of these rules: a scheme that several countries share decides less than its category.'),
  shared: z.boolean().default(false).describe('It counts only for a country that other evidence favours.'),
  signal: z.string().describe('Name of the signal; one that ends in a full stop is completed by the name of the rule.'),
  tier: z.enum(TIERS),
  country: z
    .enum(['claim', 'prefix', 'domain'])
    .describe(
      'Where the country stands: in the claim, in the first two letters of the value, in its last domain label.',
    ),
  min_confidence: z.number().default(0),
  strengths: z.array(z.enum(STRENGTHS)).default([...STRENGTHS]),
})
export type ClaimSignal = z.infer<typeof ClaimSignal>

/** data/signals.json: settings for every country. */
export const SignalTiers = z.strictObject({
  about: z.string(),
  ruleset_version: z.string().regex(/^\d{4}\.\d{2}\.\d+$/),
  tiers: z.record(z.enum(TIERS), z.number()),
  most_counted: z.int().min(1),
  confidence_floor: z.number(),
  margin_floor: z.number(),
  rival_share: z.number().describe('Share the leader needs when another country has evidence that would decide alone.'),
  claims: z.array(ClaimSignal).describe('The first rule that a claim fits makes it evidence.'),
  void_inside: z
    .array(z.string())
    .describe('Categories inside whose claims words below tier A say nothing: a person called London.'),
  unplaced: z
    .strictObject({
      persons: z.array(z.string()).describe('Categories of who a value belongs to: the one named last before it.'),
      phones: z.array(z.string()).describe("Telephone numbers, which may be any country's without their code."),
      papers: z.array(z.string()).describe('Papers whose numbers many countries write alike.'),
    })
    .describe("Claims that may be another country's than the one that leads, where they name none."),
  kinds: z
    .strictObject({
      personal: z.array(z.string()).describe('Personal numbers.'),
      official: z.array(z.string()).describe('Bodies of state, and the numbers that they give out.'),
      locating: z.array(z.string()).describe('Where something is.'),
      tying: z
        .array(z.string())
        .describe('What somebody has, as a telephone number: a town or a company is only spoken of.'),
      beside_ties: z
        .array(z.string())
        .describe('Kinds that corroborate beside one of those even where they are weak: "a Norwegian passport".'),
    })
    .describe('Kinds of signals, the part of their names before the full stop, by what they say of a country.'),
  phone_tier: z.enum(TIERS).describe('Tier of an international calling code.'),
  domains: z
    .record(z.string(), z.string().nullable())
    .describe('Domain labels that are not the country code; null for none.'),
  institutions: z
    .array(z.string())
    .describe(
      'Words that make a public body of the country whose name stands beside them: "Revenue" in "Malta Revenue".',
    ),
  institutions_loose: z
    .array(z.string())
    .describe('The same in languages that write only the first word of a name with a capital.'),
  national_numbers: z
    .array(z.string())
    .describe('Words that make a national number with the name of a country right before them: "Maltese ID card".'),
  connectors: z.array(z.string()).describe('Lower-case words that may stand inside the name of a public body.'),
})
export type SignalTiers = z.infer<typeof SignalTiers>

/** data/foreign-signals.json: countries without a statute here, listed so that evidence for them is recognised. */
export const ForeignCountry = z.strictObject({
  code: z.string().regex(/^[A-Z]{2}$/),
  name: z.string(),
  calling_code: z.string().nullable(),
  address: AddressRule.optional().describe('How addresses are written there; the gazetteer has its large towns alone.'),
  signals: z.array(SignalRule),
})
export const ForeignSignals = z.strictObject({ about: z.string(), countries: z.array(ForeignCountry) })
export type ForeignSignals = z.infer<typeof ForeignSignals>
