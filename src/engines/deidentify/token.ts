// Tokens: replacements for values that must stay comparable.
import { hash } from 'node:crypto'
import type { Category } from '../../packs/schemas/category.ts'
import { normalizeFor } from '../../values/normalizers.ts'

// HMAC-SHA-256 (RFC 2104) as two plain hashes: Node's Hmac object costs several times as much for short values.

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

/** The label of a category: what follows the last hyphen of its code ("PII-2-NIN" -> "NIN"). */
export const labelOf = (category: Category): string => category.code.slice(category.code.lastIndexOf('-') + 1)

export const TOKEN_DIGITS = 8

/**
 * Creates the tokens of one redacted text: `<LABEL>_` and the first 8 (or `digits`) hex digits of HMAC-SHA-256 (RFC 2104) of the normalised
 * value, with the salt as key, so that two spellings of one value get one token. 32 bits distinguish the values of one file; they
 * are not secret: with an empty or known salt, an attacker can find enumerable values by trying all of them.
 */
export function tokenizer(
  salt: string,
  digits = TOKEN_DIGITS,
): (category: Category, value: string, country: string | null) => string {
  let digestOf: ReturnType<typeof keyedHash> | null = null
  return (category, value, country) => {
    const normal = normalizeFor(category.normalize, value, country)
    digestOf ??= keyedHash(salt)
    const digest = digestOf(normal === '' ? value : normal)
    return `${labelOf(category)}_${digest.slice(0, digits)}`
  }
}
