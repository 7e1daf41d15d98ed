// Every check by name: the one register that the rules of data/countries and the identifier fields of entity packs refer to. What no
// shipped file names is there for a caller's own packs, and is measured against published numbers (bench/values.mjs).
// Written here and not taken from the stdnum package: importing that costs 130 ms and 14 MB, and a tenth of these schemes is missing or differs there.
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

/** True when the compact value (upper case, separators removed) can have been issued. Never throws; false for any other text. */
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
