// Verifies attestations with Web Cryptography, which browsers and Node share. The results are the same as those of `selfsame/attest`;
// test/unit/client compares the two.
import { base58btc } from 'multiformats/bases/base58'
import { canonicalJson, compareCodePoints, isAsSent } from '../records/canonical.ts'
import { parseStrictJson } from '../records/strict-json.ts'

export interface Verified {
  /** The signature is valid and every plain field repeats the signed value. */
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

type Members = Readonly<Record<string, unknown>>

const SCHEMA = 'service.attestation.v1'
const SIGNED = [
  'schema',
  'tool',
  'inputs_sha256',
  'response_sha256',
  'caller',
  'decision_ids',
  'issued_at',
  'engine',
  'signer',
]
const ID = /^(?:dec|xwd|red|rec|ent):sha256:[0-9a-f]{64}$/
const KEY_BYTES = 32

/** Verifies an answer. Never throws on invalid evidence. */
export async function verifyAnswer({ answer, inputs, signer }: ToVerify): Promise<Verified> {
  const problems: string[] = []
  const { attestation, ...bare } = answer as Record<string, unknown>
  const envelope = membersOf(attestation)
  const jws = envelope?.['jws']
  if (envelope === null || typeof jws !== 'string') {
    problems.push('there is no attestation with a jws in what was supplied')
    return conclusion(null, problems, false, null, null)
  }
  const body = await opened(jws, signer, problems)
  if (body !== null) compare(envelope, body, problems)
  const valid = body !== null && problems.length === 0
  const matches = async (value: unknown, field: string): Promise<boolean> =>
    body !== null && (await sha256Hex(value)) === body[field] && isAsSent(value)
  const inputsMatch = inputs === undefined ? null : await matches(inputs, 'inputs_sha256')
  const responseMatch = Object.keys(bare).length === 0 ? null : await matches(bare, 'response_sha256')
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
async function opened(jws: string, expected: string | undefined, problems: string[]): Promise<Members | null> {
  const [head, payload, signature, ...more] = jws.split('.').map(bytesOf)
  if (head == null || payload == null || signature == null || more.length > 0) {
    problems.push('signature: the jws is not a compact JWS in canonical base64url')
    return null
  }
  const header = membersIn(head)
  if (header === null) problems.push('signature: the jws is not a compact JWS with a readable header')
  for (const name of Object.keys(header ?? {}))
    if (!['alg', 'kid', 'typ'].includes(name))
      problems.push('signature: the header has a member that no attestation has')
  if (header !== null && header['alg'] !== 'EdDSA') problems.push('signature: the algorithm must be EdDSA')
  if (header !== null && header['typ'] !== 'service+jws')
    problems.push('signature: the header type must be service+jws')
  const kid = header?.['kid']
  if (typeof kid !== 'string') {
    problems.push('signature: the header names no key id')
    return null
  }
  if (expected !== undefined && kid !== expected)
    problems.push('signature: the key id of the token is not that of the key the verifier trusts')
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
  const body = membersIn(payload)
  if (body === null)
    problems.push('signature: the signed body is not a JSON object, or names a member of one object twice')
  else if (body['signer'] !== kid)
    problems.push('the signer named in the signed body is not the key id of the signature')
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

/** Every plain field must repeat the signed value, and neither side may have other members. */
function compare(envelope: Members, body: Members, problems: string[]): void {
  if (body['schema'] !== SCHEMA) problems.push(`the schema signed is not ${SCHEMA}`)
  for (const field of SIGNED) {
    const same = field in envelope && field in body && canonicalOf(envelope[field]) === canonicalOf(body[field])
    if (!same) problems.push(`envelope field '${field}' differs from what was signed`)
  }
  if (Object.keys(envelope).some((field) => field !== 'jws' && !SIGNED.includes(field)))
    problems.push('the envelope carries a field that was not signed')
  if (Object.keys(body).some((field) => !SIGNED.includes(field)))
    problems.push('the signed body carries a field that no attestation has')
  const ids = body['decision_ids']
  const isList =
    Array.isArray(ids) &&
    ids.every((id, at) => typeof id === 'string' && ID.test(id) && (at === 0 || compareCodePoints(ids[at - 1], id) < 0))
  if (!isList) problems.push('the signed decision_ids are not service ids, sorted and each once')
}

/** Canonical JSON; for a value without one, a unique symbol, which equals nothing. */
function canonicalOf(value: unknown): string | symbol {
  try {
    return canonicalJson(value)
  } catch {
    return Symbol('no canonical form')
  }
}

async function sha256Hex(value: unknown): Promise<string> {
  const canonical = canonicalOf(value)
  if (typeof canonical !== 'string') return ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical))
  return hexOf(new Uint8Array(digest))
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

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

function membersIn(bytes: Uint8Array): Members | null {
  try {
    return membersOf(parseStrictJson(bytes))
  } catch {
    return null
  }
}

function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}
