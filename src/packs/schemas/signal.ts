// Jurisdiction evidence: what in a text points to which law.
import { z } from 'zod'
import { TIERS } from '../../records/documents.ts'

export const SignalRule = z.strictObject({
  signal: z.string().describe('Name, `<kind>.<what>`, for example registrar.handelsregister.'),
  tier: z.enum(TIERS).describe('A decides alone, B needs company, C never decides.'),
  phrases: z
    .array(z.string())
    .default([])
    .describe('Whole words or phrases as written; matched case-sensitively only where they are all capitals.'),
  pattern: z
    .string()
    .nullable()
    .default(null)
    .describe('Regular expression with bounded quantifiers, matched on the view of the text.'),
  note: z.string().optional(),
})
export type SignalRule = z.infer<typeof SignalRule>

/** data/signals.json: what holds for every country. */
export const SignalTiers = z.strictObject({
  about: z.string(),
  ruleset_version: z.string().regex(/^\d{4}\.\d{2}\.\d+$/),
  tiers: z.record(z.enum(TIERS), z.number()),
  most_counted: z.int().min(1),
  confidence_floor: z.number(),
  margin_floor: z.number(),
})
export type SignalTiers = z.infer<typeof SignalTiers>
