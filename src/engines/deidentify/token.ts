// Tokens: what stands in a masked copy for a value that must stay comparable.
import type { Category } from '../../packs/schemas/category.ts'
import { normalizeFor } from '../../values/normalizers.ts'
import { keyedHash } from './keyed-hash.ts'

/** The label of a category: what follows the last hyphen of its code ("PII-2-NIN" -> "NIN"). */
export function labelOf(category: Category): string {
  return category.code.slice(category.code.lastIndexOf('-') + 1)
}

/** Hexadecimal digits of a token. */
export const TOKEN_DIGITS = 8

/**
 * Makes tokens for one copy: `<LABEL>_` and the first 8 (or more, as asked) hex digits of HMAC-SHA-256 (RFC 2104) keyed by the salt over the
 * normalised value, so that one value written two ways gets one token. 32 bits tell values of one file apart; they are
 * no secret: with an empty or known salt, values that can be enumerated can be found by trying them all.
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
