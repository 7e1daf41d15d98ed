// HMAC-SHA-256 (RFC 2104) of short values under one key, as two plain hashes. Node's Hmac object is made for streams; creating and
// collecting it costs several times as much as hashing a short value.
import { hash } from 'node:crypto'

/** Bytes of a block of SHA-256 (FIPS 180-4). */
const BLOCK = 64
const DIGEST = 32

/** Returns a function from a text to the lower-case hex HMAC-SHA-256 of its UTF-8 bytes under the UTF-8 bytes of `key`. */
export function keyedHash(key: string): (text: string) => string {
  const bytes = Buffer.from(key, 'utf8')
  const secret = bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes
  const inner = Buffer.alloc(BLOCK, 0x36)
  const outer = Buffer.alloc(BLOCK + DIGEST, 0x5c)
  for (let at = 0; at < secret.length; at++) {
    inner[at]! ^= secret[at]!
    outer[at]! ^= secret[at]!
  }
  return (text) => {
    outer.set(hash('sha256', Buffer.concat([inner, Buffer.from(text, 'utf8')]), 'buffer'), BLOCK)
    return hash('sha256', outer, 'hex')
  }
}
