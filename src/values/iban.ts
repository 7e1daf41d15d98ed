// International bank account numbers (ISO 13616), by the registry of ibantools.
import { countrySpecs, isValidIBAN } from 'ibantools'

/** Number of characters of an IBAN that begins with these two letters, or null when no country issues such. */
export function ibanLength(country: string): number | null {
  const spec = (countrySpecs as Readonly<Record<string, { chars: number | null } | undefined>>)[country]
  return spec?.chars ?? null
}

/** Letters and digits of a written IBAN, upper-case. */
export function compactIban(value: string): string {
  return value.replace(/[\s.\-\u2013]+/g, '').toUpperCase()
}

/** Length, structure and check digits hold. Spaces and hyphens are ignored. */
export function isIban(value: string): boolean {
  return isValidIBAN(compactIban(value))
}
