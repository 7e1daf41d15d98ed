// Verifies attestations with Web Cryptography, for browsers and Node. test/unit/client compares the results with `selfsame/attest`.
import { base58btc } from 'multiformats/bases/base58'
import { asMembers, bodyIn, canonicalOf, checkBody, checkHeader, type Members, membersIn } from '../records/attested.ts'

export interface Verified {
  /** The signature is valid, and every unsigned field of the envelope equals its signed copy. */
  readonly valid: boolean
  /** Valid, and signed by the expected key. */
  readonly trusted: boolean
  /** Null if no value was supplied for the comparison. */
  readonly inputs_match: boolean | null
  readonly response_match: boolean | null
  /** Valid, and everything supplied matches. */
  readonly ok: boolean
  readonly signer: string | null
  readonly problems: readonly string[]
}

export interface ToVerify {
  readonly answer: object
  /** The request as parsed by the service, including defaults. */
  readonly inputs?: unknown
  /** The did:key of the service. Without it, no answer is trusted. */
  readonly signer?: string | undefined
}

const KEY_BYTES = 32

/** Verifies an answer. Never throws on invalid evidence. */
export async function verifyAnswer({ answer, inputs, signer }: ToVerify): Promise<Verified> {
  const problems: string[] = []
  const { attestation, ...bare } = answer as Record<string, unknown>
  const envelope = asMembers(attestation)
  const jws = envelope?.['jws']
  if (envelope === null || typeof jws !== 'string') {
    problems.push('there is no attestation with a jws in what was supplied')
    return conclusion(null, problems, false, null, null)
  }
  const body = await opened(envelope, jws, signer, problems)
  const valid = body !== null && problems.length === 0
  const { hasSentTypes } = await import('../records/sent-types.ts')
  const matches = async (value: unknown, field: string, side: 'request' | 'answer'): Promise<boolean> =>
    body !== null && (await sha256Hex(value)) === body[field] && hasSentTypes(body['tool'], side, value)
  const inputsMatch = inputs === undefined ? null : await matches(inputs, 'inputs_sha256', 'request')
  const responseMatch = Object.keys(bare).length === 0 ? null : await matches(bare, 'response_sha256', 'answer')
  if (inputsMatch === false) problems.push('the inputs supplied do not hash to what was signed')
  if (responseMatch === false) problems.push('the response supplied does not hash to what was signed')
  return conclusion(body, problems, valid, inputsMatch, responseMatch, signer !== undefined)
}

function conclusion(
  body: Members | null,
  problems: readonly string[],
  valid: boolean,
  inputs_match: boolean | null,
  response_match: boolean | null,
  pinned = false,
): Verified {
  const named = body?.['signer']
  const ok = valid && inputs_match !== false && response_match !== false
  const signer = typeof named === 'string' ? named : null
  return { valid, trusted: valid && pinned, inputs_match, response_match, ok, signer, problems }
}

/** The signed body; null after adding the reason to `problems`. */
async function opened(
  envelope: Members,
  jws: string,
  expected: string | undefined,
  problems: string[],
): Promise<Members | null> {
  const [head, payload, signature, ...more] = jws.split('.').map(bytesOf)
  if (head == null || payload == null || signature == null || more.length > 0) {
    problems.push('signature: the jws is not a compact JWS in canonical base64url')
    return null
  }
  const kid = checkHeader(membersIn(head), problems)
  if (kid === null) return null
  if (expected !== undefined && kid !== expected)
    problems.push('signature: the answer was signed by another key than the one expected')
  const key = keyIn(expected ?? kid)
  if (key === null) {
    problems.push('signature: the did:key cannot be read')
    return null
  }
  const signed = new TextEncoder().encode(jws.slice(0, jws.lastIndexOf('.')))
  if (!(await isSignedBy(key, signature, signed))) {
    problems.push('signature: signature verification failed')
    return null
  }
  const body = bodyIn(payload, problems)
  if (body !== null) checkBody(envelope, body, kid, problems)
  return body
}

async function isSignedBy(
  raw: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify'])
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, signed)
  } catch {
    return false
  }
}

async function sha256Hex(value: unknown): Promise<string> {
  const canonical = canonicalOf(value)
  if (typeof canonical !== 'string') return ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical))
  return hexOf(new Uint8Array(digest))
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The 32 bytes of an Ed25519 did:key (multicodec ed 01); null for other text. */
function keyIn(did: string): Uint8Array<ArrayBuffer> | null {
  if (!did.startsWith('did:key:z') || did.length > 64) return null
  try {
    const bytes = base58btc.decode(did.slice('did:key:'.length))
    return bytes[0] === 0xed && bytes[1] === 0x01 && bytes.length === KEY_BYTES + 2
      ? new Uint8Array(bytes.subarray(2))
      : null
  } catch {
    return null
  }
}

/** Bytes of base64url; null if the text is not the canonical encoding of its bytes. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null
  try {
    const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
    const again = btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
    return again === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null
  } catch {
    return null
  }
}
