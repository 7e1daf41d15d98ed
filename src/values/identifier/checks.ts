// The register of all checks by name, for the rules of data/countries and the identifier fields of entity packs. Checks that no
// shipped file uses are for the packs of callers, and are tested with published numbers (bench/values.mjs).
// The stdnum package is not used: its import costs 130 ms and 14 MB, and a tenth of these schemes is missing or different there.
import { wordSet } from '../../lists.ts'
import { type Checks, lettersToNumbers, luhn, remainder, weighted } from './arithmetic.ts'
import { isShortDate, part } from './calendar.ts'
import { beneluxChecks } from './checks-benelux.ts'
import { dachChecks } from './checks-dach.ts'
import { franceItalyChecks } from './checks-france-italy.ts'
import { iberiaChecks } from './checks-iberia.ts'
import { islesChecks } from './checks-isles.ts'
import { nordicChecks } from './checks-nordic.ts'
import { southeastChecks } from './checks-southeast.ts'
import { thingChecks } from './checks-things.ts'
import { visegradChecks } from './checks-visegrad.ts'
import { isCompactIban } from './iban.ts'

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

/** VAT schemes by the prefix of Directive 2006/112/EC article 215 (EL for Greece, XI for Northern Ireland). */
const VAT: ReadonlyMap<string, string> = new Map(
  (
    'AT=at.uid BE=be.vat BG=bg.vat CY=cy.vat CZ=cz.dic DE=de.vat DK=dk.cvr EE=ee.kmkr EL=gr.vat ' +
    'ES=es.vat FI=fi.alv FR=fr.tva HR=hr.oib HU=hu.anum IE=ie.vat IT=it.iva LT=lt.pvm LU=lu.tva ' +
    'LV=lv.pvn MT=mt.vat NL=nl.btw PL=pl.nip PT=pt.nif RO=ro.cf SE=se.vat SI=si.ddv SK=sk.dph XI=gb.vat'
  )
    .split(' ')
    .map((entry) => entry.split('=') as [string, string]),
)

/** ISO 3166-1 numeric codes of the EEA states, Switzerland and the United Kingdom; 900 represents Northern Ireland in the one-stop shop. */
const NUMERIC = wordSet(
  '040 056 100 191 196 203 208 233 246 250 276 300 348 352 372 380 428 438 440 442 470 528 578 616 620 642 703 705 724 752 756 826 900',
)

/** An IBAN of a country, with the check of its national account number. */
const ibanOf = (country: string) => (v: string) => v.startsWith(country) && isCompactIban(v)

const europeanChecks: Checks = {
  luhn,
  iban: isCompactIban,
  'be.iban': ibanOf('BE'),
  'es.iban': ibanOf('ES'),
  'no.iban': ibanOf('NO'),
  card: (v) => /^[2-6]\d{11,18}$/.test(v) && luhn(v),
  'eu.vat': (v) => /^[A-Z]{2}/.test(v) && (checks[VAT.get(v.slice(0, 2)) ?? '']?.(v) ?? false),
  // One-stop shop: Council Implementing Regulation 282/2011 article 57d, 2019/2026; three digits name the member state of identification.
  'eu.oss': (v) =>
    /^(?:EU\d{9}|IM\d{10})$/.test(v) && NUMERIC.has(v.slice(2, 5)) && !/^..(?:352|438|578|756|826)/.test(v),
  // European Health Insurance Card: Decision S2, EN 1867; 80, the numeric country, the institution, the card.
  'eu.ehic': (v) => /^80\d{18}$/.test(v) && NUMERIC.has(v.slice(2, 5)),
  // SEPA creditor identifier (EPC 262-08): the modulo 97 ignores the business code.
  'eu.at_02': (v) =>
    /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/.test(v) && remainder(lettersToNumbers(v.slice(7) + v.slice(0, 4)), 97) === 1,
}

/** True if the compact value (upper case, separators removed) can have been issued. Never throws; false for any other text. */
export const checks: Checks = Object.freeze({
  ...africaChecks,
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
