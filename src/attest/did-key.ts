// did:key for Ed25519: a public key written as an identifier that needs no registry to resolve.
// Source: W3C CCG "The did:key Method" v0.9, section 3.1.1; multicodec table (ed25519-pub = 0xed, as varint ed 01).
import { createPublicKey, type KeyObject } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { SelfsameError } from '../errors.ts'

const ED25519_PUB = Uint8Array.of(0xed, 0x01)
const PREFIX = 'did:key:'
const KEY_LENGTH = 32
// 34 bytes are at most 47 base58 digits; anything longer is refused before it is decoded.
const LONGEST = 64
/**
 * Encodings of the points whose order divides 8, without the sign bit: one signature under such a key fits every message (RFC 8032, section 8.9;
 * the last three are -1, 0 and 1 as they may be written too). In hexadecimal.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map((low) => `${low}${'ff'.repeat(30)}7f`),
])

/** The bytes of a key. Throws key_file for a key that every signature fits. */
function sound(raw: Uint8Array): Uint8Array {
  const unsigned = Buffer.from(raw)
  unsigned[KEY_LENGTH - 1]! &= 0x7f
  if (!SMALL_ORDER.has(unsigned.toString('hex'))) return raw
  throw new SelfsameError('key_file', 'the key has small order: anybody can sign under such a key; use another key')
}

/** The `did:key:z6Mk...` of an Ed25519 key; a private key gives the identifier of its public half. Throws key_file for other key types and for points of small order. */
export function didKeyOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const raw = publicKey.asymmetricKeyType === 'ed25519' ? publicKey.export({ format: 'jwk' }).x : undefined
  if (raw === undefined)
    throw new SelfsameError('key_file', 'the key is not an Ed25519 key; create one with "attest keygen"')
  const bytes = Buffer.concat([ED25519_PUB, sound(Buffer.from(raw, 'base64url'))])
  return PREFIX + base58btc.encode(bytes)
}

/** The public key inside an Ed25519 `did:key`. Throws key_file when the identifier is of another method, codec or length, or the key of small order. */
export function publicKeyOf(did: string): KeyObject {
  const refuse = (why: string): never => {
    throw new SelfsameError('key_file', `the did:key cannot be read: ${why}`)
  }
  if (!did.startsWith(`${PREFIX}z`) || did.length > LONGEST) return refuse('it must look like did:key:z6Mk...')
  let bytes: Uint8Array
  try {
    bytes = base58btc.decode(did.slice(PREFIX.length))
  } catch (cause) {
    throw new SelfsameError('key_file', 'the did:key cannot be read: it is not base58', { cause })
  }
  if (bytes[0] !== ED25519_PUB[0] || bytes[1] !== ED25519_PUB[1]) return refuse('it does not hold an Ed25519 key')
  if (bytes.length !== ED25519_PUB.length + KEY_LENGTH) return refuse('an Ed25519 key has 32 bytes')
  const x = Buffer.from(sound(bytes.subarray(ED25519_PUB.length))).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
