// The canonical form of a value, which is hashed into a token, so that two spellings of one value get one token.
import type { NORMALIZERS } from '../packs/schemas/category.ts'
import { fold } from '../text/fold.ts'
import { viewOf } from '../text/view.ts'
import { normalizeDate } from './date.ts'
import { normalizeEmail } from './email.ts'
import { normalizeIp } from './network.ts'
import { normalizePhone } from './phone/phone.ts'

export type Normalizer = (typeof NORMALIZERS)[number]

function words(value: string): string {
  return fold(value)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Reorders a name with a comma: "Okonkwo, Adaeze" and "Adaeze Okonkwo" are one name. */
function normalizeName(value: string): string {
  const parts = value.split(',')
  return parts.length === 2 ? words(`${parts[1]} ${parts[0]}`) : words(value)
}

function normalizeIdentifier(value: string): string {
  return value.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

const normalizers: Readonly<Record<Normalizer, (value: string, country: string | null) => string>> = {
  name: normalizeName,
  date: normalizeDate,
  identifier: normalizeIdentifier,
  phone: normalizePhone,
  email: normalizeEmail,
  handle: (value) => fold(value).replace(/^[@\s]+/, ''),
  text: words,
  ip: normalizeIp,
  verbatim: (value) => value.trim(),
}

/**
 * Converts a detected value to the common form of its spellings. `kind` is the category's normaliser,
 * `value` the original text, `country` the governing country (it decides national phone numbers and the order of
 * numeric dates) or null. Invisible characters and compatibility digits are folded first. Never throws; a value that
 * its normaliser cannot read keeps its letters and digits.
 */
export const normalizeFor = (kind: Normalizer, value: string, country: string | null): string =>
  normalizers[kind](viewOf(value).text, country)
