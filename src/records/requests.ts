// Requests of callers: one strict schema for each operation. The defaults are part of `inputs_sha256`. Shapes only, no look-ups.
import { z } from 'zod'

const text = z.string().describe('The text, as written. Offsets in the answer index its Unicode code points.')
const jurisdiction = z
  .string()
  .nullable()
  .default(null)
  .describe('Two-letter country code or EU, any case; null, omitted or "auto" means inferred from the text.')
const statute = z
  .string()
  .nullable()
  .default(null)
  .describe(
    'GDPR, UK-GDPR, GHANA-DPA, KENYA-DPA, NDPA-2023 or POPIA, any case: an alternative to jurisdiction. HIPAA-SAFE-HARBOR and BASELINE are had by name alone.',
  )
const backend = z
  .string()
  .default('auto')
  .describe('"auto": rules, plus the model when installed; "basic": rules only.')
const store = z.boolean().default(false).describe('Record the decision in the ledger.')

export const DetectRequest = z.strictObject({ text, jurisdiction, backend, statute })

export const DeidentifyRequest = z.strictObject({
  text,
  jurisdiction,
  backend,
  statute,
  method: z
    .string()
    .default('statute')
    .describe('"statute": the jurisdiction decides per category; "mask", "token" or "drop" for every span.'),
  salt: z
    .string()
    .default('')
    .describe('Key of the tokens. Never stored. Empty works, but such tokens can be reversed.'),
  store,
})

/** The same for a file, which contains the text. */
export const DeidentifyFileRequest = DeidentifyRequest.omit({ text: true })
/** A redacted table file, for the command line and the library. */
export const DeidentifyTableRequest = z.strictObject({
  jurisdiction,
  statute,
  method: DeidentifyRequest.shape.method,
  salt: DeidentifyRequest.shape.salt,
  columns: z
    .string()
    .nullable()
    .default(null)
    .describe('What is done with columns instead of what is found: "name=mask,dob=year,notes=text".'),
  shiftDates: z
    .string()
    .nullable()
    .default(null)
    .describe('The column that says whose row it is: dates are shifted by an offset of that person.'),
  headings: z.boolean().nullable().default(null).describe('Whether the first row holds headings; null: as it looks.'),
  tokenDigits: z.int().min(8).max(32).default(8).describe('Hexadecimal digits of a token.'),
  encoding: z.string().nullable().default(null).describe('Encoding of a text file; null: as its bytes say.'),
  store,
})
export type DeidentifyTableRequest = z.output<typeof DeidentifyTableRequest>
export type DeidentifyTableAsked = z.input<typeof DeidentifyTableRequest>

// The record first: the first option that matches costs least.
const side = z.union([z.record(z.string(), z.string()), z.string()])

export const CompareRequest = z.strictObject({
  a: side.describe('A record (field name to string value) or a free text.'),
  b: side.describe('The other record or text: the same kind as a.'),
  entity: z.string().default('person').describe('The entity pack to compare under.'),
  jurisdiction: jurisdiction.describe('String form only: supplies the priors.'),
  backend: backend.describe('String form only: how fields are extracted.'),
  store,
})

export const PlacesRequest = z.strictObject({ text })

export const ExtractRequest = z.strictObject({
  text,
  entity_types: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe('Narrows what is proposed, any case; null proposes every type.'),
  backend,
})

export const DocumentsRequest = z.strictObject({
  entity: z.string().default('person'),
  jurisdiction: z.string().default('auto'),
  backend: z.string().default('auto'),
  store: z.boolean().default(false),
  reveal: z.boolean().default(false),
})

export const DecisionRequest = z.strictObject({
  id: z.string().describe('A decision id: dec:, xwd: or red:.'),
  reveal: z.boolean().default(false).describe('Show record values instead of masking them.'),
})

export const ExplainRequest = DecisionRequest

export const ReplayRequest = DecisionRequest.omit({ reveal: true })

export type DetectRequest = z.infer<typeof DetectRequest>
export type DeidentifyRequest = z.infer<typeof DeidentifyRequest>
export type DeidentifyFileRequest = z.infer<typeof DeidentifyFileRequest>
export type CompareRequest = z.infer<typeof CompareRequest>
export type PlacesRequest = z.infer<typeof PlacesRequest>
export type ExtractRequest = z.infer<typeof ExtractRequest>
export type DocumentsRequest = z.infer<typeof DocumentsRequest>
export type DecisionRequest = z.infer<typeof DecisionRequest>
export type ExplainRequest = z.infer<typeof ExplainRequest>
export type ReplayRequest = z.infer<typeof ReplayRequest>

/** One uploaded file: the name as sent (base name only) and its bytes. */
export interface Upload {
  readonly name: string
  readonly bytes: Uint8Array
}

/** File names become keys of the report, so `__proto__` is not allowed. */
export const isFileName = (name: string): boolean =>
  name.length <= 255 && name !== '__proto__' && !/[\u0000-\u001f\u007f]/.test(name)
