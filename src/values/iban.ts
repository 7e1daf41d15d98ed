// International bank account numbers (ISO 13616), by the registry of ibantools.

import { countrySpecs, isValidBBAN } from 'ibantools'
import { isDigitUnit } from '../text/unit-classes.ts'

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
  return isCompactIban(compactIban(value))
}

/** The same of a value as compactIban gives it. */
export function isCompactIban(compact: string): boolean {
  const country = compact.slice(0, 2)
  return ibanLength(country) === compact.length && isChecked(compact) && isValidBBAN(compact.slice(4), country)
}

/** ISO 7064 MOD 97-10 over the value with its first four characters last; check digits are 02 to 98 (ISO 13616-1). */
function isChecked(compact: string): boolean {
  const { length } = compact
  let rest = 0
  let check = 0
  for (let i = 4; i < length + 4; i++) {
    const unit = compact.charCodeAt(i % length)
    if (isDigitUnit(unit)) {
      rest = (rest * 10 + unit - 48) % 97
      if (i >= length + 2) check = check * 10 + unit - 48
    } else if (unit >= 65 && unit <= 90 && i < length + 2) rest = (rest * 100 + unit - 55) % 97
    else return false
  }
  return rest === 1 && check >= 2 && check <= 98
}
