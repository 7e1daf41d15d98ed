// Descriptions of an installation, and the attestation envelope of its answers.
import { z } from 'zod'
import { ATTESTATION_SCHEMA } from './attested.ts'
import { ServiceId } from './service-id.ts'

export const Liveness = z.object({ ok: z.boolean(), version: z.string(), warm: z.boolean().nullable() })
export type Liveness = z.infer<typeof Liveness>

export const Capabilities = z.object({
  version: z.string(),
  ledger: z.boolean(),
  model: z.boolean(),
  parsers: z.object({
    text: z.boolean(),
    pdf: z.boolean(),
    docx: z.boolean(),
    docling: z.boolean(),
    ocr: z.boolean(),
  }),
  warm: z.boolean().nullable(),
  attestation: z.object({ signer: z.string() }).nullable(),
  endpoints: z.array(z.string()),
})
export type Capabilities = z.infer<typeof Capabilities>

export const Envelope = z.object({
  schema: z.literal(ATTESTATION_SCHEMA),
  tool: z.string(),
  inputs_sha256: z.string(),
  response_sha256: z.string(),
  caller: z.string().nullable(),
  decision_ids: z.array(ServiceId),
  issued_at: z.string(),
  engine: z.string(),
  signer: z.string(),
  jws: z.string(),
})
export type Envelope = z.infer<typeof Envelope>

export const ErrorBody = z.object({ detail: z.string() })
export type ErrorBody = z.infer<typeof ErrorBody>
