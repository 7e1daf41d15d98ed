// Facts of one country, in one file.
import { z } from 'zod'
import { AddressRule } from './address.ts'
import { IdentifierRule } from './identifier.ts'
import { SignalRule } from './signal.ts'

export const CountryFacts = z.strictObject({
  code: z.string().regex(/^[A-Z]{2}$/),
  name: z.string(),
  statute: z.string().describe('Name of the statute that governs, as in data/statutes/.'),
  languages: z.array(z.string()),
  calling_code: z.string().nullable(),
  currencies: z.array(z.string()),
  members: z.array(z.string()).optional().describe('Country codes whose rules also apply (EU only).'),
  identifiers: z.array(IdentifierRule).default([]),
  address: AddressRule.optional(),
  signals: z.array(SignalRule).default([]),
})
export type CountryFacts = z.infer<typeof CountryFacts>
