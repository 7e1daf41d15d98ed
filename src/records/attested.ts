// Rules of an attestation for every verifier: header, envelope, signed body, ids. Each verifier checks the signature itself.
import { canonicalJson, compareCodePoints } from './canonical.ts'
import { parseStrictJson } from './strict-json.ts'

export type Members = Readonly<Record<string, unknown>>

export const ATTESTATION_SCHEMA = 'service.attestation.v1'
/** The `typ` of an attestation's protected header. */
export const ENVELOPE_TYPE = 'service+jws'
/** The form of an id: dec, xwd, red, rec or ent. Document ids (`doc:`) are excluded, because the caller determines them. */
export const SERVICE_ID = /^(?:dec|xwd|red|rec|ent):sha256:[0-9a-f]{64}$/

const HEADER: ReadonlySet<string> = new Set(['alg', 'kid', 'typ'])
/** Fields of the envelope that must repeat the signed body; the body has no others. */
const SIGNED: ReadonlySet<string> = new Set(
  'schema tool inputs_sha256 response_sha256 caller decision_ids issued_at engine signer'.split(' '),
)

export const asMembers = (value: unknown): Members | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : null

/** The object in JSON bytes; null for bytes that are no UTF-8 or no JSON object, or name a member of one object twice. */
export function membersIn(bytes: Uint8Array): Members | null {
  try {
    return asMembers(parseStrictJson(bytes))
  } catch (error) {
    // RangeError: nested past any honest depth.
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

/** Lists what is wrong with a protected header, and returns its key id. */
export function checkHeader(header: Members | null, problems: string[]): string | null {
  if (header === null) {
    problems.push('signature: the jws is not a compact JWS with a readable header')
    return null
  }
  // Other members (crit, b64, jwk, jku ...) are not needed, and programs could interpret them differently.
  if (Object.keys(header).some((name) => !HEADER.has(name)))
    problems.push('signature: the header has a member that no attestation has')
  if (header['alg'] !== 'EdDSA') problems.push('signature: the algorithm must be EdDSA')
  if (header['typ'] !== ENVELOPE_TYPE) problems.push(`signature: the header type must be ${ENVELOPE_TYPE}`)
  if (typeof header['kid'] === 'string') return header['kid']
  problems.push('signature: the header names no key id')
  return null
}

/** The signed body of a token with a valid signature; null if it is not one. */
export function bodyIn(payload: Uint8Array, problems: string[]): Members | null {
  const body = membersIn(payload)
  if (body === null)
    problems.push('signature: the signed body is not a JSON object, or names a member of one object twice')
  return body
}

/** The envelope must repeat the signed body, which must be an attestation and nothing else, in the name of the key that signed it. */
export function checkBody(envelope: Members, body: Members, keyId: string | null, problems: string[]): void {
  if (body['schema'] !== ATTESTATION_SCHEMA) problems.push(`the schema signed is not ${ATTESTATION_SCHEMA}`)
  for (const field of SIGNED) {
    const same = field in envelope && field in body && canonicalOf(envelope[field]) === canonicalOf(body[field])
    if (!same) problems.push(`envelope field '${field}' differs from what was signed`)
  }
  for (const field of Object.keys(envelope))
    if (field !== 'jws' && !SIGNED.has(field)) problems.push('the envelope carries a field that was not signed')
  if (Object.keys(body).some((field) => !SIGNED.has(field)))
    problems.push('the signed body carries a field that no attestation has')
  if (!isListOfIds(body['decision_ids']))
    problems.push('the signed decision_ids are not service ids, sorted and each once')
  if (keyId !== body['signer']) problems.push('the signer named in the signed body is not the key id of the signature')
}

function isListOfIds(ids: unknown): boolean {
  if (!Array.isArray(ids)) return false
  return ids.every(
    (id, at) => typeof id === 'string' && SERVICE_ID.test(id) && (at === 0 || compareCodePoints(ids[at - 1], id) < 0),
  )
}

/** Canonical JSON; for a value without one (nested past any honest depth), a symbol equal to nothing. */
export function canonicalOf(value: unknown): string | symbol {
  try {
    return canonicalJson(value)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return Symbol('no canonical form')
    throw error
  }
}
