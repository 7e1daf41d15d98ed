// The envelope: a signed statement of what was asked, what was answered, by whom and when, without a single record value.
// Source of the serialisation: RFC 7515 (JWS compact), RFC 8037 (EdDSA with Ed25519).
import { CompactSign } from 'jose'
import { issuedIds } from '../records/answers.ts'
import { canonicalJson } from '../records/canonical.ts'
import { sha256Hex } from '../records/ids.ts'
import { utcSeconds } from '../records/moment.ts'
import { ATTESTATION_SCHEMA, type Envelope } from '../records/service.ts'
import type { Signer } from './key-file.ts'

/** The `typ` of an attestation's protected header. */
export const ENVELOPE_TYPE = 'service+jws'

/** The signed body: every field of the envelope except the JWS itself. */
export type Claims = Omit<Envelope, 'jws'>

/** What is to be sealed. */
export interface Sealing {
  /** Name of the route that answered, without the slash; its answers say which of their fields hold ids. */
  readonly tool: string
  /** The whole request model as received, defaults included. */
  readonly inputs: unknown
  /** The answer; an `attestation` key in it is not part of what is hashed. */
  readonly answer: object
  /** What the transport knew of the caller, or null. */
  readonly caller: string | null
  readonly signer: Signer
  /** `service-core@<version>`. */
  readonly engine: string
  readonly now: Date
}

/** Signs an answer. The same arguments give the same envelope, byte for byte (Ed25519 is deterministic). */
export async function sealAnswer(sealing: Sealing): Promise<Envelope> {
  const claims: Claims = {
    schema: ATTESTATION_SCHEMA,
    tool: sealing.tool,
    inputs_sha256: canonicalSha256(sealing.inputs),
    response_sha256: canonicalSha256(withoutAttestation(sealing.answer)),
    caller: sealing.caller,
    decision_ids: issuedIds(sealing.tool, sealing.answer),
    issued_at: utcSeconds(sealing.now),
    engine: sealing.engine,
    signer: sealing.signer.did,
  }
  return { ...claims, jws: await signCompact(claims, ENVELOPE_TYPE, sealing.signer) }
}

/** A compact JWS over the canonical JSON of `payload`: header {alg EdDSA, kid did:key, typ}. */
export function signCompact(payload: unknown, typ: string, signer: Signer): Promise<string> {
  return new CompactSign(new TextEncoder().encode(canonicalJson(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: signer.did, typ })
    .sign(signer.privateKey)
}

/** Lower-case hex SHA-256 of the canonical JSON of a value. */
export function canonicalSha256(value: unknown): string {
  return sha256Hex(canonicalJson(value))
}

/** The answer as it was before it was sealed. */
export function withoutAttestation(answer: object): object {
  const { attestation: _, ...rest } = answer as Record<string, unknown>
  return rest
}
