// A verifier written from docs/attestation.md alone: node:crypto and nothing of the product, so that the two can disagree.
import { createHash, createPublicKey, verify } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58(text: string): Buffer {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter))
  return Buffer.from(value.toString(16).padStart(68, '0'), 'hex')
}

/** Canonical JSON as docs/attestation.md defines it. */
export function canonical(value: unknown): string {
  if (typeof value === 'number') return canonicalNumber(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = value as Record<string, unknown>
  const keys = Object.keys(members).sort(byCodePoint)
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`).join(',')}}`
}

function byCodePoint(a: string, b: string): number {
  const [x, y] = [[...a], [...b]]
  for (let at = 0; at < Math.min(x.length, y.length); at++) {
    const difference = x[at]!.codePointAt(0)! - y[at]!.codePointAt(0)!
    if (difference !== 0) return difference
  }
  return x.length - y.length
}

/** Rounds with whole numbers only: a double is mantissa * 2^exponent, so its ten-thousandfold is a fraction of two integers. */
function canonicalNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, Math.abs(value))
  const bits = view.getBigUint64(0)
  const field = bits >> 52n
  const mantissa = (bits & ((1n << 52n) - 1n)) | (field === 0n ? 0n : 1n << 52n)
  const below = 1n << (1075n - (field === 0n ? 1n : field))
  const scaled = mantissa * 10_000n
  const [whole, rest] = [scaled / below, scaled % below]
  const up = rest * 2n > below || (rest * 2n === below && whole % 2n === 1n)
  const digits = String(up ? whole + 1n : whole).padStart(5, '0')
  const sign = value < 0 && !/^0+$/.test(digits) ? '-' : ''
  return `"${sign}${digits.slice(0, -4)}.${digits.slice(-4)}"`
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
