// A verifier written from docs/attestation.md alone: node:crypto and nothing of the product, so that the two can disagree.
import { createHash, createPublicKey, verify } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58(text: string): Buffer {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter))
  return Buffer.from(value.toString(16).padStart(68, '0'), 'hex')
}

/** Canonical JSON for values whose numbers are integers or already strings. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = value as Record<string, unknown>
  const keys = Object.keys(members).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`).join(',')}}`
}

export function sha256(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

/** The signed body when the token verifies under the key inside `did`, else null. */
export function openToken(jws: string, did: string): Record<string, unknown> | null {
  const [header, payload, signature] = jws.split('.') as [string, string, string]
  const raw = base58(did.slice('did:key:z'.length)).subarray(2)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  })
  const good = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  return good ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) : null
}
