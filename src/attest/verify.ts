// Verifies an envelope offline: integrity, trusted key, and the bytes that it is about.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { compactVerify } from 'jose'
import { SelfsameError } from '../errors.ts'
import { asMembers, bodyIn, canonicalOf, checkBody, checkHeader, type Members } from '../records/attested.ts'
import { sha256Hex } from '../records/ids.ts'
import { hasSentTypes } from '../records/sent-types.ts'
import { didKeyOf, publicKeyOf } from './did-key.ts'
import { headerOf, isOneSpelling, withoutAttestation } from './envelope.ts'

/** Finds the key of a key id among those the verifier trusts; null when it knows none. */
export type KeyResolver = (keyId: string) => TrustedKey | null | Promise<TrustedKey | null>
/** A key the verifier brings: did:key, public PEM, or an Ed25519 key object. */
export type TrustedKey = string | KeyObject

export interface Verification {
  /** The signature holds over the signed body and every plain field repeats it. */
  readonly valid: boolean
  /** Valid, and the key came from the verifier. */
  readonly trusted: boolean
  /** Null when no inputs were supplied. */
  readonly inputs_match: boolean | null
  /** Null when no response was supplied. */
  readonly response_match: boolean | null
  /** Valid, and every supplied side matches. Trust is not required. */
  readonly ok: boolean
  readonly signer: string | null
  readonly tool: string | null
  readonly decision_ids: readonly string[]
  /** Everything found wrong, not only the first. */
  readonly problems: readonly string[]
}

export interface Supplied {
  /** An envelope, or a whole response that carries one; a whole response is then also checked against its hash. */
  readonly envelope: unknown
  /** The request model as it was received, defaults included. */
  readonly inputs?: unknown
  /** The answer, with or without its attestation. */
  readonly response?: unknown
  /** The verifier's own key. Without one the key in the token is used, and the result is never trusted. */
  readonly publicKey?: TrustedKey | KeyResolver
}

/** Verifies an envelope without network or state. Never throws on bad evidence; throws key_file when `publicKey` itself cannot be read. */
export async function verifyEnvelope(supplied: Supplied): Promise<Verification> {
  const problems: string[] = []
  const { envelope, responses } = unwrap(supplied)
  const jws = envelope?.['jws']
  if (envelope === null || typeof jws !== 'string') {
    problems.push('there is no attestation with a jws in what was supplied')
    return conclude({ body: null, intact: false, pinned: false, problems, supplied, responses })
  }
  const keyId = checkHeader(headerOf(jws), problems)
  const { key, pinned } = await keyFor(keyId, supplied.publicKey, problems)
  const body = key === null ? null : await openSignature(jws, key, problems)
  if (body !== null) checkBody(envelope, body, keyId, problems)
  return conclude({ body, intact: problems.length === 0, pinned, problems, supplied, responses })
}

/** Accepts an envelope or a whole response. What was given as the response must match, and what carried the envelope too. */
function unwrap(supplied: Supplied): { envelope: Members | null; responses: readonly unknown[] } {
  const given = asMembers(supplied.envelope)
  const explicit = supplied.response === undefined ? [] : [supplied.response]
  if (given === null || !('attestation' in given)) return { envelope: given, responses: explicit }
  // An object with only an attestation has no answer.
  const carries = explicit.length === 0 || Object.keys(given).length > 1
  return { envelope: asMembers(given['attestation']), responses: carries ? [...explicit, given] : explicit }
}

async function keyFor(
  keyId: string | null,
  trusted: Supplied['publicKey'],
  problems: string[],
): Promise<{ key: KeyObject | null; pinned: boolean }> {
  if (trusted !== undefined) {
    // A lookup in a Map answers undefined where it has nothing.
    const found = (typeof trusted === 'function' ? await trusted(keyId ?? '') : trusted) ?? null
    if (found === null) problems.push('signature: the signer is not among the keys the verifier trusts')
    const key = found === null ? null : readKey(found)
    // A token that the trusted key signed in the name of another signer is valid for neither.
    if (key !== null && keyId !== null && didKeyOf(key) !== keyId)
      problems.push('signature: the answer was signed by another key than the one expected')
    return { key, pinned: true }
  }
  if (keyId === null) return { key: null, pinned: false }
  try {
    return { key: publicKeyOf(keyId), pinned: false }
  } catch (error) {
    problems.push(`signature: ${(error as Error).message}`)
    return { key: null, pinned: false }
  }
}

/** Throws key_file for a key of another type or of small order. */
function checked(key: KeyObject): KeyObject {
  didKeyOf(key)
  return key
}

/** Reads a key the verifier brought. Throws key_file, also for a private key: who verifies must not hold what signs. */
function readKey(key: TrustedKey): KeyObject {
  const isPrivate =
    typeof key === 'string' ? /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/.test(key) : key.type === 'private'
  if (isPrivate)
    throw new SelfsameError(
      'key_file',
      'this is a private key, not a public one; give the did:key that "attest keygen" printed',
    )
  if (typeof key !== 'string') return checked(key)
  if (key.startsWith('did:')) return publicKeyOf(key)
  try {
    const parsed = createPublicKey(key)
    if (parsed.asymmetricKeyType === 'ed25519') return checked(parsed)
  } catch (cause) {
    if (cause instanceof SelfsameError) throw cause
    throw new SelfsameError('key_file', 'the public key is neither a did:key nor a readable PEM', { cause })
  }
  throw new SelfsameError('key_file', 'the public key is not an Ed25519 key')
}

async function openSignature(jws: string, key: KeyObject, problems: string[]): Promise<Members | null> {
  if (!isOneSpelling(jws)) {
    problems.push('signature: the jws is not written in canonical base64url')
    return null
  }
  const verified = await compactVerify(jws, key, { algorithms: ['EdDSA'] }).catch(() => null)
  if (verified === null) {
    problems.push('signature: signature verification failed')
    return null
  }
  return bodyIn(verified.payload, problems)
}

function conclude(found: {
  body: Members | null
  intact: boolean
  pinned: boolean
  problems: string[]
  supplied: Supplied
  responses: readonly unknown[]
}): Verification {
  const { body, problems, supplied } = found
  const valid = found.intact && body !== null
  const isSigned = (given: unknown, side: 'request' | 'answer') => {
    const canonical = canonicalOf(given)
    const field = side === 'request' ? 'inputs_sha256' : 'response_sha256'
    const isSame = body !== null && typeof canonical === 'string' && sha256Hex(canonical) === body[field]
    return isSame && hasSentTypes(body['tool'], side, given)
  }
  const matches = (all: readonly unknown[], side: 'request' | 'answer'): boolean | null => {
    if (all.length === 0) return null
    const match = all.every((given) => isSigned(given, side))
    if (!match)
      problems.push(
        `the ${side === 'request' ? 'inputs supplied do' : 'response supplied does'} not hash to what was signed`,
      )
    return match
  }
  const answers = found.responses.map((given) => {
    const members = asMembers(given)
    return members === null ? given : withoutAttestation(members)
  })
  const inputsMatch = matches(supplied.inputs === undefined ? [] : [supplied.inputs], 'request')
  const responseMatch = matches(answers, 'answer')
  return {
    valid,
    trusted: valid && found.pinned,
    inputs_match: inputsMatch,
    response_match: responseMatch,
    ok: valid && inputsMatch !== false && responseMatch !== false,
    signer: stringOf(body?.['signer']),
    tool: stringOf(body?.['tool']),
    decision_ids: Array.isArray(body?.['decision_ids'])
      ? body['decision_ids'].filter((id) => typeof id === 'string')
      : [],
    problems,
  }
}

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
