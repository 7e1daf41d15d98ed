// The register of all checks by name, for the rules of data/countries and the identifier fields of entity packs. Checks that no
// shipped file uses are for the packs of callers, and are tested with published numbers (bench/values.mjs).
// The stdnum package is not used: its import costs 130 ms and 14 MB, and a tenth of these schemes is missing or different there.
import type { Checks } from './check.ts'
import { africaChecks } from './checks-africa.ts'
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
