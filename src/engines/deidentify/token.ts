// Tokens: replacements for values that must stay comparable.
import type { Category } from '../../packs/schemas/category.ts'
import { normalizeFor } from '../../values/normalizers.ts'
import { keyedHash } from './keyed-hash.ts'

/** The label of a category: what follows the last hyphen of its code ("PII-2-NIN" -> "NIN"). */
export function labelOf(category: Category): string {
  return category.code.slice(category.code.lastIndexOf('-') + 1)
}

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
