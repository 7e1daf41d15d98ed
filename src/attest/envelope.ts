// The envelope: a signed statement about an answer, without record values. Serialisation: RFC 7515 (JWS compact), RFC 8037 (Ed25519). It is read so
// strictly that no other program can see something else in it.
import { createHash } from 'node:crypto'
import { CompactSign } from 'jose'
import { ATTESTATION_SCHEMA, ENVELOPE_TYPE, type Members, membersIn } from '../records/attested.ts'
import { canonicalJson, canonicalPieces, utcSeconds } from '../records/canonical.ts'
import { issuedIds } from '../records/operations.ts'
import type { Envelope } from '../records/self-descriptions.ts'
import type { Signer } from './key-file.ts'

/** The protected header; null when the token has not three parts or its header cannot be read. */
export function headerOf(jws: string): Members | null {
  const parts = jws.split('.')
  return parts.length === 3 ? membersIn(Buffer.from(parts[0]!, 'base64url')) : null
}

/** True if each part is the only spelling of its bytes. Decoders ignore spare bits and padding, but a changed character must change the token. */
export const isOneSpelling = (jws: string): boolean =>
  jws.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

/** The signed body: every field of the envelope except the JWS itself. */
export type Claims = Omit<Envelope, 'jws'>

export interface Sealing {
  /** Name of the route that answered, without the slash; its answers say which of their fields hold ids. */
  readonly tool: string
  /** The whole request model as received, defaults included. */
  readonly inputs: unknown
  /** The answer; an `attestation` key in it is not part of what is hashed. */
  readonly answer: object
  /** The caller as the transport reports it, or null. */
  readonly caller: string | null
  readonly signer: Signer
  readonly engine: string
  readonly now: Date
}

/** The signed part of a request and its answer: hashes and ids, no values. */
export type AnswerDigest = Pick<Claims, 'inputs_sha256' | 'response_sha256' | 'decision_ids'>

/** Signs an answer. The same arguments give the same envelope, byte for byte (Ed25519 is deterministic). */
export const sealAnswer = ({ inputs, answer, ...rest }: Sealing): Promise<Envelope> =>
  sealDigest({ ...rest, digest: digestOf(rest.tool, inputs, answer) })

/** The digest of what `sealAnswer` is given: it needs no key, so that it can be made where the answer is. */
export function digestOf(tool: string, inputs: unknown, answer: object): AnswerDigest {
  const bare = withoutAttestation(answer)
  return {
    inputs_sha256: canonicalSha256(inputs),
    response_sha256: canonicalSha256(bare),
    decision_ids: issuedIds(tool, bare),
  }
}

/** The second half of `sealAnswer`. */
export async function sealDigest({
  tool,
  digest: { inputs_sha256, response_sha256, decision_ids },
  caller,
  signer,
  engine,
  now,
}: Omit<Sealing, 'inputs' | 'answer'> & { readonly digest: AnswerDigest }): Promise<Envelope> {
  const claims: Claims = {
    schema: ATTESTATION_SCHEMA,
    tool,
    inputs_sha256,
    response_sha256,
    caller,
    decision_ids,
    issued_at: utcSeconds(now),
    engine,
    signer: signer.did,
  }
  return { ...claims, jws: await signCompact(claims, ENVELOPE_TYPE, signer) }
}

/** A compact JWS over the canonical JSON of `payload`: header {alg EdDSA, kid did:key, typ}. */
export function signCompact(payload: unknown, typ: string, signer: Signer): Promise<string> {
  return new CompactSign(new TextEncoder().encode(canonicalJson(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: signer.did, typ })
    .sign(signer.privateKey)
}

/** Lower-case hex SHA-256 of the canonical JSON of a value. */
export function canonicalSha256(value: unknown): string {
  const hash = createHash('sha256')
  for (const piece of canonicalPieces(value)) hash.update(piece)
  return hash.digest('hex')
}

export function withoutAttestation(answer: object): object {
  const { attestation: _, ...rest } = answer as Record<string, unknown>
  return rest
}
