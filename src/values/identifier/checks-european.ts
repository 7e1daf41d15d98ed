// Checks of European schemes: EU VAT, one-stop shop, health card, SEPA creditor, bank account, payment card.
import { type Checks, lettersToNumbers, luhn, remainder } from './arithmetic.ts'
import { balticChecks } from './checks-baltic.ts'
import { beneluxChecks } from './checks-benelux.ts'
import { dachChecks } from './checks-dach.ts'
import { franceItalyChecks } from './checks-france-italy.ts'
import { iberiaChecks } from './checks-iberia.ts'
import { islesChecks } from './checks-isles.ts'
import { nordicChecks } from './checks-nordic.ts'
import { southeastChecks } from './checks-southeast.ts'
import { visegradChecks } from './checks-visegrad.ts'

/** VAT schemes by the prefix of Directive 2006/112/EC article 215 (EL for Greece, XI for Northern Ireland). */
const VAT: Readonly<Record<string, ((compact: string) => boolean) | undefined>> = {
  AT: dachChecks['at.uid'],
  BE: beneluxChecks['be.vat'],
  BG: southeastChecks['bg.vat'],
  CY: southeastChecks['cy.vat'],
  CZ: visegradChecks['cz.dic'],
  DE: dachChecks['de.vat'],
  DK: nordicChecks['dk.cvr'],
  EE: balticChecks['ee.kmkr'],
  EL: southeastChecks['gr.vat'],
  ES: iberiaChecks['es.vat'],
  FI: nordicChecks['fi.alv'],
  FR: franceItalyChecks['fr.tva'],
  HR: southeastChecks['hr.oib'],
  HU: visegradChecks['hu.anum'],
  IE: islesChecks['ie.vat'],
  IT: franceItalyChecks['it.iva'],
  LT: balticChecks['lt.pvm'],
  LU: beneluxChecks['lu.tva'],
  LV: balticChecks['lv.pvn'],
  MT: islesChecks['mt.vat'],
  NL: beneluxChecks['nl.btw'],
  PL: visegradChecks['pl.nip'],
  PT: iberiaChecks['pt.nif'],
  RO: southeastChecks['ro.cf'],
  SE: nordicChecks['se.vat'],
  SI: southeastChecks['si.ddv'],
  SK: visegradChecks['sk.dph'],
  XI: islesChecks['gb.vat'],
}

/** ISO 3166-1 numeric codes of the EEA states, Switzerland and the United Kingdom; 900 represents Northern Ireland in the one-stop shop. */
const NUMERIC = new Set(
  '040 056 100 191 196 203 208 233 246 250 276 300 348 352 372 380 428 438 440 442 470 528 578 616 620 642 703 705 724 752 756 826 900'.split(
    ' ',
  ),
)

/** Shape of the account part by country (SWIFT IBAN registry): digits (n), capitals (a), both (c), with their count. */
const ACCOUNT_SHAPE: Readonly<Record<string, RegExp>> = Object.fromEntries(
  (
    'AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4a4n16c CH5n12c CR18n CY8n16c CZ20n DE18n DJ23n DK14n ' +
    'DO4a20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2c16n GI4a15c GL14n GR7n16c GT24c HN4a20n HR17n HU24n IE4c14n IL19n ' +
    'IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD20c ME18n MK3n10c2n ' +
    'MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n NO11n OM3n16c PK4c16n PL24n PS4c21n PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a ' +
    'SD14n SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR5n17c UA6n19c VA18n VG4c16n XK16n YE4a4n18c'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), accountShape(entry.slice(2))]),
)

function accountShape(structure: string): RegExp {
  const classes: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' }
  return new RegExp(
    `^${structure.replace(/(\d+)([nac])/g, (_, count: string, kind: string) => `${classes[kind]}{${count}}`)}$`,
  )
}

/** Countries whose account number inside the IBAN has its own published check. */
const ACCOUNT: Readonly<Record<string, (bban: string) => boolean>> = {
  BE: (bban) => /^\d{12}$/.test(bban) && (remainder(bban.slice(0, 10), 97) || 97) === Number(bban.slice(10)),
  ES: iberiaChecks['es.ccc']!,
  NO: nordicChecks['no.kontonr']!,
}

/** IBAN: ISO 13616-1; account shape of the country, modulo 97 with the first four characters moved to the end. */
export function iban(v: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(v) || !(ACCOUNT_SHAPE[v.slice(0, 2)]?.test(v.slice(4)) ?? false))
    return false
  return remainder(lettersToNumbers(v.slice(4) + v.slice(0, 4)), 97) === 1
}

/** IBAN whose national account number also passes its national check. */
function nationalIban(country: string): (v: string) => boolean {
  return (v) => v.startsWith(country) && iban(v) && ACCOUNT[country]!(v.slice(4))
}

export const europeanChecks: Checks = {
  luhn,
  iban,
  'be.iban': nationalIban('BE'),
  'es.iban': nationalIban('ES'),
  'no.iban': nationalIban('NO'),
  card: (v) => /^[2-6]\d{11,18}$/.test(v) && luhn(v),
  'eu.vat': (v) => /^[A-Z]{2}/.test(v) && (VAT[v.slice(0, 2)]?.(v) ?? false),
  // One-stop shop: Council Implementing Regulation 282/2011 article 57d, 2019/2026; three digits name the member state of identification.
  'eu.oss': (v) =>
    /^(?:EU\d{9}|IM\d{10})$/.test(v) && NUMERIC.has(v.slice(2, 5)) && !/^..(?:352|438|578|756|826)/.test(v),
  // European Health Insurance Card: Decision S2, EN 1867; 80, the numeric country, the institution, the card.
  'eu.ehic': (v) => /^80\d{18}$/.test(v) && NUMERIC.has(v.slice(2, 5)),
  // SEPA creditor identifier (EPC 262-08): the modulo 97 ignores the business code.
  'eu.at_02': (v) =>
    /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/.test(v) && remainder(lettersToNumbers(v.slice(7) + v.slice(0, 4)), 97) === 1,
}
