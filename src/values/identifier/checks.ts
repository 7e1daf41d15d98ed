// The register of all checks by name, for the rules of data/countries and the identifier fields of entity packs. Checks that no
// shipped file uses are for the packs of callers, and are tested with published numbers (bench/values.mjs).
// The stdnum package is not used: its import costs 130 ms and 14 MB, and a tenth of these schemes is missing or different there.
import { type Checks, luhn, weighted } from './arithmetic.ts'
import { isShortDate, part } from './calendar.ts'
import { balticChecks } from './checks-baltic.ts'
import { beneluxChecks } from './checks-benelux.ts'
import { dachChecks } from './checks-dach.ts'
import { europeanChecks } from './checks-european.ts'
import { franceItalyChecks } from './checks-france-italy.ts'
import { iberiaChecks } from './checks-iberia.ts'
import { islesChecks } from './checks-isles.ts'
import { nordicChecks } from './checks-nordic.ts'
import { southeastChecks } from './checks-southeast.ts'
import { thingChecks } from './checks-things.ts'
import { visegradChecks } from './checks-visegrad.ts'

// Check digits of Ghana, Kenya, Nigeria and South Africa. Nigeria and Kenya publish none: their checks are shapes, with the rules that authorities publish.
const africaChecks: Checks = {
  // TIN of the Ghana Revenue Authority: modulo 11, 10 written X.
  'gh.tin': (v) => {
    if (!/^[PCGQV]00[0-9A-Z]{8}$/.test(v)) return false
    const check = weighted(v.slice(1, 10), [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11
    return (check === 10 ? 'X' : String(check)) === v[10]
  },
  'ke.pin': (v) => /^[AP]\d{9}[A-Z]$/.test(v),

  // Identity number: Identification Act 68 of 1997, Luhn; the eleventh digit is 0 (citizen), 1 (permanent resident) or 2 (refugee).
  'za.idnr': (v) => /^\d{10}[0-2]\d{2}$/.test(v) && isShortDate(part(v, 0, 2), part(v, 2, 2), part(v, 4, 2)) && luhn(v),
  // Tax reference number: SARS modulus 10; the first digit names the kind of taxpayer.
  'za.tin': (v) => /^[01239]\d{9}$/.test(v) && luhn(v),
}

/** True if the compact value (upper case, separators removed) can have been issued. Never throws; false for any other text. */
export const checks: Checks = Object.freeze({
  ...africaChecks,
  ...balticChecks,
  ...beneluxChecks,
  ...dachChecks,
  ...europeanChecks,
  ...franceItalyChecks,
  ...iberiaChecks,
  ...islesChecks,
  ...nordicChecks,
  ...southeastChecks,
  ...thingChecks,
  ...visegradChecks,
})
